//! The outermost layer: gives every request an id and an arrival time, and every problem its body.

use std::time::Instant;

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id that is taken from a caller.
const LONGEST_ID: usize = 128;

/// When the request arrived: its deadline counts from here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrived(pub(super) Instant);

/// The caller's own id if it sent a sensible one (visible ASCII, not too long), else a new one.
fn request_id(headers: &HeaderMap) -> String {
    headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(|id| (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()))
        .map_or_else(|| uuid::Uuid::new_v4().to_string(), str::to_owned)
}

/// Wraps everything else.
pub(super) async fn finish(mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(Arrived(tokio::time::Instant::now().into_std()));
    let id = request_id(request.headers());
    let mut response = next.run(request).await;
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response = problem.render(&id, response);
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// What a panic of a handler becomes. (The panic itself is in the log by then.)
pub(super) fn after_panic(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::internal().into_response()
}
