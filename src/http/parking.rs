//! `POST /parking`: what is the cheapest plan that brings this car to the exit?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use super::app::App;
use super::body::JsonBody;
use super::finish::Arrived;
use super::problem::Problem;
use super::reply::JsonReply;
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
                "solvable": true, "status": "optimal", "cost": 5, "moves": 5, "lower_bound": 5
            })),
        Problem,
    )
)]
pub(super) async fn handle(
    State(app): State<Arc<App>>,
    Extension(Arrived(arrived)): Extension<Arrived>,
    body: JsonBody,
) -> Result<JsonReply, Problem> {
    let request = body.read(&app, Request::read).await?;
    let limits = Arc::clone(app.limits());
    let used = request.limits().clone();
    let solving = app.service().solve(arrived, &used, move |budget, queued| {
        let mut answer = solve(&request, &limits, budget);
        answer.search.queued_us = queued.as_micros() as u64;
        JsonReply::of(&answer)
    });
    Ok(solving.await?)
}
