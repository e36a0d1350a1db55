//! The cars next to a spot, and those behind empties next to it: where an empty can be left that comes through
//! that spot.

use std::collections::VecDeque;

use super::ways::{FAR, Prices};
use crate::grid::Direction;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// Spots around one spot, by distance over empties.
pub(super) struct Fringe<'g> {
    ground: &'g Ground,
    prices: Prices,
    /// By spot: cost from the middle, and where one comes from; [`FAR`] between two uses.
    cost: Vec<u64>,
    from: Vec<u32>,
    touched: Vec<u32>,
    /// Spots of other cars to take out.
    others: Vec<u32>,
    queue: VecDeque<u32>,
}

impl<'g> Fringe<'g> {
    /// Bytes held on a region.
    pub(super) fn bytes(ground: &Ground) -> usize {
        ground.spots() * (size_of::<u64>() + size_of::<u32>())
    }

    pub(super) fn new(ground: &'g Ground, prices: Prices) -> Self {
        Self {
            ground,
            prices,
            cost: vec![FAR; ground.spots()],
            from: vec![NONE; ground.spots()],
            touched: Vec::new(),
            others: Vec::new(),
            queue: VecDeque::new(),
        }
    }

    /// From now on these spots are not touched either.
    pub(super) fn beside(&mut self, others: &[u32]) {
        self.others.clear();
        self.others.extend_from_slice(others);
    }

    /// Measures from `middle` over spots that `is_empty` says are, without touching `car`.
    ///
    /// What is reached, the first cars included, is in [`reached`](Self::reached).
    pub(super) fn measure(
        &mut self,
        middle: u32,
        car: u32,
        is_empty: impl Fn(u32) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        for &spot in &self.touched {
            self.cost[spot as usize] = FAR;
        }
        self.touched.clear();
        self.queue.clear();
        self.reach(middle, 0, NONE);
        self.queue.push_back(middle);
        // Label-correcting: right for every price, and these areas are small.
        while let Some(spot) = self.queue.pop_front() {
            meter.tick()?;
            for (next, direction) in self.ground.near[spot as usize].into_iter().zip(Direction::ALL) {
                if next == NONE || next == car || self.others.contains(&next) {
                    continue;
                }
                let through = self.cost[spot as usize] + self.prices.slide(direction);
                if through < self.cost[next as usize] {
                    self.reach(next, through, spot);
                    if is_empty(next) {
                        self.queue.push_back(next);
                    }
                }
            }
        }
        Ok(())
    }

    fn reach(&mut self, spot: u32, cost: u64, from: u32) {
        if self.cost[spot as usize] == FAR {
            self.touched.push(spot);
        }
        self.cost[spot as usize] = cost;
        self.from[spot as usize] = from;
    }

    /// The spots reached, the middle first.
    pub(super) fn reached(&self) -> &[u32] {
        &self.touched
    }

    /// The cost from the middle; [`FAR`] for what was not reached.
    #[inline]
    pub(super) fn cost(&self, spot: u32) -> u64 {
        self.cost[spot as usize]
    }

    /// The spot before a reached one on the way from the middle; none before the middle.
    pub(super) fn before(&self, spot: u32) -> Option<u32> {
        Some(self.from[spot as usize]).filter(|&before| before != NONE)
    }
}
