//! Walking distance beside linear conflict: states that IDA* generates on Korf's first random boards, and the
//! time for one of the easier ones.

use criterion::{Criterion, criterion_group, criterion_main};
use taquin::grid::Size;
use taquin::npuzzle::{Board, Goal, GoalPreset, LinearConflict, Nibbles, Space, Tables, WalkingDistance};
use taquin::search::{Budget, Heuristic, Outcome, ida_star};

/// The boards with these numbers; the blank's goal is the first cell.
fn boards(numbers: &[u32]) -> Vec<(u32, Board)> {
    let lines = include_str!("../tests/data/korf100.tsv").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let mut fields = line.split('\t');
        let number = fields.next()?.parse().ok()?;
        let tiles: Vec<u32> = fields.next()?.split(' ').map(|tile| tile.parse().unwrap()).collect();
        let rows: Vec<Vec<u32>> = tiles.chunks(4).map(<[u32]>::to_vec).collect();
        Some((number, Board::new(&rows).unwrap()))
    };
    lines.filter_map(read).filter(|(number, _)| numbers.contains(number)).collect()
}

fn run<H: Heuristic<Space<Nibbles>>>(
    board: &Board,
    goal: &Goal,
    heuristic: &H,
) -> Outcome<taquin::npuzzle::Slide> {
    ida_star(&Space::<Nibbles>::new(board, goal), heuristic, &Budget::unlimited())
}

fn korf(c: &mut Criterion) {
    let goal = Goal::preset(GoalPreset::BlankFirst, Size { rows: 4, cols: 4 });
    let walking = WalkingDistance::new(&goal, &Tables::new()).unwrap();
    let conflict = LinearConflict::new(&goal);
    for (number, board) in boards(&[1, 4, 5, 12, 42, 47, 55, 79]) {
        let states =
            [run(&board, &goal, &walking), run(&board, &goal, &conflict)].map(|found| found.stats.generated);
        println!(
            "board {number}: {} states with walking distance, {} with linear conflict",
            states[0], states[1]
        );
    }
    let (_, board) = boards(&[79]).remove(0);
    let mut group = c.benchmark_group("korf 79");
    group.sample_size(10);
    group.bench_function("walking_distance", |b| b.iter(|| run(&board, &goal, &walking)));
    group.bench_function("linear_conflict", |b| b.iter(|| run(&board, &goal, &conflict)));
    group.bench_function("walking_distance, table", |b| {
        b.iter(|| WalkingDistance::new(&goal, &Tables::new()));
    });
    group.finish();
}

criterion_group!(benches, korf);
criterion_main!(benches);
