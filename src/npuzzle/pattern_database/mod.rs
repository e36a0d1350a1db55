//! Additive pattern databases (Korf and Felner, 2002): tables of what groups of tiles need by themselves.
//!
//! The tiles are parted into groups ([`partitions`]). For each group a table, filled breadth-first backwards from
//! the goal, says for every placement of its tiles ([`Ranking`]) how many moves *of those tiles* bring them home
//! whatever the others do. As every move is counted in one group only, the sum over all groups bounds the moves
//! of a whole plan. [`Packed`] keeps an entry in four bits; [`TableSet`] holds the tables of one board size and
//! looks at them straight and mirrored; [`Approach`] carries every goal over to the one the tables know;
//! [`PatternDatabases`] builds them in the background, once.

mod additive;
mod approach;
mod build;
mod check;
mod heuristic;
mod packed;
mod partition;
mod rank;
mod set;
mod shared;

#[cfg(test)]
mod tests;

pub(super) use additive::build_group;
pub use additive::{Additive, Group};
pub use approach::{Approach, transposed};
pub(super) use build::Crew;
pub(super) use check::check_group;
pub use heuristic::PatternDatabase;
pub use packed::Packed;
pub use partition::{Partition, partitions};
pub use rank::Ranking;
pub use set::{TableSet, View};
pub use shared::PatternDatabases;

/// It was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;
