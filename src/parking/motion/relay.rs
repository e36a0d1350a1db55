//! A good plan for one car on a large lot: the empties take turns in front of it, as in a relay.
//!
//! The car goes nearer to its exit move by move; for each move the empty is sent that can serve it soonest, by a
//! breadth-first search over cell and time past everything that was planned before: cells that a move touches in a
//! step, cells on which an empty or the car stands (prioritised planning, Erdmann and Lozano-Pérez, 1987). An empty
//! that has served waits behind the car until it is sent again.
//!
//! Not here: any promise. The plan may be far from the best, and none found proves nothing.

use super::field::{Field, Record};
use super::reuse;
use crate::grid::Direction;
use crate::parking::ground::NONE;
use crate::parking::slide::Slide;
use crate::search::{Meter, StopReason};

/// Empties that are tried for one move of the car, the most promising first.
const MOST_TRIED: usize = 6;

/// Spots that are worth looking at for one car: larger lots would take too long.
pub(super) const MOST_WORK: u64 = 30_000_000;

/// An empty sets out so many steps before it must, to get round others.
const HEAD_START: u32 = 8;

/// A move of the plan and its step.
type Timed = (u32, Slide);

/// A plan for all cars, one after another, in the order in which they must leave or the nearest first; its moves on
/// the region's spots. What other cars a relay moves over an exit leave, and then the rest is planned anew. `work` is
/// how many spots may still be looked at; then it is given up.
pub(super) fn plan(
    field: &Field<'_>,
    in_blocks: bool,
    work: &mut u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Slide>>, StopReason> {
    let level = |spot: u32| field.ground.level[spot as usize];
    let mut slides = Vec::new();
    let mut record = field.start();
    meter.hold(Relay::bytes(field.ground.spots()))?;
    while let Some(&first) = record.cars.first() {
        let nearest = record.cars.iter().copied().min_by_key(|&car| level(car)).unwrap_or(first);
        let car = if field.in_order { first } else { nearest };
        let mut relay = Relay::new(field, in_blocks, car, &record, *work);
        let came = relay.run(meter)?;
        *work = relay.work;
        meter.release(
            relay.held
                + relay.layers.iter().map(|layer| layer.capacity() * size_of::<(u32, u32)>()).sum::<usize>(),
        );
        if !came {
            return Ok(None);
        }
        let before = record.cars.len();
        for step in relay.plan.chunk_by(|one, next| one.0 == next.0) {
            for &(_, slide) in step {
                make(field, &mut record, slide);
                meter.room(&mut slides)?;
                slides.push(slide);
            }
            field.settle(&mut record);
            if record.cars.len() < before {
                break;
            }
        }
        if record.cars.len() == before {
            return Ok(None);
        }
    }
    Ok(Some(slides))
}

/// Slides a line; nobody leaves yet.
fn make(field: &Field<'_>, record: &mut Record, slide: Slide) {
    let direction = slide.direction() as usize;
    let mut spot = slide.to();
    for _ in 0..slide.cars() {
        let behind = field.ground.near[spot as usize][direction];
        record.cars.iter_mut().filter(|car| **car == behind).for_each(|car| *car = spot);
        spot = behind;
    }
    record.empties.iter_mut().filter(|empty| empty.0 == slide.to()).for_each(|empty| empty.0 = spot);
}

/// An empty, and the step after which it is free.
#[derive(Clone, Copy)]
struct Runner {
    at: u32,
    free: u32,
}

/// A way of a runner: the step after which it sets out, where it is then and after each step from then on, and the
/// direction in which the car moves after that.
struct Way {
    from: u32,
    spots: Vec<u32>,
    direction: usize,
}

struct Relay<'f> {
    field: &'f Field<'f>,
    in_blocks: bool,
    /// By step and spot: whether something planned is there or passes.
    busy: Vec<Vec<u64>>,
    /// By spot: the step after which something stays there, [`NONE`] if nothing does.
    stays: Vec<u32>,
    runners: Vec<Runner>,
    car: u32,
    /// The step of the car's last move.
    now: u32,
    last: Option<usize>,
    plan: Vec<Timed>,
    /// By spot: the search, and in it the step, that came there last.
    seen: Vec<u64>,
    searches: u64,
    /// The search: spots by step, each with its place in the step before.
    layers: Vec<Vec<(u32, u32)>>,
    /// Spots that may still be looked at.
    work: u64,
    /// Bytes counted.
    held: usize,
}

impl<'f> Relay<'f> {
    /// Bytes held on a region, but for what grows with the plan.
    fn bytes(spots: usize) -> usize {
        spots * (size_of::<u32>() + size_of::<u64>())
    }

