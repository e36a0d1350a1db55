//! The body of an answer, which keeps its connection from counting as idle, and tells its stream what it handed over.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

use super::pulse::Beat;
use super::streams::Handed;
use crate::http::answer_body::AnswerBody;

/// A body, and the request that it answers.
pub(super) struct Answer {
    pub(super) body: AnswerBody,
    /// Dropped with the body, which the connection does as soon as it has taken all of it.
    pub(super) _beat: Beat,
    /// What its stream knows of it, over HTTP/2.
    pub(super) handed: Option<Handed>,
}

impl hyper::body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if let Some(handed) = &self.handed {
            if frame.is_ready() {
                handed.over();
            } else {
                handed.nothing();
            }
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
