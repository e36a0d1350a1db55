//! How good plans for large boards are after how much time: a table, not a timing harness.
//!
//! Boards are drawn uniformly from all solvable ones of a size, from a fixed seed. `cargo bench --bench anytime`
//! prints, for each size, the plan over Manhattan distance with linear conflicts after 0.1 and 1 s, and for
//! large sizes the plan over (8/3) n³ with the time it takes to construct and replay. An argument selects the
//! sizes to run: `-- 6 8`.

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
    fn board(&mut self, tables: &Arc<Tables>, n: usize) -> Vec<Vec<u32>> {
        let mut tiles: Vec<u32> = (0..(n * n) as u32).collect();
        for at in (1..tiles.len()).rev() {
            tiles.swap(at, self.below(at as u64 + 1) as usize);
        }
        let rows = |tiles: &[u32]| tiles.chunks(n).map(<[u32]>::to_vec).collect();
        let verdict =
            NpuzzleSpec { algorithm: Some(Algorithm::Constructive), ..NpuzzleSpec::of(rows(&tiles)) };
        let verdict = NpuzzleSpec { detail: Some(taquin::npuzzle::Detail::Verdict), ..verdict };
        if run(tables, &verdict, Duration::MAX).0.status == Status::Unsolvable {
            let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                tiles.swap(a, b);
            }
        }
        rows(&tiles)
    }
}

/// The answer and the time it took.
fn run(tables: &Arc<Tables>, spec: &NpuzzleSpec, time: Duration) -> (Answer, Duration) {
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
fn improved(tables: &Arc<Tables>, n: usize, boards: u64) {
    let mut random = Random(n as u64);
    let boards: Vec<_> = (0..boards).map(|_| random.board(tables, n)).collect();
    for (time, name) in [(100, "0.1 s"), (1000, "1 s")] {
        let mut by = std::collections::BTreeMap::new();
        let (mut ratios, mut late) = (Vec::new(), 0.0_f64);
        for board in &boards {
            let spec = NpuzzleSpec::of(board.clone());
            let verdict = NpuzzleSpec { detail: Some(taquin::npuzzle::Detail::Verdict), ..spec.clone() };
            let bound = run(tables, &verdict, Duration::MAX).0.lower_bound.expect("it is solvable");
            let (answer, took) = run(tables, &spec, Duration::from_millis(time));
            ratios.push(answer.cost.map_or(f64::NAN, |cost| cost as f64 / bound as f64));
            late = late.max(took.as_secs_f64() * 1000.0 - time as f64);
            *by.entry(answer.search.algorithm).or_insert(0) += 1;
        }
        println!("{n:>3} × {n:<3} {name:>6}: {:.3} × bound; at worst {late:+.1} ms; {by:?}", mean(&ratios));
    }
}

/// Time and length of a constructed plan.
fn constructed(tables: &Arc<Tables>, n: usize) {
    let board = Random(n as u64).board(tables, n);
    let mut times = Vec::new();
    let mut ratio = 0.0;
    for _ in 0..5 {
        let spec = NpuzzleSpec { algorithm: Some(Algorithm::Constructive), ..NpuzzleSpec::of(board.clone()) };
        let (answer, took) = run(tables, &spec, Duration::MAX);
        ratio = answer.cost.unwrap_or(0) as f64 / (8.0 / 3.0 * (n as f64).powi(3));
        times.push(took.as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    println!("{n:>3} × {n:<3} constructed: {ratio:.3} × (8/3) n³, {:.1} ms (median of 5)", times[2] * 1000.0);
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let tables = Arc::new(Tables::new());
    // The tables for the last block are built before anything is measured.
    let solved = (0..5).map(|row| (5 * row..5 * row + 5).collect()).collect();
    let built = NpuzzleSpec {
        goal_preset: Some(GoalPreset::BlankFirst),
        algorithm: Some(Algorithm::IdaStar),
        heuristic: Some(HeuristicName::PatternDatabase),
        ..NpuzzleSpec::of(solved)
    };
    assert_eq!(run(&tables, &built, Duration::MAX).0.status, Status::Optimal);
    let is_wanted = |n: usize| wanted.is_empty() || wanted.contains(&n.to_string());
    for (n, boards) in [(5, 20), (6, 20), (8, 20), (10, 20), (12, 5), (20, 2)] {
        if is_wanted(n) {
            improved(&tables, n, boards);
        }
    }
    for n in [50, 100, 256] {
        if is_wanted(n) {
            constructed(&tables, n);
        }
    }
}
