//! What is left to pay at least when several cars are to be taken out, or when one move takes along several.
//!
//! **Taking turns** (single moves). A move moves one car, so the moves of the cars to take out add up: car `i` on
//! level `Lᵢ` makes at least `Lᵢ`. The moves of all other cars come on top. To count those for car `i`, take the
//! other cars to be taken out for empties: each may become one, and while it does not, a move that it makes changes
//! nothing but the place of two empties. So car `i` alone among more empties costs no more than what the plan spends
//! on moves of itself and of ordinary cars, and the level bound of that lot, less `Lᵢ`, counts the latter. The sum of
//! all levels plus the largest such count is a bound.
//!
//! **Furthest** (blocks and time steps). One step brings a car one level nearer at most, all cars at the same time
//! perhaps. So the largest level is a bound.

use std::cell::RefCell;

use super::packing::Packing;
use super::space::{FleetSpace, Step};
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::parking::level_bound::LevelBound;
use crate::search::Heuristic;

/// Name of the bound for single moves in reports.
pub(super) const TAKING_TURNS: &str = "level";
/// Name of the bound for other motions.
pub(super) const FURTHEST: &str = "distance";

/// So many cars are looked at alone.
const MOST_ALONE: usize = 16;

/// The bound for single moves.
pub(super) struct TakingTurns<'g> {
    ground: &'g Ground,
    unit: u64,
    level: LevelBound<'g>,
    lists: RefCell<[Vec<u32>; 2]>,
}

impl<'g> TakingTurns<'g> {
    pub(super) fn new(lot: &Lot, ground: &'g Ground) -> Self {
        let unit = lot.cheapest_move();
        Self { ground, unit, level: LevelBound::new(ground, 1), lists: RefCell::default() }
    }

    /// The bound for these empties and cars.
    pub(super) fn of(&self, empties: &[u32], cars: &[u32]) -> u64 {
        let level = |car: u32| u64::from(self.ground.level[car as usize]);
        let own: u64 = cars.iter().map(|&car| level(car)).sum();
        let others = cars.iter().take(MOST_ALONE).enumerate().map(|(place, &car)| {
            let rest = cars[..place].iter().chain(&cars[place + 1..]);
            let helpers = empties.iter().chain(rest).copied();
            self.level.several(car, empties.len() + cars.len() - 1, helpers) - level(car)
        });
        (own + others.max().unwrap_or(0)) * self.unit
    }
}

impl<P: Packing> Heuristic<FleetSpace<'_, P>> for TakingTurns<'_> {
    type Parts = u64;

    fn of(&self, state: &P::State) -> u64 {
        let [empties, cars] = &mut *self.lists.borrow_mut();
        P::unpack(state, empties, cars);
        self.of(empties, cars)
    }

    fn after(&self, _: u64, _: Step, child: &P::State) -> u64 {
        Heuristic::<FleetSpace<'_, P>>::of(self, child)
    }

    fn estimate(&self, bound: u64) -> u64 {
        bound
    }
}

/// The bound for the other motions.
pub(super) struct Furthest<'g> {
    ground: &'g Ground,
    unit: u64,
    lists: RefCell<[Vec<u32>; 2]>,
}

impl<'g> Furthest<'g> {
    pub(super) fn new(lot: &Lot, ground: &'g Ground) -> Self {
        Self { ground, unit: lot.cheapest_move(), lists: RefCell::default() }
    }

    /// The bound for these cars.
    pub(super) fn of(&self, cars: &[u32]) -> u64 {
        let level = |&car: &u32| u64::from(self.ground.level[car as usize]);
        cars.iter().map(level).max().unwrap_or(0) * self.unit
    }
}

impl<P: Packing> Heuristic<FleetSpace<'_, P>> for Furthest<'_> {
    type Parts = u64;

    fn of(&self, state: &P::State) -> u64 {
        let [empties, cars] = &mut *self.lists.borrow_mut();
        P::unpack(state, empties, cars);
        self.of(cars)
    }

    fn after(&self, _: u64, _: Step, child: &P::State) -> u64 {
        Heuristic::<FleetSpace<'_, P>>::of(self, child)
    }

    fn estimate(&self, bound: u64) -> u64 {
        bound
    }
}
