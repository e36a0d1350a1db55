//! The state space: boards, and the tile beside the blank that slides.

use super::board::Board;
use super::goal::Goal;
use super::tiles::Tiles;
use crate::grid::{Direction, Size};
use crate::search::{Reversible, StateSpace};

/// Boards of at most this many cells are indexed perfectly: 10! numbers.
const MOST_INDEXED: usize = 10;

/// A board on its way: its tiles, and where the blank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<T> {
    /// The tiles.
    pub tiles: T,
    /// The index of the blank's cell.
    pub blank: u32,
}

/// One move, by the way the tile goes.
pub type Slide = Direction;

/// No neighbour there.
const OFF: u32 = u32::MAX;

/// All boards of one size, from a start to a goal.
#[derive(Clone, Debug)]
pub struct Space<T> {
    size: Size,
    start: State<T>,
    goal: State<T>,
    /// For each cell of the blank, the cells from which a tile can slide into it, by [`Direction`].
    sources: Vec<[u32; 4]>,
}

impl<T: Tiles> Space<T> {
    /// The space of a board and a goal of the same size. Time and memory linear in the number of cells.
    #[must_use]
    pub fn new(board: &Board, goal: &Goal) -> Self {
        let size = board.size();
        let state = |board: &Board| State { tiles: T::pack(board.tiles()), blank: board.blank() as u32 };
        let sources = (0..size.cells())
            .map(|blank| {
                Direction::ALL.map(|direction| {
                    size.neighbour(blank, direction.opposite()).map_or(OFF, |cell| cell as u32)
                })
            })
            .collect();
        Self { size, start: state(board), goal: state(goal.board()), sources }
    }

    /// Rows and columns.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }
}

impl<T: Tiles> StateSpace for Space<T> {
    type State = State<T>;
    type Move = Slide;

    fn start(&self) -> State<T> {
        self.start.clone()
    }

    fn is_goal(&self, state: &State<T>) -> bool {
        state.tiles == self.goal.tiles
    }

    #[inline]
    fn successors(&self, state: &State<T>, mut visit: impl FnMut(Slide, State<T>)) {
        let blank = state.blank;
        let sources = &self.sources[blank as usize];
        for direction in Direction::ALL {
            let from = sources[direction as usize];
            if from != OFF {
                let tiles = state.tiles.slide(from as usize, blank as usize);
                visit(direction, State { tiles, blank: from });
            }
        }
    }

    fn index_size(&self) -> Option<usize> {
        let cells = self.size.cells();
        (cells <= MOST_INDEXED).then(|| (1..=cells).product())
    }

    /// The Lehmer rank of the tiles.
    fn index(&self, state: &State<T>) -> usize {
        let cells = self.size.cells();
        let mut unused = (1_u32 << cells) - 1;
        let mut rank = 0;
        for cell in 0..cells {
            let tile = state.tiles.get(cell);
            let smaller = unused & ((1 << tile) - 1);
            rank = rank * (cells - cell) + smaller.count_ones() as usize;
            unused &= !(1 << tile);
        }
        rank
    }

    fn state_bytes(&self) -> usize {
        size_of::<State<T>>() + T::heap_bytes(self.size.cells())
    }
}

impl<T: Tiles> Reversible for Space<T> {
    fn goals(&self, mut visit: impl FnMut(State<T>)) {
        visit(self.goal.clone());
    }

    fn predecessors(&self, state: &State<T>, mut visit: impl FnMut(Slide, State<T>)) {
        self.successors(state, |direction, before| visit(direction.opposite(), before));
    }
}

#[cfg(test)]
mod tests {
    use super::super::goal::GoalPreset;
    use super::super::tiles::Nibbles;
    use super::*;

    #[test]
    fn every_board_has_its_own_index() {
        let size = Size { rows: 2, cols: 3 };
        let goal = Goal::preset(GoalPreset::BlankLast, size);
        let space = Space::<Nibbles>::new(goal.board(), &goal);
        let mut seen = vec![false; space.index_size().unwrap()];
        let mut tiles = vec![0_u16; 6];
        fn permutations(tiles: &mut Vec<u16>, at: usize, visit: &mut impl FnMut(&[u16])) {
            if at == tiles.len() {
                return visit(tiles);
            }
            for other in at..tiles.len() {
                tiles.swap(at, other);
                permutations(tiles, at + 1, visit);
                tiles.swap(at, other);
            }
        }
        tiles.iter_mut().enumerate().for_each(|(cell, tile)| *tile = cell as u16);
        permutations(&mut tiles, 0, &mut |tiles| {
            let index = space.index(&State { tiles: Nibbles::pack(tiles), blank: 0 });
            assert!(!std::mem::replace(&mut seen[index], true), "{tiles:?}");
        });
        assert!(seen.into_iter().all(|seen| seen));
    }
}
