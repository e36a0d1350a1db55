//! The search over car moves against true costs, over whole state spaces.
//!
//! Between the traps that are known lie small lots: one-wide ones, two rows with five empties, pillars, costs
//! with zeros, several exits. The truth is a label-correcting search from all goals that knows nothing but the
//! rules.

use std::collections::{HashMap, VecDeque};

use super::{cell, lot, replayed, solved};
use crate::contract::Status;
use crate::grid::Cell;
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::parking::macro_search;
use crate::parking::rooms::{self, Rooms};
use crate::parking::space::Bits;
use crate::parking::spec::{ParkingAlgorithm, ParkingCost, ParkingDetail, ParkingSpec};
use crate::search::{Budget, Meter, Reversible, StateSpace};

/// Lots drawn at random.
const LOTS: usize = 60;

pub(super) fn spec(
    (rows, cols): (u32, u32),
    empties: usize,
    exits: &[Cell],
    blocked: &[Cell],
    (horizontal, vertical): (u32, u32),
) -> ParkingSpec {
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| cell(row, col)));
    let mut free = cells.filter(|cell| !blocked.contains(cell));
    ParkingSpec {
        cars: free.next().map(|car| vec![car]),
        empty: Some(free.take(empties).collect()),
        exits: Some(exits.to_vec()),
        blocked: Some(blocked.to_vec()),
        cost: Some(ParkingCost { horizontal: Some(horizontal), vertical: Some(vertical) }),
        ..ParkingSpec::new(rows, cols)
    }
}

/// The cost of every state from which an exit can be reached.
pub(super) fn truth(lot: &Lot, ground: &Ground) -> HashMap<(u128, u32), u64> {
    let space = Bits::new(lot, ground);
    let mut costs = HashMap::new();
    let mut queue = VecDeque::new();
    space.goals(|goal| {
        costs.insert((goal.empties(), goal.car), 0);
        queue.push_back(goal);
    });
    while let Some(state) = queue.pop_front() {
        let here = costs[&(state.empties(), state.car)];
        space.predecessors(&state, |slide, before| {
            let through = here + space.cost(slide);
            let known = costs.entry((before.empties(), before.car)).or_insert(u64::MAX);
            if through < *known {
                *known = through;
                queue.push_back(before);
            }
        });
    }
    costs
}

