//! The trace that a request belongs to (W3C Trace Context): the caller's, or a new one.

use axum::http::HeaderMap;
use uuid::Uuid;

/// Identifies a trace: sixteen bytes, not all zero, in lower-case hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TraceId([u8; 32]);

impl TraceId {
    /// The trace of a request with these headers; without a valid `traceparent`, a new one that is made from `fresh`.
    pub(super) fn of(headers: &HeaderMap, fresh: impl FnOnce() -> Uuid) -> Self {
        let mut all = headers.get_all("traceparent").iter();
        let only = all.next().filter(|_| all.next().is_none());
        only.and_then(|value| Self::parse(value.as_bytes())).unwrap_or_else(|| {
            let mut digits = [0; 32];
            fresh().as_simple().encode_lower(&mut digits);
            Self(digits)
        })
    }

    /// As it is written.
    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// `version-trace-parent-flags` in lower-case hexadecimal; later versions may have more behind.
    fn parse(text: &[u8]) -> Option<Self> {
        let (known, rest) = text.split_at_checked(55)?;
        let version = &known[..2];
        let is_right_length = rest.is_empty() || (version != b"00" && rest[0] == b'-');
        let is_shaped = [2, 35, 52].iter().all(|&dash| known[dash] == b'-');
        let is_hex = |part: &[u8]| part.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let (trace, parent, flags) = (&known[3..35], &known[36..52], &known[53..]);
        let is_zero = |part: &[u8]| part.iter().all(|&digit| digit == b'0');
        let is_valid = is_right_length
            && is_shaped
            && [version, trace, parent, flags].into_iter().all(is_hex)
            && version != b"ff"
            && !is_zero(trace)
            && !is_zero(parent);
        trace.try_into().ok().filter(|_| is_valid).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_valid_and_what_is_not() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        for valid in [
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes-later",
        ] {
            assert_eq!(TraceId::parse(valid.as_bytes()).as_ref().map(TraceId::as_str), Some(trace));
        }
        for invalid in [
            "",
            "00",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
            "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
        ] {
            assert_eq!(TraceId::parse(invalid.as_bytes()), None, "{invalid}");
        }
    }
}
