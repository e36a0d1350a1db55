//! Cores that stand idle, lent to a search that has much to do.
//!
//! A search runs on one core. One that turns out to be long may ask for more. After each piece of work it looks whether
//! somebody else wants a core, and if so gives back those it borrowed: nobody waits for more than a piece of work.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A core that was lent; given back when dropped.
pub type Loan = Box<dyn Any + Send>;

/// Who lends cores.
pub trait Lender: Send + Sync {
    /// A core that stands idle, if there is one. Does not block.
    fn lend(&self) -> Option<Loan>;

    /// Whether somebody waits for a core.
    fn is_asked(&self) -> bool;
}

/// Where further cores may be had: nowhere by default.
#[derive(Clone, Default)]
pub struct SpareCores(Option<Arc<dyn Lender>>);

impl SpareCores {
    /// Asks this lender each time a core is wanted.
    pub fn of(lender: impl Lender + 'static) -> Self {
        Self(Some(Arc::new(lender)))
    }

    /// So many cores that nobody else wants.
    #[must_use]
    pub fn fixed(cores: usize) -> Self {
        Self::of(Fixed(Arc::new(AtomicUsize::new(cores))))
    }

    /// A core, if one stands idle.
    #[must_use]
    pub fn borrow(&self) -> Option<Loan> {
        self.0.as_ref().and_then(|lender| lender.lend())
    }

    /// Whether borrowed cores are wanted back.
    #[must_use]
    pub fn are_wanted(&self) -> bool {
        self.0.as_ref().is_some_and(|lender| lender.is_asked())
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

/// So many that nobody else wants.
struct Fixed(Arc<AtomicUsize>);

impl Lender for Fixed {
    fn lend(&self) -> Option<Loan> {
        let one_less = |idle: usize| idle.checked_sub(1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).ok()?;
        Some(Box::new(Lent(Arc::clone(&self.0))))
    }

    fn is_asked(&self) -> bool {
        false
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
