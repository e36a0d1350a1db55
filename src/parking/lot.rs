//! A lot that makes sense: once a [`Lot`] exists, nobody needs to check it again.

use thiserror::Error;

use super::spec::{MOST_COST, ParkingSpec};
use crate::grid::{Cell, Size};

/// A car park whose every cell is known to hold a car, to be empty or to be blocked, with one car to take out.
///
/// Cells are row-major indexes. The other cars are alike. Memory: one byte a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    size: Size,
    car: u32,
    exits: Vec<u32>,
    /// Ascending.
    empties: Vec<u32>,
    blocked: Vec<bool>,
    pillars: usize,
    horizontal: u32,
    vertical: u32,
}

/// Why a spec describes no lot: the first fault met. (Reading a request lists them all.)
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LotError {
    /// A side is 0 or longer than allowed.
    #[error("rows and columns must be 1 to {most}")]
    Side {
        /// The longest side allowed.
        most: u32,
    },
    /// A list that needs an entry has none.
    #[error("\"{list}\" needs at least one cell")]
    NoCell {
        /// Field of the spec.
        list: &'static str,
    },
    /// This release takes out one car.
    #[error("more than one car is not supported yet")]
    SeveralCars,
    /// A cell that is not there.
    #[error("{cell} in \"{list}\" does not lie in the lot")]
    Outside {
        /// Field of the spec.
        list: &'static str,
        /// The cell.
        cell: Cell,
    },
    /// A cell that is named twice.
    #[error("{cell} in \"{list}\" is already taken")]
    Taken {
        /// Field of the spec.
        list: &'static str,
        /// The cell.
        cell: Cell,
    },
    /// A move costs more than allowed.
    #[error("a move may cost 0 to {MOST_COST}")]
    Cost,
}

/// What a cell was found to hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Nothing,
    Car,
    Blocked,
    Empty,
}

impl Lot {
    /// Checks a spec; time linear in the number of cells.
    ///
    /// # Errors
    /// The first thing that keeps it from being a lot.
    pub fn new(spec: &ParkingSpec, longest_side: u32) -> Result<Self, LotError> {
        let size = Size { rows: spec.rows, cols: spec.cols };
        if size.rows.min(size.cols) == 0 || size.rows.max(size.cols) > longest_side {
            return Err(LotError::Side { most: longest_side });
        }
        let index = |list, cell| {
            if size.contains(cell) { Ok(size.index(cell)) } else { Err(LotError::Outside { list, cell }) }
        };
        let corner = [Cell { row: 0, col: 0 }];
        let cars = spec.cars.as_deref().unwrap_or(&corner);
        let &car = cars.first().ok_or(LotError::NoCell { list: "cars" })?;
        if cars.len() > 1 {
            return Err(LotError::SeveralCars);
        }
        let car = index("cars", car)?;

        let mut holds = vec![Holds::Nothing; size.cells()];
        holds[car] = Holds::Car;
        let mut take = |list, cell, what| {
            let index = index(list, cell)?;
            if holds[index] != Holds::Nothing {
                return Err(LotError::Taken { list, cell });
            }
            holds[index] = what;
            Ok(index as u32)
        };
        let blocked = spec.blocked.as_deref().unwrap_or_default();
        for &cell in blocked {
            take("blocked", cell, Holds::Blocked)?;
        }
        let mut empties = Vec::new();
        for &cell in spec.empty.as_deref().unwrap_or_default() {
            empties.push(take("empty", cell, Holds::Empty)?);
        }
        empties.sort_unstable();

        let far_corner = [Cell { row: size.rows - 1, col: size.cols - 1 }];
        let mut exits = Vec::new();
        let mut is_exit = vec![false; if spec.exits.is_some() { size.cells() } else { 0 }];
        for &cell in spec.exits.as_deref().unwrap_or(&far_corner) {
            let index = index("exits", cell)?;
            if is_exit.get(index) == Some(&true) {
                return Err(LotError::Taken { list: "exits", cell });
            }
            if let Some(seen) = is_exit.get_mut(index) {
                *seen = true;
            }
            exits.push(index as u32);
        }
        let &first = exits.first().ok_or(LotError::NoCell { list: "exits" })?;
        if spec.empty.is_none() && holds[first as usize] == Holds::Nothing {
            empties.push(first);
        }

        let cost = spec.cost.clone().unwrap_or_default();
        let (horizontal, vertical) = (cost.horizontal.unwrap_or(1), cost.vertical.unwrap_or(1));
        if horizontal.max(vertical) > MOST_COST {
            return Err(LotError::Cost);
        }
        let pillars = blocked.len();
        let blocked = holds.into_iter().map(|what| what == Holds::Blocked).collect();
        Ok(Self { size, car: car as u32, exits, empties, blocked, pillars, horizontal, vertical })
    }

