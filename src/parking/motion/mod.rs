//! Motions in which several cars slide at once: as a line, or side by side in one time step.
//!
//! There is a plan at once, made over from one of single moves ([`schedule`]), and one in which several empties take
//! turns in front of the car ([`relay`]), all of them or only the nearest few ([`fewer`]). Then better ones are looked for, and a
//! proof: block moves made one by one are searched by A* ([`block`]); where moves share time steps, [`turns`] are taken
//! by beams that grow and by a complete search for plans of no more steps than are needed at least, then of one step
//! more, and so on.
//!
//! Not here: single moves.

mod block;
mod bound;
mod fan;
mod fewer;
mod field;
mod layers;
mod levels;
mod lines;
mod relay;
mod reuse;
mod schedule;
mod step;
mod store;
#[cfg(test)]
mod tests;
mod turns;

use self::field::Field;
use self::schedule::{Schedule, made_over, one_a_step, scheduled};
use super::finding::{Finding, Found};
use super::first_plan::first_plan;
use super::fleet::{Fleet, one_by_one};
use super::ground::Ground;
use super::rooms::{self, Rooms};
use super::slide::Slide;
use super::spec::{ParkingAlgorithm, ParkingDetail, ParkingMotion};
use super::{Lot, Request};
use crate::search::{Budget, Meter, SearchStats, StopReason};

/// Halves of a bound that hasty searches add for every whole of it, one after another.
const HASTES: [u64; 3] = [6, 2, 1];
/// So many states may each generate.
const HASTY_STATES: u64 = 60_000;

/// Cars to take out and empties that are worth a look at what all of them could do next; of more, a plan of single moves
/// is all that is made over.
const MOST_PIECES: usize = 1_000;

/// Name of the search over time steps in reports.
const STEP_LAYERS: &str = "step_layers";
/// Names of the bounds: on how often an empty can serve, and on how often one can be used.
const SERVICES: &str = "services";
const REUSE: &str = "reuse";

/// What is known so far.
#[derive(Default)]
struct Best {
    plan: Option<Schedule>,
    plan_cost: u64,
    solvable: bool,
    exhausted: bool,
    /// No plan costs less.
    proved: u64,
    stats: SearchStats,
}

impl Best {
    fn cost(&self) -> Option<u64> {
        self.plan.as_ref().map(|_| self.plan_cost)
    }

    /// Takes a plan if it is better.
    fn offer(&mut self, lot: &Lot, plan: Schedule) {
        let cost = plan.cost(lot);
        if self.cost().is_none_or(|best| cost < best) {
            (self.plan, self.plan_cost, self.solvable) = (Some(plan), cost, true);
        }
    }

    /// Whether there is nothing left to find out.
    fn is_proved(&self) -> bool {
        self.exhausted || self.cost().is_some_and(|cost| cost <= self.proved)
    }
}

/// Solves a lot on which no car can leave at once. A first plan has at most `most` moves; at most `keep` are kept.
pub(super) fn solve(request: &Request, ground: &Ground, most: usize, keep: usize, budget: &Budget) -> Fleet {
    let lot = request.lot();
    let mut best = Best::default();
    let stopped_by = search(request, ground, &mut best, most, budget).err();
    let found = best.plan.as_ref().map(|plan| Found {
        cost: best.plan_cost,
        moves: plan.slides.len() as u64,
        slides: (plan.slides.len() <= keep).then(|| plan.slides.clone()),
    });
    let finding = Finding {
        solvable: best.solvable || found.is_some(),
        exhausted: best.exhausted,
        lower_bound: best.cost().map_or(best.proved, |cost| cost.min(best.proved)),
        stopped_by: stopped_by.filter(|_| !best.is_proved()),
        stats: best.stats,
        reached: Vec::new(),
        found,
    };
    let step_ends = best.plan.map_or_else(Vec::new, |plan| plan.step_ends);
    let (ran, heuristic) = match lot.motion() {
        ParkingMotion::Single | ParkingMotion::Block => (ParkingAlgorithm::AStar.name(), REUSE),
        ParkingMotion::Parallel => (STEP_LAYERS, SERVICES),
        ParkingMotion::ParallelBlock => (STEP_LAYERS, REUSE),
    };
    Fleet { finding, step_ends, ran, heuristic: Some(heuristic) }
}

