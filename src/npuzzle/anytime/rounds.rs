//! Round after round: a wider beam, longer windows, a further step of the proof.

use super::super::constructive::Rectangle;
use super::super::space::Slide;
use super::super::spec::HeuristicName;
use super::estimate::{Conflicts, Estimate};
use super::field::{Board, sources};
use super::stages::Stages;
use super::windows::{Windows, sweep};
use super::{Constructed, Engine};
use crate::grid::Size;
use crate::search::StopReason;

/// Beams work on blocks of at most so many cells.
pub(super) const MOST_CELLS: usize = 2500;

/// Width of the first beam.
const FIRST_WIDTH: usize = 32;
/// No beam is wider than by so many doublings: the next one would take minutes, and its layers too long between two
/// looks at the clock.
const MOST_DOUBLINGS: u32 = 13;
/// States of the other engines' turns at least, as if a beam had taken so many.
const LEAST_ROUND: u64 = 100_000;
/// Width of the last one on a block inside a larger board, whose moves are few among those of the outer lines.
const LAST_WIDTH_INSIDE: usize = 1024;
/// Tiles are placed in pairs as long as no more cells are open: the tables grow with their cube.
const PAIR_CELLS: usize = 144;

impl<E: Estimate> Engine<'_, E> {
    /// Improves the constructed plan until it is proved, or a limit ends it.
    pub(super) fn improve(&mut self, constructed: &Constructed) -> Result<(), StopReason> {
        if constructed.block == Rectangle::all(self.relative.size) {
            let (board, whole) = (self.board.clone(), constructed.block);
            let distances = Conflicts::new(self.relative.size, self.relative.goal_blank, true);
            let all = (self.estimate, distances, self.tables);
            let mut stages =
                Stages::new(board, whole, self.relative.goal_blank, self.sources.clone(), all, PAIR_CELLS);
            let mut windows = Schedule::new();
            let turns = Turns::with(self.estimate.name());
            for round in 0_u32.. {
                let before = self.meter.stats.generated;
                let doublings = turns.first_doublings + turns.doublings * round;
                if doublings <= MOST_DOUBLINGS {
                    self.beam(&mut stages, FIRST_WIDTH << doublings, &[])?;
                }
                let taken = (self.meter.stats.generated - before).max(LEAST_ROUND);
                self.windows(&mut windows, taken / turns.windows)?;
                // A sweep of long windows takes more than its turn; a proof within reach has its share of that, too.
                let all = (self.meter.stats.generated - before).max(LEAST_ROUND);
                self.prove(turns.proof(if turns.is_provable { all } else { taken }))?;
                if self.found.is_proved() {
                    break;
                }
            }
            return Ok(());
        }
        let (board, size, goal_blank) = self.inside(constructed);
        let estimate = Conflicts::new(size, goal_blank, true);
        let all = (&estimate, estimate.clone(), self.tables);
        let mut stages = Stages::new(board, Rectangle::all(size), goal_blank, sources(size), all, PAIR_CELLS);
        let mut width = FIRST_WIDTH;
        while width <= LAST_WIDTH_INSIDE {
            self.beam(&mut stages, width, &constructed.outer)?;
            width *= 4;
        }
        stages.give_back(&mut self.meter);
        let mut windows = Schedule::new();
        while !self.found.is_proved() {
            self.windows(&mut windows, u64::MAX)?;
            self.prove(LEAST_ROUND)?;
        }
        Ok(())
    }

    /// A beam of this width after the outer moves. One for which there is no memory is left out.
    fn beam<F: Estimate>(
        &mut self,
        stages: &mut Stages<'_, F>,
        width: usize,
        outer: &[Slide],
    ) -> Result<(), StopReason> {
        let best = self.found.plan.as_ref().map_or(usize::MAX, Vec::len);
        let below = best.saturating_sub(outer.len()) as u32;
        match stages.run(width, below, &mut self.meter) {
            Ok(Some(inner)) => {
                let plan = [outer, &inner].concat();
                self.found.take(plan, "beam");
                Ok(())
            }
            Ok(None) | Err(StopReason::Memory) => Ok(()),
            Err(reason) => Err(reason),
        }
    }

    /// Sweeps over the best plan, with windows that grow when they no longer find anything, until so many
    /// states are used up.
    fn windows(&mut self, schedule: &mut Schedule, states: u64) -> Result<(), StopReason> {
        let Some(mut plan) = self.found.plan.take() else { return Ok(()) };
        let until = self.meter.stats.generated.saturating_add(states);
        let mut result = Ok(());
        while result.is_ok() && self.meter.stats.generated < until && plan.len() > self.found.bound as usize {
            let (length, before) = (plan.len(), self.meter.stats.generated);
            let shorter;
            (shorter, result) =
                sweep(&mut plan, &self.board, self.relative.size, schedule.windows, &mut self.meter);
            if shorter {
                self.found.by = "windows";
            }
            if !shorter && self.meter.stats.generated == before {
                // One window that holds the whole plan, and bounds say that it is short enough.
                break;
            }
            if !shorter || length - plan.len() < length / 500 {
                schedule.grow();
            }
        }
        self.found.plan = Some(plan);
        result
    }

    /// The block that the outer moves leave, as a board of its own.
    fn inside(&self, constructed: &Constructed) -> (Board, Size, u32) {
        let cols = self.relative.size.cols as usize;
        let mut board = self.board.clone();
        constructed.outer.iter().for_each(|&slide| board.slide(slide, cols));
        let block = constructed.block;
        let size = Size { rows: block.rows(), cols: block.cols() };
        let (top, left) = (block.top as usize, block.left as usize);
        let number = |cell: usize| (cell / cols - top) * size.cols as usize + cell % cols - left;
        let cells = (top..block.bottom as usize)
            .flat_map(|row| (left..block.right as usize).map(move |col| row * cols + col));
        let tiles = cells.map(|cell| number(board.tiles[cell].into()) as u16).collect();
        let goal_blank = number(self.relative.goal_blank as usize) as u32;
        (Board { tiles, blank: number(board.blank) }, size, goal_blank)
    }
}

