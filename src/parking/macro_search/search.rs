//! A* over car moves, exact or with the bound taken half as much again.
//!
//! A node is a state just after a move of the car. Of equally promising nodes the one with the larger cost so far
//! is expanded first, then the newer one. The bound is not consistent, so a node to which a cheaper way turns up
//! is opened again. Nodes that promise nothing better than a plan already known are not kept. A node whose turn has
//! come is first looked at under the sharper bound, where there is one, and waits again if that makes it less
//! promising.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bound::Bound;
use super::edges::Edges;
use super::store::{NO_NODE, Node, NodeId, Store};
use super::ways::Ways;
use crate::parking::ground::Ground;
use crate::search::{Budget, Meter, StopReason};

/// How a run of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With a plan to this node: the cheapest, if the search is exact.
    Goal(NodeId),
    /// Nothing is left that could be better than the plan known.
    Exhausted,
    /// It has generated as many states as it was to.
    Paused,
}

/// What moving about on the region needs, shared by the searches.
pub(super) struct Tools<'g> {
    pub(super) ways: Ways<'g>,
    pub(super) edges: Edges<'g>,
    pub(super) bound: Bound<'g>,
}

/// An entry of the open list: total, then what is left at least, then the node's number turned round.
///
/// 56, 40 and 32 bits of one number, so that a comparison is one instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Open(u128);

impl Open {
    pub(super) fn new(total: u64, bound: u64, id: NodeId) -> Self {
        Self(u128::from(total) << 72 | u128::from(bound.min((1 << 40) - 1)) << 32 | u128::from(!id))
    }

    pub(super) const fn id(self) -> NodeId {
        !(self.0 as u32)
    }

    pub(super) const fn total(self) -> u64 {
        (self.0 >> 72) as u64
    }
}

pub(super) struct Search<'g> {
    ground: &'g Ground,
    pub(super) store: Store,
    open: BinaryHeap<Reverse<Open>>,
    pub(super) meter: Meter<'g>,
    /// Halves of the bound that are added for every whole of it: 0 if the search is exact.
    haste: u64,
    /// How many states may be generated: no more than the budget says.
    pub(super) states: u64,
    /// Only plans that cost less are wanted.
    pub(super) below: u64,
    /// No plan costs less, nor does one below `below` exist under it; of an exact search.
    pub(super) proved: u64,
    empties: Vec<u32>,
    child: Vec<u32>,
}

impl<'g> Search<'g> {
    /// A search from the lot as it stands.
    pub(super) fn new(
        ground: &'g Ground,
        haste: u64,
        below: u64,
        tools: &mut Tools<'_>,
        budget: &'g Budget,
    ) -> Result<Self, StopReason> {
        let state_bytes = ground.empties.len() * size_of::<u16>() + size_of::<Node>();
        let mut search = Self {
            ground,
            store: Store::new(ground.spots(), ground.empties.len()),
            open: BinaryHeap::new(),
            meter: Meter::start(budget, state_bytes)?,
            haste,
            states: budget.states,
            below,
            proved: 0,
            empties: Vec::with_capacity(ground.empties.len()),
            child: Vec::with_capacity(ground.empties.len()),
        };
        // Three lists of the empties, and what edges and bound keep about each.
        search.meter.hold(ground.empties.len() * 64)?;
        search.child.extend_from_slice(&ground.empties);
        search.reach(ground.car, 0, NO_NODE, tools)?;
        Ok(search)
    }

