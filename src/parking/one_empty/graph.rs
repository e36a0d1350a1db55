//! The reduced graph: a node is the car's cell and the side on which the empty stands.
//!
//! An edge is the empty's cheapest way to another side and the car's move into it, so a plan of hundreds of
//! moves is a path of a few dozen edges, and no search has to run over all R²C² states. The one node beside
//! these is the start, from which the empty approaches.

use std::cell::{Cell, RefCell};
use std::num::NonZeroU64;

use super::detours::{Detours, NEVER, Precision};
use super::field::Field;
use super::rest::{Rest, Start};
use super::ring;
use crate::grid::Direction;
use crate::search::{Heuristic, StateSpace, StopReason};

/// The reduced graph of one lot, one car and one empty. Positions are the field's.
pub(super) struct Graph<'f> {
    pub(super) field: &'f Field,
    pub(super) detours: RefCell<Detours<'f>>,
    pub(super) start: Start,
    /// What is left at least; nodes that lead nowhere are not visited.
    pub(super) rest: Rest,
    pub(super) is_exit: Vec<bool>,
    /// Edges that raise the estimate by more than this are left out. By consistency a plan over such an edge costs
    /// more than this above the estimate of the start.
    pub(super) slack: u64,
    /// Why edges are missing, if some are.
    pub(super) cut_short: Cell<Option<StopReason>>,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node(u32);

impl Node {
    const START: Self = Self(u32::MAX);

    const fn new(car: u32, side: Direction) -> Self {
        Self(car << 2 | side as u32)
    }

    /// The car's position and the side of the empty.
    const fn parts(self) -> (u32, Direction) {
        (self.0 >> 2, Direction::ALL[(self.0 & 3) as usize])
    }
}

/// An edge: the way the car moves, and what the empty's way and the move cost together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge(NonZeroU64);

impl Edge {
    const fn new(direction: Direction, cost: u64) -> Self {
        Self(NonZeroU64::MIN.saturating_add(cost << 2 | direction as u64))
    }

    pub(super) const fn direction(self) -> Direction {
        Direction::ALL[((self.0.get() - 1) & 3) as usize]
    }

    const fn cost(self) -> u64 {
        (self.0.get() - 1) >> 2
    }
}

impl Graph<'_> {
    /// What the empty pays to come before the car for a move in that direction; [`NEVER`] also if that is more than
    /// `most`.
    fn way(&self, ring: ring::Ring, car: u32, side: Direction, ahead: Direction, most: u64) -> u64 {
        let way = self.detours.borrow_mut().between(ring, car, side, ahead, Precision::Exact { most });
        way.unwrap_or_else(|reason| {
            self.cut_short.set(Some(reason));
            NEVER
        })
    }
}

impl StateSpace for Graph<'_> {
    type State = Node;
    type Move = Edge;

    fn start(&self) -> Node {
        Node::START
    }

    fn is_goal(&self, node: &Node) -> bool {
        *node != Node::START && self.is_exit[node.parts().0 as usize]
    }

    fn successors(&self, node: &Node, mut visit: impl FnMut(Edge, Node)) {
        let (car, side) = if *node == Node::START {
            (self.start.car, None)
        } else {
            let (car, side) = node.parts();
            (car, Some(side))
        };
        let ring = ring::read(self.field, car);
        for ahead in Direction::ALL {
            // Straight back is where the car came from.
            if side == Some(ahead) || !ring::is_open(ring, ahead) || self.cut_short.get().is_some() {
                continue;
            }
            let (front, behind) = (self.field.next(car, ahead), ahead.opposite());
            let left = self.rest.of(front, behind);
            if left == NEVER {
                continue;
            }
            let price = self.field.price(ahead);
            let way = match side {
                None => self.start.approach[ahead as usize],
                Some(side) => {
                    let most = self.rest.of(car, side).saturating_add(self.slack);
                    let Some(most) = most.checked_sub(left + price) else { continue };
                    self.way(ring, car, side, ahead, most)
                }
            };
            if way != NEVER {
                visit(Edge::new(ahead, way + price), Node::new(front, behind));
            }
        }
    }

    fn cost(&self, edge: Edge) -> u64 {
        edge.cost()
    }

    fn index_size(&self) -> Option<usize> {
        Some(self.field.positions() * 4 + 1)
    }

    fn index(&self, node: &Node) -> usize {
        if *node == Node::START { self.field.positions() * 4 } else { node.0 as usize }
    }
}

/// The graph's own estimate of what is left.
pub(super) struct Guide<'a, 'f>(pub(super) &'a Graph<'f>);

impl Heuristic<Graph<'_>> for Guide<'_, '_> {
    type Parts = u64;

    fn of(&self, node: &Node) -> u64 {
        let Self(graph) = self;
        if *node == Node::START {
            return graph.rest.from(&graph.start, graph.field);
        }
        let (car, side) = node.parts();
        graph.rest.of(car, side)
    }

    fn after(&self, _: u64, _: Edge, child: &Node) -> u64 {
        Heuristic::<Graph<'_>>::of(self, child)
    }

    fn estimate(&self, bound: u64) -> u64 {
        bound
    }
}
