//! The signals that `taquin serve` understands: stop, and read the tokens again.

use std::sync::Arc;
use std::time::Duration;

use taquin::http::App;
use tokio::sync::oneshot;
use tracing::{error, info, warn};

/// The ways to be told to stop.
#[derive(Clone, Copy, Debug)]
enum Told {
    /// Ctrl-C: somebody waits.
    Interrupt,
    /// SIGTERM: a load balancer may not know yet.
    Terminate,
}

impl Told {
    /// What a shell calls the end of a program that died of such a signal.
    const fn exit_code(self) -> u8 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}

/// Two futures: the first completes when told to stop, and says how long the server shall still serve; the second
/// completes when told once more, with the exit code for an end at once.
///
/// Signals are caught from this call on, not only once the futures are polled: a server that said it listens must not
/// die of them.
///
/// # Errors
/// If signals cannot be caught.
pub(super) fn told_to_stop(
    grace: Duration,
) -> std::io::Result<(impl Future<Output = Duration>, impl Future<Output = u8>)> {
    let mut signals = Signals::catch()?;
    let (tell_first, first) = oneshot::channel();
    let (tell_second, second) = oneshot::channel();
    tokio::spawn(async move {
        let grace = match signals.next().await {
            Told::Interrupt => Duration::ZERO,
            Told::Terminate => grace,
        };
        info!(grace_ms = grace.as_millis() as u64, "told to stop: finishing what runs");
        // Nobody listens any more if the server has ended by itself.
        let _ = tell_first.send(grace);
        let code = signals.next().await.exit_code();
        warn!("told to stop once more: ending at once");
        let _ = tell_second.send(code);
    });
    Ok((when_told(first), when_told(second)))
}

async fn when_told<T>(told: oneshot::Receiver<T>) -> T {
    match told.await {
        Ok(told) => told,
        Err(_) => std::future::pending().await,
    }
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn catch() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) -> Told {
        tokio::select! {
            _ = self.interrupt.recv() => Told::Interrupt,
            _ = self.terminate.recv() => Told::Terminate,
        }
    }
}

#[cfg(windows)]
struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    terminate: tokio::signal::windows::CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    fn catch() -> std::io::Result<Self> {
        use tokio::signal::windows::{ctrl_c, ctrl_shutdown};
        Ok(Self { interrupt: ctrl_c()?, terminate: ctrl_shutdown()? })
    }

    async fn next(&mut self) -> Told {
        tokio::select! {
            _ = self.interrupt.recv() => Told::Interrupt,
            _ = self.terminate.recv() => Told::Terminate,
        }
    }
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
