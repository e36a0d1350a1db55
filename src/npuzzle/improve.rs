//! Boards too large for a certain proof: a plan at once, improved while the budget lasts.

use super::anytime::{Conflicts, Estimate as _, Patterns, anytime};
use super::relative::Relative;
use super::request::Request;
use super::solve::Found;
use super::spec::{Algorithm, Detail, HeuristicName};
use super::tables::Tables;
use crate::contract::{Conclusion, Limits, SearchReport};
use crate::search::Budget;

/// Larger boards than this are planned at once and improved while the budget lasts.
const MOST_PROVED_CELLS: usize = 16;

/// Bytes of an answer for each move, and for each tile of a board.
const TOLD_MOVE: u64 = 12;
const TOLD_TILE: u64 = 6;

/// Whether this is the way to answer.
pub(super) fn applies(request: &Request) -> bool {
    let size = request.board.size();
    request.algorithm == Algorithm::Auto
        && request.detail != Detail::Verdict
        && size.cells() > MOST_PROVED_CELLS
        && size.rows.min(size.cols) > 1
}

/// Plans, and improves the plan until it is proved or the budget ends.
pub(super) fn improve(request: &Request, limits: &Limits, tables: &Tables, budget: &Budget) -> Found {
    let relative = Relative::of(&request.board, &request.goal);
    let with_conflicts = request.heuristic != HeuristicName::Manhattan;
    let estimate = Conflicts::new(relative.size, relative.goal_blank, with_conflicts);
    let told = |moves: u64| match request.detail {
        Detail::Verdict | Detail::Cost => 0,
        Detail::Path => TOLD_MOVE * moves.min(limits.path_moves),
        Detail::Boards => {
            let boards = moves.min(limits.boards) * TOLD_TILE * relative.size.cells() as u64;
            TOLD_MOVE * moves.min(limits.path_moves) + boards.min(limits.board_cells * TOLD_TILE)
        }
    };
    let built = tables.pattern_databases.wait(request.board.size(), budget).ok();
    let ((outcome, by), guide) = match built {
        Some(set) => {
            let patterns = Patterns::new(&set, &request.board, &request.goal);
            (anytime(&relative, &patterns, told, budget), patterns.name())
        }
        None => (anytime(&relative, &estimate, told, budget), estimate.name()),
    };
    let mut report = SearchReport::new(by, outcome.stats);
    report.heuristic = Some(guide.name().to_owned());
    let conclusion = match &outcome.plan {
        Some(plan) => Conclusion::plan(plan.cost, plan.cost, outcome.lower_bound, outcome.stopped_by),
        None => Conclusion::solvable(outcome.lower_bound, outcome.stopped_by),
    };
    (conclusion, outcome.plan, report)
}
