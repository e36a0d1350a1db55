//! Fifty 24-puzzles on one core: how good plans are after how much time, and which boards are proved.
//!
//! `cargo bench --bench twenty_four` prints, after 0.1, 1 and 10 s, the mean plan over the optimum and the mean proved
//! bound; `-- 0.1 1` takes other times. With `--table-dir DIR` the tables of that directory are used. `--prove 40 38`
//! has IDA* alone prove those instances, however long that takes. `--only 40,38` leaves the others out.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use taquin::contract::{Limits, Status};
use taquin::npuzzle::table_file::TableDirectory;
use taquin::npuzzle::{
    Algorithm, Answer, Detail, GoalPreset, HeuristicName, NpuzzleSpec, Request, Tables, solve,
};
use taquin::search::Budget;

/// Korf and Felner, 2002: instance, tiles and fewest moves, goal blank first.
const BOARDS: &str = include_str!("../tests/data/korf24_50.tsv");

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// One board of the list.
struct Instance {
    number: &'static str,
    board: Vec<Vec<u32>>,
    optimum: u64,
}

/// The instances with these numbers, or all.
fn instances(only: &[String]) -> impl Iterator<Item = Instance> {
    all().filter(|instance| only.is_empty() || only.iter().any(|number| number == instance.number))
}

fn all() -> impl Iterator<Item = Instance> {
    BOARDS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let tiles: Vec<u32> = fields[1].split(' ').map(|tile| tile.parse().expect("a tile")).collect();
        let board = tiles.chunks(5).map(<[u32]>::to_vec).collect();
        Instance { number: fields[0], board, optimum: fields[2].parse().expect("the fewest moves") }
    })
}

fn spec(board: &[Vec<u32>]) -> NpuzzleSpec {
    let goal_preset = Some(GoalPreset::BlankFirst);
    NpuzzleSpec { goal_preset, detail: Some(Detail::Cost), ..NpuzzleSpec::of(board.to_vec()) }
}

fn proof(board: &[Vec<u32>]) -> NpuzzleSpec {
    let (algorithm, heuristic) = (Some(Algorithm::IdaStar), Some(HeuristicName::PatternDatabase));
    NpuzzleSpec { algorithm, heuristic, ..spec(board) }
}

/// The answer, and the seconds it took.
fn run(tables: &Arc<Tables>, spec: &NpuzzleSpec, budget: &Budget) -> (Answer, f64) {
    let limits = Limits::default();
    let request = Request::new(spec, &limits).expect("a valid spec");
    let started = now();
    let answer = solve(&request, &limits, tables, budget);
    (answer, started.elapsed().as_secs_f64())
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let tables = Arc::new(Tables::new());
    if let Some(at) = arguments.iter().position(|arg| arg == "--table-dir") {
        let (_, faults) = tables.load(&TableDirectory::new(Path::new(&arguments[at + 1]), 1));
        assert!(faults.is_empty(), "{faults:?}");
        arguments.drain(at..at + 2);
    }
    let mut only: Vec<String> = Vec::new();
    if let Some(at) = arguments.iter().position(|arg| arg == "--only") {
        only = arguments[at + 1].split(',').map(str::to_owned).collect();
        arguments.drain(at..at + 2);
    }
    // The tables are built, or the pages of a mapped one entered, before anything is measured.
    let goal: Vec<Vec<u32>> = (0..5).map(|row| (5 * row..5 * row + 5).collect()).collect();
    let (_, took) = run(&tables, &proof(&goal), &Budget::unlimited());
    println!("tables: {:.1} MB after {took:.2} s", tables.pattern_database_bytes() as f64 / 1e6);
    if arguments.first().is_some_and(|arg| arg == "--prove") {
        return prove(&tables, &arguments[1..]);
    }
    if arguments.is_empty() {
        arguments = ["0.1", "1", "10"].map(String::from).into();
    }
    for seconds in arguments {
        after(&tables, &only, seconds.parse().expect("seconds"));
    }
}

/// What is known of all boards after so many seconds.
fn after(tables: &Arc<Tables>, only: &[String], seconds: f64) {
    let (mut ratio, mut bound, mut optimum, mut generated, mut late) = (0.0, 0, 0, 0, 0.0_f64);
    let mut boards = 0.0;
    let mut proved = Vec::new();
    for instance in instances(only) {
        let budget = Budget::unlimited().within(Duration::from_secs_f64(seconds));
        let (answer, took) = run(tables, &spec(&instance.board), &budget);
        let (cost, proved_bound) = (answer.cost.expect("a plan"), answer.lower_bound.expect("a bound"));
        assert!(proved_bound <= instance.optimum && instance.optimum <= cost);
        boards += 1.0;
        ratio += cost as f64 / instance.optimum as f64;
        bound += proved_bound;
        optimum += instance.optimum;
        generated += answer.search.generated;
        late = late.max(took - seconds);
        if answer.status == Status::Optimal {
            proved.push(format!("#{} {took:.1} s", instance.number));
        }
    }
    println!(
        "after {seconds:>4} s: {:.4} x optimum, bound {:.2} of {:.2}, {:.1} M states, at worst {:+.1} ms, {} proved {}",
        ratio / boards,
        bound as f64 / boards,
        optimum as f64 / boards,
        generated as f64 / boards / 1e6,
        late * 1e3,
        proved.len(),
        proved.join(", ")
    );
}

/// Time and states of IDA* alone.
fn prove(tables: &Arc<Tables>, numbers: &[String]) {
    for instance in instances(numbers) {
        let number = instance.number;
        let (answer, took) = run(tables, &proof(&instance.board), &Budget::unlimited());
        assert_eq!((answer.status, answer.cost), (Status::Optimal, Some(instance.optimum)));
        let millions = answer.search.generated as f64 / 1e6;
        println!("#{number}: {} moves, {took:.1} s, {millions:.1} M states generated", instance.optimum);
    }
}
