//! From a request to its answer: verdict, search, bound, path.

use std::sync::Arc;

use super::answer::{Answer, Path};
use super::complete_table::{self, Place};
use super::constructive::construct;
use super::heuristic::{LinearConflict, Manhattan, WalkingDistance};
use super::improve;
use super::informed::{by_tables, by_tables_when_built, has_pattern_databases};
use super::line;
use super::relative::Relative;
use super::request::Request;
use super::space::{Slide, Space};
use super::spec::{Algorithm, Detail, HeuristicName};
use super::tables::Tables;
use super::tiles::{Nibbles, Quintets, Tiles, Wide};
use super::verdict::{Rule, Verdict};
use crate::contract::{Conclusion, Limits, SearchReport};
use crate::search::{
    Budget, Heuristic, Outcome, Plan, SearchStats, StateSpace, a_star, bidirectional, breadth_first,
    depth_first, ida_star, iterative_deepening, now,
};

/// States that a search may generate before it waits for the board's table, which is being built: as many as
/// a few milliseconds allow. Easy boards need no more, and the others gain nothing by taking a core from it.
const MEANWHILE_STATES: u64 = 20_000;

/// Answers a request within its budget. Never panics; runs on the calling thread.
#[must_use]
pub fn solve(request: &Request, limits: &Limits, tables: &Arc<Tables>, budget: &Budget) -> Answer {
    let started = now();
    let (verdict, solvable, reason) = Verdict::of(&request.board, &request.goal);
    let mut answer = if solvable {
        let (conclusion, plan, report) = find(request, &verdict, limits, tables, budget);
        assemble(request, limits, verdict, reason, &conclusion, plan.as_ref(), report)
    } else {
        let report = SearchReport::new(name_without_search(request, &verdict), SearchStats::default());
        assemble(request, limits, verdict, reason, &Conclusion::unsolvable(), None, report)
    };
    answer.search.elapsed_us = started.elapsed().as_micros() as u64;
    answer
}

/// What ran when no search did: the verdict's rule, unless a search was asked for by name.
fn name_without_search(request: &Request, verdict: &Verdict) -> &'static str {
    match (request.algorithm, verdict.rule) {
        (Algorithm::Auto, Rule::Parity) => "parity",
        (Algorithm::Auto, Rule::Order) => "order",
        (named, _) => named.name(),
    }
}

/// What was found out: the conclusion, the plan if there is one, and how it was found.
pub(super) type Found = (Conclusion, Option<Plan<Slide>>, SearchReport);

/// Finds out what is asked for of a board that can be brought to its goal.
fn find(request: &Request, verdict: &Verdict, limits: &Limits, tables: &Tables, budget: &Budget) -> Found {
    let Request { board, goal, algorithm, heuristic, detail, .. } = request;
    // A heuristic asked for by name is to guide a search.
    let free = (*algorithm, *heuristic) == (Algorithm::Auto, HeuristicName::Auto);
    if improve::applies(request) {
        improve::improve(request, limits, tables, budget)
    } else if !free || *detail == Detail::Verdict {
        search(request, tables, budget)
    } else if verdict.rule == Rule::Order {
        let moves = line::plan(board, goal);
        known("order", moves.len() as u64, Some(moves))
    } else if board.size().cells() <= complete_table::MOST_CELLS {
        look_up(request, tables, budget)
    } else {
        let remainders = tables.remainders(board.size());
        match remainders.and_then(|remainders| remainders.plan(&Relative::of(board, goal))) {
            Some(moves) => known("complete_table", moves.len() as u64, Some(moves)),
            None => search(request, tables, budget),
        }
    }
}

/// A plan, or only its length, that was found without a search.
fn known(name: &'static str, cost: u64, moves: Option<Vec<Slide>>) -> Found {
    let conclusion = Conclusion::plan(cost, cost, cost, None);
    (conclusion, moves.map(|moves| Plan { moves, cost }), SearchReport::new(name, SearchStats::default()))
}

