//! Plans in which only some of the empties move. Where there are more of them than can be kept out of each other's
//! way, the nearest few do better, and a further empty must not make an answer worse.
//!
//! The others are taken for cars. Where such a plan slides a line over one of them, every piece of the line between
//! two empties slides in the same step: what is where in the end is the same, and it takes no more steps.
//!
//! Not here: proofs. What some of the empties cannot do, all of them may.

use super::field::Field;
use super::schedule::Schedule;
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::parking::slide::Slide;
use crate::search::{Meter, StopReason};

/// Up to so many of the empties are tried as two, as three, …; of more, about half as many again each time.
const EACH_NUMBER: usize = 8;

/// Spots of the nearest two empties, of the nearest three, and so on, but not of all.
pub(super) fn parts(field: &Field<'_>) -> Vec<Vec<u32>> {
    let ground = field.ground;
    let mut nearest = ground.empties.clone();
    nearest.sort_by_cached_key(|&empty| {
        let ways = ground.cars.iter().filter_map(|&car| field.way_to_front(car, empty));
        (ways.min().unwrap_or(u32::MAX), empty)
    });
    let mut parts = Vec::new();
    let mut many = 2;
    while many < nearest.len() {
        parts.push(nearest[..many].to_vec());
        many += if many < EACH_NUMBER { 1 } else { many / 2 };
    }
    parts
}

/// Makes a plan over in which only these spots were taken for empties, for the lot with all.
pub(super) fn among_all(
    lot: &Lot,
    ground: &Ground,
    part: &[u32],
    plan: &Schedule,
    meter: &mut Meter<'_>,
) -> Result<Schedule, StopReason> {
    let fixed = lot.size().cells() * size_of::<bool>();
    meter.hold(fixed)?;
    let mut others = vec![false; lot.size().cells()];
    ground.empties.iter().for_each(|&spot| others[ground.cells[spot as usize] as usize] = true);
    part.iter().for_each(|&spot| others[ground.cells[spot as usize] as usize] = false);
    let mut all = Schedule::default();
    let mut made = 0;
    let mut make = |slides: &[Slide], all: &mut Schedule| {
        for &slide in slides {
            meter.tick()?;
            in_pieces(lot, slide, &mut others, |piece| {
                meter.room(&mut all.slides)?;
                all.slides.push(piece);
                Ok(())
            })?;
        }
        Ok(())
    };
    if plan.step_ends.is_empty() {
        make(&plan.slides, &mut all)?;
    }
    for &end in &plan.step_ends {
        let before = all.slides.len();
        make(&plan.slides[made..end as usize], &mut all)?;
        made = end as usize;
        if all.slides.len() > before {
            all.step_ends.push(all.slides.len() as u32);
        }
    }
    meter.release(fixed);
    Ok(all)
}

/// Calls `visit` with the pieces of a line that have a car in them; the other empties on it go along.
fn in_pieces(
    lot: &Lot,
    slide: Slide,
    others: &mut [bool],
    mut visit: impl FnMut(Slide) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let direction: Direction = slide.direction();
    let (mut head, mut cars, mut ahead) = (slide.to(), 0, slide.to());
    for _ in 0..slide.cars() {
        let Some(at) = lot.size().neighbour(ahead as usize, direction.opposite()) else { break };
        if std::mem::take(&mut others[at]) {
            others[ahead as usize] = true;
            if cars > 0 {
                visit(Slide::line(head, direction, cars))?;
            }
            (head, cars) = (at as u32, 0);
        } else {
            cars += 1;
        }
        ahead = at as u32;
    }
    if cars > 0 { visit(Slide::line(head, direction, cars)) } else { Ok(()) }
}
