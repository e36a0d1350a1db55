//! Every placement of car and empties on small lots with the exit in the corner, each solved on its own: how many
//! there are, the largest cost and the sum of all, which an exhaustive search must find as well.
//!
//! `cargo bench --bench map_sums` for one and two empties on 10 × 10 and up to four on 5 × 5; `-- 3` for other than two
//! on 10 × 10, which takes hours.

use std::time::Instant;

use taquin::contract::Limits;
use taquin::grid::{Cell, Size};
use taquin::parking::{ParkingDetail, ParkingSpec, Request, solve};
use taquin::search::Budget;

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// What is added up.
#[derive(Default)]
struct Sums {
    states: u64,
    most: u64,
    sum: u64,
}

impl Sums {
    /// Adds the lot with the car on every cell that is not empty.
    fn add(&mut self, size: Size, empty: &[Cell], limits: &Limits) {
        for car in (0..size.cells()).map(|cell| size.cell(cell)).filter(|car| !empty.contains(car)) {
            let spec = ParkingSpec {
                cars: Some(vec![car]),
                empty: Some(empty.to_vec()),
                detail: Some(ParkingDetail::Cost),
                ..ParkingSpec::new(size.rows, size.cols)
            };
            let request = Request::from_spec(&spec, limits).expect("a valid lot");
            let cost = solve(&request, limits, &Budget::unlimited()).cost.expect("an open lot can be solved");
            self.states += 1;
            self.most = self.most.max(cost);
            self.sum += cost;
        }
    }

    /// Adds every lot that has `missing` empties more than those in `empty`, each later than these.
    fn add_all(&mut self, size: Size, empty: &mut Vec<Cell>, missing: usize, limits: &Limits) {
        if missing == 0 {
            return self.add(size, empty, limits);
        }
        let first = empty.last().map_or(0, |&cell| size.index(cell) + 1);
        for cell in (first..size.cells()).map(|cell| size.cell(cell)) {
            empty.push(cell);
            self.add_all(size, empty, missing - 1, limits);
            empty.pop();
        }
    }
}

fn main() {
    let most = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(2);
    let limits = Limits::default();
    for (side, empties) in (1..=4).map(|empties| (5, empties)).chain((1..=most).map(|empties| (10, empties)))
    {
        let (began, size, mut sums) = (now(), Size { rows: side, cols: side }, Sums::default());
        sums.add_all(size, &mut Vec::new(), empties, &limits);
        let each = began.elapsed().as_secs_f64() * 1e6 / sums.states as f64;
        let Sums { states, most, sum } = sums;
        println!(
            "{size}, {empties} empties: {states} states, largest cost {most}, sum {sum}, {each:.1} us each"
        );
    }
}
