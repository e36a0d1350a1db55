//! The cheapest way through the reduced graph: A* (Hart, Nilsson and Raphael, 1968) in arrays, without tables of states.
//!
//! A node is the car's cell and the side on which the empty stands; an edge is the empty's cheapest way to another
//! side and the car's move into it. So a plan of hundreds of moves is a path of a few dozen edges, and no search has
//! to run over all R²C² states. The one node beside these is the start, from which the empty approaches.
//!
//! Every move of the car costs at least a turn, so the moves left to the nearest exit give a consistent bound: the
//! estimate never falls along a path, a node is settled when it is first taken out, and a byte a node is all that is
//! kept. A detour whose length only a search could tell enters the queue with what it costs at least, and is measured
//! when it is taken out, if by then it still leads anywhere new.

use super::detours::{Detour, Detours, NEVER};
use super::ring;
use crate::grid::Direction;
use crate::search::{Meter, RadixHeap, StopReason};

/// Where a plan begins: the car's position and what it costs the empty to come to each of its sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) car: u32,
    pub(super) approach: [u64; 4],
}

/// A cheapest plan: what it costs, and the directions in which the car moves.
#[derive(Debug)]
pub(super) struct CarMoves {
    pub(super) cost: u64,
    pub(super) directions: Vec<Direction>,
}

/// A node of the graph: four times the car's position, plus the side of the empty.
type Node = usize;

const fn node(car: u32, side: Direction) -> Node {
    car as usize * 4 + side as usize
}

/// What a node's byte says once a way there is known, before it is settled; 0 is nothing at all.
const WAITING: u8 = u8::MAX;
/// Before the first move the empty is anywhere.
const NO_SIDE: u8 = 4;

/// A way to a node, over one more edge.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: u32,
    /// The side on which the empty stood before, or [`NO_SIDE`].
    from: u8,
    /// The empty's detour was not measured yet.
    is_bound: bool,
}

/// One search. Memory: 4 bytes a position, and 16 for every entry of the queue.
pub(super) struct Search<'a, 'f> {
    detours: &'a mut Detours<'f>,
    start: Start,
    /// By position: moves of the car to the nearest exit, 0 on exits.
    levels: &'a [u32],
    /// What a move of the car and the way before it cost at least.
    turn: u64,
    /// By node: 0, [`WAITING`], or once it is settled the side on which the empty stood before, plus 1.
    marks: Vec<u8>,
    open: RadixHeap<Entry>,
}

impl<'a, 'f> Search<'a, 'f> {
    /// Prepares a search.
    pub(super) fn new(
        detours: &'a mut Detours<'f>,
        start: Start,
        levels: &'a [u32],
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let prices = detours.field.prices;
        let turn = prices.horizontal + prices.vertical + prices.horizontal.min(prices.vertical);
        meter.hold(levels.len() * 4)?;
        Ok(Self { detours, start, levels, turn, marks: vec![0; levels.len() * 4], open: RadixHeap::new() })
    }

    /// Finds a cheapest way to an exit, on which the car must not stand; `None` if there is none. What is proved
    /// before a limit ends the search is in `lower_bound`.
    pub(super) fn run(
        mut self,
        meter: &mut Meter<'_>,
        lower_bound: &mut u64,
    ) -> Result<Option<CarMoves>, StopReason> {
        let start = self.start;
        for ahead in Direction::ALL {
            let way = start.approach[ahead as usize];
            if way != NEVER {
                self.push(meter, start.car, ahead, NO_SIDE, 0, Detour { cost: way, is_exact: true })?;
            }
        }
        while let Some((total, Entry { node: index, from, is_bound })) = self.open.pop(meter)? {
            let mark = &mut self.marks[index as usize];
            if *mark != WAITING {
                continue; // a way as cheap was taken out before
            }
            *lower_bound = total.max(*lower_bound);
            let (car, behind) = (index / 4, Direction::ALL[index as usize % 4]);
            if is_bound {
                self.measure(meter, total, index, from)?;
                continue;
            }
            *mark = from + 1;
            if self.levels[car as usize] == 0 {
                let directions = self.way_to(index as usize, meter)?;
                return Ok(Some(CarMoves { cost: total, directions }));
            }
            meter.stats.expanded += 1;
            let spent = total - self.rest(car);
            let ring = ring::read(self.detours.field, car);
            for ahead in Direction::ALL {
                // Straight back is where the car came from.
                if ahead != behind && ring::is_open(ring, ahead) {
                    let next = node(self.detours.field.next(car, ahead), ahead.opposite());
                    if self.marks[next] == 0 || self.marks[next] == WAITING {
                        let way = self.detours.known(ring, car, behind, ahead);
                        if way.cost != NEVER {
                            self.push(meter, car, ahead, behind as u8, spent, way)?;
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// What is left at least with the car there.
    #[inline]
    fn rest(&self, car: u32) -> u64 {
        u64::from(self.levels[car as usize]) * self.turn
    }

    /// Notes that the car could be moved `ahead` after that way of the empty, `spent` before it.
    #[inline]
    fn push(
        &mut self,
        meter: &mut Meter<'_>,
        car: u32,
        ahead: Direction,
        from: u8,
        spent: u64,
        way: Detour,
    ) -> Result<(), StopReason> {
        meter.tick()?;
        let front = self.detours.field.next(car, ahead);
        let next = node(front, ahead.opposite());
        if self.marks[next] == 0 {
            meter.generate()?;
            meter.stats.peak_states = meter.stats.generated;
            self.marks[next] = WAITING;
        }
        let total = spent + way.cost + self.detours.field.price(ahead) + self.rest(front);
        self.open.push(meter, total, Entry { node: next as u32, from, is_bound: !way.is_exact })
    }

    /// Puts an entry back with what its detour truly costs.
    fn measure(&mut self, meter: &mut Meter<'_>, total: u64, index: u32, from: u8) -> Result<(), StopReason> {
        let behind = Direction::ALL[index as usize % 4];
        let (car, from_side) = (self.detours.field.next(index / 4, behind), Direction::ALL[from as usize]);
        let ring = ring::read(self.detours.field, car);
        let known = self.detours.known(ring, car, from_side, behind.opposite());
        let truth = self.detours.exact(ring, car, from_side, behind.opposite())?;
        if truth == NEVER {
            return Ok(());
        }
        self.open.push(meter, total + (truth - known.cost), Entry { node: index, from, is_bound: false })
    }

    /// The car's moves on the way to a settled node, first to last.
    fn way_to(&self, mut at: Node, meter: &mut Meter<'_>) -> Result<Vec<Direction>, StopReason> {
        let mut directions = Vec::new();
        loop {
            meter.tick()?;
            meter.room(&mut directions)?;
            let behind = Direction::ALL[at % 4];
            directions.push(behind.opposite());
            let from = self.marks[at] - 1;
            if from == NO_SIDE {
                directions.reverse();
                return Ok(directions);
            }
            at = node(self.detours.field.next(at as u32 / 4, behind), Direction::ALL[from as usize]);
        }
    }
}
