//! What straight runs cost: on an open lot with one exit, where the car cannot turn at every step.
//!
//! An empty that served a move of the car stands behind it. It goes round the car for two moves to serve a turn,
//! for four to serve a step straight on. On the way to an exit that is `p` steps off along one axis and `q < p`
//! along the other, the car turns most often by taking the `q` steps one at a time, between steps of the other
//! kind: `p − q − 1` steps are left that go straight on, one more if a step of the fewer kind comes first. Those
//! plans keep to a *band* of the rectangle between car and exit. A plan that leaves it by `w` takes the fewer
//! steps two at a time `w` times, and goes straight on twice more for each.
//!
//! A plan in which the car goes away from the exit can be folded at the line that it crosses to and fro: no trip
//! of an empty gets longer by it, no pair of steps takes more, and the two moves are saved. So the figures hold
//! for what is left of those plans as well; but folded spots are nearer to the exit than those that the empties
//! really came to, so there the [`LooseForm`] counts. Going away across the longer axis moves the band's ends
//! out; going away along it takes steps straight on besides, at least two moves for each, and moves its sides.
//!
//! Only an empty that serves for the first time, or one that was passed over at the turn just before, serves a
//! step straight on for less than four. The second is counted as if the one that served that turn had been near
//! the straight run.

use super::form::{Helper, NEVER, more_saved, on_runs};

/// The way from a car to the exit on an open lot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    /// Where the car stands, row and column.
    car: [i32; 2],
    /// The axis of the more steps: 0 down or up, 1 across.
    long: usize,
    /// Which way the exit lies along each axis.
    towards: [i32; 2],
    /// Steps along the longer axis and along the other.
    steps: [i32; 2],
}

impl Runs {
    pub(super) fn between(car: [u16; 2], exit: [u16; 2]) -> Self {
        let (car, exit) = (car.map(i32::from), exit.map(i32::from));
        let offset = [exit[0] - car[0], exit[1] - car[1]];
        let long = usize::from(offset[1].abs() > offset[0].abs());
        let steps = [offset[long].abs(), offset[1 - long].abs()];
        Self { car, long, towards: offset.map(|steps| if steps < 0 { -1 } else { 1 }), steps }
    }

    /// Whether a first step to this place is one of the fewer kind.
    pub(super) fn starts_short(&self, front: [u16; 2]) -> bool {
        i32::from(front[self.long]) == self.car[self.long]
    }

    /// Steps that go straight on at least, in plans that leave the band by `by`.
    pub(super) fn straight(&self, starts_short: bool, by: i32) -> u32 {
        (self.steps[0] - self.steps[1] - i32::from(!starts_short) + 2 * by).max(0).unsigned_abs()
    }

    /// By how much the band can be left.
    pub(super) fn most_by(&self, away: i32) -> i32 {
        self.steps[1] + 2 * away
    }

    /// How far a place is from bands, with these margins along and across.
    #[inline]
    pub(super) fn aside(&self, place: [u16; 2], starts_short: bool, margins: [i32; 2]) -> FromBands {
        let along = |axis: usize| (i32::from(place[axis]) - self.car[axis]) * self.towards[axis];
        let [p, q] = self.steps;
        let (x, y) = (along(self.long), along(1 - self.long));
        let (near_x, near_y) = (x.clamp(-margins[0], p + margins[0]), y.clamp(-margins[1], q + margins[1]));
        let early = near_y - near_x - i32::from(starts_short);
        // The last step may be one of the fewer kind too; what that costs is not counted.
        let late = near_x - near_y - (p - q) - 1;
        FromBands { at_least: x.abs_diff(near_x) + y.abs_diff(near_y), at_first: early.max(late) }
    }
}

/// How far a place is from the band, by how much that may be left.
#[derive(Clone, Copy, Debug)]
pub(super) struct FromBands {
    /// From the widest.
    at_least: u32,
    /// What is to be added for the one that is not left at all.
    at_first: i32,
}

impl FromBands {
    /// From the band that may be left by `by`.
    #[inline]
    pub(super) fn left_by(self, by: i32) -> u32 {
        self.at_least + (self.at_first - by).max(0).unsigned_abs()
    }
}

/// What plans cost at least in which the car goes away a number of times, those moves not counted, for any number of
/// steps straight on. Where two of the empties are wanted at the same time does not matter here.
#[derive(Clone, Copy, Debug)]
pub(super) struct LooseForm {
    level: u32,
    /// Empties by [`more_saved`].
    near: [u32; 3],
    saved: i64,
    /// Of the empties that save alike on straight steps, what the one that serves best pays and does not save.
    servers: [u32; 3],
}

/// An empty as the loose form sees it, wherever the car goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LooseHelper {
    /// Moves that any slot takes at least.
    aside: u32,
    /// Moves to the slot before the car, at least.
    approach: u32,
}

impl LooseHelper {
    /// For a car that goes away `away` times. How far aside the helper is does not matter.
    pub(super) fn new(level: u32, away: u32, helper: &Helper) -> Self {
        // Folding takes a spot that many levels down at most.
        let folded = (2 * away).saturating_sub(1);
        let at = helper.level;
        let behind = (at + 1).saturating_sub(level + folded);
        let way = if helper.approach == NEVER { 0 } else { helper.approach.saturating_sub(folded) };
        Self {
            aside: (at + 2).saturating_sub(level + folded),
            approach: way.max(behind).max((level - 1).saturating_sub(at)),
        }
    }
}

impl LooseForm {
    /// For empties, each with how far aside of the car's corridors it is.
    #[inline]
    pub(super) fn new(level: u32, helpers: impl Iterator<Item = (LooseHelper, u32)>) -> Self {
        let (mut near, mut saved, mut servers) = ([0; 3], 0, [u32::MAX; 3]);
        for (helper, aside) in helpers {
            let approach = helper.approach.max(aside);
            let aside = helper.aside.max(aside);
            let saves = 2_u32.saturating_sub(aside);
            let kind = more_saved(aside);
            near[kind] += 1;
            saved += i64::from(saves);
            servers[kind] = servers[kind].min(approach + saves);
        }
        Self { level, near, saved, servers }
    }

    /// The cost if so many steps go straight on.
    pub(super) fn cost(&self, straight: u32) -> u64 {
        let kinds = self.servers.iter().enumerate().filter(|&(_, &server)| server != u32::MAX);
        let costs = kinds.map(|(kind, &server)| {
            let mut others = self.near;
            others[kind] -= 1;
            i64::from(server) - self.saved - on_runs(others, straight)
        });
        let best = costs.min().unwrap_or(0);
        (3 * i64::from(self.level) - 2 + i64::from(2 * straight) + best).max(0).unsigned_abs()
    }
}
