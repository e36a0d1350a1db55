//! A hash table of node numbers that never grows all at once.
//!
//! Doubling a table of ten million entries takes half a second in which nobody looks at the clock or at the
//! cancel flag, and needs old and new table side by side. So a table that has become large is split into many
//! small ones, by bits of the hash that they do not use themselves; each grows on its own.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::budget::{Meter, StopReason};
use super::tree::NodeId;

/// The hash of a state; the same on every run and machine of one word size.
pub(crate) fn hash<T: Hash + ?Sized>(state: &T) -> u64 {
    FixedState::with_seed(0).hash_one(state)
}

/// A table of more entries than this is split.
const SPLIT_AT: usize = 1 << 16;
/// Into so many.
const MOST_SHARDS: usize = 256;
/// Entries that a table has room for from the start.
const FIRST_ENTRIES: usize = 256;

pub(crate) struct Shards(Vec<HashTable<NodeId>>);

impl Shards {
    pub(crate) fn new() -> Self {
        Self(vec![HashTable::new()])
    }

    /// Which shard: a table uses the lowest bits of the hash and the seven highest.
    fn of(&self, hash: u64) -> usize {
        (hash >> 40) as usize & (self.0.len() - 1)
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is_it: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
        self.0[self.of(hash)].find(hash, |&id| is_it(id)).copied()
    }

    /// Adds a number that is not there yet; `of` tells the hash of one that is.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        hash: u64,
        id: NodeId,
        of: &impl Fn(NodeId) -> u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let shard = self.of(hash);
        let table = &mut self.0[shard];
        if table.len() < table.capacity() {
            table.insert_unique(hash, id, |&id| of(id));
            return Ok(());
        }
        self.insert_into_full(hash, id, of, meter)
    }

    #[cold]
    fn insert_into_full(
        &mut self,
        hash: u64,
        id: NodeId,
        of: &impl Fn(NodeId) -> u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if self.0.len() == 1 && self.0[0].len() >= SPLIT_AT {
            let whole = std::mem::replace(&mut self.0, (0..MOST_SHARDS).map(|_| HashTable::new()).collect());
            let freed = Self(whole);
            for &id in freed.0.iter().flatten() {
                self.insert(of(id), id, of, meter)?;
            }
            meter.release(freed.allocation_size());
        }
        let shard = self.of(hash);
        let table = &mut self.0[shard];
        if table.len() == table.capacity() {
            grow(table, of, meter)?;
        }
        table.insert_unique(hash, id, |&id| of(id));
        Ok(())
    }

    pub(crate) fn allocation_size(&self) -> usize {
        self.0.iter().map(HashTable::allocation_size).sum()
    }
}

/// Makes room for twice as many.
fn grow(
    table: &mut HashTable<NodeId>,
    of: &impl Fn(NodeId) -> u64,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let old = table.allocation_size();
    let more = table.capacity().max(FIRST_ENTRIES);
    // A bucket is the node number and one control byte, and at most seven in eight are used.
    let estimate = (more * 2 * 8 / 7).next_power_of_two() * (size_of::<NodeId>() + 1);
    meter.hold(estimate)?;
    table.reserve(more, |&id| of(id));
    meter.release(old + estimate);
    // What was really taken may differ by a control group.
    meter.hold(table.allocation_size())
}
