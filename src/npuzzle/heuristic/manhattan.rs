//! Manhattan distance: every tile must at least cover the rows and columns to its goal cell.

use super::super::goal::Goal;
use super::super::space::{Slide, Space, State};
use super::super::tiles::Tiles;
use crate::grid::Size;
use crate::search::Heuristic;

/// The sum over all tiles of the rows and columns between where a tile is and where it belongs.
#[derive(Clone, Debug)]
pub struct Manhattan {
    size: Size,
    /// Row of each cell.
    pub(super) row_of: Vec<u16>,
    /// Column of each cell.
    pub(super) col_of: Vec<u16>,
    /// Row where each tile belongs.
    pub(super) goal_row: Vec<u16>,
    /// Column where each tile belongs.
    pub(super) goal_col: Vec<u16>,
}

impl Manhattan {
    /// Distances to this goal. Time and memory linear in the number of cells.
    #[must_use]
    pub fn new(goal: &Goal) -> Self {
        let size = goal.board().size();
        let cells = goal.board().cells_by_tile();
        let row = |cell: usize| size.cell(cell).row as u16;
        let col = |cell: usize| size.cell(cell).col as u16;
        Self {
            size,
            row_of: (0..size.cells()).map(row).collect(),
            col_of: (0..size.cells()).map(col).collect(),
            goal_row: cells.iter().map(|&cell| row(cell as usize)).collect(),
            goal_col: cells.iter().map(|&cell| col(cell as usize)).collect(),
        }
    }

    /// How far a tile in this cell is from where it belongs.
    fn distance(&self, tile: u16, cell: usize) -> u32 {
        let (row, col) = (self.goal_row[tile as usize], self.goal_col[tile as usize]);
        u32::from(self.row_of[cell].abs_diff(row)) + u32::from(self.col_of[cell].abs_diff(col))
    }

    /// The cell into which the tile slid whose move left the blank in `from`.
    #[inline]
    pub(super) fn target(&self, from: usize, slide: Slide) -> usize {
        let cols = self.size.cols as usize;
        match slide {
            Slide::Up => from - cols,
            Slide::Down => from + cols,
            Slide::Left => from - 1,
            Slide::Right => from + 1,
        }
    }
}

impl<T: Tiles> Heuristic<Space<T>> for Manhattan {
    type Parts = u32;

    fn of(&self, state: &State<T>) -> u32 {
        (0..self.size.cells())
            .map(|cell| (state.tiles.get(cell), cell))
            .filter(|&(tile, _)| tile != 0)
            .map(|(tile, cell)| self.distance(tile, cell))
            .sum()
    }

    /// One move is one cell towards where the tile belongs, or one away from it.
    #[inline]
    fn after(&self, parent: u32, slide: Slide, child: &State<T>) -> u32 {
        let from = child.blank as usize;
        let tile = child.tiles.get(self.target(from, slide)) as usize;
        let nearer = match slide {
            Slide::Up => self.goal_row[tile] < self.row_of[from],
            Slide::Down => self.goal_row[tile] > self.row_of[from],
            Slide::Left => self.goal_col[tile] < self.col_of[from],
            Slide::Right => self.goal_col[tile] > self.col_of[from],
        };
        if nearer { parent - 1 } else { parent + 1 }
    }

    fn estimate(&self, parts: u32) -> u64 {
        parts.into()
    }
}
