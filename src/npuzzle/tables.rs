//! What is computed once and shared by all solves.
//!
//! One [`Tables`] lives as long as the program; every solve is handed a reference. What it holds is built at
//! first use, or in the background, and is the same whoever asks first.

use std::sync::OnceLock;

use super::complete_table::{CompleteTables, Remainders};
use super::heuristic::WalkingTables;
use super::pattern_database::PatternDatabases;
use super::table_file::{CATALOGUE, Loaded, TableDirectory, TableError, TableName};
use crate::grid::Size;

/// Tables shared by all solves.
#[derive(Debug, Default)]
pub struct Tables {
    /// Distances of all boards of at most ten cells.
    pub(super) complete: CompleteTables,
    /// Walking distances.
    pub(super) walking: WalkingTables,
    /// Additive pattern databases, built in the background when first wanted.
    pub(super) pattern_databases: PatternDatabases,
    /// Distances of all boards of twelve cells, where a table directory has them: 3 × 4 and 2 × 6.
    remainders: [OnceLock<Remainders>; 2],
}

impl Tables {
    /// Nothing built yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on builds only tables that fit, with what it takes to build them, into so many bytes beside those that
    /// were built before.
    pub fn set_most_bytes(&self, bytes: u64) {
        self.pattern_databases.set_most_bytes(bytes);
    }

    /// Has the tables of a directory serve from now on, each in place of a smaller one. What cannot be read is left
    /// out and told, and so is that there is no directory; that there are not all tables is no fault.
    pub fn load(&self, directory: &TableDirectory) -> (Vec<TableName>, Vec<TableError>) {
        let (mut loaded, mut faults) = (Vec::new(), Vec::new());
        if let Err(error) = directory.look() {
            return (loaded, vec![error]);
        }
        for table in CATALOGUE {
            match directory.load(&table) {
                Ok(Loaded::Additive(set)) => self.pattern_databases.put(set),
                Ok(Loaded::Complete(remainders)) => {
                    let place = self.remainders.iter().find(|place| place.get().is_none());
                    let _ = place.map(|place| place.set(remainders));
                }
                Err(error) if error.is_missing() => continue,
                Err(error) => {
                    faults.push(error);
                    continue;
                }
            }
            loaded.push(table);
        }
        (loaded, faults)
    }

    /// The distances of all boards of this size, where a table directory has them.
    pub(super) fn remainders(&self, size: Size) -> Option<&Remainders> {
        self.remainders.iter().filter_map(OnceLock::get).find(|remainders| remainders.fits(size))
    }

    /// Bytes of the pattern databases that are built or mapped.
    #[must_use]
    pub fn pattern_database_bytes(&self) -> usize {
        self.pattern_databases.bytes()
    }
}
