//! Why a table cannot be read or written.

use std::io;
use std::path::{Path, PathBuf};

/// Why a table cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct TableError {
    /// The file or directory.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The operating system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It does not begin as these files do.
    #[error("this is no table of taquin's")]
    NoTable,
    /// It was written by another release.
    #[error("a table in another format; build it anew")]
    OtherVersion,
    /// It is well-formed, but says that it holds something else.
    #[error("it holds another table than its name says")]
    OtherTable,
    /// The header is not what was written.
    #[error("the header is damaged")]
    Header,
    /// Something is missing, or too much.
    #[error("{actual} bytes long instead of {expected}")]
    Length {
        /// As it should be.
        expected: u64,
        /// As it is.
        actual: u64,
    },
    /// A block is not what was written.
    #[error("the checksum of block {0} is wrong")]
    Checksum(usize),
    /// The file is what was written, but the entries contradict each other.
    #[error("entry {entry} of the tiles {tiles} contradicts its neighbours")]
    Entry {
        /// Tiles of the group.
        tiles: String,
        /// The entry's number in its group.
        entry: u64,
    },
    /// It was stopped.
    #[error("interrupted")]
    Stopped,
}

impl Fault {
    /// With the file or directory that it is about.
    pub(super) fn at(self, path: &Path) -> TableError {
        TableError { path: path.to_owned(), fault: self }
    }
}

impl TableError {
    /// Whether there is simply no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(&self.fault, Fault::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// Whether it was stopped from outside.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        matches!(self.fault, Fault::Stopped)
    }
}
