//! Linear conflict (Hansson, Mayer and Yung, 1992): tiles that stand in each other's way within a line.
//!
//! Tiles that are in the row (or column) where they belong, but in the wrong order, cannot get past each other
//! inside it: some must leave the line and come back, two moves each that Manhattan distance does not see.
//! The fewest that must leave are all but a longest increasing subsequence of their goal positions. (Adding
//! two for every *pair* in conflict, as is often done, overestimates: `3 1 2` needs one tile to leave, not
//! two.) Leaving a row takes vertical moves and leaving a column horizontal ones, so both add up.

use super::super::goal::Goal;
use super::super::space::{Slide, Space, State};
use super::super::tiles::Tiles;
use super::manhattan::Manhattan;
use crate::npuzzle::Board;
use crate::search::Heuristic;

/// Manhattan distance plus two moves for each tile that must leave its goal line and return.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: usize,
    cols: usize,
}

/// Manhattan distance, and twice the tiles that must leave their lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    manhattan: u32,
    conflicts: u32,
}

impl LinearConflict {
    /// Conflicts on the way to this goal. Time and memory linear in the number of cells.
    #[must_use]
    pub fn new(goal: &Goal) -> Self {
        let size = goal.board().size();
        Self { manhattan: Manhattan::new(goal), rows: size.rows as usize, cols: size.cols as usize }
    }

    /// Twice the tiles that must leave a row; `put` overrides what stands in one of its cells.
    fn row<T: Tiles>(&self, tiles: &T, row: usize, put: Option<(usize, u16)>) -> u32 {
        let Manhattan { goal_row, goal_col, .. } = &self.manhattan;
        let cells = row * self.cols..(row + 1) * self.cols;
        self.line(tiles, cells, put, |tile| goal_row[tile] as usize == row, |tile| goal_col[tile])
    }

    /// Twice the tiles that must leave a column; `put` overrides what stands in one of its cells.
    fn col<T: Tiles>(&self, tiles: &T, col: usize, put: Option<(usize, u16)>) -> u32 {
        let Manhattan { goal_row, goal_col, .. } = &self.manhattan;
        let cells = (col..self.rows * self.cols).step_by(self.cols);
        self.line(tiles, cells, put, |tile| goal_col[tile] as usize == col, |tile| goal_row[tile])
    }

    #[inline]
    fn line<T: Tiles>(
        &self,
        tiles: &T,
        cells: impl Iterator<Item = usize>,
        put: Option<(usize, u16)>,
        belongs: impl Fn(usize) -> bool,
        place: impl Fn(usize) -> u16,
    ) -> u32 {
        // `tails[l]` is the smallest goal position that ends an increasing subsequence of length l + 1.
        let mut tails = [0_u16; Board::MOST_SIDE as usize];
        let (mut longest, mut count) = (0, 0);
        for cell in cells {
            let tile = match put {
                Some((at, tile)) if at == cell => tile,
                _ => tiles.get(cell),
            };
            if tile == 0 || !belongs(tile as usize) {
                continue;
            }
            count += 1;
            let place = place(tile as usize);
            // Usually the line is in order; then the new place is the largest so far.
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

impl<T: Tiles> Heuristic<Space<T>> for LinearConflict {
    type Parts = Parts;

    fn of(&self, state: &State<T>) -> Parts {
        let rows = (0..self.rows).map(|row| self.row(&state.tiles, row, None)).sum::<u32>();
        let cols = (0..self.cols).map(|col| self.col(&state.tiles, col, None)).sum::<u32>();
        Parts { manhattan: self.manhattan.of(state), conflicts: rows + cols }
    }

    /// The line along which the tile slid keeps its order; of the two that it left and entered, only the one
    /// where it belongs can change.
    #[inline]
    fn after(&self, parent: Parts, slide: Slide, child: &State<T>) -> Parts {
        let manhattan = self.manhattan.after(parent.manhattan, slide, child);
        let from = child.blank as usize;
        let to = self.manhattan.target(from, slide);
        let tile = child.tiles.get(to);
        let Manhattan { row_of, col_of, goal_row, goal_col, .. } = &self.manhattan;
        let (before, now) = if slide.is_horizontal() {
            let home = goal_col[tile as usize];
            if home == col_of[from] {
                let col = home as usize;
                (self.col(&child.tiles, col, Some((from, tile))), self.col(&child.tiles, col, None))
            } else if home == col_of[to] {
                let col = home as usize;
                (self.col(&child.tiles, col, Some((to, 0))), self.col(&child.tiles, col, None))
            } else {
                (0, 0)
            }
        } else {
            let home = goal_row[tile as usize];
            if home == row_of[from] {
                let row = home as usize;
                (self.row(&child.tiles, row, Some((from, tile))), self.row(&child.tiles, row, None))
            } else if home == row_of[to] {
                let row = home as usize;
                (self.row(&child.tiles, row, Some((to, 0))), self.row(&child.tiles, row, None))
            } else {
                (0, 0)
            }
        };
        Parts { manhattan, conflicts: parent.conflicts + now - before }
    }

    fn estimate(&self, parts: Parts) -> u64 {
        u64::from(parts.manhattan) + u64::from(parts.conflicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::{GoalPreset, Nibbles};

    /// Conflicts of the board's first row, as rows of a board that is otherwise solved.
    fn conflicts(rows: &[&[u32]], goal: &[&[u32]]) -> u32 {
        let board =
            |rows: &[&[u32]]| Board::new(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap();
        let goal = Goal::explicit(board(goal));
        let space = Space::<Nibbles>::new(&board(rows), &goal);
        LinearConflict::new(&goal).of(&crate::search::StateSpace::start(&space)).conflicts
    }

    #[test]
    fn two_for_each_tile_that_must_leave_not_for_each_pair() {
        assert_eq!(conflicts(&[&[3, 1, 2], &[4, 5, 0]], &[&[1, 2, 3], &[4, 5, 0]]), 2);
        assert_eq!(conflicts(&[&[2, 1, 4, 3], &[5, 6, 7, 0]], &[&[1, 2, 3, 4], &[5, 6, 7, 0]]), 4);
        assert_eq!(conflicts(&[&[3, 2, 1], &[4, 5, 0]], &[&[1, 2, 3], &[4, 5, 0]]), 4);
        assert_eq!(conflicts(&[&[1, 2, 3], &[4, 5, 0]], &[&[1, 2, 3], &[4, 5, 0]]), 0);
    }

    #[test]
    fn columns_count_too() {
        let goal =
            Goal::preset(GoalPreset::BlankLast, crate::grid::Size { rows: 3, cols: 2 }).board().to_rows();
        let goal: Vec<&[u32]> = goal.iter().map(Vec::as_slice).collect();
        assert_eq!(conflicts(&[&[5, 2], &[3, 4], &[1, 0]], &goal), 4);
    }
}
