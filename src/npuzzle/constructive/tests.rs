//! Every plan is replayed move by move on plain rows of tiles.

use proptest::prelude::*;

use super::construct;
use crate::contract::{Bound, Limits, Status};
use crate::grid::{Direction, Size};
use crate::npuzzle::random::Random;
use crate::npuzzle::relative::Relative;
use crate::npuzzle::{
    Algorithm, Board, Goal, GoalPreset, NpuzzlePathSpec, NpuzzleSpec, NpuzzleVerifySpec, Request, Tables,
    Verdict, VerifyRequest, solve, verify,
};
use crate::search::{Budget, StopReason};

/// Whether the moves lead from the board to the goal, by the rules alone.
fn leads_home(board: &Board, goal: &Goal, moves: &[Direction]) -> bool {
    let (rows, cols) = (board.size().rows as usize, board.size().cols as usize);
    let mut tiles = board.to_rows();
    let (mut row, mut col) = (board.blank() / cols, board.blank() % cols);
    for slide in moves {
        let (from_row, from_col) = match slide {
            Direction::Up => (row + 1, col),
            Direction::Down => (row.wrapping_sub(1), col),
            Direction::Left => (row, col + 1),
            Direction::Right => (row, col.wrapping_sub(1)),
        };
        if from_row >= rows || from_col >= cols {
            return false;
        }
        tiles[row][col] = tiles[from_row][from_col];
        tiles[from_row][from_col] = 0;
        (row, col) = (from_row, from_col);
    }
    tiles == goal.board().to_rows()
}

fn plan(board: &Board, goal: &Goal) -> Vec<Direction> {
    let outcome = construct(&Relative::of(board, goal), &Budget::unlimited());
    outcome.plan.expect("every solvable board is constructed").moves
}

/// All orders of the numbers below `cells`.
fn permutations(cells: u16) -> Vec<Vec<u16>> {
    let mut all = vec![vec![]];
    for tile in 0..cells {
        all = all
            .into_iter()
            .flat_map(|tiles| {
                (0..=tiles.len()).map(move |at| {
                    let mut tiles = tiles.clone();
                    tiles.insert(at, tile);
                    tiles
                })
            })
            .collect();
    }
    all
}

#[test]
fn every_board_of_the_smallest_sizes() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        let size = Size { rows, cols };
        let mut solved = 0;
        for (index, tiles) in permutations(size.cells() as u16).into_iter().enumerate() {
            let board = Board::from_tiles(size, tiles);
            let goal = match index % 3 {
                0 => Goal::preset(GoalPreset::BlankLast, size),
                1 => Goal::preset(GoalPreset::BlankFirst, size),
                _ => Goal::explicit(Random(7).board(size)),
            };
            if Verdict::of(&board, &goal).1 {
                let moves = plan(&board, &goal);
                assert!(leads_home(&board, &goal, &moves), "{:?} {moves:?}", board.to_rows());
                solved += 1;
            }
        }
        assert!(solved > 0);
    }
}

#[test]
fn every_39th_board_of_3_by_3() {
    let size = Size { rows: 3, cols: 3 };
    for (index, tiles) in permutations(9).into_iter().enumerate().step_by(39) {
        let board = Board::from_tiles(size, tiles);
        let goal = Goal::explicit(Random(index as u64 % 5).board(size));
        if Verdict::of(&board, &goal).1 {
            assert!(leads_home(&board, &goal, &plan(&board, &goal)), "{:?}", board.to_rows());
        }
    }
}

#[test]
fn single_lines_slide() {
    let board = Board::new(&[vec![0, 4, 1, 3, 2]]).unwrap();
    let goal = Goal::explicit(Board::new(&[vec![4, 1, 3, 0, 2]]).unwrap());
    assert_eq!(plan(&board, &goal), [Direction::Left; 3]);
    let board = Board::new(&[vec![4], vec![1], vec![2], vec![3], vec![0]]).unwrap();
    let goal = Goal::explicit(Board::new(&[vec![4], vec![0], vec![1], vec![2], vec![3]]).unwrap());
    assert_eq!(plan(&board, &goal), [Direction::Down; 3]);
    assert_eq!(plan(&goal.board().clone(), &goal), []);
    let one = Board::new(&[vec![0]]).unwrap();
    assert_eq!(plan(&one, &Goal::explicit(one.clone())), []);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn any_small_rectangle_and_any_goal(
        rows in 2_u32..=7, cols in 2_u32..=7, board in any::<u64>(), goal in any::<u64>(),
    ) {
        let size = Size { rows, cols };
        let goal = Goal::explicit(Random(goal).board(size));
        let board = Random(board).solvable(&goal);
        prop_assert!(leads_home(&board, &goal, &plan(&board, &goal)));
    }

    #[test]
    fn long_and_narrow_ones(
        short in 2_u32..=4, long in 8_u32..=40, upright in any::<bool>(),
        board in any::<u64>(), goal in any::<u64>(),
    ) {
        let size = if upright { Size { rows: long, cols: short } } else { Size { rows: short, cols: long } };
        let goal = Goal::explicit(Random(goal).board(size));
        let board = Random(board).solvable(&goal);
        prop_assert!(leads_home(&board, &goal, &plan(&board, &goal)));
    }
}

