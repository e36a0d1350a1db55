//! One search: what is prepared, and iteration after iteration.

use super::lens::{CELLS, Lens};
use super::node::Node;
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
    pub(super) pace: Pace,
    pub(super) stats: SearchStats,
}

/// When to look at flag and clock next, in generated states.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
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
                tiles: [0; VIEWS],
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

    /// The first board, as an iteration up to this limit sees it.
    pub(super) fn start(&self, limit: u32) -> Node<VIEWS> {
        let slack = ((limit as i32 + self.detour as i32 - self.manhattan as i32) / 2) as i16;
        Node { slack, ..self.start }
    }

    /// Tables of more than `near` bytes are taken not to fit into the caches near a core.
    pub(super) fn ida_star(mut self, near: usize, budget: &Budget) -> Outcome<Slide> {
        let mut limit = self.estimate;
        let far = self.lenses.iter().any(|lens| lens.bytes() > near);
        let (plan, stopped_by) = loop {
            if let Err(reason) = self.pace.begin(&self.stats, budget) {
                break (None, Some(reason));
            }
            let found = if far { self.by_lanes(limit, budget) } else { self.in_order(limit, budget) };
            match found {
                Ok(Some(moves)) => break (Some(Plan { cost: moves.len() as u64, moves }), None),
                // All plans are even or all are odd.
                Ok(None) => limit += 2,
                Err(reason) => break (None, Some(reason)),
            }
        };
        let Self { stats, .. } = self;
        Outcome { plan, lower_bound: limit.into(), exhausted: false, stopped_by, stats }
    }
}

impl Pace {
    /// Looks at flag and clock before the first state.
    fn begin(&self, stats: &SearchStats, budget: &Budget) -> Result<(), StopReason> {
        if stats.generated == 0 { budget.check() } else { Ok(()) }
    }

    /// Counts a board that is expanded and the states that come of it, unless there is no time for them or they
    /// are too many.
    #[inline]
    pub(super) fn count(
        &mut self,
        stats: &mut SearchStats,
        states: usize,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let generated = stats.generated + states as u64;
        if generated > self.until {
            self.look(stats.generated, generated, budget)?;
        }
        stats.generated = generated;
        stats.expanded += 1;
        Ok(())
    }

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
