//! A sharper bound for states that are about to be expanded: the first move as it is, [`chains`](super::chains) after it.
//!
//! For each first move of the car and each empty that may serve it, that one's true way is counted, and what chains say
//! is left, the other empties in the cheapest of the crowds that they make: those above the car or a few levels below it
//! may join the pool for their level, those further down are free. Either is a bound for any empty; the pool says more
//! of those that serve below where they are, and less of those that serve above.
//!
//! Chains take as long to prepare as some hundreds of states to expand, so that happens only once as many were.

use super::chains::Chains;
use super::crowds::{Crowd, Crowds};
use super::links::{Links, NO_WAY};
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
    chains: Option<Chains>,
}

impl<'g> Sharper<'g> {
    pub(super) fn new(ground: &'g Ground, useful: bool) -> Self {
        let (spots, empties) = (ground.spots(), ground.empties.len());
        let fit = useful && (2..=MOST_EMPTIES).contains(&empties) && spots <= MOST_SPOTS;
        let work = |others: usize| (LINKS_IN_CROWDS + Crowds::count(others)) * spots;
        let wait = fit.then(|| work(empties - 1) / CROWDS_A_STATE);
        Self { ground, wait, chains: None }
    }

    /// One that does not wait, of any lot with several empties.
    #[cfg(test)]
    pub(super) fn at_once(ground: &'g Ground, ways: &mut Ways<'_>, meter: &mut Meter<'_>) -> Self {
        Self { ground, wait: None, chains: Some(prepare(ground, ways, meter).unwrap()) }
    }

    /// Moves that a plan takes at least from a state that is about to be expanded, if that can be told.
    pub(super) fn of(
        &mut self,
        car: u32,
        empties: &[u32],
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, StopReason> {
        if let Some(chains) = &self.chains {
            return moves(self.ground, chains, car, empties, ways).map(Some);
        }
        match self.wait {
            None => {}
            Some(0) => {
                self.wait = None;
                match prepare(self.ground, ways, meter) {
                    Ok(chains) => self.chains = Some(chains),
                    Err(StopReason::Memory) => {}
                    Err(reason) => return Err(reason),
                }
            }
            Some(wait) => self.wait = Some(wait - 1),
        }
        Ok(None)
    }
}

fn prepare(ground: &Ground, ways: &mut Ways<'_>, meter: &mut Meter<'_>) -> Result<Chains, StopReason> {
    let held = Links::bytes(ground);
    meter.hold(held)?;
    let chains = Links::new(ground, ways, meter).and_then(|links| Chains::new(ground, &links, meter));
    meter.release(held);
    chains
}

fn moves(
    ground: &Ground,
    chains: &Chains,
    car: u32,
    empties: &[u32],
    ways: &mut Ways<'_>,
) -> Result<u64, StopReason> {
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
            let (mut pooled, mut paid) = (0, way + 1);
            let mut least = paid + chains.left(Crowd { free, ..Crowd::default() }, front, ahead ^ 1);
            for (level, _) in others {
                (pooled, paid) = (pooled + 1, paid + level);
                let crowd = Crowd { free, pooled, fresh: false };
                least = least.min(paid + chains.left(crowd, front, ahead ^ 1));
            }
            best = best.min(least.max(way + at_least));
        }
    }
    Ok(best.max(0).unsigned_abs().into())
}
