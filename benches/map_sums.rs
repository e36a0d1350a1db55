//! Every placement of car and empties on lots with the exit in the corner: how many there are, the largest cost and the
//! sum of all, as an exhaustive search finds them, and the engines' answers beside it.
//!
//! The exhaustive search is a table with a byte for every placement, filled layer by layer from the car on the exit, and
//! shares no code with the engines. Each placement, or of the largest table one in so many, is then solved on its own
//! like any request, and must cost what the table says. Time steps are counted on 6 × 6, where figures were published.
//!
//! All figures that were known before are asserted. It takes some minutes on one core, most of them for blocks in time steps,
//! and less than 64 MiB: the largest table has 16.2 million bytes and is filled in seven seconds.
//!
//! `cargo bench --bench map_sums`; `-- 1` for every placement of the largest lot too (an hour), or another stride for it.

use std::time::Instant;

use taquin::contract::Limits;
use taquin::grid::{Direction, Size};
use taquin::parking::{ParkingDetail, ParkingMotion, ParkingSpec, Request, solve};
use taquin::search::Budget;

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// What is added up: placements, the largest cost, the sum of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    states: u64,
    most: u64,
    sum: u64,
}

impl Sums {
    fn add(&mut self, cost: u64) {
        self.states += 1;
        self.most = self.most.max(cost);
        self.sum += cost;
    }
}

/// A placement that the table does not know yet.
const UNSEEN: u8 = u8::MAX;

/// Costs of all placements of a car and so many empties on a square, the exit in the last cell.
struct Table {
    size: Size,
    /// All sets of empties, ascending, each at the place of its number: the set a < b < c is number C(a, 1) + C(b, 2) +
    /// C(c, 3).
    sets: Vec<Vec<usize>>,
    /// C(n, i) by i, then by n.
    binomials: Vec<Vec<usize>>,
    /// By number of the set, then by the car's cell.
    costs: Vec<u8>,
}

impl Table {
    fn of(side: u32, empties: usize) -> Self {
        let size = Size { rows: side, cols: side };
        let mut binomials = vec![vec![1; size.cells()]];
        for i in 1..=empties {
            let row = (0..size.cells()).map(|n| (0..n).map(|n| binomials[i - 1][n]).sum()).collect();
            binomials.push(row);
        }
        let mut sets = vec![Vec::new()];
        for _ in 0..empties {
            // The next element is the largest one: sets by that, then by the rest.
            let with = |last: usize| {
                sets.iter().take_while(move |set| set.last().is_none_or(|&largest| largest < last)).map(
                    move |set| {
                        let mut set = set.clone();
                        set.push(last);
                        set
                    },
                )
            };
            sets = (0..size.cells()).flat_map(with).collect();
        }
        let costs = vec![UNSEEN; sets.len() * size.cells()];
        let mut table = Self { size, sets, binomials, costs };
        table.fill();
        table
    }

    fn place(&self, car: usize, empties: &[usize]) -> usize {
        let number: usize = empties.iter().zip(&self.binomials[1..]).map(|(&cell, row)| row[cell]).sum();
        number * self.size.cells() + car
    }

    /// Moves can be taken back, so what is one move away from a cost costs one more at most.
    fn fill(&mut self) {
        let (exit, cells) = (self.size.cells() - 1, self.size.cells());
        for (set, costs) in self.sets.iter().zip(self.costs.chunks_mut(cells)) {
            if !set.contains(&exit) {
                costs[exit] = 0;
            }
        }
        let sets = std::mem::take(&mut self.sets);
        for cost in 0..UNSEEN - 1 {
            for (number, set) in sets.iter().enumerate() {
                for car in 0..cells {
                    if self.costs[number * cells + car] == cost {
                        self.spread(car, set, cost + 1);
                    }
                }
            }
        }
        self.sets = sets;
    }

    /// Notes the cost of all placements one move away that have none yet.
    fn spread(&mut self, car: usize, empties: &[usize], cost: u8) {
        let mut after = [0; 8];
        let after = &mut after[..empties.len()];
        for place in 0..empties.len() {
            for direction in Direction::ALL {
                let Some(from) = self.size.neighbour(empties[place], direction) else { continue };
                if empties.contains(&from) {
                    continue;
                }
                after.copy_from_slice(empties);
                after[place] = from;
                after.sort_unstable();
                let car = if from == car { empties[place] } else { car };
                let entry = self.place(car, after);
                let entry = &mut self.costs[entry];
                *entry = cost.min(*entry);
            }
        }
    }

