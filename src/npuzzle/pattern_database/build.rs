//! Filling one table: breadth-first from the goal over placements of the group's tiles and regions of the blank.
//!
//! To the group the other tiles all look the same, so where among them the blank is matters only as far as the
//! group's tiles fence it in: what is searched are pairs of a placement and one of the connected regions that
//! the placement leaves free. Only moves of the group's own tiles are counted; that is what makes the tables of
//! disjoint groups additive (Korf and Felner, 2002). The table keeps, for each placement, the fewest moves over
//! all regions, so that it needs no room for the blank.
//!
//! There is no queue. Each placement has a word: the cells where the blank has been, and those where it arrives
//! with the next move. A layer is a walk over all placements in the order of their numbers ([`Walk`]), so that
//! the memory is read in streams; several threads share a layer by ranges of numbers. As every move changes
//! whether the Manhattan distance is even or odd, what a layer reads and what it marks are different placements,
//! and the words need to be atomic only because two threads may mark the same one.

mod layer;
mod moves;
mod walk;
mod words;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use self::layer::Layer;
pub(super) use self::moves::Moves;
pub(super) use self::walk::{Place, Visit, Walk};
use self::words::{Narrow, Wide, Words};
use super::packed::{Packed, Unfinished};
use super::rank::Ranking;
use crate::grid::Size;
use crate::search::CancelFlag;

/// Who builds, who may stop it, and how far it is.
#[derive(Debug)]
pub(in crate::npuzzle) struct Crew<'a> {
    /// Threads at work at the same time.
    pub(in crate::npuzzle) threads: usize,
    pub(in crate::npuzzle) stop: &'a CancelFlag,
    /// Entries settled so far are added here.
    pub(in crate::npuzzle) settled: &'a AtomicU64,
}

/// A table under way.
struct Table<'a, W> {
    moves: Moves,
    ranking: &'a Ranking,
    words: Vec<W>,
    entries: Unfinished,
}

/// Fills the table of the tiles that belong in the cells `homes`, on a board whose goal has the blank in cell
/// 0. `None` if stopped. Time and memory grow with the placements: while it runs, 4 bytes each (8 beyond 16
/// cells), and the half byte that stays.
pub(super) fn build(size: Size, homes: &[u8], ranking: &Ranking, crew: &Crew<'_>) -> Option<Packed> {
    if size.cells() <= 16 {
        Table::<Narrow>::new(size, homes, ranking).fill(homes, crew)
    } else {
        Table::<Wide>::new(size, homes, ranking).fill(homes, crew)
    }
}

/// Bytes that a table of so many tiles takes: at last, and besides while it is built.
pub(super) fn build_bytes(cells: usize, tiles: usize) -> (u64, u64) {
    let placements = (0..tiles).map(|tile| (cells - tile) as u64).product::<u64>();
    let word = if cells <= 16 { size_of::<Narrow>() } else { size_of::<Wide>() };
    (placements / 2 + 1, placements * word as u64)
}

impl<'a, W: Words> Table<'a, W> {
    fn new(size: Size, homes: &[u8], ranking: &'a Ranking) -> Self {
        let placements = ranking.placements() as usize;
        Self {
            moves: Moves::new(size, homes, ranking),
            ranking,
            words: std::iter::repeat_with(W::default).take(placements).collect(),
            entries: Unfinished::zeros(placements),
        }
    }

    fn fill(self, homes: &[u8], crew: &Crew<'_>) -> Option<Packed> {
        // The goal, with the blank in cell 0.
        self.words[self.ranking.rank(homes.iter().copied()) as usize].mark(1);
        for depth in 0.. {
            let found = AtomicU64::new(0);
            share(crew, &self.moves, self.ranking, |walk, ranges| {
                let mut layer = Layer::new(&self.moves, &self.words, &self.entries, depth);
                for range in ranges {
                    walk.range(range, &mut layer);
                    crew.settled.fetch_add(std::mem::take(&mut layer.settled), Ordering::Relaxed);
                }
                found.fetch_add(layer.found, Ordering::Relaxed);
            });
            if crew.stop.is_cancelled() {
                return None;
            }
            if found.into_inner() == 0 {
                break;
            }
        }
        Some(self.entries.finish())
    }
}

/// Has the threads of a crew walk over all placements together, each over the ranges that it is given, until all
/// are done or the crew is stopped.
pub(super) fn share(
    crew: &Crew<'_>,
    moves: &Moves,
    ranking: &Ranking,
    work: impl Fn(&mut Walk<'_>, &mut dyn Iterator<Item = usize>) + Sync,
) {
    let ranges = Walk::ranges(ranking);
    let next = AtomicUsize::new(0);
    let thread = || {
        let mine = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !crew.stop.is_cancelled());
        work(
            &mut Walk::new(moves, ranking),
            &mut std::iter::from_fn(mine).take_while(|&range| range < ranges),
        );
    };
    thread::scope(|scope| {
        for _ in 1..crew.threads.min(ranges) {
            // Where there is no further thread to be had, those there are do it all.
            let _ = thread::Builder::new().spawn_scoped(scope, thread);
        }
        thread();
    });
}
