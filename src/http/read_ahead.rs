//! What was read of a batch and is not answered yet: a bounded stretch of text between the wire and the answers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::{Bytes, BytesMut};
use tokio::sync::Notify;

use super::exchange::{Exchange, Owed};
use super::problem::Problem;

/// As much is handed on at a time.
const PIECE: usize = 64 << 10;

/// How a text ended.
#[derive(Debug)]
pub(super) enum End {
    /// All of it came.
    Whole,
    /// The rest was not read, and why.
    Cut(Problem),
}

/// What comes next.
#[derive(Debug)]
pub(super) enum Next {
    /// A piece of the text, and that replies to it are owed.
    Piece(Bytes, Owed),
    End(End),
}

/// Text that one task reads and another answers.
#[derive(Debug)]
pub(super) struct ReadAhead {
    exchange: Arc<Exchange>,
    most: usize,
    state: Mutex<State>,
    /// There is more to answer.
    more: Notify,
    /// There is room to read.
    room: Notify,
}

#[derive(Debug, Default)]
struct State {
    text: BytesMut,
    owed: Option<Owed>,
    end: Option<End>,
}

impl ReadAhead {
    /// At most so many bytes, or one frame if that is more.
    pub(super) fn new(exchange: Arc<Exchange>, most: usize) -> Self {
        Self { exchange, most, state: Mutex::default(), more: Notify::new(), room: Notify::new() }
    }

    /// No holder of the lock can leave the state half changed, so a poisoned lock is as good.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what was read, once there is room for it. For one task only.
    pub(super) async fn push(&self, data: &[u8]) {
        while !self.add(data) {
            self.room.notified().await;
        }
        self.more.notify_one();
    }

    fn add(&self, data: &[u8]) -> bool {
        let mut state = self.state();
        let fits = state.text.is_empty() || state.text.len() + data.len() <= self.most;
        if fits {
            state.text.extend_from_slice(data);
            state.owed.get_or_insert_with(|| self.exchange.owe());
        }
        fits
    }

    /// Nothing more will be added.
    pub(super) fn end(&self, end: End) {
        self.state().end = Some(end);
        self.more.notify_one();
    }

    /// What comes next, once it is there; nothing after the end. For one task only.
    pub(super) async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.more.notified().await;
        }
    }

    fn take(&self) -> Option<Next> {
        let mut state = self.state();
        if state.text.is_empty() {
            return state.end.take().map(Next::End);
        }
        let length = state.text.len().min(PIECE);
        let piece = state.text.split_to(length).freeze();
        if state.text.is_empty() {
            state.owed = None;
        }
        self.room.notify_one();
        Some(Next::Piece(piece, self.exchange.owe()))
    }
}
