//! Random boards: the same for the same seed, on every platform and in every release.

use super::board::Board;
use super::goal::Goal;
use super::verdict::Verdict;
use crate::grid::{Direction, Size};

/// Numbers that look random (Steele, Lea and Flood, 2014: SplitMix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, each as likely as any other.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // The last few numbers do not go round evenly.
        let even = u64::MAX - (u64::MAX % bound + 1) % bound;
        loop {
            let drawn = self.next();
            if drawn <= even {
                return (drawn % bound) as usize;
            }
        }
    }

    /// Any board of this size.
    pub(super) fn board(&mut self, size: Size) -> Board {
        let mut tiles: Vec<u16> = (0..size.cells()).map(|tile| tile as u16).collect();
        (1..tiles.len()).rev().for_each(|at| tiles.swap(at, self.below(at + 1)));
        Board::from_tiles(size, tiles)
    }

    /// Any board that can become the goal, each as likely as any other.
    pub(super) fn solvable(&mut self, goal: &Goal) -> Board {
        made_solvable(self.board(goal.board().size()), goal)
    }

    /// The board after so many slides, none of which undoes the one before but at the end of a line.
    pub(super) fn walk(&mut self, board: &Board, moves: usize) -> Board {
        let size = board.size();
        let (mut tiles, mut blank) = (board.tiles().to_vec(), board.blank());
        let mut last = None;
        for _ in 0..moves {
            let all =
                || Direction::ALL.into_iter().filter_map(|way| Some((way, size.neighbour(blank, way)?)));
            let onwards = || all().filter(|(way, _)| last != Some(way.opposite()));
            let (ways, is_end) = (onwards().count(), onwards().next().is_none());
            let way = if is_end { all().next() } else { onwards().nth(self.below(ways)) };
            let Some((way, next)) = way else { break };
            tiles.swap(blank, next);
            (blank, last) = (next, Some(way));
        }
        Board::from_tiles(size, tiles)
    }
}

/// The board, with two tiles exchanged if it could not become the goal otherwise. (In a single row or column only the
/// blank can be anywhere.) As many boards lead to one that can as to any other.
fn made_solvable(board: Board, goal: &Goal) -> Board {
    if Verdict::of(&board, goal).1 {
        return board;
    }
    let size = board.size();
    if size.rows == 1 || size.cols == 1 {
        let mut tiles: Vec<u16> = goal.board().tiles().iter().copied().filter(|&tile| tile != 0).collect();
        tiles.insert(board.blank(), 0);
        return Board::from_tiles(size, tiles);
    }
    let mut tiles = board.tiles().to_vec();
    let mut of_tiles = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    if let (Some(a), Some(b)) = (of_tiles.next(), of_tiles.next()) {
        tiles.swap(a, b);
    }
    Board::from_tiles(size, tiles)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::npuzzle::GoalPreset;

    /// Pearson's statistic of so many draws that should be even over `kinds`, and what it exceeds once in a million times, by
    /// the normal approximation of Wilson and Hilferty (1931).
    fn chi_squared(counts: &BTreeMap<Vec<u16>, u64>, kinds: usize, draws: u64) -> (f64, f64) {
        let expected = draws as f64 / kinds as f64;
        let seen: f64 = counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        let statistic = seen + (kinds - counts.len()) as f64 * expected;
        let freedom = (kinds - 1) as f64;
        let part = 2.0 / (9.0 * freedom);
        (statistic, freedom * (1.0 - part + 4.753 * part.sqrt()).powi(3))
    }

    #[test]
    fn every_board_that_can_be_solved_is_as_likely_as_any_other() {
        for (rows, cols, kinds) in [(2, 2, 12), (2, 3, 360), (3, 2, 360), (1, 5, 5), (4, 1, 4), (1, 1, 1)] {
            let goal = Goal::preset(GoalPreset::BlankLast, Size { rows, cols });
            let draws = 200 * kinds as u64;
            let mut counts = BTreeMap::new();
            for seed in 0..draws {
                let board = Random(seed).solvable(&goal);
                assert!(Verdict::of(&board, &goal).1);
                *counts.entry(board.tiles().to_vec()).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), kinds, "{rows} × {cols}");
            if kinds > 1 {
                let (statistic, most) = chi_squared(&counts, kinds, draws);
                assert!(statistic < most, "{rows} × {cols}: {statistic} of at most {most}");
            }
        }
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = Random(1);
        let mut counts = [0_u32; 6];
        (0..60_000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
