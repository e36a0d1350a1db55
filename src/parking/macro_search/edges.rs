//! Edges of the search: one move of the car, with every empty's move that it needs.
//!
//! The car goes to its front spot. Some empty, the *server*, has to come there first; the set of the others stays
//! as it is. Anything else that empties do before the car's move can as well be done after it, unless it takes
//! an empty through the front spot, where the car then stands: see [`passers`](super::passers).
//!
//! A server is left out if another empty lies on its way: that one serves as well, and the first can follow
//! once the car has moved. So edges grow with the few empties that stand around the car, not with all.

use super::fringe::Fringe;
use super::ways::{FAR, Ways};
use crate::grid::Direction;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// One edge; lists lie in [`Edges`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The way the car moves.
    pub(super) direction: Direction,
    /// Where to.
    pub(super) front: u32,
    /// What it costs, all moves together.
    pub(super) cost: u64,
    /// Where in the list of spots `used` begins, then `targets`, and where they end.
    lists: [u32; 3],
}

/// An empty that may be used for the car's next move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) empty: u32,
    /// What it costs it to come to the front spot.
    pub(super) way: u64,
}

/// Finds edges; all arrays are kept from one use to the next.
pub(super) struct Edges<'g> {
    pub(super) ground: &'g Ground,
    pub(super) found: Vec<Edge>,
    spots: Vec<u32>,
    /// By spot: whether it is empty. All false between two uses.
    pub(super) empty: Vec<bool>,
    /// By way, for one direction.
    pub(super) candidates: Vec<Candidate>,
    pub(super) fringe: Fringe<'g>,
    pub(super) passing: super::passers::Scratch,
}

/// The car's move that edges are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) car: u32,
    pub(super) front: u32,
    pub(super) direction: Direction,
}

impl<'g> Edges<'g> {
    /// Bytes held on a region.
    pub(super) fn bytes(ground: &Ground) -> usize {
        Fringe::bytes(ground) + ground.spots()
    }

    pub(super) fn new(ground: &'g Ground, ways: &Ways<'_>) -> Self {
        Self {
            ground,
            found: Vec::new(),
            spots: Vec::new(),
            empty: vec![false; ground.spots()],
            candidates: Vec::new(),
            fringe: Fringe::new(ground, ways.prices),
            passing: super::passers::Scratch::default(),
        }
    }

    /// From now on these spots hold other cars to take out, which no edge moves.
    pub(super) fn beside(&mut self, others: &[u32], ways: &mut Ways<'_>) {
        self.fringe.beside(others);
        ways.beside(others);
    }

    /// The empties that an edge moves.
    pub(super) fn used(&self, edge: &Edge) -> &[u32] {
        &self.spots[edge.lists[0] as usize..edge.lists[1] as usize]
    }

    /// Where it leaves them, but for the server, which takes the car's old spot.
    pub(super) fn targets(&self, edge: &Edge) -> &[u32] {
        &self.spots[edge.lists[1] as usize..edge.lists[2] as usize]
    }

    /// Looks for all edges out of a state; they are in [`found`](Self::found) afterwards.
    pub(super) fn find(
        &mut self,
        car: u32,
        empties: &[u32],
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        self.found.clear();
        self.spots.clear();
        empties.iter().for_each(|&spot| self.empty[spot as usize] = true);
        let result = Direction::ALL.into_iter().try_for_each(|direction| {
            let front = self.ground.near[car as usize][direction.opposite() as usize];
            if front == NONE {
                Ok(())
            } else {
                self.step(Step { car, front, direction }, empties, ways, meter)
            }
        });
        match result {
            Ok(()) => empties.iter().for_each(|&spot| self.empty[spot as usize] = false),
            Err(_) => self.empty.fill(false),
        }
        result
    }

    fn step(
        &mut self,
        step: Step,
        empties: &[u32],
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        self.candidates.clear();
        let to_front = ways.costs_to(step.front, step.car)?;
        for &empty in empties {
            meter.tick()?;
            let way = to_front.from(empty);
            if way < FAR {
                self.candidates.push(Candidate { empty, way });
            }
        }
        // The one that is there already comes first.
        self.candidates.sort_unstable_by_key(|one| (one.way, one.empty != step.front, one.empty));
        let servers = if self.empty[step.front as usize] { 1 } else { self.candidates.len() };
        for place in 0..servers {
            if !self.dominated(place, &[], step, ways, meter)? {
                let server = self.candidates[place];
                self.add(step, server.way, &[server.empty], &[], ways);
            }
        }
        if self.candidates.len() > 1 {
            self.with_passers(step, servers, ways, meter)?;
        }
        Ok(())
    }

    /// Whether an empty that is not used lies on the way of the candidate at `place`.
    pub(super) fn dominated(
        &self,
        place: usize,
        used: &[u32],
        step: Step,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let one = self.candidates[place];
        for nearer in &self.candidates[..place] {
            if nearer.way >= one.way {
                break;
            }
            if ways.at_least(one.empty, nearer.empty) + nearer.way <= one.way && !used.contains(&nearer.empty)
            {
                meter.tick()?;
                if ways.cost(one.empty, nearer.empty, step.front)? + nearer.way <= one.way {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Adds an edge; `cost` is that of the empties' ways.
    pub(super) fn add(&mut self, step: Step, cost: u64, used: &[u32], targets: &[u32], ways: &Ways<'_>) {
        let start = self.spots.len();
        self.spots.extend_from_slice(used);
        self.spots.extend_from_slice(targets);
        let lists = [start, start + used.len(), self.spots.len()].map(|at| at as u32);
        let cost = cost + ways.prices.slide(step.direction);
        self.found.push(Edge { direction: step.direction, front: step.front, cost, lists });
    }
}
