//! How good plans for large boards are after how much time: a table, not a timing harness.
//!
//! Boards are drawn uniformly from all solvable ones of a size, from a fixed seed. `cargo bench --bench anytime`
//! prints, for each size, the plan over Manhattan distance with linear conflicts after 0.1 and 1 s, and for
//! large sizes the plan over (8/3) n³ with the time it takes to construct and replay. An argument selects the
//! sizes to run: `-- 6 8`; `-- 24=0.1,1,10` measures fifty 24-puzzles after so many seconds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use taquin::contract::{Limits, Status};
use taquin::npuzzle::{Algorithm, Answer, GoalPreset, HeuristicName, NpuzzleSpec, Request, Tables, solve};
use taquin::search::Budget;

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }

    /// A random board of n × n; solvable, because an unsolvable one gets two tiles exchanged.
    fn board(&mut self, n: usize) -> Vec<Vec<u32>> {
        let mut tiles: Vec<u32> = (0..(n * n) as u32).collect();
        for at in (1..tiles.len()).rev() {
            tiles.swap(at, self.below(at as u64 + 1) as usize);
        }
        let rows = |tiles: &[u32]| tiles.chunks(n).map(<[u32]>::to_vec).collect();
        let verdict =
            NpuzzleSpec { algorithm: Some(Algorithm::Constructive), ..NpuzzleSpec::of(rows(&tiles)) };
        let verdict = NpuzzleSpec { detail: Some(taquin::npuzzle::Detail::Verdict), ..verdict };
        if run(&verdict, Duration::MAX).0.status == Status::Unsolvable {
            let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                tiles.swap(a, b);
            }
        }
        rows(&tiles)
    }
}

/// The answer and the time it took.
fn run(spec: &NpuzzleSpec, time: Duration) -> (Answer, Duration) {
    run_with(&Tables::new().into(), spec, time)
}

/// The same, with tables that may be built already.
fn run_with(tables: &Arc<Tables>, spec: &NpuzzleSpec, time: Duration) -> (Answer, Duration) {
    let limits = Limits::default();
    let request = Request::new(spec, &limits).expect("a valid spec");
    let budget = Budget::unlimited();
    let budget = if time == Duration::MAX { budget } else { budget.within(time) };
    #[expect(clippy::disallowed_methods, reason = "a bench measures")]
    let started = Instant::now();
    let answer = solve(&request, &limits, tables, &budget);
    (answer, started.elapsed())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Plans over the bound that holds before any search, after each of the times.
fn improved(n: usize, boards: u64) {
    let mut random = Random(n as u64);
    let boards: Vec<_> = (0..boards).map(|_| random.board(n)).collect();
    for (time, name) in [(100, "0.1 s"), (1000, "1 s")] {
        let mut by = std::collections::BTreeMap::new();
        let (mut ratios, mut late) = (Vec::new(), 0.0_f64);
        for board in &boards {
            let spec = NpuzzleSpec::of(board.clone());
            let verdict = NpuzzleSpec { detail: Some(taquin::npuzzle::Detail::Verdict), ..spec.clone() };
            let bound = run(&verdict, Duration::MAX).0.lower_bound.expect("it is solvable");
            let (answer, took) = run(&spec, Duration::from_millis(time));
            ratios.push(answer.cost.map_or(f64::NAN, |cost| cost as f64 / bound as f64));
            late = late.max(took.as_secs_f64() * 1000.0 - time as f64);
            *by.entry(answer.search.algorithm).or_insert(0) += 1;
        }
        println!("{n:>3} × {n:<3} {name:>6}: {:.3} × bound; at worst {late:+.1} ms; {by:?}", mean(&ratios));
    }
}

/// Time and length of a constructed plan.
fn constructed(n: usize) {
    let board = Random(n as u64).board(n);
    let mut times = Vec::new();
    let mut ratio = 0.0;
    for _ in 0..5 {
        let spec = NpuzzleSpec { algorithm: Some(Algorithm::Constructive), ..NpuzzleSpec::of(board.clone()) };
        let (answer, took) = run(&spec, Duration::MAX);
        ratio = answer.cost.unwrap_or(0) as f64 / (8.0 / 3.0 * (n as f64).powi(3));
        times.push(took.as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    println!("{n:>3} × {n:<3} constructed: {ratio:.3} × (8/3) n³, {:.1} ms (median of 5)", times[2] * 1000.0);
}

/// Fifty 24-puzzles (Korf and Felner, 2002): instance, tiles and fewest moves, goal blank first.
const KORF_AND_FELNER: &str = include_str!("../tests/data/korf24_50.tsv");

/// The plan over the optimum, the proved bound, and how many boards were proved, after each of the times.
fn twenty_four(seconds: &[f64]) {
    let tables = Arc::new(Tables::new());
    let goal: Vec<Vec<u32>> = (0..5).map(|row| (5 * row..5 * row + 5).collect()).collect();
    let spec = |board: &[Vec<u32>]| NpuzzleSpec {
        goal_preset: Some(GoalPreset::BlankFirst),
        ..NpuzzleSpec::of(board.to_vec())
    };
    let warm = NpuzzleSpec {
        algorithm: Some(Algorithm::IdaStar),
        heuristic: Some(HeuristicName::PatternDatabase),
        ..spec(&goal)
    };
    let (_, took) = run_with(&tables, &warm, Duration::MAX);
    println!("tables: {:.1} MB, {:.1} s", tables.pattern_database_bytes() as f64 / 1e6, took.as_secs_f64());
    for &time in seconds {
        let (mut ratios, mut bounds, mut proved, mut generated) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for line in KORF_AND_FELNER.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let tiles: Vec<u32> = fields[1].split(' ').map(|tile| tile.parse().expect("a tile")).collect();
            let optimum: u64 = fields[2].parse().expect("the fewest moves");
            let board: Vec<_> = tiles.chunks(5).map(<[u32]>::to_vec).collect();
            let (answer, took) = run_with(&tables, &spec(&board), Duration::from_secs_f64(time));
            let (cost, bound) = (answer.cost.expect("a plan"), answer.lower_bound.expect("a bound"));
            assert!(bound <= optimum && cost >= optimum, "{bound} … {cost} for {optimum}");
            ratios.push(cost as f64 / optimum as f64);
            bounds.push(bound as f64);
            generated += answer.search.generated;
            if answer.status == Status::Optimal {
                proved.push(format!("#{} {:.1} s", fields[0], took.as_secs_f64()));
            }
        }
        println!(
            "24-puzzles {time:>5} s: {:.4} × optimum, bound {:.2}, {:.1} M states each, {} proved: {}",
            mean(&ratios),
            mean(&bounds),
            generated as f64 / 50e6,
            proved.len(),
            proved.join(", ")
        );
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let Some(seconds) = wanted.first().and_then(|first| first.strip_prefix("24=")) {
        let seconds: Vec<f64> = seconds.split(',').map(|time| time.parse().expect("seconds")).collect();
        return twenty_four(&seconds);
    }
    let is_wanted = |n: usize| wanted.is_empty() || wanted.contains(&n.to_string());
    for (n, boards) in [(5, 20), (6, 20), (8, 20), (10, 20), (12, 5), (20, 2)] {
        if is_wanted(n) {
            improved(n, boards);
        }
    }
    for n in [50, 100, 256] {
        if is_wanted(n) {
            constructed(n);
        }
    }
}
