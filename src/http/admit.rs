//! The door: a request that comes this far names its caller, and goes on only if that caller may.
//!
//! Where tokens are configured, every route asks for one, those that do not exist included, so that nothing can be
//! learnt by trying; open to all are only the probes and what explains the service.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::app::App;
use super::caller::Caller;
use super::problem::Problem;

/// Whether a path is open to callers without a token.
pub(super) fn is_open(path: &str) -> bool {
    matches!(path, "/" | "/livez" | "/readyz" | "/docs" | "/openapi.yaml" | "/openapi.json")
        || path.starts_with("/problems/")
}

/// Lets a request through to its handler, or answers in the handler's place.
pub(super) async fn admit(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    match caller(&app, &request) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

fn caller(app: &App, request: &Request) -> Result<Caller, Problem> {
    let peer = Caller::Peer(address(request));
    let Some(tokens) = app.edge().tokens() else { return Ok(peer) };
    let shown = bearer(request.headers());
    match shown.and_then(|token| tokens.recognise(token)) {
        Some(token) => Ok(Caller::Token(token)),
        None if is_open(request.uri().path()) => Ok(peer),
        None => Err(Problem::unauthorized(shown.is_some())),
    }
}

/// The peer's address. (A request that did not come over a socket, as in a test of the router, came from here.)
fn address(request: &Request) -> IpAddr {
    let ConnectInfo(address) = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .copied()
        .unwrap_or(ConnectInfo((Ipv4Addr::LOCALHOST, 0).into()));
    address.ip()
}

/// The token of the header `Authorization` (RFC 6750); none if there are several such headers.
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let mut all = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (all.next(), all.next()) else { return None };
    let (scheme, token) = value.as_bytes().split_at_checked("Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then(|| token.trim_ascii())
}
