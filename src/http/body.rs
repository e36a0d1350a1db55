//! Takes a JSON body off the wire: the right type, plain, and not too large.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::app::App;
use super::problem::Problem;
use super::request_body::TooSlow;
use crate::contract::Limits;
use crate::json::ReadError;
use crate::service::off_the_runtime;

/// Bodies up to this size are read where they arrive; reading a larger one would hold up other requests.
const READ_INLINE: usize = 64 << 10;
/// Of a body that is refused for its size, so much is still taken off the wire, so that the refusal reaches a
/// client that sends everything before it reads.
const DRAINED_BYTES: usize = 256 << 20;
const DRAINED_FOR: Duration = Duration::from_secs(10);

/// The bytes of a body that claims to be JSON.
pub(super) struct JsonBody(pub(super) Bytes);

impl FromRequest<Arc<App>> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        is_plain_json(request.headers())?;
        let limit = app.limits().body_bytes;
        let declared = request
            .headers()
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok())
            .and_then(|length| length.parse::<u64>().ok());
        let body = request.into_body();
        if declared.is_some_and(|length| length > limit) {
            drain(body);
            return Err(Problem::body_too_large(limit, declared));
        }
        let mut body = Limited::new(body, usize::try_from(limit).unwrap_or(usize::MAX));
        match (&mut body).collect().await {
            Ok(whole) => Ok(Self(whole.to_bytes())),
            Err(error) if error.is::<LengthLimitError>() => Err(Problem::body_too_large(limit, None)),
            Err(error) => {
                Err(TooSlow::of(error.as_ref()).map_or_else(Problem::body_broke_off, Problem::body_too_slow))
            }
        }
    }
}

impl JsonBody {
    /// Reads the body as a request of some kind.
    pub(super) async fn read<T: Send + 'static>(
        self,
        app: &App,
        read: fn(&[u8], &Limits) -> Result<T, ReadError>,
    ) -> Result<T, Problem> {
        let Self(text) = self;
        if text.len() <= READ_INLINE {
            return Ok(read(&text, app.limits())?);
        }
        let limits = Arc::clone(app.limits());
        Ok(off_the_runtime(move || read(&text, &limits)).await??)
    }
}

/// Reads on for a while, to no purpose but politeness.
fn drain(body: Body) {
    let mut body = Limited::new(body, DRAINED_BYTES);
    tokio::spawn(tokio::time::timeout(
        DRAINED_FOR,
        async move { while let Some(Ok(_)) = body.frame().await {} },
    ));
}

fn is_plain_json(headers: &HeaderMap) -> Result<(), Problem> {
    if let Some(encoding) = headers.get(CONTENT_ENCODING)
        && !encoding.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(Problem::unsupported_media_type(
            "the body must be sent as it is: leave out the header Content-Encoding",
        ));
    }
    let Some(value) = headers.get(CONTENT_TYPE) else {
        return Err(Problem::unsupported_media_type(
            "the header Content-Type is missing: send application/json",
        ));
    };
    let text = value.to_str().unwrap_or_default();
    let mut parts = text.split(';').map(str::trim);
    let is_json = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    let is_utf8 = parts.filter_map(|part| part.split_once('=')).all(|(name, value)| {
        !name.trim().eq_ignore_ascii_case("charset")
            || value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
    });
    if is_json && is_utf8 {
        return Ok(());
    }
    let found = crate::json::shorten(text);
    Err(Problem::unsupported_media_type(format!(
        "Content-Type is {found}, but application/json in UTF-8 is wanted"
    )))
}
