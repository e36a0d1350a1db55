//! Reads a map of characters.

use thiserror::Error;

use super::{BLOCKED, CAR, COMMENT, EMPTY, EXIT, EXIT_CAR, EXIT_OTHER, OTHER};
use crate::grid::Cell;
use crate::json::shorten;
use crate::parking::spec::{ParkingCost, ParkingSpec};

/// What the characters of a map are, for messages.
const KEY: &str = "C a car to take out, o another car, . empty, # blocked, E an empty exit, O an exit with \
                   another car on it, * an exit with a car to take out on it";

/// Why a text is no map of a lot. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// A character that is no cell.
    #[error("line {line}, column {column}: '{found}' is no cell of a map; there are {KEY}")]
    Character {
        /// Line.
        line: usize,
        /// Column, in characters.
        column: usize,
        /// The character.
        found: char,
    },
    /// A row of another length than the first.
    #[error(
        "line {line}, column {column}: this row has {found} cells, the first has {wanted}; all rows need as many"
    )]
    Ragged {
        /// Line.
        line: usize,
        /// Column where the row ends.
        column: usize,
        /// Cells of this row.
        found: usize,
        /// Cells of the first row.
        wanted: usize,
    },
    /// A cost that is no number.
    #[error("line {line}, column {column}: a cost is wanted, as in \"{axis} 19\", not \"{found}\"")]
    Cost {
        /// Line.
        line: usize,
        /// Column where the number should begin.
        column: usize,
        /// `horizontal` or `vertical`.
        axis: &'static str,
        /// What is there.
        found: String,
    },
    /// No row at all.
    #[error("line {line}, column 1: the text ends without a single row of a map; there are {KEY}")]
    NoRow {
        /// The line after the last.
        line: usize,
    },
    /// No car to take out.
    #[error("line {line}, column 1: the map ends without a car to take out; draw one as C")]
    NoCar {
        /// The line after the last.
        line: usize,
    },
    /// No exit.
    #[error(
        "line {line}, column 1: the map ends without an exit; draw one as E, or as O if a car stands on it"
    )]
    NoExit {
        /// The line after the last.
        line: usize,
    },
}

/// Reads a map into a spec; time linear in its length. Whether the lot is too large is not checked here.
///
/// # Errors
/// The first thing that is wrong, with its place and what would be right.
pub fn parse(text: &str) -> Result<ParkingSpec, TextError> {
    let mut map = Map::default();
    for (line, content) in (1..).zip(text.lines()) {
        map.read_line(line, content)?;
    }
    map.finish(text.lines().count() + 1)
}

/// What was read so far.
#[derive(Default)]
struct Map {
    rows: u32,
    cols: usize,
    cars: Vec<Cell>,
    exits: Vec<Cell>,
    empty: Vec<Cell>,
    blocked: Vec<Cell>,
    cost: ParkingCost,
}

impl Map {
    fn read_line(&mut self, line: usize, content: &str) -> Result<(), TextError> {
        let trimmed = content.trim();
        if trimmed.is_empty() || trimmed.starts_with(COMMENT) {
            return Ok(());
        }
        for axis in ["horizontal", "vertical"] {
            if let Some(rest) = trimmed.strip_prefix(axis) {
                let cost = rest.trim().parse().map_err(|_| TextError::Cost {
                    line,
                    column: content.chars().take_while(|c| c.is_whitespace()).count() + axis.len() + 2,
                    axis,
                    found: shorten(rest.trim()),
                })?;
                let field =
                    if axis == "vertical" { &mut self.cost.vertical } else { &mut self.cost.horizontal };
                *field = Some(cost);
                return Ok(());
            }
        }
        self.read_row(line, content)
    }

    fn read_row(&mut self, line: usize, content: &str) -> Result<(), TextError> {
        let mut cells = 0;
        for (column, character) in (1..).zip(content.chars()) {
            if character.is_whitespace() {
                continue;
            }
            let cell = Cell { row: self.rows, col: cells as u32 };
            cells += 1;
            match character {
                CAR | EXIT_CAR => self.cars.push(cell),
                EMPTY | EXIT => self.empty.push(cell),
                BLOCKED => self.blocked.push(cell),
                OTHER | EXIT_OTHER => {}
                found => return Err(TextError::Character { line, column, found }),
            }
            if matches!(character, EXIT | EXIT_OTHER | EXIT_CAR) {
                self.exits.push(cell);
            }
        }
        if self.rows > 0 && cells != self.cols {
            let column = content.trim_end().chars().count();
            return Err(TextError::Ragged { line, column, found: cells, wanted: self.cols });
        }
        self.cols = cells;
        self.rows += 1;
        Ok(())
    }

    fn finish(self, line: usize) -> Result<ParkingSpec, TextError> {
        if self.rows == 0 {
            return Err(TextError::NoRow { line });
        }
        if self.cars.is_empty() {
            return Err(TextError::NoCar { line });
        }
        if self.exits.is_empty() {
            return Err(TextError::NoExit { line });
        }
        Ok(ParkingSpec {
            cars: Some(self.cars),
            exits: Some(self.exits),
            empty: Some(self.empty),
            blocked: Some(self.blocked).filter(|blocked| !blocked.is_empty()),
            cost: Some(self.cost).filter(|cost| *cost != ParkingCost::default()),
            ..ParkingSpec::new(self.rows, self.cols as u32)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: u32, col: u32) -> Cell {
        Cell { row, col }
    }

    #[test]
    fn a_map_becomes_a_spec() {
        let spec = parse(
            "; lifting is slow
             vertical 31
             horizontal 19

             C o o O
             o # . E",
        )
        .unwrap();
        let wanted = ParkingSpec {
            cars: Some(vec![cell(0, 0)]),
            exits: Some(vec![cell(0, 3), cell(1, 3)]),
            empty: Some(vec![cell(1, 2), cell(1, 3)]),
            blocked: Some(vec![cell(1, 1)]),
            cost: Some(ParkingCost { horizontal: Some(19), vertical: Some(31) }),
            ..ParkingSpec::new(2, 4)
        };
        assert_eq!(spec, wanted);
        assert_eq!(parse("*").unwrap().cars, parse("*").unwrap().exits);
        assert_eq!(parse("o C\n* o").unwrap().cars, Some(vec![cell(0, 1), cell(1, 0)]));
    }

    #[test]
    fn errors_name_the_place_and_what_is_right() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        let unknown = error("C o\no x E");
        assert!(
            unknown.starts_with("line 2, column 3: 'x' is no cell of a map; there are C a car"),
            "{unknown}"
        );
        assert_eq!(
            error("Coo\noE"),
            "line 2, column 2: this row has 2 cells, the first has 3; all rows need as many"
        );
        assert_eq!(
            error(" vertical many\nC E"),
            "line 1, column 11: a cost is wanted, as in \"vertical 19\", not \"many\""
        );
        assert!(error("; nothing\n\n").starts_with("line 3, column 1: the text ends without a single row"));
        assert_eq!(error("o E"), "line 2, column 1: the map ends without a car to take out; draw one as C");
        assert!(error("C o").starts_with("line 2, column 1: the map ends without an exit"));
    }
}
