//! Several cars and every motion against a search that knows nothing but the rules.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use proptest::prelude::*;

use super::{COSTS, lot, replayed, solved};
use crate::contract::Status;
use crate::grid::{Direction, Size};
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::parking::lot::Settled;
use crate::parking::macro_search::fleet::bound_at_start;
use crate::parking::spec::{ParkingAlgorithm, ParkingCost, ParkingMotion, ParkingSpec};
use crate::search::{Budget, Meter};

/// What a cell holds: [`EMPTY`], [`BLOCKED`], [`OTHER`], or a car to take out by its number.
type Cells = Vec<u8>;
const EMPTY: u8 = 200;
const BLOCKED: u8 = 201;
const OTHER: u8 = 202;

/// A line of cars that may slide: its cells, the empty one first, and its cost.
type Line = (Vec<usize>, u64);

fn cells_of(lot: &Lot) -> Cells {
    let mut cells: Cells = (0..lot.size().cells() as u32)
        .map(|cell| if lot.is_blocked(cell) { BLOCKED } else { OTHER })
        .collect();
    lot.empties().iter().for_each(|&cell| cells[cell as usize] = EMPTY);
    (0..).zip(lot.cars()).for_each(|(car, &cell)| cells[cell as usize] = car);
    leave(lot, cells)
}

fn leave(lot: &Lot, mut cells: Cells) -> Cells {
    for car in 0..lot.cars().len() as u8 {
        if let Some(cell) = cells.iter().position(|&holds| holds == car) {
            if lot.exits().contains(&(cell as u32)) {
                cells[cell] = EMPTY;
            } else if lot.in_order() {
                break;
            }
        }
    }
    cells
}

fn lines(lot: &Lot, cells: &Cells) -> Vec<Line> {
    let mut lines = Vec::new();
    for to in (0..cells.len()).filter(|&cell| cells[cell] == EMPTY) {
        for direction in Direction::ALL {
            let cost = if direction.is_horizontal() { lot.horizontal() } else { lot.vertical() };
            let mut line = vec![to];
            while let Some(next) = lot.size().neighbour(line[line.len() - 1], direction)
                && cells[next] != EMPTY
                && cells[next] != BLOCKED
                && (line.len() == 1 || lot.motion().in_blocks())
            {
                line.push(next);
                lines.push((line.clone(), cost));
            }
        }
    }
    lines
}

/// Every set of lines that share no cell.
fn sets(lines: &[Line], taken: &[usize]) -> Vec<Vec<Line>> {
    let Some((first, rest)) = lines.split_first() else { return vec![Vec::new()] };
    let mut all = sets(rest, taken);
    if first.0.iter().all(|cell| !taken.contains(cell)) {
        let taken = [taken, &first.0].concat();
        all.extend(sets(rest, &taken).into_iter().map(|set| [vec![first.clone()], set].concat()));
    }
    all
}

fn steps(lot: &Lot, cells: &Cells) -> Vec<(Cells, u64)> {
    let lines = lines(lot, cells);
    let in_steps = lot.motion().in_steps();
    let sets = if in_steps { sets(&lines, &[]) } else { lines.into_iter().map(|line| vec![line]).collect() };
    let made = sets.into_iter().map(|set| {
        let mut next = cells.clone();
        for (line, _) in &set {
            line.windows(2).for_each(|pair| next[pair[0]] = cells[pair[1]]);
            next[line[line.len() - 1]] = EMPTY;
        }
        let cost = if in_steps { 1 } else { set[0].1 };
        (leave(lot, next), cost)
    });
    made.collect()
}

/// The smallest cost, by Dijkstra's algorithm over everything; `None` if there is no plan.
fn truth(lot: &Lot) -> Option<u64> {
    let start = cells_of(lot);
    let mut costs = HashMap::from([(start.clone(), 0)]);
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    let mut done = HashSet::new();
    while let Some(Reverse((cost, cells))) = open.pop() {
        if cells.iter().all(|&holds| holds >= EMPTY) {
            return Some(cost);
        }
        if !done.insert(cells.clone()) {
            continue;
        }
        for (next, spent) in steps(lot, &cells) {
            let through = cost + spent;
            if costs.get(&next).is_none_or(|&known| through < known) {
                costs.insert(next.clone(), through);
                open.push(Reverse((through, next)));
            }
        }
    }
    None
}

