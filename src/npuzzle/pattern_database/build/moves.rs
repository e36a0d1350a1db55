//! What moves of a group's tiles do to a placement's number, and how far the blank gets without any.

use super::super::rank::{MOST_TILES, Ranking};
use crate::grid::Size;

/// Where no tile of the group stands.
pub(in super::super) const NO_TILE: u8 = MOST_TILES as u8;

/// What does not change while a table is filled.
#[derive(Debug)]
pub(in super::super) struct Moves {
    cols: usize,
    /// All cells, and of these all but the first and all but the last column.
    pub(in super::super) all: u32,
    not_first: u32,
    not_last: u32,
    /// By tile, what the rank gains as it slides right, and as it slides down past no other.
    right: [u32; MOST_TILES],
    down: [u32; MOST_TILES],
    /// By tile and tile passed, what the rank gains besides (wrapping round) as it slides down.
    passing: [[u32; MOST_TILES + 1]; MOST_TILES],
    /// By tile and cell, how far it is from home.
    pub(in super::super) distances: [[u8; 32]; MOST_TILES],
}

impl Moves {
    pub(in super::super) fn new(size: Size, homes: &[u8], ranking: &Ranking) -> Self {
        let col = |cell: &usize| size.cell(*cell).col;
        let set = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0_u32, |set, cell| set | 1 << cell);
        let mut moves = Self {
            cols: size.cols as usize,
            all: set(&mut (0..size.cells())),
            not_first: set(&mut (0..size.cells()).filter(|cell| col(cell) != 0)),
            not_last: set(&mut (0..size.cells()).filter(|cell| col(cell) + 1 != size.cols)),
            right: [0; MOST_TILES],
            down: [0; MOST_TILES],
            passing: [[0; MOST_TILES + 1]; MOST_TILES],
            distances: [[0; 32]; MOST_TILES],
        };
        for (tile, &home) in homes.iter().enumerate() {
            moves.right[tile] = ranking.weight(tile);
            moves.down[tile] = ranking.weight(tile).wrapping_mul(size.cols);
            for other in (0..homes.len()).filter(|&other| other != tile) {
                moves.passing[tile][other] = ranking.passing(tile, other) as u32;
            }
            for cell in 0..size.cells() {
                moves.distances[tile][cell] = size.distance(home.into(), cell) as u8;
            }
        }
        moves
    }

    /// All cells that the blank can reach from these while no tile at an `occupied` one moves.
    #[inline]
    pub(in super::super) fn regions(&self, cells: u32, occupied: u32) -> u32 {
        let free = self.all & !occupied;
        let mut regions = cells;
        loop {
            let aside = (regions & self.not_last) << 1 | (regions & self.not_first) >> 1;
            let grown = (regions | regions << self.cols | regions >> self.cols | aside) & free;
            if grown == regions {
                return regions;
            }
            regions = grown;
        }
    }

    /// Tells of each move that is possible with the blank in these regions: the number of the placement it leads
    /// to, the cell that the tile leaves to the blank, and the one where it goes. `tiles` has the group's tiles by cell.
    #[inline]
    pub(in super::super) fn each(
        &self,
        rank: u32,
        tiles: &[u8; 32],
        occupied: u32,
        regions: u32,
        mut tell: impl FnMut(u32, usize, usize),
    ) {
        let cols = self.cols;
        for from in Bits(occupied & regions >> 1 & self.not_last) {
            tell(rank + self.right[usize::from(tiles[from] & 7)], from, from + 1);
        }
        for from in Bits(occupied & regions << 1 & self.not_first) {
            tell(rank - self.right[usize::from(tiles[from] & 7)], from, from - 1);
        }
        let down = |from: usize, upper: usize| {
            let tile = usize::from(tiles[from] & 7);
            (upper + 1..upper + cols).fold(self.down[tile], |change, passed| {
                change.wrapping_add(self.passing[tile][usize::from(tiles[passed & 31])])
            })
        };
        for from in Bits(occupied & regions >> cols) {
            tell(rank.wrapping_add(down(from, from)), from, from + cols);
        }
        for from in Bits(occupied & regions << cols) {
            tell(rank.wrapping_sub(down(from, from - cols)), from, from - cols);
        }
    }
}

/// The cells of a set, in order.
pub(in super::super) struct Bits(pub(in super::super) u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (cell < 32).then_some(cell as usize)
    }
}
