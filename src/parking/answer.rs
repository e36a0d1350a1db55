//! What is answered to a lot.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::contract::{LimitsUsed, SearchReport, Status, StoppedBy};
use crate::grid::Cell;

/// Verdict, figures, plan and how they were found. A field without a value is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParkingAnswer)]
pub struct Answer {
    /// Whether the car can be taken out; absent while that is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub solvable: Option<bool>,
    /// How much was found out.
    pub status: Status,
    /// Cost of the plan: the sum of its moves' costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub cost: Option<u64>,
    /// Moves of the plan.
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
    /// True where the path was left out because it is too long or too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path_omitted: Option<bool>,
    /// The limits that were in force.
    pub limits: LimitsUsed,
    /// How the answer was found.
    pub search: SearchReport,
}

/// One car slides one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ParkingMove {
    /// Number of the move, counted from 1.
    #[schema(format = Int64, minimum = 1)]
    pub step: u64,
    /// Where the car stands; the cell is empty afterwards.
    pub from: Cell,
    /// The empty cell that it fills.
    pub to: Cell,
}
