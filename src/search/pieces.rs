//! Numbered pieces of work, for whoever has time: the calling thread, and the cores that stand idle meanwhile.
//!
//! The pieces are numbered in the order in which one thread would do them, and what is found in one of them ends
//! those after it alone: the first of all findings is what comes out, whichever piece was done first.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::spare::SpareCores;

/// Pieces of work, in some of which a `T` may be found.
#[derive(Debug)]
pub(crate) struct Pieces<T> {
    /// The number of the next one to be done.
    next: AtomicUsize,
    end: usize,
    /// The number of the first one in which something was found; those after it are not needed.
    first: AtomicUsize,
    found: Mutex<Option<T>>,
}

impl<T: Send> Pieces<T> {
    pub(crate) const fn new(numbers: Range<usize>) -> Self {
        let (next, first) = (AtomicUsize::new(numbers.start), AtomicUsize::new(usize::MAX));
        Self { next, end: numbers.end, first, found: Mutex::new(None) }
    }

    /// The number of a piece that nobody else does, if one is still needed.
    pub(crate) fn take(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.end && self.is_needed(number)).then_some(number)
    }

    /// Whether something found in this piece would come before all that was found.
    #[inline]
    pub(crate) fn is_needed(&self, number: usize) -> bool {
        number < self.first.load(Ordering::Relaxed)
    }

    /// Notes what was found first in a piece.
    pub(crate) fn found(&self, number: usize, found: T) {
        let mut first = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_needed(number) {
            self.first.store(number, Ordering::Relaxed);
            *first = Some(found);
        }
    }

    /// What was found in the first of the pieces in which something was.
    pub(crate) fn into_found(self) -> Option<T> {
        self.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has all pieces done by `work`, which asks for one number after the other: on this thread, and on every core
    /// that stands idle meanwhile. What they come back with, this thread's first.
    ///
    /// A borrowed core is given back before its next piece if somebody else wants it.
    pub(crate) fn share<R: Send>(
        &self,
        spare: &SpareCores,
        work: impl Fn(&mut dyn FnMut() -> Option<usize>) -> R + Sync,
    ) -> Vec<R> {
        let others = Mutex::new(Vec::new());
        let own = thread::scope(|scope| {
            let (work, others) = (&work, &others);
            work(&mut || {
                let number = self.take()?;
                if number + 1 < self.end
                    && let Some(core) = spare.borrow()
                {
                    let help = move || {
                        let result = work(&mut || if spare.are_wanted() { None } else { self.take() });
                        drop(core);
                        others.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                    };
                    // A machine that has no thread to give has no help to give either.
                    let _ = thread::Builder::new().spawn_scoped(scope, help);
                }
                Some(number)
            })
        });
        let mut all = others.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.insert(0, own);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_done_once_by_however_many() {
        for cores in [0, 1, 3] {
            let pieces = Pieces::<()>::new(5..1000);
            let done = pieces.share(&SpareCores::fixed(cores), |next| {
                let mut mine = Vec::new();
                while let Some(number) = next() {
                    mine.push(number);
                }
                mine
            });
            assert!(!done.is_empty() && done.iter().all(|mine| mine.is_sorted()));
            let mut all = done.concat();
            all.sort_unstable();
            assert_eq!(all, (5..1000).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_finding_comes_out_and_those_before_it_were_looked_through() {
        let pieces = Pieces::new(0..1000);
        let done = pieces.share(&SpareCores::fixed(3), |next| {
            let mut mine = Vec::new();
            while let Some(number) = next() {
                mine.push(number);
                if number % 7 == 6 {
                    pieces.found(number, number);
                }
            }
            mine
        });
        let all = done.concat();
        assert!((0..=6).all(|number| all.contains(&number)));
        assert_eq!(pieces.into_found(), Some(6));
    }
}
