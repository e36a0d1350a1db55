//! Writing a file: beside its place first, renamed when it is whole and on the disk.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::error::{Fault, TableError};
use super::header;

/// A file that is not in its place yet; removed unless it gets there.
struct Unplaced {
    path: PathBuf,
    file: File,
    placed: bool,
}

impl Unplaced {
    fn create(path: &Path) -> io::Result<Self> {
        // Two programs that build the same table at the same time do not get in each other's way.
        let path = path.with_extension(format!("{}.tmp", std::process::id()));
        Ok(Self { file: File::create(&path)?, path, placed: false })
    }

    fn place(mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, path)?;
        self.placed = true;
        // The directory, too, or else the name might be lost.
        #[cfg(unix)]
        if let Some(directory) = path.parent() {
            File::open(directory)?.sync_all()?;
        }
        Ok(())
    }
}

impl Drop for Unplaced {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether a file could be written in this place.
///
/// # Errors
/// If not, why.
pub(super) fn probe(path: &Path) -> Result<(), TableError> {
    Unplaced::create(path).map(|_| ()).map_err(|error| Fault::from(error).at(path))
}

/// Removes what a program that was killed left half written.
pub(super) fn sweep(path: &Path) {
    let (Some(directory), Some(stem)) = (path.parent(), path.file_stem().and_then(OsStr::to_str)) else {
        return;
    };
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        // Of the table itself, or of one of its parts.
        let own = name.to_str().and_then(|name| name.strip_prefix(stem)?.strip_suffix(".tmp"));
        if own.is_some_and(|between| between.starts_with('.')) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file whose content is these pieces, one behind the other.
///
/// # Errors
/// If it cannot be written. Then there is whatever was there before.
pub(super) fn write(path: &Path, description: &str, pieces: &[&[u8]]) -> Result<(), TableError> {
    let written = || {
        let mut unplaced = Unplaced::create(path)?;
        unplaced.file.write_all(&vec![0; header::BYTES])?;
        let (mut checksums, mut hasher, mut in_block) = (Vec::new(), Xxh3::new(), 0);
        for piece in pieces {
            let mut rest = *piece;
            while !rest.is_empty() {
                let (now, later) = rest.split_at(rest.len().min(header::BLOCK - in_block));
                unplaced.file.write_all(now)?;
                hasher.update(now);
                in_block += now.len();
                rest = later;
                if in_block == header::BLOCK {
                    checksums.push(hasher.digest());
                    hasher.reset();
                    in_block = 0;
                }
            }
        }
        if in_block > 0 {
            checksums.push(hasher.digest());
        }
        unplaced.file.rewind()?;
        unplaced.file.write_all(&header::encode(description, &checksums))?;
        unplaced.place(path)
    };
    written().map_err(|error: io::Error| Fault::from(error).at(path))
}
