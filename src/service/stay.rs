//! How long solves stay in a lane, from when they ask for a place to when they leave it: what is known of the time
//! after which those who wait now will be gone, whether they had their turn or their deadline passed.
//!
//! A running mean in which the latest few count most; no list of who is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// The newest stay makes one part in so many of the mean.
const WEIGHT: u64 = 8;
/// No stay has ended yet.
const NONE: u64 = u64::MAX;

/// The stays in one lane.
#[derive(Clone, Debug)]
pub(super) struct Stays {
    mean_us: Arc<AtomicU64>,
}

impl Stays {
    pub(super) fn new() -> Self {
        Self { mean_us: Arc::new(AtomicU64::new(NONE)) }
    }

    /// One begins, and ends when what this returns is dropped.
    pub(super) fn begin(&self) -> Stay {
        Stay { began: Instant::now(), stays: self.clone() }
    }

    /// How long those that ended lately took.
    pub(super) fn mean(&self) -> Option<Duration> {
        let mean_us = self.mean_us.load(Ordering::Relaxed);
        (mean_us != NONE).then(|| Duration::from_micros(mean_us))
    }

    fn note(&self, stay: Duration) {
        let stay_us = (stay.as_micros() as u64).min(NONE / WEIGHT);
        let with = |mean_us: u64| match mean_us {
            NONE => stay_us,
            mean_us => mean_us - mean_us / WEIGHT + stay_us / WEIGHT,
        };
        // Two that end at the same moment may count as one: it is an estimate.
        self.mean_us.store(with(self.mean_us.load(Ordering::Relaxed)), Ordering::Relaxed);
    }
}

/// One solve's stay, until this is dropped.
#[derive(Debug)]
pub(super) struct Stay {
    began: Instant,
    stays: Stays,
}

impl Drop for Stay {
    fn drop(&mut self) {
        self.stays.note(self.began.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_follows_what_happens_and_is_not_thrown_by_one() {
        let stays = Stays::new();
        assert_eq!(stays.mean(), None);
        let note = |seconds, times| {
            for _ in 0..times {
                stays.note(Duration::from_secs(seconds));
            }
            stays.mean().unwrap().as_secs_f64()
        };
        assert!((note(10, 1) - 10.0).abs() < 0.1);
        assert!((note(10, 50) - 10.0).abs() < 0.1);
        assert!((10.0..17.0).contains(&note(60, 1)), "{stays:?}");
        assert!(note(1, 50) < 1.1, "{stays:?}");
        stays.note(Duration::MAX);
        assert!(stays.mean().unwrap() > Duration::from_secs(1));
    }
}