    /// The same lot with another car to take out, on a cell that is neither empty nor blocked.
    pub(super) fn with_car(&self, car: u32) -> Self {
        Self { car, ..self.clone() }
    }

    /// Rows and columns.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cell of the car to take out.
    #[must_use]
    pub const fn car(&self) -> u32 {
        self.car
    }

    /// The exits, in the order given.
    #[must_use]
    pub fn exits(&self) -> &[u32] {
        &self.exits
    }

    /// The empty cells, ascending.
    #[must_use]
    pub fn empties(&self) -> &[u32] {
        &self.empties
    }

    /// Whether a cell is blocked.
    #[must_use]
    pub fn is_blocked(&self, cell: u32) -> bool {
        self.blocked[cell as usize]
    }

    /// How many cells are blocked.
    #[must_use]
    pub const fn pillars(&self) -> usize {
        self.pillars
    }

    /// Cost of one move to another column.
    #[must_use]
    pub const fn horizontal(&self) -> u64 {
        self.horizontal as u64
    }

    /// Cost of one move to another row.
    #[must_use]
    pub const fn vertical(&self) -> u64 {
        self.vertical as u64
    }

    /// The smaller of the two costs: no move is cheaper.
    pub(super) fn cheapest_move(&self) -> u64 {
        self.horizontal().min(self.vertical())
    }

    /// Whether the car stands on an exit, and so leaves at once.
    pub(super) fn is_solved(&self) -> bool {
        self.exits.contains(&self.car)
    }

    /// A cell as people write it.
    pub(super) const fn cell(&self, index: u32) -> Cell {
        self.size.cell(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: u32, col: u32) -> Cell {
        Cell { row, col }
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let lot = Lot::new(&ParkingSpec::new(3, 2), 1000).unwrap();
        assert_eq!((lot.car(), lot.exits(), lot.empties()), (0, &[5][..], &[5][..]));
        assert_eq!((lot.horizontal(), lot.vertical(), lot.pillars()), (1, 1, 0));
    }

    #[test]
    fn the_default_empty_gives_way_to_a_pillar_and_to_the_car() {
        let blocked = ParkingSpec { blocked: Some(vec![cell(1, 1)]), ..ParkingSpec::new(2, 2) };
        assert_eq!(Lot::new(&blocked, 1000).unwrap().empties(), &[] as &[u32]);
        let on_exit = ParkingSpec { cars: Some(vec![cell(1, 1)]), ..ParkingSpec::new(2, 2) };
        let lot = Lot::new(&on_exit, 1000).unwrap();
        assert_eq!(lot.empties(), &[] as &[u32]);
        assert!(lot.is_solved());
    }

    #[test]
    fn the_first_fault_is_named() {
        let base = ParkingSpec::new(2, 2);
        let error = |spec: ParkingSpec| Lot::new(&spec, 10).unwrap_err();
        assert_eq!(error(ParkingSpec::new(0, 2)), LotError::Side { most: 10 });
        assert_eq!(error(ParkingSpec::new(2, 11)), LotError::Side { most: 10 });
        let spec = ParkingSpec { cars: Some(vec![]), ..base.clone() };
        assert_eq!(error(spec), LotError::NoCell { list: "cars" });
        let spec = ParkingSpec { exits: Some(vec![cell(0, 2)]), ..base.clone() };
        assert_eq!(error(spec), LotError::Outside { list: "exits", cell: cell(0, 2) });
        let spec = ParkingSpec { exits: Some(vec![cell(0, 1), cell(0, 1)]), ..base.clone() };
        assert_eq!(error(spec), LotError::Taken { list: "exits", cell: cell(0, 1) });
        let both =
            ParkingSpec { empty: Some(vec![cell(1, 1)]), blocked: Some(vec![cell(1, 1)]), ..base.clone() };
        assert_eq!(error(both), LotError::Taken { list: "empty", cell: cell(1, 1) });
        let spec = ParkingSpec { blocked: Some(vec![cell(0, 0)]), ..base };
        assert_eq!(error(spec), LotError::Taken { list: "blocked", cell: cell(0, 0) });
    }
}
