//! The body of a request as it comes off the wire. If nobody reads it to its end, because the request was refused, the
//! rest is still taken for a while, to no purpose but politeness: were the connection closed on it, the refusal would
//! be lost on a client that sends everything before it reads.
//!
//! Not over HTTP/2, which can refuse the rest of a body by itself, nor where the client waits to be told whether to send
//! it at all.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::header::EXPECT;
use axum::http::{Request, Version};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Body as _, Frame, Incoming, SizeHint};
use tokio::runtime::Handle;
use tokio::time::timeout;

/// So much of it is taken,
const MOST_BYTES: usize = 256 << 20;
/// for so long,
const MOST_TIME: Duration = Duration::from_secs(10);
/// while it keeps coming.
const MOST_SILENCE: Duration = Duration::from_secs(1);

/// A body.
#[derive(Debug)]
pub(super) struct Lingering {
    /// Taken out when it is dropped.
    body: Option<Incoming>,
    lingers: bool,
}

impl Lingering {
    /// The body of this request.
    pub(super) fn of(request: Request<Incoming>) -> Request<Self> {
        let lingers = request.version() < Version::HTTP_2 && !request.headers().contains_key(EXPECT);
        request.map(|body| Self { body: Some(body), lingers })
    }
}

impl hyper::body::Body for Lingering {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = Pin::new(body).poll_frame(cx);
        if let Poll::Ready(None | Some(Err(_))) = frame {
            self.body = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Incoming::size_hint)
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        let unread = self.body.take().filter(|body| self.lingers && !body.is_end_stream());
        if let (Some(body), Ok(runtime)) = (unread, Handle::try_current()) {
            runtime.spawn(timeout(MOST_TIME, take_the_rest(body)));
        }
    }
}

async fn take_the_rest(body: Incoming) {
    let mut body = Limited::new(body, MOST_BYTES);
    while let Ok(Some(Ok(_))) = timeout(MOST_SILENCE, body.frame()).await {}
}
