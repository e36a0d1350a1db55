//! `POST /parking`: what is the cheapest plan that brings these cars to an exit?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use super::app::App;
use super::body::JsonBody;
use super::finish::Arrived;
use super::problem::Problem;
use super::reply::JsonReply;
use super::solved::Solved;
use crate::parking::{Answer, ParkingSpec, Request, solve};

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
    Extension(Arrived(arrived)): Extension<Arrived>,
    body: JsonBody,
) -> Result<(Extension<Solved>, JsonReply), Problem> {
    let request = body.read(&app, Request::read).await?;
    let limits = Arc::clone(app.limits());
    let used = request.limits().clone();
    let solving = app.service().solve(arrived, &used, move |budget, queued| {
        let mut answer = solve(&request, &limits, budget);
        answer.search.queued_us = queued.as_micros() as u64;
        let solved = Solved::of("parking", answer.status, &answer.search);
        (Extension(solved), JsonReply::of(&answer))
    });
    Ok(solving.await?)
}
