//! One empty: the closed form and the reduced graph against uniform-cost search, on every car, exit and empty of small
//! lots, and on random larger ones.

use proptest::prelude::*;

use super::{COSTS, cell, lot, replayed, solved};
use crate::grid::{Cell, Size};
use crate::parking::finding::Finding;
use crate::parking::ground::Ground;
use crate::parking::one_empty;
use crate::parking::space::Pair;
use crate::parking::spec::{ParkingAlgorithm, ParkingCost, ParkingSpec};
use crate::search::{Blind, Budget, Meter, a_star};

/// Compares `auto` with uniform-cost search for every placement; hands back how many there are.
fn check(rows: u32, cols: u32, blocked: &[Cell], (horizontal, vertical): (u32, u32)) -> usize {
    let size = Size { rows, cols };
    let free: Vec<Cell> =
        (0..size.cells()).map(|index| size.cell(index)).filter(|cell| !blocked.contains(cell)).collect();
    let mut placements = 0;
    for &car in &free {
        for &exit in &free {
            for &empty in free.iter().filter(|&&empty| empty != car) {
                let spec = ParkingSpec {
                    cars: Some(vec![car]),
                    exits: Some(vec![exit]),
                    empty: Some(vec![empty]),
                    blocked: Some(blocked.to_vec()),
                    cost: Some(ParkingCost { horizontal: Some(horizontal), vertical: Some(vertical) }),
                    ..ParkingSpec::new(rows, cols)
                };
                let answer = solved(&spec, ParkingAlgorithm::Auto, &Budget::unlimited());
                let lot = lot(&spec);
                let ground = Ground::of(&lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap();
                let truth = match ground.empties[..] {
                    [empty] => a_star(&Pair::new(&lot, &ground, empty), &Blind, &Budget::unlimited()).plan,
                    _ => None,
                };
                // With the empty closed off, only a car that is there already is out.
                let truth = if car == exit { Some(0) } else { truth.map(|plan| plan.cost) };
                assert_eq!(answer.cost, truth, "{spec:?}");
                assert_eq!(answer.lower_bound, truth);
                if answer.path.is_some() {
                    let verification = replayed(&spec, &answer);
                    assert!(verification.legal && verification.solved, "{spec:?}");
                    assert_eq!(
                        (Some(verification.cost), Some(verification.moves)),
                        (answer.cost, answer.moves)
                    );
                }
                placements += 1;
            }
        }
    }
    placements
}

#[test]
fn open_lots() {
    for costs in COSTS {
        assert_eq!(check(3, 4, &[], costs), 12 * 12 * 11);
        check(1, 5, &[], costs);
        check(5, 1, &[], costs);
        check(2, 5, &[], costs);
    }
    assert_eq!(check(4, 5, &[], (1, 1)), 20 * 20 * 19);
}

#[test]
fn lots_with_pillars() {
    for costs in COSTS {
        check(3, 3, &[cell(1, 1)], costs); // a ring
        check(3, 5, &[cell(1, 1), cell(1, 3)], costs); // two rings that share a side
        check(3, 5, &[cell(0, 2), cell(2, 2)], costs); // two rooms and a door
        check(4, 4, &[cell(0, 1), cell(1, 1), cell(3, 2)], costs);
    }
    check(5, 5, &[cell(1, 1), cell(1, 3), cell(3, 1), cell(3, 3), cell(2, 2)], (1, 1));
}

/// Lots of up to so many rows and columns with one empty and a few exits, and pillars up to a density in percent.
fn one_empty_lot(side: u32, most_pillars: u32) -> impl Strategy<Value = ParkingSpec> {
    let size =
        (1..=side, 1..=side).prop_filter("room for a car and an empty", |(rows, cols)| rows * cols > 1);
    size.prop_flat_map(move |(rows, cols)| {
        let cells = (rows * cols) as usize;
        let chances = proptest::collection::vec(0_u32..100, cells);
        let exits = proptest::collection::btree_set(0..cells, 1..=cells.min(3));
        let costs = prop_oneof![0..COSTS.len(), Just(0)];
        (Just(Size { rows, cols }), 0..cells, 1..cells, exits, chances, 0..=most_pillars, costs)
    })
    .prop_map(|(size, car, empty, exits, chances, pillars, costs)| {
        let empty = (car + empty) % size.cells();
        let is_pillar = |&cell: &usize| cell != car && cell != empty && chances[cell] < pillars;
        let cells = |cells: Vec<usize>| Some(cells.into_iter().map(|cell| size.cell(cell)).collect());
        ParkingSpec {
            cars: cells(vec![car]),
            empty: cells(vec![empty]),
            exits: cells(exits.into_iter().collect()),
            blocked: cells((0..size.cells()).filter(is_pillar).collect()),
            cost: Some(ParkingCost { horizontal: Some(COSTS[costs].0), vertical: Some(COSTS[costs].1) }),
            ..ParkingSpec::new(size.rows, size.cols)
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn random_lots_with_pillars(spec in one_empty_lot(9, 45)) {
        let lot = lot(&spec);
        let ground = Ground::of(&lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap();
        let truth = match ground.empties[..] {
            _ if lot.exits().contains(&lot.car()) => Some(0),
            [empty] => {
                let space = Pair::new(&lot, &ground, empty);
                a_star(&space, &Blind, &Budget::unlimited()).plan.map(|plan| plan.cost)
            }
            _ => None,
        };
        let answer = solved(&spec, ParkingAlgorithm::Auto, &Budget::unlimited());
        prop_assert_eq!((answer.cost, answer.lower_bound), (truth, truth));
        prop_assert_eq!(answer.solvable, Some(truth.is_some()));
        if answer.path.is_some() {
            let verification = replayed(&spec, &answer);
            prop_assert!(verification.legal && verification.solved, "{verification:?}");
            prop_assert_eq!((Some(verification.cost), Some(verification.moves)), (answer.cost, answer.moves));
        } else {
            let by_search = solved(&spec, ParkingAlgorithm::Bfs, &Budget::unlimited());
            prop_assert_eq!(answer.reason, by_search.reason);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_closed_form_is_what_the_graph_finds(spec in one_empty_lot(60, 0)) {
        let lot = lot(&spec);
        prop_assume!(!lot.exits().contains(&lot.car()));
        let ground = Ground::of(&lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap();
        let mut finding = Finding::default();
        one_empty::on_the_graph(&lot, &ground, lot.empties()[0], 0, &Budget::unlimited(), &mut finding).unwrap();
        let answer = solved(&spec, ParkingAlgorithm::Auto, &Budget::unlimited());
        prop_assert_eq!(&*answer.search.algorithm, "closed_form");
        prop_assert_eq!(answer.cost, finding.found.map(|found| found.cost));
        prop_assert_eq!(answer.solvable, Some(!finding.exhausted));
        if answer.path.is_some() {
            let verification = replayed(&spec, &answer);
            prop_assert!(verification.legal && verification.solved, "{verification:?}");
            prop_assert_eq!((Some(verification.cost), Some(verification.moves)), (answer.cost, answer.moves));
        }
    }
}

#[test]
fn the_largest_lot_at_the_largest_prices() {
    let spec = ParkingSpec {
        cost: Some(ParkingCost { horizontal: Some(1_000_000), vertical: Some(999_999) }),
        ..ParkingSpec::new(1000, 1000)
    };
    let answer = solved(&spec, ParkingAlgorithm::Auto, &Budget::unlimited());
    let verification = replayed(&spec, &answer);
    assert!(verification.legal && verification.solved);
    assert_eq!((answer.moves, answer.cost), (Some(7989), Some(verification.cost)));
}
