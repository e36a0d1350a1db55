//! From a checked request to an answer: the verdict that the map alone gives, an engine, its conclusion.

use super::answer::Answer;
use super::finding::{Finding, Found};
use super::first_plan::first_plan;
use super::ground::Ground;
use super::level_bound::LevelBound;
use super::lot::Settled;
use super::path;
use super::request::Request;
use super::rooms::{self, Rooms};
use super::slide::Slide;
use super::space::{Bits, List, LotSpace, MOST_SPOTS, Pair};
use super::spec::{ParkingAlgorithm, ParkingDetail, ParkingMotion};
use super::{Lot, by_rooms, fleet, macro_search, one_empty, reason, textbook};
use crate::contract::{Conclusion, Limits, Minimised, SearchReport};
use crate::search::{Budget, Meter, StopReason, bidirectional, now};

/// What `auto` is said to have run where the map alone gave the answer.
const MAP_ALONE: &str = "map";

/// What it is said to have run where the rooms around the car gave the verdict.
const ROOMS: &str = "rooms";

/// Name of the level bound in reports.
const LEVEL: &str = "level";

/// Finds a plan that takes the cars out, proves that there is none, or says how far it came.
///
/// Runs until it is done or the budget is spent, whichever comes first, and never blocks otherwise. `limits`
/// says how long a path may be sent. `elapsed_us` is measured here; the time spent in a queue is for the
/// caller to add.
#[must_use]
pub fn solve(request: &Request, limits: &Limits, budget: &Budget) -> Answer {
    let began = now();
    let investigation = match request.lot().settled() {
        Settled::Already => investigate(request, limits, budget),
        Settled::Without(lot) => investigate(&request.with_lot(lot), limits, budget),
        Settled::Nobody => nothing_to_do(request),
    };
    let mut answer = conclude(request, &investigation, budget);
    answer.search.elapsed_us = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    answer
}

/// What was found out and how.
struct Investigation {
    finding: Finding,
    /// How many moves of the plan were made by the end of each time step; empty if each is a step of its own.
    step_ends: Vec<u32>,
    reason: Option<String>,
    ran: &'static str,
    heuristic: Option<&'static str>,
}

/// How many moves of a plan are worth keeping.
fn kept_moves(request: &Request, limits: &Limits) -> usize {
    match request.detail {
        ParkingDetail::Path => usize::try_from(limits.path_moves).unwrap_or(usize::MAX),
        ParkingDetail::Verdict | ParkingDetail::Cost => 0,
    }
}

/// An answer that the map alone gives.
fn by_map(request: &Request, finding: Finding, reason: Option<String>) -> Investigation {
    let algorithm = request.algorithm;
    let ran = if algorithm == ParkingAlgorithm::Auto { MAP_ALONE } else { algorithm.name() };
    Investigation { finding, step_ends: Vec::new(), reason, ran, heuristic: None }
}

/// Every car leaves before the first move.
fn nothing_to_do(request: &Request) -> Investigation {
    let found = Some(Found { cost: 0, moves: 0, slides: Some(Vec::new()) });
    by_map(request, Finding { found, solvable: true, ..Finding::default() }, None)
}