    fn new(field: &'f Field<'f>, in_blocks: bool, car: u32, record: &Record, work: u64) -> Self {
        let spots = field.ground.spots();
        let runners: Vec<Runner> = record.empties.iter().map(|&(at, _)| Runner { at, free: 0 }).collect();
        let mut stays = vec![NONE; spots];
        runners.iter().for_each(|runner| stays[runner.at as usize] = 0);
        stays[car as usize] = 0;
        Self {
            field,
            in_blocks,
            busy: Vec::new(),
            stays,
            runners,
            car,
            now: 0,
            last: None,
            plan: Vec::new(),
            seen: vec![0; spots],
            searches: 0,
            layers: Vec::new(),
            work,
            held: 0,
        }
    }

    /// Plans how the car comes to an exit, in the order of steps; says whether it does.
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<bool, StopReason> {
        let level = &self.field.ground.level;
        while level[self.car as usize] > 0 {
            let mut order: Vec<usize> = (0..self.runners.len()).collect();
            // Of those that are there as soon, first the one that is in the way of others, then the one furthest behind.
            order.sort_by_key(|&runner| {
                let at = self.runners[runner].at;
                (self.soonest(runner), std::cmp::Reverse(level[at as usize]), at)
            });
            let mut best: Option<(usize, Way)> = None;
            let mut until = NONE;
            for &runner in order.iter().take(MOST_TRIED) {
                if self.soonest(runner).0 >= until {
                    break;
                }
                if let Some(way) = self.way(runner, until, meter)? {
                    until = way.from + way.spots.len() as u32;
                    best = Some((runner, way));
                }
            }
            let Some((runner, way)) = best else { return Ok(false) };
            self.send(runner, &way, meter)?;
        }
        self.plan.sort_by_key(|&(step, _)| step);
        Ok(true)
    }

    /// Moves that this one needs at least before it can serve.
    fn own(&self, runner: usize) -> u32 {
        let at = self.runners[runner].at;
        if self.in_blocks {
            reuse::wait(self.field, self.car, std::iter::once(at)).nearer
        } else {
            self.field.way_to_front(self.car, at).unwrap_or(0)
        }
    }

    /// A step before which this one cannot serve, and whether it must move until then.
    fn soonest(&self, runner: usize) -> (u32, bool) {
        let own = self.own(runner);
        ((self.runners[runner].free + own).max(self.now) + 1, own > 0)
    }

    /// Whether a spot is taken during a step, by others than the empty that comes from `own`.
    #[inline]
    fn taken(&self, spot: u32, step: u32, own: u32) -> bool {
        let stays = self.stays[spot as usize];
        stays < step && spot != own
            || self
                .busy
                .get(step as usize)
                .is_some_and(|busy| busy[spot as usize / 64] >> (spot % 64) & 1 == 1)
    }

    /// The way by which an empty can serve before step `until`.
    fn way(&mut self, runner: usize, until: u32, meter: &mut Meter<'_>) -> Result<Option<Way>, StopReason> {
        let Runner { at: own, free } = self.runners[runner];
        // What takes longer than several walks across the region is given up.
        let across = self.field.ground.spots().isqrt() as u32;
        let until = until.min(self.soonest(runner).0 + 4 * across + 16);
        let forgotten = self.layers.drain(..).map(|layer| layer.capacity() * size_of::<(u32, u32)>()).sum();
        meter.release(forgotten);
        self.layers.push(vec![(own, 0)]);
        meter.hold(self.layers[0].capacity() * size_of::<(u32, u32)>())?;
        self.searches += 1;
        // One that has been free for long need not have set out long ago.
        let from = free.max(self.now.saturating_sub(self.own(runner) + HEAD_START));
        let mut step = from;
        while step + 1 < until {
            self.searches += 1;
            let depth = self.layers.len() - 1;
            let mut next: Vec<(u32, u32)> = Vec::with_capacity(self.layers[depth].len() + 4);
            for place in 0..self.layers[depth].len() {
                let (spot, _) = self.layers[depth][place];
                self.seen[spot as usize] = self.searches;
            }
            if step >= self.now
                && let Some((place, direction)) = self.serves(step + 1, own)
            {
                return Ok(Some(Way { from, spots: self.spots_to(place), direction }));
            }
            // A spot of the layer in the making is marked with the number of its search.
            self.searches += 1;
            let mut reach = |spot: u32, from: usize, seen: &mut Vec<u64>, searches: u64| {
                if seen[spot as usize] != searches {
                    seen[spot as usize] = searches;
                    next.push((spot, from as u32));
                }
            };
            for place in 0..self.layers[depth].len() {
                let (spot, _) = self.layers[depth][place];
                meter.tick()?;
                if self.taken(spot, step + 1, own) {
                    continue;
                }
                reach(spot, place, &mut self.seen, self.searches);
                for direction in 0..Direction::ALL.len() {
                    let mut to = self.field.ahead(spot, direction);
                    while to != NONE && !self.taken(to, step + 1, own) {
                        self.work = self.work.saturating_sub(1);
                        reach(to, place, &mut self.seen, self.searches);
                        if !self.in_blocks {
                            break;
                        }
                        to = self.field.ahead(to, direction);
                    }
                }
            }
            // Once nothing planned is left, an empty that has come everywhere has nowhere else to come.
            let everywhere = step as usize + 1 >= self.busy.len() && next.len() == self.layers[depth].len();
            if everywhere && step >= self.now || self.work == 0 {
                break;
            }
            meter.hold(next.capacity() * size_of::<(u32, u32)>())?;
            self.layers.push(next);
            step += 1;
        }
        Ok(None)
    }

