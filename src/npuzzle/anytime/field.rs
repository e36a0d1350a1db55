//! The cells of a board and which lie side by side; a board in motion on it.

use super::super::relative::Relative;
use super::super::space::Slide;
use crate::grid::{Direction, Size};

/// No neighbour there.
pub(super) const OFF: u32 = u32::MAX;

/// For each cell of the blank, the cells from which a tile can slide into it, by [`Direction`].
pub(super) type Sources = Vec<[u32; 4]>;

/// The neighbours on a grid of this size.
pub(super) fn sources(size: Size) -> Sources {
    (0..size.cells())
        .map(|blank| {
            Direction::ALL
                .map(|slide| size.neighbour(blank, slide.opposite()).map_or(OFF, |cell| cell as u32))
        })
        .collect()
}

/// A board that is moved in place. Tiles, and the blank, are called by the cells where they belong.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) tiles: Vec<u16>,
    pub(super) blank: usize,
}

impl Board {
    pub(super) fn of(relative: &Relative) -> Self {
        Self { tiles: relative.homes.clone(), blank: relative.blank as usize }
    }

    /// Slides the tile that can go this way.
    #[inline]
    pub(super) fn slide(&mut self, slide: Slide, cols: usize) {
        let from = match slide {
            Direction::Up => self.blank + cols,
            Direction::Down => self.blank - cols,
            Direction::Left => self.blank + 1,
            Direction::Right => self.blank - 1,
        };
        self.tiles.swap(from, self.blank);
        self.blank = from;
    }
}

/// What a tile in a cell contributes to the hash of a board: exclusive-or of all of them (Zobrist, 1970), drawn
/// from a mixing function instead of a table, which would not stay in the cache.
#[inline]
pub(super) const fn key(tile: u16, cell: usize) -> u64 {
    let mut z = ((tile as u64) << 17 | cell as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 32
}

/// The hash of a board, the blank left out.
pub(super) fn hash(tiles: &[u16], blank: usize) -> u64 {
    tiles
        .iter()
        .enumerate()
        .filter(|&(cell, _)| cell != blank)
        .fold(0, |hash, (cell, &tile)| hash ^ key(tile, cell))
}
