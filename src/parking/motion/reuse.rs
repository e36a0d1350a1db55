//! What moves are needed at least where whole lines may slide: counted on how often an empty can be of use.
//!
//! Every move of the car is a *use* of the empty that the line slides into; the other moves of empties are their
//! *own*. Say that the car makes n moves to an exit that lies M rows and columns away. Between two uses in a row of
//! the same empty, the first taking the car from p, the second taking it on from q in direction d, the empty makes
//! own moves:
//!
//! - none, or one from p across d: then p lies ahead of q, so the car has been further on already, and the use takes
//!   it over a boundary between rows or columns that it has crossed before. There are at most n − M such moves.
//! - one along d, with p behind q: the line of the empty's own move passes q, where the car is not, so the car is
//!   beside that line, or behind p, or ahead, and *comes back*: over a boundary that it has crossed before. Those are
//!   the n − M moves again, and while one of them is made, each of the k empties but the one in use is between two
//!   of its uses at most.
//! - else two or more.
//!
//! The first use of each empty needs none. So with S = max(0, M − k) the own moves are at least
//! `2 S − min(S, (n − M)(k − 1))`, and n and M are both even or both odd (for the exit it goes to). The first use of all may have to wait for an
//! empty to come ahead of the car ([`Wait`]), or the car turns away first, and n is larger by two (by one, if there is another exit to go to).
//!
//! Steps with several moves are no better: made one after another, their moves are a plan of single lines. So k
//! empties need at least a k-th of the moves as steps, and one step for each move of the car.

use super::field::Field;
use crate::grid::Size;
use crate::parking::ground::NONE;

/// What moves cost along each axis, to another column and to another row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    pub(super) horizontal: u64,
    pub(super) vertical: u64,
}

/// Own moves before the first use, if the car goes nearer to the exit with it, and if it goes anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wait {
    pub(super) nearer: u32,
    pub(super) any: u32,
}

/// The bound by spot of the car.
pub(super) struct Reuse {
    /// If every move of the car brings it nearer to an exit, and if not.
    direct: Vec<u64>,
    astray: Vec<u64>,
    cheapest: u64,
}

impl Reuse {
    /// Bytes held on a region.
    pub(super) fn bytes(spots: usize, size: Size) -> usize {
        spots * 2 * size_of::<u64>() + size.cells() * 2 * size_of::<u64>()
    }

    /// For lots in which at most so many cells are empty at a time or will be.
    pub(super) fn new(field: &Field<'_>, size: Size, empties: usize, prices: Prices) -> Self {
        let Prices { horizontal, vertical } = prices;
        let cheapest = horizontal.min(vertical);
        let (lines, priced) = (distances(field, size, 1, 1), distances(field, size, horizontal, vertical));
        let others = empties as u64 - 1;
        // All ways to one exit are even or all are odd.
        let detour = if field.ground.exits.len() > 1 { 1 } else { 2 };
        let least = |spot: usize, astray: bool| {
            let level = field.ground.level[spot];
            if level == NONE {
                return 0;
            }
            let cell = field.ground.cells[spot] as usize;
            let apart = lines[cell];
            let unpaid = apart.saturating_sub(empties as u64);
            let first = u64::from(level) + if astray { detour } else { 0 };
            let cost = |moves: u64| {
                let extra = moves - apart;
                let saved = unpaid.min(extra.saturating_mul(others));
                // The exit that is cheapest to come to may not be the nearest one.
                let round = if field.ground.exits.len() > 1 { 0 } else { extra * cheapest };
                (priced[cell] + round).max(moves * cheapest) + (2 * unpaid - saved) * cheapest
            };
            if !astray || others == 0 {
                return cost(first);
            }
            // Each detour saves at least what it costs until there is nothing left to save, and costs after that.
            let enough = (apart + unpaid.div_ceil(others)).saturating_sub(first) / detour * detour;
            cost(first).min(cost(first + enough)).min(cost(first + enough + detour))
        };
        let spots = field.ground.spots();
        let all = |astray| (0..spots).map(|spot| least(spot, astray)).collect();
        Self { direct: all(false), astray: all(true), cheapest }
    }

    /// Cost of all moves at least, for a car at this spot.
    #[inline]
    pub(super) fn cost(&self, car: u32, wait: Wait) -> u64 {
        let direct = self.direct[car as usize] + u64::from(wait.nearer) * self.cheapest;
        direct.min(self.astray[car as usize] + u64::from(wait.any) * self.cheapest)
    }
}

/// Own moves that the empties at these spots make at least before the first can be of use to the car.
pub(super) fn wait(field: &Field<'_>, car: u32, empties: impl Iterator<Item = u32>) -> Wait {
    let level = &field.ground.level;
    // Steps towards each direction that brings the car nearer.
    let mut nearer = [false; 4];
    for (direction, nearer) in nearer.iter_mut().enumerate() {
        let front = field.ahead(car, direction);
        *nearer = front != NONE && level[front as usize] < level[car as usize];
    }
    let mut wait = Wait { nearer: 3, any: 1 };
    let [row, col] = field.places[car as usize];
    for empty in empties {
        let [empty_row, empty_col] = field.places[empty as usize];
        if row == empty_row || col == empty_col {
            wait.any = 0;
        }
        // How far ahead and how far aside the empty lies, by direction.
        let ahead = [row > empty_row, row < empty_row, col > empty_col, col < empty_col];
        let beside = [col != empty_col, col != empty_col, row != empty_row, row != empty_row];
        for direction in 0..4 {
            if nearer[direction] {
                let own = match (ahead[direction], beside[direction]) {
                    (true, false) => 0,
                    (true, true) => 1,
                    (false, true) => 2,
                    (false, false) => 3,
                };
                wait.nearer = wait.nearer.min(own);
            }
        }
    }
    wait
}

/// By cell of the lot: the cost of the way to the nearest exit, were there no pillars.
fn distances(field: &Field<'_>, size: Size, horizontal: u64, vertical: u64) -> Vec<u64> {
    const FAR: u64 = u64::MAX / 2;
    let mut distances = vec![FAR; size.cells()];
    field.ground.exits.iter().for_each(|&exit| distances[field.ground.cells[exit as usize] as usize] = 0);
    let cols = size.cols as usize;
    // Rows and columns one after the other: the way along the row does not depend on the one along the column.
    for cell in 1..distances.len() {
        if cell % cols != 0 {
            distances[cell] = distances[cell].min(distances[cell - 1] + horizontal);
        }
    }
    for cell in (1..distances.len()).rev() {
        if cell % cols != 0 {
            distances[cell - 1] = distances[cell - 1].min(distances[cell] + horizontal);
        }
    }
    for cell in cols..distances.len() {
        distances[cell] = distances[cell].min(distances[cell - cols] + vertical);
    }
    for cell in (cols..distances.len()).rev() {
        distances[cell - cols] = distances[cell - cols].min(distances[cell] + vertical);
    }
    distances
}
