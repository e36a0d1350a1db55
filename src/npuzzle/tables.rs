//! What is computed once and shared by all solves.
//!
//! One [`Tables`] lives as long as the program; every solve is handed a reference. What it holds is built at
//! first use, or in the background, and is the same whoever asks first.

use super::complete_table::CompleteTables;
use super::heuristic::WalkingTables;
use super::pattern_database::PatternDatabases;

/// Tables shared by all solves.
#[derive(Debug, Default)]
pub struct Tables {
    /// Distances of all boards of at most ten cells.
    pub(super) complete: CompleteTables,
    /// Walking distances.
    pub(super) walking: WalkingTables,
    /// Additive pattern databases, built in the background when first wanted.
    pub(super) pattern_databases: PatternDatabases,
}

impl Tables {
    /// Nothing built yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Bytes of the pattern databases that are built.
    #[must_use]
    pub fn pattern_database_bytes(&self) -> usize {
        self.pattern_databases.bytes()
    }
}
