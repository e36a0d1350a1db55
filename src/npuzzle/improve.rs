//! Boards too large for a certain proof: a plan at once, improved while the budget lasts.

use super::anytime::{Conflicts, Patterns, anytime, prove};
use super::informed::has_pattern_databases;
use super::pattern_database::TableSet;
use super::relative::Relative;
use super::request::Request;
use super::solve::Found;
use super::space::Slide;
use super::spec::{Algorithm, Detail, HeuristicName};
use super::tables::Tables;
use crate::contract::{Conclusion, Limits, SearchReport};
use crate::grid::Size;
use crate::search::{Budget, Outcome, SearchStats, StopReason};

/// Larger boards than this are planned at once and improved while the budget lasts.
const MOST_PROVED_CELLS: usize = 16;

/// Bytes of an answer for each move, and for each tile of a board.
const TOLD_MOVE: u64 = 12;
const TOLD_TILE: u64 = 6;

/// States that may be generated before tables are asked for: boards some twenty moves from their goal need no more.
const AT_ONCE_STATES: u64 = 10_000;

/// States that may be generated without tables before they are waited for: what a second or two allows. More would
/// take the cores from those that build them.
const MEANWHILE_STATES: u64 = 4_000_000;

/// The block of a larger board that is left to pattern databases, and the most cells of such a board: on larger ones
/// its moves are few among all.
const CORE: Size = Size { rows: 5, cols: 5 };
const MOST_CELLS_AROUND: usize = 256;

/// Whether this is the way to answer.
pub(super) fn applies(request: &Request) -> bool {
    let size = request.board.size();
    request.algorithm == Algorithm::Auto
        && request.detail != Detail::Verdict
        && size.cells() > MOST_PROVED_CELLS
        && size.rows.min(size.cols) > 1
}

/// Plans, and improves the plan until it is proved or the budget ends.
///
/// Boards for which there are pattern databases, or whose last block has some, are guided by them as soon as they are
/// there. What was found without them counts only if nothing better is found with them before the budget ends, so that
/// a proved answer does not depend on when that was.
pub(super) fn improve(request: &Request, limits: &Limits, tables: &Tables, budget: &Budget) -> Found {
    let work = Work { request, limits, relative: Relative::of(&request.board, &request.goal) };
    let databases = &tables.pattern_databases;
    let Some(size) = work.tables() else { return work.without_tables(budget).told() };
    let quick = work.prove_at_once(budget);
    if quick.is_over(budget) {
        return quick.told();
    }
    let budget = &quick.left(budget);
    if let Some(set) = databases.get_or_start(size) {
        return work.with_tables(&set, budget).or(quick).told();
    }
    let states = budget.states.min(MEANWHILE_STATES);
    let meanwhile = work.without_tables(&Budget { states, ..budget.clone() });
    let is_cut_short = meanwhile.outcome.stopped_by.is_some_and(|reason| reason != StopReason::States);
    let budget = &meanwhile.left(budget);
    let meanwhile = meanwhile.or(quick);
    if is_cut_short || budget.states == 0 {
        return meanwhile.told();
    }
    let better = match databases.wait(size, budget) {
        Ok(set) => work.with_tables(&set, budget),
        // There will not be any.
        Err(StopReason::Memory) => work.without_tables(budget),
        Err(reason) => return meanwhile.stopped(reason).told(),
    };
    better.or(meanwhile).told()
}

/// What there is to do.
struct Work<'r> {
    request: &'r Request,
    limits: &'r Limits,
    relative: Relative,
}

