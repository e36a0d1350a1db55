//! A plan as it is sent: every move with its step and the names of its cars, and who leaves where and when.
//!
//! Engines know cars to take out and ordinary ones, nothing else; here the plan is made once more on the whole lot,
//! each car with the cell that it started from.

use std::collections::VecDeque;

use super::answer::{ParkingMove, ParkingRetrieval};
use super::ground::NONE;
use super::labels::Labels;
use super::lot::Lot;
use super::slide::Slide;
use crate::grid::{Cell, Direction};

/// A plan: its slides, and how many of them were made by the end of each time step.
#[derive(Clone, Copy)]
pub(super) struct Plan<'p> {
    pub(super) slides: &'p [Slide],
    /// Empty where every slide is a step of its own.
    pub(super) step_ends: &'p [u32],
}

/// Path and retrievals; `None` if they take more than `bytes` of memory.
pub(super) fn write(
    lot: &Lot,
    labels: Option<&Labels>,
    plan: Plan<'_>,
    bytes: u64,
) -> Option<(Vec<ParkingMove>, Vec<ParkingRetrieval>)> {
    let names = plan.slides.iter().map(|slide| slide.cars() as usize).sum::<usize>();
    let labelled = if labels.is_some() { names * (size_of::<String>() + 16) } else { 0 };
    let on_lot = lot.size().cells() * (2 * size_of::<u32>() + 1) + lot.cars().len() * 16;
    if (size_of_val(plan.slides) + plan.slides.len() * size_of::<ParkingMove>() + labelled + on_lot) as u64
        > bytes
    {
        return None;
    }
    let mut steps = Steps::of(plan);
    let mut path = Vec::with_capacity(plan.slides.len());
    if let ([car], None) = (lot.cars(), labels) {
        return Some(follow(lot, *car, plan, steps, path));
    }
    let mut replay = Replay::of(lot);
    for slide in plan.slides {
        let moved = replay.make(*slide);
        let labels = labels.map(|labels| moved.map(|start| labels.at(start).to_owned()).collect());
        let (from, to) = ends(lot, *slide);
        path.push(ParkingMove { step: steps.step, from, to, labels });
        if steps.ends_with(path.len()) {
            replay.depart(path.len() as u64);
        }
    }
    Some((path, replay.retrievals))
}

/// The same where only one car counts, and none has a name: where the others are does not matter.
fn follow(
    lot: &Lot,
    mut car: u32,
    plan: Plan<'_>,
    mut steps: Steps<'_>,
    mut path: Vec<ParkingMove>,
) -> (Vec<ParkingMove>, Vec<ParkingRetrieval>) {
    let start = car;
    let (mut is_gone, mut retrievals) = (false, Vec::new());
    let mut leave_after = |car: u32, after_move: usize| {
        if !is_gone && lot.exits().contains(&car) {
            is_gone = true;
            let (car, exit, after_move) = (lot.cell(start), lot.cell(car), after_move as u64);
            retrievals.push(ParkingRetrieval { car, exit, after_move });
        }
    };
    leave_after(car, 0);
    let mut has_moved = false;
    path.extend(plan.slides.iter().zip(1..).map(|(slide, moves)| {
        let (back, to) = (back(lot, *slide), slide.to());
        if (1..=slide.cars() as i32).any(|place| to.wrapping_add_signed(place * back) == car) {
            car = car.wrapping_add_signed(-back);
            has_moved = true;
        }
        let step = steps.step;
        if steps.ends_with(moves) && std::mem::take(&mut has_moved) {
            leave_after(car, moves);
        }
        let (from, to) = ends(lot, *slide);
        ParkingMove { step, from, to, labels: None }
    }));
    (path, retrievals)
}

/// The time steps of a plan, as its moves are told one after another.
struct Steps<'p> {
    step: u64,
    /// How many moves were made by the end of the present step.
    end: usize,
    ends: Option<std::slice::Iter<'p, u32>>,
}

impl<'p> Steps<'p> {
    fn of(plan: Plan<'p>) -> Self {
        let ends = (!plan.step_ends.is_empty()).then(|| plan.step_ends.iter());
        let mut steps = Self { step: 0, end: 0, ends };
        steps.next();
        steps
    }

    fn next(&mut self) {
        self.step += 1;
        self.end = match &mut self.ends {
            None => self.end + 1,
            Some(ends) => ends.next().map_or(usize::MAX, |&end| end as usize),
        };
    }

    /// Whether a step ends with this move; if so, the next begins.
    fn ends_with(&mut self, moves: usize) -> bool {
        let ends = moves == self.end;
        if ends {
            self.next();
        }
        ends
    }
}

/// Where the last car of a line stands, and where its first one goes.
fn ends(lot: &Lot, slide: Slide) -> (Cell, Cell) {
    let to = lot.cell(slide.to());
    (tail(slide, to), to)
}

/// From a cell to the one behind it.
fn back(lot: &Lot, slide: Slide) -> i32 {
    let cols = lot.size().cols as i32;
    match slide.direction() {
        Direction::Up => cols,
        Direction::Down => -cols,
        Direction::Left => 1,
        Direction::Right => -1,
    }
}

/// Where the last car of a line stands whose first one slides to `to`.
fn tail(slide: Slide, to: Cell) -> Cell {
    let Cell { row, col } = to;
    match slide.direction() {
        Direction::Up => Cell { row: row + slide.cars(), col },
        Direction::Down => Cell { row: row - slide.cars(), col },
        Direction::Left => Cell { row, col: col + slide.cars() },
        Direction::Right => Cell { row, col: col - slide.cars() },
    }
}

