//! Whether a board can become its goal, decided before any search.
//!
//! Read the tiles row by row, leave the blank out, and count the inversions: pairs that stand in the order of
//! their numbers turned round. Sliding a tile along its row changes nothing in that reading. Sliding it to
//! the row above or below carries it past cols − 1 others, each of which is one inversion more or less. So
//! with an odd number of columns the parity of the inversions never changes; with an even number it changes
//! together with the parity of the blank's row. On two rows and two columns or more that is the only obstacle
//! (Johnson and Story, 1879). In a single row or column tiles cannot pass each other at all.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Board;
use super::goal::Goal;

/// Which rule decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Permutation parity: two rows and two columns or more.
    Parity,
    /// The order of the tiles: one row or one column.
    Order,
}

/// Whether the goal can be reached, and the figures that decide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Verdict {
    /// Which rule decides.
    pub rule: Rule,
    /// Inversions of the board, the blank left out (`parity` only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub board_inversions: Option<u64>,
    /// Inversions of the goal, the blank left out (`parity` only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub goal_inversions: Option<u64>,
    /// Rows between the board's blank and the goal's (`parity` only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub blank_row_distance: Option<u64>,
    /// Columns of the board (`parity` only): where they are even, the rows between the blanks count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 1)]
    pub cols: Option<u64>,
}

impl Verdict {
    /// Decides in O(n log n) for n cells; also says whether the goal can be reached, and why, in a sentence.
    #[must_use]
    pub fn of(board: &Board, goal: &Goal) -> (Self, bool, String) {
        let size = board.size();
        let goal = goal.board();
        if size.rows == 1 || size.cols == 1 { by_order(board, goal) } else { by_parity(board, goal) }
    }
}

fn by_order(board: &Board, goal: &Board) -> (Verdict, bool, String) {
    let tiles = |board: &Board| board.tiles().iter().copied().filter(|&tile| tile != 0).collect::<Vec<_>>();
    let (have, want) = (tiles(board), tiles(goal));
    let differs = have.iter().zip(&want).position(|(a, b)| a != b);
    let line = if board.size().rows == 1 { "row" } else { "column" };
    let reason = match differs {
        None => format!(
            "in a single {line} tiles cannot pass each other, and they already are in the goal's order"
        ),
        Some(at) => format!(
            "in a single {line} tiles cannot pass each other, and their order differs from the goal's: \
             tile number {} from the start is {}, the goal wants {}",
            at + 1,
            have[at],
            want[at]
        ),
    };
    let verdict = Verdict {
        rule: Rule::Order,
        board_inversions: None,
        goal_inversions: None,
        blank_row_distance: None,
        cols: None,
    };
    (verdict, differs.is_none(), reason)
}

fn by_parity(board: &Board, goal: &Board) -> (Verdict, bool, String) {
    let size = board.size();
    let (have, want) = (inversions(board.tiles()), inversions(goal.tiles()));
    let row = |board: &Board| size.cell(board.blank()).row;
    let rows = u64::from(row(board).abs_diff(row(goal)));
    // Put together by hand: it is part of every answer, and formatting takes as long as all the rest of this.
    let digits = &mut [itoa::Buffer::new(), itoa::Buffer::new(), itoa::Buffer::new()];
    let [have_text, want_text, rows_text] = digits;
    let (have_text, want_text, rows_text) =
        (have_text.format(have), want_text.format(want), rows_text.format(rows));
    let is_odd_width = size.cols % 2 == 1;
    let carried = if is_odd_width { have } else { have + rows };
    let solvable = carried % 2 == want % 2;
    let end = if solvable { "so the goal can be reached" } else { "so the goal cannot be reached" };
    let reason = if is_odd_width {
        [
            "with an odd number of columns no move changes whether the number of inversions is even or odd: \
             the board has ",
            have_text,
            " (",
            parity(have),
            "), the goal ",
            want_text,
            " (",
            parity(want),
            "), ",
            end,
        ]
        .concat()
    } else {
        [
            "with an even number of columns the board's inversions plus the rows between the two blanks must \
             be even or odd as the goal's inversions are: ",
            have_text,
            " + ",
            rows_text,
            " is ",
            parity(carried),
            ", ",
            want_text,
            " is ",
            parity(want),
            ", ",
            end,
        ]
        .concat()
    };
    let verdict = Verdict {
        rule: Rule::Parity,
        board_inversions: Some(have),
        goal_inversions: Some(want),
        blank_row_distance: Some(rows),
        cols: Some(u64::from(size.cols)),
    };
    (verdict, solvable, reason)
}

