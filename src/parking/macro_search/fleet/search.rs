//! A* over moves of the cars to take out, whichever of them; exact or with the bound taken several times.
//!
//! A node is a state just after such a move and after those have left that may. The rest is as for one car:
//! see [`Search`](crate::parking::macro_search::search::Search).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bound::FleetBound;
use crate::parking::ground::Ground;
use crate::parking::lot::depart;
use crate::parking::macro_search::edges::Edge;
use crate::parking::macro_search::search::{End, Open, Tools, after};
use crate::parking::macro_search::store::{NO_NODE, Node, NodeId, Store};
use crate::search::{Budget, Meter, StopReason};

/// Cars and empties of one state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// In the order given if they must leave in it, else ascending.
    pub(super) cars: Vec<u32>,
    /// Ascending.
    pub(super) empties: Vec<u32>,
}

impl State {
    /// What the lot begins with.
    pub(super) fn start(ground: &Ground, in_order: bool) -> Self {
        let mut cars = ground.cars.clone();
        if !in_order {
            cars.sort_unstable();
        }
        Self { cars, empties: ground.empties.clone() }
    }

    /// What an edge of the car at `place` leaves, in `child`.
    pub(super) fn follow(
        &self,
        place: usize,
        edge: &Edge,
        tools: &Tools<'_>,
        (ground, in_order): (&Ground, bool),
        child: &mut Self,
    ) {
        let (used, targets) = (tools.edges.used(edge), tools.edges.targets(edge));
        after(&self.empties, self.cars[place], used, targets, &mut child.empties);
        child.cars.clone_from(&self.cars);
        child.cars[place] = edge.front;
        let is_exit = |spot: u32| ground.level[spot as usize] == 0;
        if is_exit(edge.front) {
            depart(&mut child.cars, in_order, is_exit, |_, spot| child.empties.push(spot));
            child.empties.sort_unstable();
        }
        if !in_order {
            child.cars.sort_unstable();
        }
    }
}

pub(super) struct FleetSearch<'g> {
    ground: &'g Ground,
    in_order: bool,
    /// States as the number of cars that remain, and cars and empties in one list.
    store: Store,
    open: BinaryHeap<Reverse<Open>>,
    pub(super) meter: Meter<'g>,
    /// Halves of the bound that are added for every whole of it: 0 if the search is exact.
    haste: u64,
    /// How many states may be generated: no more than the budget says.
    pub(super) states: u64,
    /// Only plans that cost less are wanted.
    pub(super) below: u64,
    /// No plan below `below` costs less; of an exact search.
    pub(super) proved: u64,
    /// By node: whether its bound was looked at closely. Most nodes are never that promising.
    close: Vec<bool>,
    state: State,
    child: State,
    list: Vec<u32>,
    others: Vec<u32>,
}

impl<'g> FleetSearch<'g> {
    /// A search from the lot as it stands.
    pub(super) fn new(
        ground: &'g Ground,
        in_order: bool,
        haste: u64,
        below: u64,
        bound: &mut FleetBound,
        budget: &'g Budget,
    ) -> Result<Self, StopReason> {
        let numbers = ground.empties.len() + ground.cars.len();
        let mut search = Self {
            ground,
            in_order,
            store: Store::new(ground.spots(), numbers),
            open: BinaryHeap::new(),
            meter: Meter::start(budget, numbers * size_of::<u16>() + size_of::<Node>())?,
            haste,
            states: budget.states,
            below,
            proved: 0,
            close: Vec::new(),
            state: State::default(),
            child: State::start(ground, in_order),
            list: Vec::with_capacity(numbers),
            others: Vec::with_capacity(ground.cars.len()),
        };
        // Lists of the numbers, and what edges and bound keep about each.
        search.meter.hold(numbers * 96)?;
        let rough = bound.rough(&search.child.cars, &search.child.empties, ground);
        search.reach(0, NO_NODE, rough)?;
        Ok(search)
    }

