//! Plans of few time steps, and how few there can be: proof and beams by turns.
//!
//! A turn is measured in the steps tried, not in time, so that the same lot gets the same answer. Each may try four
//! times as many as the one before. First comes the complete search for plans of as few steps as are needed at least;
//! each time that it finds none, one step more is needed. When it is tired, beams look for plans better than the best
//! one so far, as long as they find any.

use super::Best;
use super::bound::StepBound;
use super::field::Field;
use super::layers::{End, Layers, Task, Width};
use super::lines::Line;
use super::schedule::Schedule;
use super::store::{NodeId, Store};
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::parking::slide::Slide;
use crate::search::{Budget, Meter, StopReason};

/// Steps that the first turn may try.
const FIRST_TURN: u64 = 20_000;
/// The width of its beams.
const FIRST_WIDTH: Width = Width { states: 8, steps: 8 };

/// Improves on what is known until it is proved to be the best.
pub(super) fn search(lot: &Lot, ground: &Ground, best: &mut Best, budget: &Budget) -> Result<(), StopReason> {
    let (size, in_blocks) = (lot.size(), lot.motion().in_blocks());
    let mut meter = Meter::start(budget, Store::state_bytes(ground.cars.len() + ground.empties.len()))?;
    meter.hold(Field::bytes(ground) + Layers::bytes(ground, size, in_blocks))?;
    let field = Field::new(ground, lot.in_order(), size.cols);
    let mut layers = Layers::new(&field, StepBound::new(&field, size, in_blocks), in_blocks, meter);
    let end = take(&mut layers, ground, best);
    let stats = layers.meter.stats;
    best.stats.expanded += stats.expanded;
    best.stats.generated += stats.generated;
    best.stats.peak_states = best.stats.peak_states.max(stats.peak_states);
    end
}

fn take(layers: &mut Layers<'_>, ground: &Ground, best: &mut Best) -> Result<(), StopReason> {
    best.proved = layers.at_start().into();
    let (mut turn, mut width) = (FIRST_TURN, FIRST_WIDTH);
    // Whether memory has run out for the proof: then it is up to the beams.
    let mut full = None;
    loop {
        if full.is_none() {
            match prove(layers, ground, best, turn) {
                Err(StopReason::Memory) => full = Some(StopReason::Memory),
                end => end?,
            }
        }
        if best.is_proved() {
            return Ok(());
        }
        improve(layers, ground, best, width)?;
        if best.is_proved() {
            return Ok(());
        }
        turn = turn.saturating_mul(4);
        width = Width { states: width.states.saturating_mul(4), steps: width.steps.saturating_mul(2) };
    }
}

/// Raises what is proved, as far as so many steps tried go.
fn prove(layers: &mut Layers<'_>, ground: &Ground, best: &mut Best, work: u64) -> Result<(), StopReason> {
    let mut worked = 0;
    while !best.is_proved() {
        let most = best.proved as u32;
        match layers.run(Task { most, width: None, work }, &mut worked)? {
            End::Goal(goal) => keep(layers, ground, best, goal),
            End::None { proved: Some(u32::MAX) } => best.exhausted = true,
            End::None { proved } => best.proved = best.proved.max(proved.unwrap_or(0).into()),
            End::Tired => break,
        }
    }
    Ok(())
}

/// Looks for better plans by beams of a width.
fn improve(
    layers: &mut Layers<'_>,
    ground: &Ground,
    best: &mut Best,
    width: Width,
) -> Result<(), StopReason> {
    while !best.is_proved() {
        let most = best.cost().map_or(u32::MAX - 1, |cost| cost as u32 - 1);
        let task = Task { most, width: Some(width), work: u64::MAX };
        let End::Goal(goal) = layers.run(task, &mut 0)? else { break };
        keep(layers, ground, best, goal);
    }
    Ok(())
}

/// Keeps the plan to a node, on the lot's own cells.
fn keep(layers: &mut Layers<'_>, ground: &Ground, best: &mut Best, goal: NodeId) {
    let (moves, step_ends) = layers.plan(goal);
    let slide = |(head, line): (u32, Line)| {
        ground.on_lot(Slide::line(head, Direction::ALL[line.direction as usize], line.cars))
    };
    best.plan_cost = step_ends.len() as u64;
    best.plan = Some(Schedule { slides: moves.into_iter().map(slide).collect(), step_ends });
}
