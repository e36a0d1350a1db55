//! The lot between two steps of a path, and the rules by which a path goes on.

use std::collections::HashMap;

use super::ParkingVerifyMove;
use crate::contract::IllegalMove;
use crate::grid::{Cell, Size};
use crate::parking::labels::Labels;
use crate::parking::lot::Lot;

/// A code and what is wrong.
pub(super) type Mistake = (IllegalMove, String);

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Blocked,
    Empty,
    /// A car, by the cell that it started from.
    Car(usize),
}

/// A lot on which a path is made.
pub(super) struct Replay<'l> {
    lot: &'l Lot,
    labels: Option<&'l Labels>,
    size: Size,
    exits: Vec<bool>,
    /// As it was before the current step.
    holds: Vec<Holds>,
    /// Where the cars to take out are now, by where they started, in the order given; those that have left are
    /// gone from the list of those that started.
    remaining: Vec<usize>,
    now: HashMap<usize, usize>,
    /// The number of the current step.
    step: u64,
    /// What the current step's moves change, made when it ends.
    changes: Vec<(usize, Holds)>,
    /// Whether a car to take out has come to an exit since cars left last.
    arrived: bool,
    /// By cell: the last step that a move has touched it in.
    touched: Vec<u64>,
}

impl<'l> Replay<'l> {
    pub(super) fn of(lot: &'l Lot, labels: Option<&'l Labels>) -> Self {
        let size = lot.size();
        let mut exits = vec![false; size.cells()];
        for &exit in lot.exits() {
            exits[exit as usize] = true;
        }
        let mut holds: Vec<Holds> = (0..size.cells())
            .map(|cell| if lot.is_blocked(cell as u32) { Holds::Blocked } else { Holds::Car(cell) })
            .collect();
        for &cell in lot.empties() {
            holds[cell as usize] = Holds::Empty;
        }
        let remaining: Vec<usize> = lot.cars().iter().map(|&car| car as usize).collect();
        let now = remaining.iter().map(|&car| (car, car)).collect();
        let (changes, touched) = (Vec::new(), vec![0; size.cells()]);
        let arrived = true;
        let mut replay =
            Self { lot, labels, size, exits, holds, remaining, now, step: 0, changes, arrived, touched };
        replay.let_go();
        replay
    }

    /// Whether every car to take out has left.
    pub(super) fn is_solved(&self) -> bool {
        self.remaining.is_empty()
    }

    /// Makes one move and hands back what it adds to the cost.
    pub(super) fn make(&mut self, entry: &ParkingVerifyMove) -> Result<u64, Mistake> {
        let same_step = self.begin(entry.step)?;
        let from = self.cell(&entry.from, "from")?;
        let to = self.cell(&entry.to, "to")?;
        let line = self.line(from, to)?;
        let (tail, head) = (self.size.index(from), self.size.index(to));
        for &cell in &line[..line.len() - 1] {
            let at = self.size.cell(cell);
            match self.holds[cell] {
                Holds::Car(_) => {}
                Holds::Blocked => {
                    return Err((IllegalMove::NoCar, format!("{at} is blocked, there is no car to move")));
                }
                Holds::Empty => {
                    return Err((IllegalMove::NoCar, format!("{at} is empty, there is no car to move")));
                }
            }
        }
        if self.holds[head] != Holds::Empty {
            let holds = if self.holds[head] == Holds::Blocked { "is blocked" } else { "holds a car" };
            return Err((IllegalMove::NotEmpty, format!("{to} {holds}, no car can move there")));
        }
        if same_step && let Some(&cell) = line.iter().find(|&&cell| self.touched[cell] == self.step) {
            let at = self.size.cell(cell);
            return Err((
                IllegalMove::SharedCell,
                format!("another move of step {} uses {at} too", self.step),
            ));
        }
        self.check_names(entry, &line)?;
        line.iter().for_each(|&cell| self.touched[cell] = self.step);
        self.changes.push((tail, Holds::Empty));
        self.changes.extend(line.windows(2).map(|pair| (pair[1], self.holds[pair[0]])));
        Ok(match () {
            () if self.lot.motion().in_steps() => u64::from(!same_step),
            () if from.row == to.row => self.lot.horizontal(),
            () => self.lot.vertical(),
        })
    }