/// How long the turns of the engines are.
struct Turns {
    /// The first beam is wider than [`FIRST_WIDTH`] by so many doublings, each further one than the one before by so
    /// many.
    first_doublings: u32,
    doublings: u32,
    /// A turn of windows takes this part of the states that the beam took.
    windows: u64,
    /// Whether a proof is within reach.
    is_provable: bool,
}

impl Turns {
    /// Beams of more states than this improve a plan so slowly that the proof is worth more of the time.
    const LONG: u64 = 4_000_000;

    /// By what guides beams and proof. With tables most of the work is theirs, and each beam is so much wider than
    /// the one before that nearly all of it goes into the last one; without, plans are long, and windows make them
    /// shorter.
    fn with(guide: HeuristicName) -> Self {
        match guide {
            HeuristicName::PatternDatabase => {
                Self { first_doublings: 1, doublings: 2, windows: 8, is_provable: true }
            }
            _ => Self { first_doublings: 0, doublings: 1, windows: 2, is_provable: false },
        }
    }

    /// States for the proof, after a beam of so many. It meets several in the time in which a beam keeps one.
    const fn proof(&self, taken: u64) -> u64 {
        match (self.is_provable, taken < Self::LONG) {
            (false, _) => taken / 4,
            (true, true) => taken,
            (true, false) => 8 * taken,
        }
    }
}

/// The windows to be swept with next.
struct Schedule {
    windows: Windows,
}

impl Schedule {
    const fn new() -> Self {
        Self { windows: Windows { length: 18, allowance: 500 } }
    }

    /// Longer windows need more states.
    const fn grow(&mut self) {
        let Windows { length, allowance } = self.windows;
        self.windows = Windows { length: length + 4, allowance: allowance.saturating_mul(2) };
    }
}
