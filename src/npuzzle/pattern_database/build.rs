//! Filling one table: breadth-first from the goal over placements of the group's tiles and regions of the blank.
//!
//! To the group the other tiles all look the same, so where among them the blank is matters only as far as the
//! group's tiles fence it in: what is searched are pairs of a placement and one of the connected regions that
//! the placement leaves free. Only moves of the group's own tiles are counted; that is what makes the tables of
//! disjoint groups additive (Korf and Felner, 2002). The table keeps, for each placement, the fewest moves over
//! all regions, so that it needs no room for the blank.

use super::packed::Packed;
use super::rank::{MOST_TILES, Ranking};
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
    placement: Placement,
    rank: u32,
    region: u32,
}

/// Five bits a tile: its cell.
#[derive(Clone, Copy)]
struct Placement(u64);

impl Placement {
    fn cell(self, tile: usize) -> usize {
        (self.0 >> (5 * tile) & 31) as usize
    }
}

/// What a move of one of the group's tiles leads to.
#[derive(Clone, Copy)]
struct Edge {
    rank: u32,
    /// Where the tile came from, which is where the blank is then, and where it went.
    from: u8,
    to: u8,
    tile: u8,
    /// The node of the batch that the move starts from.
    node: u8,
}

/// Nodes whose edges are looked up together; they are numbered in eight bits.
const BATCH: usize = 256;

/// Nodes of a layer are put in the order of so many leading bits of their ranks.
const BUCKET_BITS: u32 = 13;

/// Moves the edges that lead to regions not seen yet to the front and counts them. A loop without branches: the
/// table is larger than the caches near the core, and so many look-ups wait for the memory at the same time.
fn unseen<C: Cells>(seen: &[C], edges: &mut [Edge]) -> usize {
    let mut kept = 0;
    for at in 0..edges.len() {
        let edge = edges[at];
        edges[kept] = edge;
        kept += usize::from(!seen[edge.rank as usize].has(edge.from.into()));
    }
    kept
}

/// Where no tile of the group stands.
const NO_TILE: u8 = MOST_TILES as u8;

