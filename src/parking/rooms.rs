//! Whether several empties can bring the car out at all: exactly, and without a search over their places.
//!
//! The car divides its region into *rooms*: the parts that hang together without its own spot. While it stands,
//! no empty leaves its room, and within one the empties can be arranged in any way, because they are alike
//! and so are the cars. So all that matters is where the car is and how many empties each room holds. For the
//! car to move, the room before it must hold an empty; that one comes to the front spot, and the others of the
//! room go to any of the parts that the car is about to divide it into. Most spots have one room, none more than
//! four: that is a graph of a few states for each spot, and a search over it, towards the exit first, is a proof either
//! way. (For distinguishable robots and obstacles see Papadimitriou, Raghavan, Sudan and Tamaki, "Motion planning
//! on a graph", 1994.)
//!
//! One depth-first pass ([`lowpoints`](super::lowpoints)) tells the rooms around every spot. What remains too much is
//! many empties in a lot of many dead ends, which can be shared out among rooms in very many ways: there the answer is
//! that nobody knows. How the empties get to their rooms is not told here either: see [`by_rooms`](super::by_rooms).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::ground::{Ground, NONE};
use super::lowpoints::Lowpoints;
use crate::search::{Meter, StopReason};

/// So many states are looked at.
const MOST_STATES: usize = 1 << 16;
/// In so many ways altogether empties are shared out among rooms.
const MOST_SHARED: usize = 1 << 22;

/// What is known of a lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Proved: there is a plan; the car's spots one after another, each with the empties of each room around it.
    Solvable(Vec<State>),
    /// Proved: there is none; these are the spots that the car can get to, ascending.
    Hopeless(Vec<u32>),
    /// There are too many states to tell.
    Unknown,
}

/// The car's spot and how many empties each room holds.
pub(super) type State = (u32, [u32; 4]);

/// The rooms of a region around each of its spots.
pub(super) struct Rooms<'g> {
    pub(super) ground: &'g Ground,
    lowpoints: Lowpoints,
}

/// The rooms around one spot of the car, each named by a side on which it begins.
pub(super) struct Around {
    /// How many spots each has; 0 if there is none by that name.
    sizes: [u32; 4],
    /// Where the numbers of the spots of a room begin and end that is a branch of its own; empty for any other.
    branches: [[u32; 2]; 4],
    /// The room that is none of these.
    rest: usize,
}

impl<'g> Rooms<'g> {
    pub(super) fn of(ground: &'g Ground, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        meter.hold(Lowpoints::bytes(ground.spots()))?;
        let next = |at: u32, side: usize| Some(ground.near[at as usize][side]).filter(|&next| next != NONE);
        let lowpoints = Lowpoints::of(ground.spots(), ground.car, next, meter)?;
        Ok(Self { ground, lowpoints })
    }

    pub(super) fn around(&self, car: u32) -> Around {
        let Lowpoints { numbers, visits } = &self.lowpoints;
        let number = numbers[car as usize];
        let mut around = Around { sizes: [0; 4], branches: [[0; 2]; 4], rest: 0 };
        let mut rest = visits.len() as u32 - 1;
        for (side, &near) in self.ground.near[car as usize].iter().enumerate() {
            if near == NONE {
                continue;
            }
            let first = numbers[near as usize];
            let branch = visits[first as usize - 1];
            if branch.parent == number && branch.low >= number {
                around.branches[side] = [first, first + branch.size];
                around.sizes[side] = branch.size;
                rest -= branch.size;
            } else if visits[number as usize - 1].parent == first {
                around.rest = side;
            }
        }
        if rest > 0 {
            around.sizes[around.rest] = rest;
        }
        around
    }

    /// The room that a spot other than the car's lies in.
    pub(super) fn room(&self, around: &Around, spot: u32) -> usize {
        let number = self.lowpoints.numbers[spot as usize];
        let holds = |[start, end]: &[u32; 2]| (start..end).contains(&&number);
        around.branches.iter().position(holds).unwrap_or(around.rest)
    }
}

/// Moves of the car on the way through a state, at least, and the place of the state among those reached.
type Waiting = (Reverse<u32>, usize);

/// A state that was come to, and from where.
struct Reached {
    state: State,
    /// Place among those reached; the first one's is its own.
    parent: usize,
    /// Moves of the car.
    moves: u32,
}

