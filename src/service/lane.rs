//! A lane: so many solves run in it at a time, and so many may wait for their turn, first come first served.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::stay::{Stay, Stays};

/// The lane's waiting room is full.
#[derive(Debug)]
pub(super) struct Full;

#[derive(Debug)]
pub(super) struct Lane {
    width: usize,
    permits: Arc<Semaphore>,
    room: usize,
    waiting: AtomicUsize,
    stays: Stays,
}

/// A place among those that run in a lane, until this is dropped.
#[derive(Debug)]
pub(super) struct Running {
    _permit: OwnedSemaphorePermit,
    _stay: Stay,
}

impl Lane {
    /// `width` solves at a time, and a waiting room for `room` more.
    pub(super) fn new(width: usize, room: usize) -> Self {
        let permits = Arc::new(Semaphore::new(width));
        Self { width, permits, room, waiting: AtomicUsize::new(0), stays: Stays::new() }
    }

    /// How many solves run in it at most.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether whoever came now would have to wait, or be sent away.
    pub(super) fn is_busy(&self) -> bool {
        self.permits.available_permits() == 0
    }

    /// Whether whoever came now would be sent away.
    pub(super) fn is_full(&self) -> bool {
        self.is_busy() && self.waiting() >= self.room
    }

    /// How long those that left it lately had been here, waiting and running.
    pub(super) fn mean_stay(&self) -> Option<Duration> {
        self.stays.mean()
    }

    /// Waits for a turn; dropping the future gives the place in the waiting room up.
    pub(super) async fn enter(&self) -> Result<Running, Full> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(Running { _permit: permit, _stay: self.stays.begin() });
        }
        let one_more = |waiting: usize| (waiting < self.room).then_some(waiting + 1);
        self.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).map_err(|_| Full)?;
        let (_place, stay) = (Place(&self.waiting), self.stays.begin());
        let permit = Arc::clone(&self.permits).acquire_owned().await.expect("a lane is never closed");
        Ok(Running { _permit: permit, _stay: stay })
    }
}

/// A place in the waiting room.
struct Place<'l>(&'l AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_room_sends_away_and_one_who_leaves_makes_room() {
        let lane = Arc::new(Lane::new(1, 1));
        let permit = lane.enter().await.unwrap();
        assert!(!lane.is_full());
        let waiter = tokio::spawn({
            let lane = Arc::clone(&lane);
            async move { lane.enter().await.is_ok() }
        });
        while lane.waiting() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(lane.is_full() && lane.enter().await.is_err());
        waiter.abort();
        while lane.waiting() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(!lane.is_full() && lane.is_busy());
        // Whoever leaves has been there, whether its turn came or not.
        assert!(lane.mean_stay().is_some());
        drop(permit);
        assert!(lane.enter().await.is_ok());
    }
}
