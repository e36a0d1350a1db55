//! Whether the expansion of one state may go on.
//!
//! A state may have so many successors that building them would take more memory than a solve is allowed, before the
//! search that asked for them can say stop. A space of such states keeps a [`ExpansionGuard`] and asks it after each.

use std::cell::Cell;

use super::budget::{Budget, StopReason};

/// Looks at clock and flag this often, in powers of two of bytes that the successors of one state are made of.
const POLL_EVERY: u32 = 19;

/// Ends an expansion that outgrows the budget, and remembers that it did: what a search learns from then on is not all.
pub(crate) struct ExpansionGuard<'b> {
    budget: &'b Budget,
    cut_short: Cell<Option<StopReason>>,
}

impl<'b> ExpansionGuard<'b> {
    pub(crate) const fn new(budget: &'b Budget) -> Self {
        Self { budget, cut_short: Cell::new(None) }
    }

    /// Whether to go on after this many successors of one state, of so many bytes each.
    pub(crate) fn goes_on(&self, successors: usize, bytes_each: usize) -> bool {
        let bytes = successors.saturating_mul(bytes_each) as u64;
        let reason = if bytes > self.budget.bytes {
            Some(StopReason::Memory)
        } else if bytes >> POLL_EVERY != bytes.saturating_add(bytes_each as u64) >> POLL_EVERY {
            self.budget.check().err()
        } else {
            None
        };
        if reason.is_some() {
            self.cut_short.set(reason);
        }
        reason.is_none()
    }

    /// Why successors are missing, if some are.
    pub(crate) const fn cut_short(&self) -> Option<StopReason> {
        self.cut_short.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::CancelFlag;

    #[test]
    fn an_expansion_ends_at_the_memory_allowed() {
        let budget = Budget { bytes: 1000, ..Budget::unlimited() };
        let guard = ExpansionGuard::new(&budget);
        assert!((0..=10).all(|successors| guard.goes_on(successors, 100)));
        assert_eq!(guard.cut_short(), None);
        assert!(!guard.goes_on(11, 100));
        assert_eq!(guard.cut_short(), Some(StopReason::Memory));
    }

    #[test]
    fn a_long_expansion_sees_the_flag() {
        let cancel = CancelFlag::default();
        let budget = Budget { cancel: cancel.clone(), ..Budget::unlimited() };
        let guard = ExpansionGuard::new(&budget);
        cancel.cancel();
        let seen = (0..1_usize << POLL_EVERY).find(|&successors| !guard.goes_on(successors, 1 << 10));
        assert_eq!(seen, Some((1 << (POLL_EVERY - 10)) - 1));
        assert_eq!(guard.cut_short(), Some(StopReason::Cancelled));
    }
}
