//! `POST /npuzzle/verify`: does this path solve that board?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use super::app::App;
use super::body::JsonBody;
use super::exchange::Exchange;
use super::problem::Problem;
use super::reply::JsonReply;
use crate::contract::{Effort, Verification};
use crate::npuzzle::{NpuzzleVerifySpec, VerifyRequest, verify};
use crate::service::Task;

/// On larger grids even a short path takes a while.
const MOST_CELLS_INLINE: usize = 10_000;

/// Replay a path on a board.
///
/// Shares no code with the searches. An illegal path is an answer, not a fault: wrong tiles, directions and
/// lengths are reported in `first_illegal`.
#[utoipa::path(
    post,
    path = "/npuzzle/verify",
    operation_id = "verifyNpuzzle",
    tag = "npuzzle",
    request_body(content = NpuzzleVerifySpec, example = json!({
        "spec": {"board": [[1, 2], [0, 3]]}, "path": {"tiles": [3], "directions": "L"}
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
