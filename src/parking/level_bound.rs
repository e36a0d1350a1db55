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
//! With unequal costs every move is taken to cost the smaller one. Time: about 3 k for k empties.

use std::cell::RefCell;

use super::ground::{Ground, NONE};
use super::slide::Slide;
use super::space::LotSpace;
use crate::search::Heuristic;

/// Up to this many empties are sorted by level, more are counted.
const FEW: usize = 64;

/// The level bound on one region, in moves times `unit`.
pub(super) struct LevelBound<'g> {
    ground: &'g Ground,
    unit: u64,
    scratch: RefCell<Scratch>,
}

/// Kept from one use to the next, so that none allocates.
#[derive(Default)]
struct Scratch {
    runs: Vec<Run>,
    /// Empties by level; all zero between two uses.
    counts: Vec<u32>,
}

/// The empties on one level.
struct Run {
    level: u32,
    count: u32,
}

impl<'g> LevelBound<'g> {
    /// `unit` is the cost of the cheapest move.
    pub(super) fn new(ground: &'g Ground, unit: u64) -> Self {
        Self { ground, unit, scratch: RefCell::default() }
    }

    #[inline]
    fn level(&self, spot: u32) -> u32 {
        self.ground.level[spot as usize]
    }

    /// The bound for one empty: no other helps the server.
    pub(super) fn one(&self, car: u32, empty: u32) -> u64 {
        let (level, empty) = (u64::from(self.level(car)), u64::from(self.level(empty)));
        if level == 0 { 0 } else { (3 * level - 2 + empty.abs_diff(level - 1)) * self.unit }
    }

    /// The bound for `count` empties, at least one.
    pub(super) fn several(&self, car: u32, count: usize, empties: impl Iterator<Item = u32>) -> u64 {
        let level = self.level(car);
        if level == 0 {
            return 0;
        }
        let Scratch { runs, counts } = &mut *self.scratch.borrow_mut();
        let mut behind = None;
        let ahead = empties.map(|spot| self.level(spot)).filter(|&at| {
            if at >= level {
                behind = Some(behind.map_or(at, |nearest: u32| nearest.min(at)));
            }
            at < level
        });
        runs.clear();
        if count <= FEW {
            runs.extend(ahead.map(|level| Run { level, count: 1 }));
            runs.sort_unstable_by_key(|run| run.level);
            runs.dedup_by(|next, kept| {
                let same = next.level == kept.level;
                kept.count += u32::from(same);
                same
            });
        } else {
            counts.resize(counts.len().max(level as usize), 0);
            ahead.for_each(|level| counts[level as usize] += 1);
            let occupied = (0..level).zip(&counts[..level as usize]).filter(|(_, count)| **count > 0);
            runs.extend(occupied.map(|(level, &count)| Run { level, count }));
            counts[..level as usize].fill(0);
        }
        closed_form(level, behind, runs) * self.unit
    }

    /// The bound for the lot as it stands, whatever its empties.
    pub(super) fn at_start(&self) -> u64 {
        let Ground { car, ref empties, .. } = *self.ground;
        let reachable = self.level(car) != NONE && !empties.is_empty();
        if reachable { self.several(car, empties.len(), empties.iter().copied()) } else { 0 }
    }
}

/// The bound in moves: the car on level `level`, `runs` of empties on the levels below it, ascending, and the
/// nearest of the others on `behind`.
fn closed_form(level: u32, behind: Option<u32>, runs: &mut [Run]) -> u64 {
    let front = level - 1;
    let saved_by_all = saved(front, runs);
    let mut best = behind.map(|behind| i64::from(behind - front) - saved_by_all);
    for server in (0..runs.len()).rev() {
        let way = i64::from(front - runs[server].level);
        // Taking an empty away never saves more, so servers further off need not be tried.
        if best.is_some_and(|best| way - saved_by_all >= best) {
            break;
        }
        runs[server].count -= 1;
        let cost = way - saved(front, runs);
        runs[server].count += 1;
        best = Some(best.map_or(cost, |best| best.min(cost)));
    }
    (3 * i64::from(level) - 2 + best.unwrap_or(0)).unsigned_abs()
}

/// `G`: the most moves that waiting empties save, with slots on the levels below `slots`.
///
/// A slot takes an empty of its own level first (two moves saved; an exchange shows that nothing is lost by
/// it). What is left over on a level serves the slot below, which nobody further on can use, then the one
/// above.
fn saved(slots: u32, runs: &[Run]) -> i64 {
    let mut saved = 0;
    // The slot above the last run that is nobody's yet, and whether that run has an empty to spare for it.
    let (mut above, mut spare_below) = (0, false);
    for &Run { level, mut count } in runs {
        if count == 0 {
            continue;
        }
        let mut open_below = level > above && level <= slots;
        if spare_below && above < level && above < slots {
            saved += 1;
            open_below &= above + 1 != level;
        }
        if level < slots {
            (saved, count) = (saved + 2, count - 1);
        }
        if count > 0 && open_below {
            (saved, count) = (saved + 1, count - 1);
        }
        (above, spare_below) = (level + 1, count > 0);
    }
    saved + i64::from(spare_below && above < slots)
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
