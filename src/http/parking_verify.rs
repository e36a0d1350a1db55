//! `POST /parking/verify`: does this path bring the cars to an exit?

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
use crate::parking::{ParkingVerifySpec, VerifyRequest, verify};

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
    replay(&app, exchange.arrived(), body, VerifyRequest::read, VerifyRequest::cells, verify).await
}
