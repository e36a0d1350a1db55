//! Motions in which several cars slide at once: as a line, or side by side in one time step.
//!
//! There is a plan at once, made over from one of single moves ([`schedule`]). Where moves share time steps, better
//! ones are looked for, and a proof, by turns ([`layers`]): beams that grow, and a complete search for plans of no
//! more steps than the [`bound`] says are needed, then of one step more, and so on. A turn is measured in the steps
//! tried, not in time, so that the same lot gets the same answer.
//!
//! Not here: single moves.

mod bound;
mod fan;
mod field;
mod layers;
mod levels;
mod lines;
mod reuse;
mod schedule;
mod step;
mod store;
#[cfg(test)]
mod tests;

use self::bound::StepBound;
use self::field::Field;
use self::layers::{End, Layers, Task, Width};
use self::schedule::{Schedule, made_over};
use super::fleet::Fleet;
use super::finding::{Finding, Found};
use super::first_plan::first_plan;
use super::ground::Ground;
use super::slide::Slide;
use super::{Lot, rooms};
use crate::grid::Direction;
use crate::search::{Budget, Meter, StopReason};

/// Name of the search over time steps in reports.
const LAYERS: &str = "step_layers";
/// Names of its bounds.
const SERVICES: &str = "services";
const REUSE: &str = "reuse";

/// Steps that the first turn may try; each turn may try four times as many as the one before.
const FIRST_TURN: u64 = 20_000;

/// Solves a lot whose moves share time steps. At most `keep` moves are kept.
pub(super) fn solve(lot: &Lot, ground: &Ground, keep: usize, budget: &Budget) -> Fleet {
    let mut best = Best::default();
    let stopped_by = search(lot, ground, &mut best, budget).err();
    let heuristic = if lot.motion().in_blocks() { REUSE } else { SERVICES };
    let Best { plan, solvable, exhausted, proved, finding } = best;
    let found = plan.as_ref().map(|plan| Found {
        cost: plan.step_ends.len() as u64,
        moves: plan.slides.len() as u64,
        slides: (plan.slides.len() <= keep).then(|| plan.slides.clone()),
    });
    let lower_bound = found.as_ref().map_or(u64::from(proved), |found| found.cost.min(proved.into()));
    let done = exhausted || found.as_ref().is_some_and(|found| found.cost == lower_bound);
    let finding = Finding {
        solvable: solvable || found.is_some(),
        found,
        exhausted,
        lower_bound,
        stopped_by: if done { None } else { stopped_by },
        ..finding
    };
    let step_ends = plan.map_or_else(Vec::new, |plan| plan.step_ends);
    Fleet { finding, step_ends, ran: LAYERS, heuristic: Some(heuristic) }
}

/// What is known so far.
#[derive(Default)]
struct Best {
    plan: Option<Schedule>,
    solvable: bool,
    exhausted: bool,
    /// No plan has fewer steps.
    proved: u32,
    finding: Finding,
}

fn search(lot: &Lot, ground: &Ground, best: &mut Best, budget: &Budget) -> Result<(), StopReason> {
    if let [_] = ground.cars[..] {
        one_car(lot, ground, best, budget)?;
        if best.exhausted {
            return Ok(());
        }
    }
    let size = lot.size();
    let in_blocks = lot.motion().in_blocks();
    let field = Field::new(ground, lot.in_order(), size.cols);
    let meter = Meter::start(budget, store::Store::state_bytes(field.pieces()))?;
    let mut layers = Layers::new(&field, StepBound::new(&field, size, in_blocks), in_blocks, meter);
    let end = turns(&mut layers, ground, best);
    let stats = layers.meter.stats;
    best.finding.stats.expanded += stats.expanded;
    best.finding.stats.generated += stats.generated;
    best.finding.stats.peak_states = best.finding.stats.peak_states.max(stats.peak_states);
    end
}

/// A plan of one car by single moves, or the proof that there is none.
fn one_car(lot: &Lot, ground: &Ground, best: &mut Best, budget: &Budget) -> Result<(), StopReason> {
    let first = first_plan(lot, ground, usize::MAX, usize::MAX, budget);
    best.solvable = first.solvable;
    if let Some(slides) = first.found.and_then(|found| found.slides) {
        best.plan = Some(made_over(lot, &slides, lot.motion()));
    }
    best.finding.stats = first.stats;
    if let Some(reason) = first.stopped_by {
        return Err(reason);
    }
    if !best.solvable {
        match rooms::verdict(ground, &mut Meter::start(budget, 0)?) {
            Ok(rooms::Verdict::Hopeless(_)) => best.exhausted = true,
            Ok(rooms::Verdict::Solvable) => best.solvable = true,
            Ok(rooms::Verdict::Unknown) | Err(StopReason::Memory) => {}
            Err(reason) => return Err(reason),
        }
    }
    Ok(())
}

/// Proof and beams by turns.
fn turns(layers: &mut Layers<'_>, ground: &Ground, best: &mut Best) -> Result<(), StopReason> {
    best.proved = layers.at_start();
    let mut turn = FIRST_TURN;
    let mut width = Width { states: 8, steps: 8 };
    loop {
        let mut worked = 0;
        loop {
            if best.plan.as_ref().is_some_and(|plan| plan.step_ends.len() <= best.proved as usize) {
                return Ok(());
            }
            match layers.run(Task { most: best.proved, width: None, work: turn }, &mut worked)? {
                End::Goal(goal) => {
                    best.plan = Some(written(layers, ground, goal));
                    return Ok(());
                }
                End::None { proved: Some(u32::MAX) } => {
                    best.exhausted = true;
                    return Ok(());
                }
                End::None { proved } => best.proved = proved.unwrap_or(best.proved).max(best.proved),
                End::Tired => break,
            }
        }
        loop {
            let most = best.plan.as_ref().map_or(u32::MAX - 1, |plan| plan.step_ends.len() as u32 - 1);
            let task = Task { most, width: Some(width), work: u64::MAX };
            let End::Goal(goal) = layers.run(task, &mut worked)? else { break };
            best.plan = Some(written(layers, ground, goal));
        }
        turn *= 4;
        width = Width { states: width.states * 4, steps: width.steps * 2 };
    }
}

/// The plan to a node, on the lot's own cells.
fn written(layers: &mut Layers<'_>, ground: &Ground, goal: store::NodeId) -> Schedule {
    let (moves, step_ends) = layers.plan(goal);
    let slide = |(head, line): (u32, lines::Line)| {
        ground.on_lot(Slide::line(head, Direction::ALL[line.direction as usize], line.cars))
    };
    Schedule { slides: moves.into_iter().map(slide).collect(), step_ends }
}
