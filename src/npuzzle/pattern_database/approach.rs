//! How any goal is seen through tables that know one: the blank in cell 0, the board at least as tall as wide.
//!
//! Tiles are renamed by their home cells, and the board is mirrored (and a wide one laid on its side) until the
//! goal's blank is in cell 0. A goal whose blank is off the corners is not one move more away than another one,
//! whose blank has walked `detour` cells to a corner: a bound on the moves to that goal, less the detour, is a
//! bound on the moves to this one, and even or odd where it should be.

use crate::grid::{Cell, Direction, Size};
use crate::npuzzle::board::Board;
use crate::npuzzle::goal::Goal;

/// One way to see boards on their way to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approach {
    /// Rows and columns as the tables have them.
    size: Size,
    /// By cell, its place as the tables have it.
    cells: Vec<u8>,
    /// By tile, its home as the tables have it; the blank's is 0.
    homes: Vec<u8>,
    /// By direction, the way it points as the tables have it.
    directions: [Direction; 4],
    /// Moves from the goal to the goal of the tables.
    detour: u32,
}

impl Approach {
    /// All ways worth a try, those with the shortest detour first: one for a goal with the blank in a corner,
    /// for others up to two to each corner.
    #[must_use]
    pub fn all(goal: &Goal) -> Vec<Self> {
        let size = goal.board().size();
        let blank = size.cell(goal.board().blank());
        let (last_row, last_col) = (size.rows - 1, size.cols - 1);
        let mut approaches = Vec::new();
        for row in [0, last_row] {
            for col in [0, last_col] {
                let corner = Cell { row, col };
                let detour = row.abs_diff(blank.row) + col.abs_diff(blank.col);
                let turns = [Cell { row, col: blank.col }, Cell { row: blank.row, col }];
                // A straight way has no turn, and a single one is enough.
                let turns = if turns.contains(&corner) { &turns[..1] } else { &turns[..] };
                for &turn in turns {
                    approaches.push(Self::through(goal.board(), corner, turn, detour));
                }
            }
        }
        approaches.sort_by_key(|approach| approach.detour);
        if approaches[0].detour == 0 {
            approaches.truncate(1);
        }
        approaches
    }

    /// The goal whose blank has walked to `corner` by way of `turn`, in line with both.
    fn through(goal: &Board, corner: Cell, turn: Cell, detour: u32) -> Self {
        let size = goal.size();
        let mut tiles = goal.tiles().to_vec();
        let mut blank = goal.blank();
        for target in [turn, corner].map(|cell| size.index(cell)) {
            while blank != target {
                let nearer = |&next: &usize| size.distance(next, target) < size.distance(blank, target);
                let neighbours = Direction::ALL.into_iter().filter_map(|way| size.neighbour(blank, way));
                let next = neighbours.into_iter().find(nearer).expect("the target is in line");
                tiles.swap(blank, next);
                blank = next;
            }
        }
        let (flip_rows, flip_cols) = (corner.row != 0, corner.col != 0);
        let transpose = size.rows < size.cols;
        let seen = if transpose { Size { rows: size.cols, cols: size.rows } } else { size };
        let place = |index: usize| {
            let Cell { mut row, mut col } = size.cell(index);
            row = if flip_rows { size.rows - 1 - row } else { row };
            col = if flip_cols { size.cols - 1 - col } else { col };
            seen.index(if transpose { Cell { row: col, col: row } } else { Cell { row, col } })
        };
        let cells: Vec<u8> = (0..size.cells()).map(|index| place(index) as u8).collect();
        let mut homes = vec![0; cells.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            homes[usize::from(tile)] = cells[cell];
        }
        let directions = Direction::ALL.map(|direction| {
            let flip = if direction.is_horizontal() { flip_cols } else { flip_rows };
            let flipped = if flip { direction.opposite() } else { direction };
            if transpose { transposed(flipped) } else { flipped }
        });
        Self { size: seen, cells, homes, directions, detour }
    }

    /// Rows and columns as the tables have them.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Moves from the goal to the goal of the tables, to be taken off every bound.
    #[must_use]
    pub const fn detour(&self) -> u32 {
        self.detour
    }

    /// The way a direction points as the tables have it.
    #[must_use]
    pub const fn direction(&self, direction: Direction) -> Direction {
        self.directions[direction as usize]
    }

    /// The place of a cell as the tables have it.
    #[must_use]
    pub fn cell(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    /// The home of a tile as the tables have it.
    #[must_use]
    pub fn home(&self, tile: u16) -> u8 {
        self.homes[usize::from(tile)]
    }

    /// By cell as the tables have it, the home of the tile there; `tiles` yields the tiles of a board in
    /// row-major order.
    #[must_use]
    pub fn board(&self, tiles: impl IntoIterator<Item = u16>) -> [u8; 25] {
        let mut board = [0; 25];
        for (tile, &cell) in tiles.into_iter().zip(&self.cells) {
            board[usize::from(cell)] = self.homes[usize::from(tile)];
        }
        board
    }

    /// By home, the cell where that tile is, both as the tables have it; the blank is at home in cell 0.
    #[must_use]
    pub fn placement(&self, tiles: impl IntoIterator<Item = u16>) -> [u8; 25] {
        let mut placement = [0; 25];
        for (tile, &cell) in tiles.into_iter().zip(&self.cells) {
            placement[usize::from(self.homes[usize::from(tile)])] = cell;
        }
        placement
    }
}

/// The direction mirrored at the diagonal from the top left.
#[must_use]
pub const fn transposed(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Left,
        Direction::Left => Direction::Up,
        Direction::Down => Direction::Right,
        Direction::Right => Direction::Down,
    }
}
