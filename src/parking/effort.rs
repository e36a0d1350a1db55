//! What an answer will take, judged from the request alone.

use super::Lot;
use super::request::Request;
use super::spec::{ParkingAlgorithm, ParkingDetail, ParkingMotion};
use crate::contract::Effort;

/// Rows and columns up to which a plan on an open lot is written out in microseconds.
const MOST_INSTANT_SIDES: u32 = 64;

/// Exits that a formula is evaluated for in microseconds.
const MOST_INSTANT_EXITS: usize = 64;

/// Cells up to which the way of one empty around pillars is found in microseconds.
const MOST_INSTANT_CELLS: usize = 200;

/// Cells times empties up to which the cheapest plan is most often found within a second.
const MOST_SHORT: usize = 4_000;

/// States of a lot up to which a textbook search is over within a second.
const MOST_SHORT_STATES: f64 = 2e6;

/// What it will take to [`solve`](super::solve()) a request.
#[must_use]
pub fn effort(request: &Request) -> Effort {
    let lot = request.lot();
    let is_plain = lot.cars().len() == 1 && lot.motion() == ParkingMotion::Single;
    if request.algorithm != ParkingAlgorithm::Auto {
        return if states(lot) <= MOST_SHORT_STATES { Effort::Unknown } else { Effort::Long };
    }
    if is_plain && lot.empties().len() == 1 && is_instant(lot, request.detail) {
        return Effort::Instant;
    }
    let factor = if is_plain { 1 } else { 4 * lot.cars().len() };
    let is_short = lot.empties().len() <= 1 && is_plain
        || lot.size().cells() * lot.empties().len().max(1) * factor <= MOST_SHORT;
    if is_short { Effort::Unknown } else { Effort::Long }
}

/// Whether the plan of the lot's one empty is found and written out in microseconds.
fn is_instant(lot: &Lot, detail: ParkingDetail) -> bool {
    if lot.exits().len() > MOST_INSTANT_EXITS {
        return false;
    }
    if lot.pillars() > 0 {
        return lot.size().cells() <= MOST_INSTANT_CELLS;
    }
    detail != ParkingDetail::Path || lot.size().rows + lot.size().cols <= MOST_INSTANT_SIDES
}

/// How many ways there are to place the cars that are to leave, and the empties, roughly.
fn states(lot: &Lot) -> f64 {
    let cells = lot.size().cells() as f64;
    let chosen = |of: usize| (1..=of).map(|number| cells / number as f64).product::<f64>();
    cells.powf(lot.cars().len() as f64) * chosen(lot.empties().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Limits;

    #[test]
    fn one_empty_is_instant_several_are_unknown_and_many_are_long() {
        let of = |spec: &str| effort(&Request::read(spec.as_bytes(), &Limits::default()).unwrap());
        let cases = [
            (r#"{"rows": 10, "cols": 10}"#, Effort::Instant),
            (r#"{"rows": 1000, "cols": 1000, "detail": "cost"}"#, Effort::Instant),
            (r#"{"rows": 1000, "cols": 1000}"#, Effort::Unknown),
            (r#"{"rows": 10, "cols": 10, "blocked": [[3, 3]]}"#, Effort::Instant),
            (r#"{"rows": 50, "cols": 50, "blocked": [[3, 3]]}"#, Effort::Unknown),
            (r#"{"rows": 10, "cols": 10, "empty": [[9, 9], [8, 8]]}"#, Effort::Unknown),
            (r#"{"rows": 60, "cols": 60, "empty": [[9, 9], [8, 8]]}"#, Effort::Long),
            (r#"{"rows": 10, "cols": 10, "algorithm": "bfs"}"#, Effort::Unknown),
            (
                r#"{"rows": 10, "cols": 10, "empty": [[9, 9], [8, 8], [7, 7]], "algorithm": "bfs"}"#,
                Effort::Long,
            ),
            (r#"{"rows": 10, "cols": 10, "motion": "block"}"#, Effort::Unknown),
        ];
        for (spec, expected) in cases {
            assert_eq!(of(spec), expected, "{spec}");
        }
    }
}
