//! What one thread of a search has generated, and when it must stop.

use crate::search::{Budget, Purse, SearchStats, StopReason};

/// Looks at the cancel flag this often, in generated states.
const FLAG_EVERY: u64 = 1024;
/// Looks at the clock this often.
const CLOCK_EVERY: u64 = 4096;

/// Whether it is time to look what became of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    NotYet,
    Due,
}

/// Counts for one thread.
#[derive(Debug)]
pub(super) struct Tally<'b> {
    budget: &'b Budget,
    purse: &'b Purse,
    pub(super) stats: SearchStats,
    /// States taken out of the purse so far, which may be generated without another look.
    granted: u64,
    until_clock: u64,
}

impl<'b> Tally<'b> {
    pub(super) fn new(budget: &'b Budget, purse: &'b Purse) -> Self {
        Self { budget, purse, stats: SearchStats::default(), granted: 0, until_clock: CLOCK_EVERY }
    }

    /// Counts a board that is expanded and the states that come of it, unless there is no time for them or they
    /// are too many.
    #[inline]
    pub(super) fn count(&mut self, states: usize) -> Result<Pause, StopReason> {
        let generated = self.stats.generated + states as u64;
        let pause = if generated > self.granted { self.look(generated)? } else { Pause::NotYet };
        self.stats.generated = generated;
        self.stats.expanded += 1;
        Ok(pause)
    }

    /// Before states are generated that make `next`: is there time, and are so many allowed?
    #[cold]
    fn look(&mut self, next: u64) -> Result<Pause, StopReason> {
        if next > self.until_clock {
            self.budget.check()?;
            self.until_clock = next + CLOCK_EVERY;
        } else if self.budget.cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        self.granted += self.purse.take(FLAG_EVERY);
        if next > self.granted { Err(StopReason::States) } else { Ok(Pause::Due) }
    }

    /// The figures; what was not used goes back into the purse.
    pub(super) fn finish(self) -> SearchStats {
        self.purse.give_back(self.granted - self.stats.generated);
        self.stats
    }
}
