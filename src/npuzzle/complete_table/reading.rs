//! A board as the table knows it: the tiles read row by row without the blank, and the blank's cell.
//!
//! Sliding a tile along its row leaves the reading as it is; sliding it to another row carries it past
//! `cols` − 1 others. The parity of the reading is therefore fixed by the blank's row, so that of two readings
//! that differ in their last two tiles only, exactly one can be reached. That makes the index perfect: the
//! blank's cell, and the Lehmer rank of all tiles but the last two. (A rank over the cells, blank included,
//! is not: halving it maps boards that can be reached onto each other.)

use super::symmetry::Symmetry;
use crate::grid::{Direction, Size};
use crate::npuzzle::relative::Relative;

/// Tiles and blank. Tiles are numbered from 0 in the goal's order, four bits each, the first lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) tiles: u64,
    pub(super) blank: u32,
}

impl Reading {
    /// The reading of the goal itself.
    pub(super) const fn goal(blank: u32) -> Self {
        Self { tiles: 0xfedc_ba98_7654_3210, blank }
    }

    /// A board of at most 16 cells, turned.
    pub(super) fn of(board: &Relative, symmetry: Symmetry) -> Self {
        let goal_blank = symmetry.cell(board.goal_blank as usize);
        let mut homes = [0; 16];
        for (cell, &home) in board.homes.iter().enumerate() {
            homes[symmetry.cell(cell)] = symmetry.cell(home as usize);
        }
        let tiles = homes[..board.homes.len()].iter().rev().filter(|&&home| home != goal_blank);
        Self {
            tiles: tiles.fold(0, |word, &home| word << 4 | (home - usize::from(home > goal_blank)) as u64),
            blank: symmetry.cell(board.blank as usize) as u32,
        }
    }
}

impl Reading {
    /// The other way round: the cell where each cell's tile belongs, on the board before it was turned so that the
    /// goal's blank came to cell 0.
    pub(super) fn homes(self, symmetry: Symmetry) -> Vec<usize> {
        let cells = symmetry.size().cells();
        let mut unturned = vec![0; cells];
        for cell in 0..cells {
            unturned[symmetry.cell(cell)] = cell;
        }
        let mut tiles = (0..cells - 1).map(|at| (self.tiles >> (4 * at) & 0xf) as usize + 1);
        let turned: Vec<usize> = (0..cells)
            .map(|cell| if cell == self.blank as usize { 0 } else { tiles.next().unwrap_or_default() })
            .collect();
        (0..cells).map(|cell| unturned[turned[symmetry.cell(cell)]]).collect()
    }
}

/// Boards of one size: their moves, and a number for each that can be reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    cols: u32,
    cells: u32,
    /// Readings for each cell of the blank: half the permutations of the tiles.
    per_blank: u32,
}

/// One in every four bits above the lowest four.
const ONES: u64 = 0x1111_1111_1111_1110;

impl Index {
    /// For rectangles of 4 to 12 cells, with two rows and columns or more.
    pub(super) fn new(size: Size) -> Self {
        let cells = size.cells() as u32;
        Self { cols: size.cols, cells, per_blank: (3..cells).product() }
    }

    /// How many boards there are: half the permutations of the cells.
    pub(super) const fn len(self) -> usize {
        self.per_blank as usize * self.cells as usize
    }

    /// The number of a board, below [`len`](Self::len).
    #[inline]
    pub(super) const fn of(self, reading: Reading) -> usize {
        // Four bits a tile: how many smaller ones were not read yet. It starts at the tile itself, and each
        // tile read takes one from all larger ones.
        let mut smaller = 0xfedc_ba98_7654_3210_u64;
        let (mut tiles, mut rank) = (reading.tiles, 0);
        let mut left = self.cells - 1;
        while left > 2 {
            let shift = (tiles & 0xf) * 4;
            rank = rank * left + (smaller >> shift & 0xf) as u32;
            smaller = smaller.wrapping_sub(ONES << shift);
            tiles >>= 4;
            left -= 1;
        }
        (reading.blank * self.per_blank + rank) as usize
    }

    /// The board with this number, if the goal's blank is in cell 0.
    pub(super) fn reading(self, number: usize) -> Reading {
        let (blank, mut rank) = (number as u32 / self.per_blank, number as u32 % self.per_blank);
        let mut digits = [0; 16];
        // Every row that the blank is away from the goal's has carried a tile past so many others.
        let mut odd = blank / self.cols * (self.cols - 1);
        for left in 3..self.cells {
            digits[left as usize] = rank % left;
            odd += rank % left;
            rank /= left;
        }
        digits[2] = odd % 2;
        let (mut rest, mut tiles) = (0xfedc_ba98_7654_3210_u64, 0);
        for (at, left) in (1..self.cells).rev().enumerate() {
            let low = 4 * digits[left as usize];
            tiles |= (rest >> low & 0xf) << (4 * at);
            rest = rest & ((1 << low) - 1) | rest >> low >> 4 << low;
        }
        Reading { tiles, blank }
    }

    /// The board after a tile slid in this direction, if there is one beside the blank that can.
    #[inline]
    pub(super) const fn slide(self, reading: Reading, direction: Direction) -> Option<Reading> {
        let Reading { tiles, blank } = reading;
        let Self { cols, cells, .. } = self;
        match direction {
            Direction::Left if blank % cols + 1 < cols => Some(Reading { tiles, blank: blank + 1 }),
            Direction::Right if !blank.is_multiple_of(cols) => Some(Reading { tiles, blank: blank - 1 }),
            Direction::Up if blank + cols < cells => {
                // The last of the `cols` tiles behind the blank comes before the others.
                let (low, width) = (4 * blank, 4 * cols);
                let run = tiles >> low & ((1 << width) - 1);
                let turned = (run << 4 | run >> (width - 4)) & ((1 << width) - 1);
                Some(Reading { tiles: tiles ^ (run ^ turned) << low, blank: blank + cols })
            }
            Direction::Down if blank >= cols => {
                // The first of the `cols` tiles before the blank comes behind the others.
                let (low, width) = (4 * (blank - cols), 4 * cols);
                let run = tiles >> low & ((1 << width) - 1);
                let turned = run >> 4 | (run & 0xf) << (width - 4);
                Some(Reading { tiles: tiles ^ (run ^ turned) << low, blank: blank - cols })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_up_carries_a_tile_past_the_rest_of_the_row() {
        // 0 1 2        0 1 2
        // 3 · 4   →    3 6 4
        // 5 6 7        5 · 7
        let index = Index::new(Size { rows: 3, cols: 3 });
        let before = Reading::goal(4);
        let after = index.slide(before, Direction::Up).unwrap();
        assert_eq!((after.tiles, after.blank), (0xfedc_ba98_7546_3210, 7));
        assert_eq!(index.slide(after, Direction::Down), Some(before));
    }

    #[test]
    fn the_goal_is_the_first_of_its_blank() {
        let index = Index::new(Size { rows: 3, cols: 3 });
        assert_eq!(index.len(), 181_440);
        assert_eq!(index.of(Reading::goal(4)), 4 * 20_160);
    }
}
