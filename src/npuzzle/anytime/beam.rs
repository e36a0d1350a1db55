//! Beam search: of all boards that are so many moves away, the few that promise most are kept, layer by layer.
//!
//! A beam works towards an [`Aim`]: some tiles in place, or all. It starts from a pool of boards that may have
//! been reached by different numbers of moves, each of which joins the layer of its number; and it leaves a
//! pool of boards that met the aim, for the next aim to start from. Doublets within a layer are recognised by
//! their hash (two different boards with one hash: the second is lost, nothing worse).

use super::super::space::Slide;
use super::field::{OFF, Sources, hash, key};
use crate::grid::Direction;
use crate::search::{Meter, StopReason};

/// What a beam works towards.
pub(super) trait Aim {
    /// What is kept beside a board.
    type Parts: Copy;

    /// The parts of a board, from scratch.
    fn of(&self, tiles: &[u16], blank: usize) -> Self::Parts;

    /// The parts after a tile slid; `tiles` is the board after the move, the blank now in `from`.
    fn after(&self, parts: Self::Parts, tiles: &[u16], from: usize, to: usize) -> Self::Parts;

    /// About how many moves are left until the aim is met: none when it is, and only then.
    fn moves(&self, parts: Self::Parts) -> u32;

    /// About how many are left after that: it ranks the boards of a pool, among others by the moves made so far.
    fn rest(&self, parts: Self::Parts) -> u32;

    /// What ranks boards of one layer; the smallest are kept.
    #[inline]
    fn rank(&self, parts: Self::Parts) -> u32 {
        self.moves(parts) + self.rest(parts)
    }
}

/// One board of a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// Moves made so far.
    pub(super) made: u32,
    pub(super) blank: u32,
    /// The last slide; 4 at the root.
    last: u8,
    hash: u64,
    /// Where the moves that led here are noted.
    pub(super) node: u32,
    /// Moves made, and about those to come.
    total: u32,
}

/// Boards to start from, or that met an aim; the most promising first.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) heads: Vec<Head>,
    /// The tiles, board after board.
    pub(super) tiles: Vec<u16>,
}

impl Head {
    /// The same moves, on another view of the board.
    pub(super) const fn seen_as(self, blank: u32, hash: u64) -> Self {
        Self { blank, hash, ..self }
    }
}

impl Pool {
    /// The board to start from.
    pub(super) fn start(tiles: &[u16], blank: usize) -> Self {
        let hash = hash(tiles, blank);
        let head = Head { made: 0, blank: blank as u32, last: 4, hash, node: ROOT, total: 0 };
        Self { heads: vec![head], tiles: tiles.to_vec() }
    }
}

/// The node of the start.
const ROOT: u32 = u32::MAX >> 2;

/// How wide a beam is, and when it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Boards kept of a layer, and of those that met the aim.
    pub(super) width: usize,
    /// Layers that are still looked at after the first board met the aim.
    pub(super) slack: u32,
    /// Plans must be shorter than this.
    pub(super) below: u32,
}

#[derive(Clone, Copy)]
struct Kept<P> {
    parts: P,
    hash: u64,
    blank: u32,
    node: u32,
    last: u8,
}

#[derive(Clone, Copy)]
struct Child<P> {
    parts: P,
    hash: u64,
    rank: u32,
    /// Index of the board it comes from: of the layer before or, with `slide` 4 or more, of the pool.
    parent: u32,
    from: u32,
    slide: u8,
}

/// Marks a child that comes from the pool.
const JOINS: u8 = 8;

/// A beam and the moves of all boards it kept.
#[derive(Debug, Default)]
pub(super) struct Beam {
    /// By node, the node before and the slide between.
    trail: Vec<u32>,
    seen: Seen,
    order: Vec<u32>,
    counts: Vec<u32>,
}

impl Beam {
    /// The moves that led to a node.
    pub(super) fn moves(&self, mut node: u32) -> Vec<Slide> {
        let mut moves = Vec::new();
        while node != ROOT {
            let entry = self.trail[node as usize];
            moves.push(Direction::ALL[(entry & 3) as usize]);
            node = entry >> 2;
        }
        moves.reverse();
        moves
    }

    /// Forgets all moves, and gives back all memory.
    pub(super) fn forget(&mut self, meter: &mut Meter<'_>) {
        meter.release(self.trail.capacity() * size_of::<u32>());
        *self = Self::default();
    }