/// Solves a lot on which no car may leave at once.
fn investigate(request: &Request, limits: &Limits, budget: &Budget) -> Investigation {
    let lot = request.lot();
    if lot.cars().len() > 1 || lot.motion() != ParkingMotion::Single {
        return investigate_fleet(request, limits, budget);
    }
    let (algorithm, keep) = (request.algorithm, kept_moves(request, limits));
    let auto = algorithm == ParkingAlgorithm::Auto;
    let by_map = |finding, reason| by_map(request, finding, reason);
    let reduced_at_once = auto && lot.empties().len() == 1 && !one_empty::needs_ground(lot);
    let ground = if reduced_at_once {
        None
    } else {
        match Meter::start(budget, 0).and_then(|mut meter| Ground::of(lot, &mut meter)) {
            Ok(ground) => Some(ground),
            Err(reason) => {
                let lower_bound = at_least(lot);
                return by_map(Finding { lower_bound, ..Finding::stopped(reason) }, None);
            }
        }
    };
    if let Some(reason) = reason::hopeless(lot, ground.as_ref()) {
        return by_map(Finding { exhausted: true, ..Finding::default() }, Some(reason));
    }
    let held = ground.as_ref().map_or(0, Ground::bytes) as u64;
    let budget = &Budget { bytes: budget.bytes.saturating_sub(held), ..budget.clone() };
    let only_empty = match &ground {
        None => lot.empties().first().copied(),
        Some(ground) => ground.only_empty(),
    };
    let empties = ground.as_ref().map_or(1, |ground| ground.empties.len());
    let (mut finding, ran, heuristic) = match (&ground, only_empty) {
        (ground, Some(empty)) if auto => {
            let finding = one_empty::solve(lot, ground.as_ref(), empty, keep, budget);
            let (ran, heuristic) = one_empty::names(lot);
            (finding, ran, heuristic)
        }
        (Some(ground), _) if auto => several_empties(request, ground, limits, budget),
        (Some(ground), _) => {
            let finding = over_single_moves(request, ground, keep, budget);
            (finding, algorithm.name(), (algorithm == ParkingAlgorithm::AStar).then_some(LEVEL))
        }
        (None, _) => return by_map(Finding::stopped(StopReason::Memory), None),
    };
    if !finding.exhausted {
        let at_start = match (only_empty, &ground) {
            (Some(empty), ground) => one_empty::at_least(lot, ground.as_ref(), empty),
            (None, Some(ground)) => LevelBound::new(ground, lot.cheapest_move()).at_start(),
            (None, None) => 0,
        };
        finding.lower_bound = finding.lower_bound.max(at_start);
    }
    let reason = finding.exhausted.then(|| reason::exhausted(lot, &finding.reached, empties));
    Investigation { finding, step_ends: Vec::new(), reason, ran, heuristic }
}

/// Solves a lot with several cars or another motion than single moves.
fn investigate_fleet(request: &Request, limits: &Limits, budget: &Budget) -> Investigation {
    let (lot, keep) = (request.lot(), kept_moves(request, limits));
    let told = Meter::start(budget, 0).and_then(|mut meter| {
        let ground = Ground::of(lot, &mut meter)?;
        let reason = fleet::hopeless(lot, &ground, &mut meter)?;
        Ok((ground, reason))
    });
    let ground = match told {
        Err(reason) => {
            let lower_bound = at_least(lot);
            return by_map(request, Finding { lower_bound, ..Finding::stopped(reason) }, None);
        }
        Ok((_, Some(reason))) => {
            return by_map(request, Finding { exhausted: true, ..Finding::default() }, Some(reason));
        }
        Ok((ground, None)) => ground,
    };
    let bytes = budget.bytes.saturating_sub(ground.bytes() as u64);
    let most = usize::try_from(limits.path_moves).unwrap_or(usize::MAX);
    let fleet = fleet::solve(request, &ground, most, keep, &Budget { bytes, ..budget.clone() });
    let mut finding = fleet.finding;
    if !finding.exhausted {
        finding.lower_bound = finding.lower_bound.max(fleet::at_least(request, &ground));
    }
    let reason = finding.exhausted.then(|| reason::exhausted_for_all(lot));
    let (ran, heuristic) = (fleet.ran, fleet.heuristic);
    Investigation { finding, step_ends: fleet.step_ends, reason, ran, heuristic }
}

