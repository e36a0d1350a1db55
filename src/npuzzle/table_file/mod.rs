//! A directory of tables too large to build at every start: built once, checked, and read where they lie.
//!
//! [`CATALOGUE`] says which tables there are. Each is a file of its own (`header.rs`): what it holds, the checksum
//! of every block, then the entries. Files are written beside their place and renamed into it, so that a file
//! with a table's name is whole; the groups of an additive table are kept as parts until all are there, so that a
//! build that was interrupted goes on with the next one. A reader maps the file, which takes no time, and trusts
//! nothing: header, length and some blocks are checked at once, all of it by [`TableDirectory::verify`]. Whatever
//! the bytes, reading them is safe; a file that was changed by hand may make an answer wrong, no more.
//!
//! A file must not be shortened while it is mapped: the operating system ends a program that reads beyond the end.
//! Nothing here ever does; tables are replaced by renaming.

mod catalogue;
mod directory;
mod error;
mod header;
mod map;
mod read;
mod write;

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};

pub use catalogue::{CATALOGUE, Content, TableName};
pub(super) use directory::Loaded;
pub use directory::{Built, TableDirectory};
pub use error::{Fault, TableError};

use crate::search::CancelFlag;

/// How far long work is, and the switch that ends it.
#[derive(Debug, Default)]
pub struct Watch {
    /// Ends it soon; what is done by then is kept.
    pub stop: CancelFlag,
    done: AtomicU64,
}

impl Watch {
    /// Entries done so far.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn add(&self, entries: u64) {
        self.done.fetch_add(entries, Ordering::Relaxed);
    }
}
