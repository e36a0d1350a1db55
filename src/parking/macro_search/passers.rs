//! Empties that pass the car's front spot before it moves there, and are left beyond.
//!
//! Bringing one empty straight to the car's front at every step is optimal with one empty alone. With several,
//! another may first be brought *through* the front spot to a car beside it, or beyond empties beside it, since
//! the car is going to be in its way. That is worth an edge only if it cannot wait: if some empty that is used
//! gets to some target as cheaply after the car's move, the edge without the two is as good. Which of the
//! empties used ends on which target makes no difference, they are alike and all pass the front spot.
//!
//! So with each passer come one more empty and one more target. Sets of targets are listed once each, as sets of
//! connected cells are: a target that was tried is barred from what its later siblings lead to. What a set
//! costs is measured on it as a whole.

use super::edges::{Edges, Step};
use super::ways::{FAR, Ways};
use crate::search::{Meter, StopReason};

/// Kept from one use to the next.
#[derive(Default)]
pub(super) struct Scratch {
    /// Places of the candidates that may be used with passers.
    fit: Vec<usize>,
    used: Vec<u32>,
    targets: Vec<u32>,
    barred: Vec<u32>,
    frames: Vec<Frame>,
    /// Targets still to be tried, of one frame after another.
    pool: Vec<u32>,
}

/// One passer more.
struct Frame {
    /// Which of those that are fit is used.
    place: usize,
    /// Cost of the ways of all used.
    ways: u64,
    /// Where its targets begin and end in the pool; the next to try.
    start: usize,
    at: usize,
    /// How many targets were barred before.
    barred: usize,
    /// Whether one of its targets is in use at present.
    placed: bool,
}