    /// Works towards an aim. The pool that is returned is empty if no board met it.
    pub(super) fn run<A: Aim>(
        &mut self,
        (aim, sources): (&A, &Sources),
        pool: &Pool,
        shape: Shape,
        meter: &mut Meter<'_>,
    ) -> Result<Pool, StopReason> {
        let cells = sources.len();
        let bytes = shape.width
            * (2 * (2 * cells + size_of::<Kept<A::Parts>>())
                + 4 * size_of::<Child<A::Parts>>()
                + 16 * size_of::<(u64, u32)>()
                + 16
                + 4 * (2 * cells + size_of::<Head>()));
        meter.hold(bytes)?;
        let result = Layers::start(self, aim, sources, pool, shape).run(meter);
        meter.release(bytes);
        result
    }
}

/// One run of a beam.
struct Layers<'a, A: Aim> {
    beam: &'a mut Beam,
    aim: &'a A,
    sources: &'a Sources,
    pool: &'a Pool,
    shape: Shape,
    cells: usize,
    /// Moves that led to the present layer.
    made: u32,
    kept: Vec<Kept<A::Parts>>,
    tiles: Vec<u16>,
    next_kept: Vec<Kept<A::Parts>>,
    next_tiles: Vec<u16>,
    children: Vec<Child<A::Parts>>,
    met: Pool,
}

impl<'a, A: Aim> Layers<'a, A> {
    fn start(beam: &'a mut Beam, aim: &'a A, sources: &'a Sources, pool: &'a Pool, shape: Shape) -> Self {
        let cells = sources.len();
        beam.seen.resize(shape.width);
        Self {
            beam,
            aim,
            sources,
            pool,
            shape,
            cells,
            made: 0,
            kept: Vec::with_capacity(shape.width),
            tiles: vec![0; shape.width * cells],
            next_kept: Vec::with_capacity(shape.width),
            next_tiles: vec![0; shape.width * cells],
            children: Vec::with_capacity(4 * shape.width),
            met: Pool::default(),
        }
    }

    fn run(mut self, meter: &mut Meter<'_>) -> Result<Pool, StopReason> {
        let mut joining: Vec<u32> = (0..self.pool.heads.len() as u32).collect();
        joining.sort_by_key(|&index| std::cmp::Reverse(self.pool.heads[index as usize].made));
        // A beam that has not come nearer for so long is caught in a trap.
        let patience = 100 + 20 * self.cells.isqrt() as u32;
        let (mut best, mut waited) = (u32::MAX, 0);
        let mut last = u32::MAX;
        loop {
            if self.children.is_empty() {
                match joining.last() {
                    Some(&index) => self.made = self.pool.heads[index as usize].made,
                    None => break,
                }
            }
            while let Some(&index) = joining.last() {
                if self.pool.heads[index as usize].made != self.made {
                    break;
                }
                joining.pop();
                self.join(index);
            }
            let lowest = self.children.iter().map(|child| child.rank).min().unwrap_or(0);
            waited = if lowest < best { 0 } else { waited + 1 };
            best = best.min(lowest);
            self.select(lowest, meter)?;
            if last == u32::MAX && !self.met.heads.is_empty() {
                last = self.made + self.shape.slack;
            }
            let enough = self.met.heads.len() >= 2 * self.shape.width;
            if enough || self.made >= last.min(self.shape.below) || waited > patience {
                break;
            }
            self.expand(meter)?;
            self.made += 1;
        }
        Ok(self.ranked())
    }

    /// A board of the pool takes part from this layer on.
    fn join(&mut self, index: u32) {
        let Head { blank, hash, .. } = self.pool.heads[index as usize];
        let tiles = &self.pool.tiles[index as usize * self.cells..][..self.cells];
        let parts = self.aim.of(tiles, blank as usize);
        let rank = self.aim.rank(parts);
        self.children.push(Child { parts, hash, rank, parent: index, from: blank, slide: JOINS });
    }

    /// Makes all children of the layer.
    fn expand(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        self.children.clear();
        for (index, state) in self.kept.iter().enumerate() {
            let tiles = &mut self.tiles[index * self.cells..][..self.cells];
            let to = state.blank as usize;
            for slide in 0..4 {
                let from = self.sources[to][slide as usize];
                if from == OFF || slide ^ 1 == state.last {
                    continue;
                }
                meter.tick()?;
                let at = from as usize;
                let tile = tiles[at];
                tiles.swap(at, to);
                let parts = self.aim.after(state.parts, tiles, at, to);
                tiles.swap(at, to);
                let rank = self.aim.rank(parts);
                let hash = state.hash ^ key(tile, at) ^ key(tile, to);
                self.children.push(Child { parts, hash, rank, parent: index as u32, from, slide });
            }
        }
        meter.stats.expanded += self.kept.len() as u64;
        Ok(())
    }

