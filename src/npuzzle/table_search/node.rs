//! A board on the way, and what a slide makes of it.

use super::lens::{Excess, Lens, Ranks};
use super::steps::{Step, Steps};
use crate::npuzzle::space::Slide;

/// A board whose moves are still to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const VIEWS: usize> {
    /// Four bits a cell, by view: the home of the tile there.
    pub(super) boards: [u64; VIEWS],
    pub(super) ranks: [Ranks; VIEWS],
    /// The entries; until they are looked at, those of the board before.
    pub(super) excess: [Excess; VIEWS],
    /// Half of what the limit leaves beyond moves made and Manhattan distance.
    pub(super) slack: i16,
    /// Moves made.
    pub(super) depth: u16,
    /// The blank's cell, as the tables have it.
    pub(super) blank: u8,
    /// The number of the trail that led here, and its last slide.
    pub(super) trail: u8,
    pub(super) slide: Slide,
    /// By view, the tile that slid.
    pub(super) tiles: [u8; VIEWS],
}

impl<const VIEWS: usize> Node<VIEWS> {
    /// The board after one more slide; its entries are not looked at, but if `ASK`, the memory is asked for them.
    ///
    /// Free of branches: which way a tile slides cannot be predicted.
    #[inline(always)]
    pub(super) fn after<const PASSED: usize, const ASK: bool>(
        &self,
        step: &Step<VIEWS>,
        lenses: &[Lens<'_>; VIEWS],
        steps: &Steps<VIEWS>,
    ) -> Self {
        let mut child = *self;
        child.depth += 1;
        child.blank = step.blank;
        child.slide = step.slide;
        child.trail = steps.next(self.trail, step.slide);
        child.slack -= step.takes_away(self.boards[0]);
        for (view, lens) in lenses.iter().enumerate() {
            let (sight, board) = (&step.sights[view], self.boards[view]);
            let tile = sight.tile(board);
            child.tiles[view] = tile as u8;
            child.boards[view] = sight.slide(board);
            child.ranks[view] = lens.slide::<PASSED>(self.ranks[view], board, tile, sight);
            if ASK {
                lens.prefetch(child.ranks[view], tile);
            }
        }
        child
    }

    /// Looks at the entries: the most that any view asks for beyond moves made and Manhattan distance.
    #[inline(always)]
    pub(super) fn look(&mut self, lenses: &[Lens<'_>; VIEWS]) -> i16 {
        let mut most = 0;
        for (view, lens) in lenses.iter().enumerate() {
            let tile = usize::from(self.tiles[view] & 0xf);
            self.excess[view] = lens.look(self.ranks[view], tile, self.excess[view]);
            most = most.max(self.excess[view].sum());
        }
        most
    }
}
