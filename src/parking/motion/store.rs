//! Every state that is kept, with where its empties came from, one after another in one array.
//!
//! A table of node numbers finds a state again; all memory is counted in the meter before it is taken, and none is
//! taken for a single state.

use crate::search::{Meter, Shards, StopReason, hash};

/// The number of a node.
pub(super) type NodeId = u32;

/// The root's parent.
pub(super) const NO_NODE: NodeId = NodeId::MAX;

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: NodeId,
    /// Sum of the steps' numbers over all moves that led here: of ways of equally many steps the smallest counts.
    pub(super) sum: u64,
    /// What the search sorts by; smaller is better.
    pub(super) rank: u64,
}

pub(super) struct Store {
    /// A state, then where its empties came from (and room to spare where cars are left).
    words: Vec<u32>,
    stride: usize,
    pieces: usize,
    nodes: Vec<Node>,
    table: Shards,
}

impl Store {
    /// For states of so many cars and empties together.
    pub(super) fn new(pieces: usize) -> Self {
        let stride = 1 + pieces;
        Self { words: Vec::new(), stride, pieces, nodes: Vec::new(), table: Shards::new() }
    }

    /// Bytes of a state and its node.
    pub(super) const fn state_bytes(pieces: usize) -> usize {
        (1 + 2 * pieces) * size_of::<u32>() + size_of::<Node>()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn state(&self, id: NodeId) -> &[u32] {
        state(&self.words, self.stride, self.pieces, id)
    }

    #[inline]
    pub(super) fn came(&self, id: NodeId) -> &[u32] {
        let record = self.stride + self.pieces;
        &self.words[id as usize * record + self.stride..][..self.pieces]
    }

    #[inline]
    pub(super) fn find(&self, hash: u64, wanted: &[u32]) -> Option<NodeId> {
        self.table.find(hash, |id| self.state(id) == wanted)
    }

    /// Adds a state that is new; `hash` is its own.
    pub(super) fn add(
        &mut self,
        hashed: u64,
        words: &[u32],
        came: impl Iterator<Item = u32>,
        node: Node,
        meter: &mut Meter<'_>,
    ) -> Result<NodeId, StopReason> {
        let id = self.nodes.len() as NodeId;
        if id == NO_NODE {
            return Err(StopReason::Memory);
        }
        meter.room(&mut self.nodes)?;
        let record = self.stride + self.pieces;
        meter.room_for(&mut self.words, record)?;
        let (all, stride, pieces) = (&self.words[..], self.stride, self.pieces);
        let of = |id: NodeId| hash(state(all, stride, pieces, id));
        self.table.insert(hashed, id, &of, meter)?;
        self.words.extend_from_slice(words);
        self.words.extend(came);
        self.words.resize((id as usize + 1) * record, 0);
        self.nodes.push(node);
        Ok(id)
    }

    /// A better way to a state that is there.
    pub(super) fn replace(&mut self, id: NodeId, came: impl Iterator<Item = u32>, node: Node) {
        let record = self.stride + self.pieces;
        let place = &mut self.words[id as usize * record + self.stride..][..self.pieces];
        place.iter_mut().zip(came).for_each(|(place, came)| *place = came);
        self.nodes[id as usize] = node;
    }

    /// Forgets all states; keeps the arrays.
    pub(super) fn clear(&mut self, meter: &mut Meter<'_>) {
        self.words.clear();
        self.nodes.clear();
        meter.release(self.table.allocation_size());
        self.table = Shards::new();
    }
}

#[inline]
fn state(words: &[u32], stride: usize, pieces: usize, id: NodeId) -> &[u32] {
    &words[id as usize * (stride + pieces)..][..stride]
}
