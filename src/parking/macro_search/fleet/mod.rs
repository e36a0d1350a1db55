//! Several cars by single moves: the cheapest plan by A* over moves of any car to take out.
//!
//! Between two moves of cars to take out only empties move, all of these cars stand still, and what was said of one
//! car holds: an edge is one move of one of them with every empty's move that it needs, none of which may pass a
//! spot where another stands. A car that comes to an exit leaves, and its spot is one more empty.
//!
//! [`search`] is A* under [`bound`]. Where that takes long, the [level game](level_game) is solved, which makes the bound
//! a better one, hasty searches look for good plans as for one car, and another exact one proves, below the best of them.

mod bound;
mod level_game;
mod numbering;
mod search;
mod written;

use self::bound::FleetBound;
use self::level_game::LevelGame;
use self::search::FleetSearch;
use super::bound::Bound;
use super::edges::Edges;
use super::search::{End, Tools};
use super::ways::Ways;
use crate::parking::Lot;
use crate::parking::finding::{Finding, Found};
use crate::parking::ground::Ground;
use crate::search::{Budget, Meter, SearchStats, StopReason};

/// Name of the search in reports.
pub(in crate::parking) const ALGORITHM: &str = "macro_a_star";
/// Name of the bound in reports.
pub(in crate::parking) const HEURISTIC: &str = "corridors";

/// An exact search has so many states before the rest is worth while.
const STATES_BEFORE_HASTE: u64 = 2_000;
/// So many each hasty one may generate.
const HASTY_STATES: u64 = 10_000;
/// Halves of the bound that hasty searches add for every whole of it, one search after another.
const HASTES: [u64; 3] = [6, 2, 1];

/// More cars than this are not searched for together.
const MOST_CARS: usize = 32;

/// Whether the search can be asked about this lot.
pub(in crate::parking) fn applies(lot: &Lot, ground: &Ground) -> bool {
    lot.cars().len() <= MOST_CARS && Ways::fit(lot, ground)
}

/// Finds a cheapest plan for a lot with several cars, none of which may leave at once.
///
/// `known` is a plan found before, if any. At most `keep` moves are kept.
pub(in crate::parking) fn solve(
    lot: &Lot,
    ground: &Ground,
    known: Option<Found>,
    keep: usize,
    budget: &Budget,
) -> Finding {
    let mut best = Finding { found: known, ..Finding::default() };
    let stopped_by = prove(lot, ground, &mut best, keep, budget).err();
    if let Some(found) = &best.found {
        best.solvable = true;
        best.lower_bound = best.lower_bound.min(found.cost);
    }
    let proved = best.found.as_ref().is_some_and(|found| found.cost == best.lower_bound);
    best.stopped_by = if proved { None } else { stopped_by };
    best
}

