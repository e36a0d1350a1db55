//! One empty on a lot without pillars: the cheapest plan is written down, not searched for.
//!
//! What it costs is the closed form of [`plane`]: an open lot that is two cells wide both ways has room for every
//! step of the plan that the form adds up. The car turns as long as both axes have moves left and goes straight
//! from then on. All of it is one walk of the empty, which changes places with a car at every step: to the cell
//! in front of the car, through the car, and so on. Time: linear in the exits and in the moves, whatever the size
//! of the lot; no memory but the plan's.
//!
//! On a lot that is one cell wide nothing gets past the car, so it can move one cell towards the empty, and back.

use super::plane::{self, Prices};
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::finding::{Finding, Found};
use crate::parking::slide::Slide;
use crate::search::{Budget, StopReason};

/// Finds a cheapest plan, and of these one with the fewest moves; of several exits that cost the same the first
/// one named is taken, and of two first moves of the car that cost the same the one along its column.
///
/// At most `keep` moves are kept. The car must not stand on an exit.
pub(super) fn solve(lot: &Lot, empty: u32, keep: usize, budget: &Budget) -> Finding {
    let size = lot.size();
    if size.rows == 1 || size.cols == 1 {
        return in_a_line(lot, empty, keep, budget);
    }
    let (prices, unit) = (Prices::of(lot), Prices { horizontal: 1, vertical: 1 });
    let towards_empty = offset(lot, lot.car(), empty);
    let plans = lot.exits().iter().flat_map(|&exit| {
        let away = offset(lot, lot.car(), exit);
        let by_axis = |prices| plane::first_moves(prices, away, towards_empty);
        let plans = by_axis(prices).into_iter().zip(by_axis(unit)).zip(0..);
        plans.filter_map(move |((cost, moves), axis)| Some(((cost?, moves?), away, axis)))
    });
    // Where moves are free, a plan with more of them could pass over another exit, and the car would be gone.
    let best = plans.min_by_key(|&(cost_and_moves, ..)| cost_and_moves);
    let Some(((cost, moves), away, axis)) = best else { return Finding::default() };
    conclude(lot, empty, (cost, moves), keep, budget, |walk| {
        let directions = ways_ahead(away);
        let mut left = [away.0.unsigned_abs(), away.1.unsigned_abs()];
        let mut axis = axis;
        walk.approach(lot, directions[axis]);
        walk.through_the_car(directions[axis]);
        left[axis] -= 1;
        while left != [0, 0] {
            let next = if left[1 - axis] > 0 { 1 - axis } else { axis };
            if next == axis {
                walk.round_the_car(lot, directions[axis]);
            } else {
                walk.beside_the_car(directions[axis], directions[next]);
            }
            walk.through_the_car(directions[next]);
            left[next] -= 1;
            axis = next;
        }
    })
}

/// What the cheapest plan costs; `None` if there is none. The car must not stand on an exit.
pub(super) fn cost(lot: &Lot, car: u32, empty: u32) -> Option<u64> {
    let size = lot.size();
    if size.rows == 1 || size.cols == 1 {
        let (beside, cost) = beside(lot, car, empty);
        return lot.exits().contains(&beside).then_some(cost);
    }
    let (prices, towards_empty) = (Prices::of(lot), offset(lot, car, empty));
    let costs = lot.exits().iter().map(|&exit| plane::cost(prices, offset(lot, car, exit), towards_empty));
    costs.min()
}

/// Rows down and columns right from one cell to another.
pub(super) fn offset(lot: &Lot, from: u32, to: u32) -> (i32, i32) {
    let (from, to) = (lot.cell(from), lot.cell(to));
    (to.row as i32 - from.row as i32, to.col as i32 - from.col as i32)
}

/// The directions that bring the car nearer, down or up and right or left.
fn ways_ahead((rows, cols): (i32, i32)) -> [Direction; 2] {
    [
        if rows < 0 { Direction::Up } else { Direction::Down },
        if cols < 0 { Direction::Left } else { Direction::Right },
    ]
}

/// Where the car of a lot that is one cell wide can get to, and what that costs.
fn beside(lot: &Lot, car: u32, empty: u32) -> (u32, u64) {
    let price = if lot.size().rows == 1 { lot.horizontal() } else { lot.vertical() };
    (if empty < car { car - 1 } else { car + 1 }, u64::from(car.abs_diff(empty)) * price)
}

