//! What moves about in a lot: the remaining cars and the empties, as one packed state of numbers, and the ground
//! that they stand on.
//!
//! A car that leaves turns into an empty, so cars and empties are equally many together in every state, and a
//! state is always as long: how many cars remain, their spots (in the order in which they must leave, or
//! ascending where there is none), the spots of the empties, ascending. Beside it goes where each of the
//! empties *came* from in the last step, which the rules of [`lines`](super::lines) ask for.

use crate::parking::ground::{Ground, NONE};

/// The ground of a lot, and who may leave it where.
pub(super) struct Field<'g> {
    pub(super) ground: &'g Ground,
    pub(super) in_order: bool,
    /// By spot.
    is_exit: Vec<bool>,
    /// Row and column by spot.
    pub(super) places: Vec<[u32; 2]>,
    /// Cars to take out at the start.
    cars: usize,
    /// The empties that are put to use; all others are taken for cars.
    empties: Vec<u32>,
}

impl<'g> Field<'g> {
    /// Bytes held on a region.
    pub(super) fn bytes(ground: &Ground) -> usize {
        ground.spots() * (size_of::<bool>() + size_of::<[u32; 2]>()) + ground.empties.len() * size_of::<u32>()
    }

    /// `cols` is the width of the lot.
    pub(super) fn new(ground: &'g Ground, in_order: bool, cols: u32) -> Self {
        Self::with(ground, in_order, cols, &ground.empties)
    }

    /// The same with only some of the empties.
    pub(super) fn with(ground: &'g Ground, in_order: bool, cols: u32, empties: &[u32]) -> Self {
        let mut is_exit = vec![false; ground.spots()];
        ground.exits.iter().for_each(|&exit| is_exit[exit as usize] = true);
        let places = ground.cells.iter().map(|&cell| [cell / cols, cell % cols]).collect();
        Self { ground, in_order, is_exit, places, cars: ground.cars.len(), empties: empties.to_vec() }
    }

    /// Cars and empties together.
    pub(super) fn pieces(&self) -> usize {
        self.cars + self.empties.len()
    }

    /// The spot that a car comes to from `spot` in this direction.
    #[inline]
    pub(super) fn ahead(&self, spot: u32, direction: usize) -> u32 {
        // Up and down, left and right are neighbours among the directions.
        self.ground.near[spot as usize][direction ^ 1]
    }

    /// Rows and columns between two spots.
    #[inline]
    pub(super) fn apart(&self, one: u32, other: u32) -> u32 {
        let [[row, col], [to_row, to_col]] = [self.places[one as usize], self.places[other as usize]];
        row.abs_diff(to_row) + col.abs_diff(to_col)
    }

    /// Moves of one cell that an empty makes at least to come in front of a car that then comes nearer to an exit; none
    /// if the car cannot.
    #[inline]
    pub(super) fn way_to_front(&self, car: u32, empty: u32) -> Option<u32> {
        let level = &self.ground.level;
        let [here, at] = [car, empty].map(|spot| self.places[spot as usize]);
        let far = self.apart(empty, car);
        let fronts = self.ground.near[car as usize]
            .into_iter()
            .filter(|&front| front != NONE && level[front as usize] < level[car as usize]);
        let ways = fronts.map(|front| {
            let to = self.places[front as usize];
            let in_line = at[0] == to[0] && at[0] == here[0] || at[1] == to[1] && at[1] == here[1];
            let way = self.apart(empty, front);
            // Behind the car, and so round it.
            if in_line && way > far { way + 2 } else { way }
        });
        ways.min()
    }

    /// The state at the start, in which nobody stands where he may leave.
    pub(super) fn start(&self) -> Record {
        let mut record = Record::default();
        record.cars.extend_from_slice(&self.ground.cars);
        record.empties.extend(self.empties.iter().map(|&spot| (spot, spot)));
        self.settle(&mut record);
        record
    }

    /// Lets the cars go that may, and puts the rest in its fixed order.
    #[inline]
    pub(super) fn settle(&self, record: &mut Record) {
        let Record { cars, empties, words } = record;
        let mut waits = false;
        cars.retain(|&spot| {
            let stays = waits || !self.is_exit[spot as usize];
            waits = stays && self.in_order;
            if !stays {
                empties.push((spot, NONE));
            }
            stays
        });
        if !self.in_order {
            cars.sort_unstable();
        }
        empties.sort_unstable();
        words.clear();
        words.push(cars.len() as u32);
        words.extend_from_slice(cars);
        words.extend(empties.iter().map(|&(spot, _)| spot));
    }
}

/// The cars and the empties of a state, in lists and packed.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Spots of the cars that remain.
    pub(super) cars: Vec<u32>,
    /// Spots of the empties, and where each came from: its own spot if it did not move, [`NONE`] if it is new.
    pub(super) empties: Vec<(u32, u32)>,
    /// The state packed.
    pub(super) words: Vec<u32>,
}

impl Record {
    /// Unpacks a state.
    pub(super) fn unpack(&mut self, words: &[u32], came: &[u32]) {
        let cars = words[0] as usize;
        self.words.clear();
        self.words.extend_from_slice(words);
        self.cars.clear();
        self.cars.extend_from_slice(&words[1..=cars]);
        self.empties.clear();
        self.empties.extend(words[1 + cars..].iter().copied().zip(came.iter().copied()));
    }
}
