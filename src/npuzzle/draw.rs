//! Random boards for whoever wants a puzzle: any board, a scrambled one, or one that is so many moves away.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Board;
use super::goal::{Goal, GoalPreset};
use super::random::Random;
use super::relative::Relative;
use super::spec::TileNumber;
use super::tables::Tables;
use crate::contract::{Effort, Limits, MOST_EXACT};
use crate::grid::Size;
use crate::json::{Document, FaultCode, Faults, Pointer, ReadError};
use crate::search::{Budget, StopReason};

/// The longest walk that scrambles a board.
const MOST_SCRAMBLE: i64 = 1_000_000;

/// Rows where the request names none.
const ROWS: i64 = 4;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Any board, each as likely as any other.
    Any,
    /// A walk of so many moves from the goal.
    Scramble(usize),
    /// Any board that is at least and at most so many moves from the goal.
    Between(u8, u8),
}

/// A board that is wanted, to be solved to the goal with the blank last.
#[derive(Clone, Debug)]
pub struct DrawRequest {
    size: Size,
    seed: Option<u64>,
    way: Way,
}

/// A board that was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NpuzzleRandomBoard)]
pub struct Drawn {
    /// The board: rows of numbers, 0 is the blank. It can become the goal `blank_last`.
    #[schema(value_type = Vec<Vec<TileNumber>>)]
    pub board: Vec<Vec<u32>>,
    /// What it was drawn from: the same seed gives the same board.
    #[schema(format = Int64, minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub seed: u64,
    /// Moves to the goal, on boards of at most ten cells with two rows and columns or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub moves: Option<u64>,
}

impl DrawRequest {
    /// Reads the parameters, written as the fields of a JSON object.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        let document = Document::parse(text)?;
        let mut faults = Faults::default();
        let request = Self::of(&document, &mut faults, limits);
        request.filter(|_| faults.is_empty()).ok_or(ReadError::Faults(faults))
    }

    fn of(document: &Document<'_>, faults: &mut Faults, limits: &Limits) -> Option<Self> {
        let mut object = document.root().object(faults)?;
        let (asks_rows, asks_cols) = (object.has("rows"), object.has("cols"));
        let side = 1..=i64::from(limits.npuzzle_side);
        let rows = object.take("rows", faults, |faults, node| node.integer(faults, side.clone()));
        let cols = object.take("cols", faults, |faults, node| node.integer(faults, side));
        let rows = if asks_rows { rows } else { Some(ROWS.min(limits.npuzzle_side.into())) };
        let cols = if asks_cols { cols } else { rows };
        let seed = object.take("seed", faults, |faults, node| node.integer(faults, 0..=MOST_EXACT));
        let asks_range = object.has("min_moves") || object.has("max_moves");
        let scramble = object.take("scramble", faults, |faults, node| {
            if asks_range {
                let detail = "a scrambled board may be any number of moves away: leave out min_moves and max_moves, or this";
                node.fault(faults, FaultCode::Conflict, detail);
            }
            node.integer(faults, 0..=MOST_SCRAMBLE)
        });
        let least = object.take("min_moves", faults, |faults, node| node.integer(faults, 0..=MOST_EXACT));
        let most = object.take("max_moves", faults, |faults, node| {
            let most = node.integer(faults, 0..=MOST_EXACT)?;
            if least.is_some_and(|least| least > most) {
                node.fault(faults, FaultCode::Conflict, "max_moves is less than min_moves");
            }
            Some(most)
        });
        object.finish(faults);
        let size = Size { rows: rows? as u32, cols: cols? as u32 };
        let way = match scramble {
            Some(moves) => Way::Scramble(moves as usize),
            None if !asks_range => Way::Any,
            None => {
                let name = if least.is_some() { "min_moves" } else { "max_moves" };
                let at = Pointer::Field(&Pointer::Root, name);
                let Some(farthest) = farthest(size) else {
                    let detail = "boards can be drawn by their distance where all distances are known: at most ten cells, \
                                  and two rows and columns or more";
                    faults.add(&at, FaultCode::NotApplicable, detail);
                    return None;
                };
                if least.is_some_and(|least| least > i64::from(farthest)) {
                    let detail = format!("no board of this size is more than {farthest} moves away");
                    faults.add(&at, FaultCode::OutOfRange, detail);
                    return None;
                }
                let clip = |moves: i64| moves.min(farthest.into()) as u8;
                Way::Between(clip(least.unwrap_or(0)), clip(most.unwrap_or(i64::MAX)))
            }
        };
        Some(Self { size, seed: seed.map(|seed| seed as u64), way })
    }

    /// The seed it names.
    #[must_use]
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// What it will take to [`draw`].
    #[must_use]
    pub fn effort(&self) -> Effort {
        let is_small = self.size.cells() <= 400 && farthest(self.size).is_none();
        match self.way {
            Way::Any if is_small => Effort::Instant,
            Way::Scramble(moves) if is_small && moves <= 1000 => Effort::Instant,
            _ => Effort::Unknown,
        }
    }
}

/// The most moves that a board of this size is from the goal with its blank in a corner, where all are known.
fn farthest(size: Size) -> Option<u8> {
    // Of the boards of one size, by Reinefeld (1993) and by the tables themselves.
    match (size.rows.min(size.cols), size.rows.max(size.cols)) {
        (2, 2) => Some(6),
        (2, 3) => Some(21),
        (2, 4) => Some(36),
        (2, 5) => Some(55),
        (3, 3) => Some(31),
        _ => None,
    }
}

