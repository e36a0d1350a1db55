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
use view::View;
use walk::Walk;

pub(super) use view::{Rectangle, Side};

/// Sides of what is left when the exact search takes over.
const LAST: u32 = 3;

/// Finds a plan for a board that can be solved. The lower bound of the outcome is 0: nothing is proved.
///
/// Every move made on the way counts as a generated state.
pub(super) fn construct(relative: &Relative, budget: &Budget) -> Outcome<Slide> {
    construct_in_parts(relative, 0, budget).0
}

/// The same, and where the plan can be cut: after how many moves, and what is left by then, of which there are
/// at most so many cells.
pub(super) fn construct_in_parts(
    relative: &Relative,
    cells: usize,
    budget: &Budget,
) -> (Outcome<Slide>, usize, Rectangle) {
    let mut stats = SearchStats::default();
    let mut cut = (0, Rectangle::all(relative.size));
    let (plan, stopped_by) = match run(relative, cells, budget, &mut cut, &mut stats) {
        Ok(moves) => (Some(Plan { cost: moves.len() as u64, moves }), None),
        Err(reason) => (None, Some(reason)),
    };
    (Outcome { plan, lower_bound: 0, exhausted: false, stopped_by, stats }, cut.0, cut.1)
}

fn run(
    relative: &Relative,
    cells: usize,
    budget: &Budget,
    cut: &mut (usize, Rectangle),
    stats: &mut SearchStats,
) -> Result<Vec<Slide>, StopReason> {
    let mut walk = Walk::start(relative, budget)?;
    let goal_blank = relative.goal_blank;
    let result = (|| {
        cut.1 = place_lines(&mut walk, cut.1, goal_blank, |left| left.cells() > cells)?;
        cut.0 = walk.fix();
        let last = |left: Rectangle| left.rows() > LAST || left.cols() > LAST;
        let left = place_lines(&mut walk, cut.1, goal_blank, last)?;
        if left.rows() == 1 || left.cols() == 1 {
            // In a single line there is but one way to go.
            walk.straight_to(goal_blank as usize)
        } else {
            block::solve(&mut walk, left, goal_blank, budget)
        }
    })();
    *stats = walk.stats();
    result.map(|()| walk.into_moves())
}

/// Places line after line as long as there are lines to place and too many cells are left; returns what is left.
fn place_lines(
    walk: &mut Walk<'_>,
    mut left: Rectangle,
    goal_blank: u32,
    is_too_large: impl Fn(Rectangle) -> bool,
) -> Result<Rectangle, StopReason> {
    let is_thick = |left: Rectangle| left.rows().min(left.cols()) > 1 && left.rows().max(left.cols()) > LAST;
    while is_thick(left) && is_too_large(left) {
        let side = nearest_side(|tile| walk.at(tile), walk.cols(), left, goal_blank, LAST);
        line::place(walk, View::of(left, side, walk.cols()))?;
        left = left.without(side);
    }
    Ok(left)
}

/// The side whose tiles are, on average, the cheapest to carry home, of those that have more than `depth` lines
/// behind them and are not in line with the blank's place.
pub(super) fn nearest_side(
    at: impl Fn(usize) -> usize,
    cols: usize,
    left: Rectangle,
    goal_blank: u32,
    depth: u32,
) -> Side {
    let sides = Side::ALL.into_iter().filter(|&side| {
        let (lines, holds_the_blank) = left.depth_and_place(side, goal_blank, cols);
        lines > depth && !holds_the_blank
    });
    let cost = |&side: &Side| {
        let view = View::of(left, side, cols);
        let sum: u64 = (0..view.cols)
            .map(|col| {
                let (row, now) = view.spot(at(view.cell((0, col))));
                u64::from(line::carrying(row.unsigned_abs(), now.abs_diff(col)))
            })
            .sum();
        // Scaled, so that lines of different lengths compare without fractions.
        (sum << 16) / view.cols as u64
    };
    sides.min_by_key(cost).expect("of two opposite sides one is without the blank's place")
}
