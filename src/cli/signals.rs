//! The signals that `taquin serve` understands: stop, and read the tokens again.

use std::sync::Arc;

use taquin::http::App;
use tracing::{error, info};

/// Completes at Ctrl-C or SIGTERM. Both are caught from this call on, not only once the future is polled: a server that
/// said it listens must not die of them.
#[cfg(unix)]
pub(super) fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        info!("told to stop: finishing what runs");
    })
}

/// Completes at Ctrl-C.
#[cfg(not(unix))]
pub(super) fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        info!("told to stop: finishing what runs");
    })
}

/// From now on, reads the tokens again at every SIGHUP. Without tokens there is nothing to read, and the signal keeps its
/// usual meaning.
#[cfg(unix)]
pub(super) fn reload_tokens_when_told(app: &Arc<App>) -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    if app.edge().tokens().is_none() {
        return Ok(());
    }
    let mut hangup = signal(SignalKind::hangup())?;
    let app = Arc::clone(app);
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            match app.edge().tokens().map(taquin::http::Tokens::reload) {
                Some(Ok(count)) => info!(count, "read the tokens again"),
                Some(Err(error)) => {
                    let reason = std::error::Error::source(&error).map(ToString::to_string);
                    error!(%error, reason, "the tokens stay as they were");
                }
                None => {}
            }
        }
    });
    Ok(())
}

/// Where there is no such signal, a restart reads them.
#[cfg(not(unix))]
pub(super) fn reload_tokens_when_told(_: &Arc<App>) -> std::io::Result<()> {
    Ok(())
}
