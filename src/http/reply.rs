//! Encodes an answer.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;

/// JSON, already encoded.
#[derive(Clone, Debug)]
pub(super) struct JsonReply(Bytes);

impl JsonReply {
    /// Encodes a value; large answers are encoded on the blocking pool, together with the solve.
    pub(super) fn of(value: &impl Serialize) -> Self {
        // Only maps with keys that are no strings, and types that refuse, can fail; answers have neither.
        Self(serde_json::to_vec(value).expect("answers are plain data").into())
    }
}

impl From<Bytes> for JsonReply {
    fn from(encoded: Bytes) -> Self {
        Self(encoded)
    }
}

impl From<JsonReply> for Bytes {
    fn from(reply: JsonReply) -> Self {
        reply.0
    }
}

impl IntoResponse for JsonReply {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], self.0).into_response()
    }
}
