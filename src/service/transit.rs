//! Room for what is on its way: requests that are read, answers that are sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that all requests and answers on their way may take together.
#[derive(Clone, Debug)]
pub struct Transit {
    most: u64,
    held: Arc<AtomicU64>,
}

/// Room that is taken until this is dropped.
#[derive(Debug)]
pub struct Room {
    bytes: u64,
    held: Arc<AtomicU64>,
}

impl Transit {
    /// So many bytes.
    #[must_use]
    pub fn new(most: u64) -> Self {
        Self { most, held: Arc::default() }
    }

    /// Takes room, if there is as much.
    #[must_use]
    pub fn take(&self, bytes: u64) -> Option<Room> {
        let more = |held: u64| held.checked_add(bytes).filter(|&held| held <= self.most);
        self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        Some(Room { bytes, held: Arc::clone(&self.held) })
    }

    /// All there is.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// Bytes that are taken at present.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_given_back() {
        let transit = Transit::new(100);
        let first = transit.take(60).unwrap();
        assert!(transit.take(60).is_none() && transit.take(u64::MAX).is_none());
        let second = transit.take(40).unwrap();
        drop(first);
        assert_eq!(transit.held(), 40);
        drop(second);
        assert_eq!(transit.held(), 0);
    }
}
