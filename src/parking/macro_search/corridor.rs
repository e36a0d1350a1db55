//! How far every spot is from the car's corridors.
//!
//! A corridor of slack 2r is made of the spots on ways from the car to an exit that are at most 2r moves longer
//! than the shortest. A car that goes away from the exit r times stays within it, so an empty that is to be of
//! use must come to it. On an open lot with one exit the corridor is the rectangle between car and exit with a
//! margin of r; elsewhere the distances are measured once for every spot of the car.

use super::straight::Runs;
use super::ways::Ways;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// Corridors of slack 0, 2, 4 and 6.
pub(super) const SLACKS: usize = 4;

/// Regions larger than this go without, unless they are open.
const MOST_MEASURED: usize = 4096;

/// Distances from the corridor of each slack.
pub(super) type Aside = [u16; SLACKS];

pub(super) struct Corridors<'g> {
    ground: &'g Ground,
    kind: Kind,
    queue: Vec<u32>,
}

enum Kind {
    /// The exit's row and column.
    Rectangle([u16; 2]),
    /// By spot of the car, number of its table; tables one after another.
    Measured { numbers: Vec<u32>, tables: Vec<Aside> },
    /// Every spot counts as within.
    Unknown,
}

/// The corridors of one spot of the car.
#[derive(Clone, Copy)]
pub(super) enum Corridor {
    Rectangle { low: [u16; 2], high: [u16; 2] },
    Measured { start: usize },
    Unknown,
}

impl<'g> Corridors<'g> {
    pub(super) fn new(ground: &'g Ground, ways: &Ways<'_>, open: bool) -> Self {
        let kind = match ground.exits[..] {
            [exit] if open => Kind::Rectangle(ways.place(exit)),
            _ if ground.spots() <= MOST_MEASURED => {
                Kind::Measured { numbers: vec![NONE; ground.spots()], tables: Vec::new() }
            }
            _ => Kind::Unknown,
        };
        Self { ground, kind, queue: Vec::new() }
    }

    /// The car's way to the exit, on an open lot with one.
    pub(super) fn runs(&self, car: u32, ways: &Ways<'_>) -> Option<Runs> {
        match self.kind {
            Kind::Rectangle(exit) => Some(Runs::between(ways.place(car), exit)),
            _ => None,
        }
    }

    /// The corridors from this spot of the car.
    #[inline]
    pub(super) fn of(
        &mut self,
        car: u32,
        ways: &Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Corridor, StopReason> {
        match &mut self.kind {
            Kind::Rectangle([row, col]) => {
                let [car_row, car_col] = ways.place(car);
                Ok(Corridor::Rectangle {
                    low: [car_row.min(*row), car_col.min(*col)],
                    high: [car_row.max(*row), car_col.max(*col)],
                })
            }
            Kind::Measured { numbers, tables } => {
                let spots = self.ground.spots();
                if numbers[car as usize] == NONE {
                    let start = tables.len();
                    let more =
                        if start + spots > tables.capacity() { tables.capacity().max(4 * spots) } else { 0 };
                    meter.hold(more * size_of::<Aside>())?;
                    tables.reserve_exact(if more > 0 { more.max(spots) } else { 0 });
                    measure(self.ground, car, tables, &mut self.queue, meter)?;
                    numbers[car as usize] = (start / spots) as u32;
                }
                Ok(Corridor::Measured { start: numbers[car as usize] as usize * spots })
            }
            Kind::Unknown => Ok(Corridor::Unknown),
        }
    }

    /// How far a spot is aside.
    #[inline]
    pub(super) fn aside(&self, corridor: Corridor, spot: u32, ways: &Ways<'_>) -> Aside {
        match (corridor, &self.kind) {
            (Corridor::Rectangle { low, high }, _) => {
                let place = ways.place(spot);
                let beyond = |axis: usize| {
                    low[axis].saturating_sub(place[axis]) + place[axis].saturating_sub(high[axis])
                };
                let aside = beyond(0) + beyond(1);
                [aside, aside.saturating_sub(1), aside.saturating_sub(2), aside.saturating_sub(3)]
            }
            (Corridor::Measured { start }, Kind::Measured { tables, .. }) => tables[start + spot as usize],
            _ => [0; SLACKS],
        }
    }
}

/// Appends the distances from the corridors of `car`.
fn measure(
    ground: &Ground,
    car: u32,
    tables: &mut Vec<Aside>,
    queue: &mut Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let start = tables.len();
    tables.resize(start + ground.spots(), [u16::MAX; SLACKS]);
    let table = &mut tables[start..];
    // The first column holds the distances from the car until it is filled itself, last of all.
    queue.clear();
    queue.push(car);
    table[car as usize][0] = 0;
    spread(ground, table, 0, queue, meter)?;
    for slack in (0..SLACKS).rev() {
        let most = ground.level[car as usize] + 2 * slack as u32;
        queue.clear();
        let within = |spot: usize, from_car: u16| u32::from(from_car) + ground.level[spot] <= most;
        queue.extend((0..table.len()).filter(|&spot| within(spot, table[spot][0])).map(|spot| spot as u32));
        if slack == 0 {
            table.iter_mut().for_each(|aside| aside[0] = u16::MAX);
        }
        queue.iter().for_each(|&spot| table[spot as usize][slack] = 0);
        spread(ground, table, slack, queue, meter)?;
    }
    Ok(())
}

/// Breadth-first distances from the spots in the queue, in one column of the table.
fn spread(
    ground: &Ground,
    table: &mut [Aside],
    column: usize,
    queue: &mut Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let mut head = 0;
    while let Some(&spot) = queue.get(head) {
        head += 1;
        meter.tick()?;
        let next = table[spot as usize][column] + 1;
        for near in ground.near[spot as usize] {
            if near != NONE && table[near as usize][column] == u16::MAX {
                table[near as usize][column] = next;
                queue.push(near);
            }
        }
    }
    Ok(())
}
