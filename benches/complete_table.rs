//! Boards of at most ten cells: how long a table takes to build, and an answer from it to give.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use taquin::contract::Limits;
use taquin::npuzzle::{Detail, Nibbles, NpuzzleSpec, Request, Space, State, Tables, Tiles, Verdict, solve};
use taquin::search::{Budget, StateSpace};

fn request(rows: Vec<Vec<u32>>, detail: Detail) -> Request {
    let spec = NpuzzleSpec { detail: Some(detail), ..NpuzzleSpec::of(rows) };
    Request::new(&spec, &Limits::default()).unwrap()
}

/// Every board of 3 × 3 that can be reached, as a request.
fn all_of_3_by_3(detail: Detail) -> Vec<Request> {
    let goal = request(vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 0]], detail);
    let space = Space::<Nibbles>::new(goal.board(), goal.goal());
    let mut seen = vec![false; space.index_size().unwrap()];
    let mut queue: Vec<State<Nibbles>> = vec![space.start()];
    seen[space.index(&queue[0])] = true;
    let mut head = 0;
    while head < queue.len() {
        let state = queue[head];
        space.successors(&state, |_, next| {
            if !std::mem::replace(&mut seen[space.index(&next)], true) {
                queue.push(next);
            }
        });
        head += 1;
    }
    let rows = |state: &State<Nibbles>| -> Vec<Vec<u32>> {
        (0..3).map(|row| (0..3).map(|col| state.tiles.get(3 * row + col).into()).collect()).collect()
    };
    queue.iter().map(|state| request(rows(state), detail)).collect()
}

/// Tables with the one for these boards in it.
fn ready(request: &Request) -> Arc<Tables> {
    let tables = Arc::new(Tables::new());
    while solve(request, &Limits::default(), &tables, &Budget::unlimited()).search.algorithm
        != "complete_table"
    {}
    tables
}

fn answers(c: &mut Criterion) {
    let (limits, budget) = (Limits::default(), Budget::unlimited());
    let mut group = c.benchmark_group("3x3");
    for (name, detail) in [("path", Detail::Path), ("cost", Detail::Cost)] {
        let boards = all_of_3_by_3(detail);
        let tables = ready(&boards[1]);
        let mut next = boards.iter().cycle().step_by(7919);
        group.bench_function(format!("answer with {name}, mean over all boards"), |b| {
            b.iter(|| solve(next.next().unwrap(), &limits, &tables, &budget));
        });
    }
    let boards = all_of_3_by_3(Detail::Path);
    let mut next = boards.iter().cycle().step_by(7919);
    group.bench_function("verdict alone", |b| {
        b.iter(|| {
            let request = next.next().unwrap();
            Verdict::of(black_box(request.board()), request.goal())
        });
    });
    let tables = ready(&boards[1]);
    group.sample_size(10).bench_function("all 181,440 boards", |b| {
        b.iter(|| {
            let solved = boards.iter().map(|request| solve(request, &limits, &tables, &budget).cost);
            assert_eq!(solved.map(Option::unwrap).sum::<u64>(), 3_986_672);
        });
    });
    group.finish();
}

fn builds(c: &mut Criterion) {
    let limits = Limits::default();
    let mut group = c.benchmark_group("build and first answer");
    for (name, board) in [
        ("3x3", vec![vec![8, 1, 3], vec![4, 0, 2], vec![7, 6, 5]]),
        ("2x5", vec![vec![0, 9, 3, 7, 1], vec![5, 4, 8, 2, 6]]),
    ] {
        let request = request(board, Detail::Path);
        group.sample_size(10).bench_function(name, |b| {
            b.iter(|| solve(&request, &limits, &Arc::new(Tables::new()), &Budget::unlimited()));
        });
    }
    group.finish();
}

criterion_group!(benches, answers, builds);
criterion_main!(benches);