    /// Whether the car can move nearer to an exit in this step, by an empty on one of the spots seen last: its place
    /// in the layer and the direction. A turn is better than to go straight on.
    fn serves(&self, step: u32, own: u32) -> Option<(usize, usize)> {
        let level = &self.field.ground.level;
        let mut found = None;
        for direction in 0..Direction::ALL.len() {
            let mut spot = self.field.ahead(self.car, direction);
            if spot == NONE || level[spot as usize] >= level[self.car as usize] {
                continue;
            }
            while spot != NONE && !self.taken(spot, step, own) {
                if self.seen[spot as usize] == self.searches {
                    let layer = &self.layers[self.layers.len() - 1];
                    let place = layer.iter().position(|&(at, _)| at == spot);
                    if found.is_none() || self.last != Some(direction) {
                        found = place.map(|place| (place, direction));
                    }
                    break;
                }
                if !self.in_blocks {
                    break;
                }
                spot = self.field.ahead(spot, direction);
            }
        }
        found
    }

    /// The spots on the way to one of the last layer, the start first.
    fn spots_to(&self, mut place: usize) -> Vec<u32> {
        let mut spots: Vec<u32> = self
            .layers
            .iter()
            .rev()
            .map(|layer| {
                let (spot, from) = layer[place];
                place = from as usize;
                spot
            })
            .collect();
        spots.reverse();
        spots
    }

    /// Plans the way of an empty and the move of the car.
    fn send(&mut self, runner: usize, way: &Way, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let Runner { at, free } = self.runners[runner];
        self.stays[at as usize] = NONE;
        for step in free + 1..=way.from {
            self.mark(at, step, meter)?;
        }
        let mut step = way.from;
        for pair in way.spots.windows(2) {
            step += 1;
            self.slide(pair[0], pair[1], step, meter)?;
        }
        step += 1;
        let head = way.spots[way.spots.len() - 1];
        // The car stood there until now.
        for before in self.now + 1..step {
            self.mark(self.car, before, meter)?;
        }
        self.slide(head, self.car, step, meter)?;
        self.stays[self.car as usize] = step;
        self.runners[runner] = Runner { at: self.car, free: step };
        self.car = self.field.ahead(self.car, way.direction);
        self.stays[self.car as usize] = step;
        (self.now, self.last) = (step, Some(way.direction));
        Ok(())
    }

    /// An empty goes from one spot to another of its line during a step, or stays.
    fn slide(&mut self, from: u32, to: u32, step: u32, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        self.mark(from, step, meter)?;
        let Some(line) = super::lines::between(self.field, from, to) else { return Ok(()) };
        let mut spot = from;
        for _ in 0..line.cars {
            spot = self.field.ground.near[spot as usize][line.direction as usize];
            self.mark(spot, step, meter)?;
        }
        meter.room(&mut self.plan)?;
        self.plan.push((step, Slide::line(from, Direction::ALL[line.direction as usize], line.cars)));
        Ok(())
    }

    fn mark(&mut self, spot: u32, step: u32, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let words = self.stays.len().div_ceil(64);
        while self.busy.len() <= step as usize {
            let bytes = words * size_of::<u64>() + size_of::<Vec<u64>>();
            meter.hold(bytes)?;
            self.held += bytes;
            self.busy.push(vec![0; words]);
        }
        self.busy[step as usize][spot as usize / 64] |= 1 << (spot % 64);
        Ok(())
    }
}
