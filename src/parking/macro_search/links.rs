//! What it costs an empty at least that served one move of the car to serve one soon after.
//!
//! After a move the empty that served it stands behind the car. To serve the very next move it goes round the car:
//! the *detour*. To serve the one after that, while another empty serves the move between, it has to get past the
//! car on one of the two spots where that stands meanwhile: the *overtaking*. Both are exact for one empty alone;
//! where the others are makes no difference, since empties that meet change places for nothing.
//!
//! Sides of a spot are numbered as in [`Ground::near`]; opposite ones differ in the last bit.

use super::ways::{FAR, Ways};
use crate::parking::ground::{Ground, NONE};
use crate::search::{Meter, StopReason};

/// No way. Small enough that a few can be added.
pub(super) const NO_WAY: i32 = 1 << 24;

/// The links of one region.
pub(super) struct Links {
    /// By spot of the car, side that the empty stands on and side it goes to.
    detours: Vec<i32>,
    /// By spot of the car, side that the empty stands on, and the sides of the car's next two moves.
    overtakings: Vec<i32>,
}

impl Links {
    /// Bytes held on a region.
    pub(super) fn bytes(ground: &Ground) -> usize {
        ground.spots() * (16 + 64) * size_of::<i32>()
    }

    pub(super) fn new(
        ground: &Ground,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let spots = ground.spots();
        let (detours, overtakings) = (vec![NO_WAY; spots * 16], vec![NO_WAY; spots * 64]);
        let mut links = Self { detours, overtakings };
        // By side of the car and spot: distance from that side.
        let mut from = vec![vec![NO_WAY; spots]; 4];
        let mut to = vec![NO_WAY; spots];
        for car in 0..spots as u32 {
            let near = ground.near[car as usize];
            let sides = (0..4).filter(|&side| near[side] != NONE);
            for behind in sides.clone() {
                measure(near[behind], car, &mut from[behind], ways, meter)?;
                for ahead in sides.clone() {
                    let place = (car as usize * 4 + behind) * 4 + ahead;
                    links.detours[place] = from[behind][near[ahead] as usize];
                }
            }
            for ahead in sides.clone() {
                let front = near[ahead];
                for (next, &beyond) in ground.near[front as usize].iter().enumerate() {
                    if beyond == NONE {
                        continue;
                    }
                    measure(beyond, front, &mut to, ways, meter)?;
                    for behind in sides.clone() {
                        let past = from[behind].iter().zip(&to).map(|(before, after)| before + after);
                        let place = ((car as usize * 4 + behind) * 4 + ahead) * 4 + next;
                        links.overtakings[place] = past.min().unwrap_or(NO_WAY).min(NO_WAY);
                    }
                }
            }
        }
        Ok(links)
    }

    /// Moves around the car from the side `behind` to the side `ahead`.
    #[inline]
    pub(super) fn detour(&self, car: u32, behind: usize, ahead: usize) -> i32 {
        self.detours[(car as usize * 4 + behind) * 4 + ahead]
    }

    /// Moves from the side `behind` of the car to the side `next` of the spot on its side `ahead`, to which the car
    /// goes meanwhile.
    #[inline]
    pub(super) fn overtaking(&self, car: u32, behind: usize, ahead: usize, next: usize) -> i32 {
        self.overtakings[((car as usize * 4 + behind) * 4 + ahead) * 4 + next]
    }
}

/// Distances to one spot with another barred.
fn measure(
    to: u32,
    barred: u32,
    row: &mut [i32],
    ways: &mut Ways<'_>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let ways = ways.moves_to(to, barred)?;
    for (from, moves) in row.iter_mut().enumerate() {
        meter.tick()?;
        let way = ways.from(from as u32);
        *moves = if way >= FAR { NO_WAY } else { way as i32 };
    }
    Ok(())
}
