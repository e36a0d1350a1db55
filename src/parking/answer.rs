//! What is answered to a lot.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::contract::{LimitsUsed, SearchReport, Status, StoppedBy};
use crate::grid::Cell;

/// Verdict, figures, plan and how they were found. A field without a value is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParkingAnswer)]
pub struct Answer {
    /// Whether the cars can be taken out; absent while that is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub solvable: Option<bool>,
    /// How much was found out.
    pub status: Status,
    /// Cost of the plan: the sum of its moves' costs, or the number of its time steps if moves may share one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub cost: Option<u64>,
    /// Moves of the plan: entries of its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub moves: Option<u64>,
    /// Proved: no plan costs less. Absent if there is no plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub lower_bound: Option<u64>,
    /// The limit that ended the search before its own end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stopped_by: Option<StoppedBy>,
    /// Why there is no plan: what is closed off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<String>,
    /// The moves, first to last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<Vec<ParkingMove>>,
    /// Which car leaves where and when, in the order of leaving; with the path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retrievals: Option<Vec<ParkingRetrieval>>,
    /// True where the path was left out because it is too long or too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path_omitted: Option<bool>,
    /// The limits that were in force.
    pub limits: LimitsUsed,
    /// How the answer was found.
    pub search: SearchReport,
}

/// A line of cars, most often of one, slides one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ParkingMove {
    /// Number of the move, counted from 1 without gaps; moves of one time step share it.
    #[schema(format = Int64, minimum = 1)]
    pub step: u64,
    /// Where the last car of the line stands; the cell is empty afterwards.
    pub from: Cell,
    /// The empty cell that the first car of the line fills.
    pub to: Cell,
    /// Names of the cars that slide, the last of the line first; an empty string for one without a name. Absent
    /// if the spec has no `labels`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub labels: Option<Vec<String>>,
}

/// A car leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ParkingRetrieval {
    /// Where it stood at the start.
    pub car: Cell,
    /// Where it leaves.
    pub exit: Cell,
    /// How many entries of the path were made by the end of the move or time step that brings it there; 0 at the
    /// start.
    #[schema(format = Int64, minimum = 0)]
    pub after_move: u64,
}
