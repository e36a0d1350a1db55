//! The lot between two steps, unpacked: which moves a motion allows, and what is left when some of them were made.

use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::{Ground, NONE};
use crate::parking::lot::depart;
use crate::parking::slide::Slide;
use crate::parking::spec::ParkingMotion;

/// What a spot holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Ordinary,
    Empty,
    /// A car to take out.
    Car,
}

/// A move that may be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) slide: Slide,
    /// The spot that becomes empty.
    pub(super) from: u32,
    /// Which cars to take out it moves: where they begin and end in the list of shifts.
    shifts: [u32; 2],
}

/// A lot between two steps; its arrays are kept from one use to the next.
pub(super) struct Standing<'g> {
    ground: &'g Ground,
    motion: ParkingMotion,
    in_order: bool,
    /// Ascending.
    pub(super) empties: Vec<u32>,
    /// In the order given if they must leave in it, else ascending.
    pub(super) cars: Vec<u32>,
    holds: Vec<Holds>,
    pub(super) candidates: Vec<Candidate>,
    /// Cars to take out that candidates move: from where and to where.
    shifts: Vec<[u32; 2]>,
}

impl<'g> Standing<'g> {
    pub(super) fn new(lot: &Lot, ground: &'g Ground) -> Self {
        Self {
            ground,
            motion: lot.motion(),
            in_order: lot.in_order(),
            empties: Vec::new(),
            cars: Vec::new(),
            holds: vec![Holds::Ordinary; ground.spots()],
            candidates: Vec::new(),
            shifts: Vec::new(),
        }
    }

    /// Lists the moves that are possible, in their fixed order: empties in row-major order, for each the car or line
    /// that moves up, down, left, right into it, shorter lines first.
    pub(super) fn find_candidates(&mut self) {
        self.mark(Holds::Empty, Holds::Car);
        self.candidates.clear();
        self.shifts.clear();
        for &to in &self.empties {
            for direction in Direction::ALL {
                let start = self.shifts.len() as u32;
                let (mut cars, mut head) = (0, to);
                loop {
                    let from = self.ground.near[head as usize][direction as usize];
                    if from == NONE || self.holds[from as usize] == Holds::Empty {
                        break;
                    }
                    cars += 1;
                    if self.holds[from as usize] == Holds::Car {
                        self.shifts.push([from, head]);
                    }
                    // Longer lines share the shifts of the shorter ones.
                    let shifts = [start, self.shifts.len() as u32];
                    self.candidates.push(Candidate { slide: Slide::line(to, direction, cars), from, shifts });
                    if !self.motion.in_blocks() {
                        break;
                    }
                    head = from;
                }
            }
        }
        self.mark(Holds::Ordinary, Holds::Ordinary);
    }

    fn mark(&mut self, empty: Holds, car: Holds) {
        self.empties.iter().for_each(|&spot| self.holds[spot as usize] = empty);
        self.cars.iter().for_each(|&spot| self.holds[spot as usize] = car);
    }

    /// Calls `visit` with every spot that a candidate touches.
    pub(super) fn touched(&self, candidate: &Candidate, mut visit: impl FnMut(u32)) {
        let mut spot = candidate.slide.to();
        visit(spot);
        while spot != candidate.from {
            spot = self.ground.near[spot as usize][candidate.slide.direction() as usize];
            visit(spot);
        }
    }

    /// The lists of empties and cars after a step that makes these candidates, and after those have left that may.
    pub(super) fn after(&self, made: &[usize], empties: &mut Vec<u32>, cars: &mut Vec<u32>) {
        empties.clone_from(&self.empties);
        cars.clone_from(&self.cars);
        let mut arrived = false;
        for &made in made {
            let candidate = &self.candidates[made];
            if let Ok(place) = self.empties.binary_search(&candidate.slide.to()) {
                empties[place] = candidate.from;
            }
            let [start, end] = candidate.shifts;
            for [from, to] in &self.shifts[start as usize..end as usize] {
                if let Some(place) = self.cars.iter().position(|car| car == from) {
                    cars[place] = *to;
                }
                arrived |= self.ground.level[*to as usize] == 0;
            }
        }
        if arrived {
            let is_exit = |spot: u32| self.ground.level[spot as usize] == 0;
            depart(cars, self.in_order, is_exit, |_, spot| empties.push(spot));
        }
        empties.sort_unstable();
        if !self.in_order {
            cars.sort_unstable();
        }
    }
}
