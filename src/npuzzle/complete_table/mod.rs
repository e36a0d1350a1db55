//! Complete distance tables: boards of at most ten cells are not searched but looked up.
//!
//! A breadth-first search from the goal, once, over a perfect index of the boards that can be reached, tells
//! how far every board is. An answer then is a walk downhill. At every board the first move in the fixed order
//! that leads nearer is taken, so the plan is the first of all optimal plans in that order – the very plan
//! that [`breadth_first`](crate::search::breadth_first()) and [`ida_star`](crate::search::ida_star()) return.
//!
//! A table is built at first use, once, whoever asks; one of nine cells or fewer by the first who asks (a few
//! milliseconds), one of ten in the background. Nothing larger is built here: eleven cells and more have no
//! rectangle below 239.5 million boards. A table directory may have those of twelve cells ([`Remainders`]).

mod reading;
mod remainders;
mod spread;
mod symmetry;
mod table;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use self::reading::Reading;
pub(super) use self::remainders::Remainders;
pub(super) use self::spread::build_remainders;
use self::symmetry::Symmetry;
use self::table::Table;
use super::relative::Relative;
use super::space::Slide;
use crate::grid::{Direction, Size};
use crate::search::{Budget, StopReason};

/// Boards of more cells have no complete table.
pub(super) const MOST_CELLS: usize = 10;

/// Tables of more cells are built in the background.
const MOST_CELLS_AT_ONCE: usize = 9;

/// Between two looks for a table that is being built.
const GLANCE: Duration = Duration::from_micros(200);

/// A table, or the place for it.
#[derive(Debug, Default)]
struct Slot {
    table: OnceLock<Table>,
    /// Whether somebody went to build it in the background.
    begun: AtomicBool,
    #[cfg(test)]
    builds: std::sync::atomic::AtomicU32,
}

impl Slot {
    /// Builds the table unless it is there; whoever comes meanwhile waits.
    fn fill(&self, size: Size, goal_blank: usize) {
        self.table.get_or_init(|| {
            #[cfg(test)]
            self.builds.fetch_add(1, Ordering::Relaxed);
            Table::build(size, goal_blank)
        });
    }
}

/// The tables of all sizes and goals, eleven at most; 6.4 MB when all are built.
#[derive(Debug, Default)]
pub(super) struct CompleteTables {
    /// By size (2×2, 2×3, 2×4, 2×5, 3×3) and the cell of the goal's blank, both turned by [`Symmetry`].
    slots: [[Arc<Slot>; 5]; 5],
}

impl CompleteTables {
    /// Whether the table is there for boards of this size whose goal has its blank in this cell; the size is one that
    /// [`place`](Self::place) takes.
    pub(super) fn is_ready(&self, size: Size, goal_blank: usize) -> bool {
        self.slot(Symmetry::of(size, goal_blank), goal_blank).table.get().is_some()
    }

    fn slot(&self, symmetry: Symmetry, goal_blank: usize) -> &Arc<Slot> {
        let size = symmetry.size();
        let shape = if size.rows == 3 { 4 } else { size.cols as usize - 2 };
        &self.slots[shape][symmetry.cell(goal_blank)]
    }

    /// The place of a board in its table. The board has at most [`MOST_CELLS`] cells, in two rows and columns
    /// or more, and can be brought to its goal.
    pub(super) fn place(&self, board: &Relative) -> Place<'_> {
        let symmetry = Symmetry::of(board.size, board.goal_blank as usize);
        let (size, goal_blank) = (symmetry.size(), symmetry.cell(board.goal_blank as usize));
        let (slot, reading) = (self.slot(symmetry, board.goal_blank as usize), Reading::of(board, symmetry));
        Place { slot, size, goal_blank, symmetry, reading }
    }
}

/// One board's place in its table, whether that is built or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'t> {
    slot: &'t Arc<Slot>,
    size: Size,
    goal_blank: usize,
    symmetry: Symmetry,
    reading: Reading,
}

