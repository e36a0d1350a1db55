//! The cheapest way of the empty from one place to another without moving the car.
//!
//! Most ways are as short as the plane allows, and those are tried first: straight on, one corner, or around
//! the car where it stands exactly between. Only where pillars or the edge are in the way of all of these is a
//! search needed: A*, which looks no further than it must for a way that exists. Whether there is one is for others
//! to say. Scratch arrays are stamped, not cleared.

use super::field::Field;
use crate::grid::Direction;
use crate::search::{Budget, Meter, RadixHeap, StopReason};

/// The shape of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// All rows first, then all columns (either may be none).
    RowsFirst,
    /// All columns first, then all rows.
    ColsFirst,
    /// Along one line, a step to that side of it, and back at its end.
    Around(Direction),
}

/// Finds ways on one field. Memory: the field's, and 17 bytes a position once a search was needed.
pub(in crate::parking) struct Ways<'f> {
    field: &'f Field,
    meter: Meter<'f>,
    /// By position: the last search that came there.
    seen: Vec<u32>,
    stamp: u32,
    /// By position: cost of the best way there in that search.
    spent: Vec<u64>,
    /// By position: the direction of the last step of that way.
    by: Vec<Direction>,
    /// Positions with the cost of the way there.
    open: RadixHeap<(u64, u32)>,
}

impl<'f> Ways<'f> {
    pub(in crate::parking) fn new(field: &'f Field, budget: &'f Budget) -> Result<Self, StopReason> {
        Ok(Self {
            field,
            meter: Meter::start(budget, 0)?,
            seen: Vec::new(),
            stamp: 0,
            spent: Vec::new(),
            by: Vec::new(),
            open: RadixHeap::new(),
        })
    }

    /// What the cheapest way costs; `u64::MAX`, after a search of all that can be reached, if there is none.
    pub(super) fn existing(&mut self, from: u32, to: u32, car: u32) -> Result<u64, StopReason> {
        let field = self.field;
        self.existing_under(from, to, car, |at| at_least(field, at, to))
    }

    /// The same, led by an estimate of what is left, which must be consistent.
    pub(super) fn existing_under(
        &mut self,
        from: u32,
        to: u32,
        car: u32,
        estimate: impl Fn(u32) -> u64,
    ) -> Result<u64, StopReason> {
        self.prepare()?;
        Ok(self.a_star(from, to, car, estimate)?.unwrap_or(u64::MAX))
    }

    /// Calls `step` with the direction of every step of a cheapest way, in order.
    pub(in crate::parking) fn walk(
        &mut self,
        from: u32,
        to: u32,
        car: u32,
        mut step: impl FnMut(Direction) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let (rows, cols) = self.field.offset(from, to);
        let mut run = |(direction, length): (Direction, u32)| {
            for _ in 0..length {
                self.meter.tick()?;
                step(direction)?;
            }
            Ok(())
        };
        let (by_rows, by_cols) = (vertical(rows), horizontal(cols));
        match shape(self.field, from, to, car) {
            Some(Shape::RowsFirst) => {
                run(by_rows)?;
                run(by_cols)
            }
            Some(Shape::ColsFirst) => {
                run(by_cols)?;
                run(by_rows)
            }
            Some(Shape::Around(side)) => {
                run((side, 1))?;
                run(by_rows)?;
                run(by_cols)?;
                run((side.opposite(), 1))
            }
            None => {
                if self.existing(from, to, car)? == u64::MAX {
                    return Ok(());
                }
                let mut steps = Vec::new();
                let mut at = to;
                while at != from {
                    self.meter.tick()?;
                    let direction = self.by[at as usize];
                    steps.push(direction);
                    at = self.field.next(at, direction.opposite());
                }
                steps.into_iter().rev().try_for_each(step)
            }
        }
    }

    fn next_stamp(&mut self) -> u32 {
        if self.stamp > u32::MAX - 4 {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.stamp
    }

    /// Takes the memory of searches, unless that was done before.
    fn prepare(&mut self) -> Result<(), StopReason> {
        if self.seen.is_empty() {
            let positions = self.field.positions();
            self.meter.hold(positions * 17)?;
            self.seen = vec![0; positions];
            self.spent = vec![0; positions];
            self.by = vec![Direction::Up; positions];
        }
        Ok(())
    }

    /// A* over positions.
    fn a_star(
        &mut self,
        from: u32,
        to: u32,
        car: u32,
        estimate: impl Fn(u32) -> u64,
    ) -> Result<Option<u64>, StopReason> {
        let stamp = self.next_stamp();
        self.open.clear();
        self.seen[from as usize] = stamp;
        self.spent[from as usize] = 0;
        self.open.push(&mut self.meter, estimate(from), (0, from))?;
        while let Some((_, (spent, at))) = self.open.pop(&mut self.meter)? {
            if self.spent[at as usize] != spent {
                continue; // a cheaper way was found after this entry was made
            }
            if at == to {
                return Ok(Some(spent));
            }
            for direction in Direction::ALL {
                self.meter.tick()?;
                let next = self.field.next(at, direction);
                if next == car || !self.field.is_open(next) {
                    continue;
                }
                let spent = spent + self.field.price(direction);
                let total = spent + estimate(next);
                if self.seen[next as usize] != stamp || spent < self.spent[next as usize] {
                    self.seen[next as usize] = stamp;
                    self.spent[next as usize] = spent;
                    self.by[next as usize] = direction;
                    self.open.push(&mut self.meter, total, (spent, next))?;
                }
            }
        }
        Ok(None)
    }
}

/// What the cheapest way costs on an endless plane that holds nothing.
fn at_least(field: &Field, from: u32, to: u32) -> u64 {
    let ((rows, cols), prices) = (field.offset(from, to), field.prices);
    u64::from(rows.unsigned_abs()) * prices.vertical + u64::from(cols.unsigned_abs()) * prices.horizontal
}

/// The shape of a way than which the plane has no cheaper one, if one of these shapes is free.
fn shape(field: &Field, from: u32, to: u32, car: u32) -> Option<Shape> {
    let (rows, cols) = field.offset(from, to);
    let (by_rows, by_cols) = (vertical(rows), horizontal(cols));
    let free = |runs: &[(Direction, u32)]| {
        let mut at = from;
        runs.iter().all(|&(direction, length)| {
            (0..length).all(|_| {
                at = field.next(at, direction);
                at != car && field.is_open(at)
            })
        })
    };
    if free(&[by_rows, by_cols]) {
        return Some(Shape::RowsFirst);
    }
    if rows != 0 && cols != 0 {
        return free(&[by_cols, by_rows]).then_some(Shape::ColsFirst);
    }
    let sides =
        if rows == 0 { [Direction::Up, Direction::Down] } else { [Direction::Left, Direction::Right] };
    let around = |side: Direction| free(&[(side, 1), by_rows, by_cols, (side.opposite(), 1)]);
    sides.into_iter().find(|&side| around(side)).map(Shape::Around)
}

fn vertical(rows: i32) -> (Direction, u32) {
    (if rows < 0 { Direction::Up } else { Direction::Down }, rows.unsigned_abs())
}

fn horizontal(cols: i32) -> (Direction, u32) {
    (if cols < 0 { Direction::Left } else { Direction::Right }, cols.unsigned_abs())
}