/// Draws a board: the same for the same request and seed, on every platform and in every release. Time linear in the
/// cells, in the moves of a walk, or in the boards of the size where a range of distances is asked for.
///
/// # Errors
/// The reason to stop, if a table it needs is not there when the budget ends.
pub fn draw(request: &DrawRequest, seed: u64, tables: &Tables, budget: &Budget) -> Result<Drawn, StopReason> {
    let DrawRequest { size, way, .. } = *request;
    let goal = Goal::preset(GoalPreset::BlankLast, size);
    let mut random = Random(seed);
    if farthest(size).is_some() {
        tables.complete.place(&Relative::of(goal.board(), &goal)).wait(budget)?;
    }
    let board = match way {
        Way::Any => random.solvable(&goal),
        Way::Scramble(moves) => random.walk(goal.board(), moves),
        Way::Between(least, most) => {
            let place = tables.complete.place(&Relative::of(goal.board(), &goal));
            let count = place.count(least..=most).unwrap_or(1);
            let homes = place.nth(least..=most, random.below(count)).ok_or(StopReason::Memory)?;
            Board::from_tiles(size, homes.iter().map(|&home| goal.board().tiles()[home]).collect())
        }
    };
    let moves = farthest(size).and_then(|_| tables.complete.place(&Relative::of(&board, &goal)).moves());
    Ok(Drawn { board: board.to_rows(), seed, moves })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::npuzzle::complete_table::MOST_CELLS;

    fn drawn(spec: &str, seed: u64, tables: &Tables) -> Drawn {
        let request = DrawRequest::read(spec.as_bytes(), &Limits::default()).unwrap();
        draw(&request, seed, tables, &Budget::unlimited()).unwrap()
    }

    fn codes(spec: &str) -> Vec<(String, &'static str)> {
        match DrawRequest::read(spec.as_bytes(), &Limits::default()) {
            Err(ReadError::Faults(faults)) => {
                faults.listed().iter().map(|fault| (fault.pointer.clone(), fault.code.name())).collect()
            }
            other => panic!("{spec}: {other:?}"),
        }
    }

    /// Written down once; whoever changes them breaks what people have stored.
    #[test]
    fn the_same_seed_gives_the_same_board_for_ever() {
        let tables = Tables::new();
        let any = drawn(r#"{"rows": 3, "cols": 3}"#, 1, &tables);
        let scrambled = drawn(r#"{"rows": 3, "cols": 3, "scramble": 20}"#, 1, &tables);
        let between = drawn(r#"{"rows": 3, "cols": 3, "min_moves": 31}"#, 1, &tables);
        insta::assert_json_snapshot!([any, scrambled, between, drawn("{}", 42, &tables)]);
    }

    #[test]
    fn the_farthest_boards_are_as_far_as_the_tables_say() {
        let tables = Tables::new();
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (5, 2)] {
            let size = Size { rows, cols };
            assert!(size.cells() <= MOST_CELLS);
            let goal = Goal::preset(GoalPreset::BlankLast, size);
            let place = tables.complete.place(&Relative::of(goal.board(), &goal));
            place.wait(&Budget::unlimited()).unwrap();
            let farthest = farthest(size).unwrap();
            assert!(place.count(farthest..=u8::MAX - 1).unwrap() > 0);
            assert_eq!(place.count(farthest + 1..=u8::MAX - 1), Some(0), "{size}");
        }
    }

    #[test]
    fn boards_of_a_distance_are_all_drawn_and_no_others() {
        let tables = Tables::new();
        let mut counts = BTreeMap::new();
        for seed in 0..400 {
            let drawn = drawn(r#"{"rows": 2, "cols": 3, "min_moves": 20, "max_moves": 30}"#, seed, &tables);
            assert!((20..=21).contains(&drawn.moves.unwrap()));
            *counts.entry(drawn.board).or_insert(0) += 1;
        }
        // Two rows of three: 1 board at 21 moves, 6 at 20 (tests/data/distance_distributions.json).
        assert_eq!(counts.len(), 7, "{counts:?}");
        assert!(counts.values().all(|count| (25..95).contains(count)), "{counts:?}");
    }

    #[test]
    fn everything_that_is_wrong_is_said_at_once() {
        let rows = codes(r#"{"rows": 0, "cols": "x", "seed": -1, "colour": 1, "scramble": 2000000}"#);
        assert_eq!(rows.len(), 5, "{rows:?}");
        assert_eq!(codes(r#"{"min_moves": 3}"#), [("/min_moves".to_owned(), "not-applicable")]);
        assert_eq!(codes(r#"{"rows": 1, "cols": 5, "max_moves": 3}"#)[0].1, "not-applicable");
        assert_eq!(codes(r#"{"rows": 3, "min_moves": 32}"#)[0].1, "out-of-range");
        assert_eq!(codes(r#"{"rows": 3, "min_moves": 9, "max_moves": 8}"#)[0].1, "conflict");
        assert_eq!(codes(r#"{"rows": 3, "min_moves": 9, "scramble": 8}"#)[0].1, "conflict");
    }
}
