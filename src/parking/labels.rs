//! The cars' own names: which car is called what while the cars move about.

use super::lot::{Lot, LotError};
use super::spec::ParkingSpec;

/// A name, or none, for every cell of a lot. Memory: the names and 4 bytes a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Labels {
    /// All names, one after another.
    text: String,
    /// By cell, where its name ends in the text.
    ends: Vec<u32>,
}

impl Labels {
    /// Checks the labels of a spec that is one of `lot`; time linear in their length.
    pub(super) fn new(spec: &ParkingSpec, lot: &Lot) -> Result<Option<Self>, LotError> {
        let Some(rows) = &spec.labels else { return Ok(None) };
        let size = lot.size();
        let fits = rows.len() == size.rows as usize && rows.iter().all(|row| row.len() == size.cols as usize);
        if !fits {
            return Err(LotError::Labels);
        }
        let mut seen = std::collections::HashSet::new();
        let mut labels = Self { text: String::new(), ends: Vec::with_capacity(size.cells()) };
        for (cell, name) in (0..).zip(rows.iter().flatten()) {
            let nobody = lot.is_blocked(cell) || lot.empties().binary_search(&cell).is_ok();
            if !name.is_empty() && (nobody || !seen.insert(name)) {
                return Err(LotError::Labels);
            }
            labels.text.push_str(name);
            labels.ends.push(u32::try_from(labels.text.len()).map_err(|_| LotError::Labels)?);
        }
        Ok(Some(labels))
    }

    /// The name of the car that stands on this cell at the start; empty if it has none.
    pub(super) fn at(&self, cell: u32) -> &str {
        let start = cell.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.text[start as usize..self.ends[cell as usize] as usize]
    }
}
