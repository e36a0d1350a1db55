//! What the map alone says of several cars: one that no exit, or no empty, can ever come to.

use crate::parking::Lot;
use crate::parking::ground::{Ground, NONE};
use crate::parking::reason;
use crate::search::{Meter, StopReason};

/// Why no plan can exist, as far as the map tells.
pub(in crate::parking) fn hopeless(
    lot: &Lot,
    ground: &Ground,
    meter: &mut Meter<'_>,
) -> Result<Option<String>, StopReason> {
    let lost = ground.cars.iter().position(|&car| ground.level[car as usize] == NONE);
    let stuck = || {
        let near_empty = near_empties(ground);
        ground.cars.iter().position(|&car| !near_empty[car as usize])
    };
    let Some(place) = lost.or_else(stuck) else { return Ok(None) };
    let alone = lot.with_one(lot.cars()[place], lot.empties().to_vec());
    let region = Ground::of(&alone, meter)?;
    Ok(reason::hopeless(&alone, Some(&region)))
}

/// By spot: whether it is in one region with an empty, or with a car on an exit, which becomes one when it leaves.
fn near_empties(ground: &Ground) -> Vec<bool> {
    let mut near = vec![false; ground.spots()];
    let waiting = ground.cars.iter().filter(|&&car| ground.level[car as usize] == 0);
    let mut queue: Vec<u32> = ground.empties.iter().chain(waiting).copied().collect();
    queue.iter().for_each(|&spot| near[spot as usize] = true);
    while let Some(spot) = queue.pop() {
        for next in ground.near[spot as usize] {
            if next != NONE && !std::mem::replace(&mut near[next as usize], true) {
                queue.push(next);
            }
        }
    }
    near
}