fn search(
    request: &Request,
    ground: &Ground,
    best: &mut Best,
    most: usize,
    budget: &Budget,
) -> Result<(), StopReason> {
    let lot = request.lot();
    if ground.empties.is_empty() {
        best.exhausted = true;
        return Ok(());
    }
    first(lot, ground, best, most, budget)?;
    if best.exhausted || best.solvable && request.detail == ParkingDetail::Verdict {
        return Ok(());
    }
    let few = ground.empties.len() + ground.cars.len() <= MOST_PIECES;
    if few && ground.empties.len() > 1 {
        by_relay(lot, ground, best, budget)?;
    }
    let held = best.plan.as_ref().map_or(0, Schedule::bytes) as u64;
    let budget = &Budget { bytes: budget.bytes.saturating_sub(held), ..budget.clone() };
    if lot.motion().in_steps() {
        if few { turns::search(lot, ground, best, budget) } else { Ok(()) }
    } else {
        block::search(lot, ground, best, budget)
    }
}

/// A plan made over from one by single moves; of one car, else the proof that there is none.
fn first(
    lot: &Lot,
    ground: &Ground,
    best: &mut Best,
    most: usize,
    budget: &Budget,
) -> Result<(), StopReason> {
    let (found, stopped_by) = match ground.cars[..] {
        [_] => {
            let first = first_plan(lot, ground, most, most, budget);
            (best.solvable, best.stats) = (first.solvable, first.stats);
            (first.found, first.stopped_by)
        }
        _ => one_by_one(lot, ground, most, &mut best.stats, budget),
    };
    if let Some(slides) = found.and_then(|found| found.slides) {
        let mut meter = Meter::start(budget, 0)?;
        let plan = meter.hold(slides.capacity() * size_of::<Slide>());
        match plan.and_then(|()| made_over(lot, &slides, &mut meter)) {
            Ok(plan) => best.offer(lot, plan),
            Err(StopReason::Memory | StopReason::States | StopReason::Depth) => {}
            Err(reason @ (StopReason::Time | StopReason::Cancelled)) => {
                best.offer(lot, one_a_step(lot, slides));
                return Err(reason);
            }
        }
    }
    if let Some(reason) = stopped_by {
        return Err(reason);
    }
    if !best.solvable && ground.cars.len() == 1 {
        let mut meter = Meter::start(budget, 0)?;
        match Rooms::of(ground, &mut meter).and_then(|rooms| rooms::verdict(&rooms, &mut meter)) {
            Ok(rooms::Verdict::Hopeless(_)) => best.exhausted = true,
            Ok(rooms::Verdict::Solvable(_)) => best.solvable = true,
            Ok(rooms::Verdict::Unknown) | Err(StopReason::Memory) => {}
            Err(reason) => return Err(reason),
        }
    }
    Ok(())
}

/// Plans in which several empties take turns: all of them, and also the nearest few. Nothing but a deadline
/// or a cancelled solve is a reason to stop.
fn by_relay(lot: &Lot, ground: &Ground, best: &mut Best, budget: &Budget) -> Result<(), StopReason> {
    let field = Field::new(ground, lot.in_order(), lot.size().cols);
    let mut work = relay::MOST_WORK.saturating_mul(ground.cars.len() as u64);
    with_some(lot, &field, &ground.empties, best, &mut work, budget)?;
    let mut work = relay::MOST_WORK;
    for part in fewer::parts(&field) {
        if work == 0 {
            break;
        }
        with_some(lot, &field, &part, best, &mut work, budget)?;
    }
    Ok(())
}

/// A plan in which these empties take turns.
fn with_some(
    lot: &Lot,
    field: &Field<'_>,
    part: &[u32],
    best: &mut Best,
    work: &mut u64,
    budget: &Budget,
) -> Result<(), StopReason> {
    let ground = field.ground;
    let mut meter = Meter::start(budget, 0)?;
    let some = Field::with(ground, lot.in_order(), lot.size().cols, part);
    let plan = relay::plan(&some, lot.motion().in_blocks(), work, &mut meter).and_then(|slides| {
        let Some(mut slides) = slides else { return Ok(None) };
        slides.iter_mut().for_each(|slide| *slide = ground.on_lot(*slide));
        let plan = scheduled(lot, &slides, &mut meter)?;
        if part.len() == ground.empties.len() {
            return Ok(Some(plan));
        }
        fewer::among_all(lot, ground, part, &plan, &mut meter).map(Some)
    });
    match plan {
        Ok(plan) => {
            plan.into_iter().for_each(|plan| best.offer(lot, plan));
            Ok(())
        }
        Err(StopReason::Memory | StopReason::States | StopReason::Depth) => Ok(()),
        Err(reason @ (StopReason::Time | StopReason::Cancelled)) => Err(reason),
    }
}
