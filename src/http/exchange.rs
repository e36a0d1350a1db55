//! One request and what became of it, from its arrival to the last byte of its answer.
//!
//! Each ends in exactly one line of the log and one count in the metrics, also when its caller hangs up first. Nothing of
//! a body, no token and no query gets there: the line names the route, not the path.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use tracing::info;
use uuid::Uuid;

use super::app::App;
use super::caller::Caller;
use super::front::REQUEST_ID;
use super::gauges::Route;
use super::problem_kind::ProblemKind;
use super::solved::Solved;
use super::trace::TraceId;
use crate::search::now;
use crate::service::Place;

/// What became of a request whose caller did not wait for the end of its answer.
const CLIENT_GONE: &str = "client_gone";
/// The longest id that is taken from a caller.
const LONGEST_ID: usize = 128;

/// A request under way; every handler finds it among the request's extensions.
#[derive(Debug)]
pub(super) struct Exchange {
    app: Arc<App>,
    arrived: Instant,
    request_id: HeaderValue,
    trace_id: TraceId,
    method: Method,
    route: Route,
    peer: IpAddr,
    caller: OnceLock<Caller>,
    /// Its place among those of its caller that are under way, until this is dropped.
    place: OnceLock<Place<Caller>>,
    /// The solve that answers it, if one does.
    solved: OnceLock<Solved>,
    bytes_in: AtomicU64,
    /// Lines of a batch that were read and have no reply yet.
    owed: AtomicU64,
}

/// How a request was answered.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) status: StatusCode,
    pub(super) problem: Option<ProblemKind>,
}

/// The caller's own id if it sent a sensible one (visible ASCII, not too long).
fn own_id(headers: &HeaderMap) -> Option<&HeaderValue> {
    headers
        .get(REQUEST_ID)
        .filter(|id| (1..=LONGEST_ID).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic))
}

fn new_id(id: Uuid) -> HeaderValue {
    let mut text = [0; uuid::fmt::Hyphenated::LENGTH];
    HeaderValue::from_str(id.hyphenated().encode_lower(&mut text)).expect("digits and dashes")
}

impl Exchange {
    /// A request arrives from `peer`, for a route with this template if for any. Its id is the caller's own, if it sent
    /// a sensible one.
    pub(super) fn begin<B>(
        app: Arc<App>,
        request: &Request<B>,
        template: Option<Arc<str>>,
        peer: IpAddr,
    ) -> Arc<Self> {
        let own_id = own_id(request.headers()).cloned();
        let fresh = own_id.is_none().then(Uuid::new_v4);
        let trace_id = TraceId::of(request.headers(), || fresh.unwrap_or_else(Uuid::new_v4));
        app.edge().gauges.begin_request();
        Arc::new(Self {
            app,
            arrived: now(),
            request_id: own_id.unwrap_or_else(|| new_id(fresh.unwrap_or_default())),
            trace_id,
            method: request.method().clone(),
            route: Route(template),
            peer,
            caller: OnceLock::new(),
            place: OnceLock::new(),
            solved: OnceLock::new(),
            bytes_in: AtomicU64::new(0),
            owed: AtomicU64::new(0),
        })
    }

    /// When the request arrived: its deadline counts from here.
    pub(super) const fn arrived(&self) -> Instant {
        self.arrived
    }

    pub(super) const fn id_header(&self) -> &HeaderValue {
        &self.request_id
    }

    /// Its id; as text that it is by how it was chosen.
    pub(super) fn request_id(&self) -> &str {
        self.request_id.to_str().unwrap_or_default()
    }

    /// The address of the other end of the connection.
    pub(super) const fn peer(&self) -> IpAddr {
        self.peer
    }

    pub(super) const fn method(&self) -> &Method {
        &self.method
    }

    /// It is known who asks.
    pub(super) fn asked_by(&self, caller: Caller) {
        self.caller.get_or_init(|| caller);
    }

    /// It has a place among those of its caller.
    pub(super) fn takes(&self, place: Place<Caller>) {
        self.place.get_or_init(|| place);
    }

    /// A solve has answered it.
    pub(super) fn answered_by(&self, solved: Solved) {
        self.solved.get_or_init(|| solved);
    }

    /// Bytes of the body arrived.
    pub(super) fn received(&self, bytes: u64) {
        self.bytes_in.fetch_add(bytes, Relaxed);
    }

    /// A reply is owed to the caller, until what this returns is dropped.
    pub(super) fn owe(self: &Arc<Self>) -> Owed {
        self.owed.fetch_add(1, Relaxed);
        Owed(Arc::clone(self))
    }

    /// Whether the caller may well be waiting for a reply before it sends more.
    pub(super) fn owes(&self) -> bool {
        self.owed.load(Relaxed) > 0
    }

    /// The request has ended; without an outcome its caller was gone before there was one.
    pub(super) fn end(&self, outcome: Option<&Outcome>, bytes_out: u64, is_complete: bool) {
        let total = self.arrived.elapsed();
        let problem = outcome.and_then(|outcome| outcome.problem);
        let solved = self.solved.get().filter(|_| outcome.is_some() && problem.is_none());
        let name = match (outcome, problem, solved) {
            (Some(_), Some(problem), _) if is_complete => problem.name(),
            (Some(_), None, Some(solved)) if is_complete => solved.status,
            (Some(_), None, None) if is_complete => "ok",
            _ => CLIENT_GONE,
        };
        info!(
            request_id = self.request_id(),
            trace_id = self.trace_id.as_str(),
            method = self.method.as_str(),
            route = self.route.name(),
            status = outcome.map(|outcome| outcome.status.as_u16()),
            outcome = name,
            queued_us = solved.map(|solved| micros(solved.queued)),
            solve_us = solved.map(|solved| micros(solved.elapsed)),
            total_us = micros(total),
            bytes_in = self.bytes_in.load(Relaxed),
            bytes_out,
            caller = self.caller.get().map(Caller::kind),
            "request"
        );
        let status = outcome.map(|outcome| outcome.status);
        self.app.edge().gauges.end_request(&self.route, &self.method, status, solved, total);
    }
}

/// A reply that a caller waits for.
#[derive(Debug)]
pub(super) struct Owed(Arc<Exchange>);

impl Drop for Owed {
    fn drop(&mut self) {
        self.0.owed.fetch_sub(1, Relaxed);
    }
}

const fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}
