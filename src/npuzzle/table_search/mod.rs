//! Iterative-deepening A* (Korf, 1985) on pattern databases, in a loop of its own: boards of at most 16 cells.
//!
//! The textbook search in [`crate::search`] asks a heuristic for every state; here the heuristic is woven into
//! the loop. The ranks that number the tables' entries are kept from move to move instead of being computed, the
//! board and its mirror image are a machine word each, and duplicates that are quickly told are left out. Tables
//! that the caches hold are searched in order, larger ones in several subtrees by turns.
//!
//! What is compared with the limit is the slack: half of what the limit leaves beyond moves made and Manhattan
//! distance. A move towards a tile's home keeps it, a move away takes one off. A board is worth a look as long
//! as no view of the tables asks for more than the slack.

mod in_order;
mod iteration;
mod lanes;
mod lens;
mod node;
mod prefetch;
mod run;
mod steps;
mod tally;

#[cfg(test)]
mod tests;

use run::Run;

use super::board::Board;
use super::goal::Goal;
use super::pattern_database::TableSet;
use super::space::Slide;
use crate::search::{Budget, Outcome};

/// Boards of more cells do not fit into a machine word.
pub(super) const MOST_CELLS: usize = 16;

/// Finds a plan with the fewest moves; of several, the first in the order up, down, left, right of the tiles.
///
/// The tables are those for the size of board and goal, which have at most 16 cells and can be reached from each
/// other. Memory is a few megabytes at most. Counts every state each time it is met, and looks at the cancel flag every 1,024
/// states and at the clock every 4,096. When stopped, the limit of the iteration under way is a proved bound.
#[must_use]
pub(super) fn ida_star(board: &Board, goal: &Goal, tables: &TableSet, budget: &Budget) -> Outcome<Slide> {
    search(board, goal, tables, NEAR, budget)
}

/// Tables of more bytes are taken not to fit into the caches near a core.
const NEAR: usize = 16 << 20;

fn search(board: &Board, goal: &Goal, tables: &TableSet, near: usize, budget: &Budget) -> Outcome<Slide> {
    let views = tables.views().count();
    match (tables.size().cols, views) {
        (2, 1) => Run::<2, 1, 1>::new(board, goal, tables).ida_star(near, budget),
        (2, 2) => Run::<2, 1, 2>::new(board, goal, tables).ida_star(near, budget),
        (3, 1) => Run::<3, 2, 1>::new(board, goal, tables).ida_star(near, budget),
        (3, 2) => Run::<3, 2, 2>::new(board, goal, tables).ida_star(near, budget),
        (4, 2) => Run::<4, 3, 2>::new(board, goal, tables).ida_star(near, budget),
        (4, 4) => Run::<4, 3, 4>::new(board, goal, tables).ida_star(near, budget),
        (cols, views) => unreachable!("no partition gives {views} views of {cols} columns"),
    }
}
