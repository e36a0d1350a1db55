//! Searches guided by pattern databases, which may still have to be built.

use super::anytime::{self, Patterns};
use super::pattern_database::{PatternDatabase, PatternDatabases, TableSet};
use super::relative::Relative;
use super::request::Request;
use super::space::{Slide, Space};
use super::spec::Algorithm;
use super::table_search;
use super::tables::Tables;
use super::tiles::Tiles;
use crate::grid::Size;
use crate::search::{Budget, Outcome, SearchStats, StopReason, a_star};

/// Boards of more cells have no pattern databases.
pub(super) const MOST_TABLE_CELLS: usize = 25;

/// Whether `pattern_database` applies to boards of this size.
pub(super) fn has_pattern_databases(size: Size) -> bool {
    PatternDatabases::exist(size, MOST_TABLE_CELLS)
}

/// The search that was asked for, once the tables are there; it waits for them as long as the budget allows.
pub(super) fn by_tables<T: Tiles>(
    algorithm: Algorithm,
    space: &Space<T>,
    request: &Request,
    tables: &Tables,
    budget: &Budget,
) -> Outcome<Slide> {
    let Request { board, goal, .. } = request;
    match tables.pattern_databases.wait(board.size(), budget) {
        Ok(set) if algorithm == Algorithm::AStar => {
            a_star(space, &PatternDatabase::new(set, board, goal), budget)
        }
        Ok(set) => ida_star(request, &set, budget),
        Err(reason) => Outcome {
            plan: None,
            lower_bound: 0,
            exhausted: false,
            stopped_by: Some(reason),
            stats: SearchStats::default(),
        },
    }
}

/// IDA* by tables, in the loop that is made for boards of this size.
fn ida_star(Request { board, goal, .. }: &Request, set: &TableSet, budget: &Budget) -> Outcome<Slide> {
    if board.size().cells() <= table_search::MOST_CELLS {
        table_search::ida_star(board, goal, set, budget)
    } else {
        anytime::prove(&Relative::of(board, goal), &Patterns::new(set, board, goal), budget)
    }
}

/// States after which a search without tables first looks whether they are built by now.
const FIRST_SLICE: u64 = 1 << 16;

/// IDA* by the tables if they are built; until then `meanwhile`, an IDA* without them, begun anew with twice the
/// states each time the tables are still not there. Both find the same plan, so it makes no difference to the
/// caller which of them did. The second value is whether it was the tables.
pub(super) fn by_tables_when_built(
    request: &Request,
    tables: &Tables,
    budget: &Budget,
    meanwhile: impl Fn(&Budget) -> Outcome<Slide>,
) -> (Outcome<Slide>, bool) {
    let mut spent = SearchStats::default();
    let mut bound = 0;
    let mut slice = FIRST_SLICE;
    loop {
        let left = budget.states - spent.generated;
        // A budget that is spent begins nothing.
        let may_start = budget.check().is_ok();
        let built = may_start.then(|| tables.pattern_databases.get_or_start(request.board.size())).flatten();
        let states = if built.is_some() { left } else { left.min(slice) };
        let part = Budget { states, ..budget.clone() };
        let mut outcome = match &built {
            Some(set) => ida_star(request, set, &part),
            None => meanwhile(&part),
        };
        spent.expanded += outcome.stats.expanded;
        spent.generated += outcome.stats.generated;
        spent.peak_states = spent.peak_states.max(outcome.stats.peak_states);
        bound = outcome.lower_bound.max(bound);
        if outcome.stopped_by == Some(StopReason::States) && states < left {
            slice *= 2;
            continue;
        }
        outcome.stats = spent;
        outcome.lower_bound = bound;
        return (outcome, built.is_some());
    }
}
