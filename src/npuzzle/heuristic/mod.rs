//! Admissible estimates of the moves that are left, one a file.

mod linear_conflict;
mod manhattan;

pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
