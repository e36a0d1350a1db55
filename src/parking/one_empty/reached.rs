//! Where the car can get to, whatever it costs: a flood over the reduced graph.
//!
//! Asked for only where there is no plan, to say what the car is closed off in.

use super::detours::{Detours, NEVER, Precision};
use super::rest::Start;
use crate::grid::Direction;
use crate::search::{Meter, StopReason};

/// The cells that the car can get to, ascending, its own among them.
pub(super) fn reached(
    detours: &mut Detours<'_>,
    start: &Start,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, StopReason> {
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
    while let Some((car, ahead)) = open.pop() {
        let (car, behind) = (field.next(car, ahead), ahead.opposite());
        if seen[car as usize] >> behind as u8 & 1 == 1 {
            continue;
        }
        seen[car as usize] |= 1 << behind as u8;
        for next in Direction::ALL {
            meter.tick()?;
            if next != behind
                && field.is_open(field.next(car, next))
                && detours.towards(car, next, Precision::Bound)?[behind as usize] != NEVER
            {
                meter.room(&mut open)?;
                open.push((car, next));
            }
        }
    }
    seen[start.car as usize] = 1;
    let positions = (0..).zip(seen).filter(|(_, seen)| *seen != 0);
    Ok(positions.map(|(position, _)| field.cell(position)).collect())
}