    /// Makes a new layer of the best children; those that meet the aim go to the pool instead.
    fn select(&mut self, lowest: u32, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let Beam { trail, seen, order, counts } = &mut *self.beam;
        sort(&self.children, lowest, order, counts);
        seen.clear();
        self.next_kept.clear();
        for &index in order.iter() {
            if self.next_kept.len() == self.shape.width {
                break;
            }
            let child = self.children[index as usize];
            meter.tick()?;
            if !seen.insert(child.hash) {
                continue;
            }
            meter.generate()?;
            let at = self.next_kept.len() * self.cells;
            let (parent, from) = (child.parent as usize, child.from as usize);
            let tiles = &mut self.next_tiles[at..at + self.cells];
            let (node, last) = if child.slide == JOINS {
                tiles.copy_from_slice(&self.pool.tiles[parent * self.cells..][..self.cells]);
                (self.pool.heads[parent].node, self.pool.heads[parent].last)
            } else {
                tiles.copy_from_slice(&self.tiles[parent * self.cells..][..self.cells]);
                let before = self.kept[parent];
                tiles.swap(from, before.blank as usize);
                if trail.len() == ROOT as usize {
                    return Err(StopReason::Memory);
                }
                meter.room(trail)?;
                trail.push(before.node << 2 | u32::from(child.slide));
                (trail.len() as u32 - 1, child.slide)
            };
            let Child { parts, hash, from: blank, .. } = child;
            if self.aim.moves(parts) == 0 {
                // Every step that another tile is away takes about two moves, as plans go.
                let total = self.made + 2 * self.aim.rest(parts);
                self.met.heads.push(Head { made: self.made, blank, last, hash, node, total });
                self.met.tiles.extend_from_slice(tiles);
            } else {
                self.next_kept.push(Kept { parts, hash, blank, node, last });
            }
        }
        meter.stats.peak_states = meter.stats.peak_states.max(self.next_kept.len() as u64);
        std::mem::swap(&mut self.kept, &mut self.next_kept);
        std::mem::swap(&mut self.tiles, &mut self.next_tiles);
        Ok(())
    }

    /// What met the aim, the most promising first, each board once.
    fn ranked(self) -> Pool {
        let mut order: Vec<usize> = (0..self.met.heads.len()).collect();
        order.sort_by_key(|&index| (self.met.heads[index].total, self.met.heads[index].made, index));
        let mut pool = Pool::default();
        self.beam.seen.clear();
        for index in order {
            if pool.heads.len() == self.shape.width {
                break;
            }
            if self.beam.seen.insert(self.met.heads[index].hash) {
                pool.heads.push(self.met.heads[index]);
                pool.tiles.extend_from_slice(&self.met.tiles[index * self.cells..][..self.cells]);
            }
        }
        pool
    }
}

/// Orders children by rank, by counting; equal ones as they came.
fn sort<P>(children: &[Child<P>], lowest: u32, order: &mut Vec<u32>, counts: &mut Vec<u32>) {
    let highest = children.iter().map(|child| child.rank).max().unwrap_or(lowest);
    counts.clear();
    counts.resize((highest - lowest) as usize + 2, 0);
    children.iter().for_each(|child| counts[(child.rank - lowest) as usize + 1] += 1);
    for at in 1..counts.len() {
        counts[at] += counts[at - 1];
    }
    order.clear();
    order.resize(children.len(), 0);
    for (index, child) in children.iter().enumerate() {
        let place = &mut counts[(child.rank - lowest) as usize];
        order[*place as usize] = index as u32;
        *place += 1;
    }
}

/// A set of hashes that is emptied at no cost: an entry counts only with the present mark.
#[derive(Debug, Default)]
struct Seen {
    entries: Vec<(u64, u32)>,
    mark: u32,
}

impl Seen {
    /// Makes room for three times so many, half of it free. (A layer sees no more doublets than children.)
    fn resize(&mut self, width: usize) {
        let size = (8 * width).next_power_of_two();
        if self.entries.len() < size {
            self.entries = vec![(0, 0); size];
            self.mark = 0;
        }
    }

    fn clear(&mut self) {
        self.mark += 1;
    }

    /// Whether the hash is new.
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        let mask = self.entries.len() - 1;
        let mut at = hash as usize & mask;
        while self.entries[at].1 == self.mark {
            if self.entries[at].0 == hash {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.entries[at] = (hash, self.mark);
        true
    }
}
