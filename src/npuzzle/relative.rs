//! A board seen relative to its goal: every tile is called by the cell where it belongs.
//!
//! Tables are built for one goal; this renaming carries every other goal whose blank is in the same cell over
//! to it, and mirror images carry further cells of the blank over to each other.

use super::board::Board;
use super::goal::Goal;
use crate::grid::Size;

/// By cell, the goal cell of the tile that lies there; the blank, like a tile, by the goal's blank cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relative {
    pub(super) size: Size,
    /// A permutation of the cells; the identity is the goal.
    pub(super) homes: Vec<u16>,
    /// The cell where the blank is.
    pub(super) blank: u32,
    /// The cell where the blank belongs.
    pub(super) goal_blank: u32,
}

impl Relative {
    /// The board relative to the goal, which is of its size. Time linear in the number of cells.
    pub(super) fn of(board: &Board, goal: &Goal) -> Self {
        let cells = goal.board().cells_by_tile();
        Self {
            size: board.size(),
            homes: board.tiles().iter().map(|&tile| cells[tile as usize] as u16).collect(),
            blank: board.blank() as u32,
            goal_blank: cells[0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::GoalPreset;

    #[test]
    fn the_goal_is_the_identity() {
        let goal = Goal::preset(GoalPreset::Spiral, Size { rows: 3, cols: 4 });
        let relative = Relative::of(goal.board(), &goal);
        assert_eq!(relative.homes, (0..12).collect::<Vec<u16>>());
        assert_eq!(relative.blank, relative.goal_blank);
    }

    #[test]
    fn tiles_are_called_by_their_homes() {
        let goal = Goal::explicit(Board::new(&[vec![3, 0], vec![1, 2]]).unwrap());
        let board = Board::new(&[vec![1, 3], vec![2, 0]]).unwrap();
        let relative = Relative::of(&board, &goal);
        assert_eq!((relative.homes, relative.blank, relative.goal_blank), (vec![2, 0, 3, 1], 3, 1));
    }
}
