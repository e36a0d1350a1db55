//! Maps against one uniform-cost search a cell, and against the known sums of whole tables.

use proptest::prelude::*;

use super::*;
use crate::contract::{Status, StoppedBy};
use crate::grid::Size;
use crate::parking::ParkingSpec;
use crate::parking::space::List;
use crate::parking::tests::{lot, small_lot};
use crate::search::{Blind, a_star};

fn request(spec: &ParkingSpec) -> MapRequest {
    let ParkingSpec { rows, cols, exits, empty, blocked, cost, .. } = spec.clone();
    let spec = ParkingMapSpec { rows, cols, exits, empty, blocked, cost, limits: None };
    MapRequest::read(&serde_json::to_vec(&spec).unwrap(), &Limits::default()).unwrap()
}

fn charted(spec: &ParkingSpec, budget: &Budget) -> MapAnswer {
    map(&request(spec), &Limits::default(), budget)
}

/// What the rules alone say of a cell.
fn truth(lot: &Lot, cell: u32) -> i64 {
    if lot.is_blocked(cell) || lot.empties().contains(&cell) {
        return BLOCKED_OR_EMPTY;
    }
    let lot = lot.with_car(cell);
    if lot.exits().contains(&lot.car()) {
        return 0;
    }
    let budget = Budget::unlimited();
    let ground = Ground::of(&lot, &mut Meter::start(&budget, 0).unwrap()).unwrap();
    if ground.empties.is_empty() || ground.exits.is_empty() {
        return UNSOLVABLE;
    }
    entry(a_star(&List::new(&lot, &ground, &budget), &Blind, &budget).plan.map(|plan| plan.cost))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_entry_is_what_a_search_from_there_finds(spec in small_lot()) {
        let lot = lot(&spec);
        let answer = charted(&spec, &Budget::unlimited());
        let costs: Vec<i64> = answer.costs.concat();
        let truth: Vec<i64> = (0..costs.len() as u32).map(|cell| truth(&lot, cell)).collect();
        prop_assert_eq!(&costs, &truth);
        let proved: Vec<i64> = costs.iter().copied().filter(|&cost| cost >= 0).collect();
        prop_assert_eq!(answer.max, proved.iter().max().map(|&cost| cost as u64));
        let mean = proved.iter().sum::<i64>() as f64 / proved.len() as f64;
        prop_assert_eq!(answer.mean, (!proved.is_empty()).then_some(mean));
        prop_assert_eq!(answer.status == Status::Unsolvable, proved.is_empty() && costs.contains(&UNSOLVABLE));
        // Cell by cell, the same.
        let (limits, budget) = (Limits::default(), Budget::unlimited());
        let ground = Ground::of(&lot, &mut Meter::start(&budget, 0).unwrap()).unwrap();
        let mut one_by_one = vec![NOT_PROVED; costs.len()];
        for &empty in lot.empties() {
            one_by_one[empty as usize] = BLOCKED_OR_EMPTY;
        }
        let (request, charted) = (request(&spec), &mut Charted::default());
        each_cell::chart(&lot, &ground, &request, &limits, &budget, &mut one_by_one, charted).unwrap();
        for &cell in &ground.cells {
            prop_assert_eq!(one_by_one[cell as usize], costs[cell as usize], "{}", cell);
        }
    }
}

/// The largest cost and the sum over all placements of car and empties, by one search backwards.
fn whole_table(rows: u32, cols: u32, empties: u32) -> (u64, u64, u64) {
    let empty = (0..empties).map(|index| Size { rows, cols }.cell(1 + index as usize));
    let lot = lot(&ParkingSpec { empty: Some(empty.collect()), ..ParkingSpec::new(rows, cols) });
    let budget = Budget::unlimited();
    let ground = Ground::of(&lot, &mut Meter::start(&budget, 0).unwrap()).unwrap();
    let mut meter = Meter::start(&budget, 0).unwrap();
    let costs: Vec<u64> =
        goal_costs(&Bits::new(&lot, &ground), &mut meter).unwrap().into_iter().flatten().collect();
    (costs.len() as u64, costs.iter().copied().max().unwrap(), costs.iter().sum())
}

