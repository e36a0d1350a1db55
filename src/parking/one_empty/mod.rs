//! One empty: the cheapest plan is a shortest path over (car cell, side of the empty).
//!
//! With a single empty all that matters between two moves of the car is which side the empty comes from and
//! which side it has to get to. [`graph`] is the graph of these nodes, [`ways`] the empty's cheapest ways around
//! the car, [`plane`] a closed form that guides A* on it: exact on an open lot, so that the search walks straight
//! to the exit. The path of car moves is then written out as single moves, in time linear in their number.

mod field;
mod graph;
mod plane;
mod ways;

use std::cell::{Cell, RefCell};

pub(super) use self::field::Field;
use self::graph::{Edge, FEW_EXITS, Graph, Guide, Guided};
pub(super) use self::ways::Ways;
use super::Lot;
use super::finding::{Finding, Found};
use super::ground::Ground;
use super::level_bound::LevelBound;
use super::slide::Slide;
use crate::search::{Budget, Meter, StopReason, a_star};

/// Name of the estimate in reports.
pub(super) const HEURISTIC: &str = "open_plane";

/// Whether the region must be measured first: with pillars, or with more exits than the plane's closed form is
/// evaluated for.
pub(super) fn needs_ground(lot: &Lot) -> bool {
    lot.pillars() > 0 || lot.exits().len() > FEW_EXITS
}

/// A lower bound on any plan of a lot whose one empty is the cell `empty`; time linear in the few exits.
pub(super) fn at_least(lot: &Lot, ground: Option<&Ground>, empty: u32) -> u64 {
    let size = lot.size();
    let offset = |from: u32, to: u32| {
        let (from, to) = (size.cell(from as usize), size.cell(to as usize));
        (to.row as i32 - from.row as i32, to.col as i32 - from.col as i32)
    };
    let prices = plane::Prices { horizontal: lot.horizontal(), vertical: lot.vertical() };
    let exits = exits(lot, ground);
    let few = if exits.len() <= FEW_EXITS { &exits[..] } else { &[] };
    let costs =
        few.iter().map(|&exit| plane::cost(prices, offset(lot.car(), exit), offset(lot.car(), empty)));
    let plane = costs.min().unwrap_or(0);
    plane.max(ground.map_or(0, |ground| LevelBound::new(ground, lot.cheapest_move()).at_start()))
}

/// Finds a cheapest plan for the lot whose one empty in the car's region is the cell `empty`.
///
/// At most `keep` moves are kept. The car must not stand on an exit. `ground` must be given where
/// [`needs_ground`] says so.
pub(super) fn solve(lot: &Lot, ground: Option<&Ground>, empty: u32, keep: usize, budget: &Budget) -> Finding {
    let (field_bytes, shares) = (Field::bytes(lot) * 3, budget.bytes / 4);
    if field_bytes as u64 > shares {
        return Finding::stopped(StopReason::Memory);
    }
    // The empty's ways and the plan, the field, and the graph each have their share of the memory.
    let for_ways = Budget { bytes: shares, ..budget.clone() };
    let for_graph = Budget { bytes: budget.bytes - shares - field_bytes as u64, ..budget.clone() };
    let field = Field::of(lot);
    let ways = match Ways::new(&field, &for_ways) {
        Ok(ways) => ways,
        Err(reason) => return Finding::stopped(reason),
    };
    let exits = exits(lot, ground);
    let mut is_exit = vec![false; field.positions()];
    for &exit in &exits {
        is_exit[field.position(exit) as usize] = true;
    }
    let graph = Graph {
        field: &field,
        ways: RefCell::new(ways),
        car: field.position(lot.car()),
        empty: field.position(empty),
        is_exit,
        reached: RefCell::new(vec![false; field.positions()]),
        cut_short: Cell::new(None),
    };
    let few = if exits.len() <= FEW_EXITS { exits } else { Vec::new() };
    let guide = Guide {
        exits: few.into_iter().map(|exit| field.position(exit)).collect(),
        levels: ground.map(|ground| (ground, LevelBound::new(ground, lot.cheapest_move()))),
    };
    let start_bound = guide.bound(&field, graph.car, graph.empty);
    let outcome = a_star(&graph, &Guided(&guide, &graph), &for_graph);
    let mut finding = Finding { stats: outcome.stats, ..Finding::default() };
    if let Some(reason) = graph.cut_short.get() {
        // Some edges were never seen: neither a plan nor the lack of one is proved to be the last word.
        return Finding { stopped_by: Some(reason), lower_bound: start_bound, ..finding };
    }
    (finding.exhausted, finding.stopped_by) = (outcome.exhausted, outcome.stopped_by);
    finding.lower_bound = outcome.lower_bound;
    if outcome.exhausted {
        finding.reached = reached(lot, &graph);
    }
    let Some(plan) = outcome.plan else { return finding };
    finding.solvable = true;
    match write_out(&graph, &plan.moves, keep, &for_ways) {
        Ok((moves, slides)) => finding.found = Some(Found { cost: plan.cost, moves, slides }),
        Err(reason) => finding.stopped_by = Some(reason),
    }
    finding
}

/// The exits that the car could be driven to, pillars apart.
fn exits(lot: &Lot, ground: Option<&Ground>) -> Vec<u32> {
    let within = |exit: &u32| match ground {
        Some(ground) => ground.spot(*exit).is_some(),
        None => !lot.is_blocked(*exit),
    };
    lot.exits().iter().copied().filter(within).collect()
}

/// The cells that the car was seen to get to.
fn reached(lot: &Lot, graph: &Graph<'_>) -> Vec<u32> {
    let reached = graph.reached.borrow();
    let positions = reached.iter().enumerate().filter(|(_, reached)| **reached);
    let mut cells: Vec<u32> = positions.map(|(position, _)| graph.field.cell(position as u32)).collect();
    cells.push(lot.car());
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The single moves of a path of car moves: how many, and the first `keep` of them if that is all.
fn write_out(
    graph: &Graph<'_>,
    edges: &[Edge],
    keep: usize,
    budget: &Budget,
) -> Result<(u64, Option<Vec<Slide>>), StopReason> {
    let mut meter = Meter::start(budget, 0)?;
    let field = graph.field;
    let (mut car, mut empty) = (graph.car, graph.empty);
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
    for edge in edges {
        let direction = edge.direction();
        let front = field.next(car, direction);
        let mut at = empty;
        graph.ways.borrow_mut().walk(empty, front, car, |step| {
            // The car that the empty changes places with moves the other way.
            slide(&mut slides, at, step.opposite())?;
            at = field.next(at, step);
            Ok(())
        })?;
        slide(&mut slides, front, direction)?;
        (empty, car) = (car, front);
    }
    Ok((moves, (moves <= keep as u64).then_some(slides)))
}
