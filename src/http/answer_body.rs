//! The body of an answer on its way out: counted; its end is the end of the request.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::Method;
use bytes::Bytes;
use hyper::body::{Body as _, Frame, SizeHint};

use super::exchange::{Exchange, Outcome};

/// A request that is not answered yet. If this is dropped, as it is with its handler when the caller hangs up, it never will be.
pub(super) struct Unanswered(Option<Arc<Exchange>>);

impl Unanswered {
    pub(super) const fn new(exchange: Arc<Exchange>) -> Self {
        Self(Some(exchange))
    }

    /// The body of the answer, which from now on stands for the request.
    pub(super) fn answered<C: Carrier>(mut self, outcome: Outcome, body: Body, carrier: C) -> AnswerBody<C> {
        let exchange = self.0.take().expect("an answer is given once");
        AnswerBody { body, sent: 0, exchange, outcome, carrier }
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        if let Some(exchange) = self.0.take() {
            exchange.end(None, 0, false);
        }
    }
}

/// What carries an answer to its caller: kept with its body, and dropped when the connection has taken all of that.
pub(super) trait Carrier: Unpin {
    /// The body was asked for more, and had something to hand over or nothing yet.
    fn was_asked(&self, handed_over: bool);
}

/// The body of an answer; the end of the request with it.
pub(super) struct AnswerBody<C> {
    body: Body,
    sent: u64,
    exchange: Arc<Exchange>,
    outcome: Outcome,
    carrier: C,
}

impl<C: Carrier> hyper::body::Body for AnswerBody<C> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        self.carrier.was_asked(frame.is_ready());
        match &frame {
            Poll::Ready(Some(Ok(frame))) => self.sent += frame.data_ref().map_or(0, |data| data.len() as u64),
            // Not every body knows its end before it is asked for more.
            Poll::Ready(None) => self.body = Body::empty(),
            Poll::Ready(Some(Err(_))) | Poll::Pending => {}
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The connection drops a body as soon as it has all of it, or cannot send it.
impl<C> Drop for AnswerBody<C> {
    fn drop(&mut self) {
        // The answer to HEAD is the same without its body.
        let is_complete = self.body.is_end_stream() || self.exchange.method() == Method::HEAD;
        self.exchange.end(Some(&self.outcome), self.sent, is_complete);
    }
}
