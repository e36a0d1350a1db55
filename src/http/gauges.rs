//! What is counted and measured about requests and solves: the metrics behind `GET /metrics`.
//!
//! Labels take few values: routes by their template, methods that HTTP knows, and words of the contract. Nothing that a
//! caller makes up becomes a label.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use super::handles::Handles;
use super::solved::Solved;
use crate::service::{Figures, Origin};

/// What the log and the metrics call the route of a path that has none.
const NO_ROUTE: &str = "none";
/// The status of a request whose caller left before there was one, as proxies have it.
const CLIENT_GONE: u16 = 499;

/// Seconds: answers from tables take microseconds, searches up to a minute.
const BUCKETS: [f64; 15] =
    [1e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 60.0];

type Timer<L> = Family<L, Histogram, fn() -> Histogram>;

/// The template of a request's route, if it has one.
#[derive(Clone, Debug)]
pub(super) struct Route(pub(super) Option<Arc<str>>);

impl Route {
    /// The template, or what stands for none.
    pub(super) fn name(&self) -> &str {
        self.0.as_deref().unwrap_or(NO_ROUTE)
    }
}

impl PartialEq for Route {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Route {}

impl Hash for Route {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl EncodeLabelValue for Route {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        self.name().encode(encoder)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfRequest {
    route: Route,
    method: &'static str,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfSolve {
    puzzle: &'static str,
    algorithm: Cow<'static, str>,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfQueue {
    puzzle: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfSearch {
    puzzle: &'static str,
    algorithm: Cow<'static, str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfLookup {
    puzzle: &'static str,
    result: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfBuild {
    version: &'static str,
}

/// What is noted of a solve.
#[derive(Debug)]
struct OneSolve {
    duration: Histogram,
    queued: Histogram,
    expanded: Counter,
}

/// All metrics of a server.
#[derive(Debug)]
pub(super) struct Gauges {
    registry: Registry,
    /// Those of requests and solves that came before: looked up once each, not in every family that they belong to.
    of_requests: Handles<OfRequest, Histogram>,
    of_solves: Handles<OfSolve, OneSolve>,
    requests: Timer<OfRequest>,
    in_flight: Gauge,
    connections: Gauge,
    solves: Timer<OfSolve>,
    queued: Timer<OfQueue>,
    expanded: Family<OfSearch, Counter>,
    lookups: Family<OfLookup, Counter>,
    waiting: Gauge,
    paused: Gauge,
    running: Gauge,
    cores: Gauge,
    resident: Gauge,
    memory: Gauge,
    transit: Gauge,
    kept: Gauge,
}

impl Default for Gauges {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("taquin");
        let timer = || Histogram::new(BUCKETS);
        let all = Self {
            registry: Registry::default(),
            of_requests: Handles::default(),
            of_solves: Handles::default(),
            requests: Family::new_with_constructor(timer),
            in_flight: Gauge::default(),
            connections: Gauge::default(),
            solves: Family::new_with_constructor(timer),
            queued: Family::new_with_constructor(timer),
            expanded: Family::default(),
            lookups: Family::default(),
            waiting: Gauge::default(),
            paused: Gauge::default(),
            running: Gauge::default(),
            cores: Gauge::default(),
            resident: Gauge::default(),
            memory: Gauge::default(),
            transit: Gauge::default(),
            kept: Gauge::default(),
        };
        let (seconds, bytes) = (Unit::Seconds, Unit::Bytes);
        let r = &mut registry;
        r.register_with_unit(
            "http_request_duration",
            "From a request's headers to the last byte of its answer",
            seconds.clone(),
            all.requests.clone(),
        );
        r.register("http_requests_in_flight", "Requests that are being answered", all.in_flight.clone());
        r.register("http_connections", "Open connections", all.connections.clone());
        r.register_with_unit("solve_duration", "Time spent on solving", seconds.clone(), all.solves.clone());
        r.register_with_unit(
            "solve_queue_duration",
            "Time that solves waited for a core",
            seconds,
            all.queued.clone(),
        );
        r.register("solve_expanded_states", "States whose moves were tried", all.expanded.clone());
        r.register(
            "cache_lookups",
            "Requests looked up among the answers that are kept",
            all.lookups.clone(),
        );
        r.register("solves_waiting", "Solves that wait to begin", all.waiting.clone());
        r.register("solves_paused", "Solves that wait for their turn to be long", all.paused.clone());
        r.register("solves_running", "Cores that solves use", all.running.clone());
        r.register("solves_running_limit", "Cores that solves may use", all.cores.clone());
        r.register_with_unit(
            "memory_resident",
            "Memory of this process in RAM",
            bytes.clone(),
            all.resident.clone(),
        );
        r.register_with_unit("memory_limit", "Memory for everything", bytes.clone(), all.memory.clone());
        r.register_with_unit(
            "memory_transit",
            "Memory set aside for requests and answers on their way",
            bytes.clone(),
            all.transit.clone(),
        );
        r.register_with_unit("memory_cache", "Memory of answers that are kept", bytes, all.kept.clone());
        let build = Info::new(OfBuild { version: env!("CARGO_PKG_VERSION") });
        r.register("build", "This program", build);
        Self { registry, ..all }
    }
}

impl Gauges {
    /// A request has come.
    pub(super) fn begin_request(&self) {
        self.in_flight.inc();
    }

