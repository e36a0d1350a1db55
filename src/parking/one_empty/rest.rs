//! What is left to pay from every node of the reduced graph: Dijkstra's algorithm (1959), from the exits backwards.
//!
//! That is the answer for every place of the car at once. For one car's plan the [`search`](super::search) looks at
//! less.

use super::detours::{Detours, NEVER};
use super::ring;
use crate::grid::Direction;
use crate::search::{Meter, RadixHeap, StopReason};

/// Costs to the nearest exit. Memory: 32 bytes a position.
pub(super) struct Rest {
    /// By position of the car and side of the empty: the best way, plus 1; 0 where there is none.
    found: Vec<u64>,
}

impl Rest {
    /// Measures what is left from everywhere.
    pub(super) fn measure(
        detours: &mut Detours<'_>,
        exits: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let field = detours.field;
        meter.hold(field.positions() * 4 * size_of::<u64>())?;
        let mut rest = Self { found: vec![0; field.positions() * 4] };
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
        while let Some((cost, (at, side))) = open.pop(meter)? {
            if rest.of(at, side) != cost {
                continue; // a cheaper way was found after this entry was made
            }
            meter.stats.expanded += 1;
            // The empty is where the car came from.
            let (car, ahead) = (field.next(at, side), side.opposite());
            let cost = cost + field.price(ahead);
            let ring = ring::read(field, car);
            for from in Direction::ALL {
                meter.tick()?;
                // Where as little is left already, no way is looked for.
                if from == ahead || !ring::is_open(ring, from) || rest.of(car, from) <= cost {
                    continue;
                }
                let way = detours.exact(ring, car, from, ahead)?;
                let known = rest.of(car, from);
                if way != NEVER && known > cost + way {
                    if known == NEVER {
                        meter.generate()?;
                    }
                    rest.lower(car, from, cost + way);
                    open.push(meter, cost + way, (car, from))?;
                }
            }
        }
        open.release(meter);
        meter.stats.peak_states = meter.stats.generated;
        Ok(rest)
    }

    fn lower(&mut self, car: u32, side: Direction, cost: u64) {
        self.found[car as usize * 4 + side as usize] = cost + 1;
    }

    /// What is left with the car there and the empty beside it; [`NEVER`] if it does not get to an exit.
    #[inline]
    pub(super) fn of(&self, car: u32, side: Direction) -> u64 {
        self.found[car as usize * 4 + side as usize].wrapping_sub(1)
    }
}
