//! The moves of a state: every straight line of cars that can slide into an empty, and of these only the ones
//! that a plan of fewest steps needs.
//!
//! Among all plans of fewest steps there is one whose moves are made as early as can be (the sum of their steps'
//! numbers is smallest). In that plan, with the step before in mind,
//!
//! 1. a move touches a cell that the step before touched, else it could have been part of that step;
//! 2. no empty goes back the way it came: the cells between are all where they were, so the two moves are one that
//!    is shorter, or none;
//! 3. where lines may be long, an empty goes straight on only over cells that something else touched, else its two
//!    moves could have been one.
//!
//! In each case the other plan has a smaller sum. A search that keeps, of all ways of equally many steps to a
//! state, the one of the smallest sum can therefore leave out what breaks these rules (normal forms of traces,
//! Cartier and Foata, 1969). A car that left counts as something that touched its cell.

use super::field::{Field, Record};
use crate::grid::Direction;
use crate::parking::ground::NONE;

/// A line of cars that can slide into an empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The direction of the cars, as its place in [`Direction::ALL`].
    pub(super) direction: u32,
    /// How many cars.
    pub(super) cars: u32,
    /// The spot of the last: it becomes empty.
    pub(super) tail: u32,
}

/// The lines of a state, by empty.
pub(super) struct Lines {
    in_blocks: bool,
    /// By spot; all false between two uses.
    empty: Vec<bool>,
    touched: Vec<bool>,
    marked: Vec<u32>,
    pub(super) lines: Vec<Line>,
    /// By empty: where its lines end in `lines`.
    pub(super) ends: Vec<usize>,
}

impl Lines {
    /// Bytes held on a region.
    pub(super) fn bytes(spots: usize) -> usize {
        spots * 2 * size_of::<bool>()
    }

    pub(super) fn new(spots: usize, in_blocks: bool) -> Self {
        Self {
            in_blocks,
            empty: vec![false; spots],
            touched: vec![false; spots],
            marked: Vec::new(),
            lines: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Finds the lines of a state; all of them at the start of a plan, else those that the rules leave.
    pub(super) fn find(&mut self, field: &Field<'_>, record: &Record, at_start: bool) {
        self.lines.clear();
        self.ends.clear();
        for &(spot, came) in &record.empties {
            self.empty[spot as usize] = true;
            if !at_start {
                self.touch(field, spot, came);
            }
        }
        for &(spot, came) in &record.empties {
            let moved = !at_start && came != spot;
            let last = if moved && came != NONE { heading(field, came, spot) } else { None };
            for direction in 0..Direction::ALL.len() {
                // The empty goes against the cars.
                if last == Some(direction ^ 1) {
                    continue;
                }
                let straight_on = self.in_blocks && last == Some(direction);
                let mut touches = at_start || moved && !straight_on;
                let mut tail = field.ground.near[spot as usize][direction];
                let mut cars = 0;
                while tail != NONE && !self.empty[tail as usize] {
                    cars += 1;
                    touches |= self.touched[tail as usize];
                    if touches {
                        self.lines.push(Line { direction: direction as u32, cars, tail });
                    }
                    if !self.in_blocks {
                        break;
                    }
                    tail = field.ground.near[tail as usize][direction];
                }
            }
            self.ends.push(self.lines.len());
        }
        record.empties.iter().for_each(|&(spot, _)| self.empty[spot as usize] = false);
        self.marked.drain(..).for_each(|spot| self.touched[spot as usize] = false);
    }

    /// The lines that slide into the empty of this place.
    #[inline]
    pub(super) fn of(&self, place: usize) -> std::ops::Range<usize> {
        place.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[place]
    }

    /// Marks what the last step touched when an empty came from `came` to `spot`.
    fn touch(&mut self, field: &Field<'_>, spot: u32, came: u32) {
        if came == spot {
            return;
        }
        let mut mark = |spot: u32| {
            self.touched[spot as usize] = true;
            self.marked.push(spot);
        };
        mark(spot);
        let mut at = spot;
        if let Some(direction) =
            Some(came).filter(|&came| came != NONE).and_then(|came| heading(field, came, spot))
        {
            while at != came && at != NONE {
                at = field.ahead(at, direction);
                mark(at);
            }
        }
    }
}

/// The direction of the cars that slid when an empty went from one spot to another on its line.
#[inline]
pub(super) fn heading(field: &Field<'_>, from: u32, to: u32) -> Option<usize> {
    let [[row, col], [to_row, to_col]] = [field.places[from as usize], field.places[to as usize]];
    let direction = if row > to_row {
        Direction::Down
    } else if row < to_row {
        Direction::Up
    } else if col > to_col {
        Direction::Right
    } else if col < to_col {
        Direction::Left
    } else {
        return None;
    };
    Some(direction as usize)
}

/// The line that slid when an empty went from one spot to another; none if it stayed, or was not there before.
pub(super) fn between(field: &Field<'_>, from: u32, to: u32) -> Option<Line> {
    let direction = Some(from).filter(|&from| from != NONE).and_then(|from| heading(field, from, to))?;
    let [[row, col], [to_row, to_col]] = [field.places[from as usize], field.places[to as usize]];
    let cars = row.abs_diff(to_row) + col.abs_diff(to_col);
    Some(Line { direction: direction as u32, cars, tail: to })
}
