//! A plan at once, for any board: line by line by fixed rules, and an exact search for the last few cells.
//!
//! Tiles are placed as people do it, and as Parberry analysed it ("A real-time algorithm for the
//! (n²−1)-puzzle", 1995): a row or column at the edge of what is left is filled from its ends, its last two
//! tiles go in together, and the line is never touched again. Every detour of the blank follows from a rule
//! (once around the tile that is carried, on one side or the other); nothing is searched until at most 3 × 3
//! cells are left, which are solved in the fewest moves by A*. So the time is linear in the length of the
//! plan, about 2.5 n³ moves for a random n × n board.
//!
//! Three choices keep plans short: the edge whose tiles are nearest is taken next, the end of it whose tile is
//! nearest is filled next, and where the blank may pass a tile on either side, it takes the one that moves the
//! tiles on the way towards their own places. An edge in whose line the goal's blank lies is not taken, so that
//! the blank's place is always among the cells that are left.
//!
//! It refuses nothing that can be solved; a board that cannot is for the verdict to find out.

mod block;
mod line;
mod pair;
mod view;
mod walk;

#[cfg(test)]
mod tests;

use super::relative::Relative;
use super::space::Slide;
use crate::search::{Budget, Outcome, Plan, SearchStats, StopReason};
use view::{Rectangle, Side, View};
pub(super) use walk::Walk;

/// Sides of what is left when the exact search takes over.
const LAST: u32 = 3;

/// Finds a plan for a board that can be solved. The lower bound of the outcome is 0: nothing is proved.
///
/// Every move made on the way counts as a generated state.
pub(super) fn construct(relative: &Relative, budget: &Budget) -> Outcome<Slide> {
    let mut stats = SearchStats::default();
    let (plan, stopped_by) = match run(relative, budget, &mut stats) {
        Ok(moves) => (Some(Plan { cost: moves.len() as u64, moves }), None),
        Err(reason) => (None, Some(reason)),
    };
    Outcome { plan, lower_bound: 0, exhausted: false, stopped_by, stats }
}

fn run(relative: &Relative, budget: &Budget, stats: &mut SearchStats) -> Result<Vec<Slide>, StopReason> {
    let mut walk = Walk::start(relative, budget)?;
    let result = finish(&mut walk, Rectangle::all(relative.size), relative.goal_blank, budget);
    *stats = walk.stats();
    result.map(|()| walk.into_moves())
}

/// Brings home everything in the rectangle, in which the blank and all tiles that belong there lie.
fn finish(
    walk: &mut Walk<'_>,
    mut left: Rectangle,
    goal_blank: u32,
    budget: &Budget,
) -> Result<(), StopReason> {
    while left.rows() > LAST || left.cols() > LAST {
        if left.rows() == 1 || left.cols() == 1 {
            // In a single line there is but one way to go.
            return walk.straight_to(goal_blank as usize);
        }
        let side = nearest_side(walk, left, goal_blank);
        line::place(walk, View::of(left, side, walk.cols()))?;
        left = left.without(side);
    }
    block::solve(walk, left, goal_blank, budget)
}

/// The side whose tiles are, on average, the cheapest to carry home.
fn nearest_side(walk: &Walk<'_>, left: Rectangle, goal_blank: u32) -> Side {
    let sides = Side::ALL.into_iter().filter(|&side| {
        let (depth, holds_the_blank) = left.depth_and_place(side, goal_blank, walk.cols());
        depth > LAST && !holds_the_blank
    });
    let cost = |&side: &Side| {
        let view = View::of(left, side, walk.cols());
        let sum: u64 = (0..view.cols)
            .map(|col| {
                let (row, at) = view.spot(walk.at(view.cell((0, col))));
                u64::from(line::carrying(row.unsigned_abs(), at.abs_diff(col)))
            })
            .sum();
        // Scaled, so that lines of different lengths compare without fractions.
        (sum << 16) / view.cols as u64
    };
    sides.min_by_key(cost).expect("of two opposite sides one is without the blank's place")
}