const fn parity(number: u64) -> &'static str {
    if number.is_multiple_of(2) { "even" } else { "odd" }
}

/// Pairs of tiles in which the larger stands before the smaller, the blank left out. O(n log n).
fn inversions(tiles: &[u16]) -> u64 {
    if tiles.len() <= u64::BITS as usize { by_set(tiles) } else { by_tree(tiles) }
}

/// With a set of tile numbers in one word.
fn by_set(tiles: &[u16]) -> u64 {
    let (mut seen, mut count) = (0_u64, 0);
    for &tile in tiles.iter().rev().filter(|&&tile| tile != 0) {
        let itself = 1 << tile;
        // Smaller tiles seen so far are those that stand behind this one.
        count += u64::from((seen & (itself - 1)).count_ones());
        seen |= itself;
    }
    count
}

/// With a binary indexed tree (Fenwick, 1994) over the tile numbers.
fn by_tree(tiles: &[u16]) -> u64 {
    let mut seen = vec![0_u32; tiles.len() + 1];
    let mut count = 0;
    for &tile in tiles.iter().rev().filter(|&&tile| tile != 0) {
        // Smaller tiles seen so far are those that stand behind this one.
        let mut at = tile as usize - 1;
        while at > 0 {
            count += u64::from(seen[at]);
            at &= at - 1;
        }
        let mut at = tile as usize;
        while at < seen.len() {
            seen[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::GoalPreset;

    fn of(rows: &[&[u32]], goal: Option<&[&[u32]]>) -> (Verdict, bool, String) {
        let board =
            |rows: &[&[u32]]| Board::new(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap();
        let start = board(rows);
        let goal = goal.map_or_else(
            || Goal::preset(GoalPreset::BlankLast, start.size()),
            |rows| Goal::explicit(board(rows)),
        );
        Verdict::of(&start, &goal)
    }

    #[test]
    fn inversions_by_the_definition() {
        let mut tiles = vec![3_u16, 0, 8, 5, 1, 7, 2, 4, 6];
        for _ in 0..50 {
            let plain: Vec<u16> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
            let pairs = (0..plain.len())
                .flat_map(|a| (a + 1..plain.len()).map(move |b| (a, b)))
                .filter(|&(a, b)| plain[a] > plain[b])
                .count();
            assert_eq!((by_set(&tiles), by_tree(&tiles)), (pairs as u64, pairs as u64), "{tiles:?}");
            tiles.rotate_left(2);
            tiles.swap(0, 5);
        }
    }

    #[test]
    fn width_decides_not_height() {
        // Both are impossible; a rule that looks at the number of rows calls the second one possible.
        assert!(!of(&[&[2, 1], &[3, 0]], None).1);
        assert!(!of(&[&[2, 1, 3], &[4, 5, 0]], None).1);
        assert!(of(&[&[1, 2, 3], &[0, 4, 5]], None).1);
    }

    #[test]
    fn the_goals_blank_may_be_anywhere() {
        let (verdict, solvable, reason) = of(&[&[0, 3], &[2, 1]], Some(&[&[1, 2], &[0, 3]]));
        assert_eq!((verdict.board_inversions, verdict.goal_inversions), (Some(3), Some(0)));
        assert_eq!((verdict.blank_row_distance, verdict.cols), (Some(1), Some(2)));
        assert!(solvable, "{reason}");
    }

    #[test]
    fn boards_that_public_solvers_search_to_exhaustion() {
        assert!(!of(&[&[1, 3, 4], &[8, 0, 2], &[7, 6, 5]], None).1);
        let board: &[&[u32]] = &[&[1, 2, 3, 7], &[12, 8, 15, 4], &[13, 10, 11, 5], &[9, 6, 14, 0]];
        assert!(!of(board, None).1);
    }

    #[test]
    fn a_line_keeps_its_order() {
        let (verdict, solvable, reason) = of(&[&[2, 1, 0]], None);
        assert_eq!(verdict.rule, Rule::Order);
        assert!(!solvable);
        assert!(reason.contains("tile number 1 from the start is 2, the goal wants 1"), "{reason}");
        assert!(of(&[&[0], &[1], &[2]], None).1);
    }
}
