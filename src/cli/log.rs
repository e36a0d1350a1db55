//! The log: a JSON object a line on the standard output, or plain lines where a person looks on.

mod buffer;

use std::io::IsTerminal as _;

use anyhow::Context as _;
use tracing::error;
use tracing_subscriber::EnvFilter;

use buffer::{Flush, start};

/// Starts the log. What it returns has to live until the end: dropped, it writes out what is left.
///
/// # Errors
/// If the filter is none.
pub(super) fn log(filter: &str) -> anyhow::Result<Option<Flush>> {
    let filter = EnvFilter::try_new(filter).context("--log")?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter);
    let stdout = std::io::stdout();
    let flush = if stdout.is_terminal() {
        builder.init();
        None
    } else {
        let (lines, flush) = start(stdout).context("cannot start the log")?;
        builder.json().flatten_event(true).with_writer(lines).init();
        Some(flush)
    };
    std::panic::set_hook(Box::new(|panic| error!(%panic, "panicked")));
    Ok(flush)
}
