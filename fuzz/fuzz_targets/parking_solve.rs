//! Small lots of every kind, solved in two ways: plans are replayed, and neither may contradict the other.

#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use taquin::contract::Limits;
use taquin::grid::Cell;
use taquin::parking::{
    Answer, ParkingAlgorithm, ParkingCost, ParkingMotion, ParkingSpec, Request, VerifyRequest, solve, verify,
};
use taquin::search::Budget;
use taquin_fuzz::{Numbers, limits};

const ALGORITHMS: &[ParkingAlgorithm] = &[
    ParkingAlgorithm::Bfs,
    ParkingAlgorithm::AStar,
    ParkingAlgorithm::Bidirectional,
    ParkingAlgorithm::Iddfs,
    ParkingAlgorithm::Dfs,
];
const MOTIONS: &[ParkingMotion] =
    &[ParkingMotion::Single, ParkingMotion::Block, ParkingMotion::Parallel, ParkingMotion::ParallelBlock];
/// Few, so that many lots are tried: with the most nearly all lots of nine cells are solved to the end, with the least every
/// engine is broken off somewhere.
const STATES: &[u64] = &[300, 60, 20];
/// On larger lots it takes longer to prepare a search than to search.
const MOST_CELLS: u32 = 12;

/// A lot of at most four rows and columns.
fn lot(numbers: &mut Numbers<'_>) -> ParkingSpec {
    let (rows, cols) = (1 + numbers.below(4), 1 + numbers.below(4));
    let rows = rows.min(MOST_CELLS / cols);
    let motion = numbers.one_of(MOTIONS);
    let in_order = numbers.below(2) == 1;
    let cost = [numbers.below(4), numbers.below(4)];
    let exits =
        (0..=numbers.below(2)).map(|_| Cell { row: numbers.below(rows), col: numbers.below(cols) }).collect();
    let (mut cars, mut empty, mut blocked) = (Vec::new(), Vec::new(), Vec::new());
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        match numbers.below(12) {
            0..=1 => empty.push(Cell { row, col }),
            2 => blocked.push(Cell { row, col }),
            3 if cars.len() < 3 => cars.push(Cell { row, col }),
            _ => {}
        }
    }
    let by_steps = matches!(motion, ParkingMotion::Parallel | ParkingMotion::ParallelBlock);
    let [horizontal, vertical] = cost.map(Some);
    ParkingSpec {
        cars: (!cars.is_empty()).then_some(cars),
        in_order: Some(in_order),
        exits: Some(exits),
        empty: Some(empty),
        blocked: Some(blocked),
        cost: (!by_steps).then_some(ParkingCost { horizontal, vertical }),
        motion: Some(motion),
        ..ParkingSpec::new(rows, cols)
    }
}

/// Solves the lot and replays the plan; `None` if this algorithm does not apply.
fn solved(spec: &ParkingSpec, states: u64, limits: &Limits) -> Option<Answer> {
    let request = Request::from_spec(spec, limits).ok()?;
    let budget = Budget { states, bytes: 256 << 20, ..Budget::unlimited() };
    let answer = solve(&request, limits, &budget);
    if let Some(path) = &answer.path {
        let text = serde_json::json!({"spec": spec, "path": path}).to_string();
        let told =
            verify(&VerifyRequest::read(text.as_bytes(), limits).expect("what was solved can be verified"));
        let wanted = (true, true, answer.moves, answer.cost);
        assert_eq!(
            (told.legal, told.solved, Some(told.moves), Some(told.cost)),
            wanted,
            "{told:?} of {text}"
        );
    }
    Some(answer)
}

/// Nothing that `one` proved is refuted by `other`.
fn agree(one: &Answer, other: &Answer, spec: &impl Debug) {
    let contradict = (one.solvable, other.solvable) == (Some(true), Some(false))
        || one.lower_bound.zip(other.cost).is_some_and(|(bound, cost)| bound > cost);
    assert!(!contradict, "{one:?}\n{other:?}\n{spec:?}");
}

fuzz_target!(|bytes: &[u8]| {
    let limits = limits();
    let mut numbers = Numbers::of(bytes);
    let algorithm = numbers.one_of(ALGORITHMS);
    let spec = lot(&mut numbers);
    let states = numbers.one_of(STATES);
    let named = ParkingSpec { algorithm: Some(algorithm), ..spec.clone() };
    let Some(one) = solved(&spec, states, &limits) else { return };
    let Some(other) = solved(&named, states, &limits) else { return };
    agree(&one, &other, &spec);
    agree(&other, &one, &spec);
});
