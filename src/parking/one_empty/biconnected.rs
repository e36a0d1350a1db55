//! Which neighbours of the car the empty can go between, for every place of the car at once.
//!
//! Two neighbours of a cell are connected without it if and only if the edges that lead to them lie in one
//! biconnected component (a *block*). One depth-first pass finds all blocks ([`lowpoints`](crate::parking::lowpoints)):
//! every cell has the block of the edge to its parent, and any other edge belongs to the block of its later end.
//! Time: linear in the number of cells.

use super::field::Field;
use crate::grid::Direction;
use crate::parking::lowpoints::{Lowpoints, Visit};
use crate::search::{Meter, StopReason};

/// The blocks of one region. Memory: 8 bytes a position, 28 while they are found.
pub(super) struct Blocks {
    marks: Vec<Mark>,
}

/// What is known of a cell.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// When the pass came there, from 1; 0 outside the region.
    number: u32,
    /// The block of the edge to its parent, named by one of its cells.
    block: u32,
}

impl Blocks {
    /// The blocks of the region that the position `root` lies in.
    pub(super) fn of(field: &Field, root: u32, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let positions = field.positions();
        meter.hold(positions * size_of::<Mark>() + Lowpoints::bytes(positions))?;
        let next = |at: u32, side: usize| {
            Some(field.next(at, Direction::ALL[side])).filter(|&next| field.is_open(next))
        };
        let Lowpoints { numbers, visits } = Lowpoints::of(positions, root, next, meter)?;
        let mut marks: Vec<Mark> = numbers.into_iter().map(|number| Mark { number, block: 0 }).collect();
        for (&Visit { at, parent, low, .. }, number) in visits.iter().zip(1..).skip(1) {
            // Nothing found from here leads past the parent: a block begins.
            let begins = low >= parent;
            let above = visits[parent as usize - 1].at;
            marks[at as usize].block = if begins { number } else { marks[above as usize].block };
        }
        meter.release(Lowpoints::bytes(positions));
        Ok(Self { marks })
    }

    /// Whether two neighbours of a cell of the region are connected without it.
    #[inline]
    pub(super) fn connected(&self, cell: u32, one: u32, other: u32) -> bool {
        let center = self.marks[cell as usize];
        let block = |neighbour: u32| {
            let neighbour = self.marks[neighbour as usize];
            if neighbour.number > center.number { neighbour.block } else { center.block }
        };
        block(one) == block(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parking::Lot;
    use crate::parking::tests::scattered;
    use crate::parking::text::parse;
    use crate::search::Budget;

    /// Whether there is a way between two positions that avoids a third, by a flood.
    fn flooded(field: &Field, from: u32, to: u32, barred: u32) -> bool {
        let mut seen = vec![from];
        let mut head = 0;
        while let Some(&at) = seen.get(head) {
            head += 1;
            for next in Direction::ALL.map(|direction| field.next(at, direction)) {
                if field.is_open(next) && next != barred && !seen.contains(&next) {
                    seen.push(next);
                }
            }
        }
        seen.contains(&to)
    }

    fn check(lot: &Lot) {
        let field = Field::of(lot);
        let budget = Budget::unlimited();
        let root = field.position(lot.car());
        let blocks = Blocks::of(&field, root, &mut Meter::start(&budget, 0).unwrap()).unwrap();
        for cell in (0..lot.size().cells() as u32).map(|cell| field.position(cell)) {
            if !field.is_open(cell) || !flooded(&field, root, cell, u32::MAX) {
                continue;
            }
            let sides = Direction::ALL.map(|direction| field.next(cell, direction));
            for one in sides.into_iter().filter(|&side| field.is_open(side)) {
                for other in sides.into_iter().filter(|&side| field.is_open(side)) {
                    let truth = flooded(&field, one, other, cell);
                    assert_eq!(blocks.connected(cell, one, other), truth, "{}", field.cell(cell));
                }
            }
        }
    }

    #[test]
    fn a_flood_without_the_cell_says_the_same() {
        for map in [
            "C o o o E",
            "C o\no E",
            "C o o\no # o\no o E",
            "C o o o o\no # o # o\no o o o o\n# # o # #\no o o o o\no # # # o\no o o o E",
            "C o # .\no . # E",
        ] {
            check(&Lot::new(&parse(map).unwrap(), 1000).unwrap());
        }
        let mut state = 1_u64;
        for percent in [10, 25, 40] {
            for _ in 0..100 {
                let map = scattered(&mut state, percent);
                check(&Lot::new(&parse(&map).unwrap(), 1000).unwrap());
            }
        }
    }
}
