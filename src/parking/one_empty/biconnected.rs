//! Which neighbours of the car the empty can go between, for every place of the car at once.
//!
//! Two neighbours of a cell are connected without it if and only if the edges that lead to them lie in one
//! biconnected component (a *block*). One depth-first pass finds all blocks (Hopcroft and Tarjan, 1973): every
//! cell has the block of the edge to its parent, and any other edge belongs to the block of its later end. What
//! the textbook folds back while it returns is folded here in a second pass, over the cells in reverse order, so
//! that the stack holds nothing but the way back. Time: linear in the number of cells.

use super::field::Field;
use crate::grid::Direction;
use crate::search::{Meter, StopReason};

/// The blocks of one region. Memory: 8 bytes a position, 20 while they are found.
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

/// A cell in the order of the pass.
#[derive(Clone, Copy)]
struct Visit {
    at: u32,
    /// Number of the cell from which the pass came.
    parent: u32,
    /// The smallest number next to the cell or to one found after it from there, the ways to parents apart.
    low: u32,
}

impl Blocks {
    /// The blocks of the region that the position `root` lies in.
    pub(super) fn of(field: &Field, root: u32, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let positions = field.positions();
        meter.hold(positions * (size_of::<Mark>() + size_of::<Visit>()))?;
        let mut marks = vec![Mark::default(); positions];
        let mut visits: Vec<Visit> = Vec::with_capacity(positions);
        let mut from = 0;
        let mut ahead = Some(root);
        loop {
            meter.tick()?;
            if let Some(at) = ahead {
                let number = visits.len() as u32 + 1;
                visits.push(Visit { at, parent: from, low: number });
                marks[at as usize].number = number;
                from = number;
            } else {
                from = visits[from as usize - 1].parent;
                if from == 0 {
                    break;
                }
            }
            let at = visits[from as usize - 1].at;
            let new = |next: &u32| field.is_open(*next) && marks[*next as usize].number == 0;
            ahead = Direction::ALL.into_iter().map(|direction| field.next(at, direction)).find(new);
        }
        for number in (2..=visits.len() as u32).rev() {
            meter.tick()?;
            let Visit { at, parent, mut low } = visits[number as usize - 1];
            for direction in Direction::ALL {
                let next = marks[field.next(at, direction) as usize].number;
                if next != 0 && next != parent {
                    low = low.min(next);
                }
            }
            visits[number as usize - 1].low = low;
            let of_parent = &mut visits[parent as usize - 1].low;
            *of_parent = low.min(*of_parent);
        }
        for (&Visit { at, parent, low }, number) in visits.iter().zip(1..).skip(1) {
            // Nothing found from here leads past the parent: a block begins.
            let begins = low >= parent;
            let above = visits[parent as usize - 1].at;
            marks[at as usize].block = if begins { number } else { marks[above as usize].block };
        }
        meter.release(positions * size_of::<Visit>());
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
                let mut map = "C".to_owned();
                for cell in 1..72 {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    map.push_str(if cell % 9 == 0 { "\n" } else { " " });
                    map.push(if (state >> 33) % 100 < percent { '#' } else { 'o' });
                }
                map.replace_range(map.len() - 1.., "E");
                check(&Lot::new(&parse(&map).unwrap(), 1000).unwrap());
            }
        }
    }
}
