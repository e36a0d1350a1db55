//! The level bound over whole state spaces: never above the true cost, and consistent.

use super::{cell, lot};
use crate::grid::Cell;
use crate::parking::ground::Ground;
use crate::parking::level_bound::LevelBound;
use crate::parking::space::{Bits, LotSpace};
use crate::parking::spec::{ParkingCost, ParkingSpec};
use crate::search::{Budget, Meter, Reversible, StateSpace};
use std::collections::{HashMap, VecDeque};

/// Checks every state from which an exit can be reached; hands back how many there are.
fn check(rows: u32, cols: u32, empties: u32, exits: &[Cell], blocked: &[Cell], cost: (u32, u32)) -> usize {
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| cell(row, col)));
    let mut free = cells.filter(|cell| !blocked.contains(cell));
    let spec = ParkingSpec {
        cars: free.next().map(|car| vec![car]),
        empty: Some(free.take(empties as usize).collect()),
        exits: Some(exits.to_vec()),
        blocked: Some(blocked.to_vec()),
        cost: Some(ParkingCost { horizontal: Some(cost.0), vertical: Some(cost.1) }),
        ..ParkingSpec::new(rows, cols)
    };
    let lot = lot(&spec);
    let ground = Ground::of(&lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap();
    assert_eq!(ground.empties.len(), empties as usize);
    let space = Bits::new(&lot, &ground);
    let bound = LevelBound::new(&ground, lot.cheapest_move());
    let estimate = |state: &_| <Bits<'_> as LotSpace>::level_bound(&bound, state);

    // True costs by label-correcting from all goals: simple, and right for every cost.
    let mut costs = HashMap::new();
    let mut queue = VecDeque::new();
    space.goals(|goal| {
        costs.insert(goal, 0);
        queue.push_back(goal);
    });
    while let Some(state) = queue.pop_front() {
        let here = costs[&state];
        space.predecessors(&state, |slide, before| {
            let through = here + space.cost(slide);
            let known = costs.entry(before).or_insert(u64::MAX);
            if through < *known {
                *known = through;
                queue.push_back(before);
            }
        });
    }
    for (state, &cost) in &costs {
        let here = estimate(state);
        let empties = (0..128).filter(|&spot| state.empties() >> spot & 1 == 1);
        let counted = bound.several(state.car, usize::MAX, empties);
        assert_eq!(here, counted, "sorted and counted differ: {state:?}");
        assert!(here <= cost, "a bound of {here} for a cost of {cost} on {rows}×{cols}: {state:?}");
        space.successors(state, |slide, next| {
            let there = estimate(&next);
            assert!(here <= space.cost(slide) + there, "{here} here, {there} after {slide:?} of {state:?}");
        });
    }
    costs.len()
}

#[test]
fn long_narrow_lots_with_five_empties() {
    assert_eq!(check(2, 7, 5, &[cell(0, 0)], &[], (1, 1)), 14 * 1_287);
    assert_eq!(check(2, 7, 5, &[cell(1, 3)], &[], (1, 1)), 14 * 1_287);
    assert_eq!(check(2, 8, 5, &[cell(0, 0)], &[], (1, 1)), 16 * 3_003);
}

#[test]
fn one_wide_and_small_lots() {
    for empties in 1..=4 {
        check(1, 8, empties, &[cell(0, 0)], &[], (1, 1));
        check(3, 3, empties, &[cell(0, 0)], &[], (1, 1));
        check(3, 4, empties, &[cell(1, 1)], &[], (1, 1));
        check(2, 6, empties, &[cell(0, 5), cell(1, 0)], &[], (1, 1));
    }
    check(4, 4, 3, &[cell(0, 0)], &[], (1, 1));
}

#[test]
fn pillars_and_several_exits() {
    for empties in 1..=4 {
        check(3, 4, empties, &[cell(2, 3)], &[cell(1, 1), cell(1, 2)], (1, 1));
        check(3, 4, empties, &[cell(2, 3), cell(0, 3)], &[cell(1, 3)], (1, 1));
        check(2, 6, empties, &[cell(0, 0)], &[cell(0, 3)], (1, 1));
        check(3, 5, empties, &[cell(0, 0), cell(2, 4)], &[cell(1, 1), cell(0, 3)], (1, 1));
    }
}

#[test]
fn unequal_costs() {
    for cost in [(1, 0), (0, 1), (19, 31), (5, 2)] {
        for empties in 1..=3 {
            check(3, 4, empties, &[cell(2, 3)], &[], cost);
            check(3, 3, empties, &[cell(0, 0), cell(2, 1)], &[cell(1, 1)], cost);
        }
    }
}
