//! One search: what is prepared, and iteration after iteration, on one core or on all that stand idle.

use super::iteration::{Iteration, Subtree};
use super::lens::{CELLS, Lens};
use super::node::Node;
use super::steps::Steps;
use super::tally::Tally;
use crate::npuzzle::board::Board;
use crate::npuzzle::goal::Goal;
use crate::npuzzle::pattern_database::TableSet;
use crate::npuzzle::space::Slide;
use crate::npuzzle::trail::Trail;
use crate::search::{Budget, Outcome, Plan, Purse, SearchStats, StopReason};

/// An iteration in turns, or of several threads, is cut into so many subtrees or a few more, so that none of them
/// runs dry for long.
const SUBTREES: usize = 64;
/// One of several threads into more, if a subtree would take more states than this: that is how long a core is lent.
const SUBTREE_STATES: u64 = 200_000;
/// And into no more than so many.
const MOST_SUBTREES: usize = 1 << 16;
/// How deep the first boards of the subtrees are at most: their slides are two bits each in a word.
const MOST_CUT: u32 = 31;
/// About how many times the states of an iteration the next one takes.
const GROWTH: u64 = 6;
/// Searches that took fewer states so far are not worth a further thread.
const HARD: u64 = 200_000;

/// One search: `COLS` columns as the tables have them, `PASSED` cells that a tile passes as it slides up or down
/// (one less), `VIEWS` views of the tables.
#[derive(Debug)]
pub(super) struct Run<'t, const COLS: usize, const PASSED: usize, const VIEWS: usize> {
    pub(super) lenses: [Lens<'t>; VIEWS],
    pub(super) steps: Box<Steps<VIEWS>>,
    start: Node<VIEWS>,
    /// The goal as the first view has it.
    pub(super) goal: u64,
    /// The estimate at the start: the first limit.
    estimate: u32,
    /// Manhattan distance at the start, to the tables' goal.
    manhattan: u32,
    detour: u32,
}

/// Four bits a cell.
fn word(board: &[u8]) -> u64 {
    board.iter().rev().fold(0, |word, &home| word << 4 | u64::from(home))
}

impl<'t, const COLS: usize, const PASSED: usize, const VIEWS: usize> Run<'t, COLS, PASSED, VIEWS> {
    pub(super) fn new(board: &Board, goal: &Goal, tables: &'t TableSet) -> Self {
        let size = tables.size();
        let cells = size.cells();
        debug_assert!(size.cols as usize == COLS && COLS == PASSED + 1 && cells <= CELLS);
        let approach = tables.approach(board, goal);
        let tiles = || board.tiles().iter().copied();
        let placement = &approach.placement(tiles())[..cells];
        let straight = approach.board(tiles());
        let mut views = tables.views();
        let views: [_; VIEWS] = std::array::from_fn(|_| views.next().expect("as many views as counted"));
        let lenses = views.map(|view| Lens::new(view, size));
        let mirrors = std::array::from_fn(|view: usize| lenses[view].mirror);
        let boards = std::array::from_fn(|view: usize| {
            let mirror = &lenses[view].mirror;
            let mut seen = [0; CELLS];
            for cell in 0..cells {
                seen[usize::from(mirror[cell])] = mirror[usize::from(straight[cell])];
            }
            word(&seen[..cells])
        });
        let starts: [_; VIEWS] = std::array::from_fn(|view| lenses[view].start(views[view], placement));
        let transposes = views.map(|view| view.mirror.is_some());
        let steps = Box::new(Steps::new(size, &approach, &mirrors, &transposes));
        let detour = approach.detour();
        let bound = tables.bound(placement);
        let distance = |(home, &cell): (usize, &u8)| size.distance(home, cell.into());
        Self {
            steps,
            start: Node {
                boards,
                ranks: starts.map(|(ranks, _)| ranks),
                excess: starts.map(|(_, excess)| excess),
                slack: 0,
                depth: 0,
                blank: placement[0],
                trail: Trail::EMPTY.number(),
                slide: Slide::Up,
                tiles: [0; VIEWS],
            },
            goal: word(&approach.board(goal.board().tiles().iter().copied())[..cells]),
            // Less than nothing says no more than whether the moves are even or odd.
            estimate: bound.checked_sub(detour).unwrap_or_else(|| (detour - bound) % 2),
            manhattan: placement.iter().enumerate().skip(1).map(distance).sum(),
            detour,
            lenses,
        }
    }

    /// The first board, as an iteration up to this limit sees it.
    pub(super) fn start(&self, limit: u32) -> Node<VIEWS> {
        let slack = ((limit as i32 + self.detour as i32 - self.manhattan as i32) / 2) as i16;
        Node { slack, ..self.start }
    }

