//! The tables as a heuristic of the textbook searches.
//!
//! Ranks are computed anew for every state: beside what such a search spends on its open list and its visited
//! set that is little, and what it must keep for each state stays small.

use std::sync::Arc;

use super::approach::Approach;
use super::set::TableSet;
use crate::npuzzle::board::Board;
use crate::npuzzle::goal::Goal;
use crate::npuzzle::space::{Slide, Space, State};
use crate::npuzzle::tiles::Tiles;
use crate::search::Heuristic;

/// Additive pattern databases (Korf and Felner, 2002): the better of the sums over all views of the tables.
#[derive(Clone, Debug)]
pub struct PatternDatabase {
    tables: Arc<TableSet>,
    approach: Approach,
    cells: usize,
}

impl PatternDatabase {
    /// Bounds on the moves to this goal, by the approach that promises most from this board. Both are of the
    /// tables' size, or that size laid on its side.
    #[must_use]
    pub fn new(tables: Arc<TableSet>, board: &Board, goal: &Goal) -> Self {
        let approach = tables.approach(board, goal);
        Self { tables, approach, cells: board.size().cells() }
    }
}

impl<T: Tiles> Heuristic<Space<T>> for PatternDatabase {
    type Parts = u32;

    fn of(&self, state: &State<T>) -> u32 {
        let tiles = (0..self.cells).map(|cell| state.tiles.get(cell));
        self.tables.bound(&self.approach.placement(tiles)).saturating_sub(self.approach.detour())
    }

    fn after(&self, _: u32, _: Slide, child: &State<T>) -> u32 {
        self.of(child)
    }

    fn estimate(&self, bound: u32) -> u64 {
        bound.into()
    }
}
