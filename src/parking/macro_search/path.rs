//! A plan of car moves, written out as single moves.
//!
//! Edges are not kept beside the nodes; the few on the plan are looked for once more. Each empty that an edge
//! uses then walks its way, step by step: where it meets another empty, that one goes on first, so that every
//! step is a car's move into an empty spot.

use super::edges::Edge;
use super::fringe::Fringe;
use super::search::{Tools, after};
use super::store::{NO_NODE, NodeId, Store};
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::finding::Found;
use crate::parking::ground::Ground;
use crate::parking::one_empty::{Field, Ways as Walks};
use crate::parking::slide::Slide;
use crate::search::{Budget, Meter, StopReason};

/// The plan to a node; up to `keep` moves are kept.
pub(super) fn write_out(
    lot: &Lot,
    ground: &Ground,
    store: &Store,
    goal: NodeId,
    tools: &mut Tools<'_>,
    keep: usize,
    budget: &Budget,
) -> Result<Found, StopReason> {
    let mut nodes = Vec::new();
    let mut id = goal;
    while id != NO_NODE {
        nodes.push(id);
        id = store.node(id).parent;
    }
    nodes.reverse();
    let field = Field::of(lot);
    let mut writer = Writer::new(ground, &field, keep, budget)?;
    let (mut empties, mut next, mut child) = (ground.empties.clone(), Vec::new(), Vec::new());
    let mut car = ground.car;
    for pair in nodes.windows(2) {
        let next_car = store.unpack(pair[1], &mut next);
        tools.edges.find(car, &empties, &mut tools.ways, &mut writer.meter)?;
        // There may be several that lead there.
        let mut best: Option<Edge> = None;
        for edge in tools.edges.found.iter().filter(|edge| edge.front == next_car) {
            after(&empties, car, tools.edges.used(edge), tools.edges.targets(edge), &mut child);
            if child == next && best.is_none_or(|best| edge.cost < best.cost) {
                best = Some(*edge);
            }
        }
        if let Some(edge) = best {
            let (used, mut targets) = (tools.edges.used(&edge), tools.edges.targets(&edge).to_vec());
            writer.edge(car, &edge, used, &mut targets, tools)?;
        }
        car = next_car;
        std::mem::swap(&mut empties, &mut next);
    }
    Ok(writer.finish())
}

/// Writes out moves of the car and ways of the empties, one after another.
pub(in crate::parking) struct Writer<'a> {
    ground: &'a Ground,
    field: &'a Field,
    walks: Walks<'a>,
    pub(in crate::parking) meter: Meter<'a>,
    /// By spot.
    pub(in crate::parking) empty: Vec<bool>,
    /// Spots of other cars to take out.
    pub(super) others: Vec<u32>,
    /// Spots that an empty comes through, the first one its own.
    route: Vec<u32>,
    moves: u64,
    cost: u64,
    slides: Vec<Slide>,
    keep: usize,
}

impl<'a> Writer<'a> {
    /// Begins with the lot as it stands.
    pub(in crate::parking) fn new(
        ground: &'a Ground,
        field: &'a Field,
        keep: usize,
        budget: &'a Budget,
    ) -> Result<Self, StopReason> {
        let mut empty = vec![false; ground.spots()];
        ground.empties.iter().for_each(|&spot| empty[spot as usize] = true);
        Ok(Self {
            ground,
            field,
            walks: Walks::new(field, budget)?,
            meter: Meter::start(budget, 0)?,
            empty,
            others: Vec::new(),
            route: Vec::new(),
            moves: 0,
            cost: 0,
            slides: Vec::new(),
            keep,
        })
    }

    /// The plan written so far.
    pub(in crate::parking) fn finish(self) -> Found {
        let slides = (self.moves <= self.keep as u64).then_some(self.slides);
        Found { cost: self.cost, moves: self.moves, slides }
    }