    /// Goes on until it has an end, or `until` states were generated.
    pub(super) fn run(
        &mut self,
        until: u64,
        tools: &mut Tools<'_>,
        bound: &mut FleetBound,
    ) -> Result<End, StopReason> {
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
            let mut state = std::mem::take(&mut self.state);
            self.unpack(id, &mut state);
            let result = if state.cars.is_empty() {
                Ok(true)
            } else {
                self.look_closely(id, &state, tools, bound).and_then(|promising| {
                    if promising { self.expand(id, &state, tools, bound) } else { Ok(false) }
                })
            };
            self.state = state;
            if result? {
                return Ok(End::Goal(id));
            }
        }
        self.proved = self.proved.max(self.below);
        Ok(End::Exhausted)
    }

    /// Finds the bound of a state that was only roughly looked at; `false` if it is not as promising as it looked.
    fn look_closely(
        &mut self,
        id: NodeId,
        state: &State,
        tools: &mut Tools<'_>,
        bound: &mut FleetBound,
    ) -> Result<bool, StopReason> {
        if std::mem::replace(&mut self.close[id as usize], true) {
            return Ok(true);
        }
        let Node { cost, bound: rough, .. } = *self.store.node(id);
        let enough = self.below.saturating_sub(cost);
        let close = bound.of((&state.cars, &state.empties), rough, enough, tools, &mut self.meter)?;
        self.store.node_mut(id).bound = close;
        if close > rough && cost + close < self.below {
            self.push(id)?;
        }
        Ok(close == rough)
    }

    /// Follows every edge out of a state; `false`, because it is not the end.
    fn expand(
        &mut self,
        id: NodeId,
        state: &State,
        tools: &mut Tools<'_>,
        bound: &mut FleetBound,
    ) -> Result<bool, StopReason> {
        self.meter.stats.expanded += 1;
        let Node { cost, bound: parent, .. } = *self.store.node(id);
        for place in 0..state.cars.len() {
            find_edges(state, place, tools, &mut self.others, &mut self.meter)?;
            for number in 0..tools.edges.found.len() {
                self.meter.tick()?;
                let edge = tools.edges.found[number];
                state.follow(place, &edge, tools, (self.ground, self.in_order), &mut self.child);
                let rough = bound.rough(&self.child.cars, &self.child.empties, self.ground);
                self.reach(cost + edge.cost, id, rough.max(parent.saturating_sub(edge.cost)))?;
            }
        }
        Ok(false)
    }

    fn total(&self, cost: u64, bound: u64) -> u64 {
        cost + bound + bound * self.haste / 2
    }

    /// Notes a way to the state in `child`, which costs at least `bound` more.
    fn reach(&mut self, cost: u64, parent: NodeId, bound: u64) -> Result<(), StopReason> {
        let State { cars, empties } = &self.child;
        self.list.clear();
        self.list.extend(cars.iter().chain(empties));
        let id = match self.store.find(cars.len() as u32, &self.list) {
            Some(id) => {
                let node = self.store.node_mut(id);
                if node.cost <= cost {
                    return Ok(());
                }
                (node.cost, node.parent) = (cost, parent);
                id
            }
            None => {
                if cost + bound >= self.below {
                    return Ok(());
                }
                if self.meter.stats.generated >= self.states {
                    return Err(StopReason::States);
                }
                self.meter.generate()?;
                self.meter.room(&mut self.close)?;
                let id = self.store.add(Node { cost, bound, parent, sharp: true }, &mut self.meter)?;
                self.close.push(false);
                self.meter.stats.peak_states = self.store.len() as u64;
                id
            }
        };
        self.push(id)
    }

    fn push(&mut self, id: NodeId) -> Result<(), StopReason> {
        let Node { cost, bound, .. } = *self.store.node(id);
        self.meter.room_in_heap(&mut self.open)?;
        self.open.push(Reverse(Open::new(self.total(cost, bound), bound, id)));
        Ok(())
    }

    /// Unpacks a state.
    pub(super) fn unpack(&self, id: NodeId, state: &mut State) {
        let cars = self.store.unpack(id, &mut state.empties) as usize;
        state.cars.clear();
        state.cars.extend(state.empties.drain(..cars));
    }

    /// The nodes from the start to this one.
    pub(super) fn nodes_to(&self, id: NodeId) -> Vec<NodeId> {
        let before = |&id: &NodeId| Some(self.store.node(id).parent).filter(|&parent| parent != NO_NODE);
        let mut nodes: Vec<NodeId> = std::iter::successors(Some(id), before).collect();
        nodes.reverse();
        nodes
    }
}

/// Looks for the edges of the car at `place`; `others` is filled with the other cars, ascending.
pub(super) fn find_edges(
    state: &State,
    place: usize,
    tools: &mut Tools<'_>,
    others: &mut Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    others.clear();
    others.extend(state.cars[..place].iter().chain(&state.cars[place + 1..]));
    others.sort_unstable();
    tools.edges.beside(others, &mut tools.ways);
    tools.edges.find(state.cars[place], &state.empties, &mut tools.ways, meter)
}
