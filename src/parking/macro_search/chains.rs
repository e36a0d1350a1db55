//! Chains of services: what is left to pay at least, however the empties take turns. For lots where detours differ.
//!
//! In any plan each move of the car is served by one empty, and each empty serves a chain of moves. Its own moves
//! between two services are at least the distance between where the first left it and where the second wants it, and
//! all moves of a plan are those and the car's. So a bound is the cheapest walk of the car to an exit with a choice of
//! who serves each move, where two services of one empty in a row cost
//!
//! - the [detour](Links::detour) if they serve one move and the next,
//! - the [overtaking](Links::overtaking) if they serve one move and the next but one,
//! - the difference of heights if there is more in between: paid as a height when the empty joins the pool of those
//!   that will serve again, and given back as a height when it is drawn from it.
//!
//! Any heights will do that differ by one at most from spot to spot, like levels: no distance is less than that difference.
//!
//! An empty that has not served yet is *free*: its way costs nothing here. The walk is over the car's spot, the side on
//! which the last server stands, and the [crowd](super::crowds) of the others. What is left from each is found once for
//! a region, by correcting labels until nothing gets cheaper: what is given back to the pool was paid before, so no cycle pays.
//!
//! While the car is in a [narrow](super::narrows), the pool is split into those on the one side of it and those on the
//! other: whoever joins it to serve on the other side pays what the way round takes more than heights say. The pool is split
//! anyhow when the car comes in, and is one when it leaves.
//!
//! Heights do what they can: the bound does not see how far from its service a free empty is.

use super::crowds::{Crowd, Crowds, NOBODY};
use super::links::{Links, NO_WAY};
use super::narrows::Narrows;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// What is left to pay, by crowd, spot of the car and side on which the empty stands that served last.
pub(super) struct Chains {
    crowds: Crowds,
    spots: usize,
    costs: Vec<i32>,
}

/// The costs while they are being found.
struct Table<'a> {
    ground: &'a Ground,
    links: &'a Links,
    heights: &'a [i32],
    narrows: &'a Narrows,
    crowds: &'a Crowds,
    costs: Vec<i32>,
    /// By crowd, spot of the car, side of the last server, and side of that one's spot where the server before it
    /// stands, which is not of the crowd and serves next.
    returning: Vec<i32>,
}

impl Chains {
    pub(super) fn new(
        ground: &Ground,
        links: &Links,
        heights: &[i32],
        narrows: &Narrows,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let (spots, others, split) = (ground.spots(), ground.empties.len() - 1, !narrows.is_empty());
        let entries = Crowds::count(others, split) * spots * 4;
        let meanwhile = entries * 4 * size_of::<i32>() + spots * (size_of::<u32>() + size_of::<bool>());
        meter.hold(entries * size_of::<i32>() + meanwhile)?;
        let crowds = Crowds::new(others, split);
        let (costs, returning) = (vec![NO_WAY; entries], vec![NO_WAY; entries * 4]);
        let mut table = Table { ground, links, heights, narrows, crowds: &crowds, costs, returning };
        let filled = table.fill(meter);
        let costs = table.costs;
        meter.release(meanwhile);
        filled.map(|()| Self { crowds, spots, costs })
    }

    /// What is left after a move to `car`, the empty that served it being on the side `behind` and these others left.
    #[inline]
    pub(super) fn left(&self, crowd: Crowd, car: u32, behind: usize) -> i32 {
        self.costs[(self.crowds.number(crowd) as usize * self.spots + car as usize) * 4 + behind]
    }

    /// The same if all others are free.
    #[inline]
    pub(super) fn at_least(&self, car: u32, behind: usize) -> i32 {
        self.costs[(self.crowds.all_free() as usize * self.spots + car as usize) * 4 + behind]
    }
}

