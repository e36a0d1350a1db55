//! What several cars still cost at least.
//!
//! Single moves move one car each, so what is spent on the cars to take out adds up. Take all but car `i` for
//! empties: each of them may become one, and while it does not, a move that it makes only exchanges two empties. Then
//! what the plan spends on car `i` and on ordinary cars takes car `i` out of a lot with more empties, and is
//! no less than the [bound](crate::parking::macro_search::bound) of that lot. The others come on top with the cost of
//! their shortest ways. The largest such sum over all `i` is a bound, and so is the cost of the [level
//! game](super::level_game), where that was solved, with every move taken to cost the smaller price.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::level_game::LevelGame;
use crate::grid::Direction;
use crate::parking::ground::{Ground, NONE};
use crate::parking::macro_search::search::Tools;
use crate::parking::macro_search::ways::Prices;
use crate::search::{Meter, StopReason};

pub(super) struct FleetBound {
    /// By spot: what the way to the nearest exit costs over an otherwise empty region.
    way_out: Vec<u64>,
    /// What a move costs at least.
    unit: u64,
    pub(super) game: Option<LevelGame>,
    /// Empties and the other cars, ascending.
    helpers: Vec<u32>,
}

impl FleetBound {
    /// Bytes held on a region.
    pub(super) fn bytes(ground: &Ground) -> usize {
        ground.spots() * (size_of::<u64>() + size_of::<u32>())
    }

    pub(super) fn new(ground: &Ground, prices: Prices, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let (way_out, unit) = (ways_out(ground, prices, meter)?, prices.horizontal.min(prices.vertical));
        Ok(Self { way_out, unit, game: None, helpers: Vec::with_capacity(ground.spots()) })
    }

    /// A bound at once, in the terms of the prices.
    pub(super) fn rough(&mut self, cars: &[u32], empties: &[u32], ground: &Ground) -> u64 {
        let own: u64 = cars.iter().map(|&car| self.way_out[car as usize]).sum();
        own.max(self.game.as_mut().map_or(0, |game| game.of(cars, empties, ground) * self.unit))
    }

    /// The bound, at least `rough`; any will do that is at least `enough`.
    pub(super) fn of(
        &mut self,
        (cars, empties): (&[u32], &[u32]),
        rough: u64,
        enough: u64,
        tools: &mut Tools<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<u64, StopReason> {
        let own: u64 = cars.iter().map(|&car| self.way_out[car as usize]).sum();
        let mut extra = rough.saturating_sub(own);
        tools.ways.beside(&[]);
        for (place, &car) in cars.iter().enumerate() {
            if own + extra >= enough {
                break;
            }
            self.helpers.clear();
            self.helpers.extend_from_slice(empties);
            self.helpers.extend(cars[..place].iter().chain(&cars[place + 1..]));
            self.helpers.sort_unstable();
            let alone = tools.bound.of(car, &self.helpers, &mut tools.ways, meter)?;
            extra = extra.max(alone.saturating_sub(self.way_out[car as usize]));
        }
        Ok(own + extra)
    }
}

/// Dijkstra's algorithm (1959) from all exits at once.
fn ways_out(ground: &Ground, prices: Prices, meter: &mut Meter<'_>) -> Result<Vec<u64>, StopReason> {
    let mut cost = vec![u64::MAX; ground.spots()];
    let mut open = BinaryHeap::new();
    for &exit in &ground.exits {
        cost[exit as usize] = 0;
        open.push(Reverse((0, exit)));
    }
    while let Some(Reverse((spent, spot))) = open.pop() {
        if spent > cost[spot as usize] {
            continue;
        }
        for (next, direction) in ground.near[spot as usize].into_iter().zip(Direction::ALL) {
            meter.tick()?;
            let through = spent + prices.slide(direction);
            if next != NONE && through < cost[next as usize] {
                cost[next as usize] = through;
                open.push(Reverse((through, next)));
            }
        }
    }
    Ok(cost)
}
