//! Which web pages may call this service from a browser (CORS). Without configured origins, none.

use std::str::FromStr;
use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use axum::http::{Method, Uri};
use tower_http::cors::{Any, CorsLayer};

/// So long a browser need not ask again whether it may.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Web pages that may call: those of an origin, or all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(Option<HeaderValue>);

/// What is no origin.
#[derive(Debug, thiserror::Error)]
#[error("an origin is a scheme and a host, as in https://example.org or http://localhost:5173, or * for all")]
pub struct NoOrigin;

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        if text == "*" {
            return Ok(Self(None));
        }
        let uri: Uri = text.parse().map_err(|_| NoOrigin)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(NoOrigin);
        };
        // As browsers write it; with anything more, such as a slash at the end, it would never match.
        let origin = format!("{scheme}://{authority}").to_ascii_lowercase();
        if origin != text.to_ascii_lowercase() || origin.contains('@') {
            return Err(NoOrigin);
        }
        HeaderValue::from_str(&origin).map(|origin| Self(Some(origin))).map_err(|_| NoOrigin)
    }
}

/// The layer that answers browsers' questions; none if no page may call.
pub(super) fn layer(origins: &[Origin]) -> Option<CorsLayer> {
    let names =
        |names: &[&'static str]| names.iter().copied().map(HeaderName::from_static).collect::<Vec<_>>();
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers(
            [
                vec![AUTHORIZATION, CONTENT_TYPE],
                names(&["idempotency-key", "traceparent", "tracestate", "x-request-id"]),
            ]
            .concat(),
        )
        .expose_headers([vec![LOCATION, RETRY_AFTER], names(&["x-request-id", "cache-status"])].concat())
        .max_age(MAX_AGE);
    if origins.is_empty() {
        return None;
    }
    let listed: Option<Vec<_>> = origins.iter().map(|origin| origin.0.clone()).collect();
    Some(match listed {
        Some(listed) => layer.allow_origin(listed),
        None => layer.allow_origin(Any),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_an_origin_and_what_is_not() {
        for origin in
            ["*", "https://example.org", "http://localhost:5173", "https://Example.org", "http://[::1]:80"]
        {
            assert!(origin.parse::<Origin>().is_ok(), "{origin}");
        }
        for other in [
            "",
            "example.org",
            "https://",
            "https://example.org/",
            "https://example.org/page",
            "https://me@example.org",
            "null",
        ] {
            assert!(other.parse::<Origin>().is_err(), "{other}");
        }
    }
}
