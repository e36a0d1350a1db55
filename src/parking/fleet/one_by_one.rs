//! A plan at once for several cars: one after another, each as if the others were ordinary cars.
//!
//! The engines for one car plan for it on the lot as it then stands. Another car to take out that their plan moves
//! over an exit leaves at that moment, if it may; then the rest is planned anew. Which car goes first makes a
//! difference, so a few orders are tried. Nothing found proves nothing.

use crate::parking::finding::Found;
use crate::parking::first_plan::first_plan;
use crate::parking::ground::Ground;
use crate::parking::lot::{Lot, depart};
use crate::parking::slide::Slide;
use crate::parking::{macro_search, one_empty, reason};
use crate::search::{Budget, Meter, SearchStats, StopReason};

/// States that the plan of one car may take. Not a share of the time: what is answered must not hang on the clock.
const STATES_EACH: u64 = 10_000;
/// Looks at clock and flag this often, in moves.
const POLL_EVERY: usize = 256;
/// So many cars are taken out in every order, more in two.
const ALL_ORDERS: usize = 3;

/// The cheapest plan found, of at most `most` moves. Nothing but a deadline or a cancelled solve is a reason to stop;
/// what was found by then is kept.
pub(in crate::parking) fn one_by_one(
    lot: &Lot,
    ground: &Ground,
    most: usize,
    stats: &mut SearchStats,
    budget: &Budget,
) -> (Option<Found>, Option<StopReason>) {
    let mut best: Option<Found> = None;
    for order in orders(lot, ground) {
        match in_this_order(lot, &order, most, stats, budget) {
            Ok(Some(found)) if best.as_ref().is_none_or(|best| found.cost < best.cost) => best = Some(found),
            Ok(_) | Err(StopReason::States | StopReason::Memory | StopReason::Depth) => {}
            Err(reason @ (StopReason::Time | StopReason::Cancelled)) => return (best, Some(reason)),
        }
    }
    (best, None)
}

/// Orders worth trying, as places in the list of cars.
fn orders(lot: &Lot, ground: &Ground) -> Vec<Vec<usize>> {
    let cars = lot.cars().len();
    let given: Vec<usize> = (0..cars).collect();
    if lot.in_order() {
        return vec![given];
    }
    if cars > ALL_ORDERS {
        let mut nearest = given;
        nearest.sort_by_key(|&place| ground.level[ground.cars[place] as usize]);
        let furthest = nearest.iter().rev().copied().collect();
        return vec![nearest, furthest];
    }
    // Each order from the shorter ones, by putting the next car in every place.
    given.into_iter().fold(vec![Vec::new()], |orders, next| {
        let into = |order: Vec<usize>| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, next);
                order
            })
        };
        orders.into_iter().flat_map(into).collect()
    })
}

fn in_this_order(
    lot: &Lot,
    order: &[usize],
    most: usize,
    stats: &mut SearchStats,
    budget: &Budget,
) -> Result<Option<Found>, StopReason> {
    let mut exits = vec![false; lot.size().cells()];
    lot.exits().iter().for_each(|&exit| exits[exit as usize] = true);
    let mut cars: Vec<u32> = order.iter().map(|&place| lot.cars()[place]).collect();
    let mut empties = lot.empties().to_vec();
    let mut plan = Found { cost: 0, moves: 0, slides: None };
    let mut slides: Vec<Slide> = Vec::new();
    while let Some(&car) = cars.first() {
        budget.check()?;
        let alone = lot.with_one(car, empties.clone());
        let Some(next) = plan_for_one(&alone, most, stats, budget)? else { return Ok(None) };
        let before = cars.len();
        for slide in next {
            if slides.len() == most {
                return Ok(None);
            }
            if slides.len().is_multiple_of(POLL_EVERY) {
                budget.check()?;
            }
            let back = slide.direction().opposite();
            let from = lot.size().neighbour(slide.to() as usize, back).map_or(slide.to(), |from| from as u32);
            empties.iter_mut().filter(|empty| **empty == slide.to()).for_each(|empty| *empty = from);
            cars.iter_mut().filter(|car| **car == from).for_each(|car| *car = slide.to());
            slides.push(slide);
            plan.cost += slide.cost(lot.horizontal(), lot.vertical());
            if exits[slide.to() as usize] {
                depart(&mut cars, lot.in_order(), |cell| exits[cell as usize], |_, cell| empties.push(cell));
            }
            if cars.len() < before {
                break;
            }
        }
        if cars.len() == before {
            return Ok(None);
        }
    }
    plan.moves = slides.len() as u64;
    plan.slides = Some(slides);
    Ok(Some(plan))
}

/// A plan for the only car of a lot, if one is found soon.
fn plan_for_one(
    lot: &Lot,
    most: usize,
    stats: &mut SearchStats,
    budget: &Budget,
) -> Result<Option<Vec<Slide>>, StopReason> {
    let ground = Ground::of(lot, &mut Meter::start(budget, 0)?)?;
    if reason::hopeless(lot, Some(&ground)).is_some() {
        return Ok(None);
    }
    let bytes = budget.bytes.saturating_sub(ground.bytes() as u64);
    let states = budget.states.saturating_sub(stats.generated);
    let budget = Budget { bytes, states: states.min(STATES_EACH), ..budget.clone() };
    let finding = if let Some(empty) = ground.only_empty() {
        one_empty::solve(lot, Some(&ground), empty, most, &Budget { states, ..budget })
    } else {
        let first = first_plan(lot, &ground, most, most, &budget);
        stats.expanded += first.stats.expanded;
        stats.generated += first.stats.generated;
        if macro_search::applies(lot, &ground) && first.stopped_by.is_none() {
            macro_search::solve(lot, &ground, first.found, most, &budget)
        } else {
            first
        }
    };
    stats.expanded += finding.stats.expanded;
    stats.generated += finding.stats.generated;
    if let Some(reason @ (StopReason::Time | StopReason::Cancelled)) = finding.stopped_by
        && finding.found.is_none()
    {
        return Err(reason);
    }
    Ok(finding.found.and_then(|found| found.slides))
}