impl Work<'_> {
    /// The size of boards whose tables are of use.
    fn tables(&self) -> Option<Size> {
        let size = self.relative.size;
        let is_block = size.rows.min(size.cols) >= CORE.rows && size.cells() <= MOST_CELLS_AROUND;
        match self.request.heuristic {
            HeuristicName::Auto if is_block && size.cells() > CORE.cells() => Some(CORE),
            HeuristicName::Auto | HeuristicName::PatternDatabase if has_pattern_databases(size) => Some(size),
            _ => None,
        }
    }

    /// A few states of iterative deepening, without tables whether they are there or not.
    fn prove_at_once(&self, budget: &Budget) -> Best {
        let estimate = Conflicts::new(self.relative.size, self.relative.goal_blank, true);
        let states = AT_ONCE_STATES.min(budget.states / 10);
        let outcome = prove(&self.relative, &estimate, &Budget { states, ..budget.clone() });
        Best { outcome, engine: "ida_star", guide: HeuristicName::LinearConflict }
    }

    fn without_tables(&self, budget: &Budget) -> Best {
        self.by_conflicts(None, budget)
    }

    fn by_conflicts(&self, core: Option<&TableSet>, budget: &Budget) -> Best {
        let (named, size) = (self.request.heuristic, self.relative.size);
        let guide = if named == HeuristicName::Manhattan { named } else { HeuristicName::LinearConflict };
        let with_conflicts = guide == HeuristicName::LinearConflict;
        let estimate = Conflicts::new(size, self.relative.goal_blank, with_conflicts);
        let (outcome, engine) = anytime(&self.relative, (&estimate, core), |moves| self.told(moves), budget);
        Best { outcome, engine, guide }
    }

    fn with_tables(&self, set: &TableSet, budget: &Budget) -> Best {
        if self.relative.size.cells() > set.size().cells() {
            return self.by_conflicts(Some(set), budget);
        }
        let patterns = Patterns::new(set, &self.request.board, &self.request.goal);
        let (outcome, engine) = anytime(&self.relative, (&patterns, None), |moves| self.told(moves), budget);
        Best { outcome, engine, guide: HeuristicName::PatternDatabase }
    }

    /// Bytes it takes to tell a plan of so many moves.
    fn told(&self, moves: u64) -> u64 {
        let Self { request, limits, .. } = self;
        match request.detail {
            Detail::Verdict | Detail::Cost => 0,
            Detail::Path => TOLD_MOVE * moves.min(limits.path_moves),
            Detail::Boards => {
                let boards = moves.min(limits.boards) * TOLD_TILE * request.board.size().cells() as u64;
                TOLD_MOVE * moves.min(limits.path_moves) + boards.min(limits.board_cells * TOLD_TILE)
            }
        }
    }
}

/// The best that is known, and what found it.
struct Best {
    outcome: Outcome<Slide>,
    engine: &'static str,
    guide: HeuristicName,
}

impl Best {
    /// Whether there is nothing more to be done, or nothing left to do it with.
    fn is_over(&self, budget: &Budget) -> bool {
        let is_cut_short = self.outcome.stopped_by.is_some_and(|reason| reason != StopReason::States);
        self.is_proved() || is_cut_short || self.left(budget).states == 0
    }

    /// What is left of a budget.
    fn left(&self, budget: &Budget) -> Budget {
        Budget { states: budget.states - self.outcome.stats.generated, ..budget.clone() }
    }

    fn is_proved(&self) -> bool {
        self.outcome.plan.as_ref().is_some_and(|plan| plan.cost <= self.outcome.lower_bound)
    }

    fn stopped(mut self, reason: StopReason) -> Self {
        self.outcome.stopped_by = (!self.is_proved()).then_some(reason);
        self
    }

    /// This one, completed by what was known before.
    fn or(mut self, before: Self) -> Self {
        let (this, that) = (&mut self.outcome, before.outcome);
        this.lower_bound = this.lower_bound.max(that.lower_bound);
        this.stats = SearchStats {
            expanded: this.stats.expanded + that.stats.expanded,
            generated: this.stats.generated + that.stats.generated,
            peak_states: this.stats.peak_states.max(that.stats.peak_states),
        };
        let is_shorter = |cost: u64| this.plan.as_ref().is_none_or(|plan| cost < plan.cost);
        if that.plan.as_ref().is_some_and(|plan| is_shorter(plan.cost)) {
            (this.plan, self.engine, self.guide) = (that.plan, before.engine, before.guide);
        }
        if self.is_proved() {
            self.outcome.stopped_by = None;
        }
        self
    }

    fn told(self) -> Found {
        let Self { outcome, engine, guide } = self;
        let mut report = SearchReport::new(engine, outcome.stats);
        report.heuristic = Some(guide.name().into());
        let conclusion = match &outcome.plan {
            Some(plan) => Conclusion::plan(plan.cost, plan.cost, outcome.lower_bound, outcome.stopped_by),
            None => Conclusion::solvable(outcome.lower_bound, outcome.stopped_by),
        };
        (conclusion, outcome.plan, report)
    }
}
