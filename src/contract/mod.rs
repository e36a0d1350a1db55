//! The words that both puzzles' requests and answers share: limits, status, search report.
//!
//! Everything here is a wire type or makes one. What is particular to a puzzle lives with the puzzle.

mod conclusion;
mod effort;
mod illegal_move;
mod limits;
mod report;
mod verification;

pub use conclusion::{Conclusion, Status, StoppedBy, write_conclusion};
pub use effort::Effort;
pub use illegal_move::IllegalMove;
pub use limits::{Bound, Limits, LimitsSpec, LimitsUsed, read_limits};
pub use report::{Minimised, SearchReport};
pub use verification::{FirstIllegal, Verification};

/// The largest integer that every JSON reader keeps exact: 2^53 − 1.
pub const MOST_EXACT: i64 = (1 << 53) - 1;
