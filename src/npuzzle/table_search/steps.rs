//! Where the blank can go from each cell, prepared for the loop.

use super::lens::CELLS;
use crate::grid::{Direction, Size};
use crate::npuzzle::pattern_database::{Approach, transposed};
use crate::npuzzle::space::Slide;
use crate::npuzzle::trail::{TRAILS, Trail};

/// One slide into the blank's cell, as one view has it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sight {
    /// Four times the cell that the tile comes from, and the cell it goes to.
    pub(super) from: u8,
    pub(super) to: u8,
    /// Four times the first cell after the lower of the two.
    pub(super) between: u8,
    /// 1 if the tile slides up or down, 0 if it slides sideways.
    pub(super) upright: u8,
    /// 0 if the tile slides right or down, −1 if it slides left or up.
    pub(super) sign: i8,
    /// Of the cells from `between` on, those that are passed: four bits each.
    pub(super) passed: u16,
}

impl Sight {
    /// The tile that slides, by its home.
    #[inline]
    pub(super) const fn tile(&self, board: u64) -> usize {
        (board >> (self.from & 63) & 0xf) as usize
    }

    /// The board after the slide.
    #[inline]
    pub(super) const fn slide(&self, board: u64) -> u64 {
        let tile = self.tile(board) as u64;
        board ^ tile << (self.from & 63) ^ tile << (self.to & 63)
    }
}

/// One slide into the blank's cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const VIEWS: usize> {
    pub(super) sights: [Sight; VIEWS],
    /// The way it goes on the board as the caller has it.
    pub(super) slide: Slide,
    /// By home of the tile, a bit: set if the slide takes it away from there.
    pub(super) away: u16,
    /// The blank's cell afterwards.
    pub(super) blank: u8,
}

impl<const VIEWS: usize> Step<VIEWS> {
    /// 1 if the slide takes its tile away from home, 0 if it brings it nearer; on the board of the first view.
    #[inline]
    pub(super) const fn takes_away(&self, board: u64) -> i16 {
        (self.away >> self.sights[0].tile(board) & 1) as i16
    }
}

/// The slides into each cell of the blank, and which of them are worth trying after those before.
#[derive(Clone, Debug)]
pub(super) struct Steps<const VIEWS: usize> {
    /// By blank's cell and slide.
    steps: [[Step<VIEWS>; 4]; CELLS],
    /// By trail and blank's cell.
    choices: [[Choices; CELLS]; TRAILS],
    /// By trail and slide, the trail after it.
    next: [[u8; 4]; TRAILS],
}

/// Up to four slides: how many in the lowest three bits, then two bits each, the last to be tried first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choices(u16);

impl<const VIEWS: usize> Steps<VIEWS> {
    /// `mirrors` says for each view where it has each cell, `transposes` whether it has the board transposed.
    pub(super) fn new(
        size: Size,
        approach: &Approach,
        mirrors: &[[u8; CELLS]; VIEWS],
        transposes: &[bool; VIEWS],
    ) -> Self {
        let idle = Step { sights: [Sight::default(); VIEWS], slide: Slide::Up, away: 0, blank: 0 };
        let mut all = Self {
            steps: [[idle; 4]; CELLS],
            choices: [[Choices(0); CELLS]; TRAILS],
            next: Trail::all()
                .map(|trail| Direction::ALL.map(|slide| trail.after(slide).map_or(0, Trail::number))),
        };
        for blank in 0..size.cells() {
            for slide in Direction::ALL {
                let way = approach.direction(slide);
                let Some(from) = size.neighbour(blank, way.opposite()) else { continue };
                let sights = std::array::from_fn(|view| {
                    let [from, to] = [from, blank].map(|cell| mirrors[view][cell]);
                    let way = if transposes[view] { transposed(way) } else { way };
                    let upright = !way.is_horizontal();
                    Sight {
                        from: 4 * from,
                        to: 4 * to,
                        between: 4 * (from.min(to) + 1),
                        upright: upright.into(),
                        sign: if matches!(way, Direction::Down | Direction::Right) { 0 } else { -1 },
                        passed: if upright { (1 << (4 * (size.cols - 1))) - 1 } else { 0 },
                    }
                });
                let away = (0..size.cells())
                    .filter(|&home| size.distance(home, blank) > size.distance(home, from))
                    .fold(0, |bits, home| bits | 1 << home);
                all.steps[blank][slide as usize] = Step { sights, slide, away, blank: from as u8 };
            }
            for trail in Trail::all() {
                let fits = |&slide: &Slide| {
                    let from = size.neighbour(blank, approach.direction(slide).opposite());
                    from.is_some() && trail.after(slide).is_some()
                };
                let slides = Direction::ALL.into_iter().filter(fits);
                let choices = slides.fold(0, |choices, slide| {
                    ((choices & 7) + 1) | ((choices >> 3 << 2 | slide as u16) << 3)
                });
                all.choices[usize::from(trail.number())][blank] = Choices(choices);
            }
        }
        all
    }

    /// How many slides are worth trying, and which.
    #[inline]
    pub(super) fn choices(&self, blank: u8, trail: u8) -> (usize, impl Iterator<Item = &Step<VIEWS>>) {
        let steps = &self.steps[usize::from(blank) & (CELLS - 1)];
        let Choices(choices) = self.choices[usize::from(trail)][usize::from(blank) & (CELLS - 1)];
        let count = usize::from(choices & 7);
        (count, (0..count).map(move |at| &steps[usize::from(choices >> (3 + 2 * at) & 3)]))
    }

    /// The trail after one more slide.
    #[inline]
    pub(super) fn next(&self, trail: u8, slide: Slide) -> u8 {
        self.next[usize::from(trail)][slide as usize]
    }
}
