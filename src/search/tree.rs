//! The search tree: every state seen, how it was reached, and a table that finds a state again.
//!
//! Nodes lie in one array and name each other by position. The table is an array where the space has a
//! perfect index small enough, and a hash table of node numbers elsewhere; either way a state is stored
//! once. All memory is accounted for in the [`Meter`] before it is taken.

use super::budget::{Meter, StopReason};
use super::outcome::Plan;
use super::shards::{Shards, hash};
use super::space::StateSpace;

/// The number of a node.
pub(crate) type NodeId = u32;

/// The root's parent.
const NONE: NodeId = NodeId::MAX;

/// Searches that see most of the space index up to this many states (64 MiB of node numbers).
pub(super) const EXHAUSTIVE: usize = 1 << 24;
/// Searches that see little of it would spend their time clearing a large array.
pub(super) const SPARSE: usize = 1 << 16;

pub(super) struct Node<S: StateSpace, X> {
    pub(super) state: S::State,
    pub(super) parent: NodeId,
    mv: Option<S::Move>,
    /// What this search keeps beside a state.
    pub(super) extra: X,
}

pub(super) struct Tree<S: StateSpace, X> {
    nodes: Vec<Node<S, X>>,
    table: Table,
    /// Bytes of one state outside its node.
    heap_bytes: usize,
}

enum Table {
    /// By index: the node's number plus 1, or 0. (Zeroed memory costs nothing until it is touched.)
    Indexed(Vec<NodeId>),
    Hashed(Shards),
}

/// What [`Tree::insert`] met.
pub(super) enum Seen {
    New(NodeId),
    Before(NodeId),
}

impl<S: StateSpace, X> Tree<S, X> {
    const FIRST_NODES: usize = 256;
    /// As many as there are numbers for them.
    const MOST_NODES: usize = NONE as usize;

    /// An empty tree; its table is an array if the space has at most `max_index` indexes.
    pub(super) fn new(space: &S, max_index: usize, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let table = match space.index_size() {
            Some(size) if size <= max_index && meter.hold(size * size_of::<NodeId>()).is_ok() => {
                Table::Indexed(vec![0; size])
            }
            _ => Table::Hashed(Shards::new()),
        };
        let first = space.index_size().map_or(Self::FIRST_NODES, |size| size.clamp(1, 1 << 14));
        meter.hold(first * size_of::<Node<S, X>>())?;
        Ok(Self { nodes: Vec::with_capacity(first), table, heap_bytes: space.heap_bytes() })
    }

    /// Adds the state, unless the tree has it.
    #[inline]
    pub(super) fn insert(
        &mut self,
        space: &S,
        meter: &mut Meter<'_>,
        state: S::State,
        from: Option<(NodeId, S::Move)>,
        extra: impl FnOnce() -> X,
    ) -> Result<Seen, StopReason> {
        let id = self.nodes.len() as NodeId;
        if self.nodes.len() == Self::MOST_NODES {
            return Err(StopReason::Memory);
        }
        meter.room(&mut self.nodes)?;
        match &mut self.table {
            Table::Indexed(ids) => {
                let slot = &mut ids[space.index(&state)];
                if *slot != 0 {
                    return Ok(Seen::Before(*slot - 1));
                }
                meter.generate()?;
                *slot = id + 1;
            }
            Table::Hashed(shards) => {
                let nodes = &self.nodes;
                let of = |id: NodeId| hash(&nodes[id as usize].state);
                let hash = hash(&state);
                if let Some(known) = shards.find(hash, |other| nodes[other as usize].state == state) {
                    return Ok(Seen::Before(known));
                }
                meter.generate()?;
                shards.insert(hash, id, &of, meter)?;
            }
        }
        if self.heap_bytes > 0 {
            meter.hold(self.heap_bytes)?;
        }
        let (parent, mv) = from.map_or((NONE, None), |(parent, mv)| (parent, Some(mv)));
        self.nodes.push(Node { state, parent, mv, extra: extra() });
        Ok(Seen::New(id))
    }

