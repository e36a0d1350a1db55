//! Plans of few time steps, and how few there can be: beams and proof by turns.
//!
//! A turn is measured in the steps tried, not in time, so that the same lot gets the same answer. Each may try four
//! times as many as the one before. First beams look for plans better than the best one so far, as long as they find
//! any: with only the nearest few empties ([`fewer`]), for which the same width sees further, and with all. Then comes
//! the complete search for plans of as few steps as are needed at least; each time that it finds none, one step more
//! is needed.

use super::bound::StepBound;
use super::field::Field;
use super::layers::{End, Layers, Task, Width};
use super::lines::Line;
use super::schedule::Schedule;
use super::store::Store;
use super::{Best, fewer};
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
    let end = take(&mut layers, &field, lot, best, budget);
    let stats = layers.meter.stats;
    best.stats.expanded += stats.expanded;
    best.stats.generated += stats.generated;
    best.stats.peak_states = best.stats.peak_states.max(stats.peak_states);
    end
}

fn take(
    layers: &mut Layers<'_>,
    field: &Field<'_>,
    lot: &Lot,
    best: &mut Best,
    budget: &Budget,
) -> Result<(), StopReason> {
    let (ground, parts) = (field.ground, fewer::parts(field));
    best.proved = layers.at_start().into();
    let (mut turn, mut width) = (FIRST_TURN, FIRST_WIDTH);
    // Whether memory has run out for the proof: then it is up to the beams.
    let mut full = None;
    loop {
        for part in &parts {
            if best.is_proved() {
                break;
            }
            match with_fewer(layers, ground, part, lot, best, width, budget) {
                Ok(()) | Err(StopReason::Memory) => {}
                end => end?,
            }
        }
        improve(layers, best, width, |best, plan| {
            best.offer(lot, on_lot(ground, plan));
            Ok(())
        })?;
        if full.is_none() {
            match prove(layers, ground, lot, best, turn) {
                Err(StopReason::Memory) => full = Some(StopReason::Memory),
                end => end?,
            }
        }
        if best.is_proved() {
            return Ok(());
        }
        turn = turn.saturating_mul(4);
        width = Width { states: width.states.saturating_mul(4), steps: width.steps.saturating_mul(2) };
    }
}

/// Raises what is proved, as far as so many steps tried go.
fn prove(
    layers: &mut Layers<'_>,
    ground: &Ground,
    lot: &Lot,
    best: &mut Best,
    work: u64,
) -> Result<(), StopReason> {
    let mut worked = 0;
    while !best.is_proved() {
        let most = best.proved as u32;
        match layers.run(Task { most, width: None, work }, &mut worked)? {
            End::Goal(goal) => best.offer(lot, on_lot(ground, layers.plan(goal))),
            End::None { proved: Some(u32::MAX) } => best.exhausted = true,
            End::None { proved } => best.proved = best.proved.max(proved.unwrap_or(0).into()),
            End::Tired => break,
        }
    }
    Ok(())
}

/// Looks for better plans by beams of a width, and hands them to `keep`.
fn improve(
    layers: &mut Layers<'_>,
    best: &mut Best,
    width: Width,
    mut keep: impl FnMut(&mut Best, Plan) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    while !best.is_proved() {
        let most = best.cost().map_or(u32::MAX - 1, |cost| cost as u32 - 1);
        let task = Task { most, width: Some(width), work: u64::MAX };
        let End::Goal(goal) = layers.run(task, &mut 0)? else { break };
        keep(best, layers.plan(goal))?;
    }
    Ok(())
}

/// The same with some of the empties. What it uses up is counted with the rest.
fn with_fewer(
    layers: &mut Layers<'_>,
    ground: &Ground,
    part: &[u32],
    lot: &Lot,
    best: &mut Best,
    width: Width,
    budget: &Budget,
) -> Result<(), StopReason> {
    let (size, in_blocks) = (lot.size(), lot.motion().in_blocks());
    let left = Budget {
        states: budget.states.saturating_sub(layers.meter.stats.generated),
        bytes: budget.bytes.saturating_sub(layers.meter.held() as u64),
        ..budget.clone()
    };
    let field = Field::with(ground, lot.in_order(), size.cols, part);
    let mut meter = Meter::start(&left, Store::state_bytes(field.pieces()))?;
    meter.hold(Field::bytes(ground) + Layers::bytes(ground, size, in_blocks))?;
    let mut some = Layers::new(&field, StepBound::new(&field, size, in_blocks), in_blocks, meter);
    let end = improve(&mut some, best, width, |best, plan| {
        let plan = on_lot(ground, plan);
        let mut meter = Meter::start(&left, 0)?;
        best.offer(lot, fewer::among_all(lot, ground, part, &plan, &mut meter)?);
        Ok(())
    });
    let (all, more) = (&mut layers.meter.stats, some.meter.stats);
    all.expanded += more.expanded;
    all.generated += more.generated;
    all.peak_states = all.peak_states.max(more.peak_states);
    end
}

/// Moves on a region's spots, and how many there are by the end of each step.
type Plan = (Vec<(u32, Line)>, Vec<u32>);

/// A plan on the lot's own cells.
fn on_lot(ground: &Ground, (moves, step_ends): Plan) -> Schedule {
    let slide = |(head, line): (u32, Line)| {
        ground.on_lot(Slide::line(head, Direction::ALL[line.direction as usize], line.cars))
    };
    Schedule { slides: moves.into_iter().map(slide).collect(), step_ends }
}
