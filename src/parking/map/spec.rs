//! What a request for the costs from every cell looks like on the wire; nothing here is checked yet.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::contract::LimitsSpec;
use crate::grid::Cell;
use crate::json::{object, present};
use crate::parking::spec::ParkingCost;

/// A lot without a car to take out: that one stands on every cell in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParkingMapSpec {
    /// Rows of the lot.
    #[schema(format = Int64, minimum = 1, maximum = 1000)]
    pub rows: u32,
    /// Columns of the lot; rows times columns is limited (`map_cells` in `/limits`).
    #[schema(format = Int64, minimum = 1, maximum = 1000)]
    pub cols: u32,
    /// Where the car may leave; one on a blocked cell is legal and unreachable. Left out: the bottom right
    /// corner.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1)]
    pub exits: Option<Vec<Cell>>,
    /// The empty cells; every cell that is neither empty nor blocked holds a car. Left out: the first exit, or
    /// none if that cell is blocked.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub empty: Option<Vec<Cell>>,
    /// Cells that hold neither car nor space: pillars, lifts, missing cells. Left out: none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub blocked: Option<Vec<Cell>>,
    /// What moves cost. Left out: 1 each.
    #[serde(default, deserialize_with = "object", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cost: Option<ParkingCost>,
    /// Limits of all searches together. Left out: the server's defaults.
    #[serde(default, deserialize_with = "object", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub limits: Option<LimitsSpec>,
}
