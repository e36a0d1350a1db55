//! Reading a file: header, length and some blocks at once, all blocks if wanted.

use std::fs::File;
use std::path::Path;

use bytes::Bytes;
use xxhash_rust::xxh3::xxh3_64;

use super::error::{Fault, TableError};
use super::header;
use super::map::Map;

/// So many blocks, spread evenly, are checked whenever a file is opened.
const SAMPLE: usize = 8;

/// A file that holds what it should, as far as was looked.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) map: Map,
    checksums: Vec<u64>,
    /// The content, mapped.
    pub(super) content: Bytes,
}

/// Maps a file and checks header, length and a few blocks.
///
/// # Errors
/// If it cannot be read, or is not what is expected.
pub(super) fn open(path: &Path, description: &str, bytes: u64) -> Result<Opened, TableError> {
    let checked = || {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Err(Fault::NoTable); // which cannot be mapped
        }
        let map = Map::new(&file)?;
        let checksums = header::check(map.as_ref(), description, bytes)?;
        let content = Bytes::from_owner(map.clone()).slice(header::BYTES..);
        let opened = Opened { map, checksums, content };
        let blocks = opened.checksums.len();
        let sample = (0..SAMPLE.min(blocks)).map(|at| at * (blocks - 1) / (SAMPLE.min(blocks) - 1).max(1));
        opened.check(sample)?;
        Ok(opened)
    };
    checked().map_err(|fault: Fault| fault.at(path))
}

impl Opened {
    /// Compares the checksum of every block.
    pub(super) fn check_all(&self) -> Result<(), Fault> {
        self.check(0..self.checksums.len())
    }

    fn check(&self, blocks: impl IntoIterator<Item = usize>) -> Result<(), Fault> {
        for block in blocks {
            let start = block * header::BLOCK;
            let end = self.content.len().min(start + header::BLOCK);
            if xxh3_64(&self.content[start..end]) != self.checksums[block] {
                return Err(Fault::Checksum(block));
            }
        }
        Ok(())
    }
}
