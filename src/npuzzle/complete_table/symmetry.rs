//! Mirror images: a board, turned so that it is no taller than wide and its goal's blank lies near a corner.
//!
//! Turning a board and its goal over together changes no distance. So eleven tables serve every goal of every
//! rectangle of at most ten cells; only the directions of a plan must be turned back.

use crate::grid::{Cell, Direction, Size};

/// Flips, then perhaps a transposition, that bring a goal's blank to its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    size: Size,
    flip_rows: bool,
    flip_cols: bool,
    transpose: bool,
}

impl Symmetry {
    /// The one for boards of this size whose goal has its blank in this cell.
    pub(super) fn of(size: Size, goal_blank: usize) -> Self {
        let Cell { row, col } = size.cell(goal_blank);
        let (mirror_row, mirror_col) = (size.rows - 1 - row, size.cols - 1 - col);
        let square = size.rows == size.cols;
        Self {
            size,
            flip_rows: row > mirror_row,
            flip_cols: col > mirror_col,
            transpose: size.rows > size.cols || square && row.min(mirror_row) > col.min(mirror_col),
        }
    }

    /// Rows and columns after turning: never more rows than columns.
    pub(super) const fn size(self) -> Size {
        let Size { rows, cols } = self.size;
        if self.transpose { Size { rows: cols, cols: rows } } else { self.size }
    }

    /// Where a cell comes to lie.
    pub(super) const fn cell(self, index: usize) -> usize {
        let Cell { mut row, mut col } = self.size.cell(index);
        if self.flip_rows {
            row = self.size.rows - 1 - row;
        }
        if self.flip_cols {
            col = self.size.cols - 1 - col;
        }
        self.size().index(if self.transpose { Cell { row: col, col: row } } else { Cell { row, col } })
    }

    /// What a direction becomes.
    pub(super) const fn direction(self, direction: Direction) -> Direction {
        let flipped = if direction.is_horizontal() { self.flip_cols } else { self.flip_rows };
        let direction = if flipped { direction.opposite() } else { direction };
        match (self.transpose, direction) {
            (false, direction) => direction,
            (true, Direction::Up) => Direction::Left,
            (true, Direction::Down) => Direction::Right,
            (true, Direction::Left) => Direction::Up,
            (true, Direction::Right) => Direction::Down,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every rectangle of at most ten cells with two rows and columns or more.
    fn sizes() -> impl Iterator<Item = Size> {
        (2..=5)
            .flat_map(|rows| (2..=5).map(move |cols| Size { rows, cols }))
            .filter(|size| size.cells() <= 10)
    }

    #[test]
    fn neighbours_stay_neighbours_in_the_turned_direction() {
        for size in sizes() {
            for blank in 0..size.cells() {
                let symmetry = Symmetry::of(size, blank);
                for cell in 0..size.cells() {
                    for direction in Direction::ALL {
                        let there = size.neighbour(cell, direction).map(|cell| symmetry.cell(cell));
                        let turned = symmetry.direction(direction);
                        assert_eq!(there, symmetry.size().neighbour(symmetry.cell(cell), turned));
                    }
                }
            }
        }
    }

    #[test]
    fn eleven_tables_serve_them_all() {
        let of = |size: Size, blank| {
            let symmetry = Symmetry::of(size, blank);
            (symmetry.size().rows, symmetry.size().cols, symmetry.cell(blank))
        };
        let tables: BTreeSet<_> =
            sizes().flat_map(|size| (0..size.cells()).map(move |blank| of(size, blank))).collect();
        let expected = [
            (2, 2, 0),
            (2, 3, 0),
            (2, 3, 1),
            (2, 4, 0),
            (2, 4, 1),
            (2, 5, 0),
            (2, 5, 1),
            (2, 5, 2),
            (3, 3, 0),
            (3, 3, 1),
            (3, 3, 4),
        ];
        assert_eq!(tables.into_iter().collect::<Vec<_>>(), expected);
    }
}
