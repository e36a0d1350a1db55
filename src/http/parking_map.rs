//! `POST /parking/map`: from which cells of this lot does it cost how much to take a car out?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use super::app::App;
use super::body::JsonBody;
use super::finish::Arrived;
use super::problem::Problem;
use super::reply::JsonReply;
use super::solved::Solved;
use crate::parking::{MapAnswer, MapRequest, ParkingMapSpec, map};

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
    Extension(Arrived(arrived)): Extension<Arrived>,
    body: JsonBody,
) -> Result<(Extension<Solved>, JsonReply), Problem> {
    let request = body.read(&app, MapRequest::read).await?;
    let limits = Arc::clone(app.limits());
    let used = request.limits().clone();
    let solving = app.service().solve(arrived, &used, move |budget, queued| {
        let mut answer = map(&request, &limits, budget);
        answer.search.queued_us = queued.as_micros() as u64;
        let solved = Solved::of("parking_map", answer.status, &answer.search);
        (Extension(solved), JsonReply::of(&answer))
    });
    Ok(solving.await?)
}
