//! Small boards and goals, solved in two ways: plans are replayed, and neither may contradict the other.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use taquin::contract::Limits;
use taquin::npuzzle::{
    Algorithm, Answer, GoalPreset, NpuzzleSpec, Request, Tables, VerifyRequest, solve, verify,
};
use taquin::search::Budget;
use taquin_fuzz::{Numbers, limits};

const ALGORITHMS: &[Algorithm] = &[
    Algorithm::AStar,
    Algorithm::Bfs,
    Algorithm::Bidirectional,
    Algorithm::IdaStar,
    Algorithm::Constructive,
    Algorithm::Iddfs,
    Algorithm::Dfs,
];
const GOALS: &[Option<GoalPreset>] =
    &[None, Some(GoalPreset::BlankLast), Some(GoalPreset::BlankFirst), Some(GoalPreset::Spiral)];
/// The least breaks off everywhere, the most hardly anywhere.
const STATES: &[u64] = &[2000, 500, 100];

static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::new()));

/// Rows of this shape, in an order that the numbers decide.
fn shuffled(rows: u32, cols: u32, numbers: &mut Numbers<'_>) -> Vec<Vec<u32>> {
    let mut tiles: Vec<u32> = (0..rows * cols).collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, numbers.below(last as u32 + 1) as usize);
    }
    tiles.chunks(cols as usize).map(<[u32]>::to_vec).collect()
}

fn solved(spec: &NpuzzleSpec, states: u64, limits: &Limits) -> Answer {
    let request = Request::new(spec, limits).expect("a board and a goal of one shape");
    let budget = Budget { states, bytes: 256 << 20, ..Budget::unlimited() };
    let answer = solve(&request, limits, &TABLES, &budget);
    if let Some(path) = &answer.path {
        let text = serde_json::json!({"spec": spec, "path": path}).to_string();
        let told =
            verify(&VerifyRequest::read(text.as_bytes(), limits).expect("what was solved can be verified"));
        assert_eq!(
            (told.legal, told.solved, Some(told.cost)),
            (true, true, answer.cost),
            "{told:?} of {text}"
        );
    }
    answer
}

fuzz_target!(|bytes: &[u8]| {
    let limits = limits();
    let mut numbers = Numbers::of(bytes);
    let algorithm = numbers.one_of(ALGORITHMS);
    let goal_preset = numbers.one_of(GOALS);
    let (rows, cols) = (1 + numbers.below(3), 1 + numbers.below(4));
    let board = shuffled(rows, cols, &mut numbers);
    let goal = goal_preset.is_none().then(|| shuffled(rows, cols, &mut numbers));
    let spec = NpuzzleSpec {
        board,
        goal,
        goal_preset,
        algorithm: None,
        heuristic: None,
        detail: None,
        limits: None,
    };
    let states = numbers.one_of(STATES);
    let one = solved(&spec, states, &limits);
    let other = solved(&NpuzzleSpec { algorithm: Some(algorithm), ..spec }, states, &limits);
    assert_eq!((one.solvable, &one.verdict), (other.solvable, &other.verdict));
    for (one, other) in [(&one, &other), (&other, &one)] {
        let contradict = one.lower_bound.zip(other.cost).is_some_and(|(bound, cost)| bound > cost);
        assert!(!contradict, "{one:?}\n{other:?}");
    }
});
