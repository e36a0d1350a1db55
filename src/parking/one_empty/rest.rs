//! What is left to pay from every node of the reduced graph: Dijkstra's algorithm (1959), from the exits backwards.
//!
//! With exact detours that is the answer for every place of the car at once. With the bounds that the rings give
//! it is a lower bound, consistent because the bounds of edges are costs in a graph of its own; close, because
//! few edges are dearer than their bound; and cheap, because no way is searched for. Whether the car can get to
//! an exit at all is exact either way.
//!
//! A search for one car's plan needs no more than what is as near to the exits as the car: there it ends.

use super::detours::{Detours, NEVER, Precision};
use super::field::Field;
use crate::grid::Direction;
use crate::search::{Meter, RadixHeap, StopReason};

/// Costs to the nearest exit. Memory: 32 bytes a position.
pub(super) struct Rest {
    /// By position of the car and side of the empty: the best way found, plus 1; 0 where none was.
    found: Vec<u64>,
    /// Up to here all costs are found.
    radius: u64,
}

/// Where a plan begins: the car's position and what it costs the empty to come to each of its sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) car: u32,
    pub(super) approach: [u64; 4],
}

impl Rest {
    /// Measures what is left from everywhere, or as far as `start`.
    pub(super) fn measure(
        detours: &mut Detours<'_>,
        exits: &[u32],
        start: Option<Start>,
        precision: Precision,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let field = detours.field;
        meter.hold(field.positions() * 4 * size_of::<u64>())?;
        let mut rest = Self { found: vec![0; field.positions() * 4], radius: NEVER };
        let mut open = RadixHeap::new();
        for &exit in exits {
            for side in Direction::ALL {
                if field.is_open(field.next(exit, side)) {
                    rest.lower(exit, side, 0);
                    meter.generate()?;
                    open.push(meter, 0, (exit, side))?;
                }
            }
        }
        let mut nearest = NEVER;
        while let Some((cost, (at, side))) = open.pop(meter)? {
            if rest.found[at as usize * 4 + side as usize] != cost + 1 {
                continue; // a cheaper way was found after this entry was made
            }
            if cost >= nearest {
                rest.radius = nearest;
                break;
            }
            meter.stats.expanded += 1;
            // The empty is where the car came from.
            let (car, ahead) = (field.next(at, side), side.opposite());
            let price = field.price(ahead);
            if let Some(start) = start.filter(|start| start.car == car) {
                nearest = nearest.min((cost + price).saturating_add(start.approach[ahead as usize]));
            }
            let ways = detours.towards(car, ahead, precision)?;
            for from in Direction::ALL {
                meter.tick()?;
                let way = ways[from as usize];
                if way == NEVER {
                    continue;
                }
                let total = cost + price + way;
                let known = rest.found[car as usize * 4 + from as usize];
                if known == 0 || known > total + 1 {
                    if known == 0 {
                        meter.generate()?;
                    }
                    rest.lower(car, from, total);
                    open.push(meter, total, (car, from))?;
                }
            }
        }
        meter.stats.peak_states = meter.stats.generated;
        Ok(rest)
    }

    fn lower(&mut self, car: u32, side: Direction, cost: u64) {
        self.found[car as usize * 4 + side as usize] = cost + 1;
    }

    /// What is left with the car there and the empty beside it; [`NEVER`] if it is known not to get to an exit.
    #[inline]
    pub(super) fn of(&self, car: u32, side: Direction) -> u64 {
        self.found[car as usize * 4 + side as usize].wrapping_sub(1).min(self.radius)
    }

    /// What is left from the start.
    pub(super) fn from(&self, start: &Start, field: &Field) -> u64 {
        let first_moves = Direction::ALL.map(|ahead| match start.approach[ahead as usize] {
            NEVER => NEVER,
            way => {
                let left = self.of(field.next(start.car, ahead), ahead.opposite());
                left.saturating_add(way + field.price(ahead))
            }
        });
        first_moves.into_iter().min().unwrap_or(NEVER)
    }
}
