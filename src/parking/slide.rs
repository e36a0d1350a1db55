//! A move: one car slides one cell into an empty neighbour.

use std::num::NonZeroU32;

use crate::grid::Direction;

/// Which cell is filled, and the way the car moves that fills it; packed into four bytes, of which `Option`
/// needs none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide(NonZeroU32);

impl Slide {
    #[inline]
    pub(super) const fn new(to: u32, direction: Direction) -> Self {
        // A lot has at most a million cells.
        Self(NonZeroU32::MIN.saturating_add(to << 2 | direction as u32))
    }

    /// The cell (or spot) that is filled.
    #[inline]
    pub(super) const fn to(self) -> u32 {
        (self.0.get() - 1) >> 2
    }

    /// The way the car moves.
    #[inline]
    pub(super) const fn direction(self) -> Direction {
        Direction::ALL[((self.0.get() - 1) & 3) as usize]
    }

    /// What it costs, given the cost of a move along a row and along a column.
    #[inline]
    pub(super) const fn cost(self, horizontal: u64, vertical: u64) -> u64 {
        if self.direction().is_horizontal() { horizontal } else { vertical }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_in_packing() {
        for to in [0, 1, 999_999] {
            for direction in Direction::ALL {
                let slide = Slide::new(to, direction);
                assert_eq!((slide.to(), slide.direction()), (to, direction));
            }
        }
        assert_eq!(size_of::<Option<Slide>>(), 4);
    }
}
