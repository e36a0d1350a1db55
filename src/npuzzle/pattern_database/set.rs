//! All tables for boards of one size, and the views through which they give bounds.
//!
//! A square board whose goal has the blank in a corner may be mirrored at the diagonal through that corner: the
//! tables then bound the same moves a second time, through groups that lie the other way. The better of all
//! bounds counts. Mirroring keeps the Manhattan distance, so bounds are compared by their excess over it alone.

use super::additive::Additive;
use super::approach::Approach;
use crate::grid::{Cell, Size};
use crate::npuzzle::board::Board;
use crate::npuzzle::goal::Goal;

/// All tables for boards of one size.
#[derive(Debug)]
pub struct TableSet {
    size: Size,
    tables: Vec<Additive>,
    /// By cell, its mirror image at the diagonal, where the board has one.
    mirror: Option<Vec<u8>>,
}

/// One table set, looked at straight or mirrored.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The tables.
    pub table: &'a Additive,
    /// Where mirrored, by cell its mirror image.
    pub mirror: Option<&'a [u8]>,
}

impl TableSet {
    pub(in crate::npuzzle) fn new(tables: Vec<Additive>) -> Self {
        let size = tables[0].size();
        let image = |index: usize| {
            let Cell { row, col } = size.cell(index);
            size.index(Cell { row: col, col: row }) as u8
        };
        let mirror = (size.rows == size.cols).then(|| (0..size.cells()).map(image).collect());
        Self { size, tables, mirror }
    }

    /// Builds the tables of several partitions on this thread, for boards of a size at least as tall as wide.
    #[cfg(test)]
    pub(in crate::npuzzle) fn build(size: Size, partitions: &[super::Partition]) -> Self {
        let build = |partition| Additive::build(size, partition, &crate::search::CancelFlag::default());
        Self::new(partitions.iter().map(|partition| build(partition).expect("nobody stops it")).collect())
    }

    /// Rows and columns of the boards, at least as tall as wide.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.entries().bytes()).sum()
    }

    /// Every view of every table.
    pub fn views(&self) -> impl Iterator<Item = View<'_>> {
        let mirror = self.mirror.as_deref();
        self.tables.iter().flat_map(move |table| {
            let straight = View { table, mirror: None };
            [Some(straight), mirror.map(|mirror| View { table, mirror: Some(mirror) })].into_iter().flatten()
        })
    }

    /// A bound on the moves to the tables' goal. `placement` says where each tile is, by its home.
    #[must_use]
    pub fn bound(&self, placement: &[u8]) -> u32 {
        let placement = &placement[..self.size.cells()];
        let distance = |(home, &cell): (usize, &u8)| self.size.distance(home, cell.into());
        let manhattan: u32 = placement.iter().enumerate().skip(1).map(distance).sum();
        let excess = self.views().map(|view| view.excess(placement)).max().unwrap_or_default();
        manhattan + 2 * excess
    }

    /// Of all ways to see the goal, the one that promises most from this board; the first of equals.
    #[must_use]
    pub fn approach(&self, board: &Board, goal: &Goal) -> Approach {
        let mut best: Option<(u32, Approach)> = None;
        for approach in Approach::all(goal) {
            let bound = self.bound(&approach.placement(board.tiles().iter().copied()));
            let bound = bound.saturating_sub(approach.detour());
            if best.as_ref().is_none_or(|(most, _)| bound > *most) {
                best = Some((bound, approach));
            }
        }
        best.expect("there is always a corner").1
    }
}

impl View<'_> {
    /// Half of what the tiles take beyond Manhattan distance.
    #[must_use]
    pub fn excess(&self, placement: &[u8]) -> u32 {
        match self.mirror {
            None => self.table.excess(placement),
            Some(mirror) => {
                let mut mirrored = [0; 25];
                for (home, &cell) in placement.iter().enumerate() {
                    mirrored[usize::from(mirror[home])] = mirror[usize::from(cell)];
                }
                self.table.excess(&mirrored)
            }
        }
    }
}
