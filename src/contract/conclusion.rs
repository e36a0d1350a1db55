//! What an answer concludes: which of the five statuses holds, and the figures that go with it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::json::Fields;
use crate::search::StopReason;

/// How much was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A plan, proved cheapest.
    Optimal,
    /// A plan; `lower_bound` says how far from the cheapest it can be.
    Feasible,
    /// A plan exists; none was asked for, or none was found in time.
    Solvable,
    /// Proved: there is no plan.
    Unsolvable,
    /// A limit was hit before anything was certain.
    Unknown,
}

impl Status {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Feasible => "feasible",
            Self::Solvable => "solvable",
            Self::Unsolvable => "unsolvable",
            Self::Unknown => "unknown",
        }
    }
}

/// The limit that ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StoppedBy {
    /// The deadline.
    Time,
    /// The number of states generated.
    States,
    /// The memory of one solve.
    Memory,
    /// The depth limit.
    Depth,
    /// The caller went away, or the server is shutting down.
    Cancelled,
}

impl StoppedBy {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::States => "states",
            Self::Memory => "memory",
            Self::Depth => "depth",
            Self::Cancelled => "cancelled",
        }
    }
}

impl From<StopReason> for StoppedBy {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Time => Self::Time,
            StopReason::States => Self::States,
            StopReason::Memory => Self::Memory,
            StopReason::Depth => Self::Depth,
            StopReason::Cancelled => Self::Cancelled,
        }
    }
}

/// Writes the first fields of an answer as serde does: verdict, status, cost, moves and lower bound, and what stopped it.
pub fn write_conclusion(
    fields: &mut Fields<'_>,
    solvable: Option<bool>,
    status: Status,
    [cost, moves, lower_bound]: [Option<u64>; 3],
    stopped_by: Option<StoppedBy>,
) {
    if let Some(solvable) = solvable {
        fields.flag("solvable", solvable);
    }
    fields.text("status", status.name());
    fields.number_if("cost", cost);
    fields.number_if("moves", moves);
    fields.number_if("lower_bound", lower_bound);
    if let Some(stopped_by) = stopped_by {
        fields.text("stopped_by", stopped_by.name());
    }
}

/// Verdict, figures and status; consistent by construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// Whether a plan exists; absent while unknown.
    pub solvable: Option<bool>,
    /// How much was found out.
    pub status: Status,
    /// Cost of the plan.
    pub cost: Option<u64>,
    /// Moves of the plan.
    pub moves: Option<u64>,
    /// Proved bound on the cheapest plan's cost; absent if there is none.
    pub lower_bound: Option<u64>,
    /// The limit that ended the search before its own end.
    pub stopped_by: Option<StoppedBy>,
}

impl Conclusion {
    /// Proved: there is no plan.
    #[must_use]
    pub const fn unsolvable() -> Self {
        Self {
            solvable: Some(false),
            status: Status::Unsolvable,
            cost: None,
            moves: None,
            lower_bound: None,
            stopped_by: None,
        }
    }

    /// A plan was found, and nothing cheaper than `lower_bound` exists.
    #[must_use]
    pub fn plan(cost: u64, moves: u64, lower_bound: u64, stopped_by: Option<StopReason>) -> Self {
        debug_assert!(lower_bound <= cost, "a bound of {lower_bound} above a plan of {cost}");
        let status = if lower_bound == cost { Status::Optimal } else { Status::Feasible };
        Self {
            solvable: Some(true),
            status,
            cost: Some(cost),
            moves: Some(moves),
            lower_bound: Some(lower_bound),
            stopped_by: stopped_by.filter(|_| status == Status::Feasible).map(Into::into),
        }
    }

    /// It is known that a plan exists, but there is none to show.
    #[must_use]
    pub fn solvable(lower_bound: u64, stopped_by: Option<StopReason>) -> Self {
        Self {
            solvable: Some(true),
            status: Status::Solvable,
            cost: None,
            moves: None,
            lower_bound: Some(lower_bound),
            stopped_by: stopped_by.map(Into::into),
        }
    }

    /// A limit was hit before anything was certain.
    #[must_use]
    pub fn unknown(lower_bound: u64, stopped_by: StopReason) -> Self {
        Self {
            solvable: None,
            status: Status::Unknown,
            cost: None,
            moves: None,
            lower_bound: Some(lower_bound),
            stopped_by: Some(stopped_by.into()),
        }
    }
}
