//! Whether the car gets to an exit, whatever it costs: a flood over the reduced graph that heads for the exits.
//!
//! Where there is a plan that takes little more than a walk to the exit, and the search is left to find the cheapest;
//! where there is none it is known without measuring a single detour, and what the car is closed off in with it.

use super::detours::{Detours, NEVER};
use super::search::Start;
use crate::grid::Direction;
use crate::search::{Meter, StopReason};

/// The cells that the car can get to, ascending, its own among them; `None` if an exit is one of them. `levels` are
/// the moves to the nearest exit by position.
pub(super) fn closed_off(
    detours: &Detours<'_>,
    start: &Start,
    levels: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    let field = detours.field;
    // A bit for every side of the car from which the empty was seen.
    meter.hold(field.positions())?;
    let mut seen = vec![0_u8; field.positions()];
    let mut open = Vec::new();
    for ahead in Direction::ALL {
        if start.approach[ahead as usize] != NEVER {
            meter.room(&mut open)?;
            open.push((start.car, ahead));
        }
    }
    while let Some((from, ahead)) = open.pop() {
        let (car, behind) = (field.next(from, ahead), ahead.opposite());
        if seen[car as usize] >> behind as u8 & 1 == 1 {
            continue;
        }
        seen[car as usize] |= 1 << behind as u8;
        if levels[car as usize] == 0 {
            meter.release(seen.len() + open.capacity() * size_of::<(u32, Direction)>());
            return Ok(None);
        }
        let empty = field.next(car, behind);
        // What brings the car nearer is looked at first, so it is put on top.
        for nearer in [false, true] {
            for next in Direction::ALL {
                meter.tick()?;
                let front = field.next(car, next);
                if next != behind
                    && field.is_open(front)
                    && (levels[front as usize] < levels[car as usize]) == nearer
                    && detours.blocks.connected(car, empty, front)
                {
                    meter.room(&mut open)?;
                    open.push((car, next));
                }
            }
        }
    }
    seen[start.car as usize] = 1;
    let positions = (0..).zip(seen).filter(|(_, seen)| *seen != 0);
    Ok(Some(positions.map(|(position, _)| field.cell(position)).collect()))
}
