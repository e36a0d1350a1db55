//! Encodes an answer.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;

use crate::service::{Room, Transit};

/// JSON, already encoded.
#[derive(Clone, Debug)]
pub(super) struct JsonReply(Bytes);

impl JsonReply {
    /// Encodes a value; large answers are encoded on the blocking pool, together with the solve.
    pub(super) fn of(value: &impl Serialize) -> Self {
        let mut text = Vec::with_capacity(USUAL);
        // Only maps with keys that are no strings, and types that refuse, can fail; answers have neither.
        serde_json::to_writer(&mut text, value).expect("answers are plain data");
        Self::from_json(text)
    }

    /// Of JSON that is there already.
    pub(super) fn from_json(mut text: Vec<u8>) -> Self {
        // Most are sent at once; a large one may be kept, or wait for its receiver.
        if text.len() > SHORT {
            text.shrink_to_fit();
        }
        Self(text.into())
    }
}

/// Most answers have fewer.
const USUAL_HEADERS: usize = 10;

/// Most answers are not longer.
const USUAL: usize = 1 << 10;

/// Shorter answers are not counted: what they take is bounded by the number of connections.
const SHORT: usize = 64 << 10;

/// An answer, and the room it takes until it is sent.
struct OnItsWay {
    encoded: Bytes,
    _room: Room,
}

impl AsRef<[u8]> for OnItsWay {
    fn as_ref(&self) -> &[u8] {
        &self.encoded
    }
}

impl JsonReply {
    /// With the room that a long answer takes until it is sent, or its receiver gone; `None` if there is not as much.
    pub(super) fn on_its_way(self, transit: &Transit) -> Option<Self> {
        let Self(encoded) = self;
        if encoded.len() <= SHORT {
            return Some(Self(encoded));
        }
        let room = transit.take(encoded.len() as u64)?;
        Some(Self(Bytes::from_owner(OnItsWay { encoded, _room: room })))
    }
}

impl JsonReply {
    /// What is sent.
    pub(super) fn into_bytes(self) -> Bytes {
        self.0
    }

    /// To be kept: takes no more memory than its bytes.
    pub(super) fn to_keep(&self) -> Bytes {
        if self.0.len() <= SHORT { Bytes::copy_from_slice(&self.0) } else { self.0.clone() }
    }
}

impl From<Bytes> for JsonReply {
    fn from(encoded: Bytes) -> Self {
        Self(encoded)
    }
}

impl IntoResponse for JsonReply {
    fn into_response(self) -> Response {
        let mut response = Response::new(self.0.into());
        let headers = response.headers_mut();
        // For all that are added on the way out.
        headers.reserve(USUAL_HEADERS);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}
