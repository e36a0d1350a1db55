//! The state space of several cars or of another motion than single moves, for the searches over steps.
//!
//! A step is one move, or with the parallel motions a set of moves whose spots are pairwise disjoint. There may be
//! very many of those: an expansion that outgrows the budget is cut short, and the space remembers that it was.

use std::cell::RefCell;
use std::marker::PhantomData;

use super::packing::Packing;
use super::standing::Standing;
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::parking::slide::Slide;
use crate::search::{Budget, ExpansionGuard, StateSpace, StopReason};

/// One step: its place among those out of a state, and its cost.
#[derive(Clone, Copy, Debug)]
pub(in crate::parking) struct Step {
    ordinal: u32,
    cost: u32,
}

pub(in crate::parking) struct FleetSpace<'g, P> {
    ground: &'g Ground,
    in_steps: bool,
    in_order: bool,
    horizontal: u64,
    vertical: u64,
    guard: ExpansionGuard<'g>,
    scratch: RefCell<Scratch<'g>>,
    packing: PhantomData<P>,
}

/// Kept from one expansion to the next.
struct Scratch<'g> {
    standing: Standing<'g>,
    /// Candidates of the step.
    made: Vec<usize>,
    /// By spot: whether the step touches it. All false between two expansions.
    touched: Vec<bool>,
    empties: Vec<u32>,
    cars: Vec<u32>,
}

impl<'g, P: Packing> FleetSpace<'g, P> {
    pub(in crate::parking) fn new(lot: &Lot, ground: &'g Ground, budget: &'g Budget) -> Self {
        let scratch = Scratch {
            standing: Standing::new(lot, ground),
            made: Vec::new(),
            touched: vec![false; ground.spots()],
            empties: Vec::new(),
            cars: Vec::new(),
        };
        Self {
            ground,
            in_steps: lot.motion().in_steps(),
            in_order: lot.in_order(),
            horizontal: lot.horizontal(),
            vertical: lot.vertical(),
            guard: ExpansionGuard::new(budget),
            scratch: RefCell::new(scratch),
            packing: PhantomData,
        }
    }

    pub(in crate::parking) fn ground(&self) -> &'g Ground {
        self.ground
    }

    /// Why successors are missing, if some are.
    pub(in crate::parking) fn cut_short(&self) -> Option<StopReason> {
        self.guard.cut_short()
    }

    /// The moves of a plan on the lot's own cells. Fills in how many were made by the end of each step, if a step may
    /// have several.
    pub(in crate::parking) fn write_out(&self, plan: &[Step], step_ends: &mut Vec<u32>) -> Vec<Slide> {
        let mut slides = Vec::new();
        let mut state = self.start();
        for step in plan {
            let mut next = None;
            self.expand(&state, |made| {
                let wanted = made.step.ordinal == step.ordinal;
                if wanted {
                    next = Some(P::pack(made.empties, made.cars));
                    slides.extend(made.slides().map(|slide| self.ground.on_lot(slide)));
                }
                !wanted
            });
            state = next.unwrap_or(state);
            if self.in_steps {
                step_ends.push(slides.len() as u32);
            }
        }
        slides
    }

    /// Calls `visit` with every step out of a state, until that says `false`.
    fn expand(&self, state: &P::State, mut visit: impl FnMut(Made<'_>) -> bool) {
        let Scratch { standing, made, touched, empties, cars } = &mut *self.scratch.borrow_mut();
        P::unpack(state, &mut standing.empties, &mut standing.cars);
        standing.find_candidates();
        // Every set of candidates that touch no spot twice, as a stack of their numbers; sets of one where a step is
        // a single move.
        let (mut ordinal, mut next) = (0, 0);
        while next < standing.candidates.len() || !made.is_empty() {
            let Some(candidate) = standing.candidates.get(next) else {
                next = made.pop().map_or(next, |last| {
                    standing.touched(&standing.candidates[last], |spot| touched[spot as usize] = false);
                    last + 1
                });
                continue;
            };
            let mut free = true;
            standing.touched(candidate, |spot| free &= !touched[spot as usize]);
            if free {
                made.push(next);
                standing.after(made, empties, cars);
                let cost = if self.in_steps {
                    1
                } else {
                    candidate.slide.cost(self.horizontal, self.vertical) as u32
                };
                let step = Step { ordinal, cost };
                if !visit(Made { step, candidates: made, standing, empties, cars }) {
                    break;
                }
                ordinal += 1;
                if self.in_steps {
                    standing.touched(candidate, |spot| touched[spot as usize] = true);
                } else {
                    made.pop();
                }
            }
            next += 1;
        }
        for made in made.drain(..) {
            standing.touched(&standing.candidates[made], |spot| touched[spot as usize] = false);
        }
    }
}

/// One step out of a state.
struct Made<'a> {
    step: Step,
    candidates: &'a [usize],
    standing: &'a Standing<'a>,
    /// What it leaves.
    empties: &'a [u32],
    cars: &'a [u32],
}

impl Made<'_> {
    fn slides(&self) -> impl Iterator<Item = Slide> {
        self.candidates.iter().map(|&candidate| self.standing.candidates[candidate].slide)
    }
}

impl<P: Packing> StateSpace for FleetSpace<'_, P> {
    type State = P::State;
    type Move = Step;

    fn start(&self) -> P::State {
        let mut cars = self.ground.cars.clone();
        if !self.in_order {
            cars.sort_unstable();
        }
        P::pack(&self.ground.empties, &cars)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        P::is_done(state)
    }

    fn successors(&self, state: &P::State, mut visit: impl FnMut(Step, P::State)) {
        if self.guard.cut_short().is_none() {
            self.expand(state, |made| {
                visit(made.step, P::pack(made.empties, made.cars));
                self.guard.goes_on(made.step.ordinal as usize + 1, self.state_bytes())
            });
        }
    }

    fn cost(&self, step: Step) -> u64 {
        step.cost.into()
    }

    fn state_bytes(&self) -> usize {
        size_of::<P::State>() + P::heap_bytes(self.ground)
    }

    fn heap_bytes(&self) -> usize {
        P::heap_bytes(self.ground)
    }
}
