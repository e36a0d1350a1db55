//! Iterative-deepening A* (Korf, 1985) on one board moved in place, an iteration at a time.
//!
//! The generic IDA* copies a state for every child; on boards of thousands of cells that is all it would do.
//! Here an iteration also has an allowance of states, so that proofs take turns with the search for plans.

use super::super::space::Slide;
use super::super::trail::{NO_TRAIL, TRAILS, Trail};
use super::estimate::Estimate;
use super::field::{Board, OFF, Sources};
use crate::grid::Direction;
use crate::search::{Meter, StopReason};

/// How an iteration ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    /// A plan no longer than the limit; if the limit is a proved bound, the first of the shortest in the fixed
    /// order of moves.
    Found(Vec<Slide>),
    /// There is no plan within the limit; the smallest total above it.
    Cut(u32),
    /// The allowance was used up first.
    Unfinished,
}

/// One iteration under way: a branch of the search, with the board at its end.
#[derive(Debug)]
pub(super) struct Deepening<P> {
    board: Board,
    limit: u32,
    /// The smallest total above the limit so far.
    cut: u32,
    /// Empty when there is nothing left to be looked at.
    frames: Vec<Frame<P>>,
    trails: [[u8; 4]; TRAILS],
}

#[derive(Clone, Copy, Debug)]
struct Frame<P> {
    parts: P,
    /// The cell the tile came from; the blank's.
    blank: u32,
    /// The slide that led here, unless this is the root.
    slide: u8,
    /// The number of the trail that led here.
    trail: u8,
    /// The slide to be tried next.
    next: u8,
}

impl<P: Copy> Deepening<P> {
    pub(super) fn new() -> Self {
        let board = Board { tiles: Vec::new(), blank: 0 };
        Self { board, limit: 0, cut: u32::MAX, frames: Vec::new(), trails: Trail::steps() }
    }

    /// Looks for a plan of at most `limit` moves from this board, to which the trail led, meeting at most `allowance`
    /// states.
    pub(super) fn under<E: Estimate<Parts = P>>(
        &mut self,
        (estimate, sources): (&E, &Sources),
        (board, trail): (&Board, u8),
        limit: u32,
        allowance: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, StopReason> {
        self.frames.clear();
        self.board.clone_from(board);
        (self.limit, self.cut) = (limit, u32::MAX);
        let parts = estimate.of(&board.tiles);
        if estimate.value(parts) == 0 {
            return Ok(Iteration::Found(Vec::new()));
        }
        if estimate.value(parts) > limit {
            return Ok(Iteration::Cut(estimate.value(parts)));
        }
        meter.room(&mut self.frames)?;
        self.frames.push(Frame { parts, blank: board.blank as u32, slide: 0, trail, next: 0 });
        self.resume((estimate, sources), allowance, meter)
    }

    /// Whether an iteration under this limit is unfinished.
    pub(super) fn is_under(&self, limit: u32) -> bool {
        self.limit == limit && !self.frames.is_empty()
    }

    /// Goes on with an unfinished iteration, meeting at most `allowance` more states.
    pub(super) fn resume<E: Estimate<Parts = P>>(
        &mut self,
        (estimate, sources): (&E, &Sources),
        allowance: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, StopReason> {
        let Self { frames, board, limit, cut, trails } = self;
        let tiles = &mut board.tiles[..];
        let mut left = allowance;
        while let Some(frame) = frames.last_mut() {
            let (blank, parts, slide) = (frame.blank as usize, frame.parts, frame.next);
            if slide == 4 {
                frames.pop();
                if let Some(above) = frames.last() {
                    tiles.swap(blank, above.blank as usize);
                }
                continue;
            }
            let from = sources[blank][slide as usize];
            let trail = trails[usize::from(frame.trail)][usize::from(slide)];
            if from == OFF || trail == NO_TRAIL {
                frame.next += 1;
                continue;
            }
            if left == 0 {
                return Ok(Iteration::Unfinished);
            }
            left -= 1;
            meter.tick()?;
            meter.generate()?;
            frame.next += 1;
            let (from, depth) = (from as usize, frames.len() as u32);
            tiles.swap(from, blank);
            match estimate.after_within(parts, tiles, (from, blank), limit.saturating_sub(depth)) {
                Err(value) => {
                    *cut = (*cut).min(depth + value);
                    tiles.swap(from, blank);
                }
                Ok(parts) => {
                    meter.stats.expanded += 1;
                    // An array that cannot grow ends the search, whatever the board looks like then.
                    meter.room(frames)?;
                    frames.push(Frame { parts, blank: from as u32, slide, trail, next: 0 });
                    meter.stats.peak_states = meter.stats.peak_states.max(frames.len() as u64);
                    if estimate.value(parts) == 0 {
                        let plan = frames[1..].iter().map(|frame| Direction::ALL[frame.slide as usize]);
                        let plan = plan.collect();
                        frames.clear();
                        return Ok(Iteration::Found(plan));
                    }
                }
            }
        }
        Ok(Iteration::Cut(*cut))
    }
}
