//! What it costs the empty to come from one side of the car to another: mostly a look at the ring around the car.
//!
//! Where the ring is closed, the blocks say whether there is a way at all, and the window around the car how long it
//! is, unless it is long or the axes cost differently. So a search is made only for a way that exists, and only
//! where somebody needs its exact length.

use super::biconnected::Blocks;
use super::field::Field;
use super::ring;
use super::ways::Ways;
use super::window::{self, Windows};
use crate::grid::Direction;
use crate::search::{Budget, Meter, StopReason};

/// No way.
pub(super) const NEVER: u64 = u64::MAX;

/// The empty's ways around the car, in one region.
pub(super) struct Detours<'f> {
    pub(super) field: &'f Field,
    pub(super) blocks: Blocks,
    pub(super) ways: Ways<'f>,
    windows: Windows,
}

/// What is known of a detour without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Detour {
    /// What it costs at least; [`NEVER`] exactly where there is no way.
    pub(super) cost: u64,
    /// That is what it costs.
    pub(super) is_exact: bool,
}

impl<'f> Detours<'f> {
    /// The detours in the region of `root`. What is kept counts for `meter`, the searches keep to `budget`.
    pub(super) fn of(
        field: &'f Field,
        root: u32,
        budget: &'f Budget,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let blocks = Blocks::of(field, root, meter)?;
        meter.hold(Windows::bytes(field))?;
        Ok(Self { field, blocks, ways: Ways::new(field, budget)?, windows: Windows::of(field) })
    }

    /// What is known of the way from an open side of the car to another; `ring` is the car's.
    #[inline]
    pub(super) fn known(&self, ring: ring::Ring, car: u32, from: Direction, to: Direction) -> Detour {
        let (cost, is_exact) = ring::span(ring, from, to).cost(self.field.prices);
        if is_exact { Detour { cost, is_exact } } else { self.past_the_ring(ring, car, from, to) }
    }

    /// The same where the ring is closed.
    fn past_the_ring(&self, ring: ring::Ring, car: u32, from: Direction, to: Direction) -> Detour {
        if !self.blocks.connected(car, self.field.next(car, from), self.field.next(car, to)) {
            return Detour { cost: NEVER, is_exact: true };
        }
        let prices = self.field.prices;
        let span = ring::span(ring, from, to);
        let found = self.windows.moves(self.field, car, from, to);
        let moves = u64::from(found.unwrap_or_else(|| window::most(from, to)));
        if prices.horizontal == prices.vertical {
            return Detour { cost: moves * prices.horizontal, is_exact: found.is_some() };
        }
        // The moves that the ring does not ask for may all be along the cheaper axis.
        let more = moves.saturating_sub(span.moves()) * prices.horizontal.min(prices.vertical);
        Detour { cost: span.cost(prices).0 + more, is_exact: false }
    }

    /// What it costs from an open side of the car to another; `ring` is the car's.
    #[inline]
    pub(super) fn exact(
        &mut self,
        ring: ring::Ring,
        car: u32,
        from: Direction,
        to: Direction,
    ) -> Result<u64, StopReason> {
        let known = self.known(ring, car, from, to);
        if known.is_exact {
            return Ok(known.cost);
        }
        self.ways.existing(self.field.next(car, from), self.field.next(car, to), car)
    }
}
