//! Cores that stand idle, lent to a search that has much to do.
//!
//! A search runs on one core. One that turns out to be long may ask for more, a piece of work at a time, and gives
//! them back after each, so that whoever else wants a core waits for a piece of work at most.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A core that was lent; given back when dropped.
pub type Loan = Box<dyn Any + Send>;

type Lender = dyn Fn() -> Option<Loan> + Send + Sync;

/// Where further cores may be had: nowhere by default.
#[derive(Clone, Default)]
pub struct SpareCores(Option<Arc<Lender>>);

impl SpareCores {
    /// Asks `lend`, which must not block, each time a core is wanted.
    pub fn from_lender(lend: impl Fn() -> Option<Loan> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(lend)))
    }

    /// So many cores that nobody else wants.
    #[must_use]
    pub fn fixed(cores: usize) -> Self {
        let idle = Arc::new(AtomicUsize::new(cores));
        Self::from_lender(move || {
            let one_less = |idle: usize| idle.checked_sub(1);
            idle.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).ok()?;
            Some(Box::new(Lent(Arc::clone(&idle))))
        })
    }

    /// A core, if one stands idle.
    #[must_use]
    pub fn borrow(&self) -> Option<Loan> {
        self.0.as_ref().and_then(|lend| lend())
    }

    /// Whether there may ever be one.
    #[must_use]
    pub const fn exist(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for SpareCores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.exist() { "cores to lend" } else { "no cores to lend" })
    }
}

/// One of a fixed number.
struct Lent(Arc<AtomicUsize>);

impl Drop for Lent {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_comes_back() {
        let spare = SpareCores::fixed(2);
        let (first, second) = (spare.borrow(), spare.clone().borrow());
        assert!(first.is_some() && second.is_some() && spare.borrow().is_none());
        drop(first);
        assert!(spare.borrow().is_some());
        assert!(SpareCores::default().borrow().is_none());
    }
}
