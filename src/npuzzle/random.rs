//! Random boards for tests: the same for the same seed, everywhere.

use super::board::Board;
use super::goal::Goal;
use super::verdict::Verdict;
use crate::grid::{Direction, Size};

/// Numbers that look random (Steele, Lea and Flood, 2014: SplitMix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    /// Any board of this size.
    pub(super) fn board(&mut self, size: Size) -> Board {
        let mut tiles: Vec<u16> = (0..size.cells()).map(|tile| tile as u16).collect();
        (1..tiles.len()).rev().for_each(|at| tiles.swap(at, self.below(at + 1)));
        Board::from_tiles(size, tiles)
    }

    /// Any board that can become the goal.
    pub(super) fn solvable(&mut self, goal: &Goal) -> Board {
        made_solvable(self.board(goal.board().size()), goal)
    }

    /// The board after so many slides, none of which undoes the one before.
    pub(super) fn walk(&mut self, board: &Board, moves: usize) -> Board {
        let size = board.size();
        let (mut tiles, mut blank) = (board.tiles().to_vec(), board.blank());
        let mut last = None;
        for _ in 0..moves {
            let ways: Vec<(Direction, usize)> = Direction::ALL
                .into_iter()
                .filter(|way| last != Some(way.opposite()))
                .filter_map(|way| Some((way, size.neighbour(blank, way)?)))
                .collect();
            let (way, next) = ways[self.below(ways.len())];
            tiles.swap(blank, next);
            (blank, last) = (next, Some(way));
        }
        Board::from_tiles(size, tiles)
    }
}

/// The board, with two tiles exchanged if it could not become the goal otherwise.
fn made_solvable(board: Board, goal: &Goal) -> Board {
    if Verdict::of(&board, goal).1 {
        return board;
    }
    let mut tiles = board.tiles().to_vec();
    let mut of_tiles = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    let (a, b) = (of_tiles.next().unwrap(), of_tiles.next().unwrap());
    tiles.swap(a, b);
    Board::from_tiles(board.size(), tiles)
}
