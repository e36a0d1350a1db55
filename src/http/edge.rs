//! What stands between the network and the handlers, as configured: who may call, and how.

use std::sync::atomic::{AtomicBool, Ordering};

use super::cors::Origin;
use super::gauges::Gauges;
use super::network::NetworkLimits;
use super::tokens::Tokens;

/// The edge of the service; as it is by default, anybody may call.
#[derive(Debug, Default)]
pub struct Edge {
    /// Without them, anybody may call.
    pub tokens: Option<Tokens>,
    /// What a peer may take.
    pub network: NetworkLimits,
    /// Web pages that may call from a browser.
    pub origins: Vec<Origin>,
    /// Whether answers name this program and its version.
    pub reveal_version: bool,
    /// What is counted and measured.
    pub(super) gauges: Gauges,
    /// Set when no request is let through any more.
    is_closed: AtomicBool,
}

impl Edge {
    /// An edge of these parts.
    #[must_use]
    pub fn new(
        tokens: Option<Tokens>,
        network: NetworkLimits,
        origins: Vec<Origin>,
        reveal_version: bool,
    ) -> Self {
        Self { tokens, network, origins, reveal_version, ..Self::default() }
    }

    /// The accepted tokens, if calling takes one.
    #[must_use]
    pub const fn tokens(&self) -> Option<&Tokens> {
        self.tokens.as_ref()
    }

    /// From now on [`is_closed`](Self::is_closed).
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Whether requests are refused because the server is about to end.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}