/// How `auto` solves a lot with several empties: a plan at once, or the proof that there is none, then the
/// cheapest.
fn several_empties(
    request: &Request,
    ground: &Ground,
    limits: &Limits,
    budget: &Budget,
) -> (Finding, &'static str, Option<&'static str>) {
    let keep = kept_moves(request, limits);
    let most = usize::try_from(limits.path_moves).unwrap_or(usize::MAX);
    let mut first = first_plan(request.lot(), ground, most, keep, budget);
    if first.stopped_by.is_some() || request.detail == ParkingDetail::Verdict && first.solvable {
        let (ran, heuristic) = one_empty::names(request.lot());
        return (first, ran, heuristic);
    }
    if first.found.is_none() {
        match with_rooms(request, ground, keep, budget, &mut first) {
            Ok(()) | Err(StopReason::Memory) => {}
            Err(reason) => first.stopped_by = Some(reason),
        }
        let told = first.solvable && request.detail == ParkingDetail::Verdict;
        if first.exhausted || first.stopped_by.is_some() || told {
            return (first, ROOMS, None);
        }
    }
    let solvable = first.solvable;
    let held = first.found.as_ref().and_then(|found| found.slides.as_ref()).map_or(0, Vec::capacity);
    let rest = Budget {
        states: budget.states.saturating_sub(first.stats.generated),
        bytes: budget.bytes.saturating_sub((held * size_of::<Slide>()) as u64),
        ..budget.clone()
    };
    let by_macro = macro_search::applies(request.lot(), ground);
    let mut finding = if by_macro {
        macro_search::solve(request.lot(), ground, first.found, keep, &rest)
    } else {
        let mut finding = over_single_moves(request, ground, keep, &rest);
        if finding.found.is_none() && !finding.exhausted {
            (finding.found, finding.solvable) = (first.found, first.solvable);
        }
        finding
    };
    finding.solvable |= solvable;
    finding.stats.expanded += first.stats.expanded;
    finding.stats.generated += first.stats.generated;
    finding.stats.peak_states = finding.stats.peak_states.max(first.stats.peak_states);
    if by_macro {
        (finding, macro_search::ALGORITHM, Some(macro_search::HEURISTIC))
    } else {
        (finding, ParkingAlgorithm::AStar.name(), Some(LEVEL))
    }
}

/// Whether several empties can bring the car out at all, and how where a plan is wanted.
fn with_rooms(
    request: &Request,
    ground: &Ground,
    keep: usize,
    budget: &Budget,
    finding: &mut Finding,
) -> Result<(), StopReason> {
    let mut meter = Meter::start(budget, 0)?;
    let rooms = Rooms::of(ground, &mut meter)?;
    match rooms::verdict(&rooms, &mut meter)? {
        rooms::Verdict::Unknown => {}
        rooms::Verdict::Hopeless(reached) => {
            finding.exhausted = true;
            finding.reached = reached.into_iter().map(|spot| ground.cells[spot as usize]).collect();
        }
        rooms::Verdict::Solvable(states) => {
            finding.solvable = true;
            if request.detail != ParkingDetail::Verdict {
                let left = budget.bytes.saturating_sub(meter.held() as u64);
                let rest = Budget { bytes: left, ..budget.clone() };
                finding.found = Some(by_rooms::write_out(request.lot(), &rooms, &states, keep, &rest)?);
            }
        }
    }
    Ok(())
}

/// A bound that needs no preparation: the car's own moves over an open lot.
fn at_least(lot: &Lot) -> u64 {
    let moves = lot.exits().iter().map(|&exit| lot.size().distance(lot.car() as usize, exit as usize));
    u64::from(moves.min().unwrap_or(0)) * lot.cheapest_move()
}

/// The textbook searches, on whichever packing of states fits the region.
fn over_single_moves(request: &Request, ground: &Ground, keep: usize, budget: &Budget) -> Finding {
    let lot = request.lot();
    match ground.empties[..] {
        [empty] => over_space(&Pair::new(lot, ground, empty), request, keep, budget),
        _ if ground.spots() <= MOST_SPOTS => over_space(&Bits::new(lot, ground), request, keep, budget),
        _ => over_space(&List::new(lot, ground, budget), request, keep, budget),
    }
}

