//! What is known of one placement while its table is filled: two sets of cells in one atomic word.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The cells where the blank has been with this placement, and those where it arrives with the next move.
///
/// All accesses are relaxed: layers are parted by the end of their threads.
pub(super) trait Words: Default + Sync {
    /// Where it arrives; empty for most placements at most times.
    fn marked(&self) -> u32;

    /// Where it has been.
    fn seen(&self) -> u32;

    /// It arrives in these cells, too, unless it is known there.
    fn mark(&self, cells: u32);

    /// It has been in these cells, and arrives nowhere any more.
    fn settle(&self, seen: u32);
}

/// For boards of at most 16 cells.
#[derive(Debug, Default)]
pub(super) struct Narrow(AtomicU32);

/// For boards of at most 32 cells.
#[derive(Debug, Default)]
pub(super) struct Wide(AtomicU64);

impl Words for Narrow {
    #[inline]
    fn marked(&self) -> u32 {
        self.0.load(Ordering::Relaxed) >> 16
    }

    #[inline]
    fn seen(&self) -> u32 {
        self.0.load(Ordering::Relaxed) & 0xffff
    }

    #[inline]
    fn mark(&self, cells: u32) {
        let word = self.0.load(Ordering::Relaxed);
        if (word | word >> 16) & cells != cells {
            self.0.fetch_or(cells << 16, Ordering::Relaxed);
        }
    }

    #[inline]
    fn settle(&self, seen: u32) {
        self.0.store(seen, Ordering::Relaxed);
    }
}

impl Words for Wide {
    #[inline]
    fn marked(&self) -> u32 {
        (self.0.load(Ordering::Relaxed) >> 32) as u32
    }

    #[inline]
    fn seen(&self) -> u32 {
        self.0.load(Ordering::Relaxed) as u32
    }

    #[inline]
    fn mark(&self, cells: u32) {
        let (word, cells) = (self.0.load(Ordering::Relaxed), u64::from(cells));
        if (word | word >> 32) & cells != cells {
            self.0.fetch_or(cells << 32, Ordering::Relaxed);
        }
    }

    #[inline]
    fn settle(&self, seen: u32) {
        self.0.store(seen.into(), Ordering::Relaxed);
    }
}
