//! A board on its way, and the moves made so far.

use super::super::relative::Relative;
use super::super::space::Slide;
use crate::grid::Direction;
use crate::search::{Budget, Meter, SearchStats, StopReason};

/// A board that is moved in place; tiles are called by the cells where they belong.
#[derive(Debug)]
pub(super) struct Walk<'b> {
    cols: usize,
    /// By cell, the tile in it.
    tiles: Vec<u16>,
    /// By tile, the cell it is in.
    at: Vec<u16>,
    blank: usize,
    moves: Vec<Slide>,
    /// So many moves are not taken back any more.
    fixed: usize,
    meter: Meter<'b>,
}

impl<'b> Walk<'b> {
    /// Before the first move.
    pub(super) fn start(relative: &Relative, budget: &'b Budget) -> Result<Self, StopReason> {
        let cells = relative.homes.len();
        let mut meter = Meter::start(budget, 1)?;
        meter.hold(2 * cells * size_of::<u16>())?;
        let tiles = relative.homes.clone();
        let mut at = vec![0; cells];
        for (cell, &tile) in tiles.iter().enumerate() {
            at[tile as usize] = cell as u16;
        }
        let (cols, blank) = (relative.size.cols as usize, relative.blank as usize);
        meter.stats.peak_states = 1;
        Ok(Self { cols, tiles, at, blank, moves: Vec::new(), fixed: 0, meter })
    }

    /// Columns of the board.
    pub(super) const fn cols(&self) -> usize {
        self.cols
    }

    /// The cell of a tile.
    #[inline]
    pub(super) fn at(&self, tile: usize) -> usize {
        self.at[tile].into()
    }

    /// The tile in a cell.
    #[inline]
    pub(super) fn tile(&self, cell: usize) -> usize {
        self.tiles[cell].into()
    }

    /// The blank's cell.
    pub(super) const fn blank(&self) -> usize {
        self.blank
    }

    /// The figures so far, and the budget that is left beside what is held.
    pub(super) const fn stats(&self) -> SearchStats {
        self.meter.stats
    }

    /// Counts what a search beside this walk did.
    pub(super) fn add(&mut self, stats: SearchStats) {
        self.meter.stats.expanded += stats.expanded;
        self.meter.stats.generated += stats.generated;
        self.meter.stats.peak_states = self.meter.stats.peak_states.max(stats.peak_states);
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        2 * size_of_val(&*self.tiles) + self.moves.capacity()
    }

    /// From now on, no move made so far is taken back. Says how many there are.
    pub(super) const fn fix(&mut self) -> usize {
        self.fixed = self.moves.len();
        self.fixed
    }

    /// The moves made.
    pub(super) fn into_moves(self) -> Vec<Slide> {
        self.moves
    }

    /// Slides the tile beside the blank that can go this way. A move straight back takes the last one back.
    #[inline]
    pub(super) fn slide(&mut self, slide: Slide) -> Result<(), StopReason> {
        let Self { meter, moves, fixed, .. } = self;
        meter.tick()?;
        meter.generate()?;
        meter.stats.expanded += 1;
        let from = match slide {
            Direction::Up => self.blank + self.cols,
            Direction::Down => self.blank - self.cols,
            Direction::Left => self.blank + 1,
            Direction::Right => self.blank - 1,
        };
        if moves.len() > *fixed && moves.last() == Some(&slide.opposite()) {
            moves.pop();
        } else {
            meter.room(moves)?;
            moves.push(slide);
        }
        let (to, tile) = (self.blank, self.tiles[from]);
        self.tiles.swap(from, to);
        self.at.swap(tile as usize, self.tiles[from] as usize);
        self.blank = from;
        Ok(())
    }

    /// Takes the blank to a cell in its row or column.
    pub(super) fn straight_to(&mut self, cell: usize) -> Result<(), StopReason> {
        while self.blank != cell {
            let in_one_row = self.blank / self.cols == cell / self.cols;
            self.slide(match (self.blank < cell, in_one_row) {
                (true, true) => Direction::Left,
                (false, true) => Direction::Right,
                (true, false) => Direction::Up,
                (false, false) => Direction::Down,
            })?;
        }
        Ok(())
    }

    /// By how much farther (or, if negative, nearer) to its place the tile in a cell is after sliding into
    /// another, neighbouring cell.
    #[inline]
    pub(super) fn detour(&self, from: usize, to: usize) -> i32 {
        let cols = self.cols as i32;
        let home = i32::from(self.tiles[from]);
        let (from, to) = (from as i32, to as i32);
        if (from - to).abs() == 1 && cols > 1 {
            let col = home % cols;
            (to % cols).abs_diff(col) as i32 - (from % cols).abs_diff(col) as i32
        } else {
            let row = home / cols;
            (to / cols).abs_diff(row) as i32 - (from / cols).abs_diff(row) as i32
        }
    }
}
