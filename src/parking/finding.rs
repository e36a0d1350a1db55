//! What an engine brings back from a lot, in the lot's own cells and costs.

use super::slide::Slide;
use crate::search::{SearchStats, StopReason};

/// A plan that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) cost: u64,
    pub(super) moves: u64,
    /// The moves; `None` if they were too many to keep.
    pub(super) slides: Option<Vec<Slide>>,
}

/// All that an engine learned.
#[derive(Clone, Debug, Default)]
pub(super) struct Finding {
    pub(super) found: Option<Found>,
    /// A plan is known to exist, whether or not it could be written out.
    pub(super) solvable: bool,
    /// Proved: there is no plan.
    pub(super) exhausted: bool,
    /// Proved: no plan costs less.
    pub(super) lower_bound: u64,
    pub(super) stopped_by: Option<StopReason>,
    pub(super) stats: SearchStats,
    /// Where the car can get to, ascending; empty where that was not found out.
    pub(super) reached: Vec<u32>,
}

impl Finding {
    /// Nothing was learned before a limit was hit.
    pub(super) fn stopped(reason: StopReason) -> Self {
        Self { stopped_by: Some(reason), ..Self::default() }
    }
}
