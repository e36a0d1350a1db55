//! The log: a JSON object a line on the standard output, or plain lines where a person looks on.

mod buffer;
mod json;
mod timestamp;

use std::io::IsTerminal as _;

use anyhow::Context as _;
use tracing::error;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use buffer::{Flush, start};
use json::JsonLines;

/// Starts the log. What it returns has to live until the end: dropped, it writes out what is left.
///
/// # Errors
/// If the filter is none.
pub(super) fn log(filter: &str) -> anyhow::Result<Option<Flush>> {
    let filter = EnvFilter::try_new(filter).context("--log")?;
    let stdout = std::io::stdout();
    let flush = if stdout.is_terminal() {
        tracing_subscriber::fmt().with_env_filter(filter).init();
        None
    } else {
        let (lines, flush) = start(stdout).context("cannot start the log")?;
        tracing_subscriber::registry().with(filter).with(JsonLines(lines)).init();
        Some(flush)
    };
    std::panic::set_hook(Box::new(|panic| error!(%panic, "panicked")));
    Ok(flush)
}
