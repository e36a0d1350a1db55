//! What is left of a board, seen so that the line to be filled is its top row.
//!
//! The rules are written once, for the top row; a [`View`] turns the other three sides up.

use super::super::space::Slide;
use crate::grid::{Direction, Size};

/// Rows `top..bottom` and columns `left..right` of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Rectangle {
    pub(in super::super) top: u32,
    pub(in super::super) bottom: u32,
    pub(in super::super) left: u32,
    pub(in super::super) right: u32,
}

/// A side of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Side {
    pub(super) const ALL: [Self; 4] = [Self::Top, Self::Bottom, Self::Left, Self::Right];
}

impl Rectangle {
    pub(in super::super) const fn all(size: Size) -> Self {
        Self { top: 0, bottom: size.rows, left: 0, right: size.cols }
    }

    pub(in super::super) const fn rows(self) -> u32 {
        self.bottom - self.top
    }

    pub(in super::super) const fn cols(self) -> u32 {
        self.right - self.left
    }

    pub(super) const fn cells(self) -> usize {
        self.rows() as usize * self.cols() as usize
    }

    /// The cells of the outermost line of that side.
    pub(in super::super) fn line(self, side: Side, cols: usize) -> impl Iterator<Item = usize> {
        let view = View::of(self, side, cols);
        (0..view.cols).map(move |col| view.cell((0, col)))
    }

    /// The cells at the end of that line: four rows and six columns, seen from the side.
    pub(in super::super) fn end(self, side: Side, cols: usize) -> impl Iterator<Item = usize> {
        let view = View::of(self, side, cols);
        let first = (view.cols - 6).max(0);
        (0..view.rows.min(4)).flat_map(move |row| (first..view.cols).map(move |col| view.cell((row, col))))
    }

    /// What is left without the outermost line of that side.
    pub(in super::super) const fn without(mut self, side: Side) -> Self {
        match side {
            Side::Top => self.top += 1,
            Side::Bottom => self.bottom -= 1,
            Side::Left => self.left += 1,
            Side::Right => self.right -= 1,
        }
        self
    }

    /// How many lines there are behind that side, the outermost included; and whether that one holds the cell.
    pub(super) const fn depth_and_place(self, side: Side, cell: u32, cols: usize) -> (u32, bool) {
        let (row, col) = (cell / cols as u32, cell % cols as u32);
        match side {
            Side::Top => (self.rows(), row == self.top),
            Side::Bottom => (self.rows(), row == self.bottom - 1),
            Side::Left => (self.cols(), col == self.left),
            Side::Right => (self.cols(), col == self.right - 1),
        }
    }
}

/// Row and column of a view.
pub(super) type Spot = (i32, i32);

/// A rectangle turned so that one side is up.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Rows of the view, counted from the side that is up.
    pub(super) rows: i32,
    /// Columns of the view.
    pub(super) cols: i32,
    /// Columns of the board.
    board_cols: i32,
    /// Row and column on the board of the spot (0, 0).
    origin: (i32, i32),
    /// Whether rows of the view are columns of the board.
    turned: bool,
    /// +1 or −1: how the view's rows run along the board.
    down: i32,
}

impl View {
    /// The rectangle with that side up.
    pub(super) const fn of(left: Rectangle, side: Side, board_cols: usize) -> Self {
        let (top, first) = (left.top as i32, left.left as i32);
        let (rows, cols) = (left.rows() as i32, left.cols() as i32);
        let (origin, turned, down) = match side {
            Side::Top => ((top, first), false, 1),
            Side::Bottom => ((top + rows - 1, first), false, -1),
            Side::Left => ((top, first), true, 1),
            Side::Right => ((top, first + cols - 1), true, -1),
        };
        let (rows, cols) = if turned { (cols, rows) } else { (rows, cols) };
        Self { rows, cols, board_cols: board_cols as i32, origin, turned, down }
    }

    /// The board's cell at a spot.
    #[inline]
    pub(super) const fn cell(&self, (row, col): Spot) -> usize {
        let row = row * self.down;
        let (row, col) = if self.turned { (col, row) } else { (row, col) };
        ((self.origin.0 + row) * self.board_cols + self.origin.1 + col) as usize
    }

    /// The spot of a board's cell.
    #[inline]
    pub(super) const fn spot(&self, cell: usize) -> Spot {
        let cell = cell as i32;
        let (row, col) = (cell / self.board_cols - self.origin.0, cell % self.board_cols - self.origin.1);
        if self.turned { (col * self.down, row) } else { (row * self.down, col) }
    }

    /// How a tile slides on the board when the blank goes that way in the view.
    #[inline]
    pub(super) const fn slide(&self, blank_goes: Direction) -> Slide {
        let forth = self.down == 1;
        match (blank_goes.opposite(), self.turned) {
            (Direction::Up, false) if forth => Direction::Up,
            (Direction::Up, false) => Direction::Down,
            (Direction::Down, false) if forth => Direction::Down,
            (Direction::Down, false) => Direction::Up,
            (along, false) => along,
            (Direction::Up, true) if forth => Direction::Left,
            (Direction::Up, true) => Direction::Right,
            (Direction::Down, true) if forth => Direction::Right,
            (Direction::Down, true) => Direction::Left,
            (Direction::Left, true) => Direction::Up,
            (Direction::Right, true) => Direction::Down,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_can_be_turned_up() {
        // A 4 × 5 board without its outermost lines left and right.
        let left = Rectangle { top: 0, bottom: 4, left: 1, right: 4 };
        for (side, top_row, below) in [
            (Side::Top, vec![1, 2, 3], 6),
            (Side::Bottom, vec![16, 17, 18], 11),
            (Side::Left, vec![1, 6, 11, 16], 2),
            (Side::Right, vec![3, 8, 13, 18], 2),
        ] {
            let view = View::of(left, side, 5);
            let row: Vec<usize> = (0..view.cols).map(|col| view.cell((0, col))).collect();
            assert_eq!((row, view.cell((1, 0))), (top_row, below), "{side:?}");
            for spot in (0..view.rows).flat_map(|row| (0..view.cols).map(move |col| (row, col))) {
                assert_eq!(view.spot(view.cell(spot)), spot);
            }
            // The blank goes down in the view: the tile that it meets goes the other way on the board.
            let (from, to) = (view.cell((1, 0)), view.cell((0, 0)));
            let size = Size { rows: 4, cols: 5 };
            assert_eq!(size.neighbour(from, view.slide(Direction::Down)), Some(to), "{side:?}");
            let (from, to) = (view.cell((0, 1)), view.cell((0, 0)));
            assert_eq!(size.neighbour(from, view.slide(Direction::Right)), Some(to), "{side:?}");
        }
    }
}
