//! Several cars to take out, or cars that move in blocks or in parallel.
//!
//! A state is the set of empties and the cars that remain: a list where they must leave in order, else a set,
//! because all of them leave alike. [`standing`] knows what a motion allows and what a step changes; [`space`] makes a
//! state space of it for the textbook searches, on whichever [`packing`] of states fits. [`reach`] tells lots that
//! the map alone decides. For several cars by single moves there is a plan at once, [`one_by_one`], and then the
//! [search over car moves](super::macro_search::fleet). The other motions have [engines of their own](super::motion).
//!
//! Not here: one car by single moves, which has engines of its own.

mod bound;
mod one_by_one;
pub(super) mod packing;
mod reach;
pub(super) mod space;
mod standing;

use self::bound::{Furthest, TakingTurns};
use self::packing::{Bits, List, Packing};
use self::space::FleetSpace;
use super::Request;
use super::finding::{Finding, Found};
use super::ground::Ground;
use super::macro_search::fleet as macro_fleet;
use super::slide::Slide;
use super::spec::{ParkingAlgorithm, ParkingDetail, ParkingMotion};
use super::{motion, textbook};
use crate::search::{Budget, SearchStats};

pub(super) use self::one_by_one::one_by_one;
pub(super) use self::reach::hopeless;

/// What was found out, and how.
pub(super) struct Fleet {
    pub(super) finding: Finding,
    /// How many slides of the plan were made by the end of each step; empty if each is a step of its own.
    pub(super) step_ends: Vec<u32>,
    pub(super) ran: &'static str,
    pub(super) heuristic: Option<&'static str>,
}

/// Solves a lot on which no car can leave at once, and each has a way to an exit on the map.
pub(super) fn solve(request: &Request, ground: &Ground, most: usize, keep: usize, budget: &Budget) -> Fleet {
    let lot = request.lot();
    if lot.motion() == ParkingMotion::Single && request.algorithm == ParkingAlgorithm::Auto {
        return singly(request, ground, most, keep, budget);
    }
    if lot.motion() != ParkingMotion::Single && request.algorithm == ParkingAlgorithm::Auto {
        return motion::solve(request, ground, most, keep, budget);
    }
    on_packed_states(request, ground, keep, budget)
}

/// The searches over steps, on the smaller packing of states that fits.
fn on_packed_states(request: &Request, ground: &Ground, keep: usize, budget: &Budget) -> Fleet {
    let lot = request.lot();
    if Bits::fits(ground) {
        over_steps(request, &FleetSpace::<Bits>::new(lot, ground, budget), keep, budget)
    } else {
        over_steps(request, &FleetSpace::<List>::new(lot, ground, budget), keep, budget)
    }
}

/// Single moves: a plan at once, then the cheapest.
fn singly(request: &Request, ground: &Ground, most: usize, keep: usize, budget: &Budget) -> Fleet {
    let lot = request.lot();
    let mut stats = SearchStats::default();
    let (mut known, stopped_by) = one_by_one(lot, ground, most, &mut stats, budget);
    let (ran, heuristic) = (macro_fleet::ALGORITHM, Some(macro_fleet::HEURISTIC));
    let verdict = request.detail == ParkingDetail::Verdict && known.is_some();
    if stopped_by.is_some() || verdict {
        let finding =
            Finding { solvable: known.is_some(), found: known, stopped_by, stats, ..Finding::default() };
        return Fleet { finding, step_ends: Vec::new(), ran, heuristic };
    }
    if let Some(known) = &mut known {
        known.slides = known.slides.take().filter(|slides| slides.len() <= keep);
    }
    let held = known.as_ref().and_then(|known| known.slides.as_ref()).map_or(0, Vec::capacity);
    let rest = Budget {
        states: budget.states.saturating_sub(stats.generated),
        bytes: budget.bytes.saturating_sub((held * size_of::<Slide>()) as u64),
        ..budget.clone()
    };
    let mut fleet = if macro_fleet::applies(lot, ground) {
        let finding = macro_fleet::solve(lot, ground, known, keep, &rest);
        Fleet { finding, step_ends: Vec::new(), ran, heuristic }
    } else {
        let mut fleet = on_packed_states(request, ground, keep, &rest);
        if fleet.finding.found.is_none() && known.is_some() {
            (fleet.finding.found, fleet.finding.solvable) = (known, true);
        }
        fleet
    };
    fleet.finding.stats.expanded += stats.expanded;
    fleet.finding.stats.generated += stats.generated;
    fleet
}

/// No plan costs less than this, whatever is searched.
pub(super) fn at_least(request: &Request, ground: &Ground) -> u64 {
    let lot = request.lot();
    if lot.motion() == ParkingMotion::Single {
        TakingTurns::new(lot, ground).of(&ground.empties, &ground.cars)
    } else {
        Furthest::new(lot, ground).of(&ground.cars)
    }
}

/// The searches over single steps: the textbooks', and what serves where no engine is.
fn over_steps<P: Packing>(
    request: &Request,
    space: &FleetSpace<'_, P>,
    keep: usize,
    budget: &Budget,
) -> Fleet {
    let (lot, ground) = (request.lot(), space.ground());
    let (outcome, heuristic) = if lot.motion() == ParkingMotion::Single {
        let bound = TakingTurns::new(lot, ground);
        (textbook::search(space, &bound, request, budget), bound::TAKING_TURNS)
    } else {
        let bound = Furthest::new(lot, ground);
        (textbook::search(space, &bound, request, budget), bound::FURTHEST)
    };
    let cut_short = space.cut_short();
    let mut step_ends = Vec::new();
    let found = outcome.plan.map(|plan| {
        let slides = space.write_out(&plan.moves, &mut step_ends);
        let moves = slides.len() as u64;
        Found { cost: plan.cost, moves, slides: (slides.len() <= keep).then_some(slides) }
    });
    let unit =
        if request.algorithm.minimises_moves() && !lot.motion().in_steps() { lot.cheapest_move() } else { 1 };
    let by_cost = request.algorithm.minimises_moves()
        || matches!(request.algorithm, ParkingAlgorithm::Auto | ParkingAlgorithm::AStar);
    let whole = cut_short.is_none();
    let finding = Finding {
        solvable: found.is_some(),
        stopped_by: if found.is_some() { None } else { cut_short.or(outcome.stopped_by) },
        found,
        exhausted: outcome.exhausted && whole,
        lower_bound: if whole && by_cost { outcome.lower_bound.saturating_mul(unit) } else { 0 },
        stats: outcome.stats,
        reached: Vec::new(),
    };
    let guided = matches!(request.algorithm, ParkingAlgorithm::Auto | ParkingAlgorithm::AStar);
    let ran = if request.algorithm == ParkingAlgorithm::Auto {
        ParkingAlgorithm::AStar.name()
    } else {
        request.algorithm.name()
    };
    Fleet { finding, step_ends, ran, heuristic: guided.then_some(heuristic) }
}
