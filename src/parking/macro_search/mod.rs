//! Several empties: the cheapest plan by A* over moves of the car.
//!
//! With `k` empties there are `RC · C(RC − 1, k)` states, but between two moves of the car only empties move, and
//! only the set that is left behind matters. So a state is the car's spot and the set of empties just after a
//! move of the car, and an edge is one move of the car with every empty's move that it needs: [`edges`], and
//! [`passers`] for what must happen before the car stands in the way. Every other move of an empty can be put
//! off to the latest moment at which it is possible, which is why these edges are enough.
//!
//! The search ([`search`]) is A* (Hart, Nilsson and Raphael, 1968) under the [`bound`] that the distances to the
//! exit give, and among pillars under a [`sharper`] one that sees how the empties take turns; [`ways`] say what an empty's trip costs. It looks for the cheapest plan right away; where that
//! takes long, a second one that takes the bound half as much again finds a good plan meanwhile (weighted A*,
//! Pohl, 1970), below which the first goes on to prove. How long each may be is counted in states, not in time, so
//! that the same lot gets the same answer.
//!
//! Several cars to take out have a search of their own, [`fleet`], over the same edges. Not here: other motions than
//! single moves.

mod bound;
mod chains;
mod corridor;
mod crowds;
mod edges;
pub(super) mod fleet;
mod form;
mod fringe;
mod links;
mod narrows;
mod passers;
pub(super) mod path;
mod rows;
mod search;
mod sharper;
mod store;
mod straight;
mod ways;

use self::bound::Bound;
use self::edges::Edges;
use self::search::{End, Search, Tools};
use self::ways::Ways;
use super::Lot;
use super::finding::{Finding, Found};
use super::ground::Ground;
use crate::search::{Budget, StopReason};

/// Name of the search in reports.
pub(super) const ALGORITHM: &str = "macro_a_star";
/// Name of the bound in reports.
pub(super) const HEURISTIC: &str = "corridor";

/// The exact search has so many states before it is worth while to look for a first plan.
const STATES_BEFORE_HASTE: u64 = 4_000;
/// So many a hasty one may generate.
const HASTY_STATES: u64 = 20_000;
/// Halves of the bound that hasty searches add for every whole of it; the second runs where the first is not
/// hasty enough.
const HASTES: [u64; 2] = [1, 6];

/// Whether the search can be asked about this lot: its costs must not be too large for its tables.
pub(super) fn applies(lot: &Lot, ground: &Ground) -> bool {
    Ways::fit(lot, ground)
}

/// Finds a cheapest plan for the lot, which has several empties in the car's region and an exit that is not under
/// the car.
///
/// `known` is a plan found before, if any. At most `keep` moves are kept.
pub(super) fn solve(
    lot: &Lot,
    ground: &Ground,
    known: Option<Found>,
    keep: usize,
    budget: &Budget,
) -> Finding {
    let mut best = Best { found: known, ..Best::default() };
    let stopped_by = prove(lot, ground, &mut best, keep, budget).err();
    let Best { found, exhausted, lower_bound, stats, reached } = best;
    let lower_bound = found.as_ref().map_or(lower_bound, |found| lower_bound.min(found.cost));
    let proved = found.as_ref().is_some_and(|found| found.cost == lower_bound);
    Finding {
        solvable: found.is_some(),
        found,
        exhausted,
        lower_bound,
        stopped_by: if proved { None } else { stopped_by },
        stats,
        reached,
    }
}

/// The bounds of states of a lot, of the car's spot and those of the empties: before and after chains are prepared.
#[cfg(test)]
pub(super) fn bounds(lot: &Lot, ground: &Ground, states: &[(u32, Vec<u32>)]) -> Vec<[u64; 2]> {
    let budget = Budget::unlimited();
    let mut ways = Ways::new(lot, ground, &budget).unwrap();
    let mut meter = crate::search::Meter::start(&budget, 0).unwrap();
    let mut bound = Bound::new(lot, ground, &ways);
    bound.sharper = sharper::Sharper::at_once(ground, &mut ways, &mut meter);
    let scale = ways.prices.scale;
    let of_state = |(car, empties): &(u32, Vec<u32>)| {
        let plain = bound.of(*car, empties, u64::MAX, &mut ways, &mut meter).unwrap();
        let sharper = bound.sharper(*car, empties, &mut ways, &mut meter).unwrap();
        [plain, sharper.unwrap_or(0)].map(|bound| bound.saturating_mul(scale))
    };
    states.iter().map(of_state).collect()
}

