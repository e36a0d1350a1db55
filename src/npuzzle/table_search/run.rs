//! The loop.

use super::lens::{CELLS, Excess, Lens, Ranks};
use super::steps::Steps;
use super::trail::Trail;
use crate::npuzzle::board::Board;
use crate::npuzzle::goal::Goal;
use crate::npuzzle::pattern_database::TableSet;
use crate::npuzzle::space::Slide;
use crate::search::{Budget, Outcome, Plan, SearchStats, StopReason};

/// Looks at the cancel flag this often, in generated states.
const FLAG_EVERY: u64 = 1024;
/// Looks at the clock this often.
const CLOCK_EVERY: u64 = 4096;

/// A board whose moves are still to be tried.
#[derive(Clone, Copy, Debug)]
struct Node<const VIEWS: usize> {
    /// Four bits a cell, by view: the home of the tile there.
    boards: [u64; VIEWS],
    ranks: [Ranks; VIEWS],
    excess: [Excess; VIEWS],
    /// Half of what the limit leaves beyond moves made and Manhattan distance.
    slack: i16,
    /// Moves made.
    depth: u16,
    /// The blank's cell, as the tables have it.
    blank: u8,
    /// The number of the trail that led here, and its last slide.
    trail: u8,
    slide: Slide,
}

/// One search: `COLS` columns as the tables have them, `PASSED` cells that a tile passes as it slides up or down
/// (one less), `VIEWS` views of the tables.
#[derive(Debug)]
pub(super) struct Run<'t, const COLS: usize, const PASSED: usize, const VIEWS: usize> {
    lenses: [Lens<'t>; VIEWS],
    steps: Box<Steps<VIEWS>>,
    start: Node<VIEWS>,
    /// The goal as the first view has it.
    goal: u64,
    /// The estimate at the start: the first limit.
    estimate: u32,
    /// Manhattan distance at the start, to the tables' goal.
    manhattan: u32,
    detour: u32,
    pace: Pace,
    stats: SearchStats,
}

/// When to look at flag and clock next, in generated states.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    until: u64,
    until_clock: u64,
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
            },
            goal: word(&approach.board(goal.board().tiles().iter().copied())[..cells]),
            // Less than nothing says no more than whether the moves are even or odd.
            estimate: bound.checked_sub(detour).unwrap_or_else(|| (detour - bound) % 2),
            manhattan: placement.iter().enumerate().skip(1).map(distance).sum(),
            detour,
            lenses,
            pace: Pace::default(),
            stats: SearchStats::default(),
        }
    }

    pub(super) fn ida_star(mut self, budget: &Budget) -> Outcome<Slide> {
        let mut limit = self.estimate;
        let (plan, stopped_by) = loop {
            match self.under(limit, budget) {
                Ok(Some(moves)) => break (Some(Plan { cost: moves.len() as u64, moves }), None),
                // All plans are even or all are odd.
                Ok(None) => limit += 2,
                Err(reason) => break (None, Some(reason)),
            }
        };
        let Self { stats, .. } = self;
        Outcome { plan, lower_bound: limit.into(), exhausted: false, stopped_by, stats }
    }

    /// One iteration: a plan of exactly `limit` moves, if there is one.
    fn under(&mut self, limit: u32, budget: &Budget) -> Result<Option<Vec<Slide>>, StopReason> {
        let Self { lenses, steps, pace, stats, goal, .. } = self;
        if stats.generated == 0 {
            budget.check()?;
        }
        // No more than three siblings wait at each depth, and one more at the first.
        let mut pending = vec![self.start; 3 * limit as usize + 8];
        pending[0].slack = ((limit as i32 + self.detour as i32 - self.manhattan as i32) / 2) as i16;
        let mut waiting = 1;
        let mut path = vec![Slide::Up; limit as usize + 1];
        while waiting > 0 {
            waiting -= 1;
            let node = pending[waiting];
            let depth = usize::from(node.depth);
            path[depth] = node.slide;
            if depth == limit as usize {
                if node.boards[0] == *goal {
                    return Ok(Some(path.split_off(1)));
                }
                continue;
            }
            let (count, choices) = steps.choices(node.blank, node.trail);
            let generated = stats.generated + count as u64;
            if generated > pace.until {
                pace.look(stats.generated, generated, budget)?;
            }
            stats.generated = generated;
            stats.expanded += 1;
            for step in choices {
                let mut child = node;
                child.depth += 1;
                child.blank = step.blank;
                child.slide = step.slide;
                child.trail = steps.next(node.trail, step.slide);
                child.slack -= step.takes_away(node.boards[0]);
                let mut most = 0;
                for (view, lens) in lenses.iter().enumerate() {
                    let (sight, board) = (&step.sights[view], node.boards[view]);
                    let tile = sight.tile(board);
                    child.boards[view] = sight.slide(board);
                    child.ranks[view] = lens.slide::<PASSED>(node.ranks[view], board, tile, sight);
                    child.excess[view] = lens.look(child.ranks[view], tile, node.excess[view]);
                    most = most.max(child.excess[view].sum());
                }
                // All views are asked and the child is put down in any case, and counted only where it is within
                // the limit. To ask and to put down no more than needed would spare less than it costs to guess
                // which way such branches go; without them, the look-ups of all children wait for the memory at
                // the same time.
                pending[waiting] = child;
                waiting += usize::from(most <= child.slack);
            }
            stats.peak_states = stats.peak_states.max(waiting as u64 + 1);
        }
        Ok(None)
    }
}

impl Pace {
    /// Before states are generated that make `next` of `generated`: is there time, and are so many allowed?
    #[cold]
    fn look(&mut self, generated: u64, next: u64, budget: &Budget) -> Result<(), StopReason> {
        if next > budget.states {
            return Err(StopReason::States);
        }
        if generated >= self.until_clock {
            budget.check()?;
            self.until_clock = generated + CLOCK_EVERY;
        } else if budget.cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        self.until = (generated + FLAG_EVERY).min(budget.states);
        Ok(())
    }
}
