//! Walking distance (Takahashi): all vertical moves that any plan needs, and all horizontal ones, where
//! tiles may pass every other tile but must give way to each other as the blank allows.
//!
//! It never is below Manhattan distance, and often above linear conflict, because it knows that a tile can
//! leave its row only where the blank is. Both axes are looked up, in tables that do not depend on which tile
//! belongs where, only on the size and on the line of the goal's blank; so one table serves every goal. An axis
//! of more than four lines (2 × 5, say, has five columns) has too many counts and is measured by Manhattan
//! distance. Boards of more than sixteen cells are refused.

use std::sync::Arc;

use super::super::goal::Goal;
use super::super::space::{Slide, Space, State};
use super::super::tables::Tables;
use super::super::tiles::Tiles;
use super::walking_table::{Counts, MOST_LINES, Walk};
use crate::grid::Size;
use crate::search::Heuristic;

/// Boards of more cells have no walking distance.
pub(in crate::npuzzle) const MOST_CELLS: usize = 16;

/// The least vertical moves and the least horizontal ones.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    size: Size,
    rows: Axis,
    cols: Axis,
}

/// One axis: its lines are the rows or the columns.
#[derive(Clone, Debug)]
struct Axis {
    walk: Option<Arc<Walk>>,
    /// By cell, its line.
    line: [u8; MOST_CELLS],
    /// By tile, the line where it belongs.
    home: [u8; MOST_CELLS],
}

/// Where a state stands on both axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    rows: Position,
    cols: Position,
}

/// Where a state stands on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// The number of its counts, where they are tabulated.
    number: u16,
    /// The least moves along the axis.
    left: u16,
}

impl WalkingDistance {
    /// Distances to this goal; `None` if it has more than sixteen cells. The first call for a size and a line of
    /// the goal's blank builds that table, about 8 ms for 4 × 4 and less for all others; further ones take next to
    /// no time.
    #[must_use]
    pub fn new(goal: &Goal, tables: &Tables) -> Option<Self> {
        let size = goal.board().size();
        if size.cells() > MOST_CELLS {
            return None;
        }
        let homes = goal.board().cells_by_tile();
        let axis = |lines: u32, length: u32, line_of: fn(Size, usize) -> u32| {
            let mut axis = Axis { walk: None, line: [0; MOST_CELLS], home: [0; MOST_CELLS] };
            for (tile, &home) in homes.iter().enumerate() {
                axis.line[tile] = line_of(size, tile) as u8;
                axis.home[tile] = line_of(size, home as usize) as u8;
            }
            // A single line needs no table: nothing moves across it.
            if (2..=MOST_LINES as u32).contains(&lines) {
                axis.walk = tables.walking.walk(lines as usize, length as usize, axis.home[0].into());
            }
            axis
        };
        Some(Self {
            size,
            rows: axis(size.rows, size.cols, |size, cell| size.cell(cell).row),
            cols: axis(size.cols, size.rows, |size, cell| size.cell(cell).col),
        })
    }
}

impl Axis {
    fn of<T: Tiles>(&self, state: &State<T>, cells: usize) -> Position {
        let mut counts = Counts::empty(self.line[state.blank as usize].into());
        let mut apart = 0;
        for (cell, &line) in self.line[..cells].iter().enumerate() {
            let tile = state.tiles.get(cell);
            if tile != 0 {
                let home = self.home[usize::from(tile)];
                apart += u16::from(line.abs_diff(home));
                if self.walk.is_some() {
                    counts.put(line.into(), home.into(), 1);
                }
            }
        }
        match &self.walk {
            Some(walk) => {
                let number = walk.number(counts);
                Position { number, left: walk.left(number).into() }
            }
            None => Position { number: 0, left: apart },
        }
    }

    /// After a tile slid across the lines; `from_behind` if its line comes after the blank's.
    #[inline]
    fn after(&self, before: Position, tile: u16, from: usize, to: usize, from_behind: bool) -> Position {
        let home = self.home[usize::from(tile)];
        match &self.walk {
            Some(walk) => {
                let number = walk.after(before.number, from_behind, home);
                Position { number, left: walk.left(number).into() }
            }
            None => {
                let apart = |cell: usize| u16::from(self.line[cell].abs_diff(home));
                Position { number: 0, left: before.left + apart(to) - apart(from) }
            }
        }
    }
}

impl<T: Tiles> Heuristic<Space<T>> for WalkingDistance {
    type Parts = Parts;

    fn of(&self, state: &State<T>) -> Parts {
        let cells = self.size.cells();
        Parts { rows: self.rows.of(state, cells), cols: self.cols.of(state, cells) }
    }

    #[inline]
    fn after(&self, parent: Parts, slide: Slide, child: &State<T>) -> Parts {
        let from = child.blank as usize;
        let cols = self.size.cols as usize;
        match slide {
            Slide::Up => {
                let to = from - cols;
                Parts { rows: self.rows.after(parent.rows, child.tiles.get(to), from, to, true), ..parent }
            }
            Slide::Down => {
                let to = from + cols;
                Parts { rows: self.rows.after(parent.rows, child.tiles.get(to), from, to, false), ..parent }
            }
            Slide::Left => {
                let to = from - 1;
                Parts { cols: self.cols.after(parent.cols, child.tiles.get(to), from, to, true), ..parent }
            }
            Slide::Right => {
                let to = from + 1;
                Parts { cols: self.cols.after(parent.cols, child.tiles.get(to), from, to, false), ..parent }
            }
        }
    }

    #[inline]
    fn estimate(&self, parts: Parts) -> u64 {
        u64::from(parts.rows.left) + u64::from(parts.cols.left)
    }
}
