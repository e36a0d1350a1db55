//! `POST /parking`: what is the cheapest plan that brings these cars to an exit?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::app::App;
use super::body::JsonBody;
use super::exchange::Exchange;
use super::problem::Problem;
use super::question::{self, Question, ask};
use super::reply::JsonReply;
use crate::contract::{Effort, Limits, LimitsUsed, SearchReport, Status, StoppedBy};
use crate::json::ReadError;
use crate::parking::{Answer, ParkingSpec, Request, effort, encode, solve};
use crate::search::Budget;

/// Plan a dense car park.
///
/// Every cell of the lot holds a car but a few empty ones. Whatever limit ends the search, the answer says what
/// was proved by then.
#[utoipa::path(
    post,
    path = "/parking",
    operation_id = "solveParking",
    tag = "parking",
    request_body(content = ParkingSpec, example = json!({"rows": 2, "cols": 2})),
    responses(
        (status = 200, description = "What was found out, unsolvable lots and early ends included",
            body = Answer, example = json!({
                "solvable": true, "status": "optimal", "cost": 5, "moves": 5, "lower_bound": 5,
                "path": [
                    {"step": 1, "from": [1, 0], "to": [1, 1]},
                    {"step": 2, "from": [0, 0], "to": [1, 0]},
                    {"step": 3, "from": [0, 1], "to": [0, 0]},
                    {"step": 4, "from": [1, 1], "to": [0, 1]},
                    {"step": 5, "from": [1, 0], "to": [1, 1]}
                ],
                "retrievals": [{"car": [0, 0], "exit": [1, 1], "after_move": 5}],
                "limits": {"time_ms": 10000, "states": 1_000_000_000},
                "search": {"algorithm": "closed_form", "expanded": 0,
                    "generated": 0, "peak_states": 0, "elapsed_us": 1, "queued_us": 0}
            })),
        Problem,
    )
)]
pub(super) async fn handle(
    State(app): State<Arc<App>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    body: JsonBody,
) -> Result<Response, Problem> {
    ask::<Request>(&app, &exchange, body).await
}

impl Question for Request {
    const KIND: &'static str = "parking";
    type Answer = Answer;

    fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        Self::read(text, limits)
    }

    fn limits(&self) -> &LimitsUsed {
        self.limits()
    }

    fn effort(&self, _: &App) -> Effort {
        effort(self)
    }

    fn solve(&self, app: &App, budget: &Budget) -> Answer {
        solve(self, app.limits(), budget)
    }
}

impl question::Answer for Answer {
    fn status(&self) -> Status {
        self.status
    }

    fn stopped_by(&self) -> Option<StoppedBy> {
        self.stopped_by
    }

    fn search(&mut self) -> &mut SearchReport {
        &mut self.search
    }

    fn encode(&self) -> JsonReply {
        JsonReply::from_json(encode(self))
    }
}
