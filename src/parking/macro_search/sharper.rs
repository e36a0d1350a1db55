//! A sharper bound for states that are about to be expanded: the first move as it is, [`chains`](super::chains) after it.
//!
//! For each first move of the car and each empty that may serve it, that one's true way is counted, and what chains say
//! is left, the other empties in the cheapest of the crowds that they make: those above the car or a few levels below it
//! may join the pool for their level, those further down are free. Either is a bound for any empty; the pool says more
//! of those that serve below where they are, and less of those that serve above. Where the move leads on
//! through a [narrow](super::narrows), those of the pool come to the one side of the car or to the other, and pay for that
//! too; before the car is there, they may still pass.
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
/// Empties fewer levels below the car than this, and all above it, are pooled.
const LEVELS_BELOW: u32 = 5;
/// Four crowds on one spot take about as long as one state of the search.
const CROWDS_A_STATE: usize = 4;
/// Links take as long as so many crowds.
const LINKS_IN_CROWDS: usize = 20;

pub(super) struct Sharper<'g> {
    ground: &'g Ground,
    /// States to be expanded before chains are prepared; `None` if they never are.
    wait: Option<usize>,
    prepared: Option<Prepared>,
}

/// What is found once for a region.
struct Prepared {
    chains: Chains,
    narrows: Narrows,
}

impl<'g> Sharper<'g> {
    pub(super) fn new(ground: &'g Ground, useful: bool) -> Self {
        let (spots, empties) = (ground.spots(), ground.empties.len());
        let fit = useful && (2..=MOST_EMPTIES).contains(&empties) && spots <= MOST_SPOTS;
        let work = |others: usize| (LINKS_IN_CROWDS + Crowds::whole(others)) * spots;
        let wait = fit.then(|| work(empties - 1) / CROWDS_A_STATE);
        Self { ground, wait, prepared: None }
    }

    /// One that does not wait, of any lot with several empties.
    #[cfg(test)]
    pub(super) fn at_once(ground: &'g Ground, ways: &mut Ways<'_>, meter: &mut Meter<'_>) -> Self {
        Self { ground, wait: None, prepared: Some(prepare(ground, ways, meter).unwrap()) }
    }

    /// Moves that a plan takes at least from a state that is about to be expanded, if that can be told.
    pub(super) fn of(
        &mut self,
        car: u32,
        empties: &[u32],
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, StopReason> {
        if let Some(prepared) = &self.prepared {
            return moves(self.ground, prepared, car, empties, ways).map(Some);
        }
        match self.wait {
            None => {}
            Some(0) => {
                self.wait = None;
                let before = meter.held();
                match prepare(self.ground, ways, meter) {
                    Ok(prepared) => self.prepared = Some(prepared),
                    Err(StopReason::Memory) => meter.release(meter.held() - before),
                    Err(reason) => return Err(reason),
                }
            }
            Some(wait) => self.wait = Some(wait - 1),
        }
        Ok(None)
    }
}

fn prepare(ground: &Ground, ways: &mut Ways<'_>, meter: &mut Meter<'_>) -> Result<Prepared, StopReason> {
    let held = Links::bytes(ground);
    meter.hold(Narrows::bytes(ground) + held)?;
    let narrows = Narrows::new(ground, meter)?;
    let links = Links::new(ground, ways, meter)?;
    let chains = Chains::new(ground, &links, &narrows, meter)?;
    meter.release(held);
    Ok(Prepared { chains, narrows })
}

fn moves(
    ground: &Ground,
    prepared: &Prepared,
    car: u32,
    empties: &[u32],
    ways: &mut Ways<'_>,
) -> Result<u64, StopReason> {
    let chains = &prepared.chains;
    // The levels of those that may join the pool, ascending, each with its place.
    let mut behind = [(0, 0); MOST_EMPTIES];
    let mut pool = 0;
    let level = ground.level[car as usize];
    for (place, &empty) in empties.iter().enumerate() {
        let at = ground.level[empty as usize];
        if at + LEVELS_BELOW > level {
            behind[pool] = (at as i32, place);
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
                let others = others.map(|&(level, place)| {
                    prepared.narrows.more(car, empties[place]).map(|more| level + more)
                });
                by_sides(chains, free, others, front, ahead ^ 1)
            } else {
                by_levels(chains, free, others.map(|&(level, _)| level), front, ahead ^ 1)
            };
            best = best.min((way + 1 + left).max(way + at_least));
        }
    }
    Ok(best.max(0).unsigned_abs().into())
}

/// What is left after a move to `front` with so many free empties, and others on these levels, ascending.
fn by_levels(
    chains: &Chains,
    free: usize,
    others: impl Iterator<Item = i32>,
    front: u32,
    back: usize,
) -> i32 {
    let mut crowd = Crowd { free, ..Crowd::default() };
    let (mut paid, mut least) = (0, chains.left(crowd, front, back));
    for level in others {
        paid += level;
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
