//! Korf's hundred 15-puzzles, and random boards of other sizes up to 16 cells, on one core.
//!
//! Prints a table rather than statistics of single functions: what counts is how long a board takes on average
//! and at worst, and how many states that needs, which does not depend on the machine. The mean is of the time on a
//! core; median and maximum, too short for that clock, are of the time passed.
//!
//! `cargo bench --bench korf`, or `cargo bench --bench korf -- 3x5 '2x7*1000'` for some sizes alone, and so many boards
//! instead of 20. With `--table-dir DIR` the tables of that directory are used where it has some:
//! `cargo bench --bench korf -- --table-dir DIR korf '4x4*1000'`. With `--help-from N` hard boards may borrow N more cores;
//! the times are then those of the clock.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use taquin::contract::{Limits, Status};
use taquin::npuzzle::table_file::TableDirectory;
use taquin::npuzzle::{Algorithm, GoalPreset, HeuristicName, NpuzzleSpec, Request, Tables, solve};
use taquin::search::{Budget, SpareCores};

/// Instance, row-major board, fewest moves to the goal with the blank first.
const KORF: &str = include_str!("../tests/data/korf100.tsv");

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Milliseconds that this thread has been running: where Linux tells, those on a core alone, so that others on
/// the machine do not count; elsewhere those since `start`.
fn thread_ms(start: Instant) -> f64 {
    let on_core = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_core = on_core.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    on_core.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |nanoseconds| nanoseconds / 1e6)
}

/// Seconds that all threads of this process have been on a core, those that ended included, where Linux tells.
fn process_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let directory = arguments.iter().position(|arg| arg == "--table-dir").map(|at| {
        let directory = arguments.get(at + 1).expect("a directory").clone();
        arguments.drain(at..at + 2);
        directory
    });
    let directory = directory.as_deref().map(Path::new);
    let spare = arguments.iter().position(|arg| arg == "--help-from").map(|at| {
        let cores = arguments.get(at + 1).and_then(|cores| cores.parse().ok()).expect("a number of cores");
        arguments.drain(at..at + 2);
        SpareCores::fixed(cores)
    });
    let sizes: Vec<String> = arguments.into_iter().filter(|arg| !arg.starts_with("--")).collect();
    let sizes: Vec<&str> = if sizes.is_empty() {
        vec!["korf", "3x4", "2x6", "2x7", "3x5", "4x4", "2x8"]
    } else {
        sizes.iter().map(String::as_str).collect()
    };
    println!(
        "{:8} {:>6} {:>9} {:>9} {:>9} {:>12} {:>12} {:>9} {:>9} {:>9} {:>8}",
        "boards",
        "number",
        "table MB",
        "build s",
        "(on cores)",
        "expanded",
        "generated",
        "mean ms",
        "median",
        "max",
        "moves"
    );
    for size in sizes {
        let (size, number) = size.split_once('*').unwrap_or((size, "20"));
        match size.split_once('x') {
            Some((rows, cols)) => {
                let number = number.parse().expect("a number of boards");
                let (rows, cols) = (rows.parse().expect("rows"), cols.parse().expect("columns"));
                measure(size, &some(rows, cols, number), GoalPreset::BlankLast, directory, &spare);
            }
            None => measure(size, &korf(), GoalPreset::BlankFirst, directory, &spare),
        }
    }
}

type Rows = Vec<Vec<u32>>;

/// Boards, and how many moves they take, where that is known.
type Boards = Vec<(Rows, Option<u64>)>;

fn korf() -> Boards {
    let line = |line: &str| {
        let mut fields = line.split('\t').skip(1);
        let tiles: Vec<u32> = fields.next()?.split(' ').map(|tile| tile.parse().expect("a tile")).collect();
        let moves = fields.next()?.parse().expect("moves");
        Some((tiles.chunks(4).map(<[u32]>::to_vec).collect(), Some(moves)))
    };
    KORF.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
}

fn some(rows: usize, cols: usize, number: u64) -> Boards {
    (0..number).map(|seed| (random(rows, cols, seed), None)).collect()
}

