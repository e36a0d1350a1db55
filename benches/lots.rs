//! Lots with several empties, at random: how long the cheapest plan and its proof take.
//!
//! Prints a table rather than statistics of single functions: what counts is how many lots are proved, how long
//! they take on average and at worst, and how many states that needs, which does not depend on the machine.
//!
//! `cargo bench --bench lots`, or `cargo bench --bench lots -- 100` for other than a thousand lots of a kind, and
//! `-- 100 large` for the large ones alone (`small`, `pillars`, `large`, `first`: how long the first plan takes).

use std::time::{Duration, Instant};

use taquin::contract::{Limits, Status};
use taquin::grid::{Cell, Size};
use taquin::parking::{ParkingCost, ParkingDetail, ParkingSpec, Request, solve};
use taquin::search::Budget;

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// What is drawn.
#[derive(Clone, Copy)]
struct Kind {
    side: u32,
    empties: usize,
    /// Pillars, in percent of the cells.
    pillars: u32,
    in_corner: bool,
    cost: (u32, u32),
    seconds: u64,
    bytes: u64,
}

/// The same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as usize
    }
}

fn draw(kind: Kind, random: &mut Random) -> ParkingSpec {
    let size = Size { rows: kind.side, cols: kind.side };
    let exit = if kind.in_corner { size.cells() - 1 } else { random.below(size.cells()) };
    let mut cells: Vec<usize> = (0..size.cells()).filter(|&cell| cell != exit).collect();
    let pillars = size.cells() * kind.pillars as usize / 100;
    let mut take = |cells: &mut Vec<usize>| size.cell(cells.swap_remove(random.below(cells.len())));
    let blocked: Vec<Cell> = (0..pillars).map(|_| take(&mut cells)).collect();
    cells.push(exit);
    let car = loop {
        let car = take(&mut cells);
        if car != size.cell(exit) {
            break car;
        }
        cells.push(exit);
    };
    ParkingSpec {
        cars: Some(vec![car]),
        exits: Some(vec![size.cell(exit)]),
        empty: Some((0..kind.empties).map(|_| take(&mut cells)).collect()),
        blocked: Some(blocked),
        cost: Some(ParkingCost { horizontal: Some(kind.cost.0), vertical: Some(kind.cost.1) }),
        ..ParkingSpec::new(kind.side, kind.side)
    }
}

fn measure(kind: Kind, lots: usize) {
    let limits = Limits::default();
    let mut random = Random(1);
    let (mut times, mut states) = (Vec::new(), Vec::new());
    let (mut proved, mut plans, mut gap, mut cost) = (0, 0, 0, 0);
    let mut hardest: Option<(u64, Request)> = None;
    for _ in 0..lots {
        let request = Request::from_spec(&draw(kind, &mut random), &limits).expect("a valid lot");
        let began = now();
        let budget = Budget { bytes: kind.bytes, ..Budget::unlimited() };
        let answer = solve(&request, &limits, &budget.within(Duration::from_secs(kind.seconds)));
        times.push(began.elapsed().as_secs_f64() * 1e3);
        states.push(answer.search.generated);
        proved += usize::from(matches!(answer.status, Status::Optimal | Status::Unsolvable));
        if hardest.as_ref().is_none_or(|&(states, _)| answer.search.peak_states > states) {
            hardest = Some((answer.search.peak_states, request));
        }
        if let (Some(found), Some(bound)) = (answer.cost, answer.lower_bound) {
            plans += 1;
            gap += found - bound;
            cost += found;
        }
    }
    let enough = hardest.and_then(|(_, request)| enough_memory(kind, &request));
    let memory = enough.map_or_else(|| "more".to_owned(), |bytes| format!("{} KiB", bytes >> 10));
    let mean = times.iter().sum::<f64>() / lots as f64;
    times.sort_by(f64::total_cmp);
    states.sort_unstable();
    let at = |percent: usize| (lots * percent / 100).min(lots - 1);
    println!(
        "{:>2} x {:<2} k={:<2} {:>2} % {:<8} {:>2}:{:<2} {:>3} s {:>5} MiB | {proved:>4} of {lots} proved, {plans} plans, \
         gap {:.2} % | ms {mean:.2} / {:.2} / {:.1} / {:.1} | states {} / {} / {} | {memory}",
        kind.side,
        kind.side,
        kind.empties,
        kind.pillars,
        if kind.in_corner { "corner" } else { "anywhere" },
        kind.cost.0,
        kind.cost.1,
        kind.seconds,
        kind.bytes >> 20,
        100.0 * gap as f64 / cost.max(1) as f64,
        times[at(50)],
        times[at(95)],
        times[lots - 1],
        states[at(50)],
        states[at(95)],
        states[lots - 1],
    );
}

