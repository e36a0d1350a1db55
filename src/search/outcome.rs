//! What a search brings back, whether it finished or was stopped.

use super::budget::StopReason;

/// Figures of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// States whose moves were tried.
    pub expanded: u64,
    /// States generated: each once where the search has a visited set, else every time it met them.
    pub generated: u64,
    /// The largest number of states held at one time.
    pub peak_states: u64,
}

/// A way from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    /// The moves, first to last.
    pub moves: Vec<M>,
    /// The sum of the moves' costs.
    pub cost: u64,
}

/// What a search learned.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The best plan found.
    pub plan: Option<Plan<M>>,
    /// Proved: no plan has fewer moves (or, for the searches that minimise cost, costs less). Says nothing
    /// where `exhausted` is set.
    pub lower_bound: u64,
    /// Every state that can be reached was seen and none is a goal: proof that there is no plan.
    pub exhausted: bool,
    /// The limit that ended the search; `None` if it came to its own end.
    pub stopped_by: Option<StopReason>,
    /// Figures of the search.
    pub stats: SearchStats,
}

impl<M> Outcome<M> {
    /// A search that ended with a plan.
    pub(super) fn found(plan: Plan<M>, lower_bound: u64, stats: SearchStats) -> Self {
        Self { plan: Some(plan), lower_bound, exhausted: false, stopped_by: None, stats }
    }

    /// A search that saw all there is.
    pub(super) fn exhausted(stats: SearchStats) -> Self {
        Self { plan: None, lower_bound: 0, exhausted: true, stopped_by: None, stats }
    }

    /// A search that a limit ended.
    pub(super) fn stopped(reason: StopReason, lower_bound: u64, stats: SearchStats) -> Self {
        Self { plan: None, lower_bound, exhausted: false, stopped_by: Some(reason), stats }
    }
}
