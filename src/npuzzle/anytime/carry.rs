//! One tile to be carried to a cell, or into a block of cells, by the blank.
//!
//! In the open, the moves that takes have a closed form: the blank walks to the cell before the tile; then every
//! step of the tile that turns takes three moves and every step straight on five. Near walls and closed cells it
//! may take a little more, which a beam finds out.

use super::beam::Aim;
use super::estimate::Conflicts;

/// Carries a tile, and keeps an eye on the other tiles that are not in place yet.
pub(super) struct Carrying<'a> {
    pub(super) tile: u16,
    /// First and last row and column to carry it to.
    pub(super) rows: (usize, usize),
    pub(super) cols: (usize, usize),
    /// Whether the blank must be there too.
    pub(super) with_blank: bool,
    /// Columns of the board.
    pub(super) width: usize,
    pub(super) is_open: &'a [bool],
    pub(super) distances: &'a Conflicts,
    /// Where the blank belongs.
    pub(super) goal_blank: u16,
}

/// Where the tile is, how many moves carry it, and how far the other tiles are from their places.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    place: u16,
    moves: u16,
    rest: u32,
}

impl Carrying<'_> {
    /// About how many moves it takes. Zero if and only if everything is where it should be.
    fn moves(&self, place: usize, blank: usize) -> u16 {
        let (row, col) = (place / self.width, place % self.width);
        let (blank_row, blank_col) = (blank / self.width, blank % self.width);
        let to_row = row.clamp(self.rows.0, self.rows.1);
        let to_col = col.clamp(self.cols.0, self.cols.1);
        let (rows, cols) = (row.abs_diff(to_row), col.abs_diff(to_col));
        if rows == 0 && cols == 0 {
            let outside = |at: usize, (first, last): (usize, usize)| at.abs_diff(at.clamp(first, last));
            let away = outside(blank_row, self.rows) + outside(blank_col, self.cols);
            return if self.with_blank { away as u16 } else { 0 };
        }
        let mut least = usize::MAX;
        if rows > 0 {
            let front = if to_row < row { row - 1 } else { row + 1 };
            if self.is_open[front * self.width + col] {
                let behind = blank_col == col && (blank_row < row) != (front < row);
                let walk = blank_row.abs_diff(front) + blank_col.abs_diff(col) + 2 * usize::from(behind);
                least = walk + 1 + onward(rows - 1, cols);
            }
        }
        if cols > 0 {
            let front = if to_col < col { col - 1 } else { col + 1 };
            if self.is_open[row * self.width + front] {
                let behind = blank_row == row && (blank_col < col) != (front < col);
                let walk = blank_row.abs_diff(row) + blank_col.abs_diff(front) + 2 * usize::from(behind);
                least = least.min(walk + 1 + onward(cols - 1, rows));
            }
        }
        if least == usize::MAX {
            // Shut in for now: the blank must come at least.
            least = blank_row.abs_diff(row) + blank_col.abs_diff(col) + 8 + onward(rows, cols);
        }
        least as u16
    }
}

/// Moves that are left when so many steps along the line of the last one and so many across it remain.
const fn onward(along: usize, across: usize) -> usize {
    if across > along {
        3 * (2 * along + 1) + 5 * (across - along - 1)
    } else {
        3 * 2 * across + 5 * (along - across)
    }
}

impl Aim for Carrying<'_> {
    type Parts = Parts;

    fn of(&self, tiles: &[u16], blank: usize) -> Parts {
        let mut place = 0;
        let mut rest = 0;
        for (cell, &tile) in tiles.iter().enumerate() {
            if tile == self.tile {
                place = cell;
            } else if tile != self.goal_blank {
                rest += self.distances.distance(tile, cell);
            }
        }
        Parts { place: place as u16, moves: self.moves(place, blank), rest }
    }

    #[inline]
    fn after(&self, mut parts: Parts, tiles: &[u16], from: usize, to: usize) -> Parts {
        let tile = tiles[to];
        if tile == self.tile {
            parts.place = to as u16;
        } else {
            parts.rest = parts.rest + self.distances.distance(tile, to) - self.distances.distance(tile, from);
        }
        parts.moves = self.moves(parts.place.into(), from);
        parts
    }

    #[inline]
    fn moves(&self, parts: Parts) -> u32 {
        parts.moves.into()
    }

    #[inline]
    fn rest(&self, parts: Parts) -> u32 {
        parts.rest
    }
}
