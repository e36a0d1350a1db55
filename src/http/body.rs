//! Takes a JSON body off the wire: the right type, plain, and not too large.

use std::error::Error;
use std::sync::Arc;

use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::app::App;
use super::problem::Problem;
use crate::contract::Limits;
use crate::json::ReadError;
use crate::service::Room;

/// Bodies up to this size are read where they arrive; reading a larger one would hold up other requests.
pub(super) const READ_INLINE: usize = 64 << 10;
/// Bytes that are set aside for each byte of a longer body: the text, and what is read from it. A text that is nothing
/// but short rows or strings takes 15.
pub const ROOM_A_BODY_BYTE: u64 = 16;

/// The bytes of a body that claims to be JSON.
#[derive(Clone, Debug)]
pub(super) struct JsonBody {
    text: Bytes,
    /// What a long text takes, and what is made of it, until the request is answered.
    room: Option<Arc<Room>>,
}

impl FromRequest<Arc<App>> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        is_plain(request.headers(), "application/json")?;
        let limit = app.limits().body_bytes;
        let declared = request
            .headers()
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok())
            .and_then(|length| length.parse::<u64>().ok());
        if declared.is_some_and(|length| length > limit) {
            return Err(Problem::body_too_large(limit, declared));
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut room = match declared {
            Some(length) => room_for(app, length)?,
            None => None,
        };
        let mut body = Limited::new(request.into_body(), limit);
        // Most bodies arrive in one piece, which is taken as it is.
        let mut whole = Bytes::new();
        let mut pieces = BytesMut::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| broke_off(limit, error.as_ref()))?;
            let Ok(data) = frame.into_data() else { continue };
            if room.is_none() && pieces.len() + whole.len() + data.len() > READ_INLINE {
                // Its length was not declared: it may become the longest there is.
                room = room_for(app, limit as u64)?;
            }
            if whole.is_empty() && pieces.is_empty() {
                whole = data;
                continue;
            }
            if pieces.is_empty() {
                pieces.reserve(declared.map_or(0, |length| length as usize).max(whole.len() + data.len()));
                pieces.extend_from_slice(&std::mem::take(&mut whole));
            }
            pieces.extend_from_slice(&data);
        }
        let text = if pieces.is_empty() { whole } else { pieces.freeze() };
        Ok(Self { text, room })
    }
}

impl JsonBody {
    /// The text as it was sent.
    pub(super) const fn text(&self) -> &Bytes {
        &self.text
    }

    /// Whether it is read where it arrives.
    pub(super) fn is_short(&self) -> bool {
        self.text.len() <= READ_INLINE
    }

    /// A text that takes no room of its own.
    pub(super) const fn of_text(text: Bytes) -> Self {
        Self { text, room: None }
    }

    /// The room it takes, which is given back when the last who holds it is done.
    pub(super) fn room(&self) -> Option<Arc<Room>> {
        self.room.clone()
    }

    /// Reads the body as a request of some kind.
    pub(super) async fn read<T: Send + 'static>(
        self,
        app: &App,
        read: fn(&[u8], &Limits) -> Result<T, ReadError>,
    ) -> Result<T, Problem> {
        let is_short = self.is_short();
        let Self { text, room } = self;
        if is_short {
            return Ok(read(&text, app.limits())?);
        }
        let limits = Arc::clone(app.limits());
        let read = move || {
            let read = read(&text, &limits);
            // Only now, however early the caller left.
            drop(room);
            read
        };
        // Apart, so that short texts do not carry about what it takes to wait.
        Ok(Box::pin(app.service().off_the_runtime(read)).await??)
    }
}

/// Room for a body of this length, if it needs any to be set aside.
fn room_for(app: &App, length: u64) -> Result<Option<Arc<Room>>, Problem> {
    if length <= READ_INLINE as u64 {
        return Ok(None);
    }
    let room = app.service().transit().take(length.saturating_mul(ROOM_A_BODY_BYTE));
    room.map(|room| Some(Arc::new(room))).ok_or_else(Problem::overloaded)
}

/// Why a body could not be read to its end.
fn broke_off(limit: usize, error: &(dyn Error + Send + Sync + 'static)) -> Problem {
    if error.is::<LengthLimitError>() {
        return Problem::body_too_large(limit as u64, None);
    }
    Problem::of_slow_body(error).unwrap_or_else(Problem::body_broke_off)
}

/// Whether a body is what it is to be, in UTF-8 and not encoded any further.
pub(super) fn is_plain(headers: &HeaderMap, wanted: &str) -> Result<(), Problem> {
    if let Some(encoding) = headers.get(CONTENT_ENCODING)
        && !encoding.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(Problem::unsupported_media_type(
            "the body must be sent as it is: leave out the header Content-Encoding",
        ));
    }
    let Some(value) = headers.get(CONTENT_TYPE) else {
        let detail = format!("the header Content-Type is missing: send {wanted}");
        return Err(Problem::unsupported_media_type(detail));
    };
    // As nearly all write it.
    if value == wanted {
        return Ok(());
    }
    let text = value.to_str().unwrap_or_default();
    let mut parts = text.split(';').map(str::trim);
    let is_wanted = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case(wanted));
    let is_utf8 = parts.filter_map(|part| part.split_once('=')).all(|(name, value)| {
        !name.trim().eq_ignore_ascii_case("charset")
            || value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
    });
    if is_wanted && is_utf8 {
        return Ok(());
    }
    let found = crate::json::shorten(text);
    Err(Problem::unsupported_media_type(format!("Content-Type is {found}, but {wanted} in UTF-8 is wanted")))
}
