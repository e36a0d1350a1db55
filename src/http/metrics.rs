//! `GET /metrics`: how the service fares, for a monitoring system to scrape.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::app::App;

const OPENMETRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

/// Tell how the service fares, in the OpenMetrics format.
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "getMetrics",
    tag = "service",
    responses(
        (status = 200, description = "OpenMetrics 1.0", body = String, content_type = "application/openmetrics-text")
    )
)]
pub(super) async fn handle(State(app): State<Arc<App>>) -> Response {
    let text = app.edge().gauges.text(app.service().figures(), app.answers().bytes());
    ([(CONTENT_TYPE, OPENMETRICS)], text).into_response()
}
