//! How many moves the empty needs from one side of the car to another, within a few cells of the car.
//!
//! Where the ring around the car is closed, the way round what closes it is mostly short. The cells near the car
//! are bits of one number, and all ways grow by a move at once: a dozen moves take a dozen shifts. A way that
//! leaves the window takes at least [`most`] moves, so what is found with fewer is the truth; of anything longer no
//! more is said than that.

use super::field::Field;
use crate::grid::Direction;

/// The window has so many cells on each side of the car.
const REACH: u32 = 5;
/// Its rows, and its columns.
const SIDE: u32 = 2 * REACH + 1;
/// The place of the car.
const CAR: u32 = REACH * SIDE + REACH;
const LINE: u64 = (1 << SIDE) - 1;

/// The leftmost column of the window.
const LEFT: u128 = {
    let (mut column, mut row) = (0, 0);
    while row < SIDE {
        column |= 1 << (row * SIDE);
        row += 1;
    }
    column
};
const RIGHT: u128 = LEFT << (SIDE - 1);

/// The field as one bit a position, so that windows are read line by line. Memory: an eighth of a byte a position.
#[derive(Debug)]
pub(super) struct Windows {
    /// Lines of `words` words, with a margin so that no window leaves them.
    lines: Vec<u64>,
    words: usize,
}

impl Windows {
    /// Bytes of the windows of a field.
    pub(super) fn bytes(field: &Field) -> usize {
        let (rows, cols) = field.extent();
        Self::words(cols) * (rows as usize + 2 * REACH as usize) * size_of::<u64>()
    }

    /// One word more than a line needs: windows are read from two words.
    const fn words(cols: u32) -> usize {
        (cols + 2 * REACH) as usize / 64 + 2
    }

    pub(super) fn of(field: &Field) -> Self {
        let (rows, cols) = field.extent();
        let words = Self::words(cols);
        let mut lines = vec![0; words * (rows + 2 * REACH) as usize];
        for row in 0..rows {
            let line = &mut lines[(row + REACH) as usize * words..][..words];
            for col in 0..cols {
                let bit = col + REACH;
                line[bit as usize / 64] |= u64::from(field.is_open(row * cols + col)) << (bit % 64);
            }
        }
        Self { lines, words }
    }

    /// The open cells around the position, the position itself apart.
    #[inline]
    fn around(&self, (row, col): (u32, u32)) -> u128 {
        let (word, shift) = (col as usize / 64, col % 64);
        let mut open = 0;
        for line in 0..SIDE {
            let start = (row + line) as usize * self.words + word;
            // The second shift in two steps: a word cannot be shifted by its whole width.
            let bits = self.lines[start] >> shift | self.lines[start + 1] << 1 << (63 - shift);
            open |= u128::from(bits & LINE) << (line * SIDE);
        }
        open & !(1 << CAR)
    }

    /// The moves of a shortest way between two different sides of the car; `None` if it takes [`most`] or more,
    /// or if there is none.
    pub(super) fn moves(&self, field: &Field, car: u32, from: Direction, to: Direction) -> Option<u32> {
        let open = self.around(field.row_and_col(car));
        let goal = beside(to);
        let mut reached = beside(from);
        for moves in 1..most(from, to) {
            let next = reached >> SIDE | reached << SIDE | (reached & !LEFT) >> 1 | (reached & !RIGHT) << 1;
            let next = (reached | next) & open;
            if next & goal != 0 {
                return Some(moves);
            }
            if next == reached {
                break;
            }
            reached = next;
        }
        None
    }
}

/// A way between the two sides that leaves the window takes at least so many moves.
pub(super) fn most(from: Direction, to: Direction) -> u32 {
    if from.opposite() == to { 2 * REACH + 4 } else { 2 * REACH + 2 }
}

const fn beside(side: Direction) -> u128 {
    1 << match side {
        Direction::Up => CAR - SIDE,
        Direction::Down => CAR + SIDE,
        Direction::Left => CAR - 1,
        Direction::Right => CAR + 1,
    }
}
