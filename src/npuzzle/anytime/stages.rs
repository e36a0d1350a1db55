//! A whole plan by beams: line after line from the outside, two tiles at a time, and what is left at once.
//!
//! A beam on an estimate alone loses its way on boards of more than about thirty cells: it finds boards on
//! which nearly every tile is near its place, and no way to exchange the last ones. Beams towards the exact
//! placing of the next two tiles cannot, and they still choose, among all ways to place them, those that help
//! the tiles to come. The order of the lines is fixed by the first run; later, wider ones share its tables.

use super::super::constructive::{Rectangle, Side, nearest_side};
use super::super::pattern_database::TableSet;
use super::super::space::Slide;
use super::beam::{Aim, Beam, Pool, Shape};
use super::carry::Carrying;
use super::core::Core;
use super::estimate::{Conflicts, Estimate};
use super::field::{Board, OFF, Sources};
use super::pair::{Pair, Placing};
use crate::search::{Meter, StopReason};

/// Sides of what is left when all tiles are aimed at together, if that fails with those the estimate asks for.
const SMALLER_CORES: [u32; 2] = [4, 3];
/// A beam on what is left is at least this wide.
const CORE_WIDTH: usize = 256;
/// Layers that are still looked at after the first board met an aim: the next ones bring more of them.
const SLACK: u32 = 20;

/// One thing after the other to be done.
#[derive(Debug)]
enum Task {
    /// Carry a tile to its place, which is closed then.
    Carry(u16),
    /// Carry a tile, and the blank, into the block at the end of the line.
    Gather(u16, Block),
    /// Place two tiles, whose places are closed then; in the block at the end of the line, if there is one.
    Place([u16; 2], Pair, Option<Block>),
}

/// The cells at the end of a line, in which its last two tiles are placed.
#[derive(Clone, Debug)]
struct Block {
    rows: (usize, usize),
    cols: (usize, usize),
    is_inside: Vec<bool>,
}

