//! Tests of the engines against each other, on small lots of every kind.

mod agreement;
mod bounds;
mod fleet;
mod limits;
mod macro_bounds;
mod macro_search;
mod one_empty;
mod reading;
mod scattered;

use proptest::prelude::*;

pub(super) use self::scattered::scattered;
use super::spec::{ParkingAlgorithm, ParkingCost, ParkingSpec};
use super::{Answer, Lot, ParkingVerifySpec, Request, VerifyRequest, solve, verify};
use crate::contract::{Limits, Verification};
use crate::grid::{Cell, Size};
use crate::search::Budget;

/// Costs along and across, zeros among them.
const COSTS: [(u32, u32); 6] = [(1, 1), (1, 0), (0, 1), (0, 0), (19, 31), (5, 2)];

/// What the cells of a small lot hold, and what its moves cost.
pub(super) fn small_lot() -> impl Strategy<Value = ParkingSpec> {
    let size = (1_u32..=4, 1_u32..=5).prop_filter("small", |(rows, cols)| rows * cols <= 12);
    size.prop_flat_map(|(rows, cols)| {
        let cells = (rows * cols) as usize;
        let chances = proptest::collection::vec(0_u32..100, cells);
        let exits = proptest::collection::btree_set(0..cells, 1..=cells.min(3));
        // Few, some or no pillars; the empties are the first few of the other cells in a random order.
        (Just((rows, cols)), 0..cells, exits, chances, 0_usize..=4, 0_u32..30, 0..COSTS.len())
    })
    .prop_map(|((rows, cols), car, exits, chances, empties, pillars, costs)| {
        let size = Size { rows, cols };
        let cell = |index: usize| size.cell(index);
        let blocked: Vec<usize> =
            (0..size.cells()).filter(|&index| index != car && chances[index] < pillars).collect();
        let mut free: Vec<usize> =
            (0..size.cells()).filter(|index| *index != car && !blocked.contains(index)).collect();
        free.sort_by_key(|&index| chances[index]);
        ParkingSpec {
            cars: Some(vec![cell(car)]),
            exits: Some(exits.into_iter().map(cell).collect()),
            empty: Some(free.into_iter().take(empties).map(cell).collect()),
            blocked: Some(blocked.into_iter().map(cell).collect()),
            cost: Some(ParkingCost { horizontal: Some(COSTS[costs].0), vertical: Some(COSTS[costs].1) }),
            ..ParkingSpec::new(rows, cols)
        }
    })
}

pub(super) fn lot(spec: &ParkingSpec) -> Lot {
    Lot::new(spec, 1000).unwrap()
}

fn solved(spec: &ParkingSpec, algorithm: ParkingAlgorithm, budget: &Budget) -> Answer {
    let spec = ParkingSpec { algorithm: Some(algorithm), ..spec.clone() };
    let limits = Limits::default();
    solve(&Request::from_spec(&spec, &limits).unwrap(), &limits, budget)
}

fn replayed(spec: &ParkingSpec, answer: &Answer) -> Verification {
    let path = serde_json::to_value(answer.path.as_ref().unwrap()).unwrap();
    let request = ParkingVerifySpec { spec: spec.clone(), path: serde_json::from_value(path).unwrap() };
    let text = serde_json::to_vec(&request).unwrap();
    verify(&VerifyRequest::read(&text, &Limits::default()).unwrap())
}

fn cell(row: u32, col: u32) -> Cell {
    Cell { row, col }
}
