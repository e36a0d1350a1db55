//! A board that is valid once it exists.

use crate::grid::Size;

/// A rectangle that holds each of the tiles 1 … rows·cols−1 once, and the blank, written 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    tiles: Vec<u16>,
}

/// Why rows of numbers are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// No rows, or rows without tiles.
    #[error("a board has at least one row and one column")]
    Empty,
    /// More than [`Board::MOST_SIDE`] rows or columns.
    #[error("a board has at most {} rows and columns", Board::MOST_SIDE)]
    TooLarge,
    /// Rows of different lengths.
    #[error("all rows of a board are of one length")]
    Ragged,
    /// Not each of 0 … rows·cols−1 once.
    #[error("a board holds each of 0 … rows·cols−1 exactly once")]
    NotAPermutation,
}

impl Board {
    /// The largest number of rows, and of columns: tile numbers fit into 16 bits.
    pub const MOST_SIDE: u32 = 256;

    /// Checks the rows, in time linear in the number of cells.
    ///
    /// # Errors
    /// The first rule that the rows break.
    pub fn new(rows: &[Vec<u32>]) -> Result<Self, BoardError> {
        let cols = rows.first().map_or(0, Vec::len);
        if cols == 0 {
            return Err(BoardError::Empty);
        }
        let most = Self::MOST_SIDE as usize;
        if rows.len() > most || cols > most {
            return Err(BoardError::TooLarge);
        }
        let cells = rows.len() * cols;
        let mut tiles = Vec::with_capacity(cells);
        let mut seen = vec![false; cells];
        for row in rows {
            if row.len() != cols {
                return Err(BoardError::Ragged);
            }
            for &tile in row {
                match seen.get_mut(tile as usize) {
                    Some(seen) if !*seen => *seen = true,
                    _ => return Err(BoardError::NotAPermutation),
                }
                tiles.push(tile as u16);
            }
        }
        Ok(Self { size: Size { rows: rows.len() as u32, cols: cols as u32 }, tiles })
    }

    /// A board from tiles in row-major order that are known to be a permutation.
    pub(super) fn from_tiles(size: Size, tiles: Vec<u16>) -> Self {
        debug_assert_eq!(size.cells(), tiles.len());
        Self { size, tiles }
    }

    /// Rows and columns.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The tiles in row-major order, 0 for the blank.
    #[must_use]
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The index of the blank's cell.
    #[must_use]
    pub fn blank(&self) -> usize {
        self.cell_of(0)
    }

    /// The index of a tile's cell.
    fn cell_of(&self, tile: u16) -> usize {
        self.tiles.iter().position(|&other| other == tile).expect("a board holds every tile")
    }

    /// Where every tile lies: the index of its cell, by tile number.
    #[must_use]
    pub fn cells_by_tile(&self) -> Vec<u32> {
        let mut cells = vec![0; self.tiles.len()];
        for (cell, &tile) in self.tiles.iter().enumerate() {
            cells[tile as usize] = cell as u32;
        }
        cells
    }

    /// The board as rows of numbers.
    #[must_use]
    pub fn to_rows(&self) -> Vec<Vec<u32>> {
        self.tiles
            .chunks(self.size.cols as usize)
            .map(|row| row.iter().map(|&tile| u32::from(tile)).collect())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_a_board_and_back() {
        let rows = vec![vec![1, 2, 3], vec![4, 5, 0]];
        let board = Board::new(&rows).unwrap();
        assert_eq!(board.size(), Size { rows: 2, cols: 3 });
        assert_eq!(board.blank(), 5);
        assert_eq!(board.to_rows(), rows);
    }

    #[test]
    fn what_is_no_board() {
        for (rows, error) in [
            (vec![], BoardError::Empty),
            (vec![vec![]], BoardError::Empty),
            (vec![vec![0; 257]], BoardError::TooLarge),
            (vec![vec![1, 2], vec![0]], BoardError::Ragged),
            (vec![vec![1, 1], vec![2, 0]], BoardError::NotAPermutation),
            (vec![vec![1, 4], vec![2, 0]], BoardError::NotAPermutation),
        ] {
            assert_eq!(Board::new(&rows), Err(error), "{rows:?}");
        }
    }
}
