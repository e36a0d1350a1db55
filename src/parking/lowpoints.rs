//! One depth-first pass over a region, and how far back each part of it reaches: what tells how the region falls apart
//! without one of its places.
//!
//! What was found from a place, up to the way back, is its *branch*: consecutive numbers in the order of the pass. A branch
//! that has no neighbour numbered lower than the place above it hangs by that place alone (Hopcroft and Tarjan, 1973).
//! What the textbook folds back while it returns is folded here in a second pass, over the places in reverse order,
//! so that the stack holds nothing but the way back. Time: linear in the number of places. What follows from all this is
//! for others to say.

use crate::search::{Meter, StopReason};

/// A region in the order of the pass. Memory: 20 bytes a place.
pub(super) struct Lowpoints {
    /// When the pass came there, from 1, by place; 0 outside the region.
    pub(super) numbers: Vec<u32>,
    /// By number, less 1.
    pub(super) visits: Vec<Visit>,
}

/// A place in the order of the pass.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) at: u32,
    /// Number of the place from which the pass came; 0 for the root.
    pub(super) parent: u32,
    /// The smallest number next to a place of its branch, the ways to parents apart.
    pub(super) low: u32,
    /// How many places its branch has.
    pub(super) size: u32,
}

impl Lowpoints {
    /// Bytes held by a region among so many places.
    pub(super) const fn bytes(places: usize) -> usize {
        places * (size_of::<u32>() + size_of::<Visit>())
    }

    /// Passes through the region of `root`, which is one of so many places; `next` is the neighbour of a place on one of
    /// four sides, if it is of the region. The caller counts the memory.
    pub(super) fn of(
        places: usize,
        root: u32,
        next: impl Fn(u32, usize) -> Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let mut numbers = vec![0; places];
        let mut visits: Vec<Visit> = Vec::with_capacity(places);
        let mut from = 0;
        let mut ahead = Some(root);
        loop {
            meter.tick()?;
            if let Some(at) = ahead {
                let number = visits.len() as u32 + 1;
                visits.push(Visit { at, parent: from, low: number, size: 1 });
                numbers[at as usize] = number;
                from = number;
            } else {
                from = visits[from as usize - 1].parent;
                if from == 0 {
                    break;
                }
            }
            let at = visits[from as usize - 1].at;
            ahead = (0..4).filter_map(|side| next(at, side)).find(|&next| numbers[next as usize] == 0);
        }
        for number in (2..=visits.len()).rev() {
            meter.tick()?;
            let Visit { at, parent, mut low, size } = visits[number - 1];
            for near in (0..4).filter_map(|side| next(at, side)) {
                let near = numbers[near as usize];
                if near != parent {
                    low = low.min(near);
                }
            }
            visits[number - 1].low = low;
            let above = &mut visits[parent as usize - 1];
            above.low = low.min(above.low);
            above.size += size;
        }
        Ok(Self { numbers, visits })
    }
}
