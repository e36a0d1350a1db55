//! How a state stores its tiles: packed into a machine word or two where they fit.

use std::hash::Hash;

/// Storage of the tiles of one state, by the row-major index of their cells.
pub trait Tiles: Clone + Eq + Hash {
    /// Packs tiles given in row-major order.
    fn pack(tiles: &[u16]) -> Self;

    /// The tile in a cell, 0 for the blank.
    fn get(&self, cell: usize) -> u16;

    /// The tile from one cell slid into another, which holds the blank.
    #[must_use]
    fn slide(&self, from: usize, to: usize) -> Self;

    /// Bytes stored outside the value itself.
    fn heap_bytes(_cells: usize) -> usize {
        0
    }
}

/// Four bits a cell: boards of at most 16 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nibbles(u64);

impl Tiles for Nibbles {
    fn pack(tiles: &[u16]) -> Self {
        debug_assert!(tiles.len() <= 16);
        Self(tiles.iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile)))
    }

    #[inline]
    fn get(&self, cell: usize) -> u16 {
        (self.0 >> (4 * cell) & 0xf) as u16
    }

    #[inline]
    fn slide(&self, from: usize, to: usize) -> Self {
        let tile = self.0 >> (4 * from) & 0xf;
        Self(self.0 ^ tile << (4 * from) ^ tile << (4 * to))
    }
}

/// Five bits a cell: boards of at most 25 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quintets(u128);

impl Tiles for Quintets {
    fn pack(tiles: &[u16]) -> Self {
        debug_assert!(tiles.len() <= 25);
        Self(tiles.iter().rev().fold(0, |word, &tile| word << 5 | u128::from(tile)))
    }

    #[inline]
    fn get(&self, cell: usize) -> u16 {
        (self.0 >> (5 * cell) & 0x1f) as u16
    }

    #[inline]
    fn slide(&self, from: usize, to: usize) -> Self {
        let tile = self.0 >> (5 * from) & 0x1f;
        Self(self.0 ^ tile << (5 * from) ^ tile << (5 * to))
    }
}

/// Sixteen bits a cell, on the heap: any board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wide(Box<[u16]>);

impl Tiles for Wide {
    fn pack(tiles: &[u16]) -> Self {
        Self(tiles.into())
    }

    fn get(&self, cell: usize) -> u16 {
        self.0[cell]
    }

    fn slide(&self, from: usize, to: usize) -> Self {
        let mut tiles = self.0.clone();
        tiles.swap(from, to);
        Self(tiles)
    }

    fn heap_bytes(cells: usize) -> usize {
        // What an allocator adds to a block is not known exactly; two words are common.
        2 * cells + 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Tiles>(cells: u16) {
        let tiles: Vec<u16> = (1..cells).chain([0]).collect();
        let packed = T::pack(&tiles);
        for (cell, &tile) in tiles.iter().enumerate() {
            assert_eq!(packed.get(cell), tile);
        }
        let (last, before) = (tiles.len() - 1, tiles.len() - 2);
        let slid = packed.slide(before, last);
        assert_eq!((slid.get(before), slid.get(last)), (0, cells - 1));
        assert!(slid.slide(last, before) == packed);
    }

    #[test]
    fn packing_keeps_every_tile() {
        round_trip::<Nibbles>(16);
        round_trip::<Quintets>(25);
        round_trip::<Wide>(300);
    }
}