    /// Every placement with its cost.
    fn placements(&self) -> impl Iterator<Item = (usize, &[usize], u64)> {
        let rows = self.sets.iter().zip(self.costs.chunks(self.size.cells()));
        rows.flat_map(|(set, costs)| {
            let cars = costs.iter().enumerate().filter(|(car, _)| !set.contains(car));
            cars.map(|(car, &cost)| (car, &set[..], cost.into()))
        })
    }
}

/// The cost of one placement, from the engine that `auto` takes.
fn by_engine(size: Size, car: usize, empties: &[usize], motion: ParkingMotion, limits: &Limits) -> u64 {
    let spec = ParkingSpec {
        cars: Some(vec![size.cell(car)]),
        empty: Some(empties.iter().map(|&cell| size.cell(cell)).collect()),
        motion: Some(motion),
        detail: Some(ParkingDetail::Cost),
        ..ParkingSpec::new(size.rows, size.cols)
    };
    let request = Request::from_spec(&spec, limits).expect("a valid lot");
    solve(&request, limits, &Budget::unlimited()).cost.expect("an open lot can be solved")
}

/// The table against figures that are known, and the engine against one placement in `stride`.
fn moves(side: u32, empties: usize, stride: usize, known: Sums) {
    let limits = Limits::default();
    let began = now();
    let table = Table::of(side, empties);
    let mut sums = Sums::default();
    table.placements().for_each(|(.., cost)| sums.add(cost));
    assert_eq!(sums, known);
    let (took, began, mut solved) = (began.elapsed().as_secs_f64(), now(), 0);
    for (car, set, cost) in table.placements().step_by(stride) {
        assert_eq!(by_engine(table.size, car, set, ParkingMotion::Single, &limits), cost, "{car} {set:?}");
        solved += 1;
    }
    let each = began.elapsed().as_secs_f64() * 1e6 / f64::from(solved);
    let (Sums { states, most, sum }, size) = (sums, table.size);
    println!(
        "{size}, {empties} empties: {states} states, largest cost {most}, sum {sum} in {took:.1} s; {solved} solved, \
         {each:.0} us each"
    );
}

/// Every placement of two empties on 6 × 6, by the engine for time steps; of two that are each other's mirror image in the
/// diagonal, one is solved.
fn steps(motion: ParkingMotion, known: Sums) {
    let (limits, began) = (Limits::default(), now());
    let (size, mut sums, mut solved) = (Size { rows: 6, cols: 6 }, Sums::default(), 0);
    let mirrored = |cell: usize| cell % 6 * 6 + cell / 6;
    for (second, first) in (0..size.cells()).flat_map(|second| (0..second).map(move |first| (second, first)))
    {
        for car in (0..size.cells()).filter(|&car| car != first && car != second) {
            let ([one, other], image) = ([first, second].map(mirrored), mirrored(car));
            let image = (image, one.max(other), one.min(other));
            if image < (car, second, first) {
                continue;
            }
            let cost = by_engine(size, car, &[first, second], motion, &limits);
            solved += 1;
            sums.add(cost);
            if image > (car, second, first) {
                sums.add(cost);
            }
        }
    }
    assert_eq!(sums, known);
    let each = began.elapsed().as_secs_f64() * 1e6 / f64::from(solved);
    let Sums { states, most, sum } = sums;
    println!(
        "{size}, 2 empties, {motion:?}: {states} states, most steps {most}, sum {sum}, {each:.0} us each"
    );
}

fn main() {
    let stride = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(100);
    for (side, empties, stride, states, most, sum) in [
        (5, 1, 1, 600, 29, 8_784),
        (5, 2, 1, 6_900, 26, 88_604),
        (5, 3, 1, 50_600, 25, 587_713),
        (5, 4, 1, 265_650, 25, 2_820_775),
        (6, 2, 1, 21_420, 34, 364_947),
        (10, 1, 1, 9_900, 69, 357_969),
        (10, 2, 1, 485_100, 66, 16_385_053),
        (10, 3, stride, 15_684_900, 65, 506_914_361),
    ] {
        moves(side, empties, stride, Sums { states, most, sum });
    }
    steps(ParkingMotion::Parallel, Sums { states: 21_420, most: 26, sum: 272_158 });
    steps(ParkingMotion::ParallelBlock, Sums { states: 21_420, most: 15, sum: 179_122 });
}
