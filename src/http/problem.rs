//! The one type of every answer with a status of 400 or above (RFC 9457).

use std::collections::BTreeMap;

use axum::http::header::{CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};

use super::problem_kind::ProblemKind;
use super::reply::JsonReply;
use super::request_body::TooSlow;
use crate::json::{Faults, ReadError, SyntaxError};
use crate::service::Refusal;

/// Something went wrong; says what, where, and what would be right.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: ProblemKind,
    detail: String,
    faults: Option<Faults>,
    place: Option<(usize, usize)>,
    size: Option<(u64, Option<u64>)>,
    /// Whether the faults are those of a query's parameters.
    in_query: bool,
}

impl Problem {
    fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), faults: None, place: None, size: None, in_query: false }
    }

    /// What kind of problem it is.
    #[must_use]
    pub const fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// No token, or (if one was shown) none that is accepted.
    pub(super) fn unauthorized(was_shown: bool) -> Self {
        let detail = if was_shown {
            "the token is not one that this server accepts"
        } else {
            "the header `Authorization: Bearer …` is missing"
        };
        Self::new(ProblemKind::Unauthorized, detail)
    }

    /// Nothing at that path.
    pub(super) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::NotFound, detail)
    }

    /// The path is right, the method is not.
    pub(super) fn method_not_allowed(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::MethodNotAllowed, detail)
    }

    /// Not sent as plain JSON.
    pub(super) fn unsupported_media_type(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::UnsupportedMediaType, detail)
    }

    /// More bytes than allowed; `actual` if they were declared.
    pub(super) fn body_too_large(limit: u64, actual: Option<u64>) -> Self {
        let found =
            actual.map_or_else(|| "this one has more".to_owned(), |actual| format!("this one has {actual}"));
        let detail = format!("a body may have {limit} bytes, {found}");
        Self { size: Some((limit, actual)), ..Self::new(ProblemKind::BodyTooLarge, detail) }
    }

    /// A line of a batch has more bytes than allowed.
    pub(super) fn line_too_large(limit: u64, actual: u64) -> Self {
        let detail = format!("a line may have {limit} bytes, this one has {actual}");
        Self { size: Some((limit, Some(actual))), ..Self::new(ProblemKind::BodyTooLarge, detail) }
    }

    /// A body that could not be read to its end because its peer is too slow.
    pub(super) fn of_slow_body(error: &(dyn std::error::Error + 'static)) -> Option<Self> {
        TooSlow::of(error).map(Self::body_too_slow)
    }

    /// This caller has as many requests under way as it may.
    pub(super) fn too_many_in_flight(limit: u32) -> Self {
        let detail =
            format!("{limit} requests of this caller are under way, which is as many as one may have");
        Self { size: Some((limit.into(), None)), ..Self::new(ProblemKind::TooManyInFlight, detail) }
    }

    /// Whether there is too much to do at present.
    pub(super) fn is_overload(&self) -> bool {
        self.kind == ProblemKind::Overloaded
    }

    /// Parameters of a query that are no valid spec.
    pub(super) fn of_query(error: ReadError) -> Self {
        Self { in_query: true, ..Self::from(error) }
    }

    /// The body does not come, or trickles.
    pub(super) fn body_too_slow(how: &TooSlow) -> Self {
        Self::new(ProblemKind::BodyTooSlow, how.to_string())
    }

    /// Path and query have more bytes than allowed.
    pub(super) fn uri_too_long(limit: u64, actual: u64) -> Self {
        let detail = format!("path and query may have {limit} bytes, these have {actual}");
        Self { size: Some((limit, Some(actual))), ..Self::new(ProblemKind::UriTooLong, detail) }
    }

    /// The headers have more bytes than allowed.
    pub(super) fn headers_too_large(limit: u64, actual: u64) -> Self {
        let detail = format!("headers may have {limit} bytes together, these have {actual}");
        Self { size: Some((limit, Some(actual))), ..Self::new(ProblemKind::HeadersTooLarge, detail) }
    }

    /// The body broke off.
    pub(super) fn body_broke_off() -> Self {
        Self::new(ProblemKind::MalformedJson, "the body broke off before its end")
    }

    /// The server is about to stop.
    pub(super) fn draining() -> Self {
        Self::new(ProblemKind::Draining, "this instance is shutting down")
    }

    /// As many wait as may.
    pub(super) fn overloaded() -> Self {
        Self::new(ProblemKind::Overloaded, "this server has as much to do at present as it has room for")
    }

    /// A defect of this program.
    pub(super) fn internal() -> Self {
        Self::new(ProblemKind::Internal, "a defect of this program ended the request; it is in the log")
    }

    /// What the contract says of these kinds, which share a status.
    pub(super) fn response(kinds: &[ProblemKind]) -> (String, RefOr<utoipa::openapi::Response>) {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let told: Vec<_> = kinds.iter().map(|kind| format!("{} (`{}`)", kind.title(), kind.name())).collect();
        let response = ResponseBuilder::new()
            .description(told.join("; or: "))
            .content("application/problem+json", content)
            .build();
        (kinds[0].status().as_str().to_owned(), response.into())
    }

    /// The body to send, with the id of the request that failed.
    pub(super) fn body(&self, request_id: &str) -> ProblemBody {
        ProblemBody {
            r#type: format!("/problems/{}", self.kind.name()),
            title: self.kind.title().to_owned(),
            status: self.kind.status().as_u16(),
            detail: self.detail.clone(),
            request_id: request_id.to_owned(),
            errors: self.faults.as_ref().map(|faults| {
                let fault = |fault: &crate::json::Fault| ErrorEntry {
                    pointer: (!self.in_query).then(|| fault.pointer.clone()),
                    parameter: self.in_query.then(|| fault.pointer.trim_start_matches('/').to_owned()),
                    code: fault.code.name().to_owned(),
                    detail: fault.detail.clone(),
                };
                faults.listed().iter().map(fault).collect()
            }),
            error_count: self.faults.as_ref().map(Faults::count),
            line: self.place.map(|(line, _)| line as u64),
            column: self.place.map(|(_, column)| column as u64),
            limit: self.size.map(|(limit, _)| limit),
            actual: self.size.and_then(|(_, actual)| actual),
        }
    }

    /// The whole answer; headers that the framework already set (such as `Allow`) are kept.
    pub(super) fn render(&self, request_id: &str, mut draft: Response) -> Response {
        let mut response = JsonReply::of(&self.body(request_id)).into_response();
        *response.status_mut() = self.kind.status();
        std::mem::swap(response.headers_mut(), draft.headers_mut());
        let headers = response.headers_mut();
        headers.remove(axum::http::header::CONTENT_LENGTH);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.kind == ProblemKind::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// A problem travels up to `finish` as an extension of an empty response; only there is the
/// request's id known to everyone who needs it.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.kind.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The problems that any request with a body can meet, for the contract.
impl utoipa::IntoResponses for Problem {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let same_status = |a: &ProblemKind, b: &ProblemKind| a.status() == b.status();
        ProblemKind::OF_A_BODY.chunk_by(same_status).map(Self::response).collect()
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax(error) => {
                let place = match &error {
                    SyntaxError::Empty => None,
                    SyntaxError::NotUtf8 { line, column }
                    | SyntaxError::TooDeep { line, column }
                    | SyntaxError::Malformed { line, column, .. } => Some((*line, *column)),
                };
                Self { place, ..Self::new(ProblemKind::MalformedJson, error.to_string()) }
            }
            ReadError::Faults(faults) => {
                let detail = match (faults.count(), faults.listed()) {
                    (1, [only]) => only.to_string(),
                    (count, _) => format!("{count} faults; `errors` says where and what"),
                };
                Self { faults: Some(faults), ..Self::new(ProblemKind::InvalidSpec, detail) }
            }
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Panicked => Self::internal(),
            Refusal::Full => Self::overloaded(),
        }
    }
}

