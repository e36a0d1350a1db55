//! The cheapest plan by block moves, one after another: A* under the bound that the [`reuse`](super::reuse) of
//! empties gives, after hasty searches that take the bound for more than it is and find a good plan soon.

use std::cell::RefCell;

use super::field::Field;
use super::reuse::{Prices, Reuse, Wait, wait};
use super::schedule::Schedule;
use super::{Best, HASTES, HASTY_STATES};
use crate::parking::Lot;
use crate::parking::fleet::packing::{Bits, List, Packing};
use crate::parking::fleet::space::{FleetSpace, Step};
use crate::parking::ground::{Ground, NONE};
use crate::search::{Budget, Heuristic, SearchStats, StopReason, a_star};

/// What a state costs at least; of several cars, the one that costs most.
pub(super) struct MoveBound<'g> {
    field: &'g Field<'g>,
    reuse: Reuse,
    /// Halves of the bound that are added for every whole of it; 0 if it is to be a bound.
    haste: u64,
    lists: RefCell<[Vec<u32>; 2]>,
}

impl<'g> MoveBound<'g> {
    pub(super) fn new(field: &'g Field<'g>, lot: &Lot) -> Self {
        let prices = Prices { horizontal: lot.horizontal(), vertical: lot.vertical() };
        let reuse = Reuse::new(field, lot.size(), field.pieces() - 1, prices);
        Self { field, reuse, haste: 0, lists: RefCell::default() }
    }

    /// The bound for these empties and cars.
    pub(super) fn of(&self, empties: &[u32], cars: &[u32]) -> u64 {
        let costs = cars.iter().map(|&car| match self.field.ground.level[car as usize] {
            0 | NONE => 0,
            // Another car that has left may be the first empty to be of use.
            _ if cars.len() > 1 => self.reuse.cost(car, Wait::default()),
            _ => self.reuse.cost(car, wait(self.field, car, empties.iter().copied())),
        });
        costs.max().unwrap_or(0)
    }
}

impl<P: Packing> Heuristic<FleetSpace<'_, P>> for MoveBound<'_> {
    type Parts = u64;

    fn of(&self, state: &P::State) -> u64 {
        let [empties, cars] = &mut *self.lists.borrow_mut();
        P::unpack(state, empties, cars);
        let bound = self.of(empties, cars);
        bound + bound * self.haste / 2
    }

    fn after(&self, _: u64, _: Step, child: &P::State) -> u64 {
        Heuristic::<FleetSpace<'_, P>>::of(self, child)
    }

    fn estimate(&self, bound: u64) -> u64 {
        bound
    }
}

/// Improves on what is known until it is proved to be the best.
pub(super) fn search(lot: &Lot, ground: &Ground, best: &mut Best, budget: &Budget) -> Result<(), StopReason> {
    if Bits::fits(ground) {
        search_in(lot, &FleetSpace::<Bits>::new(lot, ground, budget), best, budget)
    } else {
        search_in(lot, &FleetSpace::<List>::new(lot, ground, budget), best, budget)
    }
}

fn search_in<P: Packing>(
    lot: &Lot,
    space: &FleetSpace<'_, P>,
    best: &mut Best,
    budget: &Budget,
) -> Result<(), StopReason> {
    let ground = space.ground();
    let fixed = Field::bytes(ground) + Reuse::bytes(ground.spots(), lot.size());
    let bytes = budget.bytes.checked_sub(fixed as u64).ok_or(StopReason::Memory)?;
    let field = Field::new(ground, lot.in_order(), lot.size().cols);
    let mut bound = MoveBound::new(&field, lot);
    best.proved = bound.of(&ground.empties, &ground.cars);
    let mut left = budget.states.saturating_sub(best.stats.generated);
    for haste in HASTES {
        if best.is_proved() {
            return Ok(());
        }
        bound.haste = haste;
        let states = HASTY_STATES.min(left / 2);
        let outcome = a_star(space, &bound, &Budget { states, bytes: bytes / 4, ..budget.clone() });
        left -= outcome.stats.generated.min(left);
        add(&mut best.stats, outcome.stats);
        if let Some(plan) = outcome.plan.filter(|plan| best.cost().is_none_or(|cost| plan.cost < cost)) {
            best.plan = Some(written(space, &plan.moves));
            best.plan_cost = plan.cost;
        }
        if let Some(reason @ (StopReason::Time | StopReason::Cancelled)) = outcome.stopped_by {
            return Err(reason);
        }
    }
    if best.is_proved() {
        return Ok(());
    }
    bound.haste = 0;
    let outcome = a_star(space, &bound, &Budget { states: left, bytes, ..budget.clone() });
    add(&mut best.stats, outcome.stats);
    if let Some(reason) = space.cut_short() {
        return Err(reason);
    }
    if let Some(plan) = outcome.plan {
        best.plan = Some(written(space, &plan.moves));
        (best.plan_cost, best.proved) = (plan.cost, plan.cost);
    } else {
        best.exhausted = outcome.exhausted;
        best.proved = best.proved.max(outcome.lower_bound);
    }
    outcome.stopped_by.map_or(Ok(()), Err)
}

fn written<P: Packing>(space: &FleetSpace<'_, P>, moves: &[Step]) -> Schedule {
    let mut step_ends = Vec::new();
    let slides = space.write_out(moves, &mut step_ends);
    Schedule { slides, step_ends }
}

fn add(stats: &mut SearchStats, more: SearchStats) {
    stats.expanded += more.expanded;
    stats.generated += more.generated;
    stats.peak_states = stats.peak_states.max(more.peak_states);
}
