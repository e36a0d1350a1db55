//! The reduced graph against uniform-cost search, on every car, exit and empty of small lots.

use super::{COSTS, cell, lot, replayed, solved};
use crate::grid::{Cell, Size};
use crate::parking::ground::Ground;
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
