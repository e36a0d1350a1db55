//! Bounds against the truth, on every state of small and of long narrow lots: tables filled backwards from the goals.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::super::block::MoveBound;
use super::super::bound::StepBound;
use super::super::field::Field;
use crate::grid::{Cell, Direction, Size};
use crate::parking::ground::Ground;
use crate::parking::{Lot, ParkingCost, ParkingMotion, ParkingSpec};
use crate::search::{Budget, Meter};

/// The car's cell and the set of empties.
type State = (usize, u32);

struct Rules {
    size: Size,
    blocked: u32,
    motion: ParkingMotion,
    cost: (u32, u32),
}

impl Rules {
    /// Lines of cells, the empty one first, and what it costs to slide one.
    fn lines(&self, empties: u32) -> Vec<(Vec<usize>, u64)> {
        let mut lines = Vec::new();
        for from in (0..self.size.cells()).filter(|cell| empties >> cell & 1 == 1) {
            for direction in Direction::ALL {
                let cost = if direction.is_horizontal() { self.cost.0 } else { self.cost.1 };
                let mut line = vec![from];
                while let Some(next) = self.size.neighbour(line[line.len() - 1], direction)
                    && (empties | self.blocked) >> next & 1 == 0
                    && (line.len() == 1 || self.motion.in_blocks())
                {
                    line.push(next);
                    lines.push((line.clone(), cost.into()));
                }
            }
        }
        lines
    }

    /// Calls `visit` with every state one step away. A step backwards is a step.
    fn steps(
        &self,
        state: State,
        lines: &[(Vec<usize>, u64)],
        taken: u32,
        visit: &mut impl FnMut(State, u64),
    ) {
        for (place, (line, cost)) in lines.iter().enumerate() {
            let cells = line.iter().fold(0, |cells, cell| cells | 1_u32 << cell);
            if cells & taken != 0 {
                continue;
            }
            let car = line.iter().position(|&cell| cell == state.0).map_or(state.0, |at| line[at - 1]);
            let next = (car, state.1 ^ (1 << line[0] | 1 << line[line.len() - 1]));
            if self.motion.in_steps() {
                visit(next, 1);
                self.steps(next, &lines[place + 1..], taken | cells, visit);
            } else {
                visit(next, *cost);
            }
        }
    }

    /// The smallest cost from every state that has a plan.
    fn table(&self, exits: &[usize], empties: u32) -> HashMap<State, u64> {
        let mut costs = HashMap::new();
        let mut open = BinaryHeap::new();
        for set in (0_u32..1 << self.size.cells()).filter(|set| set.count_ones() == empties) {
            for &exit in exits {
                if set & (self.blocked | 1 << exit) == 0 {
                    open.push(Reverse((0, (exit, set))));
                    costs.insert((exit, set), 0);
                }
            }
        }
        while let Some(Reverse((cost, state))) = open.pop() {
            if costs[&state] == cost {
                self.steps(state, &self.lines(state.1), 0, &mut |next, spent| {
                    let known = costs.entry(next).or_insert(u64::MAX);
                    if cost + spent < *known {
                        *known = cost + spent;
                        open.push(Reverse((cost + spent, next)));
                    }
                });
            }
        }
        costs
    }
}

fn check(
    size: (u32, u32),
    blocked: &[usize],
    exits: &[usize],
    empties: u32,
    motion: ParkingMotion,
    cost: (u32, u32),
) {
    let size = Size { rows: size.0, cols: size.1 };
    let rules = Rules { size, blocked: blocked.iter().fold(0, |set, cell| set | 1 << cell), motion, cost };
    let cells = |set: u32| -> Vec<Cell> {
        (0..size.cells()).filter(|cell| set >> cell & 1 == 1).map(|cell| size.cell(cell)).collect()
    };
    let budget = Budget::unlimited();
    for ((car, set), cost) in rules.table(exits, empties) {
        let spec = ParkingSpec {
            cars: Some(vec![size.cell(car)]),
            empty: Some(cells(set)),
            exits: Some(exits.iter().map(|&exit| size.cell(exit)).collect()),
            blocked: Some(cells(rules.blocked)),
            cost: Some(ParkingCost { horizontal: Some(rules.cost.0), vertical: Some(rules.cost.1) }),
            motion: Some(motion),
            ..ParkingSpec::new(size.rows, size.cols)
        };
        let lot = Lot::new(&spec, 1000).unwrap();
        let ground = Ground::of(&lot, &mut Meter::start(&budget, 0).unwrap()).unwrap();
        let field = Field::new(&ground, false, size.cols);
        let bound = if motion.in_steps() {
            let words = field.start().words;
            StepBound::new(&field, size, motion.in_blocks()).of(&words).steps.into()
        } else {
            MoveBound::new(&field, &lot).of(&ground.empties, &ground.cars)
        };
        assert!(bound <= cost, "a bound of {bound} for {cost}: {spec:?}");
    }
}

#[test]
fn long_narrow_lots() {
    for motion in [ParkingMotion::Block, ParkingMotion::Parallel, ParkingMotion::ParallelBlock] {
        for empties in 1..=5 {
            check((2, 6), &[], &[0], empties, motion, (1, 1));
        }
        check((2, 7), &[], &[0], 4, motion, (1, 1));
        check((2, 7), &[], &[3], 3, motion, (1, 1));
        check((1, 9), &[], &[2], 4, motion, (1, 1));
    }
}

#[test]
fn pillars_and_squares() {
    for motion in [ParkingMotion::Block, ParkingMotion::Parallel, ParkingMotion::ParallelBlock] {
        for empties in 1..=4 {
            check((3, 4), &[5], &[0], empties, motion, (1, 1));
            check((3, 4), &[1, 6], &[7], empties, motion, (1, 1));
        }
        check((3, 5), &[], &[14], 3, motion, (1, 1));
        check((3, 5), &[2, 12], &[14], 3, motion, (1, 1));
    }
}

#[test]
fn unequal_costs() {
    for cost in [(1, 0), (19, 31), (5, 2)] {
        for empties in 1..=3 {
            check((3, 4), &[], &[0], empties, ParkingMotion::Block, cost);
            check((2, 6), &[8], &[5], empties, ParkingMotion::Block, cost);
            check((3, 4), &[5], &[3, 8], empties, ParkingMotion::Block, cost);
            check((2, 6), &[8], &[5, 6], empties, ParkingMotion::Block, cost);
        }
    }
}