fn prove(
    lot: &Lot,
    ground: &Ground,
    best: &mut Finding,
    keep: usize,
    budget: &Budget,
) -> Result<(), StopReason> {
    let fixed =
        Ways::bytes(ground) + Edges::bytes(ground) + FleetBound::bytes(ground) + lot.size().cells() * 4;
    let bytes = budget.bytes.checked_sub(fixed as u64).ok_or(StopReason::Memory)?;
    // Shares of the memory: rows by cost and by moves, the hasty searches and the writing of paths, the exact one.
    let eighth = Budget { bytes: bytes / 8, ..budget.clone() };
    let most = Budget { bytes: bytes / 8 * 5, ..budget.clone() };
    let ways = Ways::new(lot, ground, &eighth)?;
    let (prices, edges) = (ways.prices, Edges::new(ground, &ways));
    let mut tools = Tools { bound: Bound::new(lot, ground, &ways), ways, edges };
    let mut bound = FleetBound::new(ground, prices, &mut Meter::start(budget, 0)?)?;
    let below = |best: &Finding| {
        best.found.as_ref().map_or(u64::MAX, |found| found.cost.checked_div(prices.scale).unwrap_or(0))
    };
    let in_order = lot.in_order();
    let mut meter = Meter::start(&eighth, 0)?;
    let mut exact = FleetSearch::new(ground, in_order, 0, below(best), &mut bound, &most)?;
    let mut end = exact.run(STATES_BEFORE_HASTE, &mut tools, &mut bound);
    let mut before = SearchStats::default();
    note(best, &exact, prices.scale, before);
    if end == Ok(End::Paused) {
        add(&mut before, exact.meter.stats);
        let left = |before: &SearchStats| budget.states - before.generated.min(budget.states);
        bound.game = match LevelGame::solve(ground, &mut meter) {
            Err(StopReason::Memory) => None,
            game => game?,
        };
        for haste in HASTES {
            let hasty_budget = Budget { states: HASTY_STATES.min(left(&before) / 2), ..eighth.clone() };
            let tools = (&mut tools, &mut bound);
            let stopped_by =
                hurry(lot, ground, (haste, below(best)), best, keep, tools, (&mut before, &hasty_budget))
                    .err();
            (best.stats.expanded, best.stats.generated) = (before.expanded, before.generated);
            stopped_by.map_or(Ok(()), Err)?;
        }
        exact = FleetSearch::new(ground, in_order, 0, below(best), &mut bound, &most)?;
        exact.states = left(&before);
        end = exact.run(u64::MAX, &mut tools, &mut bound);
        note(best, &exact, prices.scale, before);
    }
    match end? {
        End::Goal(goal) => {
            best.found = Some(written::write_out(lot, ground, &exact, goal, &mut tools, keep, &eighth)?);
            Ok(())
        }
        End::Exhausted => {
            best.exhausted = best.found.is_none();
            Ok(())
        }
        End::Paused => Err(StopReason::States),
    }
}

/// Looks for a plan below a cost. Nothing but a deadline or a cancelled solve is a reason to stop.
fn hurry(
    lot: &Lot,
    ground: &Ground,
    (haste, below): (u64, u64),
    best: &mut Finding,
    keep: usize,
    (tools, bound): (&mut Tools<'_>, &mut FleetBound),
    (stats, budget): (&mut SearchStats, &Budget),
) -> Result<(), StopReason> {
    let mut search = match FleetSearch::new(ground, lot.in_order(), haste, below, bound, budget) {
        Err(StopReason::States | StopReason::Memory) => return Ok(()),
        search => search?,
    };
    let end = search.run(u64::MAX, tools, bound);
    add(stats, search.meter.stats);
    // If it cannot be written out, the proof goes on without it.
    if let Ok(End::Goal(goal)) = end
        && let Ok(found) = written::write_out(lot, ground, &search, goal, tools, keep, budget)
        && best.found.as_ref().is_none_or(|known| found.cost < known.cost)
    {
        best.found = Some(found);
    }
    match end {
        Err(reason @ (StopReason::Time | StopReason::Cancelled)) => Err(reason),
        _ => Ok(()),
    }
}

/// Adds the figures of a search that is over.
fn add(stats: &mut SearchStats, more: SearchStats) {
    stats.expanded += more.expanded;
    stats.generated += more.generated;
}

/// The bound of the lot as it stands, with the level game.
#[cfg(test)]
pub(in crate::parking) fn bound_at_start(lot: &Lot, ground: &Ground) -> u64 {
    let budget = Budget::unlimited();
    let bound = Ways::new(lot, ground, &budget).and_then(|ways| {
        let mut meter = Meter::start(&budget, 0)?;
        let (prices, edges) = (ways.prices, Edges::new(ground, &ways));
        let mut tools = Tools { bound: Bound::new(lot, ground, &ways), ways, edges };
        let mut bound = FleetBound::new(ground, prices, &mut meter)?;
        bound.game = LevelGame::solve(ground, &mut meter)?;
        let rough = bound.rough(&ground.cars, &ground.empties, ground);
        let bound = bound.of((&ground.cars, &ground.empties), rough, u64::MAX, &mut tools, &mut meter)?;
        Ok(bound * prices.scale)
    });
    bound.unwrap_or(0)
}

/// Takes over what the exact search has proved, and the figures of all.
fn note(best: &mut Finding, exact: &FleetSearch<'_>, scale: u64, before: SearchStats) {
    best.lower_bound = best.lower_bound.max(exact.proved.saturating_mul(scale));
    best.stats = exact.meter.stats;
    best.stats.expanded += before.expanded;
    best.stats.generated += before.generated;
}
