//! Serves the router until told to stop, then stops in an orderly way.

use std::future::Future;
use std::future::IntoFuture as _;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::app::{App, router};

/// After its solve was cancelled, a request gets this long to send its answer.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Serves on `listener` until `shutdown` completes; then takes no new connections and lets running requests
/// finish. Solves that still run after `drain` are cancelled: their callers get what is known by then.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    shutdown: impl Future<Output = ()>,
    drain: Duration,
) -> std::io::Result<()> {
    let stop = CancellationToken::new();
    let serving = axum::serve(listener, router(Arc::clone(&app)))
        .with_graceful_shutdown(stop.clone().cancelled_owned())
        .into_future();
    tokio::pin!(serving);
    tokio::select! {
        ended = &mut serving => return ended,
        () = shutdown => {}
    }
    app.service().drain();
    stop.cancel();
    if let Ok(ended) = tokio::time::timeout(drain, &mut serving).await {
        return ended;
    }
    app.service().cancel_all();
    // What is still open after that is a peer that neither sends nor reads.
    tokio::time::timeout(LAST_WORDS, serving).await.unwrap_or(Ok(()))
}