/// What is known so far.
#[derive(Default)]
struct Best {
    found: Option<Found>,
    exhausted: bool,
    lower_bound: u64,
    stats: crate::search::SearchStats,
    reached: Vec<u32>,
}

impl Best {
    /// What a plan must cost less than to be of use, in the terms of the search.
    fn below(&self, tools: &Tools<'_>) -> u64 {
        let scale = tools.ways.prices.scale;
        self.found.as_ref().map_or(u64::MAX, |found| found.cost.checked_div(scale).unwrap_or(0))
    }
}

fn prove(
    lot: &Lot,
    ground: &Ground,
    best: &mut Best,
    keep: usize,
    budget: &Budget,
) -> Result<(), StopReason> {
    let fixed = (Ways::bytes(ground) + Edges::bytes(ground) + lot.size().cells() * 4) as u64;
    let bytes = budget.bytes.checked_sub(fixed).ok_or(StopReason::Memory)?;
    // Shares of the memory: rows by cost and by moves, the hasty search and the writing of paths, the exact one.
    let eighth = Budget { bytes: bytes / 8, ..budget.clone() };
    let most = Budget { bytes: bytes / 8 * 5, ..budget.clone() };
    let ways = Ways::new(lot, ground, &eighth)?;
    let scale = ways.prices.scale;
    let (edges, bound) = (Edges::new(ground, &ways), Bound::new(lot, ground, &ways));
    let mut tools = Tools { ways, edges, bound };
    let mut exact = Search::new(ground, 0, best.below(&tools), &mut tools, &most)?;
    let mut others = Hasty::default();
    let mut end = exact.run(STATES_BEFORE_HASTE, &mut tools);
    note(best, &exact, scale);
    if end == Ok(End::Paused) {
        let mut left = budget.states - exact.meter.stats.generated.min(budget.states);
        for haste in HASTES {
            let hasty_budget = Budget { states: HASTY_STATES.min(left / 2), ..eighth.clone() };
            let hasty = hurry(lot, ground, haste, best, keep, &mut tools, &hasty_budget)?;
            left -= hasty.generated;
            others.expanded += hasty.expanded;
            others.generated += hasty.generated;
            if hasty.found {
                break;
            }
        }
        exact.below = best.below(&tools);
        exact.states = budget.states - others.generated;
        end = exact.run(u64::MAX, &mut tools);
        note(best, &exact, scale);
        best.stats.expanded += others.expanded;
        best.stats.generated += others.generated;
    }
    match end? {
        End::Goal(goal) => {
            best.found = Some(path::write_out(lot, ground, &exact.store, goal, &mut tools, keep, &eighth)?);
            Ok(())
        }
        End::Exhausted => {
            best.exhausted = best.found.is_none();
            if best.exhausted {
                best.reached = exact.store.cars().map(|spot| ground.cells[spot as usize]).collect();
                best.reached.sort_unstable();
                best.reached.dedup();
            }
            Ok(())
        }
        End::Paused => Err(StopReason::States),
    }
}

/// What a hasty search took.
#[derive(Default)]
struct Hasty {
    expanded: u64,
    generated: u64,
    found: bool,
}

/// Looks for a good plan. Nothing but a deadline or a cancelled solve is a reason to stop.
fn hurry(
    lot: &Lot,
    ground: &Ground,
    haste: u64,
    best: &mut Best,
    keep: usize,
    tools: &mut Tools<'_>,
    budget: &Budget,
) -> Result<Hasty, StopReason> {
    let mut search = match Search::new(ground, haste, best.below(tools), tools, budget) {
        Err(StopReason::States | StopReason::Memory) => return Ok(Hasty::default()),
        search => search?,
    };
    let end = search.run(u64::MAX, tools);
    // If it cannot be written out, the proof goes on without it.
    if let Ok(End::Goal(goal)) = end
        && let Ok(found) = path::write_out(lot, ground, &search.store, goal, tools, keep, budget)
        && best.found.as_ref().is_none_or(|known| found.cost < known.cost)
    {
        best.found = Some(found);
    }
    match end {
        Err(reason @ (StopReason::Time | StopReason::Cancelled)) => Err(reason),
        _ => {
            let stats = search.meter.stats;
            Ok(Hasty { expanded: stats.expanded, generated: stats.generated, found: end.is_ok() })
        }
    }
}

/// Takes over what the exact search has proved.
fn note(best: &mut Best, exact: &Search<'_>, scale: u64) {
    best.lower_bound = best.lower_bound.max(exact.proved.saturating_mul(scale));
    best.stats = exact.meter.stats;
}
