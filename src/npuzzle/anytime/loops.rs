//! Boards that a plan comes across twice: everything between is cut.

use std::collections::HashMap;

use super::super::space::Slide;
use super::field::{Board, hash, key};

/// Plans longer than this are left alone: boards would be remembered by the hundred thousand.
const LONGEST: usize = 1 << 20;

/// Bytes that cutting a plan of so many moves holds at most.
pub(super) const fn bytes(moves: usize) -> usize {
    let remembered = if moves > LONGEST { 0 } else { moves };
    remembered * (size_of::<Slide>() + size_of::<u64>() + 2 * size_of::<(u64, usize)>() + 2)
}

/// Cuts every way from a board back to the same board. Time linear in the plan.
///
/// Boards are compared by hash first, and cut only if the moves between really change nothing.
pub(super) fn cut(plan: &mut Vec<Slide>, board: &Board, cols: usize) {
    if plan.len() > LONGEST {
        return;
    }
    let mut board = board.clone();
    let mut now = hash(&board.tiles, board.blank);
    let mut seen = HashMap::from([(now, 0)]);
    let mut hashes = vec![now];
    let mut kept: Vec<Slide> = Vec::with_capacity(plan.len());
    for &slide in &*plan {
        let to = board.blank;
        board.slide(slide, cols);
        let tile = board.tiles[to];
        now ^= key(tile, to) ^ key(tile, board.blank);
        kept.push(slide);
        match seen.get(&now) {
            Some(&at) if changes_nothing(&kept[at..], &board, cols) => {
                kept.truncate(at);
                for hash in hashes.drain(at + 1..) {
                    seen.remove(&hash);
                }
            }
            Some(_) => hashes.push(now),
            None => {
                seen.insert(now, kept.len());
                hashes.push(now);
            }
        }
    }
    *plan = kept;
}

/// Whether the moves, made backwards from a board, lead back to it.
fn changes_nothing(moves: &[Slide], board: &Board, cols: usize) -> bool {
    let mut before = board.clone();
    moves.iter().rev().for_each(|slide| before.slide(slide.opposite(), cols));
    before.blank == board.blank && before.tiles == board.tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_that_lead_back_are_cut() {
        use crate::grid::Direction::{Down, Left, Right, Up};
        let board = Board { tiles: vec![1, 2, 5, 0, 4, 3], blank: 2 };
        // Three times round a square of four cells changes nothing.
        let mut plan = vec![Up];
        plan.extend([Right, Down, Left, Up].repeat(3));
        plan.push(Right);
        cut(&mut plan, &board, 3);
        assert_eq!(plan, [Up, Right]);
        // Twice round does change something.
        let mut plan = [Up, Right, Down, Left].repeat(2);
        cut(&mut plan, &board, 3);
        assert_eq!(plan.len(), 8);
    }
}
