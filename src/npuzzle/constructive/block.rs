//! What is left at the end, at most 3 × 3 cells: solved in the fewest moves by A*.

use std::cmp::Ordering;

use super::super::board::Board;
use super::super::goal::Goal;
use super::super::heuristic::LinearConflict;
use super::super::space::Space;
use super::super::tiles::Nibbles;
use super::view::Rectangle;
use super::walk::Walk;
use crate::grid::Size;
use crate::search::{Budget, StopReason, a_star};

/// Solves a rectangle of at most 16 cells in which the blank and all tiles that belong there lie.
pub(super) fn solve(
    walk: &mut Walk<'_>,
    left: Rectangle,
    goal_blank: u32,
    budget: &Budget,
) -> Result<(), StopReason> {
    let cells: Vec<usize> = (left.top..left.bottom)
        .flat_map(|row| (left.left..left.right).map(move |col| (row, col)))
        .map(|(row, col)| row as usize * walk.cols() + col as usize)
        .collect();
    let place = |cell: usize| {
        let place = cells.iter().position(|&other| other == cell);
        place.expect("what belongs into the block lies in it")
    };
    let blank = place(goal_blank as usize);
    // Tiles are called by the places where they belong, counted from 1 past the blank's.
    let name = |cell: usize| {
        let place = place(cell);
        match place.cmp(&blank) {
            Ordering::Less => place as u16 + 1,
            Ordering::Equal => 0,
            Ordering::Greater => place as u16,
        }
    };
    let size = Size { rows: left.rows(), cols: left.cols() };
    let board = Board::from_tiles(size, cells.iter().map(|&cell| name(walk.tile(cell))).collect());
    let goal = Goal::explicit(Board::from_tiles(size, cells.iter().map(|&cell| name(cell)).collect()));
    let rest = Budget {
        states: budget.states.saturating_sub(walk.stats().generated),
        bytes: budget.bytes.saturating_sub(walk.bytes() as u64),
        ..budget.clone()
    };
    let outcome = a_star(&Space::<Nibbles>::new(&board, &goal), &LinearConflict::new(&goal), &rest);
    walk.add(outcome.stats);
    match (outcome.plan, outcome.stopped_by) {
        (Some(plan), _) => plan.moves.into_iter().try_for_each(|slide| walk.slide(slide)),
        (None, Some(reason)) => Err(reason),
        (None, None) => unreachable!("only boards that can be solved are constructed"),
    }
}
