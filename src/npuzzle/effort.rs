//! What an answer will take, judged from the request and the tables at hand.

use super::complete_table;
use super::request::Request;
use super::spec::{Algorithm, Detail, HeuristicName};
use super::tables::Tables;
use super::verdict::Verdict;
use crate::contract::Effort;

/// Nothing about a board of more cells takes only microseconds.
const MOST_INSTANT_CELLS: usize = 100;

/// Boards of more cells are most often searched for as long as they are let.
const MOST_SHORT_CELLS: usize = 16;

/// On those, a goal so many moves for each cell away may still be near enough.
const SHORT_MOVES_A_CELL: u64 = 2;

/// A search that nothing guides gets this far from the start soon enough, on any board.
const UNGUIDED_MOVES: u64 = 16;

/// What it will take to [`solve`](super::solve()) a request. Time linear in the number of cells, but for a small factor.
#[must_use]
pub fn effort(request: &Request, tables: &Tables) -> Effort {
    let Request { board, goal, algorithm, heuristic, detail, .. } = request;
    let cells = board.size().cells();
    let free = (*algorithm, *heuristic) == (Algorithm::Auto, HeuristicName::Auto);
    let is_line = board.size().rows.min(board.size().cols) == 1;
    if cells <= MOST_INSTANT_CELLS {
        let looked_up = || {
            let is_small = !is_line && cells <= complete_table::MOST_CELLS;
            is_small && tables.complete.is_ready(board.size(), goal.board().blank())
        };
        let at_once = *detail == Detail::Verdict || free && (is_line || looked_up());
        if at_once || !Verdict::of(board, goal).1 {
            return Effort::Instant;
        }
    }
    let within = |moves: u64| distance(request) <= moves;
    let is_short = match algorithm {
        Algorithm::Constructive => true,
        _ if *detail == Detail::Verdict || cells <= complete_table::MOST_CELLS => true,
        named if *named == Algorithm::Auto || named.is_guided() => {
            cells <= MOST_SHORT_CELLS || is_line || within(SHORT_MOVES_A_CELL * cells as u64)
        }
        _ => within(UNGUIDED_MOVES),
    };
    if is_short { Effort::Unknown } else { Effort::Long }
}

/// The sum over all tiles of the rows and columns between where a tile is and where it belongs.
fn distance(Request { board, goal, .. }: &Request) -> u64 {
    let goal_cells = goal.board().cells_by_tile();
    let tiles = board.tiles().iter().zip(0..).filter(|&(&tile, _)| tile != 0);
    tiles
        .map(|(&tile, cell)| u64::from(board.size().distance(cell, goal_cells[tile as usize] as usize)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Limits;
    use crate::npuzzle::relative::Relative;

    fn of(spec: &str, tables: &Tables) -> Effort {
        effort(&Request::read(spec.as_bytes(), &Limits::default()).unwrap(), tables)
    }

    #[test]
    fn what_is_looked_up_or_follows_from_a_formula_is_instant() {
        let tables = Tables::new();
        let spec = r#"{"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]]}"#;
        assert_eq!(of(spec, &tables), Effort::Unknown, "the table is still to be built");
        let request = Request::read(spec.as_bytes(), &Limits::default()).unwrap();
        tables.complete.place(&Relative::of(&request.board, &request.goal)).prepare();
        assert_eq!(of(spec, &tables), Effort::Instant);
        let named = r#"{"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]], "algorithm": "bfs"}"#;
        assert_eq!(of(named, &tables), Effort::Unknown);
        for spec in [
            r#"{"board": [[0]]}"#,
            r#"{"board": [[1, 0, 2, 3]]}"#,
            r#"{"board": [[2, 1], [3, 0]], "algorithm": "dfs"}"#,
            r#"{"board": [[24,23,22,21,20],[19,18,17,16,15],[14,13,12,11,10],[9,8,7,6,5],[4,3,2,1,0]], "detail": "verdict"}"#,
        ] {
            assert_eq!(of(spec, &tables), Effort::Instant, "{spec}");
        }
    }

    #[test]
    fn what_is_far_from_its_goal_on_a_large_board_is_long() {
        let tables = Tables::new();
        let far = "[[24,23,22,21,20],[19,18,17,16,15],[14,13,12,11,10],[9,8,7,6,5],[4,3,2,1,0]]";
        let near = "[[1,2,3,4,5],[6,7,8,9,10],[11,12,13,14,15],[16,17,18,19,20],[21,22,0,23,24]]";
        for algorithm in ["auto", "bfs", "ida_star"] {
            let of =
                |board: &str| of(&format!(r#"{{"board": {board}, "algorithm": "{algorithm}"}}"#), &tables);
            assert_eq!((of(far), of(near)), (Effort::Long, Effort::Unknown), "{algorithm}");
        }
    }
}
