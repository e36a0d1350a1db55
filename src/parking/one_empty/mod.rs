//! One empty: written down at once on a lot without pillars, a shortest path elsewhere.
//!
//! With a single empty all that matters between two moves of the car is which side the empty comes from and
//! which side it has to get to. Without pillars that is a closed form: [`plane`] says what a plan costs,
//! [`open_lot`] writes it out. With pillars the cheapest plan is a shortest path over (car cell, side of the
//! empty): [`graph`] is the graph of these nodes; [`detours`] what the empty pays to get round the car, by the
//! [`ring`] of cells around it, the blocks of the lot ([`biconnected`]) and only then by a search ([`ways`]); [`flood`] how it comes to the car at first;
//! [`rest`] the lower bound that leads A* through it, and [`reached`] where the car gets to if there is no plan. The
//! path of car moves is then written out as single moves, in time linear in their number.

mod all_cells;
mod biconnected;
mod detours;
mod field;
mod flood;
mod graph;
mod open_lot;
mod plane;
mod reached;
mod rest;
mod ring;
mod ways;

use std::cell::{Cell, RefCell};

pub(super) use self::all_cells::costs;
use self::biconnected::Blocks;
use self::detours::{Detours, NEVER, Precision};
pub(super) use self::field::Field;
use self::flood::Flood;
use self::graph::{Edge, Graph, Guide};
use self::rest::{Rest, Start};
pub(super) use self::ways::Ways;
use super::Lot;
use super::finding::{Finding, Found};
use super::ground::Ground;
use super::level_bound::LevelBound;
use super::slide::Slide;
use crate::grid::Direction;
use crate::search::{Budget, Meter, StopReason, a_star};

/// Exits up to this many are looked at one by one for a bound without preparation.
const FEW_EXITS: usize = 16;

/// The search first looks at edges that are dearer than their bound by at most so many moves along each axis.
const FIRST_SLACK: u64 = 4;

/// What solves such a lot, and what guides it, as reports name them.
pub(super) fn names(lot: &Lot) -> (&'static str, Option<&'static str>) {
    if needs_ground(lot) { ("one_empty_graph", Some("ring_detours")) } else { ("closed_form", None) }
}

/// Whether the region must be measured first.
pub(super) fn needs_ground(lot: &Lot) -> bool {
    lot.pillars() > 0
}

/// A lower bound on any plan of a lot whose one empty is the cell `empty`; time linear in the few exits.
pub(super) fn at_least(lot: &Lot, ground: Option<&Ground>, empty: u32) -> u64 {
    let exits = exits(lot, ground);
    let few = if exits.len() <= FEW_EXITS { &exits[..] } else { &[] };
    let (prices, towards_empty) = (plane::Prices::of(lot), open_lot::offset(lot, lot.car(), empty));
    let away = |&exit: &u32| open_lot::offset(lot, lot.car(), exit);
    let plane = few.iter().map(|exit| plane::cost(prices, away(exit), towards_empty)).min().unwrap_or(0);
    plane.max(ground.map_or(0, |ground| LevelBound::new(ground, lot.cheapest_move()).at_start()))
}

/// Finds a cheapest plan for the lot whose one empty in the car's region is the cell `empty`.
///
/// At most `keep` moves are kept. The car must not stand on an exit. `ground` must be given where
/// [`needs_ground`] says so.
pub(super) fn solve(lot: &Lot, ground: Option<&Ground>, empty: u32, keep: usize, budget: &Budget) -> Finding {
    if !needs_ground(lot) {
        return open_lot::solve(lot, empty, keep, budget);
    }
    let mut finding = Finding::default();
    if let Err(reason) = on_the_graph(lot, ground, empty, keep, budget, &mut finding) {
        finding.stopped_by = Some(reason);
    }
    finding
}

