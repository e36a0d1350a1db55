//! A move: a straight line of cars, mostly of one, slides one cell into the empty at its head.

use std::num::NonZeroU32;

use crate::grid::Direction;

/// Which cell is filled, the way the cars move and how many they are; packed into four bytes, of which `Option`
/// needs none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide(NonZeroU32);

impl Slide {
    /// One car slides.
    #[inline]
    pub(super) const fn new(to: u32, direction: Direction) -> Self {
        Self::line(to, direction, 1)
    }

    /// So many cars in a line slide, at least one.
    #[inline]
    pub(super) const fn line(to: u32, direction: Direction, cars: u32) -> Self {
        // A lot has at most a million cells (20 bits), in lines of at most a thousand (10 bits).
        let others = to << 12 | (direction as u32) << 10 | (cars - 1);
        Self(NonZeroU32::MIN.saturating_add(others))
    }

    /// The cell (or spot) that is filled.
    #[inline]
    pub(super) const fn to(self) -> u32 {
        (self.0.get() - 1) >> 12
    }

    /// The way the cars move.
    #[inline]
    pub(super) const fn direction(self) -> Direction {
        Direction::ALL[((self.0.get() - 1) >> 10 & 3) as usize]
    }

    /// How many cars move.
    #[inline]
    pub(super) const fn cars(self) -> u32 {
        ((self.0.get() - 1) & 0x3ff) + 1
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
                for cars in [1, 2, 999] {
                    let slide = Slide::line(to, direction, cars);
                    assert_eq!((slide.to(), slide.direction(), slide.cars()), (to, direction, cars));
                }
            }
        }
        assert_eq!(size_of::<Option<Slide>>(), 4);
    }
}
