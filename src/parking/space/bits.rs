//! Several empties on up to 128 spots: a state is a set of bits and the car's spot.
//!
//! Where there are few enough states, they have a perfect index: sets of `k` spots are numbered by the
//! combinatorial number system (the set c₁ < c₂ < … < c_k is number Σ C(cᵢ, i)), cars by their spot.

use super::{Costs, LotSpace, Reached};
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::{Ground, NONE, choose};
use crate::parking::level_bound::LevelBound;
use crate::parking::slide::Slide;
use crate::search::{Reversible, StateSpace};

/// The most spots that fit.
pub(in crate::parking) const MOST_SPOTS: usize = 128;

/// Nobody keeps an array for more states than this.
const MOST_INDEXED: usize = 1 << 24;

/// The states of a lot with at least one empty in a car's region of at most [`MOST_SPOTS`] spots.
pub(in crate::parking) struct Bits<'g> {
    ground: &'g Ground,
    costs: Costs,
    reached: Reached,
    empties: u128,
    /// How many sets of empties there are, if states are indexed at all.
    sets: Option<usize>,
    /// C(spot, i) at `(i − 1) × spots + spot`, if states are indexed.
    binomials: Vec<u32>,
}

/// Where the car is and which spots are empty. (Two words instead of a `u128`, which would be aligned to 16
/// bytes and make nodes a third larger.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::parking) struct State {
    words: [u64; 2],
    pub(in crate::parking) car: u32,
}

impl State {
    #[inline]
    const fn new(empties: u128, car: u32) -> Self {
        Self { words: [empties as u64, (empties >> 64) as u64], car }
    }

    /// The empty spots.
    #[inline]
    pub(in crate::parking) const fn empties(&self) -> u128 {
        self.words[0] as u128 | (self.words[1] as u128) << 64
    }
}

/// The spots of a set, ascending.
#[inline]
fn spots_of(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let spot = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (spot < u128::BITS).then_some(spot)
    })
}

impl<'g> Bits<'g> {
    pub(in crate::parking) fn new(lot: &Lot, ground: &'g Ground) -> Self {
        let empties = ground.empties.iter().fold(0, |set, &spot| set | 1_u128 << spot);
        let (spots, k) = (ground.spots(), ground.empties.len());
        let sets = usize::try_from(choose(spots as u64, k as u64)).ok();
        let sets = sets.filter(|sets| sets.saturating_mul(spots) <= MOST_INDEXED);
        let mut binomials = Vec::new();
        if sets.is_some() {
            for i in 1..=k {
                binomials.extend((0..spots).map(|spot| choose(spot as u64, i as u64) as u32));
            }
        }
        Self { ground, costs: Costs::of(lot), reached: Reached::new(ground), empties, sets, binomials }
    }

    /// The start, but with the car on another spot, which is not empty.
    pub(in crate::parking) fn start_from(&self, car: u32) -> State {
        State::new(self.empties, car)
    }
}

impl LotSpace for Bits<'_> {
    #[inline]
    fn level_bound(bound: &LevelBound<'_>, state: &State) -> u64 {
        let empties = state.empties();
        bound.several(state.car, empties.count_ones() as usize, spots_of(empties))
    }

    fn ground(&self) -> &Ground {
        self.ground
    }

    fn reached(&self) -> &Reached {
        &self.reached
    }
}

impl StateSpace for Bits<'_> {
    type State = State;
    type Move = Slide;

    fn start(&self) -> State {
        State::new(self.empties, self.ground.car)
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        self.ground.level[state.car as usize] == 0
    }

    #[inline]
    fn successors(&self, state: &State, mut visit: impl FnMut(Slide, State)) {
        let (empties, car) = (state.empties(), state.car);
        for to in spots_of(empties) {
            let near = self.ground.near[to as usize];
            for direction in Direction::ALL {
                let from = near[direction as usize];
                if from == NONE || empties >> from & 1 == 1 {
                    continue;
                }
                let next = empties ^ (1 << to | 1 << from);
                let car = if from == car {
                    self.reached.mark(to);
                    to
                } else {
                    car
                };
                visit(Slide::new(to, direction), State::new(next, car));
            }
        }
    }

    fn cost(&self, slide: Slide) -> u64 {
        self.costs.slide(slide)
    }

    fn index_size(&self) -> Option<usize> {
        self.sets.map(|sets| sets * self.ground.spots())
    }

    #[inline]
    fn index(&self, state: &State) -> usize {
        let spots = self.ground.cells.len();
        let ranks = spots_of(state.empties()).zip(self.binomials.chunks_exact(spots));
        let rank: usize = ranks.map(|(spot, binomials)| binomials[spot as usize] as usize).sum();
        rank * spots + state.car as usize
    }
}

impl Reversible for Bits<'_> {
    fn goals(&self, mut visit: impl FnMut(State)) {
        let (spots, k) = (self.ground.spots() as u32, self.empties.count_ones());
        let all = u128::MAX >> (u128::BITS - spots);
        // The sets of k bits in ascending order, each from the one before (Gosper, 1972).
        let mut set = u128::MAX >> (u128::BITS - k);
        loop {
            for &car in self.ground.exits.iter().filter(|&&car| set >> car & 1 == 0) {
                visit(State::new(set, car));
            }
            let lowest = set & set.wrapping_neg();
            let (carried, overflow) = set.overflowing_add(lowest);
            if overflow {
                return;
            }
            set = carried | ((carried ^ set) >> 2) >> lowest.trailing_zeros();
            if set > all {
                return;
            }
        }
    }

    fn predecessors(&self, state: &State, mut visit: impl FnMut(Slide, State)) {
        let (empties, car) = (state.empties(), state.car);
        for from in spots_of(empties) {
            let near = self.ground.near[from as usize];
            for direction in Direction::ALL {
                // The car that now stands on `to` came from the spot that is empty now.
                let to = near[direction.opposite() as usize];
                if to == NONE || empties >> to & 1 == 1 {
                    continue;
                }
                let before = empties ^ (1 << to | 1 << from);
                visit(Slide::new(to, direction), State::new(before, if to == car { from } else { car }));
            }
        }
    }
}
