//! `POST /npuzzle/verify`: does this path solve that board?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use super::app::App;
use super::body::JsonBody;
use super::exchange::Exchange;
use super::problem::Problem;
use super::replay::replay;
use super::reply::JsonReply;
use crate::contract::Verification;
use crate::npuzzle::{NpuzzleVerifySpec, VerifyRequest, verify};

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
    replay(&app, exchange.arrived(), body, VerifyRequest::read, VerifyRequest::cells, verify).await
}
