//! Draws a lot, and a plan step by step, with the characters of the map.

use std::fmt;

use super::{BLOCKED, CAR, EMPTY, EXIT, EXIT_CAR, EXIT_OTHER, OTHER};
use crate::grid::Cell;
use crate::parking::{Lot, ParkingMove};

/// The lot as it stands, a line each row, a blank between two cells.
///
/// A lot whose exits are not blocked is read back as the same lot; an exit on a blocked cell is drawn as blocked.
#[must_use]
pub fn draw(lot: &Lot) -> String {
    Picture::of(lot).to_string()
}

/// The lot, then every move in words and the lot after it.
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
    for entry in path {
        let who = if picture.car == Some(entry.from) { "the car" } else { "a car" };
        let way = way(entry.from, entry.to);
        picture.make(entry);
        let gone = if who == "the car" && picture.car.is_none() { ", and leaves" } else { "" };
        let ParkingMove { step, from, to, .. } = entry;
        write!(out, "\nstep {step}: {who} moves {way}, {from} -> {to}{gone}\n{picture}")?;
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
    /// `None` once it has left.
    car: Option<Cell>,
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
        Self { lot, car: Some(lot.cell(lot.car())), exits, empty }
    }

    fn leave(&mut self) {
        if let Some(car) = self.car {
            let cell = self.lot.size().index(car);
            if self.exits[cell] {
                self.empty[cell] = true;
                self.car = None;
            }
        }
    }

    fn make(&mut self, entry: &ParkingMove) {
        let size = self.lot.size();
        if !size.contains(entry.from) || !size.contains(entry.to) {
            return;
        }
        self.empty[size.index(entry.to)] = false;
        self.empty[size.index(entry.from)] = true;
        if self.car == Some(entry.from) {
            self.car = Some(entry.to);
            self.leave();
        }
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.lot.size();
        for row in 0..size.rows {
            for col in 0..size.cols {
                let cell = Cell { row, col };
                let index = size.index(cell);
                let (car, empty) = (self.car == Some(cell), self.empty[index]);
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
        for map in ["C o O\n# . E\n", "o o\n* #\n", "C E\n"] {
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
}
