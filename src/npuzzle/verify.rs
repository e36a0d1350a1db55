//! Replays a path, by the rules alone: it shares no code with the searches.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::faults;
use super::request::Request;
use super::spec::NpuzzleSpec;
use crate::contract::{FirstIllegal, IllegalMove, Limits, Verification};
use crate::json::{Document, Faults, Node, ReadError, read_object, required_object};

/// A path to be checked, as an answer tells it. Wrong tiles, directions and lengths are for the verifier to
/// find, not faults of the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NpuzzlePathSpec {
    /// The tile that moves, move by move.
    pub tiles: Vec<i64>,
    /// The way it moves: one of `L`, `R`, `U`, `D` a move.
    pub directions: String,
}

/// A spec and a path to check against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "spec": {"board": [[1, 2], [0, 3]]},
    "path": {"tiles": [3], "directions": "L"}
}))]
pub struct NpuzzleVerifySpec {
    /// The board and goal, as for solving.
    #[serde(deserialize_with = "required_object")]
    pub spec: NpuzzleSpec,
    /// The path, as answered.
    #[serde(deserialize_with = "required_object")]
    pub path: NpuzzlePathSpec,
}

/// A valid request to verify.
#[derive(Clone, Debug)]
pub struct VerifyRequest {
    request: Request,
    path: NpuzzlePathSpec,
}

impl VerifyRequest {
    /// Cells of the board.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.request.board().size().cells()
    }

    /// Reads a JSON text. Time linear in its length.
    ///
    /// # Errors
    /// Why the text is no JSON, or everything that is wrong with the spec or with the path's types.
    pub fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        if let Some(NpuzzleVerifySpec { spec, path }) = read_object(text)
            && let Some(request) = Request::new(&spec, limits)
        {
            return Ok(Self { request, path });
        }
        let document = Document::parse(text)?;
        let mut faults = Faults::default();
        if let Some(mut object) = document.root().object(&mut faults) {
            object.require("spec", &mut faults, |faults, node| {
                faults::of_spec(faults, node, limits);
                None::<()>
            });
            object.require("path", &mut faults, path_faults);
            object.finish(&mut faults);
        }
        Err(ReadError::Faults(faults))
    }
}

fn path_faults(faults: &mut Faults, node: Node<'_, '_>) -> Option<()> {
    let mut object = node.object(faults)?;
    object.require("tiles", faults, |faults, node| {
        node.items(faults, "an array of tile numbers", |faults, tile| {
            tile.integer(faults, i64::MIN..=i64::MAX);
        });
        None::<()>
    });
    object.require("directions", faults, |faults, node| node.string(faults));
    object.finish(faults);
    None
}

/// Replays the path. Time linear in the path and the board.
#[must_use]
pub fn verify(verify: &VerifyRequest) -> Verification {
    let VerifyRequest { request, path } = verify;
    let cols = request.board().size().cols as usize;
    let mut rows = request.board().to_rows();
    let mut blank = position(&rows, 0);
    let mut directions = path.directions.chars();
    let mut moves = 0;
    let stop = |moves: u64, code: IllegalMove, detail: String| Verification {
        legal: false,
        solved: false,
        moves,
        cost: moves,
        first_illegal: Some(FirstIllegal::new(moves, code, detail)),
    };
    for &tile in &path.tiles {
        let Some(direction) = directions.next() else {
            let detail = format!("{} tiles but {moves} directions", path.tiles.len());
            return stop(moves, IllegalMove::LengthMismatch, detail);
        };
        let (row, col) = blank;
        // The tile that goes up into the blank comes from below, and so on.
        let from = match direction {
            'U' => (row + 1 < rows.len()).then(|| (row + 1, col)),
            'D' => row.checked_sub(1).map(|row| (row, col)),
            'L' => (col + 1 < cols).then(|| (row, col + 1)),
            'R' => col.checked_sub(1).map(|col| (row, col)),
            other => {
                return stop(
                    moves,
                    IllegalMove::UnknownDirection,
                    format!("{other:?} is none of L, R, U, D"),
                );
            }
        };
        let Some(from) = from else {
            let detail = format!("no tile can move {direction} into the blank at [{row}, {col}]");
            return stop(moves, IllegalMove::OffTheBoard, detail);
        };
        let there = rows[from.0][from.1];
        if i64::from(there) != tile {
            let detail = format!(
                "the tile that can move {direction} into the blank at [{row}, {col}] is {there}, not {tile}"
            );
            return stop(moves, IllegalMove::WrongTile, detail);
        }
        rows[row][col] = there;
        rows[from.0][from.1] = 0;
        blank = from;
        moves += 1;
    }
    if directions.next().is_some() {
        let detail = format!("{} directions but {moves} tiles", path.directions.chars().count());
        return stop(moves, IllegalMove::LengthMismatch, detail);
    }
    let solved = rows == request.goal().board().to_rows();
    Verification { legal: true, solved, moves, cost: moves, first_illegal: None }
}

/// Row and column of a tile.
fn position(rows: &[Vec<u32>], tile: u32) -> (usize, usize) {
    rows.iter()
        .enumerate()
        .find_map(|(row, tiles)| tiles.iter().position(|&other| other == tile).map(|col| (row, col)))
        .expect("a board holds every tile")
}
