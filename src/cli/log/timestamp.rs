//! Writes the moment of a log line (RFC 3339, microseconds, UTC).
//!
//! Lines come by the thousand within a second, and nothing but the last six digits tells their moments apart: each thread
//! keeps the rest as text until the second is over.

use std::cell::Cell;
use std::time::{Duration, SystemTime};

use humantime::format_rfc3339_seconds;

/// A second, and what is written of it.
type Second = (u64, [u8; LENGTH]);

/// `2023-11-14T22:13:20`: as long as the year has four digits.
const LENGTH: usize = 19;

thread_local! {
    /// That of this thread's last line; none is the last there can be.
    static SECOND: Cell<Second> = const { Cell::new((u64::MAX, [0; LENGTH])) };
}

/// Appends a moment in its quotes.
pub(super) fn write_timestamp(text: &mut Vec<u8>, now: SystemTime) {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let mut second = SECOND.get();
    if second.0 != since.as_secs() {
        second = (since.as_secs(), written(since.as_secs()));
        SECOND.set(second);
    }
    let mut micros = *b".000000Z";
    let mut rest = since.subsec_micros();
    for digit in micros[1..7].iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    text.push(b'"');
    text.extend_from_slice(&second.1);
    text.extend_from_slice(&micros);
    text.push(b'"');
}

/// A second as it is written, without its end.
fn written(seconds: u64) -> [u8; LENGTH] {
    let text = format_rfc3339_seconds(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).to_string();
    *text.as_bytes().first_chunk().expect("a date and a time of day")
}

#[cfg(test)]
mod tests {
    use humantime::format_rfc3339_micros;

    use super::*;

    #[test]
    fn every_moment_as_the_library_writes_it() {
        for micros in
            [0, 1, 999_999, 1_000_000, 1_700_000_000_123_456, 1_700_000_000_000_007, 4_102_444_800_000_000]
        {
            let moment = SystemTime::UNIX_EPOCH + Duration::from_micros(micros);
            let mut text = Vec::new();
            write_timestamp(&mut text, moment);
            assert_eq!(String::from_utf8(text).unwrap(), format!("\"{}\"", format_rfc3339_micros(moment)));
        }
    }
}
