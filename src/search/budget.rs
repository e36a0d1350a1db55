//! Limits of a search and the meter that keeps to them: deadline, states, bytes, and a flag to cancel it.
//!
//! This is the one place of the core that reads a clock.

use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::outcome::SearchStats;
use super::slice::Slice;
use super::spare::SpareCores;

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The deadline passed.
    Time,
    /// As many states as allowed were generated.
    States,
    /// The next node would not fit into the memory allowed.
    Memory,
    /// The depth limit cut something off.
    Depth,
    /// Whoever asked no longer wants the answer.
    Cancelled,
}

/// A switch that ends a running search from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Ends every search that polls this flag, within about a thousand states.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may use up. Every search polls it.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to stop; `None` is never.
    pub deadline: Option<Instant>,
    /// How many states may be generated. A search with a visited set counts each state once, the others
    /// every time they meet it.
    pub states: u64,
    /// How many bytes nodes, tables and open lists may occupy together.
    pub bytes: u64,
    /// Set by whoever no longer wants the answer.
    pub cancel: CancelFlag,
    /// Cores beside the calling thread's own.
    pub spare: SpareCores,
    /// What may be used up before the search asks whether it may go on.
    pub slice: Slice,
}

impl Budget {
    /// No limit at all, and a single core: for tests, and for spaces known to be small.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            deadline: None,
            states: u64::MAX,
            bytes: u64::MAX,
            cancel: CancelFlag::default(),
            spare: SpareCores::default(),
            slice: Slice::default(),
        }
    }

    /// The same budget with a deadline this far from now.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { deadline: now().checked_add(time), ..self }
    }

    /// Whether to stop before any (further) phase of the work: cancelled, or out of time. May wait where the
    /// first slice ends.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.slice.until().is_some_and(|until| now() >= until) {
            self.slice.end();
        }
        if self.cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        match self.deadline {
            Some(deadline) if now() >= deadline => Err(StopReason::Time),
            _ => Ok(()),
        }
    }
}

/// The moment, read in one place.
#[expect(clippy::disallowed_methods, reason = "the one clock of the core")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Looks at the cancel flag this often, in generated states of at most [`LIGHT_STATE`] bytes.
const FLAG_EVERY: u32 = 1024;
/// Looks at the clock at every so many looks at the flag.
const CLOCK_EVERY: u32 = 4;
/// Copying states heavier than this takes long enough to be polled for more often.
const LIGHT_STATE: usize = 64;

/// Counts what one search uses up and says when to stop.
#[derive(Debug)]
pub struct Meter<'b> {
    budget: &'b Budget,
    every: u32,
    until_flag: u32,
    until_clock: u32,
    /// What is held at present.
    pub(super) bytes: usize,
    /// The figures so far.
    pub stats: SearchStats,
}

impl<'b> Meter<'b> {
    /// Starts counting for a search whose states take `state_bytes` each.
    ///
    /// # Errors
    /// The reason to stop, if the budget is spent before the search begins.
    pub fn start(budget: &'b Budget, state_bytes: usize) -> Result<Self, StopReason> {
        budget.check()?;
        let every = (FLAG_EVERY as usize * LIGHT_STATE / state_bytes.max(LIGHT_STATE)).max(1) as u32;
        let stats = SearchStats::default();
        Ok(Self { budget, every, until_flag: every, until_clock: CLOCK_EVERY, bytes: 0, stats })
    }

    /// Called for every move tried; looks at the flag and the clock now and then.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn tick(&mut self) -> Result<(), StopReason> {
        self.until_flag -= 1;
        if self.until_flag == 0 { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), StopReason> {
        self.until_flag = self.every;
        self.until_clock -= 1;
        if self.until_clock == 0 {
            self.until_clock = CLOCK_EVERY;
            return self.budget.check();
        }
        if self.budget.cancel.is_cancelled() { Err(StopReason::Cancelled) } else { Ok(()) }
    }

    /// Counts one generated state.
    ///
    /// # Errors
    /// [`StopReason::States`] when that was one too many.
    #[inline]
    pub fn generate(&mut self) -> Result<(), StopReason> {
        if self.stats.generated >= self.budget.states {
            return Err(StopReason::States);
        }
        self.stats.generated += 1;
        Ok(())
    }

