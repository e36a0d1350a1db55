//! Draws a lot, and a plan step by step, with the characters of the map.

use std::fmt;

use super::{BLOCKED, CAR, EMPTY, EXIT, EXIT_CAR, EXIT_OTHER, OTHER};
use crate::grid::Cell;
use crate::parking::lot::depart;
use crate::parking::{Lot, ParkingMove};

/// The lot as it stands, a line each row, a blank between two cells.
///
/// A lot whose exits are not blocked is read back as the same lot; an exit on a blocked cell is drawn as blocked.
#[must_use]
pub fn draw(lot: &Lot) -> String {
    Picture::of(lot).to_string()
}

/// The lot, then the moves of every step in words and the lot after it.
///
/// Time and length are the number of moves times the number of cells. Of a move that is none on this lot only
/// the words are written.
///
/// # Errors
/// Those of `out`.
pub fn draw_plan(lot: &Lot, path: &[ParkingMove], out: &mut dyn fmt::Write) -> fmt::Result {
    let mut picture = Picture::of(lot);
    picture.leave();
    write!(out, "{picture}")?;
    for step in path.chunk_by(|one, next| one.step == next.step) {
        let words: Vec<String> = step.iter().map(|entry| picture.describe(entry)).collect();
        step.iter().for_each(|entry| picture.make(entry));
        write!(out, "\nstep {}: {}", step[0].step, words.join("; "))?;
        for exit in picture.leave() {
            match lot.cars() {
                [_] => write!(out, ", and leaves")?,
                _ => write!(out, ", and a car leaves at {exit}")?,
            }
        }
        write!(out, "\n{picture}")?;
    }
    Ok(())
}

fn way(from: Cell, to: Cell) -> &'static str {
    if to.row < from.row {
        "up"
    } else if to.row > from.row {
        "down"
    } else if to.col < from.col {
        "left"
    } else {
        "right"
    }
}

/// A lot between two moves.
struct Picture<'l> {
    lot: &'l Lot,
    /// Cells of the cars that remain.
    cars: Vec<u32>,
    exits: Vec<bool>,
    empty: Vec<bool>,
}

impl<'l> Picture<'l> {
    fn of(lot: &'l Lot) -> Self {
        let mut empty = vec![false; lot.size().cells()];
        let mut exits = empty.clone();
        for &cell in lot.empties() {
            empty[cell as usize] = true;
        }
        for &cell in lot.exits() {
            exits[cell as usize] = true;
        }
        Self { lot, cars: lot.cars().to_vec(), exits, empty }
    }

    /// Lets the cars go that may; hands back where.
    fn leave(&mut self) -> Vec<Cell> {
        let (exits, empty, lot) = (&self.exits, &mut self.empty, self.lot);
        let mut left = Vec::new();
        depart(
            &mut self.cars,
            lot.in_order(),
            |cell| exits[cell as usize],
            |_, cell| {
                empty[cell as usize] = true;
                left.push(lot.cell(cell));
            },
        );
        left
    }

    fn is_car(&self, cell: Cell) -> bool {
        let size = self.lot.size();
        size.contains(cell) && self.cars.contains(&(size.index(cell) as u32))
    }

    fn describe(&self, entry: &ParkingMove) -> String {
        let ParkingMove { from, to, .. } = *entry;
        let cars = from.row.abs_diff(to.row) + from.col.abs_diff(to.col);
        let who = match self.lot.cars() {
            _ if cars > 1 => format!("{cars} cars move"),
            [_] if self.is_car(from) => "the car moves".to_owned(),
            _ if self.is_car(from) => "a car to take out moves".to_owned(),
            _ => "a car moves".to_owned(),
        };
        format!("{who} {}, {from} -> {to}", way(from, to))
    }

