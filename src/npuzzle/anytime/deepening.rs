//! Iterative-deepening A* (Korf, 1985) on one board moved in place, an iteration at a time.
//!
//! The generic IDA* copies a state for every child; on boards of thousands of cells that is all it would do.
//! Here an iteration also has an allowance of states, so that proofs take turns with the search for plans.

use super::super::space::Slide;
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

/// A branch of the search, kept to be used again.
#[derive(Debug)]
pub(super) struct Deepening<P> {
    frames: Vec<Frame<P>>,
}

#[derive(Clone, Copy, Debug)]
struct Frame<P> {
    parts: P,
    /// The cell the tile came from; the blank's.
    blank: u32,
    /// The slide that led here; 4 at the root.
    slide: u8,
    /// The slide to be tried next.
    next: u8,
}

impl<P: Copy> Deepening<P> {
    pub(super) const fn new() -> Self {
        Self { frames: Vec::new() }
    }

    /// Looks for a plan of at most `limit` moves, meeting at most `allowance` states. Leaves the board as it
    /// was.
    pub(super) fn under<E: Estimate<Parts = P>>(
        &mut self,
        (estimate, sources): (&E, &Sources),
        board: &mut Board,
        limit: u32,
        allowance: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, StopReason> {
        let Self { frames } = self;
        frames.clear();
        let tiles = &mut board.tiles[..];
        let parts = estimate.of(tiles);
        if estimate.value(parts) == 0 {
            return Ok(Iteration::Found(Vec::new()));
        }
        if estimate.value(parts) > limit {
            return Ok(Iteration::Cut(estimate.value(parts)));
        }
        meter.room(frames)?;
        frames.push(Frame { parts, blank: board.blank as u32, slide: 4, next: 0 });
        let (mut cut, mut left) = (u32::MAX, allowance);
        let mut outcome = Ok(None);
        while let Some(frame) = frames.last_mut() {
            let (blank, parts, slide) = (frame.blank as usize, frame.parts, frame.next);
            if slide == 4 {
                frames.pop();
                if let Some(above) = frames.last() {
                    tiles.swap(blank, above.blank as usize);
                }
                continue;
            }
            frame.next += 1;
            let from = sources[blank][slide as usize];
            if from == OFF || slide ^ 1 == frame.slide {
                continue;
            }
            let counted = meter.tick().and_then(|()| meter.generate());
            if counted.is_err() || left == 0 {
                outcome = counted.map(|()| Some(Iteration::Unfinished));
                break;
            }
            left -= 1;
            let from = from as usize;
            tiles.swap(from, blank);
            let parts = estimate.after(parts, tiles, from, blank);
            let (value, depth) = (estimate.value(parts), frames.len() as u32);
            if depth + value > limit {
                cut = cut.min(depth + value);
                tiles.swap(from, blank);
                continue;
            }
            if let Err(reason) = meter.room(frames) {
                tiles.swap(from, blank);
                outcome = Err(reason);
                break;
            }
            meter.stats.expanded += 1;
            frames.push(Frame { parts, blank: from as u32, slide, next: 0 });
            if value == 0 {
                let plan = frames[1..].iter().map(|frame| Direction::ALL[frame.slide as usize]);
                outcome = Ok(Some(Iteration::Found(plan.collect())));
                break;
            }
        }
        meter.stats.peak_states = meter.stats.peak_states.max(frames.len() as u64);
        // Back to the root, whatever ended the iteration.
        while let Some(frame) = frames.pop() {
            if let Some(above) = frames.last() {
                tiles.swap(frame.blank as usize, above.blank as usize);
            }
        }
        Ok(outcome?.unwrap_or(Iteration::Cut(cut)))
    }
}

/// Slides are numbered so that opposite ones differ in the last bit.
const _: () = assert!(
    Direction::Up as u8 ^ 1 == Direction::Down as u8 && Direction::Left as u8 ^ 1 == Direction::Right as u8
);