/// The search on lots with pillars, though it could do without; what it learns before a limit ends it is in
/// `finding`.
pub(super) fn on_the_graph(
    lot: &Lot,
    ground: Option<&Ground>,
    empty: u32,
    keep: usize,
    budget: &Budget,
    finding: &mut Finding,
) -> Result<(), StopReason> {
    // The empty's ways and the plan, the search, and all that is prepared for it have their shares of the memory.
    let share = Budget { bytes: budget.bytes / 4, ..budget.clone() };
    let half = Budget { bytes: budget.bytes / 2, ..budget.clone() };
    let mut meter = Meter::start(&half, 0)?;
    meter.hold(Field::bytes(lot) * 2)?;
    let field = Field::of(lot);
    let exits: Vec<u32> = exits(lot, ground).into_iter().map(|exit| field.position(exit)).collect();
    let mut is_exit = vec![false; field.positions()];
    for &exit in &exits {
        is_exit[exit as usize] = true;
    }
    let (car, empty) = (field.position(lot.car()), field.position(empty));
    let blocks = Blocks::of(&field, car, &mut meter)?;
    let mut detours = Detours { field: &field, blocks, ways: Ways::new(&field, &share)? };
    let fronts: Vec<u32> = Direction::ALL
        .map(|ahead| field.next(car, ahead))
        .into_iter()
        .filter(|&front| field.is_open(front))
        .collect();
    let first_way = Flood::of(&field, empty, Some(car), Some(&fronts), &mut meter)?;
    let start = Start { car, approach: Direction::ALL.map(|ahead| first_way.to(field.next(car, ahead))) };
    let rest = Rest::measure(&mut detours, &exits, Some(start), Precision::Bound, &mut meter);
    finding.stats = meter.stats;
    let rest = rest?;
    if rest.from(&start, &field) == NEVER {
        finding.exhausted = true;
        finding.reached = reached::reached(&mut detours, &start, &mut meter)?;
        return Ok(());
    }
    finding.solvable = true;
    let detours = RefCell::new(detours);
    let slack = FIRST_SLACK * (lot.horizontal() + lot.vertical());
    let mut graph = Graph { field: &field, detours, start, rest, is_exit, slack, cut_short: Cell::new(None) };
    let at_start = graph.rest.from(&start, &field);
    finding.lower_bound = at_start;
    let plan = loop {
        let states = budget.states - finding.stats.generated;
        let outcome = a_star(&graph, &Guide(&graph), &Budget { states, ..share.clone() });
        finding.stats.expanded += outcome.stats.expanded;
        finding.stats.generated += outcome.stats.generated;
        finding.stats.peak_states = finding.stats.peak_states.max(finding.stats.generated);
        if let Some(reason) = graph.cut_short.get().or(outcome.stopped_by) {
            return Err(reason);
        }
        // What was left out costs more than the slack above the estimate.
        let least = at_start.saturating_add(graph.slack).saturating_add(1);
        match outcome.plan {
            Some(plan) if plan.cost <= least => break plan,
            Some(plan) => graph.slack = plan.cost - at_start,
            None if graph.slack == u64::MAX => return Ok(()),
            None => graph.slack = graph.slack.saturating_mul(4).max(1),
        }
        finding.lower_bound = least;
    };
    finding.lower_bound = plan.cost;
    let (moves, slides) = write_out(&graph, empty, &first_way, &plan.moves, keep, &share)?;
    finding.found = Some(Found { cost: plan.cost, moves, slides });
    Ok(())
}
/// The exits that the car could be driven to, pillars apart.
fn exits(lot: &Lot, ground: Option<&Ground>) -> Vec<u32> {
    let within = |exit: &u32| match ground {
        Some(ground) => ground.spot(*exit).is_some(),
        None => !lot.is_blocked(*exit),
    };
    lot.exits().iter().copied().filter(within).collect()
}

/// The single moves of a path of car moves: how many, and the first `keep` of them if that is all.
fn write_out(
    graph: &Graph<'_>,
    mut empty: u32,
    first_way: &Flood,
    edges: &[Edge],
    keep: usize,
    budget: &Budget,
) -> Result<(u64, Option<Vec<Slide>>), StopReason> {
    let mut meter = Meter::start(budget, 0)?;
    let field = graph.field;
    let mut car = graph.start.car;
    let (mut moves, mut slides) = (0_u64, Vec::new());
    let mut slide = |slides: &mut Vec<Slide>, to: u32, direction| {
        meter.tick()?;
        moves += 1;
        if moves <= keep as u64 {
            if slides.len() == slides.capacity() {
                meter.hold(slides.len().max(64) * size_of::<Slide>())?;
                slides.reserve_exact(slides.len().max(64));
            }
            slides.push(Slide::new(field.cell(to), direction));
        }
        Ok(())
    };
    for (index, edge) in edges.iter().enumerate() {
        let direction = edge.direction();
        let front = field.next(car, direction);
        let mut at = empty;
        let mut step = |step: Direction| {
            // The car that the empty changes places with moves the other way.
            slide(&mut slides, at, step.opposite())?;
            at = field.next(at, step);
            Ok(())
        };
        if index == 0 {
            first_way.steps(field, empty, front).into_iter().try_for_each(&mut step)?;
        } else {
            graph.detours.borrow_mut().ways.walk(empty, front, car, &mut step)?;
        }
        slide(&mut slides, front, direction)?;
        (empty, car) = (car, front);
    }
    Ok((moves, (moves <= keep as u64).then_some(slides)))
}
