//! The part of a lot that matters: the cells that the car's own region is made of, and how far each is from an
//! exit.
//!
//! Pillars cut a lot into regions. No car ever changes its region, and what lies in another than the car's is
//! of no consequence (several cars may have several regions), so the searches over moves know nothing else: their
//! cells are *spots*, the regions' cells numbered from 0 in row-major order.

use super::lot::Lot;
use super::slide::Slide;
use crate::grid::Direction;
use crate::search::{Budget, Meter, StopReason};

/// No spot, no cell.
pub(super) const NONE: u32 = u32::MAX;

/// The car's region. Memory: 32 bytes a cell.
#[derive(Debug)]
pub(super) struct Ground {
    /// Cell of the lot by spot.
    pub(super) cells: Vec<u32>,
    /// Spot by cell of the lot; [`NONE`] outside the region.
    spots: Vec<u32>,
    /// By spot and direction: where a car stands that moves in that direction into the spot, or [`NONE`].
    pub(super) near: Vec<[u32; 4]>,
    /// By spot: moves to the nearest exit over an otherwise empty region; [`NONE`] if there is no exit.
    pub(super) level: Vec<u32>,
    /// Spot of the car, of the first if there are several.
    pub(super) car: u32,
    /// Spots of the cars, in the order given.
    pub(super) cars: Vec<u32>,
    /// Spots of the empties, ascending.
    pub(super) empties: Vec<u32>,
    /// Spots of the exits.
    pub(super) exits: Vec<u32>,
}

impl Ground {
    const BYTES_PER_CELL: usize = 32;

    /// Finds the region and measures it; time linear in the number of cells.
    pub(super) fn of(lot: &Lot, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let size = lot.size();
        meter.hold(size.cells() * Self::BYTES_PER_CELL)?;
        let mut spots = reachable(lot, meter)?;
        let mut cells = Vec::with_capacity(size.cells());
        for (cell, spot) in spots.iter_mut().enumerate() {
            if *spot != NONE {
                *spot = cells.len() as u32;
                cells.push(cell as u32);
            }
        }
        let mut near = Vec::with_capacity(cells.len());
        let (rows, cols) = (size.rows, size.cols);
        let (mut row, mut row_start) = (0, 0);
        for &cell in &cells {
            meter.tick()?;
            while cell >= row_start + cols {
                row += 1;
                row_start += cols;
            }
            let col = cell - row_start;
            let spot = |there: bool, cell: u32| if there { spots[cell as usize] } else { NONE };
            near.push([
                spot(row + 1 < rows, cell.wrapping_add(cols)),
                spot(row > 0, cell.wrapping_sub(cols)),
                spot(col + 1 < cols, cell.wrapping_add(1)),
                spot(col > 0, cell.wrapping_sub(1)),
            ]);
        }
        let here = |list: &[u32]| -> Vec<u32> {
            list.iter().map(|&cell| spots[cell as usize]).filter(|&spot| spot != NONE).collect()
        };
        let (cars, empties, exits) = (here(lot.cars()), here(lot.empties()), here(lot.exits()));
        let car = cars[0];
        let level = levels(&near, &exits, meter)?;
        Ok(Self { cells, spots, near, level, car, cars, empties, exits })
    }

    /// How many spots there are.
    pub(super) fn spots(&self) -> usize {
        self.cells.len()
    }

    /// Bytes it occupies.
    pub(super) fn bytes(&self) -> usize {
        self.spots.len() * Self::BYTES_PER_CELL
    }

    /// The cell of the only empty, if there is exactly one.
    pub(super) fn only_empty(&self) -> Option<u32> {
        match self.empties[..] {
            [spot] => Some(self.cells[spot as usize]),
            _ => None,
        }
    }

    /// The spot of a cell of the lot, if it lies in the region.
    pub(super) fn spot(&self, cell: u32) -> Option<u32> {
        Some(self.spots[cell as usize]).filter(|&spot| spot != NONE)
    }

    /// The same slide with the lot's cells.
    pub(super) fn on_lot(&self, slide: Slide) -> Slide {
        Slide::line(self.cells[slide.to() as usize], slide.direction(), slide.cars())
    }
}