#[test]
fn whole_tables_add_up_backwards() {
    assert_eq!(whole_table(5, 5, 1), (600, 29, 8_784));
    assert_eq!(whole_table(5, 5, 2), (6_900, 26, 88_604));
    assert_eq!(whole_table(5, 5, 3), (50_600, 25, 587_713));
    assert_eq!(whole_table(5, 5, 4), (265_650, 25, 2_820_775));
    assert_eq!(whole_table(6, 6, 2), (21_420, 34, 364_947));
    assert_eq!(whole_table(10, 10, 1), (9_900, 69, 357_969));
    assert_eq!(whole_table(10, 10, 2), (485_100, 66, 16_385_053));
}

#[test]
fn one_empty_adds_up_map_by_map() {
    let size = Size { rows: 10, cols: 10 };
    let (mut entries, mut most, mut sum) = (0, 0, 0);
    for empty in (0..size.cells()).map(|cell| size.cell(cell)) {
        let spec = ParkingSpec { empty: Some(vec![empty]), ..ParkingSpec::new(10, 10) };
        for cost in charted(&spec, &Budget::unlimited()).costs.concat().into_iter().filter(|&cost| cost >= 0)
        {
            (entries, most, sum) = (entries + 1, most.max(cost), sum + cost);
        }
    }
    assert_eq!((entries, most, sum), (9_900, 69, 357_969));
}

#[test]
fn what_ran_is_said() {
    let size = Size { rows: 10, cols: 10 };
    for (empties, ran) in [(1, "closed_form"), (2, "macro_a_star")] {
        let empty = (0..empties).map(|index| size.cell(99 - index)).collect();
        let answer =
            charted(&ParkingSpec { empty: Some(empty), ..ParkingSpec::new(10, 10) }, &Budget::unlimited());
        assert_eq!((answer.status, &*answer.search.algorithm), (Status::Optimal, ran));
    }
}

#[test]
fn lots_without_a_place_for_a_car() {
    let read = |text: &str| MapRequest::read(text.as_bytes(), &Limits::default());
    let full = read(r#"{"rows":1,"cols":2,"blocked":[[0,0]]}"#).unwrap();
    let answer = map(&full, &Limits::default(), &Budget::unlimited());
    assert_eq!((answer.status, answer.costs), (Status::Optimal, vec![vec![-2, -2]]));
    assert_eq!((answer.mean, answer.max), (None, None));
    assert!(read(r#"{"rows":1,"cols":1,"empty":[[0,0],[0,0]]}"#).is_err());
    assert!(read(r#"{"rows":1,"cols":1,"exits":[]}"#).is_err());
}

#[test]
fn limits_leave_entries_open() {
    let size = Size { rows: 30, cols: 30 };
    let empty = (0..9).map(|index| size.cell(31 * index)).collect();
    let blocked =
        (0..size.cells()).step_by(7).map(|cell| size.cell(cell)).filter(|cell| cell.row != cell.col);
    let spec =
        ParkingSpec { empty: Some(empty), blocked: Some(blocked.collect()), ..ParkingSpec::new(30, 30) };
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    for (budget, stopped_by) in [
        (Budget { states: 5_000, ..Budget::unlimited() }, StoppedBy::States),
        (Budget { bytes: 1 << 10, ..Budget::unlimited() }, StoppedBy::Memory),
        (cancelled, StoppedBy::Cancelled),
    ] {
        let answer = charted(&spec, &budget);
        assert_eq!((answer.status, answer.stopped_by), (Status::Unknown, Some(stopped_by)));
        assert!(answer.costs.concat().contains(&NOT_PROVED));
        assert!(answer.search.generated <= budget.states);
    }
}
