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
        // A bit for each goal position that is the smallest end of an increasing subsequence of some length
        // (Schensted, 1961). A new position takes the place of the next larger one, or makes the longest
        // subsequence one longer; so each replacement is a tile that the longest has no room for.
        let mut ends = [0_u64; Board::MOST_SIDE as usize / 64];
        let last_word = (self.rows.max(self.cols) - 1) / 64;
        let mut leaving = 0;
        for cell in cells {
            let tile = match put {
                Some((at, tile)) if at == cell => tile,
                _ => tiles.get(cell),
            };
            if tile == 0 || !belongs(tile as usize) {
                continue;
            }
            let place = place(tile as usize) as usize;
            let (mut word, bit) = (place / 64, 1 << (place % 64));
            let mut larger = ends[word] & !(bit | (bit - 1));
            ends[word] |= bit;
            while larger == 0 && word < last_word {
                word += 1;
                larger = ends[word];
            }
            if larger != 0 {
                ends[word] &= !(larger & larger.wrapping_neg());
                leaving += 1;
            }
        }
        2 * leaving
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
    use crate::npuzzle::{GoalPreset, Nibbles, Wide};

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

    /// All but a longest increasing subsequence, by its definition: quadratic.
    fn leaving(row: &[u16]) -> u32 {
        let mut longest_to = vec![1; row.len()];
        for end in 0..row.len() {
            for before in 0..end {
                if row[before] < row[end] {
                    longest_to[end] = longest_to[end].max(longest_to[before] + 1);
                }
            }
        }
        row.len() as u32 - longest_to.into_iter().max().unwrap_or(0)
    }

    #[test]
    fn lines_of_any_length() {
        for cols in [2, 5, 63, 64, 65, 129, 256] {
            let size = crate::grid::Size { rows: 2, cols };
            let goal = Goal::preset(GoalPreset::BlankLast, size);
            for step in 1..97 {
                let mut tiles = goal.board().tiles().to_vec();
                let row = &mut tiles[..cols as usize];
                row.sort_by_key(|&tile| (u32::from(tile) * step % 97, tile));
                let wanted = 2 * leaving(row);
                let space = Space::<Wide>::new(&Board::from_tiles(size, tiles), &goal);
                let start = crate::search::StateSpace::start(&space);
                assert_eq!(LinearConflict::new(&goal).of(&start).conflicts, wanted, "{cols}, {step}");
            }
        }
    }
}
