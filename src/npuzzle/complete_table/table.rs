//! The table itself: how far every board is from one goal.

use std::ops::RangeInclusive;

use super::reading::{Index, Reading};
use crate::grid::{Direction, Size};

/// Written where no board was met; no board of ten cells is farther than 55 moves away.
const UNSEEN: u8 = u8::MAX;

/// Moves to the goal, by a board's number; one byte each.
#[derive(Debug)]
pub(super) struct Table {
    index: Index,
    moves: Box<[u8]>,
}

impl Table {
    /// Retrograde breadth-first search from the goal whose blank is in this cell: 12 boards on 2×2, 181,440 on
    /// 3×3, 1,814,400 on 2×5. Time and memory linear in their number.
    pub(super) fn build(size: Size, goal_blank: usize) -> Self {
        let index = Index::new(size);
        let mut moves = vec![UNSEEN; index.len()].into_boxed_slice();
        let goal = Reading::goal(goal_blank as u32);
        moves[index.of(goal)] = 0;
        // Moves can be taken back, so predecessors are successors.
        let (mut layer, mut next) = (vec![goal], Vec::new());
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            for &reading in &layer {
                for direction in Direction::ALL {
                    let Some(before) = index.slide(reading, direction) else { continue };
                    let moves = &mut moves[index.of(before)];
                    if *moves == UNSEEN {
                        *moves = depth;
                        next.push(before);
                    }
                }
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Self { index, moves }
    }

    /// Moves to the goal.
    #[inline]
    pub(super) fn moves(&self, reading: Reading) -> u8 {
        self.moves[self.index.of(reading)]
    }

    /// The numbers of the boards that are so many moves away, ascending.
    pub(super) fn numbers(&self, moves: RangeInclusive<u8>) -> impl Iterator<Item = usize> {
        let is_within = move |(_, away): &(usize, &u8)| moves.contains(away);
        self.moves.iter().enumerate().filter(is_within).map(|(number, _)| number)
    }

    /// The board with this number, if the goal's blank is in a corner.
    pub(super) fn reading(&self, number: usize) -> Reading {
        self.index.reading(number)
    }

    /// An optimal plan: at every board the first of these directions that leads one move nearer.
    pub(super) fn descend(&self, mut reading: Reading, order: [Direction; 4]) -> impl Iterator<Item = usize> {
        let mut left = self.moves(reading);
        let mut back = None;
        std::iter::from_fn(move || {
            let closer = left.checked_sub(1)?;
            let mut ahead = order.iter().enumerate().filter(|&(_, &direction)| Some(direction) != back);
            let (at, next) = ahead.find_map(|(at, &direction)| {
                let next = self.index.slide(reading, direction)?;
                (self.moves(next) == closer).then_some((at, next))
            })?;
            (reading, left, back) = (next, closer, Some(order[at].opposite()));
            Some(at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many boards are each number of moves away.
    fn distribution(rows: u32, cols: u32, goal_blank: usize) -> Vec<u64> {
        let moves = Table::build(Size { rows, cols }, goal_blank).moves;
        let mut counts = vec![0; 1 + usize::from(*moves.iter().max().unwrap())];
        moves.iter().for_each(|&moves| counts[usize::from(moves)] += 1);
        counts
    }

    /// What is published of goals whose blank is in a corner.
    #[test]
    fn as_many_boards_at_every_depth_as_is_known() {
        let text = include_str!("../../../tests/data/distance_distributions.json");
        let known: serde_json::Value = serde_json::from_str(text).unwrap();
        for (rows, cols) in [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3)] {
            let known = &known["boards"][format!("{cols}x{rows}")]["counts"];
            assert_eq!(serde_json::json!(distribution(rows, cols, 0)), *known, "{rows} × {cols}");
        }
    }

    /// The index is perfect wherever the goal's blank is: no place of the table stays empty.
    #[test]
    fn every_place_is_taken() {
        for (rows, cols, goal_blank) in [(2, 3, 1), (2, 4, 1), (2, 5, 1), (2, 5, 2), (3, 3, 1), (3, 3, 4)] {
            let counts = distribution(rows, cols, goal_blank);
            assert!(counts.len() < usize::from(UNSEEN), "{rows} × {cols}, blank at {goal_blank}: a gap");
            assert_eq!(counts.iter().sum::<u64>(), (3..=u64::from(rows * cols)).product::<u64>());
            assert!(!counts.contains(&0));
        }
    }
}
