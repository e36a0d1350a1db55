//! Cells, directions and sizes: what both puzzles are drawn on.
//!
//! A cell is `(row, col)` from the top left, zero-based, and travels in JSON as `[row, col]`. Inside the
//! engines a cell is its row-major index, `row * cols + col`, because arrays are indexed by it. This module
//! knows nothing about what slides over the grid.

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};

/// One place of a grid, as people and JSON write it: `[row, col]`, zero-based from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[u32; 2]", into = "[u32; 2]")]
pub struct Cell {
    /// Row, counted from the top.
    pub row: u32,
    /// Column, counted from the left.
    pub col: u32,
}

impl From<[u32; 2]> for Cell {
    fn from([row, col]: [u32; 2]) -> Self {
        Self { row, col }
    }
}

impl From<Cell> for [u32; 2] {
    fn from(cell: Cell) -> Self {
        [cell.row, cell.col]
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}, {}]", self.row, self.col)
    }
}

// Written by hand: a derived schema for a two-element array would be a tuple, which client generators mangle.
impl utoipa::PartialSchema for Cell {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .maximum(Some(999));
        ArrayBuilder::new()
            .description(Some("A place of the grid: `[row, col]`, zero-based from the top left."))
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2))
            .into()
    }
}

impl utoipa::ToSchema for Cell {
    fn name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }
}

/// The way a tile or car moves (never the way the blank or the empty does).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
}

impl Direction {
    /// All four, in the fixed order in which every search tries them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// `U`, `D`, `L` or `R`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// Whether the move stays in its row.
    #[must_use]
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// Rows and columns of a grid; both at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub cols: u32,
}

impl Size {
    /// How many cells there are.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Whether the cell lies on the grid.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// Row-major index of a cell that lies on the grid.
    #[must_use]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.cols as usize + cell.col as usize
    }

    /// The cell with this row-major index.
    #[must_use]
    pub const fn cell(self, index: usize) -> Cell {
        // Dividing halves of a word takes half the time; no grid has four billion cells.
        let index = index as u32;
        Cell { row: index / self.cols, col: index % self.cols }
    }

    /// The index of the neighbour in that direction, if there is one.
    #[must_use]
    pub const fn neighbour(self, index: usize, direction: Direction) -> Option<usize> {
        let cols = self.cols as usize;
        match direction {
            Direction::Up if index >= cols => Some(index - cols),
            Direction::Down if index + cols < self.cells() => Some(index + cols),
            Direction::Left if !index.is_multiple_of(cols) => Some(index - 1),
            Direction::Right if index % cols + 1 != cols => Some(index + 1),
            _ => None,
        }
    }

    /// Moves between two cells on an empty grid: rows apart plus columns apart.
    #[must_use]
    pub const fn distance(self, a: usize, b: usize) -> u32 {
        let (a, b) = (self.cell(a), self.cell(b));
        a.row.abs_diff(b.row) + a.col.abs_diff(b.col)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_on_the_grid_and_lead_back() {
        let size = Size { rows: 3, cols: 4 };
        for index in 0..size.cells() {
            for direction in Direction::ALL {
                if let Some(next) = size.neighbour(index, direction) {
                    assert_eq!(size.distance(index, next), 1);
                    assert_eq!(size.neighbour(next, direction.opposite()), Some(index));
                }
            }
        }
        assert_eq!(size.neighbour(0, Direction::Up), None);
        assert_eq!(size.neighbour(11, Direction::Right), None);
    }

    #[test]
    fn a_cell_is_a_pair_in_json() {
        assert_eq!(serde_json::to_string(&Cell { row: 3, col: 7 }).unwrap(), "[3,7]");
        assert_eq!(serde_json::from_str::<Cell>("[3,7]").unwrap(), Cell { row: 3, col: 7 });
    }
}
