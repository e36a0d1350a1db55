//! The empty's cheapest ways to everywhere at once: Dijkstra's algorithm (1959) from where it stands.
//!
//! For the way to a car that is far off, and for all cars of a lot at once. For ways around a car that is near,
//! [`ways`](super::ways) look no further than they must.

use super::field::Field;
use crate::grid::Direction;
use crate::search::{Meter, RadixHeap, StopReason};

/// Ways from one position. Memory: 9 bytes a position.
pub(super) struct Flood {
    /// By position: the cost, plus 1; 0 where no way was found.
    costs: Vec<u64>,
    /// By position: the direction in which the way comes there.
    by: Vec<Direction>,
}

impl Flood {
    /// Floods the region of `from`, but for the position `barred`, until it has come to all of `wanted`, if those are
    /// given.
    pub(super) fn of(
        field: &Field,
        from: u32,
        barred: Option<u32>,
        wanted: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        meter.hold(field.positions() * (size_of::<u64>() + size_of::<Direction>()))?;
        let mut flood =
            Self { costs: vec![0; field.positions()], by: vec![Direction::Up; field.positions()] };
        let mut missing = wanted.map(<[u32]>::len);
        let mut open = RadixHeap::new();
        flood.costs[from as usize] = 1;
        open.push(meter, 0, from)?;
        while let Some((cost, at)) = open.pop(meter)? {
            if flood.to(at) != cost {
                continue; // a cheaper way was found after this entry was made
            }
            if let (Some(missing), Some(wanted)) = (&mut missing, wanted)
                && wanted.contains(&at)
            {
                *missing -= 1;
                if *missing == 0 {
                    break;
                }
            }
            for direction in Direction::ALL {
                meter.tick()?;
                let next = field.next(at, direction);
                let cost = cost + field.price(direction);
                if field.is_open(next) && Some(next) != barred && flood.to(next) > cost {
                    flood.costs[next as usize] = cost + 1;
                    flood.by[next as usize] = direction;
                    open.push(meter, cost, next)?;
                }
            }
        }
        open.release(meter);
        Ok(flood)
    }

    /// What the cheapest way there costs; `u64::MAX` if there is none.
    #[inline]
    pub(super) fn to(&self, position: u32) -> u64 {
        self.costs[position as usize].wrapping_sub(1)
    }

    /// The direction of the last step there.
    #[inline]
    pub(super) fn last_step(&self, position: u32) -> Direction {
        self.by[position as usize]
    }

    /// The steps of a way that exists, first to last.
    pub(super) fn steps(&self, field: &Field, from: u32, to: u32) -> Vec<Direction> {
        let mut steps = Vec::new();
        let mut at = to;
        while at != from {
            let step = self.by[at as usize];
            steps.push(step);
            at = field.next(at, step.opposite());
        }
        steps.reverse();
        steps
    }
}
