//! The answer as the caller reads it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::spec::TileNumber;
use super::verdict::Verdict;
use crate::contract::{LimitsUsed, SearchReport, Status, StoppedBy};

/// The moves of a plan, twice told: which tile, and which way it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NpuzzlePath)]
pub struct Path {
    /// The tile that moves, move by move.
    #[schema(value_type = Vec<TileNumber>)]
    pub tiles: Vec<u32>,
    /// The way it moves (never the blank's): one of `L`, `R`, `U`, `D` a move.
    #[schema(pattern = "^[LRUD]*$")]
    pub directions: String,
}

/// What was found out about a board. A field without a value is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NpuzzleAnswer)]
pub struct Answer {
    /// Whether the goal can be reached. (Always known, by parity.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub solvable: Option<bool>,
    /// How much was found out.
    pub status: Status,
    /// Moves of the plan; every move costs 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub cost: Option<u64>,
    /// Moves of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub moves: Option<u64>,
    /// Proved: no plan has fewer moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub lower_bound: Option<u64>,
    /// The limit that ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stopped_by: Option<StoppedBy>,
    /// The figures that decide whether the goal can be reached.
    pub verdict: Verdict,
    /// The verdict in a sentence.
    pub reason: String,
    /// The moves, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<Path>,
    /// True if the path is longer than the server sends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path_omitted: Option<bool>,
    /// Every board on the way, first and last included, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Vec<Vec<TileNumber>>>, nullable = false)]
    pub boards: Option<Vec<Vec<Vec<u32>>>>,
    /// True if the boards are more than the server sends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub boards_omitted: Option<bool>,
    /// The limits that were in force.
    pub limits: LimitsUsed,
    /// How the answer was found.
    pub search: SearchReport,
}
