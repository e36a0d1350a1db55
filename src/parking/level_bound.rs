//! The level bound: what a plan costs at least, counted on distances to the exit alone.
//!
//! Every spot has a *level*, its distance to the nearest exit. Forget everything else: an empty goes one level
//! up or down for one move, and the car changes places with an empty one level away for one move. Every real
//! move is such a move, so the cheapest way of the car to level 0 in this smaller game bounds real plans from
//! below. It has a closed form. With the car on level L, its L moves are fed by one empty, the server, that
//! comes to level L − 1 and goes round the car for two moves between any two of the car's; every other empty
//! that waits within reach of one of the levels 0 … L − 2 ahead (its slot) saves one or two of those:
//!
//! `3L − 2 + min over servers ( |level of the server − (L − 1)| − G(the others) )`
//!
//! where `G` is the largest sum of `max(0, 2 − |level − slot|)` over empties paired with different slots.
//! With unequal costs every move is taken to cost the smaller one. Time: about 3 L + k a state.

use std::cell::RefCell;

use super::ground::{Ground, NONE};
use super::slide::Slide;
use super::space::{LotSpace, MOST_SPOTS, spots_of};
use crate::search::Heuristic;

/// The level bound on one region, in moves times `unit`.
pub(super) struct LevelBound<'g> {
    ground: &'g Ground,
    unit: u64,
    /// Empties by level, for regions of more spots than fit on the stack; all zero between two uses.
    counts: RefCell<Vec<u32>>,
}

impl<'g> LevelBound<'g> {
    /// `unit` is the cost of the cheapest move.
    pub(super) fn new(ground: &'g Ground, unit: u64) -> Self {
        Self { ground, unit, counts: RefCell::new(Vec::new()) }
    }

    fn level(&self, spot: u32) -> usize {
        self.ground.level[spot as usize] as usize
    }

    /// The bound for one empty: no other helps the server.
    pub(super) fn pair(&self, car: u32, empty: u32) -> u64 {
        let (level, empty) = (self.level(car) as u64, self.level(empty) as u64);
        if level == 0 { 0 } else { (3 * level - 2 + empty.abs_diff(level - 1)) * self.unit }
    }

    /// The bound for several empties on up to 128 spots.
    pub(super) fn bits(&self, car: u32, empties: u128) -> u64 {
        let level = self.level(car);
        let mut counts = [0_u8; MOST_SPOTS];
        let mut behind = usize::MAX;
        for spot in spots_of(empties) {
            let at = self.level(spot);
            if at < level {
                counts[at] += 1;
            } else {
                behind = behind.min(at);
            }
        }
        closed_form(level, behind, |level| usize::from(counts[level])) * self.unit
    }

    /// The bound for several empties on any number of spots.
    pub(super) fn list(&self, car: u32, empties: &[u32]) -> u64 {
        let level = self.level(car);
        let mut counts = self.counts.borrow_mut();
        if counts.len() < level {
            counts.resize(level, 0);
        }
        let mut behind = usize::MAX;
        for &spot in empties {
            let at = self.level(spot);
            if at < level {
                counts[at] += 1;
            } else {
                behind = behind.min(at);
            }
        }
        let moves = closed_form(level, behind, |level| counts[level] as usize);
        for &spot in empties {
            let at = self.level(spot);
            if at < level {
                counts[at] = 0;
            }
        }
        moves * self.unit
    }

    /// The bound for the lot as it stands, whatever its empties.
    pub(super) fn at_start(&self) -> u64 {
        let ground = self.ground;
        if ground.level[ground.car as usize] == NONE { 0 } else { self.list(ground.car, &ground.empties) }
    }
}

/// The bound in moves: the car on level `level`, `count(l)` empties on each level l below it, and the nearest
/// of the others on `behind` (`usize::MAX`: none). At least one empty is expected.
fn closed_form(level: usize, behind: usize, count: impl Fn(usize) -> usize) -> u64 {
    if level == 0 {
        return 0;
    }
    let front = level - 1;
    let saved_by_all = saved(front, &count);
    let mut best = i64::MAX;
    if behind != usize::MAX {
        best = (behind - front) as i64 - saved_by_all;
    }
    for server in (0..level).rev() {
        let way = (front - server) as i64;
        // Taking an empty away never saves more, so servers further off need not be tried.
        if way - saved_by_all >= best {
            break;
        }
        if count(server) > 0 {
            best = best.min(way - saved(front, |level| count(level) - usize::from(level == server)));
        }
    }
    if best == i64::MAX {
        return level as u64;
    }
    (3 * level as i64 - 2 + best) as u64
}

/// `G`: the most moves that waiting empties save, with slots on the levels below `slots`.
///
/// A slot takes an empty of its own level first (two moves saved; an exchange shows that nothing is lost by
/// it). What is left over on a level serves the slot below, which nobody further on can use, then the one
/// above.
fn saved(slots: usize, count: impl Fn(usize) -> usize) -> i64 {
    let (mut saved, mut spare_below, mut open_below) = (0, false, false);
    for level in 0..=slots {
        let mut spare = count(level);
        let mut open = false;
        if level < slots {
            if spare > 0 {
                (saved, spare) = (saved + 2, spare - 1);
            } else if spare_below {
                saved += 1;
            } else {
                open = true;
            }
        }
        if spare > 0 && open_below {
            (saved, spare) = (saved + 1, spare - 1);
        }
        (spare_below, open_below) = (spare > 0, open);
    }
    saved
}

/// Computed from scratch: that is cheap, and nothing is kept beside a state but the result.
impl<S: LotSpace> Heuristic<S> for LevelBound<'_> {
    type Parts = u64;

    #[inline]
    fn of(&self, state: &S::State) -> u64 {
        S::level_bound(self, state)
    }

    #[inline]
    fn after(&self, _: u64, _: Slide, child: &S::State) -> u64 {
        S::level_bound(self, child)
    }

    #[inline]
    fn estimate(&self, bound: u64) -> u64 {
        bound
    }
}