/// Looks the board up in its complete table; searches, then waits, while that is being built.
fn look_up(request: &Request, tables: &Tables, budget: &Budget) -> Found {
    let place = tables.complete.place(&Relative::of(&request.board, &request.goal));
    let read = |place: &Place<'_>| {
        let cost = place.moves()?;
        let moves = if request.detail >= Detail::Path { Some(place.plan()?) } else { None };
        Some(known("complete_table", cost, moves))
    };
    if let Some(found) = read(&place) {
        return found;
    }
    if budget.check().is_ok() {
        place.prepare();
        if let Some(found) = read(&place) {
            return found;
        }
    }
    let states = budget.states.min(MEANWHILE_STATES);
    let (mut conclusion, plan, report) = search(request, tables, &Budget { states, ..budget.clone() });
    if plan.is_some() {
        return (conclusion, plan, report);
    }
    match place.wait(budget) {
        Ok(()) => read(&place).expect("a table that was waited for is there"),
        Err(reason) => {
            conclusion.stopped_by = Some(reason.into());
            (conclusion, plan, report)
        }
    }
}

/// Runs the algorithm that was asked for.
fn search(request: &Request, tables: &Tables, budget: &Budget) -> Found {
    match request.board.size().cells() {
        0..=16 => search_over::<Nibbles>(request, tables, budget),
        17..=25 => search_over::<Quintets>(request, tables, budget),
        _ => search_over::<Wide>(request, tables, budget),
    }
}

/// Runs the algorithm that was asked for over states of this kind.
fn search_over<T: Tiles>(request: &Request, tables: &Tables, budget: &Budget) -> Found {
    let Request { board, goal, algorithm, heuristic, detail, limits } = request;
    let space = Space::<T>::new(board, goal);
    let linear_conflict = LinearConflict::new(goal);
    // Every move moves the blank one cell, so all plans have the parity of the blank's distance.
    let parity = u64::from(board.size().distance(board.blank(), goal.board().blank())) % 2;
    let estimate = Heuristic::<Space<T>>::estimate(&linear_conflict, linear_conflict.of(&space.start()));
    let raise = |bound: u64| {
        let bound = bound.max(estimate);
        bound + (bound % 2 != parity) as u64
    };
    if *detail == Detail::Verdict {
        let name = match algorithm {
            Algorithm::Auto => "verdict",
            named => named.name(),
        };
        let report = SearchReport::new(name, SearchStats::default());
        return (Conclusion::solvable(raise(0), None), None, report);
    }
    let cells = board.size().cells();
    let named = match algorithm {
        // Whatever guides it, it returns the plan that a complete table gives: the first in the fixed order.
        Algorithm::Auto => Algorithm::IdaStar,
        named => *named,
    };
    // Tables that are not asked for are worth it where there is no complete one.
    let with_tables = (named, *heuristic) == (Algorithm::IdaStar, HeuristicName::Auto)
        && cells > complete_table::MOST_CELLS
        && has_pattern_databases(board.size());
    let heuristic = match heuristic {
        // Neither always generates fewer states, but a look into its tables takes less than half the time.
        HeuristicName::Auto if cells == 16 && board.size().rows == 4 => HeuristicName::WalkingDistance,
        HeuristicName::Auto => HeuristicName::LinearConflict,
        named => *named,
    };
    let (outcome, guide) = match named {
        Algorithm::Bfs => (breadth_first(&space, budget), None),
        Algorithm::Dfs => (depth_first(&space, limits.depth, budget), None),
        Algorithm::Iddfs => (iterative_deepening(&space, limits.depth, budget), None),
        Algorithm::Bidirectional => (bidirectional(&space, budget), None),
        Algorithm::Constructive => (construct(&Relative::of(board, goal), budget), None),
        Algorithm::AStar | Algorithm::IdaStar | Algorithm::Auto => {
            let run = |budget: &Budget| match heuristic {
                HeuristicName::Manhattan => guided(named, &space, &Manhattan::new(goal), budget),
                HeuristicName::WalkingDistance => {
                    let walking_distance = WalkingDistance::new(goal, tables)
                        .expect("a request for a larger board is no request");
                    guided(named, &space, &walking_distance, budget)
                }
                HeuristicName::PatternDatabase => by_tables(named, &space, request, tables, budget),
                HeuristicName::LinearConflict | HeuristicName::Auto => {
                    guided(named, &space, &linear_conflict, budget)
                }
            };
            if with_tables {
                let (outcome, by_tables) = by_tables_when_built(request, tables, budget, run);
                (outcome, Some(if by_tables { HeuristicName::PatternDatabase } else { heuristic }))
            } else {
                (run(budget), Some(heuristic))
            }
        }
    };
    let mut report = SearchReport::new(named.name(), outcome.stats);
    report.heuristic = guide.map(|heuristic| heuristic.name().into());
    let bound = raise(outcome.lower_bound);
    let conclusion = match &outcome.plan {
        Some(plan) => Conclusion::plan(plan.cost, plan.cost, bound, outcome.stopped_by),
        None => Conclusion::solvable(bound, outcome.stopped_by),
    };
    (conclusion, outcome.plan, report)
}

