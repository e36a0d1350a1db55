//! Fills the top row of a view: one tile after the other from either end, the last two together.

use super::pair;
use super::view::{Spot, View};
use super::walk::Walk;
use crate::grid::Direction;
use crate::search::StopReason;

/// The eight spots around a tile, clockwise from above: each is one move of the blank from the next.
const AROUND: [Spot; 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Moves that carry a tile so many rows and columns, the blank being with it: three for every step that turns,
/// five for every step straight on.
pub(super) const fn carrying(rows: u32, cols: u32) -> u32 {
    let (less, more) = if rows < cols { (rows, cols) } else { (cols, rows) };
    6 * less + 5 * (more - less)
}

/// Fills the top row of the view. It must have at least three rows and two columns.
pub(super) fn place(walk: &mut Walk<'_>, view: View) -> Result<(), StopReason> {
    let blank = view.spot(walk.blank());
    let mut line = Line { walk, view, open: (0, view.cols - 1), blank };
    while line.open.1 - line.open.0 > 1 {
        let (first, last) = line.open;
        let col = if line.cost(first) <= line.cost(last) { first } else { last };
        line.carry(view.cell((0, col)), (0, col))?;
        line.open = if col == first { (first + 1, last) } else { (first, last - 1) };
    }
    pair::place(&mut line)
}

/// A view whose top row is partly filled.
pub(super) struct Line<'w, 'b> {
    pub(super) walk: &'w mut Walk<'b>,
    pub(super) view: View,
    /// First and last column of the top row that are still open; none if the first is greater.
    pub(super) open: (i32, i32),
    pub(super) blank: Spot,
}

impl Line<'_, '_> {
    /// Where a tile is.
    pub(super) fn spot(&self, tile: usize) -> Spot {
        self.view.spot(self.walk.at(tile))
    }

    /// About how many moves it takes to carry home the tile that belongs into this column of the top row.
    fn cost(&self, col: i32) -> u32 {
        let (row, at) = self.spot(self.view.cell((0, col)));
        if (row, at) == (0, col) {
            return 0;
        }
        let (blank_row, blank_col) = self.blank;
        blank_row.abs_diff(row) + blank_col.abs_diff(at) + carrying(row.unsigned_abs(), at.abs_diff(col))
    }

    /// Whether the blank may go there.
    #[inline]
    fn is_free(&self, (row, col): Spot) -> bool {
        let inside = row > 0 && row < self.view.rows && col >= 0 && col < self.view.cols;
        inside || (row == 0 && col >= self.open.0 && col <= self.open.1)
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn go(&mut self, blank_goes: Direction) -> Result<(), StopReason> {
        self.walk.slide(self.view.slide(blank_goes))?;
        self.blank = step(self.blank, blank_goes);
        Ok(())
    }

    /// Carries a tile to a spot, which is no farther from the top than the tile.
    pub(super) fn carry(&mut self, tile: usize, target: Spot) -> Result<(), StopReason> {
        let mut spot = self.spot(tile);
        let mut last = None;
        while spot != target {
            let towards = self.turn(spot, target, last);
            let front = step(spot, towards);
            self.blank_beside(front, spot)?;
            self.go(towards.opposite())?;
            spot = front;
            last = Some(towards);
        }
        Ok(())
    }

    /// The way for the tile to go next: the one it did not go last, where there is a choice.
    fn turn(&self, spot: Spot, target: Spot, last: Option<Direction>) -> Direction {
        let (rows, cols) = (spot.0 - target.0, target.1 - spot.1);
        let across = if cols > 0 { Direction::Right } else { Direction::Left };
        if rows == 0 || (cols != 0 && !self.is_free((spot.0 - 1, spot.1))) {
            return across;
        }
        if cols == 0 {
            return Direction::Up;
        }
        match last {
            Some(last) if last.is_horizontal() => Direction::Up,
            Some(_) => across,
            None => {
                // Beginning with the longer way leaves one more turn to take.
                let late = |is_longer: bool| if is_longer { 0 } else { 2 };
                let up = self.distance(step(spot, Direction::Up)) + late(rows >= cols.abs());
                let aside = self.distance(step(spot, across)) + late(cols.abs() >= rows);
                if up <= aside { Direction::Up } else { across }
            }
        }
    }

    fn distance(&self, (row, col): Spot) -> u32 {
        self.blank.0.abs_diff(row) + self.blank.1.abs_diff(col)
    }

    /// Takes the blank to a spot beside a tile, without moving the tile.
    fn blank_beside(&mut self, front: Spot, tile: Spot) -> Result<(), StopReason> {
        let corner = match self.corner(front, tile) {
            Some(corner) => corner,
            // The tile is in the way: up to it, and around it.
            None => [(self.blank.0, front.1), (front.0, self.blank.1)]
                .into_iter()
                .find(|&corner| self.is_free(corner))
                .expect("one of the two ways avoids what is filled"),
        };
        let beside = |blank: Spot| blank.0.abs_diff(tile.0).max(blank.1.abs_diff(tile.1)) == 1;
        for stop in [corner, front] {
            while self.blank != stop && !beside(self.blank) {
                self.go(heading(self.blank, stop))?;
            }
        }
        self.around(front, tile)
    }

    /// Where the blank may turn so that it gets there along one row and one column, past the tile.
    pub(super) fn corner(&self, to: Spot, tile: Spot) -> Option<Spot> {
        let between = |a: i32, b: i32, x: i32| (a.min(b)..=a.max(b)).contains(&x);
        let from = self.blank;
        [(from.0, to.1), (to.0, from.1)].into_iter().find(|&corner| {
            let meets = |a: Spot, b: Spot| between(a.0, b.0, tile.0) && between(a.1, b.1, tile.1);
            self.is_free(corner) && !meets(from, corner) && !meets(corner, to)
        })
    }

    /// Takes the blank from one spot around a tile to another: the shorter way, or else the one that moves the
    /// tiles on it nearer to their places.
    fn around(&mut self, front: Spot, tile: Spot) -> Result<(), StopReason> {
        let place = |spot: Spot| {
            let offset = (spot.0 - tile.0, spot.1 - tile.1);
            AROUND.iter().position(|&around| around == offset).expect("the blank is beside the tile")
        };
        let (from, to) = (place(self.blank), place(front));
        let spot = |place: usize| (tile.0 + AROUND[place].0, tile.1 + AROUND[place].1);
        let way = [1, 7].into_iter().filter_map(|turn| {
            let (mut place, mut steps, mut detour) = (from, 0, 0);
            while place != to {
                let next = (place + turn) % 8;
                if !self.is_free(spot(next)) {
                    return None;
                }
                detour += self.walk.detour(self.view.cell(spot(next)), self.view.cell(spot(place)));
                place = next;
                steps += 1;
            }
            Some((steps, detour, turn))
        });
        let (_, _, turn) = way.min().expect("there is room on one side of every tile");
        let mut place = from;
        while place != to {
            place = (place + turn) % 8;
            self.go(heading(self.blank, spot(place)))?;
        }
        Ok(())
    }
}

/// The neighbouring spot.
pub(super) const fn step((row, col): Spot, direction: Direction) -> Spot {
    match direction {
        Direction::Up => (row - 1, col),
        Direction::Down => (row + 1, col),
        Direction::Left => (row, col - 1),
        Direction::Right => (row, col + 1),
    }
}

/// The way to another spot in the same row or column.
pub(super) const fn heading(from: Spot, to: Spot) -> Direction {
    if to.0 < from.0 {
        Direction::Up
    } else if to.0 > from.0 {
        Direction::Down
    } else if to.1 < from.1 {
        Direction::Left
    } else {
        Direction::Right
    }
}
