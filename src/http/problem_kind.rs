//! The catalogue of problems: every way a request can fail, what it means and what to do about it.

use axum::http::StatusCode;

/// What kind of problem an answer with a status of 400 or above reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The body is not JSON.
    MalformedJson,
    /// No token, or none that is accepted.
    Unauthorized,
    /// No such route, problem or the like.
    NotFound,
    /// The route exists, but not for this method.
    MethodNotAllowed,
    /// The body is larger than the server takes.
    BodyTooLarge,
    /// The body is said to be something other than plain JSON.
    UnsupportedMediaType,
    /// The body is JSON, but no valid spec.
    InvalidSpec,
    /// The body does not come, or trickles.
    BodyTooSlow,
    /// The path and query are longer than the server takes.
    UriTooLong,
    /// The headers are larger than the server takes.
    HeadersTooLarge,
    /// A defect of this program.
    Internal,
    /// This caller has too many requests under way.
    TooManyInFlight,
    /// As many solves wait as may.
    Overloaded,
    /// The server is about to stop.
    Draining,
}

impl ProblemKind {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::MalformedJson,
        Self::Unauthorized,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::InvalidSpec,
        Self::BodyTooSlow,
        Self::UriTooLong,
        Self::HeadersTooLarge,
        Self::Internal,
        Self::TooManyInFlight,
        Self::Overloaded,
        Self::Draining,
    ];

    /// Those that any request with a body can meet.
    pub const OF_A_BODY: [Self; 8] = [
        Self::MalformedJson,
        Self::BodyTooSlow,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::InvalidSpec,
        Self::Internal,
        Self::TooManyInFlight,
        Self::Overloaded,
    ];

    /// Those that a request can meet before its handler sees it.
    pub const OF_THE_DOOR: [Self; 4] =
        [Self::Unauthorized, Self::UriTooLong, Self::HeadersTooLarge, Self::Draining];

    /// Whether the connection is of no further use after it: what the peer still sends is not waited for.
    #[must_use]
    pub const fn ends_the_connection(self) -> bool {
        matches!(self, Self::BodyTooSlow)
    }

    /// The last part of the problem's `type`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed-json",
            Self::Unauthorized => "unauthorized",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::BodyTooLarge => "body-too-large",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::InvalidSpec => "invalid-spec",
            Self::BodyTooSlow => "body-too-slow",
            Self::UriTooLong => "uri-too-long",
            Self::HeadersTooLarge => "headers-too-large",
            Self::Internal => "internal",
            Self::TooManyInFlight => "too-many-in-flight",
            Self::Overloaded => "overloaded",
            Self::Draining => "draining",
        }
    }

    /// The HTTP status; never a success.
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::MalformedJson => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidSpec => StatusCode::UNPROCESSABLE_ENTITY,
            Self::BodyTooSlow => StatusCode::BAD_REQUEST,
            Self::UriTooLong => StatusCode::URI_TOO_LONG,
            Self::HeadersTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TooManyInFlight => StatusCode::TOO_MANY_REQUESTS,
            Self::Overloaded | Self::Draining => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Whether the same request may well succeed later: the answer then says when to try again.
    #[must_use]
    pub const fn is_for_now(self) -> bool {
        matches!(self, Self::TooManyInFlight | Self::Overloaded | Self::Draining)
    }

    /// A short title, the same for every problem of this kind.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::MalformedJson => "The body is not JSON",
            Self::Unauthorized => "This takes a token",
            Self::NotFound => "There is nothing here",
            Self::MethodNotAllowed => "This route does not know that method",
            Self::BodyTooLarge => "The body is too large",
            Self::UnsupportedMediaType => "The body is not sent as plain JSON",
            Self::InvalidSpec => "The request is no valid spec",
            Self::BodyTooSlow => "The body came too slowly",
            Self::UriTooLong => "The path and query are too long",
            Self::HeadersTooLarge => "The headers are too large",
            Self::Internal => "Something went wrong here",
            Self::TooManyInFlight => "This caller has too many requests under way",
            Self::Overloaded => "The server has more to do than it can",
            Self::Draining => "The server is about to stop",
        }
    }

    /// What it means.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::MalformedJson => {
                "The body is empty, is not UTF-8, breaks off, nests too deep, or breaks the grammar of JSON. \
                 `detail` names line and column."
            }
            Self::Unauthorized => {
                "This server answers callers with a token only, and the request has none that it accepts. The \
                 header `WWW-Authenticate` says how to send one."
            }
            Self::NotFound => "No route of this server has that path, or what the path names does not exist.",
            Self::MethodNotAllowed => {
                "The path exists, but for other methods: the header `Allow` lists them."
            }
            Self::BodyTooLarge => {
                "The body has more bytes than this server takes. `limit` and `actual` say how many of each; \
                 `actual` is absent where the length was not declared."
            }
            Self::UnsupportedMediaType => {
                "The header `Content-Type` is missing or names something other than `application/json` in \
                 UTF-8, or the header `Content-Encoding` names an encoding."
            }
            Self::InvalidSpec => {
                "The body is well-formed JSON but breaks the rules of a spec. `errors` lists every fault, at \
                 most 100, each with a JSON pointer to the value at fault; `error_count` says how many there are."
            }
            Self::BodyTooSlow => {
                "So little of the body arrived for so long that it was not waited for. The connection is closed."
            }
            Self::UriTooLong => {
                "Path and query together have more bytes than this server takes. `limit` and `actual` say how many of each."
            }
            Self::HeadersTooLarge => {
                "The headers together have more bytes than this server takes. `limit` and `actual` say how many of each."
            }
            Self::Internal => "A defect of this program. The request itself may be perfectly good.",
            Self::TooManyInFlight => {
                "As many requests of this caller (of its token or, without one, of its address) are under way as one \
                 caller may have: `limit`. A batch counts as one. Nothing was done."
            }
            Self::Overloaded => {
                "As many solves wait for a core as this server lets wait, whoever sent them, or there is no memory left to read \
                 a request or to send an answer. `/limits` says how much there is of each."
            }
            Self::Draining => "The server was told to stop and takes no new work.",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::MalformedJson => "Send a JSON object, best written by a JSON library.",
            Self::Unauthorized => {
                "Send `Authorization: Bearer` and a token that the operator of this server gave you."
            }
            Self::NotFound => "Check the path against `/openapi.json`.",
            Self::MethodNotAllowed => "Use one of the methods in `Allow`; solving is a POST.",
            Self::BodyTooLarge => "Send a smaller puzzle; `/limits` says what fits.",
            Self::UnsupportedMediaType => {
                "Send `Content-Type: application/json` (`application/x-ndjson` for a batch) and no `Content-Encoding`."
            }
            Self::InvalidSpec => "Mend what `errors` lists; each `detail` says what would be right.",
            Self::BodyTooSlow => {
                "Send the body without pauses, or over a better connection; it is safe to send a solve again."
            }
            Self::UriTooLong => "Check how the address was put together; puzzles go into the body.",
            Self::HeadersTooLarge => "Leave out headers that do not matter here, such as cookies.",
            Self::Internal => "Report it with the `request_id`; a retry may meet the same defect.",
            Self::TooManyInFlight => {
                "Wait for an answer before the next request, or send a batch; `Retry-After` says when to try again."
            }
            Self::Overloaded => {
                "Send the request again after as many seconds as the header `Retry-After` says, or to another instance."
            }
            Self::Draining => "Send the request to another instance, or again in a few seconds.",
        }
    }
}
