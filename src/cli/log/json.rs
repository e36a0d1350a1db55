//! Writes an event as a line of JSON: `timestamp`, `level`, the event's own fields in their order, `target`.
//!
//! There is a line for every request, so this costs as little as it can: numbers and text go straight into one buffer,
//! where the formatter that comes with `tracing-subscriber` takes ten times as long, as much as a whole short solve.

use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::time::SystemTime;

use serde::Serialize;
use taquin::json::{Fields, escaped};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::buffer::Lines;
use super::timestamp::write_timestamp;

thread_local! {
    /// For the next line of this thread.
    static LINE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Events as lines of JSON.
#[derive(Debug)]
pub(super) struct JsonLines(pub(super) Lines);

impl<S: Subscriber> Layer<S> for JsonLines {
    #[expect(clippy::disallowed_methods, reason = "the log tells the wall clock; answers do not")]
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        // Taken, not borrowed: what formats a field may itself log.
        let mut line = LINE.take();
        line.clear();
        write_line(&mut line, event, SystemTime::now());
        self.0.append(&line);
        LINE.set(line);
    }
}

fn write_line(line: &mut Vec<u8>, event: &Event<'_>, now: SystemTime) {
    let metadata = event.metadata();
    Fields::write(line, |fields| {
        write_timestamp(fields.value("timestamp"), now);
        fields.text("level", metadata.level().as_str());
        event.record(&mut Recorded(fields));
        fields.text("target", metadata.target());
    });
    line.push(b'\n');
}

/// Takes an event's own fields.
struct Recorded<'f, 't>(&'f mut Fields<'t>);

impl Recorded<'_, '_> {
    fn value(&mut self, field: &Field, value: impl Serialize) {
        let text = self.0.value(field.name());
        serde_json::to_writer(text, &value).expect("numbers and truth values are JSON");
    }
}

impl Visit for Recorded<'_, '_> {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.value(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.value(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.number(field.name(), value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.flag(field.name(), value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.text(field.name(), value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = self.0.value(field.name());
        text.push(b'"');
        write!(Escaped(text), "{value:?}").expect("memory takes everything");
        text.push(b'"');
    }
}

/// Takes text into a string of JSON.
struct Escaped<'l>(&'l mut Vec<u8>);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        escaped(self.0, text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use serde_json::{Value, json};
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    /// Keeps the lines, all written at one moment.
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl<S: Subscriber> Layer<S> for Kept {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            let moment = SystemTime::UNIX_EPOCH + Duration::from_micros(1_700_000_000_123_456);
            write_line(&mut self.0.lock().unwrap(), event, moment);
        }
    }

    fn lines(log: impl FnOnce()) -> Vec<Value> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(Kept(Arc::clone(&kept))), log);
        let text = String::from_utf8(kept.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn fields_keep_their_types_and_text_is_escaped() {
        let text = "a \"quoted\" line\nwith \\ and \u{1} and ü";
        let lines = lines(|| {
            tracing::info!(
                count = u64::MAX,
                less = -1_i64,
                half = 0.5,
                none = f64::NAN,
                yes = true,
                text,
                shown = %text,
                told = ?text,
                absent = None::<u64>,
                "a \"message\" of {} words",
                4
            );
            tracing::warn!("plain");
        });
        assert_eq!(
            lines,
            [
                json!({
                    "timestamp": "2023-11-14T22:13:20.123456Z", "level": "INFO", "count": u64::MAX, "less": -1,
                    "half": 0.5, "none": null, "yes": true, "text": text, "shown": text,
                    "told": format!("{text:?}"), "message": "a \"message\" of 4 words",
                    "target": module_path!(),
                }),
                json!({
                    "timestamp": "2023-11-14T22:13:20.123456Z", "level": "WARN", "message": "plain",
                    "target": module_path!(),
                }),
            ]
        );
    }
}
