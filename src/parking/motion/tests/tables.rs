//! Every state of a 6 × 6 lot with two empties.

use super::super::bound::StepBound;
use super::super::field::Field;
use super::super::layers::{End, Layers, Task};
use crate::grid::Size;
use crate::parking::ground::Ground;
use crate::parking::{Lot, ParkingSpec};
use crate::search::{Budget, Meter};

fn fewest(car: u32, empties: &[u32], in_blocks: bool) -> (u32, u32, u64) {
    let cell = |cell: u32| crate::grid::Cell { row: cell / 6, col: cell % 6 };
    let spec = ParkingSpec {
        cars: Some(vec![cell(car)]),
        empty: Some(empties.iter().map(|&empty| cell(empty)).collect()),
        exits: Some(vec![cell(0)]),
        ..ParkingSpec::new(6, 6)
    };
    let lot = Lot::new(&spec, 1000).unwrap();
    let budget = Budget::unlimited();
    let ground = Ground::of(&lot, &mut Meter::start(&budget, 0).unwrap()).unwrap();
    let field = Field::new(&ground, false, 6);
    let size = Size { rows: 6, cols: 6 };
    let meter = Meter::start(&budget, 0).unwrap();
    let mut layers = Layers::new(&field, StepBound::new(&field, size, in_blocks), in_blocks, meter);
    let first = layers.at_start();
    let mut most = first;
    let mut worked = 0;
    loop {
        match layers.run(Task { most, width: None, work: u64::MAX }, &mut worked).unwrap() {
            End::Goal(goal) => return (layers.plan(goal).1.len() as u32, first, worked),
            End::None { proved } => {  {assert!(proved.unwrap()<100); most = proved.unwrap()}}
            End::Tired => unreachable!(),
        }
    }
}

#[test]
fn published() {
    for in_blocks in [false, true] {
        let (mut sum, mut most, mut bounds, mut work) = (0, 0, 0, 0);
        for car in 1..36 {
            for first in 0..36 {
                for second in first + 1..36 {
                    if first != car && second != car {
                        if (car + first * 7 + second * 3) % 10 > 0 { continue; }
                        let now = std::time::Instant::now();
                        let (steps, bound, worked) = fewest(car, &[first, second], in_blocks);
                        if now.elapsed().as_millis() > 100 { println!("{car} {first} {second}: {steps} {bound} {worked} {:?}", now.elapsed()); }
                        sum += steps;
                        most = most.max(steps);
                        bounds += bound;
                        work += worked;
                    }
                }
            }
        }
        println!("{in_blocks}: {most} {sum} bounds {bounds} work {work}");
    }
}
