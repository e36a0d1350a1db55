//! What a state needs at least in steps, and how promising it looks; of several cars, the one that needs most.
//!
//! Cars that are still to leave count as empties that are not there yet.

use super::field::Field;
use super::levels::{self, Server};
use super::reuse::{self, Prices, Reuse, Wait};
use crate::grid::Size;
use crate::parking::ground::NONE;

/// Empties times slots: where there are more, services are not counted, for that would take long.
const MOST_SERVICES: usize = 1 << 16;

/// The bounds of one lot.
pub(super) struct StepBound<'g> {
    field: &'g Field<'g>,
    /// Where lines slide as one.
    reuse: Option<Reuse>,
    servers: Vec<Server>,
    ready: Vec<u32>,
}

/// What is to be said of a state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outlook {
    /// Proved: steps that it needs at least.
    pub(super) steps: u32,
    /// A guess of the same, and a finer one; smaller is better.
    pub(super) rank: u64,
}

impl<'g> StepBound<'g> {
    /// Bytes held on a region.
    pub(super) fn bytes(spots: usize, size: Size, in_blocks: bool) -> usize {
        if in_blocks { Reuse::bytes(spots, size) } else { 0 }
    }

    pub(super) fn new(field: &'g Field<'g>, size: Size, in_blocks: bool) -> Self {
        let prices = Prices { horizontal: 1, vertical: 1 };
        let reuse = in_blocks.then(|| Reuse::new(field, size, field.pieces() - 1, prices));
        Self { field, reuse, servers: Vec::new(), ready: Vec::new() }
    }

    /// Looks at a packed state.
    pub(super) fn of(&mut self, words: &[u32]) -> Outlook {
        let (cars, empties) = words[1..].split_at(words[0] as usize);
        let mut most = Outlook::default();
        let mut all = 0;
        for (place, &car) in cars.iter().enumerate() {
            match self.field.ground.level[car as usize] {
                NONE => return Outlook { steps: NONE, rank: u64::MAX },
                // It waits on an exit for its turn.
                0 => continue,
                _ => {}
            }
            let outlook = match &self.reuse {
                Some(_) => self.in_lines(place, cars, empties),
                None => self.alone(place, cars, empties),
            };
            all += outlook.rank;
            most.steps = most.steps.max(outlook.steps);
            most.rank = most.rank.max(outlook.rank);
        }
        most.rank += all;
        most
    }

    fn others(&self, place: usize, cars: &[u32]) -> impl Iterator<Item = u32> {
        let level = &self.field.ground.level;
        let others = cars.iter().enumerate().filter(move |&(other, _)| other != place);
        others.map(|(_, &car)| level[car as usize])
    }

    /// Every car moves on its own.
    fn alone(&mut self, place: usize, cars: &[u32], empties: &[u32]) -> Outlook {
        let level = &self.field.ground.level;
        let mut servers = std::mem::take(&mut self.servers);
        servers.clear();
        servers.extend(empties.iter().map(|&spot| Server { level: level[spot as usize], after: 0 }));
        servers.retain(|server| server.level != NONE);
        servers.extend(
            self.others(place, cars).filter(|&after| after != NONE).map(|after| Server { level: 0, after }),
        );
        let car = cars[place];
        let later = self.others(place, cars).filter(|&after| after != NONE).min();
        let soonest = self.approach(car, empties.iter().copied(), later).filter(|_| !servers.is_empty());
        let level = level[car as usize];
        let (steps, to_spare) = match soonest {
            None => (NONE, 0),
            Some(soonest) if servers.len().saturating_mul(level as usize) > MOST_SERVICES => {
                (level + soonest, 0)
            }
            Some(soonest) => levels::steps(level, soonest, &servers),
        };
        self.servers = servers;
        Outlook { steps, rank: (u64::from(steps) << 12).saturating_sub(to_spare.min(4095).into()) }
    }

    /// Steps before an empty can be in front of the car, and the car then comes nearer to an exit; or before it has come
    /// as near as now again, if it moves off first; `later` is when another car may have become an empty. None if there
    /// is no empty at all.
    fn approach(&self, car: u32, empties: impl Iterator<Item = u32>, later: Option<u32>) -> Option<u32> {
        let (field, high) = (self.field, self.field.ground.level[car as usize]);
        let detour = if field.ground.exits.len() > 1 { 1 } else { 2 };
        let soonest = empties.map(|empty| {
            let aside = field.apart(empty, car) - 1 + detour;
            field.way_to_front(car, empty).map_or(aside, |nearer| nearer.min(aside))
        });
        let later = later.map(|after| after + detour.min(high - 1));
        soonest.chain(later).min()
    }

    /// Whole lines slide.
    fn in_lines(&mut self, place: usize, cars: &[u32], empties: &[u32]) -> Outlook {
        let (field, car) = (self.field, cars[place]);
        let soonest = self.others(place, cars).min().unwrap_or(NONE);
        let wait = reuse::wait(field, car, empties.iter().copied());
        let wait = Wait { nearer: wait.nearer.min(soonest), any: wait.any.min(soonest) };
        let level = field.ground.level[car as usize];
        let in_moves = self
            .reuse
            .as_ref()
            .map_or(0, |reuse| reuse.cost(car, if soonest == NONE { wait } else { Wait::default() }));
        let by_moves = in_moves.div_ceil(field.pieces() as u64 - 1) as u32;
        let detour = if field.ground.exits.len() > 1 { 1 } else { 2 };
        let steps = (level + wait.nearer.min(detour + wait.any)).max(by_moves);
        Outlook { steps, rank: self.guess(car, empties) }
    }

    /// Steps that it would take if the empties took turns and were never in each other's way.
    fn guess(&mut self, car: u32, empties: &[u32]) -> u64 {
        let ready = &mut self.ready;
        ready.clear();
        ready
            .extend(empties.iter().map(|&empty| reuse::wait(self.field, car, std::iter::once(empty)).nearer));
        let waits: u64 = ready.iter().map(|&wait| u64::from(wait)).sum();
        let mut steps = 0;
        for _ in 0..self.field.ground.level[car as usize] {
            let Some(first) = ready.iter_mut().min() else { break };
            steps = (*first).max(steps) + 1;
            *first = steps + 2;
        }
        (u64::from(steps) << 12) + waits
    }
}
