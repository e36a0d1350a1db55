//! Every state of a 6 × 6 lot with two empties and its exit in a corner: a table filled backwards from the goals, and
//! the search.

use std::collections::{HashMap, VecDeque};

use super::super::bound::StepBound;
use super::super::field::Field;
use super::super::layers::{End, Layers, Task};
use crate::grid::{Direction, Size};
use crate::parking::ground::Ground;
use crate::parking::{Lot, ParkingSpec};
use crate::search::{Budget, Meter};

const SIZE: Size = Size { rows: 6, cols: 6 };

/// The car's cell and the empties'.
type State = (usize, [usize; 2]);

/// Cells from an empty's own to where it can go, for each such place.
fn ways(from: usize, other: usize, in_blocks: bool) -> Vec<Vec<usize>> {
    let mut ways = Vec::new();
    for direction in Direction::ALL {
        let mut way = vec![from];
        while let Some(next) = SIZE.neighbour(way[way.len() - 1], direction)
            && next != other
            && (way.len() == 1 || in_blocks)
        {
            way.push(next);
            ways.push(way.clone());
        }
    }
    ways
}

/// Fewest steps from every state that has a plan. A step backwards is a step.
fn table(in_blocks: bool) -> HashMap<State, u32> {
    let mut steps = HashMap::new();
    let mut queue = VecDeque::new();
    for first in 1..SIZE.cells() {
        for second in first + 1..SIZE.cells() {
            steps.insert((0, [first, second]), 0);
            queue.push_back((0, [first, second]));
        }
    }
    while let Some((car, empties)) = queue.pop_front() {
        let far = steps[&(car, empties)];
        let stay = |spot: usize| vec![vec![spot]];
        let all =
            [0, 1].map(|one| [stay(empties[one]), ways(empties[one], empties[1 - one], in_blocks)].concat());
        for (first, second) in
            all[0].iter().flat_map(|first| all[1].iter().map(move |second| (first, second)))
        {
            if first.iter().any(|cell| second.contains(cell)) {
                continue;
            }
            let slid = |car: usize| {
                let place = |way: &[usize]| way.iter().position(|&cell| cell == car).map(|at| way[at - 1]);
                place(first).or_else(|| place(second)).unwrap_or(car)
            };
            let mut now = [first[first.len() - 1], second[second.len() - 1]];
            now.sort_unstable();
            let before = (slid(car), now);
            steps.entry(before).or_insert_with(|| {
                queue.push_back(before);
                far + 1
            });
        }
    }
    steps
}

fn by_search((car, empties): State, in_blocks: bool) -> u32 {
    let cell = |cell: usize| SIZE.cell(cell);
    let spec = ParkingSpec {
        cars: Some(vec![cell(car)]),
        empty: Some(empties.map(cell).to_vec()),
        exits: Some(vec![cell(0)]),
        ..ParkingSpec::new(SIZE.rows, SIZE.cols)
    };
    let lot = Lot::new(&spec, 1000).unwrap();
    let budget = Budget::unlimited();
    let ground = Ground::of(&lot, &mut Meter::start(&budget, 0).unwrap()).unwrap();
    let field = Field::new(&ground, false, SIZE.cols);
    let meter = Meter::start(&budget, 0).unwrap();
    let mut layers = Layers::new(&field, StepBound::new(&field, SIZE, in_blocks), in_blocks, meter);
    let mut most = layers.at_start();
    loop {
        match layers.run(Task { most, width: None, work: u64::MAX }, &mut 0).unwrap() {
            End::Goal(goal) => return layers.plan(goal).1.len() as u32,
            End::None { proved } => most = proved.unwrap(),
            End::Tired => unreachable!("there is no end to the work allowed"),
        }
    }
}

/// Figures of the table as published, and every so many states of it found by the search.
fn check(in_blocks: bool, most: u32, sum: u32, stride: usize) {
    let table = table(in_blocks);
    let mut states: Vec<State> = table.keys().copied().collect();
    states.sort_unstable();
    assert_eq!(states.len(), 21_420);
    assert_eq!(states.iter().map(|state| table[state]).max(), Some(most));
    assert_eq!(states.iter().map(|state| table[state]).sum::<u32>(), sum);
    for &state in states.iter().filter(|state| state.0 != 0).step_by(stride) {
        assert_eq!(by_search(state, in_blocks), table[&state], "{state:?}");
    }
}

#[test]
fn single_moves_side_by_side() {
    check(false, 26, 272_158, 3);
}

#[test]
fn lines_side_by_side() {
    check(true, 15, 179_122, 17);
}
