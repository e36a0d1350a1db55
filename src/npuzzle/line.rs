//! Boards of one row or column: there is but one plan, and no search.
//!
//! Tiles cannot pass each other, so a board that can become its goal differs from it in the blank's place
//! only, and the tiles between slide past that one by one.

use super::board::Board;
use super::goal::Goal;
use super::space::Slide;

/// The plan for a board of one row or one column that has its goal's order. Time linear in its length.
pub(super) fn plan(board: &Board, goal: &Goal) -> Vec<Slide> {
    let (blank, wanted) = (board.blank(), goal.board().blank());
    let slide = match (board.size().rows == 1, blank < wanted) {
        (true, true) => Slide::Left,
        (true, false) => Slide::Right,
        (false, true) => Slide::Up,
        (false, false) => Slide::Down,
    };
    vec![slide; blank.abs_diff(wanted)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(board: &[&[u32]], goal: &[&[u32]]) -> String {
        let read =
            |rows: &[&[u32]]| Board::new(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap();
        plan(&read(board), &Goal::explicit(read(goal))).into_iter().map(Slide::letter).collect()
    }

    #[test]
    fn the_tiles_between_slide_past_the_blank() {
        assert_eq!(letters(&[&[0, 1, 2, 3]], &[&[1, 2, 0, 3]]), "LL");
        assert_eq!(letters(&[&[1, 2, 3, 0]], &[&[0, 1, 2, 3]]), "RRR");
        assert_eq!(letters(&[&[0], &[1], &[2]], &[&[1], &[2], &[0]]), "UU");
        assert_eq!(letters(&[&[2], &[1], &[0]], &[&[2], &[0], &[1]]), "D");
        assert_eq!(letters(&[&[0]], &[&[0]]), "");
    }
}
