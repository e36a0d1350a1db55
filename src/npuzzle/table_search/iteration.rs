//! One iteration, cut into subtrees for whoever has time to search them.

use super::node::Node;
use crate::npuzzle::space::Slide;
use crate::search::Pieces;

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
    /// In the order of moves.
    subtrees: Vec<Subtree<VIEWS>>,
    /// The subtrees' numbers, and the first of all plans.
    pub(super) pieces: Pieces<Vec<Slide>>,
}

impl<const VIEWS: usize> Iteration<VIEWS> {
    pub(super) const fn new(limit: u32, subtrees: Vec<Subtree<VIEWS>>) -> Self {
        let pieces = Pieces::new(0..subtrees.len());
        Self { limit, subtrees, pieces }
    }

    /// The subtree with this number.
    pub(super) fn subtree(&self, number: usize) -> &Subtree<VIEWS> {
        &self.subtrees[number]
    }
}
