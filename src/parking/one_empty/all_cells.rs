//! One empty: what the cheapest plan costs from every cell that the car may stand on.
//!
//! Without pillars that is the closed form, cell by cell. With pillars everything after the car's first move is the
//! same for all cells, and measured once ([`rest`](super::rest)). Before it the empty comes to one of the car's
//! sides: by the cheapest way of all unless that leads through the car; only then is another way looked for, led by
//! the cheapest ways without the car, and only if it could lead to a cheaper plan.

use super::detours::{Detours, NEVER};
use super::field::Field;
use super::flood::Flood;
use super::rest::Rest;
use super::{needs_ground, open_lot};
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::search::{Budget, Meter, SearchStats, StopReason};

/// Calls `visit` with every cell of the region but the empty one, and what the cheapest plan from there costs.
pub(in crate::parking) fn costs(
    lot: &Lot,
    ground: &Ground,
    empty: u32,
    budget: &Budget,
    visit: impl FnMut(u32, Option<u64>),
) -> (SearchStats, Result<(), StopReason>) {
    let mut stats = SearchStats::default();
    let result = if needs_ground(lot) {
        on_the_graph(lot, ground, empty, budget, &mut stats, visit)
    } else {
        by_closed_form(lot, empty, budget, visit)
    };
    (stats, result)
}

fn by_closed_form(
    lot: &Lot,
    empty: u32,
    budget: &Budget,
    mut visit: impl FnMut(u32, Option<u64>),
) -> Result<(), StopReason> {
    let is_exit = exits(lot);
    for cell in (0..lot.size().cells() as u32).filter(|&cell| cell != empty) {
        // As many exits are looked at as there are cells, at worst.
        budget.check()?;
        visit(cell, if is_exit[cell as usize] { Some(0) } else { open_lot::cost(lot, cell, empty) });
    }
    Ok(())
}

fn exits(lot: &Lot) -> Vec<bool> {
    let mut is_exit = vec![false; lot.size().cells()];
    for &exit in lot.exits() {
        is_exit[exit as usize] = true;
    }
    is_exit
}

fn on_the_graph(
    lot: &Lot,
    ground: &Ground,
    empty: u32,
    budget: &Budget,
    stats: &mut SearchStats,
    mut visit: impl FnMut(u32, Option<u64>),
) -> Result<(), StopReason> {
    let shares = [
        Budget { bytes: budget.bytes / 4, ..budget.clone() },
        Budget { bytes: budget.bytes / 4 * 3, ..budget.clone() },
    ];
    let mut meter = Meter::start(&shares[1], 0)?;
    meter.hold(Field::bytes(lot))?;
    let field = Field::of(lot);
    let empty = field.position(empty);
    let mut detours = Detours::of(&field, empty, &shares[0], &mut meter)?;
    let exits: Vec<u32> =
        ground.exits.iter().map(|&exit| field.position(ground.cells[exit as usize])).collect();
    let rest = Rest::measure(&mut detours, &exits, &mut meter);
    *stats = meter.stats;
    let rest = rest?;
    let free = Flood::of(&field, empty, None, None, &mut meter)?;
    for (&cell, &level) in ground.cells.iter().zip(&ground.level) {
        let car = field.position(cell);
        if car != empty {
            let cost = if level == 0 { 0 } else { from_cell(car, empty, &free, &rest, &mut detours)? };
            visit(cell, (cost != NEVER).then_some(cost));
        }
    }
    Ok(())
}

/// A first move of the car.
#[derive(Clone, Copy)]
struct FirstMove {
    /// What the plan costs at least.
    bound: u64,
    /// What is left once the empty has come before the car.
    left: u64,
    front: u32,
    /// The bound is the cost.
    is_exact: bool,
}

/// What the cheapest plan costs with the car on a position that is no exit.
fn from_cell(
    car: u32,
    empty: u32,
    free: &Flood,
    rest: &Rest,
    detours: &mut Detours<'_>,
) -> Result<u64, StopReason> {
    let field = detours.field;
    // From this side the empty comes when the car stands in nobody's way.
    let towards_empty = free.last_step(car).opposite();
    let mut first_moves = [None; 4];
    for ahead in Direction::ALL {
        let front = field.next(car, ahead);
        if !field.is_open(front) {
            continue;
        }
        let is_exact = ahead == towards_empty || free.to(front) < free.to(car);
        let left = rest.of(front, ahead.opposite()).saturating_add(field.price(ahead));
        if left != NEVER && (is_exact || detours.blocks.connected(car, field.next(car, towards_empty), front))
        {
            first_moves[ahead as usize] =
                Some(FirstMove { bound: free.to(front) + left, left, front, is_exact });
        }
    }
    first_moves.sort_unstable_by_key(|first| first.map_or(NEVER, |first| first.bound));
    let mut best = NEVER;
    for FirstMove { bound, left, front, is_exact } in first_moves.into_iter().flatten() {
        if bound >= best {
            break;
        }
        let cost = if is_exact {
            bound
        } else {
            detours.ways.existing_under(front, empty, car, |at| free.to(at))?.saturating_add(left)
        };
        best = best.min(cost);
    }
    Ok(best)
}
