//! The boards that lie so many moves from the start, each once: where the subtrees of a long iteration begin.
//!
//! Iterative deepening remembers nothing, and meets a board as often as there are ways to it. So the first moves are
//! searched breadth first, as deep as it pays, and the boards of the last layers are remembered: of all shortest ways
//! to a board the first is gone on with. (A*+IDA*, Bu and Korf, 2019, searches above with A*. As every board above the
//! frontier lies within the limit, both orders meet the same boards; layers need no open list.)

use super::super::space::Slide;
use super::super::trail::{NO_TRAIL, TRAILS, Trail};
use super::estimate::Estimate;
use super::field::{Board, OFF, Sources};
use crate::search::{Meter, Shards, StopReason, hash};

/// Boards of more cells do not fit into the word by which boards are remembered.
pub(super) const MOST_CELLS: usize = 25;

/// The slides to a board are two bits each in a word.
const MOST_DEPTH: u32 = 31;

/// The roots of the subtrees, in the order of moves.
#[derive(Debug)]
pub(super) struct Frontier {
    pub(super) depth: u32,
    /// By board, the slides that lead there, the last in the lowest bits.
    roots: Vec<u64>,
    /// The smallest total above the limit so far.
    pub(super) cut: u32,
}

/// The boards of one layer, for finding them again.
struct Layer {
    keys: Vec<u128>,
    table: Shards,
}

impl Layer {
    fn new() -> Self {
        Self { keys: Vec::new(), table: Shards::new() }
    }

    fn has(&self, key: u128) -> bool {
        self.table.find(hash(&key), |id| self.keys[id as usize] == key).is_some()
    }

    /// Adds a board that is not there.
    fn add(&mut self, key: u128, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        meter.room(&mut self.keys)?;
        let keys = &self.keys;
        self.table.insert(hash(&key), keys.len() as u32, &|id| hash(&keys[id as usize]), meter)?;
        self.keys.push(key);
        Ok(())
    }

    fn give_back(self, meter: &mut Meter<'_>) {
        meter.release(self.keys.capacity() * size_of::<u128>() + self.table.allocation_size());
    }
}

/// Five bits a cell.
fn key(board: &Board) -> u128 {
    board.tiles.iter().fold(0, |key, &tile| key << 5 | u128::from(tile))
}

impl Frontier {
    /// Searches breadth first from a board until there are at least `wanted` roots, or no memory for more; all lie
    /// within the limit. The board has at most [`MOST_CELLS`] cells. Counts every state it generates.
    pub(super) fn new<E: Estimate>(
        (estimate, sources): (&E, &Sources),
        start: &Board,
        limit: u32,
        wanted: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let mut frontier = Self { depth: 0, roots: vec![0], cut: u32::MAX };
        let (mut before, mut last) = (Layer::new(), Layer::new());
        let mut result = last.add(key(start), meter);
        let way = Way { start, parts: estimate.of(&start.tiles), trails: Trail::steps() };
        // A solved board would lie at the limit itself: so no board above the frontier is one.
        while result.is_ok()
            && !frontier.roots.is_empty()
            && frontier.roots.len() < wanted
            && frontier.depth < MOST_DEPTH.min(limit.saturating_sub(1))
        {
            let mut layer = Layer::new();
            let next = frontier.after((estimate, sources), &way, limit, (&before, &mut layer), meter);
            match next {
                Ok(next) => {
                    meter.release(frontier.roots.capacity() * size_of::<u64>());
                    frontier = next;
                    std::mem::replace(&mut before, std::mem::replace(&mut last, layer)).give_back(meter);
                }
                Err(reason) => {
                    layer.give_back(meter);
                    result = Err(reason);
                }
            }
        }
        before.give_back(meter);
        last.give_back(meter);
        match result {
            // A shallower frontier will do.
            Ok(()) | Err(StopReason::Memory) => Ok(frontier),
            Err(reason) => {
                frontier.give_back(meter);
                Err(reason)
            }
        }
    }

