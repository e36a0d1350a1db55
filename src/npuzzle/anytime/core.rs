//! The last block of a board, as a board of its own that has pattern databases.

use super::super::board::Board;
use super::super::constructive::Rectangle;
use super::super::goal::Goal;
use super::super::pattern_database::TableSet;
use super::beam::Pool;
use super::field::{Sources, hash, sources};
use super::patterns::Patterns;
use crate::grid::Size;

/// A block of cells, of the size that the tables are for.
pub(super) struct Core<'t> {
    pub(super) patterns: Patterns<'t>,
    pub(super) sources: Sources,
    /// By cell of the whole board, its number in the block; those outside have none that counts.
    numbers: Vec<u16>,
    /// The cells of the block, in order.
    cells: Vec<usize>,
}

impl<'t> Core<'t> {
    /// `None` if the tables are for other blocks. `cols` and `goal_blank` are those of the whole board, whose other
    /// cells are in order already.
    pub(super) fn new(tables: &'t TableSet, block: Rectangle, cols: usize, goal_blank: u32) -> Option<Self> {
        let size = Size { rows: block.rows(), cols: block.cols() };
        if (size.rows.max(size.cols), size.rows.min(size.cols)) != (tables.size().rows, tables.size().cols) {
            return None;
        }
        let cells: Vec<usize> = (block.top..block.bottom)
            .flat_map(|row| (block.left..block.right).map(move |col| row as usize * cols + col as usize))
            .collect();
        let mut numbers = vec![0; cells.last()? + 1];
        cells.iter().enumerate().for_each(|(number, &cell)| numbers[cell] = number as u16);
        let blank = usize::from(*numbers.get(goal_blank as usize)?);
        // Any names will do, as long as the blank is where it belongs.
        let mut names: Vec<u16> = (1..cells.len() as u16).collect();
        names.insert(blank, 0);
        let goal = Goal::explicit(Board::from_tiles(size, names));
        let patterns = Patterns::new(tables, goal.board(), &goal);
        Some(Self { patterns, sources: sources(size), numbers, cells })
    }

    /// The boards of a pool, seen inside the block only.
    pub(super) fn inside(&self, pool: &Pool, board_cells: usize) -> Pool {
        let mut inside = Pool::default();
        for (head, tiles) in pool.heads.iter().zip(pool.tiles.chunks(board_cells)) {
            let begin = inside.tiles.len();
            inside.tiles.extend(self.cells.iter().map(|&cell| self.numbers[usize::from(tiles[cell])]));
            let blank = self.numbers[head.blank as usize].into();
            let hash = hash(&inside.tiles[begin..], blank as usize);
            inside.heads.push(head.seen_as(blank, hash));
        }
        inside
    }
}
