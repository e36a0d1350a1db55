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
    let mut replay = Replay::of(lot);
    let mut path = Vec::with_capacity(plan.slides.len());
    let (mut step, mut ends) = (1, plan.step_ends.iter().map(|&end| end as usize));
    let mut end = ends.next().unwrap_or(1);
    for slide in plan.slides {
        let moved = replay.make(*slide);
        let names = labels.map(|labels| moved.map(|start| labels.at(start).to_owned()).collect());
        let to = lot.cell(slide.to());
        path.push(ParkingMove { step, from: tail(*slide, to), to, labels: names });
        if path.len() == end {
            replay.depart(end as u64);
            step += 1;
            end = if plan.step_ends.is_empty() { end + 1 } else { ends.next().unwrap_or(usize::MAX) };
        }
    }
    Some((path, replay.retrievals))
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
        let cols = self.lot.size().cols as i32;
        let back = match slide.direction() {
            Direction::Up => cols,
            Direction::Down => -cols,
            Direction::Left => 1,
            Direction::Right => -1,
        };
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
