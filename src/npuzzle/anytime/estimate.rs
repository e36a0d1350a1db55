//! Estimates on boards that are moved in place: the seam at which a better one plugs in.

use super::super::spec::HeuristicName;
use crate::grid::Size;

/// An admissible estimate of the moves that are left, kept up to date move by move. It must be zero on the goal
/// only, and of the parity of every plan.
pub(in super::super) trait Estimate: Sync {
    /// What is kept beside a board.
    type Parts: Copy + Send;

    /// Computes the parts from scratch. Tiles, and the blank, are called by the cells where they belong.
    fn of(&self, tiles: &[u16]) -> Self::Parts;

    /// The parts after a tile slid between two neighbouring cells; `tiles` is the board after the move.
    fn after(&self, parts: Self::Parts, tiles: &[u16], from: usize, to: usize) -> Self::Parts;

    /// The same if the estimate is at most `most`; otherwise an estimate, not necessarily the same, above that.
    #[inline]
    fn after_within(
        &self,
        parts: Self::Parts,
        tiles: &[u16],
        (from, to): (usize, usize),
        most: u32,
    ) -> Result<Self::Parts, u32> {
        let parts = self.after(parts, tiles, from, to);
        let value = self.value(parts);
        if value <= most { Ok(parts) } else { Err(value) }
    }

    /// The estimate itself.
    fn value(&self, parts: Self::Parts) -> u32;

    /// What ranks boards in a beam: the smaller the better. Not a bound.
    #[inline]
    fn promise(&self, parts: Self::Parts) -> u32 {
        self.value(parts)
    }

    /// The word for it in answers.
    fn name(&self) -> HeuristicName;

    /// Sides of a block on which a beam may aim at all tiles at once.
    fn core(&self) -> u32;
}

/// Manhattan distance and, if wanted, two moves for each tile that must leave its goal line and return
/// (Hansson, Mayer and Yung, 1992).
#[derive(Clone, Debug)]
pub(in super::super) struct Conflicts {
    rows: usize,
    cols: usize,
    /// Where the blank belongs; it counts for nothing.
    blank: u16,
    row_of: Vec<u8>,
    col_of: Vec<u8>,
    with_conflicts: bool,
}

/// Manhattan distance, and twice the tiles that must leave their lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Parts {
    pub(super) manhattan: u32,
    conflicts: u32,
}

impl Conflicts {
    /// Time and memory linear in the number of cells.
    pub(in super::super) fn new(size: Size, goal_blank: u32, with_conflicts: bool) -> Self {
        let cols = size.cols as usize;
        Self {
            rows: size.rows as usize,
            cols,
            blank: goal_blank as u16,
            row_of: (0..size.cells()).map(|cell| (cell / cols) as u8).collect(),
            col_of: (0..size.cells()).map(|cell| (cell % cols) as u8).collect(),
            with_conflicts,
        }
    }

    /// How far a tile in this cell is from where it belongs.
    #[inline]
    pub(super) fn distance(&self, tile: u16, cell: usize) -> u32 {
        let (tile, row, col) = (tile as usize, self.row_of[cell], self.col_of[cell]);
        u32::from(self.row_of[tile].abs_diff(row)) + u32::from(self.col_of[tile].abs_diff(col))
    }

    /// Twice the tiles that must leave a row, if `tile` stands in its cell `at`.
    #[inline]
    fn row(&self, tiles: &[u16], row: usize, at: usize, tile: u16) -> u32 {
        let cells = row * self.cols..(row + 1) * self.cols;
        self.line(tiles, cells, (at, tile), &self.row_of, row, &self.col_of)
    }

    /// Twice the tiles that must leave a column, if `tile` stands in its cell `at`.
    #[inline]
    fn col(&self, tiles: &[u16], col: usize, at: usize, tile: u16) -> u32 {
        let cells = (col..self.rows * self.cols).step_by(self.cols);
        self.line(tiles, cells, (at, tile), &self.col_of, col, &self.row_of)
    }

    /// All but a longest increasing subsequence must leave.
    #[inline]
    fn line(
        &self,
        tiles: &[u16],
        cells: impl Iterator<Item = usize>,
        (at, put): (usize, u16),
        line_of: &[u8],
        line: usize,
        place_of: &[u8],
    ) -> u32 {
        let mut tails = [0_u8; 256];
        let (mut longest, mut count) = (0, 0);
        for cell in cells {
            let tile = if cell == at { put } else { tiles[cell] };
            if line_of[tile as usize] as usize != line || tile == self.blank {
                continue;
            }
            count += 1;
            let place = place_of[tile as usize];
            let mut at = longest;
            while at > 0 && tails[at - 1] > place {
                at -= 1;
            }
            tails[at] = place;
            longest = longest.max(at + 1);
        }
        2 * (count - longest) as u32
    }
}

impl Estimate for Conflicts {
    type Parts = Parts;

    fn of(&self, tiles: &[u16]) -> Parts {
        let manhattan = tiles
            .iter()
            .enumerate()
            .filter(|&(_, &tile)| tile != self.blank)
            .map(|(cell, &tile)| self.distance(tile, cell))
            .sum();
        let mut conflicts = 0;
        if self.with_conflicts {
            let first = tiles[0];
            conflicts += (0..self.rows).map(|row| self.row(tiles, row, 0, first)).sum::<u32>();
            conflicts += (0..self.cols).map(|col| self.col(tiles, col, 0, first)).sum::<u32>();
        }
        Parts { manhattan, conflicts }
    }

    #[inline]
    fn after(&self, parts: Parts, tiles: &[u16], from: usize, to: usize) -> Parts {
        let tile = tiles[to];
        let home = tile as usize;
        let manhattan = parts.manhattan + self.distance(tile, to) - self.distance(tile, from);
        if !self.with_conflicts {
            return Parts { manhattan, conflicts: 0 };
        }
        // The line along which the tile slid keeps its order; of the two across, only its own can change.
        let (before, now) = if self.row_of[from] == self.row_of[to] {
            let col = self.col_of[home] as usize;
            if self.col_of[from] as usize == col {
                (self.col(tiles, col, from, tile), self.col(tiles, col, from, self.blank))
            } else if self.col_of[to] as usize == col {
                (self.col(tiles, col, to, self.blank), self.col(tiles, col, to, tile))
            } else {
                (0, 0)
            }
        } else {
            let row = self.row_of[home] as usize;
            if self.row_of[from] as usize == row {
                (self.row(tiles, row, from, tile), self.row(tiles, row, from, self.blank))
            } else if self.row_of[to] as usize == row {
                (self.row(tiles, row, to, self.blank), self.row(tiles, row, to, tile))
            } else {
                (0, 0)
            }
        };
        Parts { manhattan, conflicts: parts.conflicts + now - before }
    }

    #[inline]
    fn value(&self, parts: Parts) -> u32 {
        parts.manhattan + parts.conflicts
    }

    fn name(&self) -> HeuristicName {
        if self.with_conflicts { HeuristicName::LinearConflict } else { HeuristicName::Manhattan }
    }

    fn core(&self) -> u32 {
        5
    }
}