    /// A request has ended; without a status its caller was gone before there was one.
    pub(super) fn end_request(
        &self,
        route: &Route,
        method: &Method,
        status: Option<StatusCode>,
        solved: Option<&Solved>,
        total: Duration,
    ) {
        self.in_flight.dec();
        let labels = OfRequest {
            route: route.clone(),
            method: known(method),
            status: status.map_or(CLIENT_GONE, |status| status.as_u16()),
        };
        let duration = |labels: &OfRequest| self.requests.get_or_create_owned(labels);
        self.of_requests.with(&labels, duration, |duration| duration.observe(total.as_secs_f64()));
        if let Some(solved) = solved {
            self.end_solve(solved);
        }
    }

    /// A solve has ended.
    pub(super) fn end_solve(&self, solved: &Solved) {
        let Solved { puzzle, algorithm, status, expanded, queued, elapsed, origin } = solved;
        let result = match origin {
            Origin::Bypass => None,
            Origin::Kept => Some("hit"),
            Origin::Shared => Some("shared"),
            Origin::Solved { .. } => Some("miss"),
        };
        if let Some(result) = result {
            self.lookups.get_or_create(&OfLookup { puzzle, result }).inc();
        }
        if matches!(origin, Origin::Kept | Origin::Shared) {
            return;
        }
        let find = |labels: &OfSolve| {
            let OfSolve { puzzle, algorithm, .. } = labels;
            OneSolve {
                duration: self.solves.get_or_create_owned(labels),
                queued: self.queued.get_or_create_owned(&OfQueue { puzzle }),
                expanded: self
                    .expanded
                    .get_or_create_owned(&OfSearch { puzzle, algorithm: algorithm.clone() }),
            }
        };
        let labels = OfSolve { puzzle, algorithm: algorithm.clone(), status };
        self.of_solves.with(&labels, find, |all| {
            all.duration.observe(elapsed.as_secs_f64());
            all.queued.observe(queued.as_secs_f64());
            all.expanded.inc_by(*expanded);
        });
    }

    /// A connection is open, for as long as what this returns lives.
    pub(super) fn connection(&self) -> OpenConnection {
        self.connections.inc();
        OpenConnection(self.connections.clone())
    }

    /// All of it, in the OpenMetrics text format; `kept_bytes` is what the answers take that are kept.
    pub(super) fn text(&self, figures: Figures, kept_bytes: u64) -> String {
        let of = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        self.waiting.set(of(figures.waiting));
        self.running.set(of(figures.running));
        self.cores.set(of(figures.cores));
        self.memory.set(of(figures.memory_bytes));
        self.paused.set(of(figures.paused));
        self.resident.set(of(figures.resident_bytes));
        self.transit.set(of(figures.transit_bytes));
        self.kept.set(of(kept_bytes));
        let mut text = String::new();
        text::encode(&mut text, &self.registry).expect("a string takes everything");
        text
    }
}

/// Counts a connection while it lives.
#[derive(Debug)]
pub(super) struct OpenConnection(Gauge);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// The method, if HTTP knows it.
fn known(method: &Method) -> &'static str {
    let all = [
        Method::GET,
        Method::POST,
        Method::HEAD,
        Method::OPTIONS,
        Method::DELETE,
        Method::PUT,
        Method::PATCH,
    ];
    let names = ["GET", "POST", "HEAD", "OPTIONS", "DELETE", "PUT", "PATCH"];
    all.iter().position(|known| known == method).map_or("other", |place| names[place])
}