    fn make(&mut self, entry: &ParkingMove) {
        let size = self.lot.size();
        let ParkingMove { from, to, .. } = *entry;
        if !size.contains(from) || !size.contains(to) {
            return;
        }
        self.empty[size.index(to)] = false;
        self.empty[size.index(from)] = true;
        let along = |cell: u32, from: u32, to: u32| (from.min(to)..=from.max(to)).contains(&cell);
        for car in &mut self.cars {
            let mut cell = size.cell(*car as usize);
            if cell != to && along(cell.row, from.row, to.row) && along(cell.col, from.col, to.col) {
                let toward = |at: u32, to: u32| at + u32::from(to > at) - u32::from(to < at);
                cell = Cell { row: toward(cell.row, to.row), col: toward(cell.col, to.col) };
                *car = size.index(cell) as u32;
            }
        }
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.lot.size();
        let mut cars = vec![false; size.cells()];
        self.cars.iter().for_each(|&car| cars[car as usize] = true);
        for row in 0..size.rows {
            for col in 0..size.cols {
                let cell = Cell { row, col };
                let index = size.index(cell);
                let (car, empty) = (cars[index], self.empty[index]);
                let character = match (self.exits[index], car, empty) {
                    _ if self.lot.is_blocked(index as u32) => BLOCKED,
                    (true, true, _) => EXIT_CAR,
                    (true, _, true) => EXIT,
                    (true, ..) => EXIT_OTHER,
                    (false, true, _) => CAR,
                    (false, _, true) => EMPTY,
                    (false, ..) => OTHER,
                };
                if col > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{character}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parking::text::parse;

    fn lot(map: &str) -> Lot {
        Lot::new(&parse(map).unwrap(), 1000).unwrap()
    }

    #[test]
    fn a_drawing_is_read_back_as_the_same_lot() {
        for map in ["C o O\n# . E\n", "o C C\n* . E\n", "o o\n* #\n", "C E\n"] {
            assert_eq!(draw(&lot(map)), map);
        }
    }

    #[test]
    fn a_plan_is_drawn_step_by_step() {
        let moves = [([0, 1], [1, 1]), ([0, 0], [0, 1]), ([1, 1], [1, 0]), ([0, 1], [1, 1])];
        let path: Vec<ParkingMove> = (1..)
            .zip(moves)
            .map(|(step, (from, to))| ParkingMove { step, from: from.into(), to: to.into(), labels: None })
            .collect();
        let mut drawn = String::new();
        draw_plan(&lot("C o\no E"), &path, &mut drawn).unwrap();
        // The third move is illegal (nothing is empty there); a drawing is no judge.
        assert_eq!(
            drawn,
            "C o\no E\n\
             \nstep 1: a car moves down, [0, 1] -> [1, 1]\nC .\no O\n\
             \nstep 2: the car moves right, [0, 0] -> [0, 1]\n. C\no O\n\
             \nstep 3: a car moves left, [1, 1] -> [1, 0]\n. C\no E\n\
             \nstep 4: the car moves down, [0, 1] -> [1, 1], and leaves\n. .\no E\n"
        );
    }

    #[test]
    fn lines_and_time_steps_are_drawn_as_one() {
        let moves = [(1, [0, 0], [0, 2]), (2, [0, 2], [1, 2]), (2, [1, 1], [1, 0])];
        let entry = |(step, from, to): (u64, [u32; 2], [u32; 2])| ParkingMove {
            step,
            from: from.into(),
            to: to.into(),
            labels: None,
        };
        let path: Vec<ParkingMove> = moves.into_iter().map(entry).collect();
        let mut drawn = String::new();
        draw_plan(&lot("o C .\n. C E"), &path, &mut drawn).unwrap();
        assert_eq!(
            drawn,
            "o C .\n. C E\n\
             \nstep 1: 2 cars move right, [0, 0] -> [0, 2]\n. o C\n. C E\n\
             \nstep 2: a car to take out moves down, [0, 2] -> [1, 2]; a car to take out moves left, [1, 1] -> [1, 0], \
             and a car leaves at [1, 2]\n. o .\nC . E\n"
        );
    }
}
