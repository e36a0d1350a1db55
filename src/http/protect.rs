//! Headers that keep browsers, and whatever stands between, from doing more with an answer than read it.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue, REFERRER_POLICY, SERVER,
    X_CONTENT_TYPE_OPTIONS,
};

/// Set on every answer whose handler does not say otherwise; pages for people need a policy of their own.
const UNLESS_SET: [(axum::http::HeaderName, HeaderValue); 4] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    // Answers depend on the request's body and on who asks; what may be kept is in the service's own cache.
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// Adds them; the name and version of this program only where its operator wants that.
pub(super) fn protect(headers: &mut HeaderMap, reveal_version: bool) {
    for (name, value) in UNLESS_SET {
        headers.entry(name).or_insert(value);
    }
    if reveal_version {
        let server = HeaderValue::from_static(concat!("taquin/", env!("CARGO_PKG_VERSION")));
        headers.insert(SERVER, server);
    }
}
