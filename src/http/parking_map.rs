//! `POST /parking/map`: from which cells of this lot does it cost how much to take a car out?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::app::App;
use super::body::JsonBody;
use super::exchange::Exchange;
use super::problem::Problem;
use super::question::{self, Question, ask};
use crate::contract::{Effort, Limits, LimitsUsed, SearchReport, Status, StoppedBy};
use crate::json::ReadError;
use crate::parking::{MapAnswer, MapRequest, ParkingMapSpec, map};
use crate::search::Budget;

/// Chart what a car costs from every cell.
///
/// One car, single moves: for every cell that is neither blocked nor empty, the cost of the cheapest plan that takes
/// a car out which stands there, with the same empties. Entries are proved or marked as not proved.
#[utoipa::path(
    post,
    path = "/parking/map",
    operation_id = "mapParking",
    tag = "parking",
    request_body(content = ParkingMapSpec, example = json!({"rows": 2, "cols": 3, "blocked": [[0, 1]]})),
    responses(
        (status = 200, description = "The costs, early ends included", body = MapAnswer, example = json!({
            "status": "optimal",
            "costs": [[-1, -2, 1], [-1, 1, -2]],
            "mean": 1.0, "max": 1,
            "limits": {"time_ms": 10000, "states": 1_000_000_000},
            "search": {"algorithm": "one_empty_graph", "expanded": 2,
                "generated": 2, "peak_states": 2, "elapsed_us": 11, "queued_us": 0}
        })),
        Problem,
    )
)]
pub(super) async fn handle(
    State(app): State<Arc<App>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    body: JsonBody,
) -> Result<Response, Problem> {
    ask::<MapRequest>(&app, &exchange, body).await
}

impl Question for MapRequest {
    const KIND: &'static str = "parking_map";
    type Answer = MapAnswer;

    fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        Self::read(text, limits)
    }

    fn limits(&self) -> &LimitsUsed {
        self.limits()
    }

    fn effort(&self, _: &App) -> Effort {
        Effort::Unknown
    }

    fn solve(&self, app: &App, budget: &Budget) -> MapAnswer {
        map(self, app.limits(), budget)
    }
}

impl question::Answer for MapAnswer {
    fn status(&self) -> Status {
        self.status
    }

    fn stopped_by(&self) -> Option<StoppedBy> {
        self.stopped_by
    }

    fn search(&mut self) -> &mut SearchReport {
        &mut self.search
    }
}
