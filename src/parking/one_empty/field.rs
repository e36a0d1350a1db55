//! The lot with a wall around it, so that a neighbour is one addition away and never needs a check of bounds.

use super::plane::Prices;
use crate::grid::Direction;
use crate::parking::Lot;

/// A lot's cells as positions in a map that is two rows and columns larger.
#[derive(Debug)]
pub(in crate::parking) struct Field {
    /// Whether a car or an empty can be there.
    open: Vec<bool>,
    stride: u32,
    pub(super) prices: Prices,
}

impl Field {
    /// Bytes of the field of a lot.
    pub(in crate::parking) fn bytes(lot: &Lot) -> usize {
        (lot.size().rows as usize + 2) * (lot.size().cols as usize + 2)
    }

    pub(in crate::parking) fn of(lot: &Lot) -> Self {
        let (rows, cols) = (lot.size().rows, lot.size().cols);
        let stride = cols + 2;
        let mut open = vec![false; Self::bytes(lot)];
        for row in 0..rows {
            let start = ((row + 1) * stride + 1) as usize;
            let line = &mut open[start..start + cols as usize];
            if lot.pillars() == 0 {
                line.fill(true);
            } else {
                for (cell, open) in (row * cols..).zip(line) {
                    *open = !lot.is_blocked(cell);
                }
            }
        }
        Self { open, stride, prices: Prices::of(lot) }
    }

    /// The position of a cell of the lot.
    pub(in crate::parking) const fn position(&self, cell: u32) -> u32 {
        let cols = self.stride - 2;
        (cell / cols + 1) * self.stride + cell % cols + 1
    }

    /// The cell of the lot at a position.
    pub(in crate::parking) const fn cell(&self, position: u32) -> u32 {
        (position / self.stride - 1) * (self.stride - 2) + position % self.stride - 1
    }

    /// How many positions there are.
    pub(in crate::parking) fn positions(&self) -> usize {
        self.open.len()
    }

    /// Rows and columns of positions.
    pub(super) fn extent(&self) -> (u32, u32) {
        (self.open.len() as u32 / self.stride, self.stride)
    }

    /// The row and the column of a position.
    #[inline]
    pub(super) const fn row_and_col(&self, position: u32) -> (u32, u32) {
        (position / self.stride, position % self.stride)
    }

    #[inline]
    pub(in crate::parking) fn is_open(&self, position: u32) -> bool {
        self.open[position as usize]
    }

    /// The next position that way; of a position in the lot.
    #[inline]
    pub(in crate::parking) const fn next(&self, position: u32, direction: Direction) -> u32 {
        match direction {
            Direction::Up => position - self.stride,
            Direction::Down => position + self.stride,
            Direction::Left => position - 1,
            Direction::Right => position + 1,
        }
    }

    /// Rows down and columns right from one position to another.
    #[inline]
    pub(in crate::parking) const fn offset(&self, from: u32, to: u32) -> (i32, i32) {
        let (from_row, to_row) = (from / self.stride, to / self.stride);
        let (from_col, to_col) = (from - from_row * self.stride, to - to_row * self.stride);
        (to_row as i32 - from_row as i32, to_col as i32 - from_col as i32)
    }

    /// What a move that way costs.
    #[inline]
    pub(in crate::parking) const fn price(&self, direction: Direction) -> u64 {
        if direction.is_horizontal() { self.prices.horizontal } else { self.prices.vertical }
    }
}