/// A board, and what the runs on it share.
pub(super) struct Stages<'e, E: Estimate> {
    board: Board,
    cols: usize,
    goal_blank: u32,
    estimate: &'e E,
    distances: Conflicts,
    /// Tables for the last block, if it comes out with their size.
    tables: Option<&'e TableSet>,
    /// The neighbours on the whole board.
    sources: Sources,
    /// Tiles are placed in pairs by tables as long as no more cells are open than this.
    pair_cells: usize,
    tasks: Vec<Task>,
    /// What is left before each of the tasks and after the last one; a line counts as gone when it is begun.
    left: Vec<Rectangle>,
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
        self.0.promise(parts)
    }

    #[inline]
    fn moves(&self, parts: E::Parts) -> u32 {
        self.0.value(parts)
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
        (estimate, distances, tables): (&'e E, Conflicts, Option<&'e TableSet>),
        pair_cells: usize,
    ) -> Self {
        let cols = whole.cols() as usize;
        let (tasks, left, beam) = (Vec::new(), vec![whole], Beam::default());
        Self { board, cols, goal_blank, estimate, distances, tables, sources, pair_cells, tasks, left, beam }
    }

    /// A plan of fewer than `below` moves by beams of this width, if they find one.
    pub(super) fn run(
        &mut self,
        width: usize,
        below: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Slide>>, StopReason> {
        let result = self.work(width, below, meter);
        self.beam.forget(meter);
        result
    }

    fn work(
        &mut self,
        width: usize,
        below: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Slide>>, StopReason> {
        let mut pool = Pool::start(&self.board.tiles, self.board.blank);
        let mut is_open = vec![true; self.board.tiles.len()];
        let mut done = 0;
        for core in [self.estimate.core()].into_iter().chain(SMALLER_CORES) {
            loop {
                if done == self.tasks.len() && !self.begin_line(core, &pool, &is_open, meter)? {
                    break;
                }
                // An earlier run may have gone on to a smaller core; a line once begun is finished.
                let left = self.left[done];
                let begun = self.left.get(done + 1) == Some(&left);
                if !begun && left.rows() <= core && left.cols() <= core {
                    break;
                }
                let shape = Shape { width, slack: SLACK, below };
                pool = self.task(done, &mut is_open, &pool, shape, meter)?;
                done += 1;
                if pool.heads.is_empty() {
                    return Ok(None);
                }
            }
            let shape = Shape { width: width.max(CORE_WIDTH), slack: 0, below };
            let (block, blank) = (self.left[done], self.goal_blank);
            let core = self.tables.and_then(|tables| Core::new(tables, block, self.cols, blank));
            let home = if let Some(core) = core {
                let inside = core.inside(&pool, self.board.tiles.len());
                self.beam.run((&Home(&core.patterns), &core.sources), &inside, shape, meter)?
            } else {
                let sources = among(&self.sources, &is_open);
                self.beam.run((&Home(self.estimate), &sources), &pool, shape, meter)?
            };
            if let Some(head) = home.heads.first() {
                return Ok(Some(self.beam.moves(head.node)));
            }
        }
        Ok(None)
    }

    /// Does one task, and closes what is in place then.
    fn task(
        &mut self,
        index: usize,
        is_open: &mut [bool],
        pool: &Pool,
        shape: Shape,
        meter: &mut Meter<'_>,
    ) -> Result<Pool, StopReason> {
        let Self { distances, cols, goal_blank, beam, sources, tasks, .. } = self;
        let (distances, width, goal_blank) = (&*distances, *cols, *goal_blank as u16);
        let carrying = |tile: u16, rows, cols, with_blank, is_open| Carrying {
            tile,
            rows,
            cols,
            with_blank,
            width,
            is_open,
            distances,
            goal_blank,
        };
        match &tasks[index] {
            Task::Carry(tile) => {
                let sources = among(sources, is_open);
                let (row, col) = (*tile as usize / width, *tile as usize % width);
                let aim = carrying(*tile, (row, row), (col, col), false, &*is_open);
                let pool = beam.run((&aim, &sources), pool, shape, meter);
                is_open[*tile as usize] = false;
                pool
            }
            Task::Gather(tile, block) => {
                let sources = among(sources, is_open);
                let aim = carrying(*tile, block.rows, block.cols, true, &*is_open);
                beam.run((&aim, &sources), pool, shape, meter)
            }
            Task::Place(tiles, pair, block) => {
                let inside = block.as_ref().map_or(&*is_open, |block| &block.is_inside);
                let sources = among(sources, inside);
                let aim = Placing { pair, distances, goal_blank };
                let pool = beam.run((&aim, &sources), pool, shape, meter);
                tiles.iter().for_each(|&tile| is_open[tile as usize] = false);
                pool
            }
        }
    }

    /// Plans the tasks of one more line; `false` if the core is reached.
    fn begin_line(
        &mut self,
        core: u32,
        pool: &Pool,
        is_open: &[bool],
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let left = self.left[self.tasks.len()];
        if left.rows() <= core && left.cols() <= core {
            return Ok(false);
        }
        let best = &pool.tiles[..self.board.tiles.len()];
        let mut at = vec![0; best.len()];
        best.iter().enumerate().for_each(|(cell, &tile)| at[tile as usize] = cell);
        let side = nearest_side(|tile| at[tile], self.cols, left, self.goal_blank, core);
        let line: Vec<u16> = left.line(side, self.cols).map(|cell| cell as u16).collect();
        let mut tasks = Vec::new();
        if let Err(reason) = self.line_tasks(&line, (left, side), is_open, &mut tasks, meter) {
            release(&tasks, meter);
            return Err(reason);
        }
        let after = left.without(side);
        self.left.extend(tasks.iter().map(|_| after));
        self.tasks.append(&mut tasks);
        Ok(true)
    }

    /// What is to be done for a line, which is one side of what is left.
    fn line_tasks(
        &self,
        line: &[u16],
        (left, side): (Rectangle, Side),
        is_open: &[bool],
        tasks: &mut Vec<Task>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut is_open = is_open.to_vec();
        let (mut tiles, last) = line.split_at(line.len().saturating_sub(2));
        while let &[first, ref rest @ ..] = tiles {
            let open = is_open.iter().filter(|&&is_open| is_open).count();
            match *rest {
                // Of an odd number the first goes alone.
                [second, ref rest @ ..] if tiles.len() % 2 == 0 && open <= self.pair_cells => {
                    let sources = among(&self.sources, &is_open);
                    let pair = Pair::new([first, second], &sources, &is_open, meter)?;
                    tasks.push(Task::Place([first, second], pair, None));
                    is_open[second as usize] = false;
                    tiles = rest;
                }
                _ => {
                    tasks.push(Task::Carry(first));
                    tiles = rest;
                }
            }
            is_open[first as usize] = false;
        }
        let &[first, second] = last else { return Ok(()) };
        let open = is_open.iter().filter(|&&is_open| is_open).count();
        let block = (open > self.pair_cells).then(|| {
            let cells: Vec<usize> = left.end(side, self.cols).filter(|&cell| is_open[cell]).collect();
            let range = |of: fn(usize, usize) -> usize| {
                let of = cells.iter().map(|&cell| of(cell, self.cols));
                (of.clone().min().unwrap_or(0), of.max().unwrap_or(0))
            };
            let (rows, cols) = (range(|cell, cols| cell / cols), range(|cell, cols| cell % cols));
            let mut is_inside = vec![false; is_open.len()];
            cells.iter().for_each(|&cell| is_inside[cell] = true);
            Block { rows, cols, is_inside }
        });
        let inside = block.as_ref().map_or(&is_open, |block| &block.is_inside);
        let pair = Pair::new([first, second], &among(&self.sources, inside), inside, meter)?;
        if let Some(block) = &block {
            tasks.push(Task::Carry(first));
            tasks.push(Task::Gather(second, block.clone()));
        }
        tasks.push(Task::Place([first, second], pair, block));
        Ok(())
    }

    /// Ends all work, and gives back the memory of the tables.
    pub(super) fn give_back(self, meter: &mut Meter<'_>) {
        release(&self.tasks, meter);
    }
}

/// Counts the tables of these tasks as given back.
fn release(tasks: &[Task], meter: &mut Meter<'_>) {
    let bytes = |task: &Task| match task {
        Task::Place(_, pair, _) => pair.bytes(),
        Task::Carry(_) | Task::Gather(..) => 0,
    };
    meter.release(tasks.iter().map(bytes).sum());
}

/// The neighbours among open cells.
fn among(sources: &Sources, is_open: &[bool]) -> Sources {
    let open_or_off = |cell: u32| if cell != OFF && is_open[cell as usize] { cell } else { OFF };
    sources.iter().map(|cells| cells.map(open_or_off)).collect()
}
