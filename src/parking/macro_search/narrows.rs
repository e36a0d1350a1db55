//! Narrows: runs of spots with two neighbours each, around which the way is long.
//!
//! While the car is in a narrow, with its two ends, the empties are on one side of it or on the other, and get from one to
//! the other only all the way round. That may be far more than the difference of heights, which is what
//! [`chains`](super::chains) count for empties that served some time ago. How much more it is from any spot to come to
//! the one side or to the other is told here. Every spot belongs to one narrow at most. Wider places, and narrows with
//! pockets in which the car lets empties pass, are none of its business.

use std::cmp::Reverse;

use super::links::NO_WAY;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// The narrows of one region.
pub(super) struct Narrows {
    /// By spot: the narrow it belongs to, and its place there.
    places: Vec<Option<Place>>,
    all: Vec<Narrow>,
}

/// Where in which narrow a spot is.
#[derive(Clone, Copy)]
struct Place {
    narrow: usize,
    at: usize,
}

/// One narrow: its spots in order. Side 0 is that of the first of them, 1 that of the last.
struct Narrow {
    spots: Vec<u32>,
    /// By side and spot: moves beyond heights that it takes from there at least to serve on this side, from outside.
    more: [Vec<i32>; 2],
}

/// More are not told apart from wider places.
const MOST: usize = 64;
/// The way around a corner takes no more beyond heights.
const ROUND_A_CORNER: i32 = 4;

impl Narrow {
    /// The narrow of these spots, if there is one.
    fn of(
        ground: &Ground,
        heights: &[i32],
        spots: Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, StopReason> {
        if spots.len() < 2 {
            return Ok(None);
        }
        let more = [more(ground, heights, &spots, 0, meter)?, more(ground, heights, &spots, 1, meter)?];
        let narrow = Self { spots, more };
        Ok(Some(narrow).filter(|narrow| narrow.round() > ROUND_A_CORNER))
    }

    /// What the way from end to end takes beyond heights, the longer way of the two.
    fn round(&self) -> i32 {
        let (first, last) = (self.spots[0], self.spots[self.spots.len() - 1]);
        self.more[0][last as usize].max(self.more[1][first as usize])
    }
}

impl Narrows {
    /// Bytes held on a region, at most: every spot may end two runs, and nearly every other one be a run of its own.
    pub(super) fn bytes(ground: &Ground) -> usize {
        let spots = ground.spots();
        let runs = spots * (size_of::<(i32, Vec<u32>)>() + 3 * size_of::<u32>());
        let narrows = spots.min(MOST) * (size_of::<Narrow>() + spots * 2 * size_of::<i32>());
        spots * (size_of::<Option<Place>>() + size_of::<bool>()) + runs + narrows
    }

