//! Stretches of a plan, made again in fewer moves.
//!
//! A window of a few dozen moves slides over the plan; iterative deepening looks for a shorter way between the
//! boards at its two ends, on the small rectangle of cells around the blank's way, within an allowance of
//! states. What it finds replaces the stretch. The plan is one at any moment, so a limit may end the sweep
//! anywhere.

use super::super::space::Slide;
use super::super::trail::Trail;
use super::deepening::{Deepening, Iteration};
use super::estimate::{Conflicts, Estimate as _, Parts};
use super::field::{Board, sources};
use crate::grid::Size;
use crate::search::{Meter, StopReason};

/// How windows are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Moves of a window.
    pub(super) length: usize,
    /// States each may take.
    pub(super) allowance: u64,
}

/// Sweeps once over the plan, which leads home from the board; says whether it became shorter, and what ended
/// the sweep early.
pub(super) fn sweep(
    plan: &mut Vec<Slide>,
    board: &Board,
    size: Size,
    windows: Windows,
    meter: &mut Meter<'_>,
) -> (bool, Result<(), StopReason>) {
    let before = plan.len();
    if let Err(reason) = meter.hold(before) {
        return (false, Err(reason));
    }
    let mut sweep = Sweep {
        size,
        board: board.clone(),
        source: std::mem::take(plan),
        read: 0,
        window: Vec::new(),
        written: Vec::with_capacity(before),
        deepening: Deepening::new(),
    };
    let result = sweep.run(windows, meter);
    *plan = sweep.finish();
    meter.release(before);
    (plan.len() < before, result)
}

struct Sweep {
    size: Size,
    /// The board at the beginning of the window.
    board: Board,
    source: Vec<Slide>,
    /// Moves of the source that went into windows so far.
    read: usize,
    window: Vec<Slide>,
    written: Vec<Slide>,
    deepening: Deepening<Parts>,
}

impl Sweep {
    fn run(&mut self, windows: Windows, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let stride = (windows.length / 3).max(1);
        loop {
            let more = (windows.length - self.window.len()).min(self.source.len() - self.read);
            self.window.extend_from_slice(&self.source[self.read..self.read + more]);
            self.read += more;
            meter.tick()?;
            if let Some(shorter) = self.shorter(windows.allowance, meter)? {
                self.window = shorter;
                if self.read < self.source.len() {
                    continue;
                }
            }
            if self.read == self.source.len() {
                return Ok(());
            }
            self.pass(stride.min(self.window.len()));
        }
    }

    /// Moves the window on.
    fn pass(&mut self, moves: usize) {
        let cols = self.size.cols as usize;
        for slide in self.window.drain(..moves) {
            self.board.slide(slide, cols);
            write(&mut self.written, slide);
        }
    }

    /// The plan as it is now.
    fn finish(mut self) -> Vec<Slide> {
        let rest = self.window.iter().chain(&self.source[self.read..]);
        rest.for_each(|&slide| write(&mut self.written, slide));
        self.written
    }

    /// A shorter way from the beginning to the end of the window, if one is found.
    fn shorter(&mut self, allowance: u64, meter: &mut Meter<'_>) -> Result<Option<Vec<Slide>>, StopReason> {
        let Some(mut longest) = (self.window.len() as u32).checked_sub(2) else { return Ok(None) };
        let (local, size, goal_blank) = self.local();
        let estimate = Conflicts::new(size, goal_blank, true);
        let around = sources(size);
        let mut limit = estimate.value(estimate.of(&local.tiles));
        let mut left = allowance;
        // Limits rise in steps of two from an estimate that has the parity of every plan.
        longest -= (longest + limit) % 2;
        while limit <= longest {
            let met = meter.stats.generated;
            match self.deepening.under(
                (&estimate, &around),
                (&local, Trail::EMPTY.number()),
                limit,
                left,
                meter,
            )? {
                Iteration::Found(moves) => return Ok(Some(moves)),
                Iteration::Cut(next) => limit = next,
                Iteration::Unfinished => return Ok(None),
            }
            left -= meter.stats.generated - met;
        }
        Ok(None)
    }

    /// The rectangle of cells that the blank comes across and those around it, as a board of its own: its goal
    /// is how it looks at the end of the window.
    fn local(&self) -> (Board, Size, u32) {
        let cols = self.size.cols as usize;
        let (mut end, mut visited) = (self.board.blank, vec![self.board.blank]);
        for slide in &self.window {
            end = match slide {
                Slide::Up => end + cols,
                Slide::Down => end - cols,
                Slide::Left => end + 1,
                Slide::Right => end - 1,
            };
            visited.push(end);
        }
        let range = |of: fn(usize, usize) -> usize, most: usize| {
            let places = visited.iter().map(|&cell| of(cell, cols));
            let (least, greatest) = places.fold((usize::MAX, 0), |(a, b), at| (a.min(at), b.max(at)));
            least.saturating_sub(1)..(greatest + 2).min(most)
        };
        let rows = range(|cell, cols| cell / cols, self.size.rows as usize);
        let columns = range(|cell, cols| cell % cols, cols);
        let width = columns.len();
        let number = |cell: usize| (cell / cols - rows.start) * width + cell % cols - columns.start;
        // By place, the number of the tile that is there, which is its place at the beginning.
        let mut tiles: Vec<u16> = (0..(rows.len() * width) as u16).collect();
        visited.windows(2).for_each(|pair| tiles.swap(number(pair[0]), number(pair[1])));
        // What lies where at the beginning, called by where it is at the end.
        let mut homes = vec![0; tiles.len()];
        tiles.iter().enumerate().for_each(|(place, &tile)| homes[tile as usize] = place as u16);
        let size = Size { rows: rows.len() as u32, cols: width as u32 };
        (Board { tiles: homes, blank: number(self.board.blank) }, size, number(end) as u32)
    }
}

/// Appends a move, or takes back the one it undoes.
fn write(moves: &mut Vec<Slide>, slide: Slide) {
    if moves.last() == Some(&slide.opposite()) {
        moves.pop();
    } else {
        moves.push(slide);
    }
}
