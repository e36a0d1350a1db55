//! The plain state spaces of a lot: where the car is and which spots are empty; the other cars are alike.
//!
//! Three of them, which differ in nothing but how a state is packed: [`Pair`] for one empty, [`Bits`] for
//! several on up to 128 spots, [`List`] for several on more. The order of moves is the same in all: empties in
//! row-major order, and for each the car that moves up, down, left, right into it.

mod bits;
mod list;
mod pair;

pub(super) use bits::{Bits, MOST_SPOTS};
pub(super) use list::List;
pub(super) use pair::Pair;

use std::cell::Cell;

use super::ground::Ground;
use super::level_bound::LevelBound;
use super::slide::Slide;
use crate::search::{Reversible, StopReason};

/// What the searches over single moves need of a state space of a lot.
pub(super) trait LotSpace: Reversible<Move = Slide> {
    /// The level bound of a state.
    fn level_bound(bound: &LevelBound<'_>, state: &Self::State) -> u64;

    /// The region that the space is made of.
    fn ground(&self) -> &Ground;

    /// Where the car was seen to get to.
    fn reached(&self) -> &Reached;

    /// Why successors are missing, if some are.
    fn cut_short(&self) -> Option<StopReason> {
        None
    }
}

/// What the moves of a space cost.
#[derive(Clone, Copy, Debug)]
struct Costs {
    horizontal: u64,
    vertical: u64,
}

impl Costs {
    const fn of(lot: &super::Lot) -> Self {
        Self { horizontal: lot.horizontal(), vertical: lot.vertical() }
    }

    #[inline]
    const fn slide(self, slide: Slide) -> u64 {
        slide.cost(self.horizontal, self.vertical)
    }
}

/// The spots that the car gets to while a search goes on; for the reason, should there be no plan.
#[derive(Debug)]
pub(super) struct Reached(Vec<Cell<bool>>);

impl Reached {
    fn new(ground: &Ground) -> Self {
        let reached = Self(vec![Cell::new(false); ground.spots()]);
        reached.mark(ground.car);
        reached
    }

    #[inline]
    fn mark(&self, spot: u32) {
        self.0[spot as usize].set(true);
    }

    /// The spots, in order.
    pub(super) fn spots(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().filter(|(_, reached)| reached.get()).map(|(spot, _)| spot as u32)
    }
}
