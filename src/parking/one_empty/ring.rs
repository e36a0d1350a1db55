//! What the eight cells around the car say of the empty's way from one side of it to another.
//!
//! Mostly all there is to know: where the ring is open between the two sides, the way along it is the shortest
//! there can be, whatever the moves cost. Between neighbouring sides that is one move along each axis, or three
//! the other way round; between opposite ones two along each. Where the ring is closed both ways, it still tells
//! how many moves along each axis are needed at least.

use super::field::Field;
use super::plane::Prices;
use crate::grid::Direction;

/// The neighbours of a cell in clockwise order from the one above: a bit each, set where it is open.
pub(super) type Ring = u8;

/// The place in the ring of the neighbour in each direction.
const PLACE: [u32; 4] = [0, 4, 6, 2];

/// How far apart two sides are as far as the ring tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Exactly so many moves along each axis.
    Exactly(u8),
    /// No fewer than so many along a row, and along a column.
    AtLeast {
        /// Moves along a row.
        horizontal: u8,
        /// Moves along a column.
        vertical: u8,
    },
}

/// By ring, and by the two sides.
static SPANS: [[Span; 16]; 256] = spans();

/// Reads the ring of a position of the lot.
#[inline]
pub(super) fn read(field: &Field, position: u32) -> Ring {
    let (up, down) = (field.next(position, Direction::Up), field.next(position, Direction::Down));
    let open = |position: u32| Ring::from(field.is_open(position));
    open(up)
        | open(up + 1) << 1
        | open(position + 1) << 2
        | open(down + 1) << 3
        | open(down) << 4
        | open(down - 1) << 5
        | open(position - 1) << 6
        | open(up - 1) << 7
}

/// Whether the neighbour in that direction is open.
#[inline]
pub(super) const fn is_open(ring: Ring, side: Direction) -> bool {
    ring >> PLACE[side as usize] & 1 == 1
}

/// How far apart two different open sides are.
#[inline]
pub(super) fn span(ring: Ring, from: Direction, to: Direction) -> Span {
    SPANS[ring as usize][from as usize * 4 + to as usize]
}

impl Span {
    /// How many moves it takes at least.
    pub(super) fn moves(self) -> u64 {
        match self {
            Self::Exactly(moves) => 2 * u64::from(moves),
            Self::AtLeast { horizontal, vertical } => u64::from(horizontal) + u64::from(vertical),
        }
    }

    /// What it costs, and whether that is exact or a lower bound.
    #[inline]
    pub(super) const fn cost(self, prices: Prices) -> (u64, bool) {
        match self {
            Self::Exactly(moves) => ((prices.horizontal + prices.vertical) * moves as u64, true),
            Self::AtLeast { horizontal, vertical } => {
                (prices.horizontal * horizontal as u64 + prices.vertical * vertical as u64, false)
            }
        }
    }
}

const fn spans() -> [[Span; 16]; 256] {
    let mut spans = [[Span::Exactly(0); 16]; 256];
    let mut index = 0;
    while index < 256 * 16 {
        let (ring, from, to) = (index / 16, index / 4 % 4, index % 4);
        if from != to {
            spans[ring][index % 16] = between(ring as Ring, PLACE[from], PLACE[to]);
        }
        index += 1;
    }
    spans
}

/// Whether the ring is open for `length` places clockwise from `from`, ends apart.
const fn arc_is_open(ring: Ring, from: u32, length: u32) -> bool {
    let arc = (1_u8 << (length - 1)) - 1;
    ring.rotate_right(from + 1) & arc == arc
}

const fn between(ring: Ring, from: u32, to: u32) -> Span {
    let clockwise = (to + 8 - from) % 8;
    // The shorter of the two arcs first.
    let (start, short) = if clockwise <= 4 { (from, clockwise) } else { (to, 8 - clockwise) };
    let (first, second) =
        (arc_is_open(ring, start, short), arc_is_open(ring, (start + short) % 8, 8 - short));
    match (short, first, second) {
        (2, true, _) => Span::Exactly(1),
        (4, true, _) | (4, _, true) => Span::Exactly(2),
        (2, _, true) => Span::Exactly(3),
        // Around the car, or around the corner that is closed: three moves along each axis at least.
        (2, ..) => Span::AtLeast { horizontal: 3, vertical: 3 },
        // Opposite sides. Past what is closed on either side takes four moves across; and four along where a corner
        // is closed, since the way has to begin or end outside the rows (columns) of the ring.
        _ => {
            let (near, far) = (ring.rotate_right(start), ring.rotate_right(start + 4));
            let corners_open = near >> 1 & near >> 3 & 1 == 1 || far >> 1 & far >> 3 & 1 == 1;
            let along = if corners_open { 2 } else { 4 };
            if from.is_multiple_of(4) {
                Span::AtLeast { horizontal: 4, vertical: along }
            } else {
                Span::AtLeast { horizontal: along, vertical: 4 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::parking::one_empty::flood::Flood;
    use crate::parking::{Lot, ParkingCost, ParkingSpec};
    use crate::search::{Budget, Meter};

    /// The ring of the car in the middle of 7 × 7 cells, which are open outside the ring, or not.
    fn lot(ring: Ring, outside: bool, (horizontal, vertical): (u32, u32)) -> Lot {
        let around = [(2, 3), (2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (3, 2), (2, 2)];
        let cells = (0..7).flat_map(|row| (0..7).map(move |col| (row, col)));
        let is_blocked = |&(row, col): &(u32, u32)| match around.iter().position(|&cell| cell == (row, col)) {
            Some(place) => ring >> place & 1 == 0,
            None => !outside && (row, col) != (3, 3),
        };
        let spec = ParkingSpec {
            cars: Some(vec![Cell { row: 3, col: 3 }]),
            blocked: Some(cells.filter(is_blocked).map(|(row, col)| Cell { row, col }).collect()),
            cost: Some(ParkingCost { horizontal: Some(horizontal), vertical: Some(vertical) }),
            ..ParkingSpec::new(7, 7)
        };
        Lot::new(&spec, 7).unwrap()
    }

    #[test]
    fn spans_are_what_a_search_finds_or_less() {
        for (ring, costs) in
            (0..=Ring::MAX).flat_map(|ring| [(1, 1), (3, 2), (0, 5)].map(|costs| (ring, costs)))
        {
            for outside in [true, false] {
                let lot = lot(ring, outside, costs);
                let field = Field::of(&lot);
                let budget = Budget::unlimited();
                let mut meter = Meter::start(&budget, 0).unwrap();
                let car = field.position(lot.car());
                assert_eq!(read(&field, car), ring);
                for from in Direction::ALL.into_iter().filter(|&side| is_open(ring, side)) {
                    let flood =
                        Flood::of(&field, field.next(car, from), Some(car), None, &mut meter).unwrap();
                    for to in Direction::ALL.into_iter().filter(|&side| side != from && is_open(ring, side)) {
                        let found = flood.to(field.next(car, to));
                        let (cost, is_exact) = span(ring, from, to).cost(field.prices);
                        if is_exact {
                            assert_eq!(cost, found, "{ring:08b} {from:?} {to:?}");
                        } else {
                            assert!(cost <= found, "{ring:08b} {from:?} {to:?}");
                        }
                    }
                }
            }
        }
    }
}
