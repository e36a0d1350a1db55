//! What is answered to a lot whose costs are wanted from every cell.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MapRequest;
use crate::contract::{LimitsUsed, SearchReport, Status, StoppedBy};
use crate::search::StopReason;

/// No plan from there.
pub(in crate::parking) const UNSOLVABLE: i64 = -1;
/// The car cannot stand there.
pub(in crate::parking) const BLOCKED_OR_EMPTY: i64 = -2;
/// A limit was hit first.
pub(in crate::parking) const NOT_PROVED: i64 = -3;

/// The cost from every cell, and figures of the whole. A field without a value is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParkingMapAnswer)]
pub struct MapAnswer {
    /// `optimal`: every entry is proved. `unsolvable`: so they are, and the car gets out from nowhere. `unknown`:
    /// some are not proved.
    pub status: Status,
    /// Rows of entries, one a cell: what the cheapest plan costs with the car there; −1 if there is none, −2 if the
    /// cell is blocked or empty (an empty exit included), −3 if a limit was hit before the cost was proved.
    #[schema(schema_with = costs_schema)]
    pub costs: Vec<Vec<i64>>,
    /// The mean of all entries of at least 0; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Double, minimum = 0)]
    pub mean: Option<f64>,
    /// The largest entry, if one is at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub max: Option<u64>,
    /// The limit that was hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stopped_by: Option<StoppedBy>,
    /// The limits that were in force.
    pub limits: LimitsUsed,
    /// How the entries were found.
    pub search: SearchReport,
}

// Written by hand: a derived schema would say nothing of the codes.
fn costs_schema() -> utoipa::openapi::schema::Array {
    use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type};
    let entry = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .minimum(Some(NOT_PROVED));
    ArrayBuilder::new()
        .description(Some(
            "Rows of entries, one a cell: what the cheapest plan costs with the car there; −1 if there is none, −2 \
             if the cell is blocked or empty (an empty exit included), −3 if a limit was hit before the cost was \
             proved.",
        ))
        .items(ArrayBuilder::new().items(entry))
        .build()
}

impl MapAnswer {
    pub(super) fn new(
        request: &MapRequest,
        costs: &[i64],
        stopped_by: Option<StopReason>,
        search: SearchReport,
    ) -> Self {
        let proved = || costs.iter().filter_map(|&cost| u64::try_from(cost).ok());
        let max = proved().max();
        let mean = max.map(|_| proved().map(u128::from).sum::<u128>() as f64 / proved().count() as f64);
        let open = costs.contains(&NOT_PROVED);
        let status = match max {
            _ if open => Status::Unknown,
            None if costs.contains(&UNSOLVABLE) => Status::Unsolvable,
            _ => Status::Optimal,
        };
        Self {
            status,
            costs: costs.chunks(request.size().cols as usize).map(<[i64]>::to_vec).collect(),
            mean,
            max,
            stopped_by: stopped_by.filter(|_| open).map(Into::into),
            limits: request.limits().clone(),
            search,
        }
    }
}
