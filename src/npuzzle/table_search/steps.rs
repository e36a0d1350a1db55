//! Where the blank can go from each cell, prepared for the loop.

use super::lens::CELLS;
use crate::grid::{Direction, Size};
use crate::npuzzle::pattern_database::{Approach, transposed};
use crate::npuzzle::space::Slide;

/// One slide into the blank's cell, as one view has it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sight {
    /// Four times the cell that the tile comes from, and the cell it goes to.
    pub(super) from: u8,
    pub(super) to: u8,
    /// Four times the first cell after the lower of the two.
    pub(super) between: u8,
    /// Left or right.
    pub(super) sideways: bool,
    /// Right or down.
    pub(super) forwards: bool,
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

/// All slides into one cell of the blank that do not undo the one before, the last to be tried first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<const VIEWS: usize> {
    steps: [Step<VIEWS>; 4],
    count: u8,
}

/// Says that there was no slide before.
pub(super) const NONE: u8 = 4;

impl<const VIEWS: usize> Steps<VIEWS> {
    /// By blank's cell and slide before. `mirrors` says for each view where it has each cell; a view that moves
    /// any has the board transposed.
    pub(super) fn all(
        size: Size,
        approach: &Approach,
        mirrors: &[[u8; CELLS]; VIEWS],
        transposes: &[bool; VIEWS],
    ) -> Vec<[Self; 5]> {
        let one = |blank: usize, before: u8| {
            let idle = Step { sights: [Sight::default(); VIEWS], slide: Slide::Up, away: 0, blank: 0 };
            let mut steps = Self { steps: [idle; 4], count: 0 };
            for slide in Direction::ALL.into_iter().rev() {
                let way = approach.direction(slide);
                let Some(from) = size.neighbour(blank, way.opposite()) else { continue };
                if before == slide.opposite() as u8 {
                    continue;
                }
                let sights = std::array::from_fn(|view| {
                    let [from, to] = [from, blank].map(|cell| mirrors[view][cell]);
                    let way = if transposes[view] { transposed(way) } else { way };
                    Sight {
                        from: 4 * from,
                        to: 4 * to,
                        between: 4 * (from.min(to) + 1),
                        sideways: way.is_horizontal(),
                        forwards: matches!(way, Direction::Down | Direction::Right),
                    }
                });
                let away = (0..size.cells())
                    .filter(|&home| size.distance(home, blank) > size.distance(home, from))
                    .fold(0, |bits, home| bits | 1 << home);
                steps.steps[usize::from(steps.count)] = Step { sights, slide, away, blank: from as u8 };
                steps.count += 1;
            }
            steps
        };
        (0..size.cells()).map(|blank| std::array::from_fn(|before| one(blank, before as u8))).collect()
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Step<VIEWS>] {
        &self.steps[..usize::from(self.count)]
    }
}
