//! What is computed once and shared by all solves.
//!
//! One [`Tables`] lives as long as the program; every solve is handed a reference. What it holds is built at
//! first use, or in the background, and is the same whoever asks first.

use super::pattern_database::PatternDatabases;

/// Tables shared by all solves.
#[derive(Debug, Default)]
pub struct Tables {
    /// Additive pattern databases, built in the background when first wanted.
    pub(super) pattern_databases: PatternDatabases,
}

impl Tables {
    /// Nothing built yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Bytes of all tables that are built.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.pattern_databases.bytes()
    }
}
