//! One request and what became of it, from its arrival to the last byte of its answer.
//!
//! Each ends in exactly one line of the log and one count in the metrics, also when its caller hangs up first. Nothing of
//! a body, no token and no query gets there: the line names the route, not the path.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use tokio::time::Instant;
use tracing::info;
use uuid::Uuid;

use super::app::App;
use super::caller::Caller;
use super::gauges::Route;
use super::solved::Solved;
use super::trace::TraceId;
use crate::service::Place;

/// What became of a request whose caller did not wait for the end of its answer.
const CLIENT_GONE: &str = "client_gone";

/// A request under way.
#[derive(Debug)]
pub(super) struct Exchange {
    app: Arc<App>,
    arrived: Instant,
    request_id: String,
    trace_id: TraceId,
    method: Method,
    route: Route,
    caller: OnceLock<Caller>,
    /// Its place among those of its caller that are under way, until this is dropped.
    place: OnceLock<Place<Caller>>,
    bytes_in: AtomicU64,
    /// Lines of a batch that were read and have no reply yet.
    owed: AtomicU64,
}

/// How a request was answered.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) status: StatusCode,
    /// The solve's status, the problem's name, or `ok`.
    pub(super) name: &'static str,
    pub(super) solved: Option<Solved>,
}

impl Exchange {
    /// A request arrives. The id is the caller's own, if it sent a sensible one.
    pub(super) fn begin(app: Arc<App>, request: &Request, own_id: Option<&str>) -> Arc<Self> {
        let fresh = own_id.is_none().then(Uuid::new_v4);
        let trace_id = TraceId::of(request.headers(), || fresh.unwrap_or_else(Uuid::new_v4));
        let made = || fresh.unwrap_or_default().to_string();
        app.edge().gauges.begin_request();
        Arc::new(Self {
            app,
            arrived: Instant::now(),
            request_id: own_id.map_or_else(made, str::to_owned),
            trace_id,
            method: request.method().clone(),
            route: Route(request.extensions().get::<MatchedPath>().cloned()),
            caller: OnceLock::new(),
            place: OnceLock::new(),
            bytes_in: AtomicU64::new(0),
            owed: AtomicU64::new(0),
        })
    }

    /// When the request arrived.
    pub(super) const fn arrived(&self) -> Instant {
        self.arrived
    }

    pub(super) fn request_id(&self) -> &str {
        &self.request_id
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
        let solved = outcome.and_then(|outcome| outcome.solved.as_ref());
        let name = outcome.filter(|_| is_complete).map_or(CLIENT_GONE, |outcome| outcome.name);
        info!(
            request_id = self.request_id,
            trace_id = %self.trace_id,
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
