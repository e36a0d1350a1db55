//! One view of the tables, made ready for the loop: what a slide does to the ranks, and what an entry says.
//!
//! The ranks of all groups lie side by side in one word, each counted from its group's first entry, so that a
//! rank is at once the number of its entry. A slide changes the word by one addition.

use super::prefetch::prefetch;
use super::steps::Sight;
use crate::grid::Size;
use crate::npuzzle::pattern_database::{Packed, View};

/// Most cells of a board in this search: four bits each in a word.
pub(super) const CELLS: usize = 16;

/// A view of one table set.
#[derive(Clone, Debug)]
pub(super) struct Lens<'t> {
    entries: &'t [u8],
    /// By tile, what sliding it right adds to the word of ranks, and what sliding it down adds if it passes no tile
    /// of its group.
    slides: [[i64; 2]; CELLS],
    /// By tile and tile passed, what sliding it down adds besides. Nothing for tile 0, the blank.
    passing: [[i64; CELLS]; CELLS],
    /// By tile, where in the word its group's rank lies, and how wide it is.
    shift: [u8; CELLS],
    mask: [u32; CELLS],
    /// By tile, where in [`Excess`] its group's entry lies, as the power of two to multiply with.
    place: [u32; CELLS],
    /// By cell, its place in this view.
    pub(super) mirror: [u8; CELLS],
}

/// The entries of up to three groups, a byte each, and in the highest byte their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excess(u32);

impl Excess {
    /// Half of the moves beyond Manhattan distance.
    #[inline]
    pub(super) const fn sum(self) -> i16 {
        (self.0 >> 24) as i16
    }
}

/// The word of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranks(u64);

impl<'t> Lens<'t> {
    /// A view of tables for boards of at most 16 cells; linear in the pairs of tiles.
    pub(super) fn new(view: View<'t>, size: Size) -> Self {
        let mut lens = Self {
            entries: view.table.entries().as_bytes(),
            slides: [[0; 2]; CELLS],
            passing: [[0; CELLS]; CELLS],
            shift: [0; CELLS],
            mask: [0; CELLS],
            place: [0; CELLS],
            mirror: std::array::from_fn(|cell| {
                view.mirror.map_or(cell, |mirror| mirror.get(cell).map_or(cell, |&cell| cell.into())) as u8
            }),
        };
        let mut shift = 0;
        for (group, at) in view.table.groups().iter().zip(0..) {
            let end = group.first as u64 + u64::from(group.ranking.placements());
            let width = u64::BITS - end.leading_zeros();
            for (tile, &home) in group.tiles.iter().enumerate() {
                let home = usize::from(home);
                let weight = i64::from(group.ranking.weight(tile));
                lens.slides[home] = [1, i64::from(size.cols)].map(|cells| (weight * cells) << shift);
                for (other, &passed) in group.tiles.iter().enumerate().filter(|&(other, _)| other != tile) {
                    lens.passing[home][usize::from(passed)] = group.ranking.passing(tile, other) << shift;
                }
                lens.shift[home] = shift as u8;
                lens.mask[home] = ((1_u64 << width) - 1) as u32;
                lens.place[home] = 1 << 24 | 1 << (8 * at);
            }
            shift += width;
        }
        debug_assert!(shift <= u64::BITS && view.table.groups().len() <= 3);
        lens
    }

    /// Ranks and entries of a placement: by home, the cell of each tile, as the tables have them.
    pub(super) fn start(&self, view: View<'_>, placement: &[u8]) -> (Ranks, Excess) {
        let mut seen = [0; CELLS];
        for (home, &cell) in placement.iter().enumerate() {
            seen[usize::from(self.mirror[home])] = self.mirror[usize::from(cell)];
        }
        let (mut ranks, mut excess) = (0, 0);
        for group in view.table.groups() {
            let rank = group.ranking.rank(group.tiles.iter().map(|&tile| seen[usize::from(tile)]));
            let index = group.first + rank as usize;
            let tile = usize::from(group.tiles[0]);
            ranks |= (index as u64) << self.shift[tile];
            excess += u32::from(self.entry(index)) * self.place[tile];
        }
        (Ranks(ranks), Excess(excess))
    }

    /// The ranks after `tile` slid into the blank of a board.
    ///
    /// Free of branches: which way a tile slides cannot be predicted, and looking at tiles passed where there are
    /// none costs less than a wrong guess.
    #[inline]
    pub(super) fn slide<const PASSED: usize>(
        &self,
        ranks: Ranks,
        board: u64,
        tile: usize,
        sight: &Sight,
    ) -> Ranks {
        let mut passed = board >> (sight.between & 63) & u64::from(sight.passed);
        let mut change = self.slides[tile][usize::from(sight.upright & 1)];
        for _ in 0..PASSED {
            change += self.passing[tile][(passed & 0xf) as usize];
            passed >>= 4;
        }
        let sign = i64::from(sight.sign);
        Ranks(ranks.0.wrapping_add_signed((change ^ sign) - sign))
    }

    /// The number of the entry of this tile's group.
    #[inline]
    fn index(&self, ranks: Ranks, tile: usize) -> usize {
        ((ranks.0 >> self.shift[tile]) as u32 & self.mask[tile]) as usize
    }

    /// Bytes of all entries.
    pub(super) const fn bytes(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    fn entry(&self, index: usize) -> u8 {
        Packed::entry(self.entries, index)
    }

    /// Asks for the entry that [`look`](Self::look) will want.
    #[inline]
    pub(super) fn prefetch(&self, ranks: Ranks, tile: usize) {
        prefetch(self.entries, self.index(ranks, tile) / 2);
    }

    /// The entries after `tile` slid and the ranks became `ranks`.
    #[inline]
    pub(super) fn look(&self, ranks: Ranks, tile: usize, before: Excess) -> Excess {
        let place = self.place[tile];
        let old = before.0 >> place.trailing_zeros() & 0xff;
        let new = u32::from(self.entry(self.index(ranks, tile)));
        Excess(before.0.wrapping_add(new.wrapping_sub(old).wrapping_mul(place)))
    }
}
