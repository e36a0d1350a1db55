//! A long body in pieces, for HTTP/2. What is handed over whole waits in the connection for a peer that does not take it,
//! out of our sight, as the last piece may; of the others no more than one does.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::http::Version;
use bytes::Bytes;
use hyper::body::{Body as _, Frame, SizeHint};

/// No longer than this, which is what the protocol sends at once.
const PIECE: usize = 16 << 10;

/// A body, and what is left of its frame that was begun.
struct Pieces {
    body: Body,
    rest: Bytes,
}

/// The same body, as it is to be sent under this version of the protocol.
pub(super) fn in_pieces(body: Body, version: Version) -> Body {
    let is_short = body.size_hint().upper().is_some_and(|upper| upper <= PIECE as u64);
    if version < Version::HTTP_2 || is_short {
        return body;
    }
    Body::new(Pieces { body, rest: Bytes::new() })
}

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(frame) => return Poll::Ready(Some(Ok(frame))),
                },
                other => return Poll::Ready(other),
            }
        }
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (of_body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(of_body.lower() + rest);
        if let Some(upper) = of_body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    #[tokio::test]
    async fn nothing_is_lost_and_no_piece_is_too_long() {
        for length in [0, 1, PIECE, PIECE + 1, 5 * PIECE, 5 * PIECE + 7] {
            let whole = (0..length).map(|byte| byte as u8).collect::<Vec<_>>();
            let mut body = in_pieces(whole.clone().into(), Version::HTTP_2);
            let mut joined = Vec::new();
            while !body.is_end_stream() {
                assert_eq!(body.size_hint().exact(), Some((length - joined.len()) as u64));
                let piece = body.frame().await.unwrap().unwrap().into_data().unwrap();
                assert!((1..=PIECE).contains(&piece.len()));
                joined.extend_from_slice(&piece);
            }
            assert!(joined == whole, "{length}");
        }
    }
}
