//! What it costs the empty to come from one side of the car to another: mostly a look at the ring around the car.
//!
//! Where the ring is closed, the blocks say whether there is a way at all, so that a search is made only for a
//! way that exists, and only where somebody needs its exact length.

use super::biconnected::Blocks;
use super::field::Field;
use super::ring;
use super::ways::Ways;
use crate::grid::Direction;
use crate::search::StopReason;

/// No way.
pub(super) const NEVER: u64 = u64::MAX;

/// The empty's ways around the car, in one region.
pub(super) struct Detours<'f> {
    pub(super) field: &'f Field,
    pub(super) blocks: Blocks,
    pub(super) ways: Ways<'f>,
}

/// How exact a detour has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// What the ring and the blocks say: never too much, and [`NEVER`] exactly where there is no way.
    Bound,
    /// The truth, but [`NEVER`] also for what costs more than this.
    Exact {
        /// The most that is of use.
        most: u64,
    },
}

impl Detours<'_> {
    /// What it costs from each side of the car to the front in the direction `ahead`, which is open: the car stays
    /// where it is. [`NEVER`] also for sides that are closed, and for the front itself.
    #[inline]
    pub(super) fn towards(
        &mut self,
        car: u32,
        ahead: Direction,
        precision: Precision,
    ) -> Result<[u64; 4], StopReason> {
        let ring = ring::read(self.field, car);
        let mut costs = [NEVER; 4];
        for side in Direction::ALL {
            if side != ahead && ring::is_open(ring, side) {
                costs[side as usize] = self.between(ring, car, side, ahead, precision)?;
            }
        }
        Ok(costs)
    }

    /// What it costs from an open side of the car to another; `ring` is the car's.
    #[inline]
    pub(super) fn between(
        &mut self,
        ring: ring::Ring,
        car: u32,
        from: Direction,
        to: Direction,
        precision: Precision,
    ) -> Result<u64, StopReason> {
        let (cost, is_exact) = ring::span(ring, from, to).cost(self.field.prices);
        if is_exact {
            return Ok(cost);
        }
        let (from, to) = (self.field.next(car, from), self.field.next(car, to));
        match precision {
            _ if !self.blocks.connected(car, from, to) => Ok(NEVER),
            Precision::Bound => Ok(cost),
            Precision::Exact { most } if cost > most => Ok(NEVER),
            Precision::Exact { most } => self.ways.existing(from, to, car, most),
        }
    }
}
