//! How fast the N-puzzle's verdict and searches are. `cargo bench --bench npuzzle`

use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use taquin::contract::Limits;
use taquin::npuzzle::{
    Algorithm, Answer, Detail, GoalPreset, HeuristicName, NpuzzleSpec, Request, Tables, solve,
};
use taquin::search::Budget;

static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::new()));

fn answer(spec: &NpuzzleSpec) -> Answer {
    let limits = Limits::default();
    let request = Request::new(black_box(spec), &limits).expect("a valid spec");
    solve(&request, &limits, &TABLES, &Budget::unlimited())
}

/// One of the two boards that are 31 moves away, the most there are.
fn eight_puzzle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("8-puzzle, 31 moves");
    for algorithm in [Algorithm::Bfs, Algorithm::AStar, Algorithm::Auto] {
        let mut spec = NpuzzleSpec::of(vec![vec![8, 6, 7], vec![2, 5, 4], vec![3, 0, 1]]);
        spec.algorithm = Some(algorithm);
        assert_eq!(answer(&spec).moves, Some(31));
        group.bench_function(algorithm.name(), |bencher| bencher.iter(|| answer(&spec)));
    }
    group.finish();
}

/// All 65,535 tiles in reverse.
fn verdict(criterion: &mut Criterion) {
    let rows = (0..256).map(|row| (0..256).map(|col| 65_535 - (row * 256 + col)).collect()).collect();
    let mut spec = NpuzzleSpec::of(rows);
    spec.detail = Some(Detail::Verdict);
    criterion.bench_function("verdict, 256×256", |bencher| bencher.iter(|| answer(&spec)));
}

/// Number 79 of Korf's hundred boards, 42 moves away; the rate is in generated states.
fn fifteen_puzzle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("15-puzzle by ida_star, 42 moves");
    for heuristic in [HeuristicName::Manhattan, HeuristicName::LinearConflict] {
        let mut spec = NpuzzleSpec::of(vec![
            vec![0, 1, 9, 7],
            vec![11, 13, 5, 3],
            vec![14, 12, 4, 2],
            vec![8, 6, 10, 15],
        ]);
        spec.goal_preset = Some(GoalPreset::BlankFirst);
        spec.algorithm = Some(Algorithm::IdaStar);
        spec.heuristic = Some(heuristic);
        let first = answer(&spec);
        assert_eq!(first.moves, Some(42));
        group.throughput(Throughput::Elements(first.search.generated));
        group.bench_function(heuristic.name(), |bencher| bencher.iter(|| answer(&spec)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(2));
    targets = eight_puzzle, verdict, fifteen_puzzle
}
criterion_main!(benches);
