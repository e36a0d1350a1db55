//! Building and checking [`Remainders`], on several threads.
//!
//! While the table is built it has a byte a board. A layer is a look through all of them for those just reached;
//! there is no queue, and threads share a layer by ranges of numbers.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::reading::{Index, Reading};
use super::remainders::Remainders;
use crate::grid::{Direction, Size};
use crate::npuzzle::pattern_database::{Crew, Stopped};

/// Not reached yet.
const UNSEEN: u8 = u8::MAX;

/// Boards that a thread takes on at a time; a multiple of four.
const RANGE: usize = 1 << 16;

/// The remainders of all distances to the goal whose blank is in cell 0, four to a byte. While it runs it holds a
/// byte a board besides.
///
/// # Errors
/// Nothing but that it was stopped.
pub(in crate::npuzzle) fn build_remainders(size: Size, crew: &Crew<'_>) -> Result<Vec<u8>, Stopped> {
    let index = Index::new(size);
    let moves: Vec<AtomicU8> = std::iter::repeat_with(|| AtomicU8::new(UNSEEN)).take(index.len()).collect();
    moves[index.of(Reading::goal(0))].store(0, Ordering::Relaxed);
    for depth in 0.. {
        let reached = AtomicU64::new(0);
        share(crew, index, |range| {
            let mut here = 0;
            for number in range {
                // Threads may reach a board at the same time; they write the same.
                if moves[number].load(Ordering::Relaxed) == depth {
                    here += 1;
                    let reading = index.reading(number);
                    for next in Direction::ALL.into_iter().filter_map(|way| index.slide(reading, way)) {
                        let next = &moves[index.of(next)];
                        if next.load(Ordering::Relaxed) == UNSEEN {
                            next.store(depth + 1, Ordering::Relaxed);
                        }
                    }
                }
            }
            crew.settled.fetch_add(here, Ordering::Relaxed);
            reached.fetch_add(here, Ordering::Relaxed);
        })?;
        if reached.into_inner() == 0 {
            break;
        }
    }
    let remainder = |moves: &AtomicU8| moves.load(Ordering::Relaxed) % 3;
    let byte = |four: &[AtomicU8]| four.iter().rev().fold(0, |byte, moves| byte << 2 | remainder(moves));
    Ok(moves.chunks(4).map(byte).collect())
}

impl Remainders {
    /// Whether from every board but the goal some move leads nearer, and none to a board as far away. The number
    /// of one where it is not so.
    ///
    /// # Errors
    /// Nothing but that it was stopped.
    pub(in crate::npuzzle) fn check(&self, crew: &Crew<'_>) -> Result<Option<u64>, Stopped> {
        let wrong = AtomicU64::new(u64::MAX);
        let goal = self.index.of(Reading::goal(0));
        share(crew, self.index, |range| {
            let done = range.len() as u64;
            for number in range {
                let here = self.get(number);
                let reading = self.index.reading(number);
                let (mut nearer, mut fits) = (number == goal, here < 3 && (number != goal || here == 0));
                for next in Direction::ALL.into_iter().filter_map(|way| self.index.slide(reading, way)) {
                    let next = self.get(self.index.of(next));
                    nearer |= next == (here + 2) % 3;
                    fits &= next != here && (number != goal || next == 1);
                }
                if !(nearer && fits) {
                    wrong.fetch_min(number as u64, Ordering::Relaxed);
                }
            }
            crew.settled.fetch_add(done, Ordering::Relaxed);
        })?;
        Ok(Some(wrong.into_inner()).filter(|&number| number != u64::MAX))
    }
}

/// Has the threads of a crew work on ranges of boards until all are done or the crew is stopped.
fn share(crew: &Crew<'_>, index: Index, work: impl Fn(Range<usize>) + Sync) -> Result<(), Stopped> {
    let next = AtomicUsize::new(0);
    let thread = || {
        loop {
            let start = next.fetch_add(RANGE, Ordering::Relaxed);
            if start >= index.len() || crew.stop.is_cancelled() {
                break;
            }
            work(start..index.len().min(start + RANGE));
        }
    };
    thread::scope(|scope| {
        for _ in 1..crew.threads {
            // Where there is no further thread to be had, those there are do it all.
            let _ = thread::Builder::new().spawn_scoped(scope, thread);
        }
        thread();
    });
    if crew.stop.is_cancelled() { Err(Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
    use super::*;
    use crate::search::CancelFlag;

    #[test]
    fn remainders_are_those_of_the_distances_and_a_change_is_found() {
        let (stop, settled) = (CancelFlag::default(), AtomicU64::new(0));
        let crew = Crew { threads: 2, stop: &stop, settled: &settled };
        for (rows, cols) in [(2, 2), (2, 3), (2, 4), (3, 3)] {
            let size = Size { rows, cols };
            let built = build_remainders(size, &crew).unwrap();
            let (table, index) = (Table::build(size, 0), Index::new(size));
            let remainders = Remainders::new(size, built.clone().into());
            for number in 0..index.len() {
                let reading = index.reading(number);
                assert_eq!(index.of(reading), number);
                assert_eq!(remainders.get(number), table.moves(reading) % 3);
            }
            assert_eq!(remainders.check(&crew), Ok(None));
            for number in (0..index.len()).step_by(index.len() / 12) {
                for other in 1..4 {
                    let mut changed = built.clone();
                    changed[number / 4] ^= other << (2 * (number % 4));
                    assert!(Remainders::new(size, changed.into()).check(&crew).unwrap().is_some());
                }
            }
        }
        stop.cancel();
        assert!(build_remainders(Size { rows: 3, cols: 3 }, &crew).is_err());
    }
}
