//! One empty: a state is two spots, and its index their product.

use super::{Costs, LotSpace, Reached};
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::{Ground, NONE};
use crate::parking::level_bound::LevelBound;
use crate::parking::slide::Slide;
use crate::search::{Reversible, StateSpace};

/// The states of a lot with exactly one empty in the car's region.
pub(in crate::parking) struct Pair<'g> {
    ground: &'g Ground,
    costs: Costs,
    reached: Reached,
    empty: u32,
}

/// Where the car and the empty are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::parking) struct State {
    pub(in crate::parking) car: u32,
    pub(in crate::parking) empty: u32,
}

impl<'g> Pair<'g> {
    pub(in crate::parking) fn new(lot: &Lot, ground: &'g Ground, empty: u32) -> Self {
        Self { ground, costs: Costs::of(lot), reached: Reached::new(ground), empty }
    }
}

impl LotSpace for Pair<'_> {
    #[inline]
    fn level_bound(bound: &LevelBound<'_>, state: &State) -> u64 {
        bound.one(state.car, state.empty)
    }

    fn ground(&self) -> &Ground {
        self.ground
    }

    fn reached(&self) -> &Reached {
        &self.reached
    }
}

impl StateSpace for Pair<'_> {
    type State = State;
    type Move = Slide;

    fn start(&self) -> State {
        State { car: self.ground.car, empty: self.empty }
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        self.ground.level[state.car as usize] == 0
    }

    #[inline]
    fn successors(&self, state: &State, mut visit: impl FnMut(Slide, State)) {
        let State { car, empty } = *state;
        let near = self.ground.near[empty as usize];
        for direction in Direction::ALL {
            let from = near[direction as usize];
            if from == NONE {
                continue;
            }
            let next = if from == car {
                self.reached.mark(empty);
                State { car: empty, empty: from }
            } else {
                State { car, empty: from }
            };
            visit(Slide::new(empty, direction), next);
        }
    }

    fn cost(&self, slide: Slide) -> u64 {
        self.costs.slide(slide)
    }

    fn index_size(&self) -> Option<usize> {
        self.ground.spots().checked_mul(self.ground.spots())
    }

    #[inline]
    fn index(&self, state: &State) -> usize {
        state.car as usize * self.ground.cells.len() + state.empty as usize
    }
}

impl Reversible for Pair<'_> {
    fn goals(&self, mut visit: impl FnMut(State)) {
        for &car in &self.ground.exits {
            for empty in (0..self.ground.spots() as u32).filter(|&empty| empty != car) {
                visit(State { car, empty });
            }
        }
    }

    fn predecessors(&self, state: &State, mut visit: impl FnMut(Slide, State)) {
        let State { car, empty } = *state;
        let near = self.ground.near[empty as usize];
        for direction in Direction::ALL {
            // The car that now stands on `to` came from the spot that is empty now, against the direction in
            // which it would move back.
            let to = near[direction.opposite() as usize];
            if to == NONE {
                continue;
            }
            let before = State { car: if to == car { empty } else { car }, empty: to };
            visit(Slide::new(to, direction), before);
        }
    }
}
