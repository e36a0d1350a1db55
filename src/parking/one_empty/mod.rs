//! One empty: written down at once on a lot without pillars, a shortest path elsewhere.
//!
//! With a single empty all that matters between two moves of the car is which side the empty comes from and
//! which side it has to get to. Without pillars that is a closed form: [`plane`] says what a plan costs,
//! [`open_lot`] writes it out. With pillars the cheapest plan is a shortest path over (car cell, side of the
//! empty): [`search`] finds it; [`detours`] says what the empty pays to get round the car, by the [`ring`] of cells
//! around it, the blocks of the lot ([`biconnected`]), the [`window`] around the car and only then by a search
//! ([`ways`]); [`flood`] how it comes to the car at first; [`reached`] whether there is a plan at all, and where the
//! car gets to if there is none; and [`rest`] what is left from every place of the car at once, for maps. The path of
//! car moves is then written out as single moves, in time linear in their number.

mod all_cells;
mod biconnected;
mod detours;
mod field;
mod flood;
mod open_lot;
mod plane;
mod reached;
mod rest;
mod ring;
mod search;
mod ways;
mod window;

pub(super) use self::all_cells::costs;
use self::detours::Detours;
pub(super) use self::field::Field;
use self::flood::Flood;
use self::search::{Search, Start};
pub(super) use self::ways::Ways;
use super::Lot;
use super::finding::{Finding, Found};
use super::ground::{Ground, NONE};
use super::level_bound::LevelBound;
use super::slide::Slide;
use crate::grid::Direction;
use crate::search::{Budget, Meter, StopReason};

/// Exits up to this many are looked at one by one for a bound without preparation.
const FEW_EXITS: usize = 16;

/// What solves such a lot, and what guides it, as reports name them.
pub(super) fn names(lot: &Lot) -> (&'static str, Option<&'static str>) {
    if needs_ground(lot) { ("one_empty_graph", Some("level")) } else { ("closed_form", None) }
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
    let Some(ground) = ground.filter(|_| needs_ground(lot)) else {
        return open_lot::solve(lot, empty, keep, budget);
    };
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
    ground: &Ground,
    empty: u32,
    keep: usize,
    budget: &Budget,
    finding: &mut Finding,
) -> Result<(), StopReason> {
    // The empty's ways and the plan have their shares of the memory, the search and all that is prepared for it the rest.
    let share = Budget { bytes: budget.bytes / 4, ..budget.clone() };
    let half = Budget { bytes: budget.bytes / 2, ..budget.clone() };
    let mut meter = Meter::start(&half, 0)?;
    meter.hold(Field::bytes(lot) * (size_of::<bool>() + size_of::<u32>()))?;
    let field = Field::of(lot);
    let mut levels = vec![NONE; field.positions()];
    for (&cell, &level) in ground.cells.iter().zip(&ground.level) {
        levels[field.position(cell) as usize] = level;
    }
    let (car, empty) = (field.position(lot.car()), field.position(empty));
    let mut detours = Detours::of(&field, car, &share, &mut meter)?;
    let fronts: Vec<u32> = Direction::ALL
        .map(|ahead| field.next(car, ahead))
        .into_iter()
        .filter(|&front| field.is_open(front))
        .collect();
    let first_way = Flood::of(&field, empty, Some(car), Some(&fronts), &mut meter)?;
    let start = Start { car, approach: Direction::ALL.map(|ahead| first_way.to(field.next(car, ahead))) };
    if let Some(reached) = reached::closed_off(&detours, &start, &levels, &mut meter)? {
        (finding.exhausted, finding.reached) = (true, reached);
        return Ok(());
    }
    finding.solvable = true;
    let search = Search::new(&mut detours, start, &levels, &mut meter)?;
    let found = search.run(&mut meter, &mut finding.lower_bound);
    finding.stats = meter.stats;
    let Some(plan) = found? else { return Ok(()) };
    let (moves, slides) =
        write_out(&mut detours.ways, &field, (car, empty), &first_way, &plan.directions, keep, &share)?;
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
    ways: &mut Ways<'_>,
    field: &Field,
    (mut car, mut empty): (u32, u32),
    first_way: &Flood,
    directions: &[Direction],
    keep: usize,
    budget: &Budget,
) -> Result<(u64, Option<Vec<Slide>>), StopReason> {
    let mut meter = Meter::start(budget, 0)?;
    let (mut moves, mut slides) = (0_u64, Vec::new());
    let mut slide = |slides: &mut Vec<Slide>, to: u32, direction| {
        meter.tick()?;
        moves += 1;
        if moves <= keep as u64 {
            meter.room(slides)?;
            slides.push(Slide::new(field.cell(to), direction));
        }
        Ok(())
    };
    for (index, &direction) in directions.iter().enumerate() {
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
            ways.walk(empty, front, car, &mut step)?;
        }
        slide(&mut slides, front, direction)?;
        (empty, car) = (car, front);
    }
    Ok((moves, (moves <= keep as u64).then_some(slides)))
}
