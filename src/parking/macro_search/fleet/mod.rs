//! Several cars by single moves: the cheapest plan by A* over moves of any car to take out.
//!
//! Between two moves of cars to take out only empties move, all of these cars stand still, and what was said of one
//! car holds: an edge is one move of one of them with every empty's move that it needs, none of which may pass a
//! spot where another stands. A car that comes to an exit leaves, and its spot is one more empty.
//!
//! [`search`] is A* under [`bound`]. As for one car, hasty searches look for good plans where the exact one takes long;
//! below the best of them it goes on to prove.

mod bound;
mod search;
mod written;

use self::bound::FleetBound;
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

/// The exact search has so many states before it is worth while to look for better plans.
const STATES_BEFORE_HASTE: u64 = 4_000;
/// So many each hasty one may generate.
const HASTY_STATES: u64 = 60_000;
/// Halves of the bound that hasty searches add for every whole of it, one search after another.
const HASTES: [u64; 3] = [6, 2, 1];

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
    let mut exact = FleetSearch::new(ground, in_order, 0, below(best), (&mut tools, &mut bound), &most)?;
    let mut others = SearchStats::default();
    let mut end = exact.run(STATES_BEFORE_HASTE, &mut tools, &mut bound);
    note(best, &exact, prices.scale, others);
    if end == Ok(End::Paused) {
        for haste in HASTES {
            let left = budget.states - (exact.meter.stats.generated + others.generated).min(budget.states);
            let hasty_budget = Budget { states: HASTY_STATES.min(left / 2), ..eighth.clone() };
            let stats = hurry(
                lot,
                ground,
                (haste, below(best)),
                best,
                keep,
                (&mut tools, &mut bound),
                &hasty_budget,
            )?;
            others.expanded += stats.expanded;
            others.generated += stats.generated;
        }
        exact.below = below(best);
        exact.states = budget.states - others.generated.min(budget.states);
        end = exact.run(u64::MAX, &mut tools, &mut bound);
        note(best, &exact, prices.scale, others);
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
    budget: &Budget,
) -> Result<SearchStats, StopReason> {
    let mut search = match FleetSearch::new(ground, lot.in_order(), haste, below, (tools, bound), budget) {
        Err(StopReason::States | StopReason::Memory) => return Ok(SearchStats::default()),
        search => search?,
    };
    let end = search.run(u64::MAX, tools, bound);
    // If it cannot be written out, the proof goes on without it.
    if let Ok(End::Goal(goal)) = end
        && let Ok(found) = written::write_out(lot, ground, &search, goal, tools, keep, budget)
        && best.found.as_ref().is_none_or(|known| found.cost < known.cost)
    {
        best.found = Some(found);
    }
    match end {
        Err(reason @ (StopReason::Time | StopReason::Cancelled)) => Err(reason),
        _ => Ok(search.meter.stats),
    }
}

/// Takes over what the exact search has proved, and the figures of all.
fn note(best: &mut Finding, exact: &FleetSearch<'_>, scale: u64, others: SearchStats) {
    best.lower_bound = best.lower_bound.max(exact.proved.saturating_mul(scale));
    best.stats = exact.meter.stats;
    best.stats.expanded += others.expanded;
    best.stats.generated += others.generated;
}