/// The answer to a request that failed (RFC 9457). A field without a value is absent.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Problem)]
pub(super) struct ProblemBody {
    /// Path of a page of this server that explains the kind of problem.
    pub(super) r#type: String,
    /// The kind of problem in a few words.
    pub(super) title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub(super) status: u16,
    /// What is wrong this time.
    pub(super) detail: String,
    /// The request's id, as in the header `X-Request-Id`.
    pub(super) request_id: String,
    /// Every fault of the spec; at most 100 are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 100)]
    pub(super) errors: Option<Vec<ErrorEntry>>,
    /// How many faults there are, listed or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 1)]
    pub(super) error_count: Option<u64>,
    /// Line, from 1, where the body stops being JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub(super) line: Option<u64>,
    /// Column, from 1, where the body stops being JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub(super) column: Option<u64>,
    /// Bytes that a body, the headers or the path and query may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub(super) limit: Option<u64>,
    /// Bytes that this one has, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub(super) actual: Option<u64>,
}

/// One fault of a spec.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ProblemError)]
pub(super) struct ErrorEntry {
    /// JSON pointer (RFC 6901) to the value at fault; a missing field at its own name. Absent for a parameter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) pointer: Option<String>,
    /// The parameter of the query at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) parameter: Option<String>,
    /// The kind of fault; `/problems/invalid-spec` lists them. An open list.
    pub(super) code: String,
    /// What is wrong and what would be right, for people.
    pub(super) detail: String,
}