/// Within 2.8 n³ moves, where the usual rules need (8/3) n³ on average and 5 n³ at worst.
#[test]
fn large_boards() {
    for (rows, cols) in [(50, 50), (100, 100), (40, 200), (256, 256)] {
        let size = Size { rows, cols };
        let goal = Goal::preset(GoalPreset::Spiral, size);
        let board = Random(1).solvable(&goal);
        let moves = plan(&board, &goal);
        assert!(leads_home(&board, &goal, &moves));
        let per_tile_and_side = moves.len() as f64 / size.cells() as f64 / f64::from(rows.max(cols));
        assert!(per_tile_and_side < 2.8, "{rows} × {cols}: {per_tile_and_side:.3}");
    }
}

fn spec(board: &Board) -> NpuzzleSpec {
    NpuzzleSpec { algorithm: Some(Algorithm::Constructive), ..NpuzzleSpec::of(board.to_rows()) }
}

#[test]
fn the_answer_passes_the_verifier() {
    let size = Size { rows: 9, cols: 6 };
    let board = Random(3).solvable(&Goal::preset(GoalPreset::BlankLast, size));
    let (spec, limits) = (spec(&board), Limits::default());
    let request = Request::new(&spec, &limits).unwrap();
    let answer = solve(&request, &limits, &Tables::new().into(), &Budget::unlimited());
    assert_eq!((answer.status, answer.stopped_by), (Status::Feasible, None));
    assert_eq!((&*answer.search.algorithm, &answer.search.heuristic), ("constructive", &None));
    assert!(answer.lower_bound.unwrap() < answer.cost.unwrap());
    let path = answer.path.unwrap();
    let path = NpuzzlePathSpec {
        tiles: path.tiles.into_iter().map(i64::from).collect(),
        directions: path.directions,
    };
    let text = serde_json::to_vec(&NpuzzleVerifySpec { spec, path }).unwrap();
    let verification = verify(&VerifyRequest::read(&text, &limits).unwrap());
    assert_eq!((verification.legal, verification.solved), (true, true));
    assert_eq!(Some(verification.moves), answer.cost);
}

/// A plan as short as the bound is known to be the shortest.
#[test]
fn a_plan_that_meets_the_bound_is_optimal() {
    let board = Board::new(&[vec![1, 2, 3, 4], vec![5, 6, 7, 8], vec![9, 10, 11, 12], vec![0, 13, 14, 15]]);
    let limits = Limits::default();
    let request = Request::new(&spec(&board.unwrap()), &limits).unwrap();
    let answer = solve(&request, &limits, &Tables::new().into(), &Budget::unlimited());
    assert_eq!((answer.status, answer.cost), (Status::Optimal, Some(3)));
}

#[test]
fn limits_end_it() {
    let size = Size { rows: 60, cols: 60 };
    let goal = Goal::preset(GoalPreset::BlankLast, size);
    let relative = Relative::of(&Random(5).solvable(&goal), &goal);
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    for (budget, reason) in [
        (cancelled, StopReason::Cancelled),
        (Budget::unlimited().within(std::time::Duration::ZERO), StopReason::Time),
        (Budget { states: 10_000, ..Budget::unlimited() }, StopReason::States),
        (Budget { bytes: 100_000, ..Budget::unlimited() }, StopReason::Memory),
    ] {
        let outcome = construct(&relative, &budget);
        assert_eq!((outcome.plan, outcome.stopped_by), (None, Some(reason)));
    }
    let limits = Limits { states: Bound { default: 10, most: 10 }, ..Limits::default() };
    let request = Request::new(&spec(goal.board()), &limits).unwrap();
    let answer = solve(&request, &limits, &Tables::new().into(), &Budget::unlimited());
    assert_eq!((answer.status, answer.cost), (Status::Optimal, Some(0)));
}

#[test]
fn it_follows_no_heuristic() {
    let text = br#"{"board": [[1, 0]], "algorithm": "constructive", "heuristic": "manhattan"}"#;
    let fault = Request::read(text, &Limits::default()).unwrap_err();
    let crate::json::ReadError::Faults(faults) = fault else { panic!("{fault:?}") };
    let told: Vec<String> = faults.listed().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("/heuristic") && told[0].contains("constructive follows no"), "{told:?}");
}