/// Compares every `stride`th state, those that cannot be solved included; hands back how many were compared.
fn check(
    size: (u32, u32),
    empties: usize,
    exits: &[Cell],
    blocked: &[Cell],
    cost: (u32, u32),
    stride: usize,
) -> usize {
    let spec = spec(size, empties, exits, blocked, cost);
    let first = lot(&spec);
    let ground = Ground::of(&first, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap();
    if ground.empties.len() != empties || ground.exits.is_empty() {
        return 0;
    }
    let costs = truth(&first, &ground);
    let cell_of = |spot: u32| first.cell(ground.cells[spot as usize]);
    let (mut seen, mut compared) = (0, 0);
    let spots = ground.spots() as u32;
    let budget = Budget::unlimited();
    for car in 0..spots {
        for set in 0_u128..1 << spots {
            if set.count_ones() as usize != empties || set >> car & 1 == 1 {
                continue;
            }
            seen += 1;
            if seen % stride != 0 || ground.level[car as usize] == 0 {
                continue;
            }
            let wanted = costs.get(&(set, car)).copied();
            let empty = (0..spots).filter(|&spot| set >> spot & 1 == 1).map(cell_of).collect();
            let spec = ParkingSpec { cars: Some(vec![cell_of(car)]), empty: Some(empty), ..spec.clone() };
            let lot = lot(&spec);
            let ground = Ground::of(&lot, &mut Meter::start(&budget, 0).unwrap()).unwrap();
            let found = macro_search::solve(&lot, &ground, None, 10_000, &budget);
            let cost = found.found.as_ref().map(|found| found.cost);
            assert_eq!((cost, found.exhausted), (wanted, wanted.is_none()), "{spec:?}");
            let mut meter = Meter::start(&budget, 0).unwrap();
            let rooms = Rooms::of(&ground, &mut meter).unwrap();
            match rooms::verdict(&rooms, &mut meter).unwrap() {
                rooms::Verdict::Solvable(_) => assert!(wanted.is_some(), "{spec:?}"),
                rooms::Verdict::Hopeless(reached) => {
                    let reached: Vec<u32> = reached.iter().map(|&spot| ground.cells[spot as usize]).collect();
                    assert_eq!((wanted, reached), (None, found.reached), "{spec:?}");
                }
                rooms::Verdict::Unknown => panic!("a small lot: {spec:?}"),
            }
            if compared % 16 == 0 && wanted.is_some() {
                let answer = solved(&spec, ParkingAlgorithm::Auto, &budget);
                assert_eq!((answer.status, answer.cost), (Status::Optimal, wanted), "{spec:?}");
                let verification = replayed(&spec, &answer);
                assert!(verification.legal && verification.solved, "{verification:?}: {spec:?}");
                assert_eq!(
                    (Some(verification.cost), Some(verification.moves)),
                    (answer.cost, answer.moves),
                    "{spec:?}"
                );
                // With no states to search, there is a plan all the same.
                let at_once =
                    solved(&spec, ParkingAlgorithm::Auto, &Budget { states: 0, ..Budget::unlimited() });
                let verification = replayed(&spec, &at_once);
                assert!(verification.legal && verification.solved, "{verification:?}: {spec:?}");
                assert_eq!(
                    (Some(verification.cost), Some(verification.moves)),
                    (at_once.cost, at_once.moves),
                    "{spec:?}"
                );
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn one_wide_lots() {
    for cols in 2..=9 {
        for empties in 2..=4_usize.min(cols as usize - 1) {
            for exit in 0..cols {
                check((1, cols), empties, &[cell(0, exit)], &[], (1, 1), 1);
                check((cols, 1), empties, &[cell(exit, 0)], &[], (2, 3), 1);
            }
        }
    }
}

#[test]
fn two_rows() {
    check((2, 6), 4, &[cell(0, 0)], &[], (1, 1), 1);
    check((2, 6), 3, &[cell(1, 2)], &[], (1, 1), 1);
    check((2, 7), 5, &[cell(0, 0)], &[], (1, 1), 1);
    check((2, 7), 5, &[cell(1, 3)], &[], (1, 1), 3);
    check((2, 8), 5, &[cell(0, 0)], &[], (1, 1), 3);
}

#[test]
fn straight_runs() {
    check((2, 9), 4, &[cell(0, 0)], &[], (1, 1), 7);
    check((2, 9), 5, &[cell(1, 4)], &[], (1, 1), 23);
    check((2, 10), 3, &[cell(0, 9)], &[], (1, 1), 3);
    check((3, 6), 4, &[cell(0, 0)], &[], (1, 1), 7);
    check((3, 6), 6, &[cell(1, 0)], &[], (1, 1), 41);
    check((6, 3), 3, &[cell(5, 1)], &[], (3, 2), 7);
}

#[test]
fn squares() {
    for empties in 2..=4 {
        check((4, 4), empties, &[cell(0, 0)], &[], (1, 1), 1);
        check((4, 4), empties, &[cell(1, 2)], &[], (1, 1), 3);
    }
    check((3, 5), 5, &[cell(0, 0)], &[], (1, 1), 7);
}

#[test]
fn pillars() {
    let corner = [cell(0, 0)];
    for empties in 2..=5 {
        check((3, 4), empties, &corner, &[], (1, 1), 1);
        check((3, 4), empties, &corner, &[cell(1, 1)], (1, 1), 1);
        check((3, 4), empties, &corner, &[cell(1, 1), cell(0, 2)], (1, 1), 1);
        check((3, 4), empties, &corner, &[cell(0, 1), cell(1, 2), cell(2, 0)], (1, 1), 1);
        check((3, 4), empties, &[cell(1, 3)], &[cell(1, 1), cell(1, 2)], (1, 1), 1);
        // Two rooms and a door; a junction of three arms.
        check((3, 5), empties, &corner, &[cell(0, 2), cell(2, 2)], (1, 1), 5);
        check((3, 5), empties, &[cell(0, 2)], &[cell(0, 0), cell(0, 1), cell(0, 3), cell(0, 4)], (1, 1), 3);
        check((3, 5), empties, &[cell(1, 0)], &[cell(0, 0), cell(0, 1), cell(2, 0), cell(2, 1)], (1, 1), 3);
    }
    check((2, 7), 5, &corner, &[cell(0, 3)], (1, 1), 3);
    check((4, 4), 4, &corner, &[cell(1, 1), cell(2, 2)], (1, 1), 5);
}

#[test]
fn unequal_costs() {
    for cost in [(1, 0), (0, 1), (0, 0), (19, 31), (5, 2), (1, 9)] {
        for empties in 2..=4 {
            check((3, 4), empties, &[cell(2, 3)], &[], cost, 2);
            check((3, 4), empties, &[cell(0, 0)], &[cell(1, 1)], cost, 3);
            check((2, 6), empties, &[cell(0, 0)], &[cell(0, 3)], cost, 3);
            check((2, 6), empties, &[cell(1, 2)], &[], cost, 3);
        }
    }
}

#[test]
fn several_exits() {
    for empties in 2..=4 {
        check((3, 4), empties, &[cell(0, 0), cell(2, 3)], &[], (1, 1), 1);
        check((3, 4), empties, &[cell(0, 0), cell(2, 2)], &[], (1, 1), 1);
        check((2, 6), empties, &[cell(0, 0), cell(0, 5)], &[], (1, 1), 1);
        check((2, 6), empties, &[cell(0, 0), cell(1, 5)], &[cell(0, 2)], (1, 1), 1);
        check((3, 4), empties, &[cell(0, 0), cell(1, 3)], &[cell(1, 1)], (3, 2), 2);
    }
    check((2, 7), 5, &[cell(0, 0), cell(0, 5)], &[], (1, 1), 3);
}

#[test]
fn random_lots() {
    let mut random = 7_u64;
    let mut draw = |most: u32| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % u64::from(most)) as u32
    };
    let sizes = [(3, 4), (4, 3), (3, 5), (4, 4), (2, 7), (5, 3), (2, 8)];
    let mut compared = 0;
    for _ in 0..LOTS {
        let size = sizes[draw(sizes.len() as u32) as usize];
        let cells: Vec<Cell> =
            (0..size.0).flat_map(|row| (0..size.1).map(move |col| cell(row, col))).collect();
        let mut any = || cells[draw(cells.len() as u32) as usize];
        let exits = [any(), any()];
        let mut blocked = [any(), any(), any(), any(), any()].to_vec();
        blocked.truncate(draw(6) as usize);
        blocked.sort_by_key(|cell| (cell.row, cell.col));
        blocked.dedup();
        let exits = if exits[0] == exits[1] || draw(2) == 0 { &exits[..1] } else { &exits[..] };
        let cost = super::COSTS[draw(2 * super::COSTS.len() as u32) as usize % super::COSTS.len()];
        let cost = if draw(2) == 0 { (1, 1) } else { cost };
        compared += check(size, 2 + draw(6) as usize, exits, &blocked, cost, 41 + draw(20) as usize);
    }
    assert!(compared > 10 * LOTS, "{compared}");
}

#[test]
fn rooms_give_the_verdict_where_no_empty_would_do_alone() {
    let solve = |map: &str, detail| {
        let spec = ParkingSpec { detail: Some(detail), ..crate::parking::text::parse(map).unwrap() };
        solved(&spec, ParkingAlgorithm::Auto, &Budget::unlimited())
    };
    let solvable = "# # . # #\nO o C . .";
    let answer = solve(solvable, ParkingDetail::Verdict);
    assert_eq!((answer.status, &*answer.search.algorithm), (Status::Solvable, "rooms"));
    assert_eq!((answer.search.heuristic, answer.stopped_by, answer.path), (None, None, None));
    let answer = solve(solvable, ParkingDetail::Path);
    assert_eq!((answer.status, &*answer.search.algorithm), (Status::Optimal, "macro_a_star"));
    let answer = solve("# # . # #\nO o C o .", ParkingDetail::Path);
    assert_eq!((answer.status, &*answer.search.algorithm), (Status::Unsolvable, "rooms"));
    assert_eq!(
        answer.reason.as_deref(),
        Some(
            "the car at [1, 2] can get to [0, 2], [1, 1], [1, 2], [1, 3] and no further, not to the exit at [1, 0]: \
             the 2 empty cells cannot be brought round to its other sides"
        )
    );
}

#[test]
fn costs_too_large_for_the_tables_are_left_to_the_plain_search() {
    let mut spec = spec((64, 64), 2, &[cell(0, 1)], &[cell(0, 2)], (999_983, 999_979));
    spec.empty = Some(vec![cell(0, 1), cell(1, 1)]);
    let answer = solved(&spec, ParkingAlgorithm::Auto, &Budget::unlimited());
    assert_eq!((answer.cost, &*answer.search.algorithm), (Some(999_983), "a_star"));
}

#[test]
fn a_large_lot_that_no_empty_would_solve_alone_has_a_plan_at_once() {
    // Ten thousand cells, then a corridor of three to the exit.
    let beside = (0..100).filter(|&row| row != 50).flat_map(|row| (100..103).map(move |col| cell(row, col)));
    let spec = ParkingSpec {
        cars: Some(vec![cell(20, 30)]),
        exits: Some(vec![cell(50, 102)]),
        empty: Some((0..4).map(|col| cell(0, col)).collect()),
        blocked: Some(beside.collect()),
        ..ParkingSpec::new(100, 103)
    };
    let answer = solved(&spec, ParkingAlgorithm::Auto, &Budget { states: 0, ..Budget::unlimited() });
    assert_eq!((answer.status, answer.solvable), (Status::Feasible, Some(true)));
    let verification = replayed(&spec, &answer);
    assert!(verification.legal && verification.solved, "{verification:?}");
}
