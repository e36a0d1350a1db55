//! One connection from its first byte to its last, HTTP/1.1 or HTTP/2 as the peer speaks.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::debug;

use super::delivery::Delivery;
use super::lingering::Lingering;
use super::pulse::{Overdue, Pulse};
use super::socket::Socket;
use super::streams::Streams;
use crate::http::front::Front;
use crate::http::network::NetworkLimits;

/// When the server stops, a connection without a request still takes one that is on its way for so long.
const LINGER: Duration = Duration::from_millis(250);
/// HTTP/2 peers that are waited for are asked this often whether they are still there.
const PING_EVERY: Duration = Duration::from_secs(20);
/// A connection looks this many times at what it is doing before that can be too long.
const LOOKS: u32 = 8;
/// The least that the HTTP implementation takes for its buffer.
const LEAST_BUFFER: usize = 8 << 10;

/// What all connections share.
#[derive(Debug)]
pub(super) struct Common {
    builder: auto::Builder<Streams>,
    front: Arc<Front>,
    limits: NetworkLimits,
    /// The server stops: end as soon as what was asked is answered.
    pub(super) stop: CancellationToken,
    /// Room is wanted: one that is idle shall end.
    pub(super) make_room: Notify,
}

impl Common {
    pub(super) fn new(front: Front, limits: NetworkLimits) -> Self {
        // Requests are refused by our own, explained limit; this one is behind it.
        let header_bytes = limits.header_bytes.saturating_mul(2).max(LEAST_BUFFER);
        let mut builder = auto::Builder::new(Streams { patience: limits.write });
        builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(header_bytes);
        builder
            .http2()
            .timer(TokioTimer::new())
            .max_header_list_size(u32::try_from(header_bytes).unwrap_or(u32::MAX))
            .max_concurrent_streams(limits.streams)
            .keep_alive_interval(PING_EVERY)
            .keep_alive_timeout(limits.write);
        Self {
            builder,
            front: Arc::new(front),
            limits,
            stop: CancellationToken::new(),
            make_room: Notify::new(),
        }
    }

    /// Serves a connection until it ends, by itself or because it may not last any longer.
    pub(super) async fn serve(&self, stream: TcpStream, peer: SocketAddr) {
        let pulse = Pulse::new();
        let socket = Socket::new(stream, Arc::clone(&pulse), self.limits.write);
        let service = service_fn(|request: axum::http::Request<Incoming>| {
            let beat = pulse.begin(request.version());
            let (front, peer) = (Arc::clone(&self.front), peer.ip());
            async move {
                let delivery = Delivery::begin(beat);
                Ok::<_, Infallible>(front.answer(Lingering::of(request), peer, delivery).await)
            }
        });
        let mut connection = pin!(self.builder.serve_connection(TokioIo::new(socket), service));
        let mut look =
            interval((self.limits.header.min(self.limits.idle) / LOOKS).max(Duration::from_millis(1)));
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut was_asked_to_end = false;
        loop {
            tokio::select! {
                biased;
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        debug!(%peer, error, "a connection broke off");
                    }
                    return;
                }
                () = self.stop.cancelled() => break,
                () = self.make_room.notified() => {
                    if pulse.is_idle() {
                        connection.as_mut().graceful_shutdown();
                        was_asked_to_end = true;
                    }
                }
                _ = look.tick() => match pulse.overdue(&self.limits) {
                    None => {}
                    Some(Overdue::Idle) if !was_asked_to_end => {
                        connection.as_mut().graceful_shutdown();
                        was_asked_to_end = true;
                    }
                    Some(overdue) => {
                        debug!(%peer, ?overdue, "cut off");
                        return;
                    }
                },
            }
        }
        if !pulse.is_answering() && !pulse.is_http2() {
            tokio::select! {
                _ = connection.as_mut() => return,
                () = sleep(LINGER) => {}
            }
        }
        if pulse.has_begun_headers() {
            // They belong to a request that was made in time; the answer to it ends the connection.
            let _ = timeout(self.limits.header, connection).await;
            return;
        }
        if pulse.awaits_headers() {
            return;
        }
        connection.as_mut().graceful_shutdown();
        // It ends with its last answer, or with the time that the server leaves it.
        let _ = connection.await;
    }
}
