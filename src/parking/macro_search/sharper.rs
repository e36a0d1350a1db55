//! A sharper bound for states that are about to be expanded: the first move as it is, [`chains`](super::chains) after it.
//!
//! For each first move of the car and each empty that may serve it, that one's true way is counted, and what chains say
//! is left, the other empties in the cheapest of the crowds that they make: those above the car or a few steps below it
//! may join the pool for their height, those further down are free. Either is a bound for any empty; the pool says more
//! of those that serve below where they are, and less of those that serve above. Where the move leads on
//! through a [narrow](super::narrows), those of the pool come to the one side of the car or to the other, and pay for that
//! too; before the car is there, they may still pass.
//!
//! Heights are levels. Where the car may come to the exit by a long way round, they say little of the first half of that
//! way, which leads up; so in long searches a second bound takes the steps down from where the car stood first, and the
//! larger counts.
//!
//! Chains take as long to prepare as some hundreds of states to expand, so that happens only once as many were.

use super::chains::Chains;
use super::crowds::{Crowd, Crowds};
use super::links::{Links, NO_WAY};
use super::narrows::Narrows;
use super::ways::Ways;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// With more empties there are many crowds, and little is gained.
const MOST_EMPTIES: usize = 10;
/// Regions larger than this take too long to prepare.
const MOST_SPOTS: usize = 1024;
/// Empties fewer steps below the car than this, and all above it, are pooled.
const STEPS_BELOW: i32 = 5;
/// Four crowds on one spot take about as long as one state of the search.
const CROWDS_A_STATE: usize = 4;
/// Links take as long as so many crowds.
const LINKS_IN_CROWDS: usize = 20;

/// The second heights are for searches that take so many times as long.
const LONGER: usize = 8;

pub(super) struct Sharper<'g> {
    ground: &'g Ground,
    /// States to be expanded before chains are prepared for the next heights; `None` if they never are.
    wait: Option<usize>,
    prepared: Vec<Prepared>,
}

/// What is found once for a region and one kind of heights.
struct Prepared {
    heights: Vec<i32>,
    chains: Chains,
    narrows: Narrows,
}

impl<'g> Sharper<'g> {
    pub(super) fn new(ground: &'g Ground, useful: bool) -> Self {
        let (spots, empties) = (ground.spots(), ground.empties.len());
        let fit = useful && (2..=MOST_EMPTIES).contains(&empties) && spots <= MOST_SPOTS;
        Self { ground, wait: fit.then(|| wait(ground)), prepared: Vec::with_capacity(2) }
    }

    /// One that does not wait, of any lot with several empties.
    #[cfg(test)]
    pub(super) fn at_once(ground: &'g Ground, ways: &mut Ways<'_>, meter: &mut Meter<'_>) -> Self {
        let heights = [levels(ground), below(ground, ground.car)];
        let prepared = heights.map(|heights| Prepared::new(ground, heights, ways, meter).unwrap());
        Self { ground, wait: None, prepared: prepared.into() }
    }