fn over_space<S: LotSpace>(space: &S, request: &Request, keep: usize, budget: &Budget) -> Finding {
    let (lot, ground) = (request.lot(), space.ground());
    let outcome = if request.algorithm == ParkingAlgorithm::Bidirectional {
        bidirectional(space, budget)
    } else {
        textbook::search(space, &LevelBound::new(ground, lot.cheapest_move()), request, budget)
    };
    let cut_short = space.cut_short();
    let found = outcome.plan.map(|plan| {
        let on_lot = |slide: Slide| ground.on_lot(slide);
        let kept = plan.moves.len() <= keep;
        Found {
            cost: plan.cost,
            moves: plan.moves.len() as u64,
            slides: kept.then(|| plan.moves.into_iter().map(on_lot).collect()),
        }
    });
    let by_cost = matches!(request.algorithm, ParkingAlgorithm::Auto | ParkingAlgorithm::AStar);
    // A bound on moves is one on costs when every move is taken to be the cheaper one. Where successors are
    // missing, neither kind is proved.
    let unit = if by_cost { 1 } else { lot.cheapest_move() };
    let lower_bound = if cut_short.is_some() { 0 } else { outcome.lower_bound.saturating_mul(unit) };
    let exhausted = outcome.exhausted && cut_short.is_none();
    // The backward wave may be the one that ran dry; then the forward one has not seen all.
    let saw_all = exhausted && request.algorithm != ParkingAlgorithm::Bidirectional;
    let reached = if saw_all {
        space.reached().spots().map(|spot| ground.cells[spot as usize]).collect()
    } else {
        Vec::new()
    };
    Finding {
        solvable: found.is_some(),
        stopped_by: if found.is_some() { None } else { cut_short.or(outcome.stopped_by) },
        found,
        exhausted,
        lower_bound,
        stats: outcome.stats,
        reached,
    }
}

fn conclude(request: &Request, investigation: &Investigation, budget: &Budget) -> Answer {
    let Investigation { finding, reason, ran, heuristic, .. } = investigation;
    let (lot, algorithm) = (request.lot(), request.algorithm);
    let Finding { found, stopped_by, lower_bound, .. } = finding;
    let conclusion = match found {
        _ if finding.exhausted => Conclusion::unsolvable(),
        Some(_) if request.detail == ParkingDetail::Verdict => {
            Conclusion::solvable(*lower_bound, *stopped_by)
        }
        Some(found) => Conclusion::plan(found.cost, found.moves, *lower_bound, *stopped_by),
        None if finding.solvable => Conclusion::solvable(*lower_bound, *stopped_by),
        None => Conclusion::unknown(*lower_bound, stopped_by.unwrap_or(StopReason::Memory)),
    };
    let mut search = SearchReport::new(*ran, finding.stats);
    search.heuristic = heuristic.map(Into::into);
    if algorithm.minimises_moves() && lot.horizontal() != lot.vertical() {
        search.minimised = Some(Minimised::Moves);
    }
    let mut answer = Answer {
        solvable: conclusion.solvable,
        status: conclusion.status,
        cost: conclusion.cost,
        moves: conclusion.moves,
        lower_bound: conclusion.lower_bound,
        stopped_by: conclusion.stopped_by,
        reason: reason.clone(),
        path: None,
        retrievals: None,
        path_omitted: None,
        limits: request.limits().clone(),
        search,
    };
    if let (Some(found), ParkingDetail::Path) = (found, request.detail) {
        let plan =
            found.slides.as_deref().map(|slides| path::Plan { slides, step_ends: &investigation.step_ends });
        match plan.and_then(|plan| path::write(lot, request.labels.as_ref(), plan, budget.bytes)) {
            Some((path, retrievals)) => (answer.path, answer.retrievals) = (Some(path), Some(retrievals)),
            None => answer.path_omitted = Some(true),
        }
    }
    answer
}
