//! What it costs an empty to get from one spot to another while one spot, the car's, is barred.
//!
//! Other empties on the way neither help nor hinder: they are alike, so the one that is met goes on and the one
//! that came takes its place. On an open lot the cost is a closed form: weighted Manhattan distance, and around
//! the barred spot where that lies exactly between. With pillars it is looked up in [rows](super::rows) of
//! distances, each filled when it is first wanted; and so it is where other cars to take out stand about, which no
//! empty may move in passing.

use super::rows::Rows;
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Budget, StopReason};

/// No way at all. Small enough that a few of them can be added.
pub(super) const FAR: u64 = 1 << 60;

/// What moves cost, without their greatest common divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prices {
    pub(super) horizontal: u64,
    pub(super) vertical: u64,
    /// What a cost in these terms must be multiplied by.
    pub(super) scale: u64,
}

impl Prices {
    /// One for every move.
    const UNIT: Self = Self { horizontal: 1, vertical: 1, scale: 1 };

    pub(super) fn of(lot: &Lot) -> Self {
        let (horizontal, vertical) = (lot.horizontal(), lot.vertical());
        if horizontal == vertical {
            return Self { scale: horizontal, ..Self::UNIT };
        }
        let (mut a, mut b) = (horizontal, vertical);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Self { horizontal: horizontal / a, vertical: vertical / a, scale: a }
    }

    /// Whether moves along both axes cost the same.
    pub(super) const fn equal(self) -> bool {
        self.horizontal == self.vertical
    }

    #[inline]
    pub(super) const fn slide(self, direction: Direction) -> u64 {
        if direction.is_horizontal() { self.horizontal } else { self.vertical }
    }

    #[inline]
    const fn straight(self, rows: u32, cols: u32) -> u64 {
        rows as u64 * self.vertical + cols as u64 * self.horizontal
    }
}

/// The region without its pillars.
struct Plane {
    /// Row and column by spot.
    places: Vec<[u16; 2]>,
    /// Whether there is room to pass a spot along a row, and along a column.
    wide: [bool; 2],
}

/// The ways to one spot while another is barred: one look-up serves all empties.
pub(super) struct Towards<'a> {
    plane: &'a Plane,
    prices: Prices,
    to: u32,
    barred: u32,
    /// By spot, if the plane does not tell.
    row: Option<&'a [u32]>,
}

impl Towards<'_> {
    /// What the cheapest way from there costs; [`FAR`] if there is none.
    #[inline]
    pub(super) fn from(&self, spot: u32) -> u64 {
        match self.row.map(|row| row[spot as usize]) {
            Some(NONE) => FAR,
            Some(cost) => u64::from(cost),
            None => self.plane.straight_round(self.prices, spot, self.to, self.barred),
        }
    }
}

/// The ways on one region.
pub(super) struct Ways<'g> {
    pub(super) prices: Prices,
    plane: Plane,
    /// Whether there are no pillars.
    open: bool,
    /// Whether no other car to take out is in the way.
    alone: bool,
    /// By cost and by moves; `None` on an open lot with one car.
    rows: Option<[Rows<'g>; 2]>,
}

impl<'g> Ways<'g> {
    /// Whether costs of ways fit the rows.
    pub(super) fn fit(lot: &Lot, ground: &Ground) -> bool {
        let prices = Prices::of(lot);
        let dearest = prices.horizontal.max(prices.vertical);
        Self::open_to_one(lot) || ground.spots() as u64 * dearest < 1 << 31
    }

    /// Bytes held whatever is asked.
    pub(super) fn bytes(ground: &Ground) -> usize {
        ground.spots() * size_of::<[u16; 2]>()
    }

    pub(super) fn new(lot: &Lot, ground: &'g Ground, budget: &'g Budget) -> Result<Self, StopReason> {
        let (prices, size) = (Prices::of(lot), lot.size());
        let places = ground.cells.iter().map(|&cell| {
            let cell = size.cell(cell as usize);
            [cell.row as u16, cell.col as u16]
        });
        let rows = if Self::open_to_one(lot) {
            None
        } else {
            Some([Rows::new(ground, prices, budget)?, Rows::new(ground, Prices::UNIT, budget)?])
        };
        let (wide, open) = ([size.rows > 1, size.cols > 1], lot.pillars() == 0);
        let plane = Plane { places: places.collect(), wide };
        Ok(Self { prices, plane, open, alone: true, rows })
    }

    /// Whether nothing but the car is ever in the way.
    fn open_to_one(lot: &Lot) -> bool {
        lot.pillars() == 0 && lot.cars().len() == 1
    }

    /// From now on these spots are barred too: `others` hold other cars to take out, in ascending order.
    pub(super) fn beside(&mut self, others: &[u32]) {
        self.alone = others.is_empty();
        self.rows.iter_mut().flatten().for_each(|rows| rows.beside(others));
    }

    /// Row and column of a spot.
    #[inline]
    pub(super) fn place(&self, spot: u32) -> [u16; 2] {
        self.plane.places[spot as usize]
    }

    /// No way from `from` to `to` costs less, whatever is barred.
    #[inline]
    pub(super) fn at_least(&self, from: u32, to: u32) -> u64 {
        let ([row, col], [to_row, to_col]) = (self.place(from), self.place(to));
        self.prices.straight(row.abs_diff(to_row).into(), col.abs_diff(to_col).into())
    }

    /// The cheapest ways to a spot that do not touch `barred`.
    #[inline]
    pub(super) fn costs_to(&mut self, to: u32, barred: u32) -> Result<Towards<'_>, StopReason> {
        let Self { prices, ref plane, open, alone, ref mut rows } = *self;
        let row = match rows {
            Some([by_cost, _]) if !(open && alone) => Some(by_cost.to(to, barred)?),
            _ => None,
        };
        Ok(Towards { plane, prices, to, barred, row })
    }

    /// The same in moves.
    #[inline]
    pub(super) fn moves_to(&mut self, to: u32, barred: u32) -> Result<Towards<'_>, StopReason> {
        let Self { prices, ref plane, open, alone, ref mut rows } = *self;
        let row = match rows {
            Some([by_cost, by_moves]) if !(open && alone) => {
                Some(if prices.equal() { by_cost } else { by_moves }.to(to, barred)?)
            }
            _ => None,
        };
        Ok(Towards { plane, prices: Prices::UNIT, to, barred, row })
    }

    /// What the cheapest way costs that does not touch `barred`; [`FAR`] if there is none.
    #[inline]
    pub(super) fn cost(&mut self, from: u32, to: u32, barred: u32) -> Result<u64, StopReason> {
        Ok(self.costs_to(to, barred)?.from(from))
    }
}

impl Plane {
    /// The closed form.
    #[inline]
    fn straight_round(&self, prices: Prices, from: u32, to: u32, barred: u32) -> u64 {
        if from == barred || to == barred {
            return FAR;
        }
        let ([row, col], [to_row, to_col]) = (self.places[from as usize], self.places[to as usize]);
        let straight = prices.straight(row.abs_diff(to_row).into(), col.abs_diff(to_col).into());
        let [across_row, across_col] = self.places[barred as usize];
        if row == to_row && row == across_row && (col < across_col) != (to_col < across_col) {
            return if self.wide[0] { straight + 2 * prices.vertical } else { FAR };
        }
        if col == to_col && col == across_col && (row < across_row) != (to_row < across_row) {
            return if self.wide[1] { straight + 2 * prices.horizontal } else { FAR };
        }
        straight
    }
}
