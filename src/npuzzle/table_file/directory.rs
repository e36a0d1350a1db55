//! A directory and what can be done with it: build, verify, read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use super::catalogue::{Content, TableName};
use super::error::{Fault, TableError};
use super::read::{Opened, open};
use super::{Watch, write};
use crate::npuzzle::complete_table::{self, Remainders};
use crate::npuzzle::pattern_database::{Additive, Crew, Packed, TableSet, build_group, check_group};

/// A directory that holds tables, or will.
#[derive(Clone, Debug)]
pub struct TableDirectory {
    path: PathBuf,
    threads: usize,
}

/// What became of a table that was to be built.
#[derive(Debug)]
pub enum Built {
    /// It was there already, and is as it was written.
    AlreadyThere,
    /// It is there now; if something was in its place, what was wrong with that.
    Now(Option<TableError>),
}

/// A table that was read.
#[derive(Debug)]
pub(in crate::npuzzle) enum Loaded {
    /// Pattern databases.
    Additive(TableSet),
    /// The remainders of all distances.
    Complete(Remainders),
}

impl TableDirectory {
    /// The directory with this path, whether it exists or not; long work is done by so many threads.
    #[must_use]
    pub fn new(path: &Path, threads: usize) -> Self {
        Self { path: path.to_owned(), threads: threads.max(1) }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a table.
    #[must_use]
    pub fn file(&self, table: &TableName) -> PathBuf {
        self.path.join(format!("{}.taquin", table.name))
    }

    /// Whether it can be looked into.
    ///
    /// # Errors
    /// If not, why.
    pub fn look(&self) -> Result<(), TableError> {
        fs::read_dir(&self.path).map(|_| ()).map_err(|error| Fault::from(error).at(&self.path))
    }

    /// Builds a table unless it is there. What was done when it is interrupted, or when the program is killed, is
    /// kept group by group.
    ///
    /// # Errors
    /// If the directory cannot be made or written to, or the work is stopped.
    pub fn build(&self, table: &TableName, watch: &Watch) -> Result<Built, TableError> {
        let path = self.file(table);
        let before = match self.open(table).and_then(|opened| whole(&path, &opened)) {
            Ok(()) => {
                watch.add(table.entries());
                return Ok(Built::AlreadyThere);
            }
            Err(error) => Some(error).filter(|error| !error.is_missing()),
        };
        fs::create_dir_all(&self.path).map_err(|error| Fault::from(error).at(&self.path))?;
        write::sweep(&path);
        write::probe(&path)?;
        match table.content {
            Content::Additive(groups) => self.build_additive(table, groups, watch)?,
            Content::Complete => {
                let built = complete_table::build_remainders(table.size, &self.crew(watch));
                let built = built.map_err(|_| Fault::Stopped.at(&path))?;
                write::write(&path, &table.description(), &[&built])?;
            }
        }
        Ok(Built::Now(before))
    }

    fn build_additive(&self, table: &TableName, groups: &[&[u8]], watch: &Watch) -> Result<(), TableError> {
        let path = self.file(table);
        let part = |at: usize| self.path.join(format!("{}.{}.part", table.name, at + 1));
        let mut parts = Vec::with_capacity(groups.len());
        for (at, group) in groups.iter().enumerate() {
            let (path, description) = (part(at), table.part_description(group));
            let bytes = table.placements(group).div_ceil(2);
            let reopen = || open(&path, &description, bytes);
            if let Ok(kept) = reopen().and_then(|kept| whole(&path, &kept).map(|()| kept)) {
                watch.add(table.placements(group));
                parts.push(kept);
                continue;
            }
            let built = build_group(table.size, group, &self.crew(watch));
            let built = built.ok_or_else(|| Fault::Stopped.at(&path))?;
            write::write(&path, &description, &[built.as_bytes()])?;
            drop(built);
            parts.push(reopen()?);
        }
        let pieces: Vec<&[u8]> = parts.iter().map(|part| &*part.content).collect();
        write::write(&path, &table.description(), &pieces)?;
        for at in 0..groups.len() {
            let _ = fs::remove_file(part(at));
        }
        Ok(())
    }

    /// Checks a table to the last entry: the checksums of all blocks, then whether each entry fits to those of the
    /// placements one move away.
    ///
    /// # Errors
    /// What is wrong with it, or that the work was stopped.
    pub fn verify(&self, table: &TableName, watch: &Watch) -> Result<(), TableError> {
        let path = self.file(table);
        let opened = self.open(table)?;
        whole(&path, &opened)?;
        let crew = self.crew(watch);
        let stopped = |_| Fault::Stopped.at(&path);
        let groups = match table.content {
            Content::Additive(groups) => groups,
            Content::Complete => {
                let remainders = Remainders::new(table.size, opened.content);
                let wrong = remainders.check(&crew).map_err(stopped)?;
                return match wrong {
                    None => Ok(()),
                    Some(entry) => Err(Fault::Entry { tiles: "all".to_owned(), entry }.at(&path)),
                };
            }
        };
        let additive = additive(table, groups, opened.content);
        for group in additive.groups() {
            let wrong = check_group(table.size, &group.tiles, additive.entries(), group.first, &crew);
            if let Some(entry) = wrong.map_err(stopped)? {
                let tiles = format!("{:?}", group.tiles);
                return Err(Fault::Entry { tiles, entry: entry.into() }.at(&path));
            }
        }
        Ok(())
    }

    /// Maps a table.
    ///
    /// # Errors
    /// If there is none, or it is not what it should be, as far as can be seen at once.
    pub(in crate::npuzzle) fn load(&self, table: &TableName) -> Result<Loaded, TableError> {
        let opened = self.open(table)?;
        opened.map.populate();
        Ok(match table.content {
            Content::Additive(groups) => {
                Loaded::Additive(TableSet::new(vec![additive(table, groups, opened.content)]))
            }
            Content::Complete => Loaded::Complete(Remainders::new(table.size, opened.content)),
        })
    }

    fn open(&self, table: &TableName) -> Result<Opened, TableError> {
        open(&self.file(table), &table.description(), table.bytes())
    }

    fn crew<'w>(&self, watch: &'w Watch) -> Crew<'w> {
        let settled: &AtomicU64 = &watch.done;
        Crew { threads: self.threads, stop: &watch.stop, settled }
    }
}

fn whole(path: &Path, opened: &Opened) -> Result<(), TableError> {
    opened.check_all().map_err(|fault| fault.at(path))
}

fn additive(table: &TableName, groups: &[&[u8]], content: bytes::Bytes) -> Additive {
    let partition = groups.iter().map(|group| group.to_vec()).collect();
    Additive::new(table.size, &partition, Packed::new(content))
}