    pub(super) fn new(ground: &Ground, heights: &[i32], meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let mut runs = Vec::new();
        let mut seen = vec![false; ground.spots()];
        for start in 0..ground.spots() as u32 {
            if seen[start as usize] {
                continue;
            }
            let Some([one, other]) = through(ground, start) else { continue };
            let mut spots = run(ground, start, one, &mut seen);
            spots.reverse();
            spots.push(start);
            spots.extend(run(ground, start, other, &mut seen));
            if spots.first() == spots.last() {
                spots.pop(); // a loop from one spot to itself
            }
            if let Some(narrow) = Narrow::of(ground, heights, spots, meter)? {
                runs.push((Reverse(narrow.round()), narrow.spots));
            }
        }
        // Two may end in one spot: it belongs to the one around which the way is longest.
        runs.sort_by_key(|&(round, _)| round);
        let mut narrows = Self { places: vec![None; ground.spots()], all: Vec::new() };
        for (_, mut spots) in runs.into_iter().take(MOST) {
            spots.retain(|&spot| narrows.places[spot as usize].is_none());
            if let Some(narrow) = Narrow::of(ground, heights, spots, meter)? {
                for (at, &spot) in narrow.spots.iter().enumerate() {
                    narrows.places[spot as usize] = Some(Place { narrow: narrows.all.len(), at });
                }
                narrows.all.push(narrow);
            }
        }
        Ok(narrows)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a spot belongs to a narrow.
    #[inline]
    pub(super) fn hold(&self, spot: u32) -> bool {
        self.places[spot as usize].is_some()
    }

    /// Whether a move of the car between neighbours leads on through a narrow.
    #[inline]
    pub(super) fn within(&self, car: u32, front: u32) -> bool {
        match (self.places[car as usize], self.places[front as usize]) {
            (Some(from), Some(to)) => from.narrow == to.narrow && from.at.abs_diff(to.at) == 1,
            _ => false,
        }
    }

    /// On which side of the car, which is in a narrow, a neighbour is.
    #[inline]
    pub(super) fn side(&self, car: u32, near: u32) -> usize {
        self.places[car as usize].map_or(0, |Place { narrow, at }| {
            let spots = &self.all[narrow].spots;
            let is = |place: Option<usize>| place.and_then(|place| spots.get(place)) == Some(&near);
            let before = is(at.checked_sub(1));
            let after = is(Some(at + 1));
            // What is no part of the narrow lies beyond the end that the car is on.
            usize::from(after || (!before && at > 0))
        })
    }

    /// What it costs an empty, beyond heights, to serve on either side of the car, which is in a narrow.
    #[inline]
    pub(super) fn more(&self, car: u32, empty: u32) -> [i32; 2] {
        let Some(Place { narrow, at }) = self.places[car as usize] else { return [0; 2] };
        let mut more = [0, 1].map(|side: usize| self.all[narrow].more[side][empty as usize]);
        match self.places[empty as usize] {
            Some(place) if place.narrow == narrow => more[usize::from(place.at > at)] = 0,
            _ => {}
        }
        // It may as well serve once the car has left, on neither.
        more.map(|one| one - more[0].min(more[1]))
    }
}

/// The two neighbours of a spot that has no more.
fn through(ground: &Ground, spot: u32) -> Option<[u32; 2]> {
    let mut near = ground.near[spot as usize].into_iter().filter(|&near| near != NONE);
    match [near.next(), near.next(), near.next()] {
        [Some(one), Some(other), None] => Some([one, other]),
        _ => None,
    }
}

/// The spots from the neighbour `first` of `start` on, as far as they have two neighbours, and the one after them.
fn run(ground: &Ground, start: u32, first: u32, seen: &mut [bool]) -> Vec<u32> {
    let mut spots = Vec::new();
    let (mut before, mut at) = (start, first);
    seen[start as usize] = true;
    while !std::mem::replace(&mut seen[at as usize], through(ground, at).is_some()) {
        spots.push(at);
        let Some([one, other]) = through(ground, at) else { break };
        (before, at) = (at, if one == before { other } else { one });
    }
    spots
}

/// By spot: moves beyond heights to serve on a side of a narrow at least, wherever in it the car is, if one comes from
/// outside.
fn more(
    ground: &Ground,
    heights: &[i32],
    spots: &[u32],
    side: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<i32>, StopReason> {
    let height = |spot: u32| heights[spot as usize];
    let mut inwards: Vec<u32> = spots.to_vec();
    if side == 1 {
        inwards.reverse();
    }
    let (end, inner) = (inwards[0], inwards[1]);
    // Moves to where the empty serves and the height of that: at the far end nobody serves on this side.
    let within = (0..).zip(&inwards[..inwards.len() - 1]).map(|(steps, &spot)| steps + height(spot)).min();
    let mut least = vec![NO_WAY; ground.spots()];
    let mut queue: Vec<u32> = ground.near[end as usize].to_vec();
    queue.retain(|&near| near != NONE && near != inner);
    queue.iter().for_each(|&near| least[near as usize] = height(near));
    queue.push(end);
    least[end as usize] = within.unwrap_or(NO_WAY);
    let mut head = 0;
    while let Some(&spot) = queue.get(head) {
        head += 1;
        meter.tick()?;
        let through = least[spot as usize] + 1;
        for near in ground.near[spot as usize].into_iter().filter(|&near| near != NONE) {
            let barred = (spot == end && near == inner) || (spot == inner && near == end);
            if !barred && through < least[near as usize] {
                least[near as usize] = through;
                queue.push(near);
            }
        }
    }
    let beyond =
        |(spot, least): (u32, i32)| if least >= NO_WAY { NO_WAY } else { (least - height(spot)).max(0) };
    Ok((0..).zip(least).map(beyond).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parking::Lot;
    use crate::parking::text::parse;
    use crate::search::Budget;

    #[test]
    fn the_way_round_counts_beyond_levels() {
        let map = "C o # o E
                   o o . o o
                   o o # o o
                   o # # # o
                   o o o o o";
        let lot = Lot::new(&parse(map).unwrap(), 1000).unwrap();
        let budget = Budget::unlimited();
        let mut meter = Meter::start(&budget, 0).unwrap();
        let ground = Ground::of(&lot, &mut meter).unwrap();
        let levels: Vec<i32> = ground.level.iter().map(|&level| level as i32).collect();
        let narrows = Narrows::new(&ground, &levels, &mut meter).unwrap();
        let at = |row: u32, col: u32| ground.spot(row * 5 + col).unwrap();
        let door = at(1, 2);
        assert!(narrows.within(door, at(1, 3)) && narrows.within(at(1, 1), door));
        assert!(!narrows.within(at(1, 3), at(1, 4)) && !narrows.hold(at(0, 0)));
        let [near, far] = [at(1, 3), at(1, 1)].map(|end| narrows.side(door, end));
        assert_eq!([near, far, narrows.side(at(1, 3), at(0, 3))], [near, 1 - near, near]);
        // By side: nearer to the exit, and beyond the door.
        let more = |row: u32, col: u32| {
            let more = narrows.more(door, at(row, col));
            [more[near], more[far]]
        };
        assert_eq!([more(1, 1), more(1, 3), more(4, 2)], [[8, 0], [0, 14], [0, 4]]);
    }
}
