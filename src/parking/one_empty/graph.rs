//! The reduced graph: a node is the car's cell and the side on which the empty stands.
//!
//! An edge is the empty's cheapest way to another side and the car's move into it, so a plan of hundreds of
//! moves is a path of a few dozen edges, and no search has to run over all R²C² states. The one node beside
//! these is the start, from which the empty approaches.

use std::cell::{Cell, RefCell};
use std::num::NonZeroU64;

use super::field::Field;
use super::plane;
use super::ways::Ways;
use crate::grid::Direction;
use crate::parking::ground::Ground;
use crate::parking::level_bound::LevelBound;
use crate::search::{Heuristic, StateSpace, StopReason};

/// Exits up to this many are looked at one by one for the plane's closed form.
pub(super) const FEW_EXITS: usize = 16;

/// The reduced graph of one lot, one car and one empty. Positions are the field's.
pub(super) struct Graph<'f> {
    pub(super) field: &'f Field,
    pub(super) ways: RefCell<Ways<'f>>,
    pub(super) car: u32,
    pub(super) empty: u32,
    pub(super) is_exit: Vec<bool>,
    /// By position: whether the car was seen to get there.
    pub(super) reached: RefCell<Vec<bool>>,
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
        let (car, empty, side) = if *node == Node::START {
            (self.car, self.empty, None)
        } else {
            let (car, side) = node.parts();
            (car, self.field.next(car, side), Some(side))
        };
        for direction in Direction::ALL {
            // Straight back is where the car came from.
            let front = self.field.next(car, direction);
            if side == Some(direction) || !self.field.is_open(front) || self.cut_short.get().is_some() {
                continue;
            }
            match self.ways.borrow_mut().cost(empty, front, car) {
                Ok(Some(way)) => {
                    self.reached.borrow_mut()[front as usize] = true;
                    let edge = Edge::new(direction, way + self.field.price(direction));
                    visit(edge, Node::new(front, direction.opposite()));
                }
                Ok(None) => {}
                Err(reason) => self.cut_short.set(Some(reason)),
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

/// The larger of two bounds: the plane's closed form to the nearest of a few exits, and the level bound where
/// the region was measured.
pub(super) struct Guide<'g> {
    pub(super) exits: Vec<u32>,
    pub(super) levels: Option<(&'g Ground, LevelBound<'g>)>,
}

impl Guide<'_> {
    pub(super) fn bound(&self, field: &Field, car: u32, empty: u32) -> u64 {
        let from_car = field.offset(car, empty);
        let costs =
            self.exits.iter().map(|&exit| plane::cost(field.prices, field.offset(car, exit), from_car));
        let plane = costs.min().unwrap_or(0);
        let levels = self.levels.as_ref().map_or(0, |(ground, levels)| {
            let spots = ground.spot(field.cell(car)).zip(ground.spot(field.cell(empty)));
            spots.map_or(0, |(car, empty)| levels.one(car, empty))
        });
        plane.max(levels)
    }
}

/// The guide, bound to the graph that it guides on.
pub(super) struct Guided<'a, 'f>(pub(super) &'a Guide<'f>, pub(super) &'a Graph<'f>);

impl Heuristic<Graph<'_>> for Guided<'_, '_> {
    type Parts = u64;

    fn of(&self, node: &Node) -> u64 {
        let Self(guide, graph) = self;
        if *node == Node::START {
            return guide.bound(graph.field, graph.car, graph.empty);
        }
        let (car, side) = node.parts();
        guide.bound(graph.field, car, graph.field.next(car, side))
    }

    fn after(&self, _: u64, _: Edge, child: &Node) -> u64 {
        Heuristic::<Graph<'_>>::of(self, child)
    }

    fn estimate(&self, bound: u64) -> u64 {
        bound
    }
}
