//! What a connection is doing: answering, sending headers, or nothing; and since when.
//!
//! Its socket and its requests note it here; the connection looks at it now and then. So no request pays for a timer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use axum::http::Version;
use tokio::time::Instant;

use crate::http::network::NetworkLimits;

/// A client that sends one request after another may take so long in between.
const BETWEEN_REQUESTS: Duration = Duration::from_secs(1);
/// No headers have begun.
const NONE: u64 = u64::MAX;

/// Shared by a connection, its socket and its requests.
#[derive(Debug)]
pub(super) struct Pulse {
    born: Instant,
    /// Requests whose answers are not handed over yet.
    requests: AtomicUsize,
    /// Whether a request has come; the first must come soon.
    has_served: AtomicBool,
    /// Requests come in frames: what is read between them need not be headers.
    is_http2: AtomicBool,
    /// Milliseconds after birth when headers began that are not complete yet.
    headers_ms: AtomicU64,
    /// Milliseconds after birth when the last request ended, or something was sent after it.
    quiet_ms: AtomicU64,
}

/// What a connection has spent too long on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overdue {
    /// Headers without an end.
    Headers,
    /// Nothing.
    Idle,
}

impl Pulse {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            born: Instant::now(),
            requests: AtomicUsize::new(0),
            has_served: AtomicBool::new(false),
            is_http2: AtomicBool::new(false),
            headers_ms: AtomicU64::new(NONE),
            quiet_ms: AtomicU64::new(0),
        })
    }

    fn now_ms(&self) -> u64 {
        self.born.elapsed().as_millis() as u64
    }

    /// A request's headers are complete.
    pub(super) fn begin(self: &Arc<Self>, version: Version) -> Beat {
        if version == Version::HTTP_2 {
            self.is_http2.store(true, Relaxed);
        }
        self.requests.fetch_add(1, Relaxed);
        self.has_served.store(true, Relaxed);
        self.headers_ms.store(NONE, Relaxed);
        Beat(Arc::clone(self))
    }

    /// Something was read.
    pub(super) fn read(&self) {
        if self.requests.load(Relaxed) == 0 && self.headers_ms.load(Relaxed) == NONE {
            self.headers_ms.store(self.now_ms(), Relaxed);
        }
    }

    /// Something was sent.
    pub(super) fn sent(&self) {
        // HTTP/2 pings its peer now and then; that is not activity.
        if self.requests.load(Relaxed) == 0 && !self.is_http2() {
            self.quiet_ms.store(self.now_ms(), Relaxed);
        }
    }

    pub(super) fn is_http2(&self) -> bool {
        self.is_http2.load(Relaxed)
    }

    pub(super) fn is_answering(&self) -> bool {
        self.requests.load(Relaxed) > 0
    }

    /// Whether some of a request's headers are there, but not all.
    pub(super) fn has_begun_headers(&self) -> bool {
        !self.is_answering() && !self.is_http2() && self.headers_ms.load(Relaxed) != NONE
    }

    /// Whether headers have begun, or the first are waited for.
    pub(super) fn awaits_headers(&self) -> bool {
        let are_first = !self.is_answering() && !self.has_served.load(Relaxed);
        self.has_begun_headers() || are_first
    }

    /// Whether it has served, and for a while nobody has wanted anything of it.
    pub(super) fn is_idle(&self) -> bool {
        !self.is_answering()
            && !self.awaits_headers()
            && self.is_past(self.quiet_ms.load(Relaxed), BETWEEN_REQUESTS)
    }

    fn is_past(&self, since_ms: u64, limit: Duration) -> bool {
        Duration::from_millis(self.now_ms().saturating_sub(since_ms)) >= limit
    }

    /// What it has spent too long on, if anything.
    pub(super) fn overdue(&self, limits: &NetworkLimits) -> Option<Overdue> {
        if self.is_answering() {
            return None;
        }
        let (since, limit, overdue) = if self.awaits_headers() {
            let first = !self.has_served.load(Relaxed);
            (if first { 0 } else { self.headers_ms.load(Relaxed) }, limits.header, Overdue::Headers)
        } else {
            (self.quiet_ms.load(Relaxed), limits.idle, Overdue::Idle)
        };
        self.is_past(since, limit).then_some(overdue)
    }
}

/// A request under way, for as long as this lives.
#[derive(Debug)]
pub(super) struct Beat(Arc<Pulse>);

impl Drop for Beat {
    fn drop(&mut self) {
        self.0.quiet_ms.store(self.0.now_ms(), Relaxed);
        self.0.requests.fetch_sub(1, Relaxed);
    }
}
