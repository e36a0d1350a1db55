//! Four bits an entry: half of what a pattern takes beyond the Manhattan distance of its tiles.
//!
//! Every move changes the Manhattan distance by one, so moves and distance are both even or both odd and their
//! difference can be halved without loss. Sixteen values are enough for an excess of 30 moves; where a pattern
//! takes more, 30 is kept, which is less than the truth and so still admissible. (Keeping
//! the lowest bits of the moves instead, to be completed from the entry of the board before, would fail with
//! two bits: from one board to the next an entry may jump by more than three.)
//!
//! Where the bytes are – on the heap, in a mapped file – makes no difference to a reader: [`Bytes`] is a slice
//! and whatever keeps it alive.

use std::sync::atomic::{AtomicU8, Ordering};

use bytes::Bytes;

/// Entries by number.
#[derive(Clone, PartialEq, Eq)]
pub struct Packed(Bytes);

/// Entries being written, by several threads if need be.
#[derive(Debug)]
pub(super) struct Unfinished(Vec<AtomicU8>);

impl Packed {
    /// The largest value of an entry.
    pub const MOST: u8 = 15;

    /// Two entries a byte, the one with the even number in the lower bits.
    #[must_use]
    pub const fn new(bytes: Bytes) -> Self {
        Self(bytes)
    }

    /// The entry with this number.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> u8 {
        Self::entry(&self.0, index)
    }

    /// The entry with this number of such bytes.
    #[inline]
    #[must_use]
    pub const fn entry(bytes: &[u8], index: usize) -> u8 {
        bytes[index / 2] >> (4 * (index % 2)) & 0xf
    }

    /// Several one behind the other, each beginning at a byte of its own.
    #[must_use]
    pub fn concat(parts: &[Self]) -> Self {
        Self(parts.iter().map(Self::as_bytes).collect::<Vec<_>>().concat().into())
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// The bytes themselves.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl std::fmt::Debug for Packed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes of entries", self.0.len())
    }
}

impl Unfinished {
    /// So many entries, all zero.
    pub(super) fn zeros(entries: usize) -> Self {
        Self(std::iter::repeat_with(AtomicU8::default).take(entries.div_ceil(2)).collect())
    }

    /// Sets an entry that is zero; values above [`MOST`](Packed::MOST) become that.
    #[inline]
    pub(super) fn put(&self, index: usize, value: u32) {
        let value = value.min(Packed::MOST.into()) as u8;
        if value > 0 {
            self.0[index / 2].fetch_or(value << (4 * (index % 2)), Ordering::Relaxed);
        }
    }

    /// All are written.
    pub(super) fn finish(self) -> Packed {
        Packed(self.0.into_iter().map(AtomicU8::into_inner).collect::<Vec<_>>().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_touch_each_other() {
        let packed = Unfinished::zeros(33);
        let value = |index: usize| (index * 7 % 16) as u32;
        (0..33).for_each(|index| packed.put(index, value(index)));
        let packed = packed.finish();
        assert!((0..33).all(|index| u32::from(packed.get(index)) == value(index)));
        assert_eq!(packed.bytes(), 17);
    }

    #[test]
    fn parts_keep_their_entries() {
        let parts = [3, 4, 2].map(Unfinished::zeros);
        parts.iter().zip(1..).for_each(|(part, value)| part.put(1, value));
        let all = Packed::concat(&parts.map(Unfinished::finish));
        assert_eq!(
            (0..all.bytes() * 2).map(|index| all.get(index)).collect::<Vec<_>>(),
            [0, 1, 0, 0, 0, 2, 0, 0, 0, 3]
        );
    }

    #[test]
    fn too_much_is_cut() {
        let packed = Unfinished::zeros(1);
        packed.put(0, 99);
        assert_eq!(packed.finish().get(0), Packed::MOST);
    }
}
