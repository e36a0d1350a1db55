//! Admissible estimates of the moves that are left, one a file.

mod linear_conflict;
mod manhattan;
mod walking_distance;
mod walking_table;

pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub(super) use walking_distance::MOST_CELLS as MOST_WALKING_CELLS;
pub use walking_distance::WalkingDistance;
pub(super) use walking_table::WalkingTables;
