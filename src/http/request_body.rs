//! The body of a request on its way in: counted, and given up when it trickles.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use super::exchange::Exchange;

/// So much has to arrive before a body's time begins anew.
const PROGRESS: u64 = 1 << 10;

/// The peer sends the body, but so slowly that it is not waited for.
#[derive(Debug, thiserror::Error)]
#[error("less than {PROGRESS} bytes of the body arrived within {} ms", .0.as_millis())]
pub(super) struct TooSlow(Duration);

impl TooSlow {
    /// The cause of a failure to read a body, if it is this one.
    pub(super) fn of<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a Self> {
        std::iter::successors(Some(error), |error| error.source()).find_map(|error| error.downcast_ref())
    }
}

/// A body as a connection brings it.
pub(super) trait RequestBody:
    Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static
{
}

impl<B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static> RequestBody for B {}

/// A body that is watched while somebody waits for it.
pub(super) struct Watched<B> {
    body: B,
    exchange: Arc<Exchange>,
    patience: Duration,
    /// Runs from when the body was first waited for; made then, so that a body that is there already costs no timer.
    timer: Option<Pin<Box<Sleep>>>,
    is_running: bool,
    /// Bytes since the timer was started.
    progress: u64,
}

impl<B: RequestBody> Watched<B> {
    /// Watches a body, unless there is none.
    pub(super) fn over(body: B, exchange: &Arc<Exchange>, patience: Duration) -> axum::body::Body {
        if body.is_end_stream() {
            return axum::body::Body::empty();
        }
        let exchange = Arc::clone(exchange);
        axum::body::Body::new(Self { body, exchange, patience, timer: None, is_running: false, progress: 0 })
    }

    /// Whether the time for a body that is waited for is over.
    fn is_over(&mut self, cx: &mut Context<'_>) -> bool {
        let patience = self.patience;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(patience)));
        if !self.is_running {
            self.is_running = true;
            self.progress = 0;
            timer.as_mut().reset(Instant::now() + patience);
        }
        if timer.as_mut().poll(cx).is_pending() {
            return false;
        }
        if !self.exchange.owes() {
            return true;
        }
        // It is we who are slow.
        timer.as_mut().reset(Instant::now() + patience);
        timer.as_mut().poll(cx).is_ready()
    }

    fn arrived(&mut self, bytes: u64) {
        self.exchange.received(bytes);
        self.progress += bytes;
        // A timer that ran out while nobody waited for the body says nothing about the peer.
        if self.progress >= PROGRESS || self.timer.as_ref().is_some_and(|timer| timer.is_elapsed()) {
            self.is_running = false;
        }
    }
}

impl<B: RequestBody> Body for Watched<B> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(frame) => {
                if let Some(Ok(frame)) = &frame {
                    self.arrived(frame.data_ref().map_or(0, |data| data.len() as u64));
                }
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending if self.is_over(cx) => Poll::Ready(Some(Err(TooSlow(self.patience).into()))),
            Poll::Pending => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
