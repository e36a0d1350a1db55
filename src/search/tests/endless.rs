//! Budgets, on a space without an end: whatever the search, only its budget ends it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{searches, states};
use crate::search::*;

/// A binary tree downwards from 1, as good as without end, and the goal's own tree apart from it.
#[derive(Default)]
struct Endless {
    /// States whose moves were tried.
    expanded: AtomicU64,
    /// Set when so many were.
    cancel: Option<(u64, CancelFlag)>,
}

impl Endless {
    fn count(&self) {
        let expanded = self.expanded.fetch_add(1, Ordering::Relaxed) + 1;
        match &self.cancel {
            Some((at, flag)) if *at == expanded => flag.cancel(),
            _ => {}
        }
    }

    fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }
}

const GOAL: u64 = 1 << 63;

impl StateSpace for Endless {
    type State = u64;
    type Move = bool;

    fn start(&self) -> u64 {
        1
    }

    fn is_goal(&self, &state: &u64) -> bool {
        state == GOAL
    }

    fn successors(&self, &state: &u64, mut visit: impl FnMut(bool, u64)) {
        self.count();
        let child = (2 * state) % GOAL;
        visit(false, child);
        visit(true, child + 1);
    }
}

impl Reversible for Endless {
    fn goals(&self, mut visit: impl FnMut(u64)) {
        visit(GOAL);
    }

    fn predecessors(&self, &state: &u64, mut visit: impl FnMut(bool, u64)) {
        self.count();
        let child = GOAL + (2 * (state - GOAL) + 2) % GOAL;
        visit(false, child);
        visit(true, child + 1);
    }
}

#[test]
fn a_budget_that_is_spent_lets_nothing_begin() {
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    let late = Budget::unlimited().within(Duration::ZERO);
    for (budget, reason) in [(cancelled, StopReason::Cancelled), (late, StopReason::Time)] {
        for (name, search) in searches() {
            let space = Endless::default();
            let outcome = search(&space, &budget);
            assert_eq!((outcome.stopped_by, outcome.lower_bound), (Some(reason), 0), "{name}");
            assert_eq!((outcome.stats, space.expanded()), (SearchStats::default(), 0), "{name}");
        }
    }
}

#[test]
fn a_search_that_is_cancelled_stops_within_about_a_thousand_states() {
    for (name, search) in searches() {
        let budget = Budget::unlimited();
        let space = Endless { cancel: Some((5000, budget.cancel.clone())), ..Endless::default() };
        let outcome = search(&space, &budget);
        assert_eq!(outcome.stopped_by, Some(StopReason::Cancelled), "{name}");
        assert!((5000..5600).contains(&space.expanded()), "{name}: {} states", space.expanded());
        assert!(outcome.plan.is_none() && !outcome.exhausted, "{name}");
    }
}

#[test]
fn another_thread_may_cancel() {
    for (name, search) in searches() {
        let budget = Budget::unlimited();
        let space = Endless::default();
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                while space.expanded() == 0 {
                    std::thread::yield_now();
                }
                budget.cancel.cancel();
            });
            search(&space, &budget)
        });
        assert_eq!(outcome.stopped_by, Some(StopReason::Cancelled), "{name}");
    }
}

#[test]
fn a_deadline_ends_every_search() {
    for (name, search) in searches() {
        let budget = Budget::unlimited().within(Duration::from_millis(5));
        let outcome = search(&Endless::default(), &budget);
        assert_eq!(outcome.stopped_by, Some(StopReason::Time), "{name}");
        assert!(outcome.stats.generated > 0, "{name}");
    }
}

#[test]
fn states_are_counted_exactly() {
    for (name, search) in searches() {
        for limit in [0, 1, 2, 1000, 12_345] {
            let outcome = search(&Endless::default(), &states(limit));
            assert_eq!(outcome.stopped_by, Some(StopReason::States), "{name}");
            assert_eq!(outcome.stats.generated, limit, "{name}");
        }
    }
}

/// Iterative deepening needs next to nothing here; [`a_branch_is_paid_for`] is its turn.
#[test]
fn a_visited_set_keeps_to_its_bytes() {
    for (name, search) in searches().into_iter().filter(|(name, _)| !name.starts_with("i")) {
        let mut before = 0;
        for bytes in [0, 1000, 100_000, 1_000_000, 10_000_000] {
            let budget = Budget { bytes, ..Budget::unlimited() };
            let outcome = search(&Endless::default(), &budget);
            assert_eq!(outcome.stopped_by, Some(StopReason::Memory), "{name}");
            // A state and how it was reached take at least a state and a parent.
            let least = (size_of::<u64>() + size_of::<u32>()) as u64;
            let peak = outcome.stats.peak_states;
            assert!(peak * least <= bytes, "{name}: {peak} states in {bytes} bytes");
            // And what is allowed is made use of.
            assert!(
                peak >= before && peak * 250 >= bytes.saturating_sub(50_000),
                "{name}: {peak} in {bytes}"
            );
            before = peak;
        }
    }
}

/// A corridor without an end.
struct Corridor;

impl StateSpace for Corridor {
    type State = u64;
    type Move = ();

    fn start(&self) -> u64 {
        0
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn successors(&self, &state: &u64, mut visit: impl FnMut((), u64)) {
        visit((), state + 1);
    }
}

#[test]
fn a_branch_is_paid_for() {
    for bytes in [0, 1000, 30_000, 100_000] {
        let budget = Budget { bytes, ..Budget::unlimited() };
        let deepening = iterative_deepening(&Corridor, None, &budget);
        let guided = ida_star(&Corridor, &Blind, &budget);
        for outcome in [deepening, guided] {
            assert_eq!(outcome.stopped_by, Some(StopReason::Memory));
            let peak = outcome.stats.peak_states;
            assert!(peak * size_of::<u64>() as u64 <= bytes, "{peak} states in {bytes} bytes");
            assert!(peak * 250 >= bytes.saturating_sub(2000), "{peak} states in {bytes} bytes");
        }
    }
}
