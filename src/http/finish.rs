//! The outermost layer: gives every request an id and an arrival time, and every problem its body.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, HeaderName, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer_body::Unanswered;
use super::app::App;
use super::exchange::{Exchange, Outcome};
use super::pieces::in_pieces;
use super::problem::Problem;
use super::protect::protect;
use super::request_body::Watched;
use super::solved::Solved;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id that is taken from a caller.
const LONGEST_ID: usize = 128;

/// When the request arrived: its deadline counts from here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrived(pub(super) Instant);

/// The caller's own id if it sent a sensible one (visible ASCII, not too long).
fn own_id(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(|id| (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()))
}

/// Wraps everything else.
pub(super) async fn finish(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let exchange = Exchange::begin(Arc::clone(&app), &request, own_id(request.headers()));
    let unanswered = Unanswered::new(Arc::clone(&exchange));
    let version = request.version();
    let patience = app.edge().network.body;
    let mut request = request.map(|body| Watched::over(body, &exchange, patience));
    request.extensions_mut().insert(Arrived(exchange.arrived().into_std()));
    request.extensions_mut().insert(Arc::clone(&exchange));
    let mut response = next.run(request).await;
    let solved = response.extensions_mut().remove::<Solved>();
    let problem = response.extensions_mut().remove::<Problem>();
    let name = match (&problem, &solved) {
        (Some(problem), _) => problem.kind().name(),
        (None, Some(solved)) => solved.status,
        (None, None) => "ok",
    };
    let mut is_last = app.service().is_draining();
    if let Some(problem) = problem {
        is_last |= problem.kind().ends_the_connection();
        response = problem.render(exchange.request_id(), response);
        if problem.kind().is_for_now() {
            response.headers_mut().insert(RETRY_AFTER, app.service().retry_after_s().into());
        }
    }
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(exchange.request_id()) {
        headers.insert(REQUEST_ID, id);
    }
    protect(headers, app.edge().reveal_version);
    if is_last && version < Version::HTTP_2 {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    let outcome = Outcome { status: response.status(), name, solved };
    response.map(|body| unanswered.answered(outcome, in_pieces(body, version)))
}

/// What a panic of a handler becomes. (The panic itself is in the log by then.)
pub(super) fn after_panic(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::internal().into_response()
}
