//! Several empties on any number of spots: a state is the sorted list of them and the car's spot.
//!
//! States are as long as there are empties. One expansion of a lot that is half empty could build more states
//! than the memory of a solve holds, before the search that asked for them can say stop; such an expansion is
//! cut short here, and the space remembers that it was.

use super::{Costs, LotSpace, Reached};
use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::ground::{Ground, NONE};
use crate::parking::level_bound::LevelBound;
use crate::parking::slide::Slide;
use crate::search::{Budget, ExpansionGuard, Reversible, StateSpace, StopReason};

/// What an allocation costs beside its bytes.
const HEAP_OVERHEAD: usize = 16;

/// The states of a lot with at least one empty in the car's region.
pub(in crate::parking) struct List<'g> {
    ground: &'g Ground,
    costs: Costs,
    reached: Reached,
    guard: ExpansionGuard<'g>,
}

/// Where the car is and which spots are empty, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::parking) struct State {
    pub(in crate::parking) empties: Box<[u32]>,
    pub(in crate::parking) car: u32,
}

impl<'g> List<'g> {
    pub(in crate::parking) fn new(lot: &Lot, ground: &'g Ground, budget: &'g Budget) -> Self {
        let (costs, reached) = (Costs::of(lot), Reached::new(ground));
        Self { ground, costs, reached, guard: ExpansionGuard::new(budget) }
    }

    /// The state in which the empty at `place` of the list has gone to `from`.
    fn moved(state: &State, place: usize, from: u32, car: u32) -> State {
        let mut empties = state.empties.clone();
        let mut place = place;
        empties[place] = from;
        while place > 0 && empties[place - 1] > from {
            empties.swap(place - 1, place);
            place -= 1;
        }
        while place + 1 < empties.len() && empties[place + 1] < from {
            empties.swap(place + 1, place);
            place += 1;
        }
        State { empties, car }
    }
}

impl LotSpace for List<'_> {
    #[inline]
    fn level_bound(bound: &LevelBound<'_>, state: &State) -> u64 {
        bound.several(state.car, state.empties.len(), state.empties.iter().copied())
    }

    fn ground(&self) -> &Ground {
        self.ground
    }

    fn reached(&self) -> &Reached {
        &self.reached
    }

    fn cut_short(&self) -> Option<StopReason> {
        self.guard.cut_short()
    }
}

impl StateSpace for List<'_> {
    type State = State;
    type Move = Slide;

    fn start(&self) -> State {
        State { empties: self.ground.empties.clone().into_boxed_slice(), car: self.ground.car }
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        self.ground.level[state.car as usize] == 0
    }

    fn successors(&self, state: &State, mut visit: impl FnMut(Slide, State)) {
        if self.guard.cut_short().is_some() {
            return;
        }
        let mut built = 0;
        for (place, &to) in state.empties.iter().enumerate() {
            let near = self.ground.near[to as usize];
            for direction in Direction::ALL {
                let from = near[direction as usize];
                if from == NONE || state.empties.binary_search(&from).is_ok() {
                    continue;
                }
                let car = if from == state.car {
                    self.reached.mark(to);
                    to
                } else {
                    state.car
                };
                visit(Slide::new(to, direction), Self::moved(state, place, from, car));
                built += 1;
                if !self.guard.goes_on(built, self.state_bytes()) {
                    return;
                }
            }
        }
    }

    fn cost(&self, slide: Slide) -> u64 {
        self.costs.slide(slide)
    }

    fn state_bytes(&self) -> usize {
        size_of::<State>() + self.ground.empties.len() * size_of::<u32>() + HEAP_OVERHEAD
    }
}

impl Reversible for List<'_> {
    fn goals(&self, mut visit: impl FnMut(State)) {
        let (spots, k) = (self.ground.spots() as u32, self.ground.empties.len());
        let mut built = 0;
        for &car in &self.ground.exits {
            // The other spots, numbered without a gap; then every ascending choice of k of them.
            let spot = |number: u32| number + u32::from(number >= car);
            let mut chosen: Vec<u32> = (0..k as u32).collect();
            loop {
                visit(State { empties: chosen.iter().map(|&number| spot(number)).collect(), car });
                built += 1;
                if !self.guard.goes_on(built, self.state_bytes()) {
                    return;
                }
                let last = spots - 1;
                // The last number that can still grow, and those after it as small as they can be.
                let place = (0..k).rev().find(|&place| chosen[place] + 1 < last - (k - 1 - place) as u32);
                let Some(place) = place else { break };
                chosen[place] += 1;
                for next in place + 1..k {
                    chosen[next] = chosen[next - 1] + 1;
                }
            }
        }
    }

    fn predecessors(&self, state: &State, mut visit: impl FnMut(Slide, State)) {
        if self.guard.cut_short().is_some() {
            return;
        }
        let mut built = 0;
        for (place, &from) in state.empties.iter().enumerate() {
            let near = self.ground.near[from as usize];
            for direction in Direction::ALL {
                // The car that now stands on `to` came from the spot that is empty now.
                let to = near[direction.opposite() as usize];
                if to == NONE || state.empties.binary_search(&to).is_ok() {
                    continue;
                }
                let car = if to == state.car { from } else { state.car };
                visit(Slide::new(to, direction), Self::moved(state, place, to, car));
                built += 1;
                if !self.guard.goes_on(built, self.state_bytes()) {
                    return;
                }
            }
        }
    }
}
