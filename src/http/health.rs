//! `GET /livez` and `GET /readyz`: probes. They answer on the runtime, however busy the solves are.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::app::App;
use super::problem::{Problem, ProblemBody};
use super::reply::JsonReply;

/// What a probe reports.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct Health {
    /// `live` or `ready`.
    status: String,
}

/// Is the process alive?
#[utoipa::path(
    get,
    path = "/livez",
    operation_id = "getLivez",
    tag = "service",
    responses((status = 200, description = "Alive", body = Health, example = json!({"status": "live"})))
)]
pub(super) async fn live() -> JsonReply {
    JsonReply::of(&Health { status: "live".to_owned() })
}

/// Does it take new work?
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "getReadyz",
    tag = "service",
    responses(
        (status = 200, description = "Ready", body = Health, example = json!({"status": "ready"})),
        (status = 503, description = "About to stop", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn ready(State(app): State<Arc<App>>) -> Result<JsonReply, Problem> {
    if app.service().is_draining() {
        return Err(Problem::draining());
    }
    Ok(JsonReply::of(&Health { status: "ready".to_owned() }))
}