/// A random board that can be brought to `blank_last`: shuffled, and two tiles swapped where parity says so.
fn random(rows: usize, cols: usize, seed: u64) -> Rows {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678_9abc_def1);
    let mut next = || {
        // Steele, Lea and Flood, 2014: SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let cells = rows * cols;
    let mut tiles: Vec<u32> = (1..cells as u32).collect();
    for at in (1..tiles.len()).rev() {
        tiles.swap(at, (next() % (at as u64 + 1)) as usize);
    }
    let inversions = (0..tiles.len()).flat_map(|a| (a..tiles.len()).map(move |b| (a, b)));
    if inversions.filter(|&(a, b)| tiles[a] > tiles[b]).count() % 2 == 1 {
        tiles.swap(0, 1);
    }
    tiles.push(0);
    tiles.chunks(cols).map(<[u32]>::to_vec).collect()
}

fn measure(
    name: &str,
    boards: &Boards,
    goal_preset: GoalPreset,
    directory: Option<&Path>,
    spare: &Option<SpareCores>,
) {
    let limits = Limits::default();
    let started = now();
    let tables = Tables::new();
    if let Some(directory) = directory {
        let (_, faults) = tables.load(&TableDirectory::new(directory, 1));
        assert!(faults.is_empty(), "{faults:?}");
    }
    let tables = Arc::new(tables);
    let spec =
        |board: &Rows| NpuzzleSpec { goal_preset: Some(goal_preset), ..NpuzzleSpec::of(board.clone()) };
    let request = |spec: &NpuzzleSpec| Request::new(spec, &limits).expect("a valid spec");
    let solved: Rows = {
        let (rows, cols) = (boards[0].0.len(), boards[0].0[0].len());
        let first = u32::from(goal_preset == GoalPreset::BlankLast);
        let cells = (rows * cols) as u32;
        let tiles: Vec<u32> = (0..cells).map(|cell| (cell + first) % cells).collect();
        tiles.chunks(cols).map(<[u32]>::to_vec).collect()
    };
    let before = process_seconds();
    // Waits for the tables, where there are some; complete ones are built by the first request.
    let waiting = NpuzzleSpec {
        algorithm: Some(Algorithm::IdaStar),
        heuristic: Some(HeuristicName::PatternDatabase),
        ..spec(&solved)
    };
    for first in [waiting, spec(&solved)] {
        assert_eq!(solve(&request(&first), &limits, &tables, &Budget::unlimited()).cost, Some(0));
    }
    let build = started.elapsed().as_secs_f64();
    let build_on_cores = process_seconds().zip(before).map_or(f64::NAN, |(after, before)| after - before);
    let (mut expanded, mut generated, mut moves) = (0, 0, 0);
    let mut times = Vec::new();
    let start = now();
    let budget = Budget { spare: spare.clone().unwrap_or_default(), ..Budget::unlimited() };
    let before = thread_ms(start);
    for (board, expected) in boards {
        let request = request(&spec(board));
        let answer = solve(&request, &limits, &tables, &budget);
        times.push(answer.search.elapsed_us as f64 / 1e3);
        assert_eq!(answer.status, Status::Optimal);
        let found = answer.cost.expect("a plan");
        assert!(expected.is_none_or(|expected| expected == found), "{found} moves for {board:?}");
        expanded += answer.search.expanded;
        generated += answer.search.generated;
        moves += found;
    }
    let on_core = thread_ms(start) - before;
    let all = if spare.is_some() { times.iter().sum() } else { on_core };
    times.sort_by(f64::total_cmp);
    let number = times.len();
    println!(
        "{name:8} {number:6} {:9.2} {:9.2} {:9.2} {:12} {:12} {:9.3} {:9.3} {:9.3} {moves:8}",
        tables.pattern_database_bytes() as f64 / 1e6,
        build,
        build_on_cores,
        expanded / number as u64,
        generated / number as u64,
        all / number as f64,
        times[number / 2],
        times[number - 1],
    );
}