/// The smallest power of two of bytes with which the lot that holds most states is proved within the same time.
fn enough_memory(kind: Kind, request: &Request) -> Option<u64> {
    let limits = Limits::default();
    (16..).map(|power| 1_u64 << power).take_while(|&bytes| bytes <= kind.bytes).find(|&bytes| {
        let budget = Budget { bytes, ..Budget::unlimited() }.within(Duration::from_secs(kind.seconds));
        matches!(solve(request, &limits, &budget).status, Status::Optimal | Status::Unsolvable)
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let lots = arguments.iter().find_map(|word| word.parse().ok()).unwrap_or(1000);
    let wanted = |part: &str| {
        let named = arguments.iter().any(|word| word.parse::<usize>().is_err());
        !named || arguments.iter().any(|word| word == part)
    };
    let small = Kind {
        side: 10,
        empties: 2,
        pillars: 0,
        in_corner: false,
        cost: (1, 1),
        seconds: 10,
        bytes: 16 << 20,
    };
    println!(
        "proved, plans, gap between plan and bound | time: mean / median / p95 / max | states: median / p95 / max | memory that is \
         enough for the lot of most states"
    );
    if wanted("small") {
        for empties in [2, 3, 4, 5, 10] {
            for in_corner in [false, true] {
                measure(Kind { empties, in_corner, ..small }, lots);
            }
        }
        measure(Kind { empties: 5, cost: (19, 31), ..small }, lots);
    }
    if wanted("pillars") {
        for pillars in [10, 20] {
            for empties in 2..=5 {
                for in_corner in [false, true] {
                    let kind = Kind { pillars, empties, in_corner, bytes: 1 << 30, ..small };
                    measure(kind, lots);
                }
            }
        }
    }
    if wanted("large") {
        for (side, empties) in [(15, 10), (20, 10), (30, 20), (50, 30)] {
            for seconds in [1, 5] {
                let kind = Kind { side, empties, seconds, bytes: 2 << 30, ..small };
                measure(kind, (lots / 30).max(1));
            }
        }
    }
    if wanted("first") {
        for (side, empties) in [(10, 5), (30, 20), (50, 30), (100, 30)] {
            for pillars in [0, 10, 20] {
                first_plan(Kind { side, empties, pillars, bytes: 2 << 30, ..small }, (lots / 30).max(1));
            }
        }
    }
}

/// How long it takes until some plan is there, or the proof that there is none: what a verdict needs.
fn first_plan(kind: Kind, lots: usize) {
    let limits = Limits::default();
    let mut random = Random(1);
    let mut times: Vec<f64> = (0..lots)
        .map(|_| {
            let spec = ParkingSpec { detail: Some(ParkingDetail::Verdict), ..draw(kind, &mut random) };
            let request = Request::from_spec(&spec, &limits).expect("a valid lot");
            let began = now();
            let answer = solve(&request, &limits, &Budget { bytes: kind.bytes, ..Budget::unlimited() });
            assert!(answer.stopped_by.is_none(), "without limits");
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{:>3} x {:<3} k={:<2} {:>2} % | first plan of {lots}: ms median {:.2} / max {:.2}",
        kind.side,
        kind.side,
        kind.empties,
        kind.pillars,
        times[lots / 2],
        times[lots - 1],
    );
}