impl Edges<'_> {
    /// Adds the edges with passers; the first of the empties used is among the first `servers`.
    pub(super) fn with_passers(
        &mut self,
        step: Step,
        servers: usize,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut scratch = std::mem::take(&mut self.passing);
        let result = self.find_fit(step, &mut scratch, ways, meter).and_then(|()| {
            let firsts = scratch.fit.iter().filter(|&&place| place < servers).count();
            // One alone has nobody to pass before.
            (0..firsts.min(scratch.fit.len().saturating_sub(1))).try_for_each(|first| {
                if self.dominated(scratch.fit[first], &[], step, ways, meter)? {
                    return Ok(());
                }
                self.sets_with(first, step, &mut scratch, ways, meter)
            })
        });
        self.passing = scratch;
        result
    }

    /// Lists the candidates that cannot wait for at least one of the targets nearest to the front spot. Every set
    /// of targets has one of those, so no others are ever used together.
    fn find_fit(
        &mut self,
        step: Step,
        scratch: &mut Scratch,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        scratch.fit.clear();
        let empty = &self.empty;
        self.fringe.measure(step.front, step.car, |spot| empty[spot as usize], meter)?;
        for &target in &self.fringe.reached()[1..] {
            if self.empty[target as usize] {
                continue;
            }
            let least = ways.at_least(step.front, target);
            let later = ways.costs_to(target, step.front)?;
            for (place, one) in self.candidates.iter().enumerate() {
                meter.tick()?;
                let can_wait = later.from(one.empty) <= one.way + least;
                if !can_wait && !scratch.fit.contains(&place) {
                    scratch.fit.push(place);
                }
            }
        }
        scratch.fit.sort_unstable();
        Ok(())
    }

    /// All edges whose first empty is that of the fit candidate at `first`, at least one more after it.
    fn sets_with(
        &mut self,
        first: usize,
        step: Step,
        scratch: &mut Scratch,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        scratch.used.clear();
        scratch.targets.clear();
        scratch.barred.clear();
        scratch.frames.clear();
        scratch.pool.clear();
        self.use_empty(first, scratch);
        let first_way = self.candidates[scratch.fit[first]].way;
        // The place of the next candidate to use, and what those used cost.
        let mut next = Some((first + 1, first_way));
        loop {
            meter.tick()?;
            if let Some((place, cost)) = next {
                next = None;
                if place < scratch.fit.len() {
                    self.open_frame(place, cost, step, scratch, ways, meter)?;
                    continue;
                }
            }
            let Some(frame) = scratch.frames.last_mut() else { break };
            if frame.placed {
                frame.placed = false;
                let target = scratch.targets.pop();
                target.into_iter().for_each(|target| self.empty[target as usize] = false);
                scratch.barred.extend(target);
            }
            if frame.at < scratch.pool.len() {
                let target = scratch.pool[frame.at];
                frame.at += 1;
                frame.placed = true;
                scratch.targets.push(target);
                self.empty[target as usize] = true;
                let (place, cost) = (frame.place, frame.ways);
                self.add_if_it_cannot_wait(cost, step, scratch, ways, meter)?;
                next = Some((place + 1, cost));
            } else {
                // Done with this candidate in this place: the one after it instead.
                let Some(frame) = scratch.frames.pop() else { break };
                scratch.pool.truncate(frame.start);
                scratch.barred.truncate(frame.barred);
                let one = self.candidates[scratch.fit[frame.place]];
                if scratch.used.len() > scratch.frames.len() + 1 {
                    scratch.used.pop();
                    self.empty[one.empty as usize] = true;
                }
                next = Some((frame.place + 1, frame.ways - one.way));
            }
        }
        scratch.used.iter().for_each(|&spot| self.empty[spot as usize] = true);
        Ok(())
    }

    fn use_empty(&mut self, place: usize, scratch: &mut Scratch) {
        let spot = self.candidates[scratch.fit[place]].empty;
        scratch.used.push(spot);
        self.empty[spot as usize] = false;
    }

    /// A frame for the fit candidate at `place`; without targets if it may not be used here.
    fn open_frame(
        &mut self,
        place: usize,
        cost: u64,
        step: Step,
        scratch: &mut Scratch,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let one = self.candidates[scratch.fit[place]];
        let start = scratch.pool.len();
        let barred = scratch.barred.len();
        scratch.frames.push(Frame { place, ways: cost + one.way, start, at: start, barred, placed: false });
        if self.dominated(scratch.fit[place], &scratch.used, step, ways, meter)? {
            return Ok(());
        }
        for &target in &scratch.targets {
            if can_wait(one.empty, target, one.way + ways.at_least(step.front, target), step, ways)? {
                return Ok(());
            }
        }
        self.use_empty(place, scratch);
        let empty = &self.empty;
        self.fringe.measure(step.front, step.car, |spot| empty[spot as usize], meter)?;
        for &target in &self.fringe.reached()[1..] {
            if self.empty[target as usize] || scratch.barred.contains(&target) {
                continue;
            }
            let trip = ways.at_least(step.front, target);
            let mut waits = false;
            for &used in &scratch.used {
                let way = ways.cost(used, step.front, step.car)?;
                waits = waits || can_wait(used, target, way + trip, step, ways)?;
            }
            if !waits {
                scratch.pool.push(target);
            }
        }
        Ok(())
    }

    /// Measures the set as a whole, and adds the edge unless part of it can wait.
    fn add_if_it_cannot_wait(
        &mut self,
        cost: u64,
        step: Step,
        scratch: &Scratch,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let empty = &self.empty;
        self.fringe.measure(step.front, step.car, |spot| empty[spot as usize], meter)?;
        let mut cost = cost;
        for &target in &scratch.targets {
            let trip = self.fringe.cost(target);
            if trip >= FAR {
                return Ok(());
            }
            cost += trip;
            for &used in &scratch.used {
                let way = ways.cost(used, step.front, step.car)?;
                if can_wait(used, target, way + trip, step, ways)? {
                    return Ok(());
                }
            }
        }
        self.add(step, cost, &scratch.used, &scratch.targets, ways);
        Ok(())
    }
}

/// Whether an empty gets to a target after the car's move for no more than `trip`.
fn can_wait(empty: u32, target: u32, trip: u64, step: Step, ways: &mut Ways<'_>) -> Result<bool, StopReason> {
    Ok(ways.cost(empty, target, step.front)? <= trip)
}
