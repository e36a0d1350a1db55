//! How many cores are at work, and which of them may be lent.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::search::{Lender, Loan};

/// The cores that this process may use.
#[derive(Clone, Debug)]
pub(super) struct Cores {
    all: usize,
    busy: Arc<AtomicUsize>,
}

impl Cores {
    /// So many, all idle.
    pub(super) fn new(all: usize) -> Self {
        Self { all, busy: Arc::default() }
    }

    /// How many there are.
    pub(super) const fn all(&self) -> usize {
        self.all
    }

    /// How many are at work.
    pub(super) fn busy(&self) -> usize {
        self.busy.load(Ordering::Relaxed)
    }

    /// Puts one more to work, even if all are: the operating system shares them out.
    pub(super) fn work(&self) -> AtWork {
        self.busy.fetch_add(1, Ordering::Relaxed);
        AtWork(Arc::clone(&self.busy))
    }
}

/// A core at work until dropped.
#[derive(Debug)]
pub(super) struct AtWork(Arc<AtomicUsize>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lender for Cores {
    fn lend(&self) -> Option<Loan> {
        let one_more = |busy: usize| (busy < self.all).then_some(busy + 1);
        self.busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Box::new(AtWork(Arc::clone(&self.busy))))
    }

    fn is_asked(&self) -> bool {
        self.busy.load(Ordering::Relaxed) > self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_idle_cores_are_lent_and_they_are_wanted_back_when_more_work_comes() {
        let cores = Cores::new(2);
        let own = cores.work();
        let lent = cores.lend();
        assert!(lent.is_some() && cores.lend().is_none() && !cores.is_asked());
        let another = cores.work();
        assert!(cores.is_asked());
        drop((lent, another));
        assert!(!cores.is_asked() && cores.lend().is_some());
        drop(own);
        assert_eq!(cores.busy.load(Ordering::Relaxed), 0);
    }
}
