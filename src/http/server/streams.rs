//! The streams of an HTTP/2 connection, each of which is given up when its peer takes nothing of its answer for too long.
//!
//! A peer can keep the connection alive and the window of a stream closed; its socket then tells nothing. The HTTP
//! implementation asks a body for more only when the peer has taken all but the last that it was given: so an answer notes
//! when it handed something over, and the task of its stream looks at that while it waits. Not seen is the last piece,
//! with which the task ends: what a peer leaves of that stays with the connection. A stream that ends is reset; the others on
//! its connection go on.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use hyper::rt::Executor;
use tokio::time::{Instant, Sleep, sleep_until};

tokio::task_local! {
    /// That of the stream whose task is running.
    static HANDED: Handed;
}

/// When something was handed over that the peer has not taken yet, as far as is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Handed(Arc<Mutex<Option<Instant>>>);

impl Handed {
    /// That of the stream whose task is running; none over HTTP/1.
    pub(super) fn of_this_stream() -> Option<Self> {
        HANDED.try_with(Self::clone).ok()
    }

    /// Something is handed over.
    pub(super) fn over(&self) {
        self.set(Some(Instant::now()));
    }

    /// All was taken; it is we who have nothing more yet.
    pub(super) fn nothing(&self) {
        self.set(None);
    }

    fn set(&self, at: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }

    fn at(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs the streams of connections.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    /// So long a peer may take nothing.
    pub(super) patience: Duration,
}

impl<F: Future + Send + 'static> Executor<F> for Streams {
    fn execute(&self, stream: F) {
        let handed = Handed::default();
        tokio::spawn(HANDED.scope(handed.clone(), until_it_stalls(stream, handed, self.patience)));
    }
}

/// Runs a stream to its end, or until too long after something was handed over.
async fn until_it_stalls(stream: impl Future, handed: Handed, patience: Duration) {
    let mut stream = pin!(stream);
    // Made when first needed, which for most streams is never.
    let mut timer = None::<Pin<Box<Sleep>>>;
    poll_fn(|cx| {
        if stream.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let Some(at) = handed.at() else { return Poll::Pending };
        let until = at + patience;
        let timer = timer.get_or_insert_with(|| Box::pin(sleep_until(until)));
        if timer.deadline() != until {
            timer.as_mut().reset(until);
        }
        timer.as_mut().poll(cx)
    })
    .await;
}
