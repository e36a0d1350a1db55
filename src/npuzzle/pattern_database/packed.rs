//! Four bits an entry: half of what a pattern takes beyond the Manhattan distance of its tiles.
//!
//! Every move changes the Manhattan distance by one, so moves and distance are both even or both odd and their
//! difference can be halved without loss. Sixteen values are enough for an excess of 30 moves; where a pattern
//! takes more, 30 is kept, which is less than the truth and so still admissible, and still consistent. (Keeping
//! the lowest bits of the moves instead, to be completed from the entry of the board before, would fail with
//! two bits: from one board to the next an entry may jump by more than three.)

/// Entries by number.
#[derive(Clone, PartialEq, Eq)]
pub struct Packed(Box<[u8]>);

impl Packed {
    /// The largest value of an entry.
    pub const MOST: u8 = 15;

    /// So many entries, all zero.
    #[must_use]
    pub fn zeros(entries: usize) -> Self {
        Self(vec![0; entries.div_ceil(2)].into())
    }

    /// The entry with this number.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> u8 {
        self.0[index / 2] >> (4 * (index % 2)) & 0xf
    }

    /// Sets an entry that is zero; values above [`MOST`](Self::MOST) become that.
    #[inline]
    pub fn put(&mut self, index: usize, value: u32) {
        self.0[index / 2] |= (value.min(Self::MOST.into()) as u8) << (4 * (index % 2));
    }

    /// Several one behind the other, and the numbers of the first entries of each.
    #[must_use]
    pub fn concat(parts: &[Self]) -> (Self, Vec<usize>) {
        let mut firsts = Vec::with_capacity(parts.len());
        let mut bytes = Vec::with_capacity(parts.iter().map(Self::bytes).sum());
        for part in parts {
            firsts.push(2 * bytes.len());
            bytes.extend_from_slice(&part.0);
        }
        (Self(bytes.into()), firsts)
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.len()
    }
}

impl std::fmt::Debug for Packed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes of entries", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_touch_each_other() {
        let mut packed = Packed::zeros(33);
        let value = |index: usize| (index * 7 % 16) as u32;
        (0..33).for_each(|index| packed.put(index, value(index)));
        assert!((0..33).all(|index| u32::from(packed.get(index)) == value(index)));
        assert_eq!(packed.bytes(), 17);
    }

    #[test]
    fn parts_keep_their_entries() {
        let mut parts = [Packed::zeros(3), Packed::zeros(4), Packed::zeros(2)];
        for (at, part) in parts.iter_mut().enumerate() {
            part.put(1, at as u32 + 1);
        }
        let (all, firsts) = Packed::concat(&parts);
        assert_eq!(firsts, [0, 4, 8]);
        assert_eq!(
            (0..all.bytes() * 2).map(|index| all.get(index)).collect::<Vec<_>>(),
            [0, 1, 0, 0, 0, 2, 0, 0, 0, 3]
        );
    }

    #[test]
    fn too_much_is_cut() {
        let mut packed = Packed::zeros(1);
        packed.put(0, 99);
        assert_eq!(packed.get(0), Packed::MOST);
    }
}
