//! One layer: what is done at the placements that are marked.

use super::super::packed::Unfinished;
use super::moves::Moves;
use super::walk::{Place, Visit};
use super::words::Words;

/// One thread's part of a layer.
pub(super) struct Layer<'a, W> {
    moves: &'a Moves,
    words: &'a [W],
    entries: &'a Unfinished,
    /// How many moves all that is marked has taken.
    depth: u32,
    /// Placements that were marked.
    pub(super) found: u64,
    /// Placements that were marked for the first time.
    pub(super) settled: u64,
}

impl<'a, W> Layer<'a, W> {
    pub(super) fn new(moves: &'a Moves, words: &'a [W], entries: &'a Unfinished, depth: u32) -> Self {
        Self { moves, words, entries, depth, found: 0, settled: 0 }
    }
}

impl<W: Words> Visit for Layer<'_, W> {
    #[inline]
    fn passes_over(&self, rank: u32, number: u32) -> bool {
        self.words[rank as usize..(rank + number) as usize].iter().all(|word| word.marked() == 0)
    }

    #[inline]
    fn wants(&self, rank: u32) -> bool {
        self.words[rank as usize].marked() != 0
    }

    /// The blank arrives in the cells marked: it gets about, and from there on.
    #[inline]
    fn visit(&mut self, Place { rank, tiles, occupied, distance }: Place<'_>) {
        // What is as odd as the next layer was marked in this one.
        if (distance ^ self.depth) & 1 != 0 {
            return;
        }
        let word = &self.words[rank as usize];
        let seen = word.seen();
        if seen == 0 {
            self.entries.put(rank as usize, (self.depth - distance) / 2);
            self.settled += 1;
        }
        self.found += 1;
        let regions = self.moves.regions(word.marked(), occupied);
        word.settle(seen | regions);
        let words = self.words;
        self.moves.each(rank, tiles, occupied, regions, |next, from, _| words[next as usize].mark(1 << from));
    }
}