    /// The node of a state, if the tree has it.
    pub(super) fn find(&self, space: &S, state: &S::State) -> Option<NodeId> {
        match &self.table {
            Table::Indexed(ids) => ids[space.index(state)].checked_sub(1),
            Table::Hashed(shards) => {
                shards.find(hash(state), |other| self.nodes[other as usize].state == *state)
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node<S, X> {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<S, X> {
        &mut self.nodes[id as usize]
    }

    /// A better way to a node that the tree has.
    pub(super) fn reparent(&mut self, id: NodeId, parent: NodeId, mv: S::Move) {
        let node = self.node_mut(id);
        node.parent = parent;
        node.mv = Some(mv);
    }

    /// The moves that led to a node, last one first.
    pub(super) fn moves_back_from(&self, mut id: NodeId) -> impl Iterator<Item = S::Move> {
        std::iter::from_fn(move || {
            let node = self.node(id);
            id = node.parent;
            node.mv
        })
    }

    /// The plan that leads to a node.
    pub(super) fn plan_to(&self, space: &S, id: NodeId) -> Plan<S::Move> {
        let mut moves: Vec<_> = self.moves_back_from(id).collect();
        moves.reverse();
        let cost = moves.iter().map(|&mv| space.cost(mv)).sum();
        Plan { moves, cost }
    }
}

#[cfg(test)]
mod tests {
    use super::super::budget::Budget;
    use super::*;

    /// Numbers, each of which owns so many bytes elsewhere.
    struct Numbers {
        indexes: Option<usize>,
        heap_bytes: usize,
    }

    impl StateSpace for Numbers {
        type State = usize;
        type Move = ();

        fn start(&self) -> usize {
            0
        }

        fn is_goal(&self, _: &usize) -> bool {
            false
        }

        fn successors(&self, &state: &usize, mut visit: impl FnMut((), usize)) {
            visit((), state + 1);
        }

        fn index_size(&self) -> Option<usize> {
            self.indexes
        }

        fn index(&self, &state: &usize) -> usize {
            state
        }

        fn state_bytes(&self) -> usize {
            size_of::<usize>() + self.heap_bytes
        }
    }

    fn bytes_taken(tree: &Tree<Numbers, u32>) -> usize {
        let table = match &tree.table {
            Table::Indexed(ids) => ids.capacity() * size_of::<NodeId>(),
            Table::Hashed(shards) => shards.allocation_size(),
        };
        table + tree.nodes.capacity() * size_of::<Node<Numbers, u32>>() + tree.len() * tree.heap_bytes
    }

    #[test]
    fn memory_is_counted_to_the_byte() {
        for (indexes, entries) in [(None, 100_000), (Some(20_000), 20_000)] {
            for heap_bytes in [0, 10] {
                let space = Numbers { indexes, heap_bytes };
                let budget = Budget::unlimited();
                let mut meter = Meter::start(&budget, space.state_bytes()).unwrap();
                let mut tree = Tree::<_, u32>::new(&space, EXHAUSTIVE, &mut meter).unwrap();
                for number in 0..entries {
                    tree.insert(&space, &mut meter, number, None, || 0).unwrap();
                    assert_eq!(meter.bytes, bytes_taken(&tree), "{indexes:?}, {number}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_taken_beyond_the_bytes_allowed() {
        for bytes in (0..400_000).step_by(997) {
            let space = Numbers { indexes: None, heap_bytes: 10 };
            let budget = Budget { bytes, ..Budget::unlimited() };
            let mut meter = Meter::start(&budget, space.state_bytes()).unwrap();
            let Ok(mut tree) = Tree::<_, u32>::new(&space, EXHAUSTIVE, &mut meter) else { continue };
            for number in 0.. {
                let result = tree.insert(&space, &mut meter, number, None, || 0);
                assert!(bytes_taken(&tree) as u64 <= bytes, "{number} states in {bytes} bytes");
                if result.is_err() {
                    break;
                }
            }
        }
    }
}
