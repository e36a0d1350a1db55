//! What is computed once and shared by all solves.
//!
//! One [`Tables`] lives as long as the program; every solve is handed a reference. What it holds is built at
//! first use, or in the background, and is the same whoever asks first.

/// Tables shared by all solves.
#[derive(Debug, Default)]
pub struct Tables {}

impl Tables {
    /// Nothing built yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}
