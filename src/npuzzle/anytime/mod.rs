//! Boards of more than 16 cells: a plan at once, better ones while the budget lasts, and a proved bound.
//!
//! Four engines take turns, and each turn is measured in states, never by the clock, so that what is found is
//! the same on every machine unless a limit ends it:
//!
//! - `ida_star`: iterative deepening, for the proof; boards close to their goal are solved by its first turn;
//! - `constructive`: a plan by fixed rules, within milliseconds;
//! - `beam`: beams of doubling width ([`stages`]); on large boards over the last block of cells only, after
//!   constructed outer lines;
//! - `windows`: stretches of the best plan made again in fewer moves ([`windows`]).
//!
//! It ends by itself only when a plan is as short as the bound. Otherwise the deadline (a little earlier, so
//! that the answer can still be told), the states or the memory end it.

mod beam;
mod carry;
mod core;
mod deepening;
mod estimate;
mod field;
mod frontier;
mod loops;
mod pair;
mod patterns;
mod proof;
mod rounds;
mod stages;
mod windows;

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::constructive::{Rectangle, construct_in_parts};
use super::pattern_database::TableSet;
use super::relative::Relative;
use super::space::Slide;
use super::spec::HeuristicName;
use crate::search::{Budget, Meter, Outcome, Plan, SearchStats, StopReason, now};
use deepening::Iteration;
pub(super) use estimate::{Conflicts, Estimate};
use field::{Board, Sources};
pub(super) use patterns::Patterns;
use proof::Proof;

/// States of iterative deepening before any plan is constructed: enough for boards a few moves from their goal,
/// too few to keep a plan waiting.
const FIRST_PROOF: u64 = 2_000;
/// And before any beam: enough for boards some thirty moves from their goal.
const SECOND_PROOF: u64 = 200_000;

/// Finds a plan for a board that can be solved, and improves it; also says which engine found it.
///
/// `tables` are pattern databases for the block that comes last on a larger board. `told` says how many bytes it
/// takes to tell a plan of so many moves.
pub(super) fn anytime<E: Estimate>(
    relative: &Relative,
    (estimate, tables): (&E, Option<&TableSet>),
    told: impl Fn(u64) -> u64,
    budget: &Budget,
) -> (Outcome<Slide>, &'static str) {
    let size = relative.size;
    let likely = 5 * size.cells() as u64 * u64::from(size.rows.max(size.cols)) / 2;
    let budget = &ahead(budget, told(likely));
    match Engine::start(relative, estimate, tables, budget) {
        Ok(mut engine) => {
            let reason = engine.run().err();
            engine.found.outcome(reason, engine.meter.stats)
        }
        Err((found, reason)) => found.outcome(Some(reason), SearchStats::default()),
    }
}

/// Iterative deepening alone: a plan with the fewest moves, the first of them in the fixed order.
pub(super) fn prove<E: Estimate>(relative: &Relative, estimate: &E, budget: &Budget) -> Outcome<Slide> {
    match Engine::start(relative, estimate, None, budget) {
        Ok(mut engine) => {
            let reason = engine.prove(u64::MAX).err();
            engine.found.outcome(reason, engine.meter.stats).0
        }
        Err((found, reason)) => found.outcome(Some(reason), SearchStats::default()).0,
    }
}

/// The budget with its deadline moved forward, so that an answer of so many bytes can still be told.
fn ahead(budget: &Budget, bytes: u64) -> Budget {
    let told = Duration::from_millis(5) + Duration::from_nanos(20 * bytes);
    let deadline = budget.deadline.map(|deadline| {
        let left = deadline.saturating_duration_since(now());
        deadline.checked_sub(told.min(left / 4)).unwrap_or(deadline)
    });
    Budget { deadline, ..budget.clone() }
}

/// What is known so far.
#[derive(Debug)]
struct Found {
    plan: Option<Vec<Slide>>,
    /// The engine that found the plan.
    by: &'static str,
    /// Proved: no plan has fewer moves.
    bound: u32,
}

impl Found {
    fn is_proved(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.len() <= self.bound as usize)
    }

    /// Takes a plan if it is the shortest so far.
    fn take(&mut self, plan: Vec<Slide>, by: &'static str) -> bool {
        let shorter = self.plan.as_ref().is_none_or(|best| plan.len() < best.len());
        if shorter {
            (self.plan, self.by) = (Some(plan), by);
        }
        shorter
    }

    fn outcome(self, stopped_by: Option<StopReason>, stats: SearchStats) -> (Outcome<Slide>, &'static str) {
        let plan = self.plan.map(|moves| Plan { cost: moves.len() as u64, moves });
        // A damaged table may say too much; an answer never contradicts itself.
        let lower_bound =
            plan.as_ref().map_or(u64::MAX, |plan: &Plan<Slide>| plan.cost).min(self.bound.into());
        (Outcome { plan, lower_bound, exhausted: false, stopped_by, stats }, self.by)
    }
}

