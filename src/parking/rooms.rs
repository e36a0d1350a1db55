//! Whether several empties can bring the car out at all: exactly, and without a search over their places.
//!
//! The car divides its region into *rooms*: the parts that hang together without its own spot. While it stands,
//! no empty leaves its room, and within one the empties can be arranged in any way, because they are alike
//! and so are the cars. So all that matters is where the car is and how many empties each room holds. For the
//! car to move, the room before it must hold an empty; that one comes to the front spot, and the others of the
//! room go to any of the parts that the car is about to divide it into. Most spots have one room, none more than
//! four: that is a graph of a few states for each spot, and a breadth-first search over it is a proof either
//! way. (For distinguishable robots and obstacles see Papadimitriou, Raghavan, Sudan and Tamaki, "Motion planning
//! on a graph", 1994.)
//!
//! Rooms are found by a flood for each spot that the car gets to, which is too much for regions of many thousands
//! of spots: there the answer is that nobody knows.

use std::collections::{HashMap, HashSet};

use super::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// So many spots may be flooded altogether.
const MOST_FLOODED: usize = 1 << 24;
/// So many states are looked at.
const MOST_STATES: usize = 1 << 16;
/// In so many ways altogether empties are shared out among rooms.
const MOST_SHARED: usize = 1 << 22;

/// What is known of a lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Proved: there is a plan.
    Solvable,
    /// Proved: there is none; these are the spots that the car can get to, ascending.
    Hopeless(Vec<u32>),
    /// The lot is too large to tell.
    Unknown,
}

/// The rooms around one spot of the car.
struct Rooms {
    /// Room by spot, 0 … 3; [`NO_ROOM`] for the car's own.
    of: Vec<u8>,
    sizes: [u32; 4],
}

const NO_ROOM: u8 = 4;

/// The car's spot and how many empties each room holds.
type State = (u32, [u32; 4]);

/// Decides whether the car can be brought to an exit.
pub(super) fn verdict(ground: &Ground, meter: &mut Meter<'_>) -> Result<Verdict, StopReason> {
    let mut rooms: HashMap<u32, Rooms> = HashMap::new();
    let mut seen: HashSet<State> = HashSet::new();
    // Rooms hold a byte a spot; a state is held twice.
    meter.hold(MOST_STATES * 4 * size_of::<State>())?;
    look(ground, ground.car, &mut rooms, meter)?;
    let mut counts = [0; 4];
    for &empty in &ground.empties {
        counts[rooms[&ground.car].of[empty as usize] as usize] += 1;
    }
    let mut queue = vec![(ground.car, counts)];
    seen.insert(queue[0]);
    let (mut head, mut shared) = (0, 0);
    while let Some(&(car, counts)) = queue.get(head) {
        head += 1;
        if ground.level[car as usize] == 0 {
            return Ok(Verdict::Solvable);
        }
        for front in ground.near[car as usize].into_iter().filter(|&front| front != NONE) {
            look(ground, front, &mut rooms, meter)?;
            if rooms.len() * ground.spots() > MOST_FLOODED || seen.len() > MOST_STATES {
                return Ok(Verdict::Unknown);
            }
            let (here, there) = (&rooms[&car], &rooms[&front]);
            let room = here.of[front as usize] as usize;
            if counts[room] == 0 {
                continue;
            }
            // The room that the car leaves behind: all others, its own spot, and what of the one it enters is
            // connected to it still.
            let behind = there.of[car as usize] as usize;
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
                    if seen.len() <= MOST_STATES && seen.insert((front, next)) {
                        queue.push((front, next));
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
    let mut reached: Vec<u32> = queue.into_iter().map(|(car, _)| car).collect();
    reached.sort_unstable();
    reached.dedup();
    Ok(Verdict::Hopeless(reached))
}

/// Finds the rooms around a spot, unless that was done before.
fn look(
    ground: &Ground,
    car: u32,
    rooms: &mut HashMap<u32, Rooms>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    if rooms.contains_key(&car) {
        return Ok(());
    }
    meter.hold(ground.spots() + 2 * size_of::<Rooms>())?;
    let (mut of, mut sizes) = (vec![NO_ROOM; ground.spots()], [0; 4]);
    let mut open = Vec::new();
    for (side, near) in ground.near[car as usize].into_iter().enumerate() {
        if near == NONE || of[near as usize] != NO_ROOM {
            continue;
        }
        of[near as usize] = side as u8;
        open.push(near);
        while let Some(spot) = open.pop() {
            meter.tick()?;
            sizes[side] += 1;
            for next in ground.near[spot as usize] {
                if next != NONE && next != car && of[next as usize] == NO_ROOM {
                    of[next as usize] = side as u8;
                    open.push(next);
                }
            }
        }
    }
    rooms.insert(car, Rooms { of, sizes });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parking::Lot;
    use crate::parking::text::parse;
    use crate::search::Budget;

    fn verdict_of(map: &str) -> Verdict {
        let lot = Lot::new(&parse(map).unwrap(), 1000).unwrap();
        let budget = Budget::unlimited();
        let mut meter = Meter::start(&budget, 0).unwrap();
        let ground = Ground::of(&lot, &mut meter).unwrap();
        verdict(&ground, &mut meter).unwrap()
    }

    #[test]
    fn corridors_need_empties_on_the_right_side() {
        assert_eq!(verdict_of("C . o o E"), Verdict::Hopeless(vec![0, 1, 2]));
        assert_eq!(verdict_of(". C o o E"), Verdict::Hopeless(vec![0, 1, 2]));
        assert_eq!(verdict_of("C . . . E"), Verdict::Solvable);
        // The car makes way for three empties in a side arm; two would not do.
        assert_eq!(verdict_of("# # . # #\nO o C . ."), Verdict::Solvable);
        assert_eq!(verdict_of("# # . # #\nO o C o ."), Verdict::Hopeless(vec![0, 2, 3, 4]));
    }
}