/// A small lot with up to three cars; with `motions` by any motion, else by single moves.
fn small_fleet(most_cells: u32, motions: bool) -> impl Strategy<Value = ParkingSpec> {
    let size = (1_u32..=4, 1_u32..=5).prop_filter("small", move |(rows, cols)| rows * cols <= most_cells);
    let motion = proptest::sample::select(if motions {
        vec![ParkingMotion::Block, ParkingMotion::Parallel, ParkingMotion::ParallelBlock]
    } else {
        vec![ParkingMotion::Single]
    });
    (size, motion)
        .prop_flat_map(|((rows, cols), motion)| {
            let cells = (rows * cols) as usize;
            let chances = proptest::collection::vec(0_u32..100, cells);
            let exits = proptest::collection::btree_set(0..cells, 1..=cells.min(2));
            (
                Just((rows, cols, motion)),
                exits,
                chances,
                (1_usize..=3, 0_usize..=3, 0_u32..30, any::<bool>(), 0..COSTS.len()),
            )
        })
        .prop_map(|((rows, cols, motion), exits, chances, (cars, empties, pillars, in_order, costs))| {
            let size = Size { rows, cols };
            let cell = |index: usize| size.cell(index);
            let mut free: Vec<usize> = (0..size.cells()).collect();
            free.sort_by_key(|&index| chances[index]);
            let cars: Vec<usize> = free.drain(..cars.min(free.len())).collect();
            // What is left of those with the smallest chances is blocked, then come the empties.
            let blocked: Vec<usize> =
                free.extract_if(.., |index| chances[*index] % 31 < pillars / 2).collect();
            let (horizontal, vertical) = if motion.in_steps() { (1, 1) } else { COSTS[costs] };
            ParkingSpec {
                cars: Some(cars.into_iter().map(cell).collect()),
                in_order: Some(in_order),
                exits: Some(exits.into_iter().map(cell).collect()),
                empty: Some(free.into_iter().take(empties).map(cell).collect()),
                blocked: Some(blocked.into_iter().map(cell).collect()),
                cost: Some(ParkingCost { horizontal: Some(horizontal), vertical: Some(vertical) }),
                motion: Some(motion),
                ..ParkingSpec::new(rows, cols)
            }
        })
}

/// Solves by an algorithm and compares with the truth.
fn check(spec: &ParkingSpec, algorithm: ParkingAlgorithm, truth: Option<u64>) -> Result<(), TestCaseError> {
    let lot = lot(spec);
    let budget = match algorithm {
        // Without a visited set it may never end.
        ParkingAlgorithm::Iddfs => Budget { states: 20_000, ..Budget::unlimited() },
        _ => Budget::unlimited(),
    };
    let answer = solved(spec, algorithm, &budget);
    let name = algorithm.name();
    if answer.status == Status::Unknown {
        prop_assert_eq!(algorithm, ParkingAlgorithm::Iddfs);
        prop_assert!(truth.is_none_or(|cost| answer.lower_bound.unwrap() <= cost));
        return Ok(());
    }
    let Some(cost) = truth else {
        prop_assert_eq!(answer.status, Status::Unsolvable, "{}", name);
        prop_assert!(answer.reason.is_some_and(|reason| reason.contains('[')), "{}", name);
        return Ok(());
    };
    prop_assert_eq!(answer.solvable, Some(true), "{}", name);
    let verification = replayed(spec, &answer);
    prop_assert!(verification.legal && verification.solved, "{name}: {verification:?}");
    prop_assert_eq!(Some(verification.moves), answer.moves, "{}", name);
    prop_assert_eq!(Some(verification.cost), answer.cost, "{}", name);
    prop_assert!(answer.lower_bound.unwrap() <= cost, "{name}: {:?} for {cost}", answer.lower_bound);
    prop_assert!(answer.cost.unwrap() >= cost, "{name}: {:?} for {cost}", answer.cost);
    let minimises = match algorithm {
        ParkingAlgorithm::Auto | ParkingAlgorithm::AStar => true,
        ParkingAlgorithm::Dfs => false,
        _ => lot.horizontal() == lot.vertical(),
    };
    if minimises {
        prop_assert_eq!((answer.status, answer.cost), (Status::Optimal, Some(cost)), "{}", name);
    }
    let retrievals = answer.retrievals.unwrap();
    let mut cars: Vec<_> = retrievals.iter().map(|retrieval| retrieval.car).collect();
    if !lot.in_order() {
        cars.sort_unstable();
    }
    let mut given = spec.cars.clone().unwrap();
    if !lot.in_order() {
        given.sort_unstable();
    }
    prop_assert_eq!(cars, given);
    prop_assert!(retrievals.iter().all(|one| spec.exits.as_ref().unwrap().contains(&one.exit)));
    prop_assert!(retrievals.is_sorted_by_key(|one| one.after_move));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2500))]

    #[test]
    fn several_cars_cost_what_they_must(spec in small_fleet(10, false)) {
        let lot = lot(&spec);
        let truth = truth(&lot);
        check(&spec, ParkingAlgorithm::Auto, truth)?;
        // Long searches use the level game too.
        if let (Some(cost), Settled::Already) = (truth, lot.settled()) {
            let ground = Ground::of(&lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap();
            let bound = bound_at_start(&lot, &ground);
            prop_assert!(bound <= cost, "a bound of {bound} for {cost}");
        }
    }

    #[test]
    fn lines_and_steps_cost_what_they_must(spec in small_fleet(9, true)) {
        check(&spec, ParkingAlgorithm::Auto, truth(&lot(&spec)))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_algorithm_and_motion_tells_the_truth(singly in small_fleet(8, false), spec in small_fleet(6, true)) {
        for spec in [singly, spec] {
            let truth = truth(&lot(&spec));
            let single = spec.motion == Some(ParkingMotion::Single) && spec.cars.as_ref().unwrap().len() == 1;
            for algorithm in ParkingAlgorithm::ALL {
                if single || algorithm != ParkingAlgorithm::Bidirectional {
                    check(&spec, algorithm, truth)?;
                }
            }
        }
    }
}