    /// The next layer. A board that is in neither the layer before the last nor in this one was not met sooner.
    fn after<E: Estimate>(
        &self,
        (estimate, sources): (&E, &Sources),
        way: &Way<'_, E::Parts>,
        limit: u32,
        (before, layer): (&Layer, &mut Layer),
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let depth = self.depth + 1;
        let mut next = Self { depth, roots: Vec::new(), cut: self.cut };
        let mut board = way.start.clone();
        for &slides in &self.roots {
            let (parts, trail) = way.to(slides, self.depth, &mut board, (estimate, sources));
            let blank = board.blank;
            for (slide, from) in sources[blank].into_iter().enumerate() {
                if from == OFF || way.trails[usize::from(trail)][slide] == NO_TRAIL {
                    continue;
                }
                let counted = meter.tick().and_then(|()| meter.generate());
                if let Err(reason) = counted {
                    next.give_back(meter);
                    return Err(reason);
                }
                let from = from as usize;
                board.tiles.swap(from, blank);
                match estimate.after_within(parts, &board.tiles, (from, blank), limit - depth) {
                    Err(value) => next.cut = next.cut.min(depth + value),
                    Ok(_) => {
                        let key = key(&board);
                        if !before.has(key) && !layer.has(key) {
                            let added = layer.add(key, meter).and_then(|()| meter.room(&mut next.roots));
                            if let Err(reason) = added {
                                next.give_back(meter);
                                return Err(reason);
                            }
                            next.roots.push(slides << 2 | slide as u64);
                        }
                    }
                }
                board.tiles.swap(from, blank);
            }
            meter.stats.expanded += 1;
        }
        meter.stats.peak_states = meter.stats.peak_states.max((self.roots.len() + next.roots.len()) as u64);
        Ok(next)
    }

    /// How many roots there are.
    pub(super) const fn len(&self) -> usize {
        self.roots.len()
    }

    /// A root, and the number of the trail that led there.
    pub(super) fn root(&self, number: usize, start: &Board, sources: &Sources) -> (Board, u8) {
        let mut board = start.clone();
        let mut trail = Trail::EMPTY;
        for slide in self.slides(number) {
            let from = sources[board.blank][slide as usize] as usize;
            board.tiles.swap(from, board.blank);
            board.blank = from;
            trail = trail.after(slide).unwrap_or(trail);
        }
        (board, trail.number())
    }

    /// The slides that lead to a root.
    pub(super) fn slides(&self, root: usize) -> impl Iterator<Item = Slide> {
        slides(self.roots[root], self.depth)
    }

    /// Gives back what it holds.
    pub(super) fn give_back(self, meter: &mut Meter<'_>) {
        meter.release(self.roots.capacity() * size_of::<u64>());
    }
}

/// The slides in a word.
fn slides(word: u64, depth: u32) -> impl Iterator<Item = Slide> {
    (0..depth).rev().map(move |at| Slide::ALL[(word >> (2 * at) & 3) as usize])
}

/// The start, from which boards are made again when they are wanted.
struct Way<'b, P> {
    start: &'b Board,
    parts: P,
    trails: [[u8; 4]; TRAILS],
}

impl<P: Copy> Way<'_, P> {
    /// Makes the board to which these slides lead; what the estimate keeps about it, and the number of its trail.
    fn to<E: Estimate<Parts = P>>(
        &self,
        word: u64,
        depth: u32,
        board: &mut Board,
        (estimate, sources): (&E, &Sources),
    ) -> (P, u8) {
        board.clone_from(self.start);
        let (mut parts, mut trail) = (self.parts, Trail::EMPTY.number());
        for slide in slides(word, depth) {
            let (to, from) = (board.blank, sources[board.blank][slide as usize] as usize);
            board.tiles.swap(from, to);
            board.blank = from;
            parts = estimate.after(parts, &board.tiles, from, to);
            trail = self.trails[usize::from(trail)][slide as usize];
        }
        (parts, trail)
    }
}