/// The lot between two moves.
struct Replay<'l> {
    lot: &'l Lot,
    exits: Vec<bool>,
    /// By cell: where the car started that stands there now, [`NONE`] if there is none.
    starts: Vec<u32>,
    /// By cell: where the car is now that started there, if it is to be taken out and still in the lot; else [`NONE`].
    now: Vec<u32>,
    /// Where those started that remain, in the order given.
    remaining: VecDeque<u32>,
    /// The cars of the last slide, by where they started, the last of the line first.
    moved: Vec<u32>,
    /// Where those started that the current step has brought onto exits.
    arrived: Vec<u32>,
    retrievals: Vec<ParkingRetrieval>,
}

impl<'l> Replay<'l> {
    fn of(lot: &'l Lot) -> Self {
        let mut exits = vec![false; lot.size().cells()];
        lot.exits().iter().for_each(|&exit| exits[exit as usize] = true);
        let mut starts: Vec<u32> = (0..lot.size().cells() as u32).collect();
        lot.empties().iter().for_each(|&empty| starts[empty as usize] = NONE);
        let mut now = vec![NONE; lot.size().cells()];
        lot.cars().iter().for_each(|&car| now[car as usize] = car);
        let mut replay = Self {
            lot,
            exits,
            starts,
            now,
            remaining: lot.cars().iter().copied().collect(),
            moved: Vec::new(),
            arrived: Vec::new(),
            retrievals: Vec::new(),
        };
        replay.arrived.extend(lot.cars().iter().filter(|&&car| replay.exits[car as usize]));
        replay.depart(0);
        replay
    }

    /// Makes a slide; hands back the cars, each told by where it started, the last of the line first.
    fn make(&mut self, slide: Slide) -> impl Iterator<Item = u32> {
        let back = back(self.lot, slide);
        let mut to = slide.to();
        self.moved.clear();
        for _ in 0..slide.cars() {
            // A slide lies in the lot, so there is a cell behind it.
            let from = to.wrapping_add_signed(back);
            let start = std::mem::replace(&mut self.starts[from as usize], NONE);
            self.starts[to as usize] = start;
            self.moved.push(start);
            if start != NONE && self.now[start as usize] != NONE {
                self.now[start as usize] = to;
                if self.exits[to as usize] {
                    self.arrived.push(start);
                }
            }
            to = from;
        }
        self.moved.iter().rev().copied()
    }

    /// Lets the cars go that may, at the end of a step.
    fn depart(&mut self, after_move: u64) {
        if self.lot.in_order() {
            while let Some(&start) = self.remaining.front() {
                let exit = self.now[start as usize];
                if !self.exits[exit as usize] {
                    break;
                }
                self.remaining.pop_front();
                self.leave(start, exit, after_move);
            }
        } else if !self.arrived.is_empty() {
            for start in std::mem::take(&mut self.arrived) {
                self.leave(start, self.now[start as usize], after_move);
            }
        }
        self.arrived.clear();
    }

    fn leave(&mut self, start: u32, exit: u32, after_move: u64) {
        self.now[start as usize] = NONE;
        self.starts[exit as usize] = NONE;
        let (car, exit) = (self.lot.cell(start), self.lot.cell(exit));
        self.retrievals.push(ParkingRetrieval { car, exit, after_move });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::parking::spec::ParkingSpec;

    /// Slides of lines of cars into empties, as chance wants them; a car that leaves is not looked out for.
    fn slides(lot: &Lot, choices: &[(usize, usize, u32)]) -> Vec<Slide> {
        let mut empties = lot.empties().to_vec();
        let mut slides = Vec::new();
        for &(which, direction, most) in choices {
            let which = which % empties.len();
            let (to, direction) = (empties[which], Direction::ALL[direction % 4]);
            let behind = |cell: &u32| lot.size().neighbour(*cell as usize, direction.opposite());
            let line = std::iter::successors(Some(to), |cell| behind(cell).map(|cell| cell as u32)).skip(1);
            let line: Vec<u32> =
                line.take_while(|cell| !empties.contains(cell)).take(most as usize).collect();
            if let Some(&last) = line.last() {
                slides.push(Slide::line(to, direction, line.len() as u32));
                empties[which] = last;
            }
        }
        slides
    }

    proptest! {
        #[test]
        fn a_car_alone_is_followed_as_all_are(
            choices in prop::collection::vec((0..2_usize, 0..4_usize, 1..3_u32), 0..40),
            in_steps in any::<bool>(),
        ) {
            let mut spec = ParkingSpec::new(3, 4);
            let cell = |(row, col)| Cell { row, col };
            spec.cars = Some(vec![cell((1, 1))]);
            spec.empty = Some([(0, 0), (2, 3)].map(cell).to_vec());
            spec.exits = Some([(1, 3), (2, 0)].map(cell).to_vec());
            let lot = Lot::new(&spec, 10).unwrap();
            let slides = slides(&lot, &choices);
            // In a step no car moves twice.
            let ends: Vec<u32> = (1..=slides.len() as u32).collect();
            // Nothing is said of what comes after a car has left; a plan ends there.
            let mut slides = &slides[..];
            loop {
                let plan = Plan { slides, step_ends: if in_steps { &ends } else { &[] } };
                let (path, left) = write(&lot, None, plan, u64::MAX).unwrap();
                if let Some(gone) = left.first().filter(|gone| gone.after_move < slides.len() as u64) {
                    slides = &slides[..gone.after_move as usize];
                    continue;
                }
                spec.labels = Some(vec![vec![String::new(); 4]; 3]);
                let labels = Labels::new(&spec, &lot).unwrap();
                let (mut all, also_left) = write(&lot, labels.as_ref(), plan, u64::MAX).unwrap();
                all.iter_mut().for_each(|entry| entry.labels = None);
                prop_assert_eq!((path, left), (all, also_left));
                break;
            }
        }
    }
}
