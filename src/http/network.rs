//! What a peer may take: connections, bytes before the body, and time.
//!
//! A peer that is slow without need is cut off, never told so by a 408: browsers and proxies take that for an invitation
//! to send everything again.

use std::time::Duration;

/// Limits on connections; the defaults are those of `taquin serve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkLimits {
    /// Connections at a time. Further ones wait in the kernel's backlog until one ends; idle ones are then closed.
    pub connections: usize,
    /// Requests at a time on one HTTP/2 connection.
    pub streams: u32,
    /// From a connection, or a request's first byte, to the end of the request's headers.
    pub header: Duration,
    /// Within this time a body that is waited for brings 1 KiB, or its end.
    pub body: Duration,
    /// Within this time a peer takes some of what is sent to it.
    pub write: Duration,
    /// So long a connection may be without a request.
    pub idle: Duration,
    /// Bytes of a request's headers.
    pub header_bytes: usize,
    /// Bytes of a request's path and query.
    pub uri_bytes: usize,
}

impl Default for NetworkLimits {
    fn default() -> Self {
        Self {
            connections: 1024,
            streams: 100,
            header: Duration::from_secs(10),
            body: Duration::from_secs(10),
            write: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            header_bytes: 32 << 10,
            uri_bytes: 8 << 10,
        }
    }
}
