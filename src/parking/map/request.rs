//! A request for the costs from every cell, read and checked.

use std::collections::HashSet;

use super::spec::ParkingMapSpec;
use crate::contract::{Limits, LimitsUsed, read_limits};
use crate::grid::{Cell, Size};
use crate::json::{self, Document, FaultCode, Faults, Node, Pointer, ReadError};
use crate::parking::faults::{read_cost, read_exits, read_sides, read_spaces};
use crate::parking::{Lot, ParkingSpec, Request};

/// A lot whose costs are wanted from every cell.
#[derive(Clone, Debug)]
pub struct MapRequest {
    size: Size,
    /// With the car on any cell that may hold it; `None` if there is no such cell.
    lot: Option<Lot>,
    limits: LimitsUsed,
}

impl MapRequest {
    /// Reads a JSON spec. Time linear in the length of the text and the number of cells.
    ///
    /// # Errors
    /// The text is no JSON, or every fault of the spec.
    pub fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        let read = json::read_object::<ParkingMapSpec>(text).and_then(|spec| Self::new(spec, limits));
        if let Some(request) = read {
            return Ok(request);
        }
        let document = Document::parse(text)?;
        let mut faults = Faults::default();
        read_spec(&mut faults, document.root(), limits);
        Err(ReadError::Faults(faults))
    }

    /// The same lot as one that is to be solved, whichever car it names.
    ///
    /// # Errors
    /// It has too many cells.
    pub fn of(request: &Request, limits: &Limits) -> Result<Self, Faults> {
        let (lot, used) = (request.lot().clone(), request.limits().clone());
        let size = lot.size();
        if size.cells() as u64 > limits.map_cells {
            let mut faults = Faults::default();
            refuse_size(&mut faults, &Pointer::Root, size.cells() as u64, limits);
            return Err(faults);
        }
        Ok(Self { size, lot: Some(lot), limits: used })
    }

    /// `None` if some field is wrong; reading the faults says which.
    fn new(spec: ParkingMapSpec, limits: &Limits) -> Option<Self> {
        let size = Size { rows: spec.rows, cols: spec.cols };
        let longest = u64::from(size.rows.max(size.cols));
        let cells = u64::from(size.rows) * u64::from(size.cols);
        let asked = spec.limits;
        if cells == 0
            || longest > limits.parking_side.into()
            || cells > limits.map_cells
            || asked.as_ref().is_some_and(|asked| !asked.is_valid() || asked.depth.is_some())
        {
            return None;
        }
        let blocked: HashSet<Cell> = spec.blocked.iter().flatten().copied().collect();
        let first_exit =
            spec.exits.as_ref().map_or(Some(size.cell(size.cells() - 1)), |exits| exits.first().copied());
        let mut empty = spec.empty.unwrap_or_else(|| {
            first_exit.filter(|exit| size.contains(*exit) && !blocked.contains(exit)).into_iter().collect()
        });
        let taken: HashSet<Cell> = blocked.iter().chain(&empty).copied().collect();
        let free = (0..size.cells()).map(|cell| size.cell(cell)).find(|cell| !taken.contains(cell));
        let mut blocked = spec.blocked.unwrap_or_default();
        // Where there is no room for a car, the lists are checked all the same: with one cell less.
        let car = free.or_else(|| empty.pop()).or_else(|| blocked.pop());
        let lot = ParkingSpec {
            cars: car.map(|car| vec![car]),
            exits: spec.exits,
            empty: Some(empty),
            blocked: Some(blocked),
            cost: spec.cost,
            ..ParkingSpec::new(size.rows, size.cols)
        };
        let lot = Lot::new(&lot, limits.parking_side).ok()?;
        Some(Self { size, lot: free.is_some().then_some(lot), limits: limits.used(asked.as_ref()) })
    }

    /// Rows and columns.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &LimitsUsed {
        &self.limits
    }

    pub(super) const fn lot(&self) -> Option<&Lot> {
        self.lot.as_ref()
    }
}

/// Notes every fault of a spec.
fn read_spec(faults: &mut Faults, node: Node<'_, '_>, limits: &Limits) {
    let at = node.at();
    let Some(mut spec) = node.object(faults) else { return };
    let bounds = read_sides(faults, &mut spec, limits.parking_side);
    if let (Some(rows), Some(cols)) = (bounds.rows, bounds.cols) {
        let cells = u64::from(rows) * u64::from(cols);
        if cells > limits.map_cells {
            refuse_size(faults, at, cells, limits);
        }
    }
    read_exits(faults, &mut spec, bounds);
    read_spaces(faults, &mut spec, bounds, &HashSet::new());
    read_cost(faults, &mut spec, false);
    spec.take("limits", faults, |faults, node| {
        read_limits(faults, node, Some(false));
        None::<()>
    });
    spec.finish(faults);
}

/// Notes that a lot has too many cells; `at` is where its spec stands.
fn refuse_size(faults: &mut Faults, at: &Pointer<'_>, cells: u64, limits: &Limits) {
    let detail = format!(
        "a map of {cells} cells is more than this server draws, which is {}; ask for a part of the lot",
        limits.map_cells
    );
    faults.add(&Pointer::Field(at, "rows"), FaultCode::TooLarge, detail);
}
