//! A whole plan by beams: line after line from the outside, two tiles at a time, and what is left at once.
//!
//! A beam on an estimate alone loses its way on boards of more than about thirty cells: it finds boards on
//! which nearly every tile is near its place, and no way to exchange the last ones. Beams towards the exact
//! placing of the next two tiles cannot, and they still choose, among all ways to place them, those that help
//! the tiles to come. The order of the lines is fixed by the first run; later, wider ones share its tables.

use super::super::constructive::{Rectangle, nearest_side};
use super::super::space::Slide;
use super::beam::{Aim, Beam, Pool, Shape};
use super::estimate::{Conflicts, Estimate};
use super::field::{Board, OFF, Sources};
use super::group::{Group, Placing};
use crate::search::{Meter, StopReason};

/// Sides of what is left when all tiles are aimed at together; smaller ones if that fails.
const CORES: [u32; 3] = [5, 4, 3];
/// A beam on what is left is at least this wide.
const CORE_WIDTH: usize = 256;

/// A board, and what the runs on it share.
pub(super) struct Stages<'e, E: Estimate> {
    board: Board,
    cols: usize,
    goal_blank: u32,
    estimate: &'e E,
    distances: Conflicts,
    /// The neighbours on the whole board.
    sources: Sources,
    groups: Vec<Group>,
    /// What is open after each of the groups; before the first one, everything.
    open: Vec<(Vec<bool>, Rectangle)>,
    /// Tiles of the line begun that no group holds yet.
    line: Vec<u16>,
    beam: Beam,
}

/// All tiles in their places.
struct Home<'e, E>(&'e E);

impl<E: Estimate> Aim for Home<'_, E> {
    type Parts = E::Parts;

    fn of(&self, tiles: &[u16], _: usize) -> E::Parts {
        self.0.of(tiles)
    }

    #[inline]
    fn after(&self, parts: E::Parts, tiles: &[u16], from: usize, to: usize) -> E::Parts {
        self.0.after(parts, tiles, from, to)
    }

    #[inline]
    fn rank(&self, parts: E::Parts) -> u32 {
        self.0.value(parts)
    }

    #[inline]
    fn is_met(&self, parts: E::Parts) -> bool {
        self.0.value(parts) == 0
    }

    fn rest(&self, _: E::Parts) -> u32 {
        0
    }
}

impl<'e, E: Estimate> Stages<'e, E> {
    pub(super) fn new(
        board: Board,
        whole: Rectangle,
        goal_blank: u32,
        sources: Sources,
        (estimate, distances): (&'e E, Conflicts),
    ) -> Self {
        let open = vec![(vec![true; board.tiles.len()], whole)];
        let cols = whole.cols() as usize;
        let (groups, line, beam) = (Vec::new(), Vec::new(), Beam::default());
        Self { board, cols, goal_blank, estimate, distances, sources, groups, open, line, beam }
    }

    /// A plan of fewer than `below` moves by beams of this width, if they find one.
    pub(super) fn run(
        &mut self,
        width: usize,
        below: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Slide>>, StopReason> {
        let mut pool = Pool::start(&self.board.tiles, self.board.blank);
        let mut done = 0;
        let result = (|| {
            for core in CORES {
                while let Some(at) = self.next(done, core, &pool, meter)? {
                    let group = &self.groups[at];
                    let placing =
                        Placing { group, distances: &self.distances, goal_blank: self.goal_blank as u16 };
                    // A pair is in the end placed by few boards of a layer: the next ones bring more.
                    let shape = Shape { width, slack: 20, below };
                    pool = self.beam.run((&placing, &group.sources), &pool, shape, meter)?;
                    done += 1;
                    if pool.heads.is_empty() {
                        return Ok(None);
                    }
                }
                let sources = closed(&self.sources, &self.open[done].0);
                let shape = Shape { width: width.max(CORE_WIDTH), slack: 0, below };
                let home = self.beam.run((&Home(self.estimate), &sources), &pool, shape, meter)?;
                if let Some(head) = home.heads.first() {
                    return Ok(Some(self.beam.moves(head.node)));
                }
            }
            Ok(None)
        })();
        self.beam.forget(meter);
        result
    }

    /// The index of the group to be placed after so many, made if no run came so far; `None` if the core is
    /// reached.
    fn next(
        &mut self,
        done: usize,
        core: u32,
        pool: &Pool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, StopReason> {
        if done < self.groups.len() {
            // An earlier run came here, with this core or a smaller one; a line once begun is finished.
            let (_, left) = self.open[done];
            let begun = done > 0 && self.open[done - 1].1 == left;
            return Ok((begun || left.rows() > core || left.cols() > core).then_some(done));
        }
        let (is_open, left) = self.open[done].clone();
        let mut after = left;
        if self.line.is_empty() {
            if left.rows() <= core && left.cols() <= core {
                return Ok(None);
            }
            let best = &pool.tiles[..self.board.tiles.len()];
            let mut at = vec![0; best.len()];
            best.iter().enumerate().for_each(|(cell, &tile)| at[tile as usize] = cell);
            let side = nearest_side(|tile| at[tile], self.cols, left, self.goal_blank, core);
            after = left.without(side);
            self.line = left.line(side, self.cols).map(|cell| cell as u16).collect();
            self.line.reverse();
        }
        let Some(first) = self.line.pop() else { return Ok(None) };
        // Pairs from the far end; of an odd number the first goes alone.
        let second = if self.line.len() % 2 == 1 { self.line.pop().unwrap_or(first) } else { first };
        let group = Group::new([first, second], closed(&self.sources, &is_open), &is_open, meter)?;
        let mut open_after = is_open;
        open_after[first as usize] = false;
        open_after[second as usize] = false;
        self.groups.push(group);
        self.open.push((open_after, after));
        Ok(Some(done))
    }
}

/// The neighbours among open cells.
fn closed(sources: &Sources, is_open: &[bool]) -> Sources {
    let open_or_off = |cell: u32| if cell != OFF && is_open[cell as usize] { cell } else { OFF };
    sources.iter().map(|cells| cells.map(open_or_off)).collect()
}