impl Place<'_> {
    /// Whether the table is there.
    fn is_ready(&self) -> bool {
        self.slot.table.get().is_some()
    }

    /// Sees to it that the table will be there. A small one is when this returns; a large one is on its way,
    /// in a thread that nobody's deadline or cancellation ends.
    pub(super) fn prepare(&self) {
        let Self { size, goal_blank, .. } = *self;
        if size.cells() <= MOST_CELLS_AT_ONCE {
            self.slot.fill(size, goal_blank);
        } else if !self.slot.begun.swap(true, Ordering::Relaxed) {
            let slot = Arc::clone(self.slot);
            let builder = std::thread::Builder::new().name("complete-table".to_owned());
            if builder.spawn(move || slot.fill(size, goal_blank)).is_err() {
                // No thread to be had at present: whoever asks next tries again.
                self.slot.begun.store(false, Ordering::Relaxed);
            }
        }
    }

    /// Waits for the table as long as the budget allows.
    ///
    /// # Errors
    /// The reason to stop, if the table is not there by then.
    pub(super) fn wait(&self, budget: &Budget) -> Result<(), StopReason> {
        while !self.is_ready() {
            budget.check()?;
            self.prepare();
            // A look now and then also sees a cancellation, which would wake nobody.
            std::thread::sleep(GLANCE);
        }
        Ok(())
    }

    /// Moves to the goal, if the table is there.
    pub(super) fn moves(&self) -> Option<u64> {
        self.slot.table.get().map(|table| table.moves(self.reading).into())
    }

    /// How many boards are so many moves from the goal, if the table is there. Time linear in the number of boards.
    pub(super) fn count(&self, moves: RangeInclusive<u8>) -> Option<usize> {
        self.slot.table.get().map(|table| table.numbers(moves).count())
    }

    /// One of them, by its number among them: the cell where each cell's tile belongs. The goal's blank must be in a
    /// corner.
    pub(super) fn nth(&self, moves: RangeInclusive<u8>, number: usize) -> Option<Vec<usize>> {
        let table = self.slot.table.get()?;
        let number = table.numbers(moves).nth(number)?;
        Some(table.reading(number).homes(self.symmetry))
    }

    /// The first of all optimal plans in the fixed order of moves, if the table is there. Time linear in the
    /// number of moves.
    pub(super) fn plan(&self) -> Option<Vec<Slide>> {
        let table = self.slot.table.get()?;
        let mut plan = Vec::with_capacity(table.moves(self.reading).into());
        let order = Direction::ALL.map(|direction| self.symmetry.direction(direction));
        plan.extend(table.descend(self.reading, order).map(|at| Direction::ALL[at]));
        Some(plan)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::npuzzle::{Board, Goal, GoalPreset};
    use crate::search::CancelFlag;

    fn relative(rows: &[&[u32]]) -> Relative {
        let board = Board::new(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap();
        Relative::of(&board, &Goal::preset(GoalPreset::BlankLast, board.size()))
    }

    #[test]
    fn many_ask_at_once_and_one_builds() {
        for board in
            [relative(&[&[8, 1, 3], &[4, 0, 2], &[7, 6, 5]]), relative(&[&[1, 2, 3, 4, 5], &[6, 7, 8, 0, 9]])]
        {
            let (tables, barrier) = (CompleteTables::default(), Barrier::new(16));
            let ask = || {
                let place = tables.place(&board);
                barrier.wait();
                place.prepare();
                place.wait(&Budget::unlimited()).unwrap();
                place.moves().unwrap()
            };
            let answers: Vec<u64> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..16).map(|_| scope.spawn(ask)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(answers, [if board.size.rows == 3 { 14 } else { 1 }; 16]);
            assert_eq!(tables.place(&board).slot.builds.load(Ordering::Relaxed), 1);
        }
    }

    #[test]
    fn whoever_gives_up_leaves_the_table_to_the_others() {
        let tables = CompleteTables::default();
        let board = relative(&[&[5, 4, 3, 2, 1], &[9, 8, 7, 6, 0]]);
        let place = tables.place(&board);
        let cancel = CancelFlag::default();
        cancel.cancel();
        let cancelled = Budget { cancel, ..Budget::unlimited() };
        assert_eq!(place.wait(&cancelled), Err(StopReason::Cancelled));
        place.prepare();
        assert_eq!(place.wait(&cancelled), Err(StopReason::Cancelled));
        while place.moves().is_none() {
            std::thread::sleep(GLANCE);
        }
        assert_eq!(place.slot.builds.load(Ordering::Relaxed), 1);
    }
}
