//! One iteration, cut into subtrees for whoever has time to search them.
//!
//! The subtrees are numbered in the order of moves, and a plan found in one of them ends those after it alone: the
//! first of all plans is what comes out, whichever subtree was searched first.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::node::Node;
use crate::npuzzle::space::Slide;

/// A part of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree<const VIEWS: usize> {
    /// Its entries were looked at.
    pub(super) root: Node<VIEWS>,
    /// The slides that lead there, two bits each, the last in the lowest.
    pub(super) slides: u64,
}

impl<const VIEWS: usize> Subtree<VIEWS> {
    /// Writes down the slides that lead to the root, from the second place on.
    pub(super) fn trace(&self, path: &mut [Slide]) {
        let mut slides = self.slides;
        for place in path[1..=usize::from(self.root.depth)].iter_mut().rev() {
            *place = Slide::ALL[(slides & 3) as usize];
            slides >>= 2;
        }
    }
}

/// An iteration that looks for plans of exactly so many moves.
#[derive(Debug)]
pub(super) struct Iteration<const VIEWS: usize> {
    pub(super) limit: u32,
    subtrees: Vec<Subtree<VIEWS>>,
    /// The number of the next one to be searched.
    next: AtomicUsize,
    /// The number of the first one in which a plan was found; those after it are not needed.
    first: AtomicUsize,
    plan: Mutex<Option<Vec<Slide>>>,
}

impl<const VIEWS: usize> Iteration<VIEWS> {
    pub(super) const fn new(limit: u32, subtrees: Vec<Subtree<VIEWS>>) -> Self {
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        Self { limit, subtrees, next, first, plan: Mutex::new(None) }
    }

    /// How many subtrees there are.
    pub(super) const fn len(&self) -> usize {
        self.subtrees.len()
    }

    /// The subtree with this number.
    pub(super) fn subtree(&self, number: usize) -> &Subtree<VIEWS> {
        &self.subtrees[number]
    }

    /// The number of a subtree that nobody else searches, if one is still needed.
    pub(super) fn take(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.subtrees.len() && self.is_needed(number)).then_some(number)
    }

    /// Whether a plan in this subtree would come before all that were found.
    #[inline]
    pub(super) fn is_needed(&self, number: usize) -> bool {
        number < self.first.load(Ordering::Relaxed)
    }

    /// Notes the first plan of a subtree.
    pub(super) fn found(&self, number: usize, moves: &[Slide]) {
        let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_needed(number) {
            self.first.store(number, Ordering::Relaxed);
            *plan = Some(moves.to_vec());
        }
    }

    /// The first of all plans.
    pub(super) fn into_plan(self) -> Option<Vec<Slide>> {
        self.plan.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
