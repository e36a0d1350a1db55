//! A priority queue whose smallest key never falls: the radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, 1990).
//!
//! Dijkstra's algorithm never asks for less than it was last given. So an entry can lie in the bucket of the
//! highest bit in which its key differs from the last key handed out, and only moves to lower buckets: at most
//! once a bit, in long runs of memory. It refuses nothing but keys below the last one, which it takes for equal
//! to it.

use super::budget::{Meter, StopReason};

/// Entries by key; the memory is counted before it is taken.
#[derive(Debug)]
pub(crate) struct RadixHeap<V> {
    /// Bucket 0 holds the keys equal to `last`, bucket `b` those whose highest difference is bit `b − 1`.
    buckets: Vec<Vec<(u64, V)>>,
    last: u64,
}

const BUCKETS: usize = u64::BITS as usize + 1;

impl<V> RadixHeap<V> {
    /// An empty heap whose keys start at 0.
    pub(crate) fn new() -> Self {
        Self { buckets: std::iter::repeat_with(Vec::new).take(BUCKETS).collect(), last: 0 }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// The memory allowed is used up.
    #[inline]
    pub(crate) fn push(&mut self, meter: &mut Meter<'_>, key: u64, value: V) -> Result<(), StopReason> {
        let key = key.max(self.last);
        let bucket = &mut self.buckets[(u64::BITS - (key ^ self.last).leading_zeros()) as usize];
        meter.room(bucket)?;
        bucket.push((key, value));
        Ok(())
    }

    /// Takes out an entry with the smallest key.
    ///
    /// # Errors
    /// The memory allowed is used up.
    #[inline]
    pub(crate) fn pop(&mut self, meter: &mut Meter<'_>) -> Result<Option<(u64, V)>, StopReason> {
        if self.buckets[0].is_empty() {
            self.refill(meter)?;
        }
        Ok(self.buckets[0].pop())
    }

    /// Empties the heap, whose keys start at 0 again; its memory is kept.
    pub(crate) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.last = 0;
    }

    /// Gives its memory back.
    pub(crate) fn release(self, meter: &mut Meter<'_>) {
        let held: usize = self.buckets.iter().map(Vec::capacity).sum();
        meter.release(held * size_of::<(u64, V)>());
    }

    /// Shares the lowest bucket that holds something out among those below it.
    fn refill(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let Some(lowest) = self.buckets.iter().position(|bucket| !bucket.is_empty()) else { return Ok(()) };
        let mut entries = std::mem::take(&mut self.buckets[lowest]);
        self.last = entries.iter().map(|(key, _)| *key).min().unwrap_or(self.last);
        for (key, value) in entries.drain(..) {
            self.push(meter, key, value)?;
        }
        // Kept for the entries to come.
        self.buckets[lowest] = entries;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use super::super::budget::Budget;
    use super::*;

    #[test]
    fn it_sorts_as_a_binary_heap_does() {
        let budget = Budget::unlimited();
        let mut meter = Meter::start(&budget, 0).unwrap();
        let (mut heap, mut other) = (RadixHeap::new(), BinaryHeap::new());
        let mut state = 1_u64;
        let mut draw = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        let mut last = 0;
        for round in 0..20_000 {
            if draw(5) < 3 && round < 15_000 {
                let key = last + draw(1 << (round % 31));
                heap.push(&mut meter, key, ()).unwrap();
                other.push(Reverse(key));
            } else {
                let popped = heap.pop(&mut meter).unwrap().map(|(key, ())| key);
                assert_eq!(popped, other.pop().map(|Reverse(key)| key));
                last = popped.unwrap_or(last);
            }
        }
        assert!(meter.bytes > 0);
        heap.release(&mut meter);
        assert_eq!(meter.bytes, 0);
    }
}
