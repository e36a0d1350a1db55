//! States that several threads may still generate together.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number of states, taken out a few at a time.
#[derive(Debug)]
pub(crate) struct Purse(AtomicU64);

impl Purse {
    pub(crate) const fn new(states: u64) -> Self {
        Self(AtomicU64::new(states))
    }

    /// Takes so many out, or what is left.
    pub(crate) fn take(&self, states: u64) -> u64 {
        let rest = |left: u64| Some(left.saturating_sub(states));
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        left.unwrap_or_else(|left| left).min(states)
    }

    /// Puts back what was not used.
    pub(crate) fn give_back(&self, states: u64) {
        self.0.fetch_add(states, Ordering::Relaxed);
    }
}