struct Engine<'a, E: Estimate> {
    relative: &'a Relative,
    estimate: &'a E,
    /// Tables for the last block of a larger board.
    tables: Option<&'a TableSet>,
    sources: Sources,
    /// The board to start from.
    board: Board,
    budget: &'a Budget,
    meter: Meter<'a>,
    proof: Proof<E::Parts>,
    found: Found,
}

impl<'a, E: Estimate> Engine<'a, E> {
    /// What is known before any search, and the reason to stop, if there is no time for one.
    fn start(
        relative: &'a Relative,
        estimate: &'a E,
        tables: Option<&'a TableSet>,
        budget: &'a Budget,
    ) -> Result<Self, (Found, StopReason)> {
        let board = Board::of(relative);
        let bound = estimate.value(estimate.of(&board.tiles));
        let found = Found { plan: None, by: "ida_star", bound };
        let meter = match Meter::start(budget, 1) {
            Ok(meter) => meter,
            Err(reason) => return Err((found, reason)),
        };
        let sources = field::sources(relative.size);
        Ok(Self { relative, estimate, tables, sources, board, budget, meter, proof: Proof::new(), found })
    }

    fn run(&mut self) -> Result<(), StopReason> {
        // Pages of a mapped table may still be on the disk: no plan waits for them.
        if self.estimate.name() != HeuristicName::PatternDatabase {
            self.prove(FIRST_PROOF)?;
        }
        if self.found.is_proved() {
            return Ok(());
        }
        let constructed = self.construct()?;
        self.prove(SECOND_PROOF)?;
        if self.found.is_proved() {
            return Ok(());
        }
        self.improve(&constructed)
    }

    /// Raises the bound by iterative deepening, as far as so many states go.
    fn prove(&mut self, mut allowance: u64) -> Result<(), StopReason> {
        while !self.found.is_proved() {
            let met = self.meter.stats.generated;
            let guide = (self.estimate, &self.sources);
            let Self { board, proof, budget, meter, found, .. } = self;
            match proof.under(guide, board, found.bound, allowance, (budget, meter)) {
                Ok(Iteration::Found(plan)) => drop(found.take(plan, "ida_star")),
                Ok(Iteration::Cut(next)) => found.bound = next,
                Ok(Iteration::Unfinished) => return Ok(()),
                Err(reason) => {
                    if let Some(plan) = proof.unproved.take()
                        && found.take(plan, "ida_star")
                    {
                        // It is one of the shortest, but not surely the first of them: so it goes out as one that
                        // might still be improved.
                        found.bound -= 2;
                    }
                    return Err(reason);
                }
            }
            allowance = allowance.saturating_sub(self.meter.stats.generated - met);
        }
        Ok(())
    }

    fn construct(&mut self) -> Result<Constructed, StopReason> {
        let rest = Budget { states: self.budget.states - self.meter.stats.generated, ..self.budget.clone() };
        let (outcome, outer, block) = construct_in_parts(self.relative, rounds::MOST_CELLS, &rest);
        let stats = &mut self.meter.stats;
        stats.generated += outcome.stats.generated;
        stats.expanded += outcome.stats.expanded;
        stats.peak_states = stats.peak_states.max(outcome.stats.peak_states);
        if let Some(reason) = outcome.stopped_by {
            return Err(reason);
        }
        let moves = outcome.plan.map_or_else(Vec::new, |plan| plan.moves);
        // The plan, and the copy that is being improved.
        let held = self.meter.hold(2 * moves.len());
        let outer = if held.is_ok() { moves[..outer].to_vec() } else { Vec::new() };
        self.found.take(moves, "constructive");
        held?;
        let (cols, plan) = (self.relative.size.cols as usize, &mut self.found.plan);
        if let Some(plan) = plan {
            let bytes = loops::bytes(plan.len());
            if self.meter.hold(bytes).is_ok() {
                loops::cut(plan, &self.board, cols);
                self.meter.release(bytes);
            }
        }
        Ok(Constructed { outer, block })
    }
}

/// The constructed plan, in parts.
struct Constructed {
    /// The moves of the outer lines.
    outer: Vec<Slide>,
    /// The block that is left to the others.
    block: Rectangle,
}
