//! A plan for a lot that no single empty can solve: the empties are brought to the rooms that a [verdict](super::rooms)
//! wants them in, and the car goes the verdict's way.
//!
//! Before each move of the car the empties of the room before it are shared out among the parts that the move divides it
//! into. All these parts meet in the car's front spot, so an empty that has to change from one to another goes there
//! and on; the one nearest to the front spot goes to the nearest place. Nobody looks further ahead than one move, so
//! the plan is mostly dear. It is there at once, wherever there is any.

use super::Lot;
use super::finding::Found;
use super::ground::{Ground, NONE};
use super::macro_search::path::Writer;
use super::one_empty::Field;
use super::rooms::{Around, Rooms, State};
use crate::grid::Direction;
use crate::search::{Budget, StopReason};

/// The part that is the front spot alone, numbered after the rooms.
const FRONT: usize = 4;

/// Bytes held on a lot.
fn bytes(lot: &Lot, ground: &Ground) -> usize {
    Field::bytes(lot) + ground.spots() * (size_of::<bool>() + 3 * size_of::<u32>())
}

/// The plan along the states of a verdict; up to `keep` moves are kept.
pub(super) fn write_out(
    lot: &Lot,
    rooms: &Rooms<'_>,
    states: &[State],
    keep: usize,
    budget: &Budget,
) -> Result<Found, StopReason> {
    let ground = rooms.ground;
    let field = Field::of(lot);
    let mut writer = Writer::new(ground, &field, keep, budget)?;
    writer.meter.hold(bytes(lot, ground))?;
    let mut empties = ground.empties.clone();
    let mut nearby = Nearby::new(ground);
    for pair in states.windows(2) {
        let ((car, _), (front, counts)) = (pair[0], pair[1]);
        let step = Step::new(rooms, car, front);
        let mut lacking = step.lacking(rooms, counts, &empties);
        while let Some(part) = lacking.iter().position(|&lacking| lacking > 0) {
            let source = |spot: u32, empty: bool| empty && lacking[step.part(rooms, spot)] < 0;
            let target = |spot: u32, empty: bool| !empty && step.part(rooms, spot) == part;
            let (Some(empty), Some(goal)) =
                (nearby.find(&step, &mut writer, source, 0)?, nearby.find(&step, &mut writer, target, 1)?)
            else {
                break;
            };
            writer.bring(nearby.ways[0].iter().chain(nearby.ways[1].iter().rev().skip(1)).copied())?;
            lacking[step.part(rooms, empty)] += 1;
            lacking[part] -= 1;
            empties.iter_mut().filter(|spot| **spot == empty).for_each(|spot| *spot = goal);
        }
        let near = ground.near[front as usize];
        if let Some(direction) = Direction::ALL.into_iter().find(|&way| near[way as usize] == car) {
            writer.drive(car, front, direction)?;
        }
        empties.iter_mut().filter(|spot| **spot == front).for_each(|spot| *spot = car);
    }
    Ok(writer.finish())
}

/// One move of the car.
struct Step {
    car: u32,
    front: u32,
    /// The rooms before it, and which of them it leads into.
    before: Around,
    room: usize,
    /// The rooms after it, and which of them it leaves behind.
    after: Around,
    behind: usize,
}

impl Step {
    fn new(rooms: &Rooms<'_>, car: u32, front: u32) -> Self {
        let (before, after) = (rooms.around(car), rooms.around(front));
        let (room, behind) = (rooms.room(&before, front), rooms.room(&after, car));
        Self { car, front, before, room, after, behind }
    }

    /// The part that a spot of the room before the car lies in.
    fn part(&self, rooms: &Rooms<'_>, spot: u32) -> usize {
        if spot == self.front { FRONT } else { rooms.room(&self.after, spot) }
    }

    /// How many more empties each part of the room wants than it has, if each room is to have so many after the move.
    fn lacking(&self, rooms: &Rooms<'_>, mut wanted: [u32; 4], empties: &[u32]) -> [i64; FRONT + 1] {
        let within = empties.iter().filter(|&&spot| rooms.room(&self.before, spot) == self.room);
        wanted[self.behind] = 0;
        let beyond = wanted.map(i64::from);
        let mut lacking = [beyond[0], beyond[1], beyond[2], beyond[3], 1];
        // What remains is left behind.
        lacking[self.behind] = within.clone().count() as i64 - lacking.iter().sum::<i64>();
        within.for_each(|&spot| lacking[self.part(rooms, spot)] -= 1);
        lacking
    }
}

/// The spots around the car's front spot, the nearest first.
struct Nearby<'g> {
    ground: &'g Ground,
    /// By spot: the last look around that came there, and from where it did.
    seen: Vec<u32>,
    from: Vec<u32>,
    look: u32,
    queue: Vec<u32>,
    /// From the empty to the front spot, and from its goal to there.
    ways: [Vec<u32>; 2],
}

impl<'g> Nearby<'g> {
    fn new(ground: &'g Ground) -> Self {
        let spots = ground.spots();
        let (seen, from) = (vec![0; spots], vec![NONE; spots]);
        Self { ground, seen, from, look: 0, queue: Vec::with_capacity(spots), ways: Default::default() }
    }

    /// The nearest spot that is wanted; its way to the front spot is one of the two ways.
    fn find(
        &mut self,
        step: &Step,
        writer: &mut Writer<'_>,
        is_wanted: impl Fn(u32, bool) -> bool,
        way: usize,
    ) -> Result<Option<u32>, StopReason> {
        self.look += 1;
        self.queue.clear();
        self.queue.push(step.front);
        self.seen[step.front as usize] = self.look;
        self.from[step.front as usize] = NONE;
        let mut head = 0;
        while let Some(&spot) = self.queue.get(head) {
            head += 1;
            writer.meter.tick()?;
            if is_wanted(spot, writer.empty[spot as usize]) {
                let before = |&spot: &u32| Some(self.from[spot as usize]).filter(|&before| before != NONE);
                self.ways[way].clear();
                self.ways[way].extend(std::iter::successors(Some(spot), before));
                return Ok(Some(spot));
            }
            for next in self.ground.near[spot as usize] {
                if next != NONE && next != step.car && self.seen[next as usize] != self.look {
                    self.seen[next as usize] = self.look;
                    self.from[next as usize] = spot;
                    self.queue.push(next);
                }
            }
        }
        Ok(None)
    }
}
