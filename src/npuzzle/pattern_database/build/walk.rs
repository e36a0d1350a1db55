//! All placements of a group's tiles in the order of their numbers.
//!
//! To go from one to the next changes little, so that the cells of the tiles need not be computed from the number.

use super::super::rank::{MOST_TILES, Ranking};
use super::moves::{Bits, Moves, NO_TILE};

/// So many placements or fewer that differ in their last tiles only are offered to be passed over at once.
const GLANCE: u32 = 1024;

/// Tiles whose cells are the same throughout a range.
const FIXED: usize = 2;

/// One placement on the way.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Place<'w> {
    pub(in super::super) rank: u32,
    /// By cell, the tile there, by its place in the group; [`NO_TILE`] where there is none.
    pub(in super::super) tiles: &'w [u8; 32],
    /// The cells of the group's tiles.
    pub(in super::super) occupied: u32,
    /// Manhattan distance.
    pub(in super::super) distance: u32,
}

/// What is done at the placements.
pub(in super::super) trait Visit {
    /// Whether there is nothing to do at `number` placements from `rank` on.
    fn passes_over(&self, rank: u32, number: u32) -> bool;

    /// Whether there may be something to do at this one.
    fn wants(&self, rank: u32) -> bool;

    /// Does it.
    fn visit(&mut self, place: Place<'_>);
}

/// The way of one thread.
pub(in super::super) struct Walk<'a> {
    moves: &'a Moves,
    ranking: &'a Ranking,
    /// By tile, the weights of the ranking.
    weights: [u32; MOST_TILES],
    /// The first tile to whose placements [`GLANCE`] applies.
    glance_at: usize,
    /// By cell, the tile there.
    tiles: [u8; 32],
}

impl<'a> Walk<'a> {
    /// The number of ranges that the way is parted into, to be shared by threads.
    pub(in super::super) fn ranges(ranking: &Ranking) -> usize {
        if ranking.tiles() <= FIXED { 1 } else { (ranking.placements() / ranking.weight(FIXED - 1)) as usize }
    }

    pub(in super::super) fn new(moves: &'a Moves, ranking: &'a Ranking) -> Self {
        let mut weights = [1; MOST_TILES];
        (0..ranking.tiles()).for_each(|tile| weights[tile] = ranking.weight(tile));
        let glance_at = weights.iter().position(|&weight| weight <= GLANCE).unwrap_or(MOST_TILES);
        Self { moves, ranking, weights, glance_at, tiles: [NO_TILE; 32] }
    }

    /// Goes through one range of placements.
    pub(in super::super) fn range(&mut self, range: usize, visitor: &mut impl Visit) {
        self.tiles = [NO_TILE; 32];
        if self.ranking.tiles() <= FIXED {
            return self.on(0, 0, 0, 0, visitor);
        }
        let rank = range as u32 * self.weights[FIXED - 1];
        let placement = self.ranking.unrank(rank);
        let (mut occupied, mut distance) = (0, 0);
        for (tile, &cell) in placement.iter().enumerate().take(FIXED) {
            self.tiles[usize::from(cell)] = tile as u8;
            occupied |= 1 << cell;
            distance += u32::from(self.moves.distances[tile][usize::from(cell)]);
        }
        self.on(FIXED, occupied, rank, distance, visitor);
    }

    /// All placements with the tiles before `tile` where they are; `rank` is the first one's number. Calls itself
    /// no deeper than there are tiles.
    fn on(&mut self, tile: usize, occupied: u32, mut rank: u32, distance: u32, visitor: &mut impl Visit) {
        let weight = self.weights[tile];
        let last = tile + 1 == self.ranking.tiles();
        for cell in Bits(self.moves.all & !occupied) {
            let wanted = if last {
                visitor.wants(rank)
            } else {
                tile != self.glance_at || !visitor.passes_over(rank, weight)
            };
            if wanted {
                let (occupied, distance) =
                    (occupied | 1 << cell, distance + u32::from(self.moves.distances[tile][cell]));
                self.tiles[cell] = tile as u8;
                if last {
                    visitor.visit(Place { rank, tiles: &self.tiles, occupied, distance });
                } else {
                    self.on(tile + 1, occupied, rank, distance, visitor);
                }
                self.tiles[cell] = NO_TILE;
            }
            rank += weight;
        }
    }
}
