//! Filling one table: breadth-first from the goal over placements of the group's tiles and regions of the blank.
//!
//! To the group the other tiles all look the same, so where among them the blank is matters only as far as the
//! group's tiles fence it in: what is searched are pairs of a placement and one of the connected regions that
//! the placement leaves free. Only moves of the group's own tiles are counted; that is what makes the tables of
//! disjoint groups additive (Korf and Felner, 2002). The table keeps, for each placement, the fewest moves over
//! all regions, so that it needs no room for the blank.

use super::packed::Packed;
use super::rank::{MOST_CELLS, MOST_TILES, Ranking};
use crate::grid::Size;
use crate::search::CancelFlag;

/// A set of cells for each placement: 16 bits where they are enough, because the table of regions seen is what
/// the memory's latency is spent on.
trait Cells: Copy + Default {
    fn has(self, cell: u32) -> bool;
    fn is_empty(self) -> bool;
    fn add(&mut self, cells: u32);
}

impl Cells for u16 {
    fn has(self, cell: u32) -> bool {
        self >> cell & 1 != 0
    }

    fn is_empty(self) -> bool {
        self == 0
    }

    fn add(&mut self, cells: u32) {
        *self |= cells as Self;
    }
}

impl Cells for u32 {
    fn has(self, cell: u32) -> bool {
        self >> cell & 1 != 0
    }

    fn is_empty(self) -> bool {
        self == 0
    }

    fn add(&mut self, cells: u32) {
        *self |= cells;
    }
}

/// A placement and one region of the blank.
#[derive(Clone, Copy)]
struct Node {
    /// Five bits a tile: its cell.
    placement: u64,
    rank: u32,
    region: u32,
}

/// What does not change while a table is filled.
struct Group<'a> {
    size: Size,
    homes: &'a [u8],
    ranking: &'a Ranking,
    /// The cells beside each cell.
    beside: [u32; MOST_CELLS],
    /// All cells but those of the first column, and all but those of the last.
    not_first: u32,
    not_last: u32,
    /// Moves between two cells.
    distances: [[u8; MOST_CELLS]; MOST_CELLS],
}

/// Fills the table of the tiles that belong in the cells `homes`, on a board whose goal has the blank in cell
/// 0. `None` if stopped. Time and memory grow with the placements: while it runs, 2 bytes each (4 beyond 16
/// cells), and 16 for each pair on the present and the next layer.
pub(super) fn build(size: Size, homes: &[u8], ranking: &Ranking, stop: &CancelFlag) -> Option<Packed> {
    let group = Group::new(size, homes, ranking);
    if size.cells() <= 16 { group.fill::<u16>(stop) } else { group.fill::<u32>(stop) }
}

impl<'a> Group<'a> {
    fn new(size: Size, homes: &'a [u8], ranking: &'a Ranking) -> Self {
        let cells = size.cells();
        let mut beside = [0; MOST_CELLS];
        let (mut not_first, mut not_last) = (0, 0);
        let mut distances = [[0; MOST_CELLS]; MOST_CELLS];
        for cell in 0..cells {
            for other in 0..cells {
                distances[cell][other] = size.distance(cell, other) as u8;
                beside[cell] |= u32::from(distances[cell][other] == 1) << other;
            }
            let col = size.cell(cell).col;
            not_first |= u32::from(col != 0) << cell;
            not_last |= u32::from(col + 1 != size.cols) << cell;
        }
        Self { size, homes, ranking, beside, not_first, not_last, distances }
    }

    /// The connected part of `free` around `seed`.
    fn region(&self, seed: u32, free: u32) -> u32 {
        let cols = self.size.cols;
        let mut region = seed;
        loop {
            let aside = (region & self.not_last) << 1 | (region & self.not_first) >> 1;
            let grown = (region | region << cols | region >> cols | aside) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    fn fill<C: Cells>(&self, stop: &CancelFlag) -> Option<Packed> {
        let all = (1_u32 << self.size.cells()) - 1;
        let entries = self.ranking.placements() as usize;
        let mut packed = Packed::zeros(entries);
        let mut seen = vec![C::default(); entries];
        let occupied = self.homes.iter().fold(0_u32, |cells, &home| cells | 1 << home);
        let placement = self.homes.iter().rev().fold(0, |word, &home| word << 5 | u64::from(home));
        let rank = self.ranking.rank(self.homes.iter().copied());
        let region = self.region(1, all & !occupied);
        seen[rank as usize].add(region);
        let (mut layer, mut next) = (vec![Node { placement, rank, region }], Vec::new());
        let mut moves = 0;
        while !layer.is_empty() {
            moves += 1;
            for part in layer.chunks(1 << 12) {
                if stop.is_cancelled() {
                    return None;
                }
                for node in part {
                    self.expand(node, |rank, placement, occupied, blank| {
                        let seen = &mut seen[rank as usize];
                        if seen.has(blank) {
                            return;
                        }
                        if seen.is_empty() {
                            packed.put(rank as usize, (moves - self.distance(placement)) / 2);
                        }
                        let region = self.region(1 << blank, all & !occupied);
                        seen.add(region);
                        next.push(Node { placement, rank, region });
                    });
                }
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Some(packed)
    }

    /// Calls `visit` with what each move of the group's tiles leads to: rank, placement, cells occupied, and the
    /// blank's cell.
    #[inline]
    fn expand(&self, node: &Node, mut visit: impl FnMut(u32, u64, u32, u32)) {
        let tiles = self.homes.len();
        let mut at = [0_u8; 32];
        let mut cells = [0_u32; MOST_TILES];
        let mut occupied = 0;
        for (tile, cell) in cells[..tiles].iter_mut().enumerate() {
            *cell = (node.placement >> (5 * tile) & 31) as u32;
            at[*cell as usize] = tile as u8;
            occupied |= 1_u32 << *cell;
        }
        for (tile, &from) in cells[..tiles].iter().enumerate() {
            let mut targets = self.beside[from as usize] & node.region;
            while targets != 0 {
                let to = targets.trailing_zeros();
                targets &= targets - 1;
                let (low, high) = (from.min(to), from.max(to));
                let mut change = i64::from(high - low) * i64::from(self.ranking.weight(tile));
                let mut passed = occupied & ((1 << high) - 1) & !((2 << low) - 1);
                while passed != 0 {
                    let other = at[passed.trailing_zeros() as usize & 31];
                    passed &= passed - 1;
                    change += self.ranking.passing(tile, usize::from(other));
                }
                let rank = i64::from(node.rank) + if to > from { change } else { -change };
                let placement = node.placement ^ u64::from(from ^ to) << (5 * tile);
                visit(rank as u32, placement, occupied ^ 1 << from ^ 1 << to, from);
            }
        }
    }

    /// The Manhattan distance of a placement.
    fn distance(&self, placement: u64) -> u32 {
        let of = |(tile, &home): (usize, &u8)| {
            u32::from(self.distances[usize::from(home)][(placement >> (5 * tile) & 31) as usize])
        };
        self.homes.iter().enumerate().map(of).sum()
    }
}
