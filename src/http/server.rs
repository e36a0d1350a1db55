//! Takes connections until told to stop, then stops in an orderly way.
//!
//! The loop is our own because a public service needs limits that ready-made ones do not offer: on the number of
//! connections, on slow peers in either direction, and on how long a stop may take.

mod connection;
mod delivery;
mod lingering;
mod pulse;
mod socket;
mod streams;

use std::convert::Infallible;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;
use tracing::warn;

use super::app::App;
use super::front::Front;
use connection::Common;

/// After its solve was cancelled, a request gets this long to send its answer.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Connections that the kernel has taken already when the server stops are still picked up for so long.
const LAST_CALL: Duration = Duration::from_millis(20);
/// While there is no room for another connection, some are asked this often to end if they are idle, by turns.
const MAKE_ROOM_EVERY: Duration = Duration::from_millis(10);
const ASKED_AT_A_TIME: usize = 8;
/// Out of file descriptors, say: trying again at once would not help.
const AFTER_A_FAILURE: Duration = Duration::from_millis(100);

/// Serves on `listener` until `shutdown` completes and says how long a grace there is: from then on the server is not
/// ready, but still serves. After the grace it takes no new connections and refuses new requests; those that run may
/// finish. Solves that still run after `drain` are cancelled: their callers get what is known by then. One second
/// later it ends whatever is left.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    shutdown: impl Future<Output = Duration>,
    drain: Duration,
) {
    let server = Server::new(&app);
    let grace = tokio::select! {
        never = server.accept(&listener) => match never {},
        grace = shutdown => grace,
    };
    app.service().drain();
    // Accepting never ends by itself.
    let _ = timeout(grace, server.accept(&listener)).await;
    app.edge().close();
    let _ = timeout(LAST_CALL, server.accept(&listener)).await;
    drop(listener);
    server.connections.stop.cancel();
    server.running.close();
    if timeout(drain, server.running.wait()).await.is_ok() {
        return;
    }
    app.service().cancel_all();
    // What is still open after that is a peer that neither sends nor reads.
    let _ = timeout(LAST_WORDS, server.running.wait()).await;
}

struct Server {
    connections: Arc<Common>,
    app: Arc<App>,
    running: TaskTracker,
    /// For connections: one each.
    room: Arc<Semaphore>,
}

impl Server {
    fn new(app: &Arc<App>) -> Self {
        let limits = app.edge().network;
        Self {
            connections: Arc::new(Common::new(Front::new(app), limits)),
            app: Arc::clone(app),
            running: TaskTracker::new(),
            room: Arc::new(Semaphore::new(limits.connections.min(Semaphore::MAX_PERMITS))),
        }
    }

    async fn accept(&self, listener: &TcpListener) -> Infallible {
        loop {
            let room = self.room().await;
            match listener.accept().await {
                Ok((stream, peer)) => {
                    // Answers are written whole; waiting for more of them would only delay each. (It fails where the
                    // peer is gone already.)
                    let _ = stream.set_nodelay(true);
                    let connections = Arc::clone(&self.connections);
                    let open = self.app.edge().gauges.connection();
                    self.running.spawn(async move {
                        connections.serve(stream, peer).await;
                        drop((room, open));
                    });
                }
                Err(error) if is_the_peers(error.kind()) => {}
                Err(error) => {
                    warn!(%error, "cannot accept connections");
                    sleep(AFTER_A_FAILURE).await;
                }
            }
        }
    }

    /// Room for another connection; waits for it if need be, and asks idle ones to leave.
    async fn room(&self) -> OwnedSemaphorePermit {
        loop {
            let room = Arc::clone(&self.room).acquire_owned();
            if let Ok(Ok(room)) = timeout(MAKE_ROOM_EVERY, room).await {
                return room;
            }
            for _ in 0..ASKED_AT_A_TIME {
                self.connections.make_room.notify_one();
            }
        }
    }
}

/// Whether a connection could not be accepted for a reason of its own.
fn is_the_peers(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset)
}
