//! Distances of all boards of twelve cells, two bits each: what is left of a distance when all threes are taken off.
//!
//! A move changes a distance by one, so the remainder tells of a neighbour whether it is nearer or farther, and
//! the way downhill can be walked without ever knowing how high it is (Cooperman and Finkelstein, 1992). How many
//! moves it takes is counted on the way. The tables are too large to build at first use; a table directory has
//! them, for goals whose blank is in a corner.

use bytes::Bytes;

use super::reading::{Index, Reading};
use super::symmetry::Symmetry;
use crate::grid::{Direction, Size};
use crate::npuzzle::relative::Relative;
use crate::npuzzle::space::Slide;

/// No board of twelve cells is farther away.
const MOST_MOVES: usize = 80;

/// The remainders of all distances to the goal whose blank is in cell 0, by a board's number.
#[derive(Debug)]
pub(in crate::npuzzle) struct Remainders {
    pub(super) size: Size,
    pub(super) index: Index,
    pub(super) entries: Bytes,
}

impl Remainders {
    /// As they were built for boards of this size, at least as wide as tall: four to a byte.
    pub(in crate::npuzzle) fn new(size: Size, entries: Bytes) -> Self {
        let index = Index::new(size);
        assert_eq!(entries.len(), index.len().div_ceil(4), "as many entries as boards");
        Self { size, index, entries }
    }

    /// Whether they are for boards of this size, upright or laid on their side.
    pub(in crate::npuzzle) fn fits(&self, size: Size) -> bool {
        self.size == Size { rows: size.rows.min(size.cols), cols: size.rows.max(size.cols) }
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> u8 {
        self.entries[number / 4] >> (2 * (number % 4)) & 3
    }

    /// The first of all optimal plans in the fixed order of moves. `None` if the goal's blank is not in a corner,
    /// or if the entries, which come from a file, lead nowhere.
    pub(in crate::npuzzle) fn plan(&self, board: &Relative) -> Option<Vec<Slide>> {
        let symmetry = Symmetry::of(board.size, board.goal_blank as usize);
        if symmetry.cell(board.goal_blank as usize) != 0 {
            return None;
        }
        let mut reading = Reading::of(board, symmetry);
        let mut number = self.index.of(reading);
        let mut plan = Vec::with_capacity(MOST_MOVES);
        while number != self.index.of(Reading::goal(0)) {
            let nearer = (self.get(number) + 2) % 3;
            let (slide, next) = Direction::ALL.into_iter().find_map(|direction| {
                let next = self.index.slide(reading, symmetry.direction(direction))?;
                (self.get(self.index.of(next)) == nearer).then_some((direction, next))
            })?;
            if plan.len() == MOST_MOVES {
                return None;
            }
            plan.push(slide);
            (reading, number) = (next, self.index.of(next));
        }
        Some(plan)
    }
}