    /// Goes on until it has an end, or `until` states were generated.
    pub(super) fn run(&mut self, until: u64, tools: &mut Tools<'_>) -> Result<End, StopReason> {
        while let Some(&Reverse(next)) = self.open.peek() {
            if self.meter.stats.generated >= until {
                return Ok(End::Paused);
            }
            self.open.pop();
            let (id, total) = (next.id(), next.total());
            let node = *self.store.node(id);
            if self.total(node.cost, node.bound) != total {
                continue; // a cheaper way was found after this entry was made
            }
            if node.cost + node.bound >= self.below {
                if self.haste == 0 {
                    break; // so are all that are left
                }
                continue;
            }
            self.proved = self.proved.max(total);
            let car = self.store.unpack(id, &mut self.empties);
            if self.ground.level[car as usize] == 0 {
                return Ok(End::Goal(id));
            }
            if !node.sharp && self.sharpen(id, node, car, tools)? {
                continue;
            }
            self.meter.stats.expanded += 1;
            let Tools { ways, edges, .. } = &mut *tools;
            edges.find(car, &self.empties, ways, &mut self.meter)?;
            for place in 0..tools.edges.found.len() {
                self.meter.tick()?;
                let edge = tools.edges.found[place];
                after(
                    &self.empties,
                    car,
                    tools.edges.used(&edge),
                    tools.edges.targets(&edge),
                    &mut self.child,
                );
                self.reach(edge.front, node.cost + edge.cost, id, tools)?;
            }
        }
        self.proved = self.proved.max(self.below);
        Ok(End::Exhausted)
    }

    /// Looks for a better bound of a node whose empties are at hand; whether it has to wait for its turn again.
    fn sharpen(
        &mut self,
        id: NodeId,
        node: Node,
        car: u32,
        tools: &mut Tools<'_>,
    ) -> Result<bool, StopReason> {
        let Tools { ways, bound, .. } = tools;
        let Some(sharper) = bound.sharper(car, &self.empties, ways, &mut self.meter)? else {
            return Ok(false);
        };
        let bound = sharper.max(node.bound);
        *self.store.node_mut(id) = Node { sharp: true, bound, ..node };
        if bound == node.bound {
            return Ok(false);
        }
        if node.cost.saturating_add(bound) < self.below {
            self.open(id)?;
        }
        Ok(true)
    }

    fn total(&self, cost: u64, bound: u64) -> u64 {
        cost + bound + bound * self.haste / 2
    }

    /// Notes a way to the state of this car and the empties in `child`.
    fn reach(
        &mut self,
        car: u32,
        cost: u64,
        parent: NodeId,
        tools: &mut Tools<'_>,
    ) -> Result<(), StopReason> {
        let id = match self.store.find(car, &self.child) {
            Some(id) => {
                let node = self.store.node_mut(id);
                if node.cost <= cost {
                    return Ok(());
                }
                (node.cost, node.parent) = (cost, parent);
                id
            }
            None => {
                if cost >= self.below {
                    return Ok(());
                }
                let most = self.below - cost;
                let bound = tools.bound.of(car, &self.child, most, &mut tools.ways, &mut self.meter)?;
                if bound >= most {
                    return Ok(());
                }
                if self.meter.stats.generated >= self.states {
                    return Err(StopReason::States);
                }
                self.meter.generate()?;
                let id = self.store.add(Node { cost, bound, parent, sharp: false }, &mut self.meter)?;
                self.meter.stats.peak_states = self.store.len() as u64;
                id
            }
        };
        self.open(id)
    }

    /// Puts a node on the open list.
    fn open(&mut self, id: NodeId) -> Result<(), StopReason> {
        let Node { cost, bound, .. } = *self.store.node(id);
        self.meter.room_in_heap(&mut self.open)?;
        self.open.push(Reverse(Open::new(self.total(cost, bound), bound, id)));
        Ok(())
    }
}

/// The empties after an edge, ascending, in `child`.
pub(super) fn after(empties: &[u32], car: u32, used: &[u32], targets: &[u32], child: &mut Vec<u32>) {
    child.clear();
    child.extend(empties.iter().filter(|spot| !used.contains(spot)));
    for &spot in targets.iter().chain(std::iter::once(&car)) {
        let place = child.partition_point(|&other| other < spot);
        child.insert(place, spot);
    }
}
