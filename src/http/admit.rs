//! The door: a request that comes this far names its caller, and goes on only if that caller may.
//!
//! Where tokens are configured, every route asks for one, those that do not exist included, so that nothing can be
//! learnt by trying; open to all are only the probes and what explains the service. A request that is larger than it may
//! be before its body, or comes when the server is about to end, is turned away here too.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HeaderName, HeaderValue};

use super::app::App;
use super::caller::Caller;
use super::exchange::Exchange;
use super::problem::Problem;

/// Whether a path is open to callers without a token.
pub(super) fn is_open(path: &str) -> bool {
    matches!(path, "/" | "/livez" | "/readyz" | "/docs" | "/openapi.yaml" | "/openapi.json")
        || path.starts_with("/problems/")
}

/// Whether a request takes one of its caller's places: all do but those that watch and explain.
fn is_counted(path: &str) -> bool {
    !is_open(path) && !matches!(path, "/metrics" | "/limits")
}

/// Lets a request through to its handler, or says what is to be answered in the handler's place.
pub(super) fn admit(app: &App, request: &Request) -> Result<(), Problem> {
    let Some(exchange) = request.extensions().get::<Arc<Exchange>>() else { return Err(Problem::internal()) };
    is_small_enough(app, request)?;
    let caller = caller(app, request, exchange.peer())?;
    let path = request.uri().path();
    if app.edge().is_closed() && !matches!(path, "/livez" | "/readyz") {
        return Err(Problem::draining());
    }
    exchange.asked_by(caller);
    if is_counted(path) {
        let place = app.callers().enter(caller);
        exchange.takes(place.ok_or_else(|| Problem::too_many_in_flight(app.limits().in_flight))?);
    }
    Ok(())
}

fn is_small_enough(app: &App, request: &Request) -> Result<(), Problem> {
    let limits = app.edge().network;
    let uri_bytes = request.uri().path_and_query().map_or(0, |uri| uri.as_str().len());
    if uri_bytes > limits.uri_bytes {
        return Err(Problem::uri_too_long(limits.uri_bytes as u64, uri_bytes as u64));
    }
    // As they are written, with a colon, a space and the end of the line.
    let header = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + 4;
    let header_bytes = request.headers().iter().map(header).sum::<usize>();
    if header_bytes > limits.header_bytes {
        return Err(Problem::headers_too_large(limits.header_bytes as u64, header_bytes as u64));
    }
    Ok(())
}

fn caller(app: &App, request: &Request, peer: IpAddr) -> Result<Caller, Problem> {
    let peer = Caller::Peer(one(peer));
    let Some(tokens) = app.edge().tokens() else { return Ok(peer) };
    let shown = bearer(request.headers());
    match shown.and_then(|token| tokens.recognise(token)) {
        Some(token) => Ok(Caller::Token(token)),
        None if is_open(request.uri().path()) => Ok(peer),
        None => Err(Problem::unauthorized(shown.is_some())),
    }
}

/// Of an IPv6 address, the half that names the network: a single caller often has all of the other half.
const NETWORK_OF_ONE: u128 = !0 << 64;

/// The peer's address, or its network where that is one caller's (IPv6); an IPv4 peer of an IPv6 socket has the address it
/// has elsewhere.
fn one(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & NETWORK_OF_ONE)),
        address => address,
    }
}

/// The token of the header `Authorization` (RFC 6750); none if there are several such headers.
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let mut all = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (all.next(), all.next()) else { return None };
    let (scheme, token) = value.as_bytes().split_at_checked("Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then(|| token.trim_ascii())
}