/// What does not change while a table is filled.
struct Group<'a> {
    homes: &'a [u8],
    ranking: &'a Ranking,
    cols: usize,
    /// All cells, and of these all but the first and all but the last column.
    all: u32,
    not_first: u32,
    not_last: u32,
    /// By tile, what the rank gains as it slides right, and as it slides down past no other.
    right: [u32; MOST_TILES],
    down: [u32; MOST_TILES],
    /// By tile and tile passed, what the rank gains besides (wrapping round) as it slides down.
    passing: [[u32; MOST_TILES + 1]; MOST_TILES],
    /// By tile and cell, how far it is from home.
    distances: [[u8; 32]; MOST_TILES],
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
        let col = |cell: &usize| size.cell(*cell).col;
        let set = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0_u32, |set, cell| set | 1 << cell);
        let mut group = Self {
            homes,
            ranking,
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
            group.right[tile] = ranking.weight(tile);
            group.down[tile] = ranking.weight(tile).wrapping_mul(size.cols);
            for other in (0..homes.len()).filter(|&other| other != tile) {
                group.passing[tile][other] = ranking.passing(tile, other) as u32;
            }
            for cell in 0..size.cells() {
                group.distances[tile][cell] = size.distance(home.into(), cell) as u8;
            }
        }
        group
    }

    /// The connected part of the cells not occupied around `blank`.
    fn region(&self, blank: u32, occupied: u32) -> u32 {
        let free = self.all & !occupied;
        let mut region = blank;
        loop {
            let aside = (region & self.not_last) << 1 | (region & self.not_first) >> 1;
            let grown = (region | region << self.cols | region >> self.cols | aside) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    fn fill<C: Cells>(&self, stop: &CancelFlag) -> Option<Packed> {
        let entries = self.ranking.placements() as usize;
        let mut packed = Packed::zeros(entries);
        let mut seen = vec![C::default(); entries];
        let placement = Placement(self.homes.iter().rev().fold(0, |word, &home| word << 5 | u64::from(home)));
        let rank = self.ranking.rank(self.homes.iter().copied());
        let region = self.region(1, self.occupied(placement));
        seen[rank as usize].add(region);
        let (mut layer, mut next) = (vec![Node { placement, rank, region }], Vec::new());
        let mut edges = Vec::new();
        let mut moves = 0;
        while !layer.is_empty() {
            moves += 1;
            for batch in layer.chunks(BATCH) {
                if stop.is_cancelled() {
                    return None;
                }
                edges.clear();
                for (at, node) in batch.iter().enumerate() {
                    self.expand(node, at as u8, &mut edges);
                }
                let new = unseen(&seen, &mut edges);
                for edge in &edges[..new] {
                    let seen = &mut seen[edge.rank as usize];
                    if seen.has(edge.from.into()) {
                        continue; // since this batch began
                    }
                    let before = batch[usize::from(edge.node)].placement;
                    let placement =
                        Placement(before.0 ^ u64::from(edge.from ^ edge.to) << (5 * u32::from(edge.tile)));
                    if seen.is_empty() {
                        packed.put(edge.rank as usize, (moves - self.distance(placement)) / 2);
                    }
                    let region = self.region(1 << edge.from, self.occupied(placement));
                    seen.add(region);
                    next.push(Node { placement, rank: edge.rank, region });
                }
            }
            self.arrange(&mut next, &mut layer);
        }
        Some(packed)
    }

    /// Moves the next layer over into the present one, more or less in the order of ranks: as each kind of move
    /// changes the rank by about the same amount, what is looked up one after the other then lies side by side.
    fn arrange(&self, next: &mut Vec<Node>, layer: &mut Vec<Node>) {
        let shift = (u32::BITS - self.ranking.placements().leading_zeros()).saturating_sub(BUCKET_BITS);
        let bucket = |node: &Node| (node.rank >> shift) as usize;
        let mut ends = [0; 1 << BUCKET_BITS];
        for node in &*next {
            ends[bucket(node)] += 1;
        }
        let mut end = 0;
        for place in &mut ends {
            end += std::mem::replace(place, end);
        }
        layer.clear();
        layer.resize(next.len(), Node { placement: Placement(0), rank: 0, region: 0 });
        for node in next.drain(..) {
            let place = &mut ends[bucket(&node)];
            layer[*place] = node;
            *place += 1;
        }
    }

    /// Adds what each move of the group's tiles leads to; `at` is the number of the node in its batch.
    #[inline]
    fn expand(&self, node: &Node, at: u8, edges: &mut Vec<Edge>) {
        let mut tiles = [NO_TILE; 32];
        let mut occupied = 0;
        for tile in 0..self.homes.len() {
            let cell = node.placement.cell(tile);
            tiles[cell] = tile as u8;
            occupied |= 1_u32 << cell;
        }
        let (region, cols) = (node.region, self.cols);
        let mut add = |tile: u8, rank, from: usize, to: usize| {
            edges.push(Edge { rank, from: from as u8, to: to as u8, tile, node: at });
        };
        for from in Bits(occupied & region >> 1 & self.not_last) {
            let tile = tiles[from];
            add(tile, node.rank + self.right[usize::from(tile)], from, from + 1);
        }
        for from in Bits(occupied & region << 1 & self.not_first) {
            let tile = tiles[from];
            add(tile, node.rank - self.right[usize::from(tile)], from, from - 1);
        }
        let down = |tile: u8, upper: usize| {
            let passing = &self.passing[usize::from(tile)];
            (upper + 1..upper + cols).fold(self.down[usize::from(tile)], |change, passed| {
                change.wrapping_add(passing[usize::from(tiles[passed])])
            })
        };
        for from in Bits(occupied & region >> cols) {
            let tile = tiles[from];
            add(tile, node.rank.wrapping_add(down(tile, from)), from, from + cols);
        }
        for from in Bits(occupied & region << cols) {
            let tile = tiles[from];
            add(tile, node.rank.wrapping_sub(down(tile, from - cols)), from, from - cols);
        }
    }

    fn occupied(&self, placement: Placement) -> u32 {
        (0..self.homes.len()).fold(0, |cells, tile| cells | 1 << placement.cell(tile))
    }

    /// The Manhattan distance of a placement.
    fn distance(&self, placement: Placement) -> u32 {
        (0..self.homes.len()).map(|tile| u32::from(self.distances[tile][placement.cell(tile)])).sum()
    }
}

/// The cells of a set, in order.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (cell < 32).then_some(cell as usize)
    }
}