fn guided<T: Tiles, H: Heuristic<Space<T>>>(
    algorithm: Algorithm,
    space: &Space<T>,
    heuristic: &H,
    budget: &Budget,
) -> Outcome<Slide> {
    match algorithm {
        Algorithm::IdaStar => ida_star(space, heuristic, budget),
        _ => a_star(space, heuristic, budget),
    }
}

/// Puts together what was asked for and fits into an answer.
fn assemble(
    request: &Request,
    limits: &Limits,
    verdict: Verdict,
    reason: String,
    conclusion: &Conclusion,
    plan: Option<&Plan<Slide>>,
    search: SearchReport,
) -> Answer {
    let wanted = plan.filter(|_| request.detail >= Detail::Path);
    let moves = wanted.map_or(0, |plan| plan.moves.len() as u64);
    let cells = request.board.size().cells() as u64;
    let path_fits = moves <= limits.path_moves;
    let boards_fit = moves < limits.boards && (moves + 1) * cells <= limits.board_cells;
    let (mut path, mut boards) = (None, None);
    let with_boards = request.detail == Detail::Boards && boards_fit;
    if let Some(plan) = wanted.filter(|_| path_fits || with_boards) {
        let (told, seen) = replay(request, &plan.moves, with_boards);
        path = path_fits.then_some(told);
        boards = with_boards.then_some(seen);
    }
    Answer {
        solvable: conclusion.solvable,
        status: conclusion.status,
        cost: conclusion.cost,
        moves: conclusion.moves,
        lower_bound: conclusion.lower_bound,
        stopped_by: conclusion.stopped_by,
        verdict,
        reason,
        path,
        path_omitted: (wanted.is_some() && !path_fits).then_some(true),
        boards,
        boards_omitted: (wanted.is_some() && request.detail == Detail::Boards && !boards_fit).then_some(true),
        limits: request.limits.clone(),
        search,
    }
}

/// Tells the moves as tiles and directions, and the boards between them if wanted.
fn replay(request: &Request, moves: &[Slide], with_boards: bool) -> (Path, Vec<Vec<Vec<u32>>>) {
    let size = request.board.size();
    let mut tiles = request.board.tiles().to_vec();
    let mut blank = request.board.blank();
    let rows = |tiles: &[u16]| {
        tiles.chunks(size.cols as usize).map(|row| row.iter().copied().map(u32::from).collect()).collect()
    };
    let mut path =
        Path { tiles: Vec::with_capacity(moves.len()), directions: String::with_capacity(moves.len()) };
    let mut boards = Vec::new();
    if with_boards {
        boards.push(rows(&tiles));
    }
    for &slide in moves {
        let from = size.neighbour(blank, slide.opposite()).expect("a search moves only tiles that are there");
        path.tiles.push(tiles[from].into());
        path.directions.push(slide.letter());
        tiles.swap(from, blank);
        blank = from;
        if with_boards {
            boards.push(rows(&tiles));
        }
    }
    (path, boards)
}