    /// Moves that a plan takes at least from a state that is about to be expanded, if that can be told.
    pub(super) fn of(
        &mut self,
        car: u32,
        empties: &[u32],
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, StopReason> {
        match self.wait {
            None => {}
            Some(0) => self.prepare(ways, meter)?,
            Some(wait) => self.wait = Some(wait - 1),
        }
        let mut best = None;
        for prepared in &self.prepared {
            best = best.max(Some(moves(self.ground, prepared, car, empties, ways)?));
        }
        Ok(best)
    }

    /// Prepares chains for the next heights, if there is room for them.
    fn prepare(&mut self, ways: &mut Ways<'_>, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let first = self.prepared.is_empty();
        self.wait = None;
        let before = meter.held();
        let heights = if first { levels(self.ground) } else { below(self.ground, self.ground.car) };
        match Prepared::new(self.ground, heights, ways, meter) {
            Ok(prepared) => self.prepared.push(prepared),
            Err(StopReason::Memory) => {
                meter.release(meter.held() - before);
                return Ok(());
            }
            Err(reason) => return Err(reason),
        }
        if first {
            self.wait = Some(LONGER * wait(self.ground));
        }
        Ok(())
    }
}

impl Prepared {
    fn new(
        ground: &Ground,
        heights: Vec<i32>,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let held = Links::bytes(ground);
        meter.hold(heights.len() * size_of::<i32>() + Narrows::bytes(ground) + held)?;
        let narrows = Narrows::new(ground, &heights, meter)?;
        let links = Links::new(ground, ways, meter)?;
        let chains = Chains::new(ground, &links, &heights, &narrows, meter)?;
        meter.release(held);
        Ok(Self { heights, chains, narrows })
    }
}

/// States that take about as long to expand as chains to prepare.
fn wait(ground: &Ground) -> usize {
    (LINKS_IN_CROWDS + Crowds::whole(ground.empties.len() - 1)) * ground.spots() / CROWDS_A_STATE
}

/// Heights that are levels.
fn levels(ground: &Ground) -> Vec<i32> {
    ground.level.iter().map(|&level| level as i32).collect()
}

/// Heights that fall with every step from one spot on.
fn below(ground: &Ground, top: u32) -> Vec<i32> {
    let mut heights = vec![i32::MIN; ground.spots()];
    heights[top as usize] = 0;
    let mut queue = vec![top];
    let mut head = 0;
    while let Some(&spot) = queue.get(head) {
        head += 1;
        for near in ground.near[spot as usize] {
            if near != NONE && heights[near as usize] == i32::MIN {
                heights[near as usize] = heights[spot as usize] - 1;
                queue.push(near);
            }
        }
    }
    heights
}

fn moves(
    ground: &Ground,
    prepared: &Prepared,
    car: u32,
    empties: &[u32],
    ways: &mut Ways<'_>,
) -> Result<u64, StopReason> {
    let chains = &prepared.chains;
    // The heights of those that may join the pool, ascending, each with its place.
    let mut behind = [(0, 0); MOST_EMPTIES];
    let mut pool = 0;
    let height = prepared.heights[car as usize];
    for (place, &empty) in empties.iter().enumerate() {
        let at = prepared.heights[empty as usize];
        if at + STEPS_BELOW > height {
            behind[pool] = (at, place);
            pool += 1;
        }
    }
    let behind = &mut behind[..pool];
    behind.sort_unstable();
    let mut best = NO_WAY;
    for (ahead, &front) in ground.near[car as usize].iter().enumerate() {
        if front == NONE {
            continue;
        }
        let at_least = 1 + chains.at_least(front, ahead ^ 1);
        if at_least >= best {
            continue;
        }
        let to_front = ways.moves_to(front, car)?;
        for (server, &empty) in empties.iter().enumerate() {
            let way = to_front.from(empty).min(NO_WAY.unsigned_abs().into()) as i32;
            if way + at_least >= best {
                continue;
            }
            let others = behind.iter().filter(|&&(_, place)| place != server);
            let free = empties.len() - 1 - others.clone().count();
            let left = if prepared.narrows.within(car, front) {
                let others = others.map(|&(height, place)| {
                    prepared.narrows.more(car, empties[place]).map(|more| height + more)
                });
                by_sides(chains, free, others, front, ahead ^ 1)
            } else {
                by_heights(chains, free, others.map(|&(height, _)| height), front, ahead ^ 1)
            };
            best = best.min((way + 1 + left).max(way + at_least));
        }
    }
    Ok(best.max(0).unsigned_abs().into())
}

/// What is left after a move to `front` with so many free empties, and others at these heights, ascending.
fn by_heights(
    chains: &Chains,
    free: usize,
    others: impl Iterator<Item = i32>,
    front: u32,
    back: usize,
) -> i32 {
    let mut crowd = Crowd { free, ..Crowd::default() };
    let (mut paid, mut least) = (0, chains.left(crowd, front, back));
    for height in others {
        paid += height;
        crowd.pooled[0] += 1;
        least = least.min(paid + chains.left(crowd, front, back));
    }
    least
}

/// The same in a narrow, with what each of the others pays to come to either side.
fn by_sides(
    chains: &Chains,
    free: usize,
    others: impl Iterator<Item = [i32; 2]>,
    front: u32,
    back: usize,
) -> i32 {
    // The least that so many on the one side and so many on the other pay.
    let mut paid = [[NO_WAY; MOST_EMPTIES]; MOST_EMPTIES];
    paid[0][0] = 0;
    let mut count = 0;
    for [here, there] in others {
        count += 1;
        for first in (0..=count).rev() {
            for second in (0..=count - first).rev() {
                let mut least = paid[first][second];
                if first > 0 {
                    least = least.min(paid[first - 1][second] + here);
                }
                if second > 0 {
                    least = least.min(paid[first][second - 1] + there);
                }
                paid[first][second] = least;
            }
        }
    }
    let mut least = NO_WAY;
    for (first, paid) in paid[..=count].iter().enumerate() {
        for (second, &paid) in paid[..=count - first].iter().enumerate() {
            let crowd = Crowd { free, pooled: [first, second], fresh: None, split: true };
            least = least.min(paid.min(NO_WAY) + chains.left(crowd, front, back));
        }
    }
    least
}
