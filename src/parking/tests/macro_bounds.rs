//! The bounds of the search over car moves, over whole state spaces: never above the true cost.
//!
//! Every state from which an exit can be reached is looked at, in lots of every kind that has misled a bound: two
//! rows, one-wide lots, pillars, many empties, several exits, costs with zeros.

use super::macro_search::{spec, truth};
use super::{cell, lot};
use crate::grid::Cell;
use crate::parking::ground::Ground;
use crate::parking::macro_search::bounds;
use crate::search::{Budget, Meter};

/// Lots drawn at random.
const LOTS: usize = 150;

/// Checks a lot whose first few free cells are the car and the empties; hands back how many states were checked.
fn check(size: (u32, u32), empties: usize, exits: &[Cell], blocked: &[Cell], cost: (u32, u32)) -> usize {
    let spec = spec(size, empties, exits, blocked, cost);
    let lot = lot(&spec);
    let ground = Ground::of(&lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap();
    if ground.empties.len() != empties || ground.exits.is_empty() {
        return 0;
    }
    let (states, costs): (Vec<_>, Vec<_>) = truth(&lot, &ground)
        .into_iter()
        .filter(|&((_, car), _)| ground.level[car as usize] > 0)
        .map(|((set, car), cost)| ((car, (0..128).filter(|spot| set >> spot & 1 == 1).collect()), cost))
        .unzip();
    for ((state, cost), [plain, sharper]) in states.iter().zip(costs).zip(bounds(&lot, &ground, &states)) {
        assert!(plain <= cost, "a bound of {plain} for {cost} at {state:?} in {spec:?}");
        assert!(sharper <= cost, "a sharper bound of {sharper} for {cost} at {state:?} in {spec:?}");
    }
    states.len()
}

#[test]
fn two_rows_with_many_empties() {
    let corner = [cell(0, 0)];
    check((2, 6), 4, &corner, &[], (1, 1));
    for empties in 5..=7 {
        check((2, 7), empties, &corner, &[], (1, 1));
        check((2, 7), empties, &[cell(1, 3)], &[], (1, 1));
    }
    check((2, 8), 5, &corner, &[], (1, 1));
    check((2, 8), 6, &[cell(0, 2)], &[], (1, 1));
}

#[test]
fn three_to_five_rows_with_six_and_more_empties() {
    for empties in 6..=8 {
        check((3, 5), empties, &[cell(0, 0)], &[], (1, 1));
        check((3, 5), empties, &[cell(1, 1)], &[], (1, 1));
        check((5, 3), empties, &[cell(4, 1)], &[], (1, 1));
        check((4, 4), empties, &[cell(0, 0)], &[], (1, 1));
    }
    check((3, 6), 6, &[cell(0, 0)], &[], (1, 1));
    check((3, 6), 9, &[cell(0, 1)], &[], (1, 1));
}

#[test]
fn open_lots_where_it_pays_to_go_out_of_the_way() {
    for (size, most) in
        [((3, 7), 5), ((3, 8), 4), ((3, 9), 3), ((4, 6), 4), ((5, 6), 3), ((5, 7), 3), ((6, 4), 4)]
    {
        for empties in 2..=most {
            check(size, empties, &[cell(size.0 / 2, 0)], &[], (1, 1));
            check(size, empties, &[cell(0, size.1 / 2)], &[], (1, 1));
            check(size, empties, &[cell(size.0 - 1, size.1 - 2)], &[], (2, 3));
        }
    }
}

#[test]
fn one_wide_lots() {
    for cols in 3..=10 {
        for empties in 2..=6_usize.min(cols as usize - 1) {
            for exit in 0..cols {
                check((1, cols), empties, &[cell(0, exit)], &[], (1, 1));
                check((cols, 1), empties, &[cell(exit, 0)], &[], (1, 1));
            }
        }
    }
}

#[test]
fn pillars_and_several_exits() {
    for empties in 2..=5 {
        // A door, a ring around a block, a junction of three arms, a corridor with a pocket.
        check((3, 5), empties, &[cell(2, 4)], &[cell(0, 2), cell(2, 2)], (1, 1));
        check((3, 5), empties, &[cell(0, 0)], &[cell(1, 1), cell(1, 2), cell(1, 3)], (1, 1));
        check((3, 5), empties, &[cell(0, 2)], &[cell(0, 0), cell(0, 1), cell(0, 3), cell(0, 4)], (1, 1));
        check((2, 8), empties, &[cell(0, 7)], &[cell(1, 0), cell(1, 1), cell(1, 3), cell(1, 5)], (1, 1));
        check((4, 4), empties, &[cell(3, 3)], &[cell(1, 1), cell(2, 2)], (1, 1));
        check((3, 5), empties, &[cell(0, 0), cell(2, 4)], &[cell(1, 2)], (1, 1));
        check((2, 7), empties, &[cell(0, 0), cell(0, 5)], &[], (1, 1));
        check((3, 4), empties, &[cell(0, 0), cell(2, 3)], &[], (19, 31));
    }
}

#[test]
fn random_lots() {
    let mut random = 11_u64;
    let mut draw = |most: u32| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % u64::from(most)) as u32
    };
    let sizes = [(3, 4), (4, 3), (3, 5), (4, 4), (2, 7), (5, 3), (2, 8)];
    let mut checked = 0;
    for _ in 0..LOTS {
        let size = sizes[draw(sizes.len() as u32) as usize];
        let mut any = || cell(draw(size.0), draw(size.1));
        let exits = [any(), any()];
        let mut blocked = [any(), any(), any(), any(), any(), any()].to_vec();
        blocked.truncate(draw(7) as usize);
        blocked.sort_by_key(|cell| (cell.row, cell.col));
        blocked.dedup();
        let exits = if exits[0] == exits[1] || draw(2) == 0 { &exits[..1] } else { &exits[..] };
        let cost = if draw(2) == 0 { (1, 1) } else { super::COSTS[draw(super::COSTS.len() as u32) as usize] };
        checked += check(size, 2 + draw(4) as usize, exits, &blocked, cost);
    }
    assert!(checked > 1_000 * LOTS, "{checked}");
}