impl Table<'_> {
    fn fill(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let ground = self.ground;
        for (crowd, _) in (0..).zip(&self.crowds.next).filter(|(_, next)| next.free) {
            for &exit in &ground.exits {
                let place = self.place(crowd, exit, 0);
                self.costs[place..place + 4].fill(0);
            }
        }
        let mut order: Vec<u32> = (0..ground.spots() as u32).collect();
        order.sort_by_key(|&spot| ground.level[spot as usize]);
        let mut again = vec![true; ground.spots()];
        while again.contains(&true) {
            for &car in &order {
                let due = std::mem::take(&mut again[car as usize]) && ground.level[car as usize] > 0;
                if due && self.update(car, meter)? {
                    let near = ground.near[car as usize].into_iter().filter(|&near| near != NONE);
                    near.for_each(|near| again[near as usize] = true);
                }
            }
        }
        Ok(())
    }

    fn place(&self, crowd: u32, car: u32, behind: usize) -> usize {
        (crowd as usize * self.ground.spots() + car as usize) * 4 + behind
    }

    fn cost(&self, crowd: u32, car: u32, behind: usize) -> i32 {
        if crowd == NOBODY { NO_WAY } else { self.costs[self.place(crowd, car, behind)] }
    }

    /// The crowd as it counts after a move that leads on through a narrow, or does not.
    fn on(&self, crowd: u32, within: bool) -> u32 {
        if within || crowd == NOBODY { crowd } else { self.crowds.next[crowd as usize].merged }
    }

    /// What is left after a move to the side `ahead` that another empty serves than the last one, with this crowd
    /// beside the two: the last one serves no more, or joins the pool, or serves the move after this one.
    fn after_another(&self, crowd: u32, car: u32, behind: usize, ahead: usize) -> i32 {
        let near = self.ground.near[car as usize];
        let (front, back) = (near[ahead], ahead ^ 1);
        let within = self.narrows.within(car, front);
        let crowd = self.on(crowd, within);
        if crowd == NOBODY {
            return NO_WAY;
        }
        let height = self.heights[near[behind] as usize];
        let more = if within { self.narrows.more(car, near[behind]) } else { [0; 2] };
        let joined = self.crowds.next[crowd as usize].and_pooled;
        let pooled = [0, 1].map(|side| height + more[side] + self.cost(joined[side], front, back));
        self.cost(crowd, front, back)
            .min(pooled[0].min(pooled[1]))
            .min(self.returning[self.place(crowd, front, back) * 4 + behind])
    }

    /// Looks again at everything around one spot of the car; whether any of it turned out cheaper.
    fn update(&mut self, car: u32, meter: &mut Meter<'_>) -> Result<bool, StopReason> {
        let (whole, all) = (self.crowds.whole, self.crowds.next.len());
        if !self.narrows.hold(car) {
            return self.update_crowds(0..whole, car, meter);
        }
        if !self.update_crowds(whole..all, car, meter)? {
            return Ok(false);
        }
        // What is not split may be split in any way.
        for crowd in whole..all {
            let merged = self.crowds.next[crowd].merged;
            let (from, to) = (self.place(crowd as u32, car, 0), self.place(merged, car, 0));
            for side in 0..4 {
                self.costs[to + side] = self.costs[to + side].min(self.costs[from + side]);
            }
            for sides in 0..16 {
                let found = self.returning[from * 4 + sides];
                lower(&mut self.returning[to * 4 + sides], found);
            }
        }
        Ok(true)
    }

    fn update_crowds(
        &mut self,
        crowds: std::ops::Range<usize>,
        car: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let near = self.ground.near[car as usize];
        let sides = (0..4).filter(|&side| near[side] != NONE);
        let mut cheaper = false;
        for crowd in crowds {
            let next = self.crowds.next[crowd];
            // Nobody is to be paid back: the car's own moves are left at least.
            let floor = if next.free { self.ground.level[car as usize] as i32 } else { -NO_WAY };
            for behind in sides.clone() {
                meter.tick()?;
                let (mut best, mut returning) = (NO_WAY, [NO_WAY; 4]);
                for ahead in sides.clone() {
                    let same = self.on(next.same, self.narrows.within(car, near[ahead]));
                    let again =
                        self.links.detour(car, behind, ahead) + self.cost(same, near[ahead], ahead ^ 1);
                    let another = |crowd: u32| self.after_another(crowd, car, behind, ahead);
                    let pooled = another(next.by_pooled[self.narrows.side(car, near[ahead])]);
                    let back = self.heights[near[ahead] as usize];
                    best = best.min(1 + again.min(another(next.by_free)).min(pooled - back));
                    if next.room {
                        let left = another(next.same);
                        for (side, least) in returning.iter_mut().enumerate() {
                            let past = self.links.overtaking(near[behind], side, behind ^ 1, ahead);
                            *least = (*least).min(1 + past + left);
                        }
                    }
                }
                let place = self.place(crowd as u32, car, behind);
                cheaper |= lower(&mut self.costs[place], best.max(floor));
                for (known, found) in self.returning[place * 4..].iter_mut().zip(returning) {
                    cheaper |= lower(known, found.max(floor));
                }
            }
        }
        Ok(cheaper)
    }
}

fn lower(known: &mut i32, found: i32) -> bool {
    let cheaper = found < *known && found < NO_WAY / 2;
    if cheaper {
        *known = found;
    }
    cheaper
}
