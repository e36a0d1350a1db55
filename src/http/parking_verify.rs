//! `POST /parking/verify`: does this path bring the cars to an exit?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use super::app::App;
use super::body::JsonBody;
use super::exchange::Exchange;
use super::problem::Problem;
use super::reply::JsonReply;
use crate::contract::{Effort, Verification};
use crate::parking::{ParkingVerifySpec, VerifyRequest, verify};
use crate::service::Task;

/// On larger grids even a short path takes a while.
const MOST_CELLS_INLINE: usize = 10_000;

/// Replay a path on a lot.
///
/// Shares no code with the searches. An illegal path is an answer, not a fault: wrong cells and step
/// numbers are reported in `first_illegal`.
#[utoipa::path(
    post,
    path = "/parking/verify",
    operation_id = "verifyParking",
    tag = "parking",
    request_body(content = ParkingVerifySpec, example = json!({
        "spec": {"rows": 1, "cols": 2}, "path": [{"step": 1, "from": [0, 0], "to": [0, 1]}]
    })),
    responses(
        (status = 200, description = "What replaying the path showed", body = Verification,
            example = json!({"legal": true, "solved": true, "moves": 1, "cost": 1})),
        Problem,
    )
)]
pub(super) async fn handle(
    State(app): State<Arc<App>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    body: JsonBody,
) -> Result<JsonReply, Problem> {
    let (is_short, room) = (body.is_short(), body.room());
    let request = body.read(&app, VerifyRequest::read).await?;
    let is_small = is_short && request.cells() <= MOST_CELLS_INLINE;
    let replay = move || {
        let _room = room;
        JsonReply::of(&verify(&request))
    };
    if is_small {
        return Ok(replay());
    }
    let task = Task { arrived: exchange.arrived(), limits: app.limits().used(None), effort: Effort::Unknown };
    Ok(app.service().solve(&task, move |_, _| replay()).await?)
}
