//! What a plan with one empty costs on an endless open lot: a closed form.
//!
//! The car needs `p` moves along one axis and `q` along the other. Before each of them the empty has to be in
//! front of it. After a move the empty is behind; to bring it before the car again for a move along the other
//! axis takes it two moves, for another along the same axis four. Turns are cheaper than straight runs, so the
//! car turns as often as it can. The first approach of the empty costs its way to the front cell, and two moves
//! more if the car stands exactly between.
//!
//! Walls, pillars and the lot's edge only ever make an empty's way longer, so on any lot this is a lower bound,
//! and as a true distance (on the plane) it is consistent.

use crate::parking::Lot;

/// What moves cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    pub(super) horizontal: u64,
    pub(super) vertical: u64,
}

impl Prices {
    pub(super) fn of(lot: &Lot) -> Self {
        Self { horizontal: lot.horizontal(), vertical: lot.vertical() }
    }
}

/// The cheapest plan that takes the car `rows` down and `cols` right (negative: up, left), with the empty at
/// `empty` (rows down, columns right) from the car.
pub(super) fn cost(prices: Prices, offset: (i32, i32), empty: (i32, i32)) -> u64 {
    if offset == (0, 0) {
        return 0;
    }
    first_moves(prices, offset, empty).into_iter().flatten().min().unwrap_or(0)
}

/// The cheapest plans whose first move of the car is along a column and along a row; `None` where that would
/// bring it no nearer.
pub(super) fn first_moves(prices: Prices, (rows, cols): (i32, i32), empty: (i32, i32)) -> [Option<u64>; 2] {
    let Prices { horizontal, vertical } = prices;
    let (rows_left, cols_left) = (u64::from(rows.unsigned_abs()), u64::from(cols.unsigned_abs()));
    let by_rows = || {
        let across = empty.1 == 0 && empty.0.signum() == -rows.signum();
        let approach = u64::from((empty.0 - rows.signum()).unsigned_abs()) * vertical
            + u64::from(empty.1.unsigned_abs()) * horizontal
            + if across { 2 * horizontal } else { 0 };
        approach + from_first_move(rows_left, cols_left, vertical, horizontal)
    };
    let by_cols = || {
        let across = empty.0 == 0 && empty.1.signum() == -cols.signum();
        let approach = u64::from((empty.1 - cols.signum()).unsigned_abs()) * horizontal
            + u64::from(empty.0.unsigned_abs()) * vertical
            + if across { 2 * vertical } else { 0 };
        approach + from_first_move(cols_left, rows_left, horizontal, vertical)
    };
    [(rows != 0).then(by_rows), (cols != 0).then(by_cols)]
}

/// The cost from the moment when the empty is in front of the car for the first of `p` moves along one axis,
/// at `wp` each, with `q` more to come along the other, at `wq` each.
fn from_first_move(p: u64, q: u64, wp: u64, wq: u64) -> u64 {
    // Each: the empty's way and the car's move that follows it.
    let (turn_to_p, turn_to_q) = (2 * wp + wq, 2 * wq + wp);
    let (on_along_p, on_along_q) = (3 * wp + 2 * wq, 3 * wq + 2 * wp);
    let tail = if p > q {
        q * (turn_to_p + turn_to_q) + (p - q - 1) * on_along_p
    } else {
        p * turn_to_q + (p - 1) * turn_to_p + (q - p) * on_along_q
    };
    wp + tail
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICES: [(u64, u64); 7] = [(1, 1), (0, 0), (0, 1), (1, 0), (19, 31), (1, 9), (7, 2)];
    const SIDES: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

    /// What the empty pays on the plane to come from one side of the car to another and the car to move there.
    fn step(prices: Prices, from: (i32, i32), to: (i32, i32)) -> u64 {
        let axis = |side: (i32, i32)| if side.0 == 0 { prices.horizontal } else { prices.vertical };
        let way = if from == to {
            0
        } else if from.0 == -to.0 && from.1 == -to.1 {
            2 * (prices.horizontal + prices.vertical)
        } else {
            prices.horizontal + prices.vertical
        };
        way + axis(to)
    }

    #[test]
    fn known_lots() {
        let unit = Prices { horizontal: 1, vertical: 1 };
        // From corner to corner of a square with the empty on the exit: 8n − 11.
        for n in 2..50 {
            assert_eq!(cost(unit, (n - 1, n - 1), (n - 1, n - 1)), 8 * n as u64 - 11);
        }
        // Rectangle, the empty on the exit in the opposite corner: 6x + 2y − 13 for x > y.
        for (x, y) in [(3, 2), (5, 2), (9, 4), (20, 19)] {
            assert_eq!(cost(unit, (y - 1, x - 1), (y - 1, x - 1)), (6 * x + 2 * y - 13) as u64);
        }
        assert_eq!(cost(unit, (0, 0), (5, 5)), 0);
    }

    #[test]
    fn it_is_a_true_distance_on_the_plane() {
        for (horizontal, vertical) in PRICES {
            let prices = Prices { horizontal, vertical };
            for rows in -9_i32..=9 {
                for cols in -9_i32..=9 {
                    for side in SIDES {
                        let here = cost(prices, (rows, cols), side);
                        let mut best = if (rows, cols) == (0, 0) { 0 } else { u64::MAX };
                        for to in SIDES {
                            // The car moves `to`; the empty is then on the other side.
                            let rest = cost(prices, (rows - to.0, cols - to.1), (-to.0, -to.1));
                            let through = step(prices, side, to) + rest;
                            assert!(
                                here <= through,
                                "not consistent: {prices:?} {rows} {cols} {side:?} {to:?}"
                            );
                            best = best.min(through);
                        }
                        assert_eq!(here, best, "not exact: {prices:?} {rows} {cols} {side:?}");
                    }
                }
            }
        }
    }
}