    /// Counts memory that is about to be taken. May wait where the first slice ends.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if that would be too much, or why the search has to end after it waited; then nothing is
    /// counted.
    pub fn hold(&mut self, bytes: usize) -> Result<(), StopReason> {
        let held = self.bytes.saturating_add(bytes);
        if held as u64 > self.budget.bytes {
            return Err(StopReason::Memory);
        }
        if self.budget.slice.take(bytes) {
            // Whoever waited in vain is to take nothing.
            self.budget.check()?;
        }
        self.bytes = held;
        Ok(())
    }

    /// Makes room for one more item, and counts the memory that takes.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if that would be too much; then the array is as it was.
    #[inline]
    pub fn room<T>(&mut self, items: &mut Vec<T>) -> Result<(), StopReason> {
        self.room_for(items, 1)
    }

    /// The same for so many more items.
    ///
    /// # Errors
    /// As [`room`](Self::room).
    #[inline]
    pub fn room_for<T>(&mut self, items: &mut Vec<T>, count: usize) -> Result<(), StopReason> {
        if items.capacity() - items.len() >= count { Ok(()) } else { self.grow(items, count) }
    }

    #[cold]
    fn grow<T>(&mut self, items: &mut Vec<T>, count: usize) -> Result<(), StopReason> {
        let old = items.capacity();
        let more = if old < 1 << 20 { old.max(16 * count) } else { (old / 2).max(count) };
        // Old and new array live side by side while one is copied into the other.
        self.hold((old + more) * size_of::<T>())?;
        items.reserve_exact(more);
        self.release(old * size_of::<T>());
        Ok(())
    }

    /// The same for one more entry of a heap.
    ///
    /// # Errors
    /// As [`room`](Self::room).
    #[inline]
    pub fn room_in_heap<T: Ord>(&mut self, heap: &mut BinaryHeap<T>) -> Result<(), StopReason> {
        if heap.len() == heap.capacity() {
            let (old, new) = (heap.capacity(), (heap.capacity() * 2).max(64));
            self.hold(new * size_of::<T>())?;
            heap.reserve_exact(new - old);
            self.release(old * size_of::<T>());
        }
        Ok(())
    }

    /// Notes how many states are held at present, and counts what those beyond the most ever held have on the heap.
    ///
    /// # Errors
    /// As [`hold`](Self::hold).
    #[inline]
    pub fn peak(&mut self, states: usize, heap_bytes: usize) -> Result<(), StopReason> {
        let more = (states as u64).saturating_sub(self.stats.peak_states);
        if more > 0 {
            self.hold(more as usize * heap_bytes)?;
            self.stats.peak_states += more;
        }
        Ok(())
    }

    /// Bytes that are held at present.
    #[must_use]
    pub const fn held(&self) -> usize {
        self.bytes
    }

    /// Counts memory that was given back.
    pub fn release(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;
    use crate::search::Host;

    /// Counts who asks.
    struct Door(Arc<AtomicU32>);

    impl Host for Door {
        fn wait_to_go_on(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_search_asks_once_when_it_needs_more_time_or_memory() {
        let asked = Arc::new(AtomicU32::new(0));
        let of = |until: Instant, bytes| {
            let slice = Slice::new(until, bytes, Door(Arc::clone(&asked)));
            Budget { slice, ..Budget::unlimited() }
        };
        let long = now() + Duration::from_secs(3600);
        let in_time = of(long, 100);
        let mut meter = Meter::start(&in_time, 8).unwrap();
        meter.hold(60).unwrap();
        meter.release(60);
        meter.hold(40).unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 0);
        meter.hold(1).unwrap();
        meter.hold(1_000_000).unwrap();
        in_time.check().unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        let late = of(now(), 100);
        late.check().unwrap();
        late.clone().check().unwrap();
        Meter::start(&late, 8).unwrap().hold(1000).unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn an_array_that_grows_is_counted_to_the_byte() {
        let budget = Budget { bytes: 10_000, ..Budget::unlimited() };
        let mut meter = Meter::start(&budget, 8).unwrap();
        let mut items = Vec::<u64>::new();
        while meter.room(&mut items).is_ok() {
            items.push(0);
            assert_eq!(meter.bytes, items.capacity() * size_of::<u64>());
        }
        // 512 items are 4 KiB; another 8 KiB beside them would be too much.
        assert_eq!((items.len(), items.capacity()), (512, 512));
    }
}
