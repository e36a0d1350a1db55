//! The first moments of a search, and whom it asks before it goes on.
//!
//! Nobody knows beforehand how long a search will take. So it begins with little time and little memory, and when it
//! needs more of either it asks its host once, and waits for as long as the host lets it wait.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Instant;

/// Whoever lets searches go on.
pub trait Host: Send + Sync {
    /// Blocks until the search may go on, or is to end: then its cancel flag is set, or its deadline has passed.
    fn wait_to_go_on(&self);
}

/// What a search may use up before it asks: everything by default.
#[derive(Clone, Default)]
pub struct Slice(Option<Arc<Inner>>);

struct Inner {
    until: Instant,
    bytes: AtomicU64,
    asked: Once,
    host: Box<dyn Host>,
}

impl Slice {
    /// Time until `until`, and so many bytes, whether they are given back meanwhile or not.
    pub fn new(until: Instant, bytes: u64, host: impl Host + 'static) -> Self {
        let (bytes, asked) = (AtomicU64::new(bytes), Once::new());
        Self(Some(Arc::new(Inner { until, bytes, asked, host: Box::new(host) })))
    }

    /// The moment at which it ends, if it has not ended yet.
    pub(super) fn until(&self) -> Option<Instant> {
        self.0.as_ref().filter(|inner| !inner.asked.is_completed()).map(|inner| inner.until)
    }

    /// Takes memory out; waits if there is not so much left, and says whether it did.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let Some(inner) = self.0.as_ref().filter(|inner| !inner.asked.is_completed()) else { return false };
        let rest = |left: u64| left.checked_sub(bytes as u64);
        let is_spent = inner.bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).is_err();
        if is_spent {
            self.end();
        }
        is_spent
    }

    /// Asks, the first time; whichever other thread of the search comes meanwhile waits too.
    pub(super) fn end(&self) {
        if let Some(inner) = &self.0 {
            inner.asked.call_once(|| inner.host.wait_to_go_on());
        }
    }
}

impl fmt::Debug for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.until().is_some() { "a first slice" } else { "all there is" })
    }
}