/// By cell: anything but [`NONE`] where a car to take out could drive if every other were gone.
fn reachable(lot: &Lot, meter: &mut Meter<'_>) -> Result<Vec<u32>, StopReason> {
    let size = lot.size();
    if lot.pillars() == 0 {
        return Ok(vec![0; size.cells()]);
    }
    let mut seen = vec![NONE; size.cells()];
    lot.cars().iter().for_each(|&car| seen[car as usize] = 0);
    let mut queue = lot.cars().to_vec();
    while let Some(cell) = queue.pop() {
        for direction in Direction::ALL {
            meter.tick()?;
            if let Some(next) = size.neighbour(cell as usize, direction)
                && seen[next] == NONE
                && !lot.is_blocked(next as u32)
            {
                seen[next] = 0;
                queue.push(next as u32);
            }
        }
    }
    Ok(seen)
}

/// Breadth-first distances from all exits at once.
fn levels(near: &[[u32; 4]], exits: &[u32], meter: &mut Meter<'_>) -> Result<Vec<u32>, StopReason> {
    let mut level = vec![NONE; near.len()];
    let mut queue = Vec::with_capacity(near.len());
    for &exit in exits {
        level[exit as usize] = 0;
        queue.push(exit);
    }
    let mut head = 0;
    while let Some(&spot) = queue.get(head) {
        head += 1;
        meter.tick()?;
        for next in near[spot as usize] {
            if next != NONE && level[next as usize] == NONE {
                level[next as usize] = level[spot as usize] + 1;
                queue.push(next);
            }
        }
    }
    Ok(level)
}

/// How many states have the car on an exit: exits within reach times the placements of the empties within
/// reach; `u64::MAX` if that is more.
pub(super) fn goal_states(lot: &Lot) -> u64 {
    let budget = Budget::unlimited();
    let ground = Meter::start(&budget, 0).and_then(|mut meter| Ground::of(lot, &mut meter));
    ground.map_or(u64::MAX, |ground| {
        let placements = choose(ground.spots() as u64 - 1, ground.empties.len() as u64);
        placements.saturating_mul(ground.exits.len() as u64)
    })
}

/// How many ways there are to choose `k` of `n`; `u64::MAX` if there are more.
pub(super) fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let mut ways: u128 = 1;
    for i in 0..k.min(n - k) {
        ways = ways * u128::from(n - i) / u128::from(i + 1);
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parking::text::parse;

    fn ground(map: &str) -> Ground {
        let lot = Lot::new(&parse(map).unwrap(), 1000).unwrap();
        Ground::of(&lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap()
    }

    #[test]
    fn a_region_ends_at_the_pillars() {
        let ground = ground(
            "C o # .
             o . # E",
        );
        assert_eq!(ground.cells, [0, 1, 4, 5]);
        assert_eq!((ground.car, &ground.empties[..], &ground.exits[..]), (0, &[3][..], &[][..]));
        assert_eq!(ground.level, [NONE; 4]);
        assert_eq!(ground.spot(4), Some(2));
        assert_eq!(ground.spot(3), None);
    }

    #[test]
    fn levels_go_round_pillars() {
        let ground = ground(
            "C # E
             o o o",
        );
        // Spots: [0,0] [0,2] [1,0] [1,1] [1,2].
        assert_eq!(ground.level, [4, 0, 3, 2, 1]);
        assert_eq!(ground.near[0], [2, NONE, NONE, NONE]);
        assert_eq!(ground.near[4], [NONE, 1, NONE, 3]);
    }

    #[test]
    fn goal_states_are_counted() {
        let count = |map: &str| goal_states(&Lot::new(&parse(map).unwrap(), 1000).unwrap());
        assert_eq!(count("C o o\no . E"), 10); // one exit, two empties on the other five cells
        assert_eq!(count("C o # .\no . # E"), 0);
        assert_eq!(choose(99, 5), 71_523_144);
        assert_eq!(choose(1_000_000, 500_000), u64::MAX);
    }
}