/// Decides whether the car can be brought to an exit.
pub(super) fn verdict(rooms: &Rooms<'_>, meter: &mut Meter<'_>) -> Result<Verdict, StopReason> {
    let ground = rooms.ground;
    let mut seen: HashSet<State> = HashSet::new();
    let around = rooms.around(ground.car);
    let mut counts = [0; 4];
    for &empty in &ground.empties {
        counts[rooms.room(&around, empty)] += 1;
    }
    let mut reached = vec![Reached { state: (ground.car, counts), parent: 0, moves: 0 }];
    seen.insert(reached[0].state);
    // By the moves of the car altogether, at least: those to the exit are as many as the level.
    let mut open: BinaryHeap<Waiting> = BinaryHeap::from([(Reverse(0), 0)]);
    let mut shared = 0;
    while let Some((_, place)) = open.pop() {
        let Reached { state: (car, counts), moves, .. } = reached[place];
        if ground.level[car as usize] == 0 {
            return Ok(Verdict::Solvable(route(&reached, place)));
        }
        let here = rooms.around(car);
        for front in ground.near[car as usize].into_iter().filter(|&front| front != NONE) {
            let room = rooms.room(&here, front);
            if counts[room] == 0 {
                continue;
            }
            let there = rooms.around(front);
            // The room that the car leaves behind: all others, its own spot, and what of the one it enters is
            // connected to it still.
            let behind = rooms.room(&there, car);
            let beyond = |other: usize| if other == behind { 0 } else { there.sizes[other] };
            let divided = here.sizes[room] - 1 - (0..4).map(beyond).sum::<u32>();
            let spare = counts[room] - 1;
            let kept = counts.iter().sum::<u32>() - spare;
            let mut shares = [0_u32; 4];
            loop {
                meter.tick()?;
                shared += 1;
                if shared > MOST_SHARED {
                    return Ok(Verdict::Unknown);
                }
                let given: u32 = shares.iter().sum();
                if given <= spare && spare - given <= divided {
                    let mut next = shares;
                    next[behind] = kept + spare - given;
                    if seen.insert((front, next)) {
                        if reached.len() == MOST_STATES {
                            return Ok(Verdict::Unknown);
                        }
                        meter.room(&mut reached)?;
                        // As many again in a set and in a queue that double when they are full.
                        meter.hold(2 * (size_of::<State>() + size_of::<Waiting>()))?;
                        let total = (moves + 1).saturating_add(ground.level[front as usize]);
                        // Of equally promising states the newest.
                        open.push((Reverse(total), reached.len()));
                        reached.push(Reached { state: (front, next), parent: place, moves: moves + 1 });
                    }
                }
                // The next way to share them out, like a number with a digit for each room.
                let digit = (0..4).find(|&other| shares[other] < beyond(other).min(spare));
                let Some(digit) = digit else { break };
                shares[digit] += 1;
                shares[..digit].fill(0);
            }
        }
    }
    let mut spots: Vec<u32> = reached.iter().map(|reached| reached.state.0).collect();
    spots.sort_unstable();
    spots.dedup();
    Ok(Verdict::Hopeless(spots))
}

/// The states on the way to one of those reached.
fn route(reached: &[Reached], mut place: usize) -> Vec<State> {
    let mut route = vec![reached[place].state];
    while place != reached[place].parent {
        place = reached[place].parent;
        route.push(reached[place].state);
    }
    route.reverse();
    route
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parking::Lot;
    use crate::parking::tests::scattered;
    use crate::parking::text::parse;
    use crate::search::Budget;

    fn verdict_of(map: &str) -> Verdict {
        let lot = Lot::new(&parse(map).unwrap(), 1000).unwrap();
        let budget = Budget::unlimited();
        let mut meter = Meter::start(&budget, 0).unwrap();
        let ground = Ground::of(&lot, &mut meter).unwrap();
        verdict(&Rooms::of(&ground, &mut meter).unwrap(), &mut meter).unwrap()
    }

    #[test]
    fn corridors_need_empties_on_the_right_side() {
        assert_eq!(verdict_of("C . o o E"), Verdict::Hopeless(vec![0, 1, 2]));
        assert_eq!(verdict_of(". C o o E"), Verdict::Hopeless(vec![0, 1, 2]));
        assert!(matches!(verdict_of("C . . . E"), Verdict::Solvable(route) if route.len() == 5));
        // The car makes way for three empties in a side arm; two would not do.
        assert!(matches!(verdict_of("# # . # #\nO o C . ."), Verdict::Solvable(_)));
        assert_eq!(verdict_of("# # . # #\nO o C o ."), Verdict::Hopeless(vec![0, 2, 3, 4]));
    }
    /// A name for the room of each spot around the car, found by floods.
    fn flooded(ground: &Ground, car: u32) -> Vec<u32> {
        let mut names = vec![NONE; ground.spots()];
        for spot in (0..ground.spots() as u32).filter(|&spot| spot != car) {
            let mut open = if names[spot as usize] == NONE { vec![spot] } else { Vec::new() };
            while let Some(at) = open.pop() {
                names[at as usize] = spot;
                let near = ground.near[at as usize].into_iter();
                open.extend(near.filter(|&at| at != NONE && at != car && names[at as usize] == NONE));
            }
        }
        names
    }

    #[test]
    fn floods_find_the_same_rooms() {
        let mut state = 1_u64;
        for percent in [0, 15, 30, 45] {
            for _ in 0..60 {
                let map = scattered(&mut state, percent);
                let lot = Lot::new(&parse(&map).unwrap(), 1000).unwrap();
                let budget = Budget::unlimited();
                let mut meter = Meter::start(&budget, 0).unwrap();
                let ground = Ground::of(&lot, &mut meter).unwrap();
                let rooms = Rooms::of(&ground, &mut meter).unwrap();
                for car in 0..ground.spots() as u32 {
                    let (around, names) = (rooms.around(car), flooded(&ground, car));
                    let others = || (0..ground.spots() as u32).filter(|&spot| spot != car);
                    for spot in others() {
                        let room = rooms.room(&around, spot);
                        let alike = others().filter(|&other| names[other as usize] == names[spot as usize]);
                        assert!(alike.clone().all(|other| rooms.room(&around, other) == room), "{map}");
                        assert_eq!(alike.count(), around.sizes[room] as usize, "{map}");
                    }
                }
            }
        }
    }
}