/// Free cells that hang together, most of them next to no more than two others: corridors, rings and dead ends.
fn thin(rows: u32, cols: u32, cells: usize, draw: &mut impl FnMut(u32) -> u32) -> Vec<Cell> {
    let loose = [0, 10, 30, 60][draw(4) as usize];
    let mut free = vec![cell(draw(rows), draw(cols))];
    for _ in 0..1_000 {
        if free.len() == cells {
            break;
        }
        let from = if draw(3) > 0 { free.len() - 1 } else { draw(free.len() as u32) as usize };
        let Cell { row, col } = free[from];
        let next = match draw(4) {
            0 => cell(row + 1, col),
            1 => cell(row.saturating_sub(1), col),
            2 => cell(row, col + 1),
            _ => cell(row, col.saturating_sub(1)),
        };
        let beside = |one: &&Cell| one.row.abs_diff(next.row) + one.col.abs_diff(next.col) == 1;
        let inside = next.row < rows && next.col < cols && !free.contains(&next);
        if inside && (free.iter().filter(beside).count() < 2 || draw(100) < loose) {
            free.push(next);
        }
    }
    free
}

#[test]
fn thin_lots() {
    let mut random = 5_u64;
    let mut draw = |most: u32| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % u64::from(most)) as u32
    };
    let sizes = [(5, 5), (4, 6), (3, 7), (2, 9), (6, 6), (4, 4)];
    let mut checked = 0;
    for _ in 0..LOTS {
        let (rows, cols) = sizes[draw(sizes.len() as u32) as usize];
        let cells = 7 + draw(9) as usize;
        let free = thin(rows, cols, cells, &mut draw);
        let all = (0..rows).flat_map(|row| (0..cols).map(move |col| cell(row, col)));
        let blocked: Vec<Cell> = all.filter(|one| !free.contains(one)).collect();
        let mut any = || free[draw(free.len() as u32) as usize];
        let exits = [any(), any()];
        let exits = if exits[0] == exits[1] || draw(3) > 0 { &exits[..1] } else { &exits[..] };
        let cost = if draw(3) > 0 { (1, 1) } else { super::COSTS[draw(super::COSTS.len() as u32) as usize] };
        let empties = (2 + draw(4) as usize).min(free.len() - 2);
        checked += check((rows, cols), empties, exits, &blocked, cost);
    }
    assert!(checked > 1_000 * LOTS, "{checked}");
}
