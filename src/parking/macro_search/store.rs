//! Every state seen, packed: the car's spot and the sorted spots of the empties as numbers of two bytes, one
//! state after another in one array. (Of several cars: how many remain, then the spots of all, then the empties'.)
//!
//! Regions of more than 65,536 spots take two such numbers a spot. A table of node numbers finds a state again;
//! all memory is counted in the meter before it is taken, and none is taken for a single state.

use crate::search::{Meter, Shards, StopReason, hash};

/// The number of a node.
pub(super) type NodeId = u32;

/// The root's parent.
pub(super) const NO_NODE: NodeId = NodeId::MAX;

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Cost of the best way found so far.
    pub(super) cost: u64,
    /// What is left at least.
    pub(super) bound: u64,
    pub(super) parent: NodeId,
    /// Whether the bound is the best that can be told of the state.
    pub(super) sharp: bool,
}

pub(super) struct Store {
    words: Vec<u16>,
    /// Words a state.
    stride: usize,
    wide: bool,
    nodes: Vec<Node>,
    table: Shards,
    /// The state that is looked for, packed.
    key: Vec<u16>,
}

impl Store {
    pub(super) fn new(spots: usize, empties: usize) -> Self {
        let wide = spots > 1 << 16;
        let stride = (empties + 1) << usize::from(wide);
        let (words, key) = (Vec::new(), Vec::with_capacity(stride));
        Self { words, stride, wide, nodes: Vec::new(), table: Shards::new(), key }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The number of a state, if it was seen. Remembers the state for [`add`](Self::add).
    #[inline]
    pub(super) fn find(&mut self, car: u32, empties: &[u32]) -> Option<NodeId> {
        let wide = self.wide;
        self.key.clear();
        for &spot in std::iter::once(&car).chain(empties) {
            self.key.push(spot as u16);
            if wide {
                self.key.push((spot >> 16) as u16);
            }
        }
        let (words, key, stride) = (&self.words[..], &self.key[..], self.stride);
        self.table.find(hash(key), |id| state(words, stride, id) == key)
    }

    /// Adds the state that was looked for last and is new.
    pub(super) fn add(&mut self, node: Node, meter: &mut Meter<'_>) -> Result<NodeId, StopReason> {
        let id = self.nodes.len() as NodeId;
        if id == NO_NODE {
            return Err(StopReason::Memory);
        }
        meter.room(&mut self.nodes)?;
        meter.room_for(&mut self.words, self.stride)?;
        let (words, stride) = (&self.words[..], self.stride);
        let of = |id: NodeId| hash(state(words, stride, id));
        self.table.insert(hash(&self.key[..]), id, &of, meter)?;
        self.words.extend_from_slice(&self.key);
        self.nodes.push(node);
        Ok(id)
    }

    /// The car's spot of a state.
    pub(super) fn car(&self, id: NodeId) -> u32 {
        let words = state(&self.words, self.stride, id);
        if self.wide { u32::from(words[0]) | u32::from(words[1]) << 16 } else { words[0].into() }
    }

    /// The car's spots of all states.
    pub(super) fn cars(&self) -> impl Iterator<Item = u32> {
        (0..self.nodes.len() as NodeId).map(|id| self.car(id))
    }

    /// Unpacks a state: hands back the car's spot and fills in those of the empties.
    pub(super) fn unpack(&self, id: NodeId, empties: &mut Vec<u32>) -> u32 {
        let words = state(&self.words, self.stride, id);
        empties.clear();
        if self.wide {
            empties.extend(words[2..].chunks(2).map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16));
        } else {
            empties.extend(words[1..].iter().map(|&word| u32::from(word)));
        }
        self.car(id)
    }
}

#[inline]
fn state(words: &[u16], stride: usize, id: NodeId) -> &[u16] {
    &words[id as usize * stride..][..stride]
}
