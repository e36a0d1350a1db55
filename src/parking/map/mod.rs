//! What it costs to take a car out, from every cell that it may stand on: which cells of a lot are slow.
//!
//! One car, single moves, the same exits and empties for all. Pillars cut a lot into regions, and each is answered by
//! what is cheapest there: one empty from the closed form or from one search backwards from the exits
//! (`one_empty`); several from one search backwards over all states where those are few ([`goal_costs`]), else one
//! solve a cell ([`each_cell`]). An entry is proved or it is not given.
//!
//! Not here: plans, and what one car's place means for another's. Ask [`solve`](super::solve()) for these.

mod answer;
mod each_cell;
mod request;
mod spec;
#[cfg(test)]
mod tests;

pub use self::answer::MapAnswer;
use std::borrow::Cow;

use self::answer::{BLOCKED_OR_EMPTY, NOT_PROVED, UNSOLVABLE};
pub use self::request::MapRequest;
pub use self::spec::ParkingMapSpec;
use super::Lot;
use super::ground::{Ground, choose};
use super::one_empty;
use super::space::{Bits, MOST_SPOTS};
use crate::contract::{Limits, SearchReport};
use crate::search::{Budget, Meter, SearchStats, StateSpace, StopReason, goal_costs, now};

/// Up to so many states are all searched at once, backwards.
const MOST_STATES: u64 = 1 << 16;

/// What it is said to have run where the map of the lot alone gave the answer.
const MAP_ALONE: &str = "map";
/// Where all states were searched backwards.
const BACKWARD: &str = "backward";

/// Finds what the cheapest plan costs from every cell, or as many of them as the budget allows.
///
/// Runs until it is done or the budget is spent, whichever comes first, and never blocks otherwise. `elapsed_us` is
/// measured here; the time spent in a queue is for the caller to add.
#[must_use]
pub fn map(request: &MapRequest, limits: &Limits, budget: &Budget) -> MapAnswer {
    let began = now();
    let mut costs = vec![BLOCKED_OR_EMPTY; request.size().cells()];
    let mut charted = Charted::default();
    if let Some(lot) = request.lot() {
        for cell in free_cells(lot) {
            costs[cell as usize] = NOT_PROVED;
        }
        if let Err(reason) = chart(lot, request, limits, budget, &mut costs, &mut charted) {
            charted.stopped_by = Some(reason);
        }
    }
    let mut search = SearchReport::new(charted.ran.1, charted.stats);
    search.elapsed_us = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    MapAnswer::new(request, &costs, charted.stopped_by, search)
}

/// How the entries were found.
struct Charted {
    stats: SearchStats,
    stopped_by: Option<StopReason>,
    /// What ran for the largest region, and its cells.
    ran: (usize, Cow<'static, str>),
}

impl Default for Charted {
    fn default() -> Self {
        Self { stats: SearchStats::default(), stopped_by: None, ran: (0, MAP_ALONE.into()) }
    }
}

impl Charted {
    fn add(&mut self, stats: SearchStats) {
        self.stats.expanded += stats.expanded;
        self.stats.generated += stats.generated;
        self.stats.peak_states = self.stats.peak_states.max(stats.peak_states);
    }

    fn note(&mut self, cells: usize, ran: &'static str) {
        if cells > self.ran.0 {
            self.ran = (cells, ran.into());
        }
    }
}

/// The cells that the car may stand on.
fn free_cells(lot: &Lot) -> Vec<u32> {
    let mut is_free: Vec<bool> = (0..lot.size().cells() as u32).map(|cell| !lot.is_blocked(cell)).collect();
    for &empty in lot.empties() {
        is_free[empty as usize] = false;
    }
    (0..).zip(is_free).filter(|(_, is_free)| *is_free).map(|(cell, _)| cell).collect()
}

/// Fills in region by region.
fn chart(
    lot: &Lot,
    request: &MapRequest,
    limits: &Limits,
    budget: &Budget,
    costs: &mut [i64],
    charted: &mut Charted,
) -> Result<(), StopReason> {
    let mut meter = Meter::start(budget, 0)?;
    meter.hold(costs.len() * (size_of::<i64>() + size_of::<bool>()))?;
    let mut seen = vec![false; costs.len()];
    for start in free_cells(lot) {
        if std::mem::replace(&mut seen[start as usize], true) {
            continue;
        }
        let lot = lot.with_car(start);
        let ground = Ground::of(&lot, &mut meter)?;
        for &cell in &ground.cells {
            seen[cell as usize] = true;
        }
        let left = Budget {
            states: budget.states.saturating_sub(charted.stats.generated),
            bytes: budget.bytes.saturating_sub(meter.held() as u64),
            ..budget.clone()
        };
        region(&lot, &ground, request, limits, &left, costs, charted)?;
        meter.release(ground.bytes());
    }
    Ok(())
}

/// Fills in the entries of the region that the lot's car stands in.
fn region(
    lot: &Lot,
    ground: &Ground,
    request: &MapRequest,
    limits: &Limits,
    budget: &Budget,
    costs: &mut [i64],
    charted: &mut Charted,
) -> Result<(), StopReason> {
    let spots = ground.spots();
    if ground.exits.is_empty() || ground.empties.is_empty() {
        // Nothing moves, or nothing that does helps.
        for (&cell, &level) in ground.cells.iter().zip(&ground.level) {
            let entry = &mut costs[cell as usize];
            if *entry == NOT_PROVED {
                *entry = if level == 0 { 0 } else { UNSOLVABLE };
            }
        }
        charted.note(spots, MAP_ALONE);
        return Ok(());
    }
    if let Some(empty) = ground.only_empty() {
        charted.note(spots, one_empty::names(lot).0);
        let visit = |cell: u32, cost| costs[cell as usize] = entry(cost);
        let (stats, result) = one_empty::costs(lot, ground, empty, budget, visit);
        charted.add(stats);
        return result;
    }
    let states = choose(spots as u64, ground.empties.len() as u64).saturating_mul(spots as u64);
    if spots <= MOST_SPOTS && states <= MOST_STATES {
        charted.note(spots, BACKWARD);
        let mut meter = Meter::start(budget, 0)?;
        let space = Bits::new(lot, ground);
        let found = goal_costs(&space, &mut meter);
        charted.add(meter.stats);
        let found = found?;
        for (&cell, spot) in ground.cells.iter().zip(0..) {
            if costs[cell as usize] == NOT_PROVED {
                costs[cell as usize] = entry(found[space.index(&space.start_from(spot))]);
            }
        }
        return Ok(());
    }
    each_cell::chart(lot, ground, request, limits, budget, costs, charted)
}

fn entry(cost: Option<u64>) -> i64 {
    cost.map_or(UNSOLVABLE, |cost| i64::try_from(cost).unwrap_or(i64::MAX))
}