    /// Tables of more than `near` bytes are taken not to fit into the caches near a core.
    pub(super) fn ida_star(&self, near: usize, budget: &Budget) -> Outcome<Slide> {
        let mut limit = self.estimate;
        let far = self.lenses.iter().any(|lens| lens.bytes() > near);
        let purse = Purse::new(budget.states);
        let (mut stats, mut last) = (SearchStats::default(), 0);
        let mut plan = None;
        let mut stopped_by = budget.check().err();
        while plan.is_none() && stopped_by.is_none() {
            let before = stats.generated;
            (plan, stopped_by) = self.under(limit, far, last, &mut stats, (budget, &purse));
            last = stats.generated - before;
            limit += match (&plan, stopped_by) {
                // All plans are even or all are odd.
                (None, None) => 2,
                _ => 0,
            };
        }
        // A plan that was found before a limit ended the iteration is one of the shortest, but not surely the first of
        // them: so it goes out as one that might still be improved.
        let lower_bound = u64::from(limit) - if plan.is_some() && stopped_by.is_some() { 2 } else { 0 };
        let plan = plan.map(|moves| Plan { cost: moves.len() as u64, moves });
        Outcome { plan, lower_bound, exhausted: false, stopped_by, stats }
    }

    /// One iteration: the first plan of exactly `limit` moves, if there is one, or some such plan, if a limit ends the
    /// iteration. The one before took `last` states.
    fn under(
        &self,
        limit: u32,
        far: bool,
        last: u64,
        stats: &mut SearchStats,
        (budget, purse): (&Budget, &Purse),
    ) -> (Option<Vec<Slide>>, Option<StopReason>) {
        let is_hard = stats.generated >= HARD && budget.spare.exist();
        let pieces = match (is_hard, far) {
            (true, _) => ((GROWTH * last / SUBTREE_STATES) as usize).clamp(SUBTREES, MOST_SUBTREES),
            (false, true) => SUBTREES,
            (false, false) => 1,
        };
        let mut tally = Tally::new(budget, purse);
        let cut = self.cut(limit, pieces, &mut tally);
        add(stats, &tally.finish());
        let subtrees = match cut {
            Ok(subtrees) => subtrees,
            Err(reason) => return (None, Some(reason)),
        };
        let iteration = Iteration::new(limit, subtrees);
        let search = |next: &mut dyn FnMut() -> Option<usize>| {
            let mut tally = Tally::new(budget, purse);
            let result = self.search(&iteration, far, next, &mut tally);
            (tally.finish(), result)
        };
        let results = if is_hard {
            iteration.pieces.share(&budget.spare, search)
        } else {
            vec![search(&mut || iteration.pieces.take())]
        };
        let mut stopped_by = None;
        for (counted, result) in results {
            add(stats, &counted);
            stopped_by = stopped_by.or(result.err());
        }
        (iteration.pieces.into_found(), stopped_by)
    }

    /// Searches the subtrees that `next` names.
    fn search(
        &self,
        iteration: &Iteration<VIEWS>,
        far: bool,
        next: &mut dyn FnMut() -> Option<usize>,
        tally: &mut Tally<'_>,
    ) -> Result<(), StopReason> {
        if far { self.by_lanes(iteration, next, tally) } else { self.in_order(iteration, next, tally) }
    }

    /// Cuts the search into at least so many subtrees, if there are so many, in the order of moves.
    fn cut(
        &self,
        limit: u32,
        pieces: usize,
        tally: &mut Tally<'_>,
    ) -> Result<Vec<Subtree<VIEWS>>, StopReason> {
        let mut subtrees = vec![Subtree { root: self.start(limit), slides: 0 }];
        for _ in 0..MOST_CUT.min(limit) {
            if subtrees.len() >= pieces || subtrees.is_empty() {
                break;
            }
            let mut after = Vec::with_capacity(3 * subtrees.len() + 1);
            for Subtree { root, slides } in subtrees {
                let (count, choices) = self.steps.choices(root.blank, root.trail);
                tally.count(count)?;
                let begin = after.len();
                for step in choices {
                    let mut child = root.after::<PASSED, false>(step, &self.lenses, &self.steps);
                    if child.look(&self.lenses) <= child.slack {
                        after.push(Subtree { root: child, slides: slides << 2 | child.slide as u64 });
                    }
                }
                after[begin..].reverse();
            }
            subtrees = after;
        }
        tally.stats.peak_states = tally.stats.peak_states.max(subtrees.len() as u64);
        Ok(subtrees)
    }
}

/// Adds the figures of one thread.
fn add(stats: &mut SearchStats, counted: &SearchStats) {
    stats.expanded += counted.expanded;
    stats.generated += counted.generated;
    stats.peak_states = stats.peak_states.max(counted.peak_states);
}
