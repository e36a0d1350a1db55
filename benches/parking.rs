//! How long lots take, from the checked request to the answer with its path, and maps of costs.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use taquin::contract::{Limits, Status};
use taquin::parking::{MapRequest, Request, map, solve};
use taquin::search::Budget;

/// A pseudo-random part of the lot, the same on every run, with the two corners left free, so many cells both ways.
fn pillars(side: u64, percent: u64, free: u64) -> String {
    let mut state = 1_u64;
    let mut cells = Vec::new();
    for row in 0..side {
        for col in 0..side {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let corner = (row < free && col < free) || (row + free >= side && col + free >= side);
            if (state >> 33) % 100 < percent && !corner {
                cells.push(format!("[{row},{col}]"));
            }
        }
    }
    cells.join(",")
}

fn lots(criterion: &mut Criterion) {
    let limits = Limits::default();
    let far_corner = |empties: u32| {
        let empty: Vec<String> = ["[9,9]", "[8,9]", "[9,8]", "[8,8]", "[7,9]", "[9,7]"]
            .into_iter()
            .take(empties as usize)
            .map(str::to_owned)
            .collect();
        format!(r#"{{"rows":10,"cols":10,"empty":[{}]}}"#, empty.join(","))
    };
    let with_pillars = |side, percent| {
        let free = if side == 1000 { 8 } else { 2 };
        format!(r#"{{"rows":{side},"cols":{side},"blocked":[{}]}}"#, pillars(side, percent, free))
    };
    let cases = [
        ("10x10 bfs", r#"{"rows":10,"cols":10,"algorithm":"bfs","detail":"path"}"#.to_owned()),
        ("10x10 auto", r#"{"rows":10,"cols":10}"#.to_owned()),
        ("10x10 auto, 3 empties", far_corner(3)),
        ("10x10 auto, 6 empties", far_corner(6)),
        ("100x100 auto", r#"{"rows":100,"cols":100}"#.to_owned()),
        ("100x100 auto, 20 % pillars", with_pillars(100, 20)),
        ("1000x1000 auto", r#"{"rows":1000,"cols":1000}"#.to_owned()),
        ("300x300 auto, 10 % pillars", with_pillars(300, 10)),
        ("300x300 auto, 20 % pillars", with_pillars(300, 20)),
        ("1000x1000 auto, 20 % pillars", with_pillars(1000, 20)),
    ];
    for (name, text) in cases {
        let request = Request::read(text.as_bytes(), &limits).expect("a valid lot");
        let answer = solve(&request, &limits, &Budget::unlimited());
        assert_eq!(answer.status, Status::Optimal, "{name}");
        eprintln!("{name}: cost {:?}, {:?}", answer.cost, answer.search);
        let mut group = criterion.benchmark_group("parking");
        group.sample_size(10);
        group.bench_function(name, |bencher| {
            bencher.iter(|| solve(black_box(&request), &limits, &Budget::unlimited()));
        });
        group.finish();
    }
}

fn maps(criterion: &mut Criterion) {
    let limits = Limits::default();
    let cases = [
        ("10x10 map", r#"{"rows":10,"cols":10}"#.to_owned()),
        ("10x10 map, 2 empties", r#"{"rows":10,"cols":10,"empty":[[9,9],[0,0]]}"#.to_owned()),
        ("10x10 map, 3 empties", r#"{"rows":10,"cols":10,"empty":[[9,9],[0,0],[5,5]]}"#.to_owned()),
        ("100x100 map", r#"{"rows":100,"cols":100}"#.to_owned()),
        (
            "100x100 map, 20 % pillars",
            format!(r#"{{"rows":100,"cols":100,"blocked":[{}]}}"#, pillars(100, 20, 2)),
        ),
    ];
    for (name, text) in cases {
        let request = MapRequest::read(text.as_bytes(), &limits).expect("a valid lot");
        let answer = map(&request, &limits, &Budget::unlimited());
        assert_eq!(answer.status, Status::Optimal, "{name}");
        eprintln!("{name}: mean {:?}, largest {:?}, {:?}", answer.mean, answer.max, answer.search);
        let mut group = criterion.benchmark_group("parking");
        group.sample_size(10);
        group.bench_function(name, |bencher| {
            bencher.iter(|| map(black_box(&request), &limits, &Budget::unlimited()));
        });
        group.finish();
    }
}

criterion_group!(benches, lots, maps);
criterion_main!(benches);
