//! A lot that makes sense: once a [`Lot`] exists, nobody needs to check it again.

use thiserror::Error;

use super::spec::{MOST_COST, ParkingMotion, ParkingSpec};
use crate::grid::{Cell, Size};

/// A car park whose every cell is known to hold a car, to be empty or to be blocked, with the cars to take out and
/// how cars move.
///
/// Cells are row-major indexes. The other cars are alike. Memory: one byte a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    size: Size,
    /// In the order given; at least one.
    cars: Vec<u32>,
    in_order: bool,
    motion: ParkingMotion,
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
    /// Moves share time steps, which are what is counted, and yet one has a cost.
    #[error("where moves share time steps, none has a cost of its own")]
    CostOfStep,
    /// The labels do not fit the lot.
    #[error(
        "\"labels\" needs a row of strings for each row of the lot, no name twice, and none without a car"
    )]
    Labels,
}

/// What becomes of a lot before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// Nobody leaves.
    Already,
    /// Some leave; this is what remains.
    Without(Lot),
    /// All leave.
    Nobody,
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
        if cars.is_empty() {
            return Err(LotError::NoCell { list: "cars" });
        }

        let mut holds = vec![Holds::Nothing; size.cells()];
        let mut take = |list, cell, what| {
            let index = index(list, cell)?;
            if holds[index] != Holds::Nothing {
                return Err(LotError::Taken { list, cell });
            }
            holds[index] = what;
            Ok(index as u32)
        };
        let cars = cars.iter().map(|&cell| take("cars", cell, Holds::Car)).collect::<Result<Vec<_>, _>>()?;
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
        let motion = spec.motion.unwrap_or_default();
        if motion.in_steps() && (horizontal, vertical) != (1, 1) {
            return Err(LotError::CostOfStep);
        }
        let in_order = spec.in_order.unwrap_or_default();
        let pillars = blocked.len();
        let blocked = holds.into_iter().map(|what| what == Holds::Blocked).collect();
        Ok(Self { size, cars, in_order, motion, exits, empties, blocked, pillars, horizontal, vertical })
    }

    /// The same lot with nothing to take out but this car, every other being an ordinary one, and these empties.
    pub(super) fn with_one(&self, car: u32, empties: Vec<u32>) -> Self {
        self.with(vec![car], empties)
    }

    /// The lot once the cars that stand on exits have left: the same if there are none, and nothing if nobody
    /// remains.
    pub(super) fn settled(&self) -> Settled {
        let mut exits = Vec::new();
        if self.cars.len() > 1 {
            exits.resize(self.size.cells(), false);
            self.exits.iter().for_each(|&exit| exits[exit as usize] = true);
        }
        let is_exit = |cell| exits.get(cell as usize).copied().unwrap_or_else(|| self.exits.contains(&cell));
        let leaving = if self.in_order { &self.cars[..1] } else { &self.cars[..] };
        if !leaving.iter().any(|&cell| is_exit(cell)) {
            return Settled::Already;
        }
        let (mut cars, mut empties) = (self.cars.clone(), self.empties.clone());
        depart(&mut cars, self.in_order, is_exit, |_, cell| empties.push(cell));
        if cars.is_empty() { Settled::Nobody } else { Settled::Without(self.with(cars, empties)) }
    }

    fn with(&self, cars: Vec<u32>, mut empties: Vec<u32>) -> Self {
        empties.sort_unstable();
        Self { cars, empties, ..self.clone() }
    }

    /// Rows and columns.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cell of the car to take out, of the first one if there are several.
    #[must_use]
    pub fn car(&self) -> u32 {
        self.cars[0]
    }

    /// The cells of the cars to take out, in the order given; at least one.
    #[must_use]
    pub fn cars(&self) -> &[u32] {
        &self.cars
    }

    /// Whether the cars must leave in the order given.
    #[must_use]
    pub const fn in_order(&self) -> bool {
        self.in_order
    }

    /// How cars move.
    #[must_use]
    pub const fn motion(&self) -> ParkingMotion {
        self.motion
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

    /// A cell as people write it.
    pub(super) const fn cell(&self, index: u32) -> Cell {
        self.size.cell(index as usize)
    }
}

/// Lets the cars go that stand on exits: all of them, or with `in_order` those before the first that does not.
/// `gone` is called with the place each had in the list and its cell.
pub(super) fn depart(
    cars: &mut Vec<u32>,
    in_order: bool,
    is_exit: impl Fn(u32) -> bool,
    mut gone: impl FnMut(usize, u32),
) {
    let (mut place, mut waits) = (0, false);
    cars.retain(|&cell| {
        let stays = waits || !is_exit(cell);
        waits = stays && in_order;
        if !stays {
            gone(place, cell);
        }
        place += 1;
        stays
    });
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
        assert_eq!(lot.settled(), Settled::Nobody);
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