/// The plan on a lot that is one cell wide, if there is one.
fn in_a_line(lot: &Lot, empty: u32, keep: usize, budget: &Budget) -> Finding {
    let (beside, cost) = beside(lot, lot.car(), empty);
    if !lot.exits().contains(&beside) {
        let reached = vec![beside.min(lot.car()), beside.max(lot.car())];
        return Finding { exhausted: true, reached, ..Finding::default() };
    }
    let moves = lot.car().abs_diff(empty);
    let (rows, cols) = offset(lot, empty, lot.car());
    let direction = ways_ahead((rows, cols))[usize::from(rows == 0)];
    conclude(lot, empty, (cost, moves.into()), keep, budget, |walk| walk.run(direction, moves))
}

/// A finding with its plan, if that is to be kept; `write` walks it.
fn conclude(
    lot: &Lot,
    empty: u32,
    (cost, moves): (u64, u64),
    keep: usize,
    budget: &Budget,
    write: impl FnOnce(&mut Walk),
) -> Finding {
    let mut finding = Finding { solvable: true, lower_bound: cost, ..Finding::default() };
    let mut slides = None;
    if moves <= keep as u64 {
        if moves * size_of::<Slide>() as u64 > budget.bytes {
            return Finding { stopped_by: Some(StopReason::Memory), ..finding };
        }
        let (cols, car) = (lot.size().cols, lot.car());
        let mut walk = Walk { cols, empty, car, slides: Vec::with_capacity(moves as usize) };
        write(&mut walk);
        debug_assert_eq!(walk.slides.len() as u64, moves, "the form counts the moves that are made");
        slides = Some(walk.slides);
    }
    finding.found = Some(Found { cost, moves, slides });
    finding
}

/// The empty on its way, and the car that it drives before it.
struct Walk {
    cols: u32,
    empty: u32,
    car: u32,
    slides: Vec<Slide>,
}

impl Walk {
    fn next(&self, cell: u32, direction: Direction) -> u32 {
        match direction {
            Direction::Up => cell - self.cols,
            Direction::Down => cell + self.cols,
            Direction::Left => cell - 1,
            Direction::Right => cell + 1,
        }
    }

    /// The empty goes one cell; what stood there slides the other way.
    fn step(&mut self, direction: Direction) {
        self.slides.push(Slide::new(self.empty, direction.opposite()));
        self.empty = self.next(self.empty, direction);
    }

    fn run(&mut self, direction: Direction, length: u32) {
        for _ in 0..length {
            self.step(direction);
        }
    }

    /// From anywhere to the cell before the car, which is to move that way.
    fn approach(&mut self, lot: &Lot, ahead: Direction) {
        let front = lot.cell(self.next(self.car, ahead));
        let (empty, car) = (lot.cell(self.empty), lot.cell(self.car));
        let (rows, cols) = offset(lot, self.empty, self.next(self.car, ahead));
        let [by_rows, by_cols] = ways_ahead((rows, cols));
        let (rows, cols) = (rows.unsigned_abs(), cols.unsigned_abs());
        let between = |at: u32, one: u32, other: u32| at >= one.min(other) && at <= one.max(other);
        let car_in_the_way = car.col == empty.col && between(car.row, empty.row, front.row)
            || car.row == front.row && between(car.col, empty.col, front.col);
        if !car_in_the_way {
            self.run(by_rows, rows);
            self.run(by_cols, cols);
        } else if rows > 0 && cols > 0 {
            self.run(by_cols, cols);
            self.run(by_rows, rows);
        } else {
            let side = lane(lot, self.car, ahead);
            self.step(side);
            self.run(by_rows, rows);
            self.run(by_cols, cols);
            self.step(side.opposite());
        }
    }

    /// The car moves into the empty before it.
    fn through_the_car(&mut self, ahead: Direction) {
        self.step(ahead.opposite());
        self.car = self.next(self.car, ahead);
    }

    /// From behind the car to the cell before it.
    fn round_the_car(&mut self, lot: &Lot, ahead: Direction) {
        let side = lane(lot, self.car, ahead);
        self.step(side);
        self.run(ahead, 2);
        self.step(side.opposite());
    }

    /// From behind the car, which moved `last`, to where it moves next.
    fn beside_the_car(&mut self, last: Direction, next: Direction) {
        self.step(next);
        self.step(last);
    }
}

/// The side on which there is room to pass the car along its line.
fn lane(lot: &Lot, car: u32, ahead: Direction) -> Direction {
    let car = lot.cell(car);
    match (ahead.is_horizontal(), car.row, car.col) {
        (true, 0, _) => Direction::Down,
        (true, ..) => Direction::Up,
        (false, _, 0) => Direction::Right,
        (false, ..) => Direction::Left,
    }
}