    /// Ends the current step: its moves are made together, then cars leave.
    pub(super) fn end(&mut self) {
        for (cell, holds) in std::mem::take(&mut self.changes) {
            self.holds[cell] = holds;
            if let Holds::Car(start) = holds
                && let Some(now) = self.now.get_mut(&start)
            {
                *now = cell;
                self.arrived |= self.exits[cell];
            }
        }
        self.let_go();
    }

    /// Takes up a step of this number, and says whether it had begun before.
    fn begin(&mut self, step: i64) -> Result<bool, Mistake> {
        let shared = self.lot.motion().in_steps() && self.step > 0;
        match u64::try_from(step) {
            Ok(step) if step == self.step + 1 => {
                self.end();
                self.step = step;
                Ok(false)
            }
            Ok(step) if step == self.step && shared => Ok(true),
            _ if shared => Err((
                IllegalMove::WrongStep,
                format!("this is step {} or {}, not {step}", self.step, self.step + 1),
            )),
            _ => Err((IllegalMove::WrongStep, format!("this is step {}, not {step}", self.step + 1))),
        }
    }

    /// Lets the cars go that stand on an exit: all of them, or the first while it does.
    fn let_go(&mut self) {
        if !std::mem::take(&mut self.arrived) {
            return;
        }
        let mut still = Vec::new();
        for &start in &self.remaining {
            let cell = self.now[&start];
            let must_wait = self.lot.in_order() && !still.is_empty();
            if self.exits[cell] && !must_wait {
                self.holds[cell] = Holds::Empty;
                self.now.remove(&start);
            } else {
                still.push(start);
            }
        }
        self.remaining = still;
    }

    /// The cells from `from` to `to`, both included.
    fn line(&self, from: Cell, to: Cell) -> Result<Vec<usize>, Mistake> {
        let (rows, cols) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
        if !self.lot.motion().in_blocks() && rows + cols != 1 {
            return Err((IllegalMove::NotNeighbours, format!("{from} and {to} are no neighbours")));
        }
        if (rows == 0) == (cols == 0) {
            let detail = format!("{from} and {to} are not two cells of one row or column");
            return Err((IllegalMove::NotStraight, detail));
        }
        let along =
            |from: u32, to: u32, by: u32| if to < from { from - by } else { from + by.min(to - from) };
        let cell = |by: u32| Cell {
            row: along(from.row, to.row, by.min(rows)),
            col: along(from.col, to.col, by.min(cols)),
        };
        Ok((0..=rows + cols).map(|by| self.size.index(cell(by))).collect())
    }

    fn check_names(&self, entry: &ParkingVerifyMove, line: &[usize]) -> Result<(), Mistake> {
        let (Some(labels), Some(claimed)) = (self.labels, &entry.labels) else { return Ok(()) };
        let names = line[..line.len() - 1].iter().map(|&cell| match self.holds[cell] {
            Holds::Car(start) => labels.at(start as u32),
            _ => "",
        });
        if names.clone().ne(claimed.iter().map(String::as_str)) {
            let names: Vec<&str> = names.collect();
            return Err((IllegalMove::WrongLabels, format!("the cars that slide are called {names:?}")));
        }
        Ok(())
    }

    fn cell(&self, numbers: &[i64], name: &str) -> Result<Cell, Mistake> {
        let &[row, col] = numbers else {
            let detail =
                format!("\"{name}\" is no cell: [row, col] is wanted, not a list of {}", numbers.len());
            return Err((IllegalMove::NotACell, detail));
        };
        if let (Ok(row), Ok(col)) = (u32::try_from(row), u32::try_from(col))
            && self.size.contains(Cell { row, col })
        {
            return Ok(Cell { row, col });
        }
        Err((
            IllegalMove::OutsideLot,
            format!("\"{name}\", [{row}, {col}], does not lie in the lot of {}", self.size),
        ))
    }
}