    pub(super) fn edge(
        &mut self,
        car: u32,
        edge: &Edge,
        used: &[u32],
        targets: &mut [u32],
        tools: &Tools<'_>,
    ) -> Result<(), StopReason> {
        let mut beyond = Fringe::new(self.ground, tools.ways.prices);
        beyond.beside(&self.others);
        let within =
            |spot: u32| (self.empty[spot as usize] && !used.contains(&spot)) || targets.contains(&spot);
        beyond.measure(edge.front, car, within, &mut self.meter)?;
        // A target whose way leads over another comes after that one.
        let steps = |&target: &u32| std::iter::successors(Some(target), |&spot| beyond.before(spot)).count();
        targets.sort_by_cached_key(steps);
        // The server, which may be there already, is the last.
        for (&empty, &target) in used.iter().rev().zip(targets.iter().chain([&edge.front])) {
            self.route.clear();
            if self.others.is_empty() {
                self.approach(empty, edge.front, car)?;
            } else {
                self.approach_beside(empty, edge.front, car, tools)?;
            }
            let at = self.route.len();
            let mut spot = target;
            while spot != edge.front {
                self.route.insert(at, spot);
                spot = beyond.before(spot).unwrap_or(edge.front);
            }
            self.walk()?;
        }
        self.drive(car, edge.front, edge.direction)
    }

    /// Moves the car into the empty spot before it.
    pub(in crate::parking) fn drive(
        &mut self,
        car: u32,
        front: u32,
        direction: Direction,
    ) -> Result<(), StopReason> {
        self.slide(front, direction)?;
        self.empty[front as usize] = false;
        self.empty[car as usize] = true;
        Ok(())
    }

    /// Brings an empty along a way to a spot that is not empty.
    pub(in crate::parking) fn bring(&mut self, way: impl Iterator<Item = u32>) -> Result<(), StopReason> {
        self.route.clear();
        self.route.extend(way);
        self.walk()
    }

    /// The way of an empty to the front spot, as a route.
    fn approach(&mut self, empty: u32, front: u32, car: u32) -> Result<(), StopReason> {
        let position = |spot: u32| self.field.position(self.ground.cells[spot as usize]);
        let (from, to, barred) = (position(empty), position(front), position(car));
        let (route, ground) = (&mut self.route, self.ground);
        route.push(empty);
        let mut at = empty;
        self.walks.walk(from, to, barred, |step| {
            at = ground.near[at as usize][step.opposite() as usize];
            route.push(at);
            Ok(())
        })
    }

    /// The same where other cars to take out are to be left alone.
    fn approach_beside(
        &mut self,
        empty: u32,
        front: u32,
        car: u32,
        tools: &Tools<'_>,
    ) -> Result<(), StopReason> {
        let mut around = Fringe::new(self.ground, tools.ways.prices);
        around.beside(&self.others);
        around.measure(front, car, |_| true, &mut self.meter)?;
        self.route.extend(std::iter::successors(Some(empty), |&spot| around.before(spot)));
        Ok(())
    }

    /// Brings an empty from the first to the last spot of the route.
    fn walk(&mut self) -> Result<(), StopReason> {
        let mut end = self.route.len() - 1;
        while end > 0 {
            // The empty nearest to the end goes there, and the one before takes its place.
            let start = (0..end).rev().find(|&at| self.empty[self.route[at] as usize]).unwrap_or(0);
            for at in start..end {
                let (to, from) = (self.route[at], self.route[at + 1]);
                let near = self.ground.near[to as usize];
                let way = Direction::ALL.into_iter().find(|&way| near[way as usize] == from);
                if let Some(way) = way {
                    self.slide(to, way)?;
                }
                self.empty[to as usize] = false;
                self.empty[from as usize] = true;
            }
            end = start;
        }
        Ok(())
    }

    fn slide(&mut self, to: u32, direction: Direction) -> Result<(), StopReason> {
        self.meter.tick()?;
        self.moves += 1;
        self.cost += self.field.price(direction);
        if self.moves <= self.keep as u64 {
            self.meter.room(&mut self.slides)?;
            self.slides.push(self.ground.on_lot(Slide::new(to, direction)));
        }
        Ok(())
    }
}
