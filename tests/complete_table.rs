//! Boards of at most ten cells, answered from their complete tables: whole spaces against an independent
//! breadth-first search, and against the searches that the tables stand in for.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use taquin::contract::{Limits, Status, StoppedBy};
use taquin::npuzzle::{Algorithm, Answer, Detail, HeuristicName, NpuzzleSpec, Request, Tables, solve};
use taquin::search::{Budget, CancelFlag};

type Tiles = Vec<u8>;

/// The moves of a board, in the fixed order: the letter, and the board after it.
fn moves(tiles: &Tiles, cols: usize) -> Vec<(char, Tiles)> {
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let col = blank % cols;
    let from = [
        ('U', Some(blank + cols).filter(|&from| from < tiles.len())),
        ('D', blank.checked_sub(cols)),
        ('L', Some(blank + 1).filter(|_| col + 1 < cols)),
        ('R', blank.checked_sub(1).filter(|_| col > 0)),
    ];
    let slide = |(letter, from): (char, Option<usize>)| {
        let mut after = tiles.clone();
        after.swap(blank, from?);
        Some((letter, after))
    };
    from.into_iter().filter_map(slide).collect()
}

/// How far every board is from the goal.
fn distances(goal: &Tiles, cols: usize) -> HashMap<Tiles, u64> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(tiles) = queue.pop_front() {
        let distance = distances[&tiles] + 1;
        for (_, next) in moves(&tiles, cols) {
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance);
                queue.push_back(next);
            }
        }
    }
    distances
}

/// The first optimal plan in the order of the letters.
fn first_plan(distances: &HashMap<Tiles, u64>, start: &Tiles, cols: usize) -> String {
    let mut tiles = start.clone();
    (0..distances[start])
        .map(|_| {
            let nearer = |(_, next): &(char, Tiles)| distances[next] < distances[&tiles];
            let (letter, next) = moves(&tiles, cols).into_iter().find(nearer).unwrap();
            tiles = next;
            letter
        })
        .collect()
}

fn rows(tiles: &Tiles, cols: usize) -> Vec<Vec<u32>> {
    tiles.chunks(cols).map(|row| row.iter().copied().map(u32::from).collect()).collect()
}

/// Everything an answer depends on but its board.
struct Asker {
    goal: Tiles,
    cols: usize,
    limits: Limits,
    tables: Arc<Tables>,
}

impl Asker {
    fn new(goal: &[u8], cols: usize) -> Self {
        let tables = Arc::new(Tables::new());
        Self { goal: goal.to_vec(), cols, limits: Limits::default(), tables }
    }

    fn request(&self, board: &Tiles, change: impl FnOnce(&mut NpuzzleSpec)) -> Request {
        let mut spec = NpuzzleSpec::of(rows(board, self.cols));
        spec.goal = Some(rows(&self.goal, self.cols));
        change(&mut spec);
        Request::new(&spec, &self.limits).unwrap()
    }

    fn ask(&self, board: &Tiles, change: impl FnOnce(&mut NpuzzleSpec)) -> Answer {
        solve(&self.request(board, change), &self.limits, &self.tables, &Budget::unlimited())
    }
}

fn directions(answer: &Answer) -> &str {
    &answer.path.as_ref().expect("a path was asked for").directions
}

fn known_counts(name: &str) -> Vec<u64> {
    let known: serde_json::Value =
        serde_json::from_str(include_str!("data/distance_distributions.json")).unwrap();
    serde_json::from_value(known["boards"][name]["counts"].clone()).unwrap()
}

/// Every board of a size: distance, plan and what ran.
fn whole_space(goal: &[u8], cols: usize, name: &str, ida_star_every: usize) {
    let asker = Asker::new(goal, cols);
    let distances = distances(&asker.goal, cols);
    let known = known_counts(name);
    let mut counts = vec![0; known.len()];
    for (at, (board, &distance)) in distances.iter().enumerate() {
        let answer = asker.ask(board, |_| {});
        assert_eq!((answer.status, answer.cost), (Status::Optimal, Some(distance)), "{board:?}");
        assert_eq!(directions(&answer), first_plan(&distances, board, cols), "{board:?}");
        assert_eq!((answer.search.algorithm.as_ref(), answer.search.heuristic), ("complete_table", None));
        counts[distance as usize] += 1;
        if at % ida_star_every == 0 {
            let searched = asker.ask(board, |spec| {
                spec.algorithm = Some(Algorithm::IdaStar);
                spec.heuristic = Some(HeuristicName::WalkingDistance);
            });
            assert_eq!(searched.path, answer.path, "{board:?}");
        }
        if at % (ida_star_every * 1000) == 0 {
            let searched = asker.ask(board, |spec| spec.algorithm = Some(Algorithm::Bfs));
            assert_eq!(searched.path, answer.path, "{board:?}");
        }
    }
    assert_eq!(counts, known);
}

#[test]
fn all_boards_of_3_by_3() {
    whole_space(&[1, 2, 3, 4, 5, 6, 7, 8, 0], 3, "3x3", 5);
}

#[test]
fn all_boards_of_2_by_4_and_of_4_by_2() {
    whole_space(&[1, 2, 3, 4, 5, 6, 7, 0], 4, "4x2", 20);
    whole_space(&[0, 1, 2, 3, 4, 5, 6, 7], 2, "4x2", 20);
}

/// Goals in disorder with the blank in each of the cells.
#[test]
fn the_goals_blank_may_be_anywhere() {
    for (tiles, cols, every) in [
        (vec![7, 3, 5, 8, 1, 6, 2, 4], 3, 11),
        (vec![7, 3, 5, 1, 6, 2, 4], 4, 5),
        (vec![7, 3, 5, 1, 6, 2, 4], 2, 5),
        (vec![3, 5, 1, 2, 4], 3, 1),
        (vec![3, 5, 1, 2, 4], 2, 1),
        (vec![3, 1, 2], 2, 1),
    ] {
        for blank in 0..=tiles.len() {
            let mut goal = tiles.clone();
            goal.insert(blank, 0);
            let asker = Asker::new(&goal, cols);
            let distances = distances(&asker.goal, cols);
            assert_eq!(distances.len() as u64, (3..=goal.len() as u64).product::<u64>());
            for (board, &distance) in distances.iter().step_by(every) {
                let answer = asker.ask(board, |_| {});
                assert_eq!(answer.cost, Some(distance), "{board:?} to {goal:?}");
                assert_eq!(answer.search.algorithm, "complete_table");
                assert_eq!(directions(&answer), first_plan(&distances, board, cols), "{board:?} to {goal:?}");
            }
        }
    }
}

/// A walk of this many moves from a board, the same on every run.
fn walk(mut tiles: Tiles, cols: usize, length: u64, seed: u64) -> Tiles {
    let mut state = seed;
    for _ in 0..length {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut next = moves(&tiles, cols);
        tiles = next.swap_remove((state >> 33) as usize % next.len()).1;
    }
    tiles
}

/// Ten cells: too many for a map of all boards; compared with breadth-first search, board by board.
#[test]
fn boards_of_ten_cells_have_the_plans_of_breadth_first_search() {
    for (cols, blank) in [(5, 9), (5, 3), (5, 2), (2, 0), (2, 5), (2, 6)] {
        let mut goal = vec![4, 7, 1, 9, 2, 8, 3, 6, 5];
        goal.insert(blank, 0);
        let asker = Asker::new(&goal, cols);
        let start = walk(goal.clone(), cols, 40, blank as u64);
        let searched = asker.ask(&start, |spec| spec.algorithm = Some(Algorithm::Bfs));
        let first = asker.ask(&start, |_| {});
        assert_eq!(first.path, searched.path, "{start:?} to {goal:?}: {}", first.search.algorithm);
        for board in (0..50).map(|seed| walk(goal.clone(), cols, 300, seed)) {
            // From here on the table may be there or not: nobody can tell by the answer.
            let answer = asker.ask(&board, |_| {});
            let after =
                moves(&board, cols).into_iter().find(|(letter, _)| directions(&answer).starts_with(*letter));
            if let Some((_, next)) = after {
                let rest = asker.ask(&next, |_| {});
                assert_eq!(&directions(&answer)[1..], directions(&rest), "{board:?} to {goal:?}");
            }
        }
    }
}

/// One of the two boards that are 55 moves away, the most there are.
fn ten_cells() -> NpuzzleSpec {
    NpuzzleSpec::of(vec![vec![0, 9, 3, 7, 1], vec![5, 4, 8, 2, 6]])
}

/// A deadline does not wait for a table, and the table does not end with it.
#[test]
fn a_deadline_is_kept_while_the_table_is_built() {
    let (limits, tables) = (Limits::default(), Arc::new(Tables::new()));
    let request = Request::new(&ten_cells(), &limits).unwrap();
    let short = Budget::unlimited().within(std::time::Duration::from_millis(1));
    let early = solve(&request, &limits, &tables, &short);
    assert_eq!((early.status, early.stopped_by), (Status::Solvable, Some(StoppedBy::Time)));
    let later = solve(&request, &limits, &tables, &Budget::unlimited());
    assert_eq!((later.status, later.search.algorithm.as_ref()), (Status::Optimal, "complete_table"));
    assert_eq!(later.cost, Some(55));
    assert!((20..=55).contains(&early.lower_bound.unwrap()), "{:?}", early.lower_bound);
    // Once it is there, the shortest deadline and the smallest budget suffice.
    let spent = Budget { states: 1, bytes: 1, ..Budget::unlimited().within(std::time::Duration::ZERO) };
    let again = solve(&request, &limits, &tables, &spent);
    assert_eq!((again.cost, again.path), (later.cost, later.path));
}

#[test]
fn nothing_is_built_for_a_caller_that_is_gone() {
    let (limits, tables) = (Limits::default(), Arc::new(Tables::new()));
    let board = vec![vec![8, 1, 3], vec![4, 0, 2], vec![7, 6, 5]];
    let request = Request::new(&NpuzzleSpec::of(board), &limits).unwrap();
    let cancel = CancelFlag::default();
    cancel.cancel();
    let answer = solve(&request, &limits, &tables, &Budget { cancel, ..Budget::unlimited() });
    assert_eq!((answer.solvable, answer.stopped_by), (Some(true), Some(StoppedBy::Cancelled)));
}

#[test]
fn details_and_names_are_heeded() {
    let asker = Asker::new(&[1, 2, 3, 4, 5, 6, 7, 8, 0], 3);
    let board = vec![8, 1, 3, 4, 0, 2, 7, 6, 5];
    let cost = asker.ask(&board, |spec| spec.detail = Some(Detail::Cost));
    assert_eq!((cost.cost, cost.lower_bound, cost.path), (Some(14), Some(14), None));
    let boards = asker.ask(&board, |spec| spec.detail = Some(Detail::Boards)).boards.unwrap();
    assert_eq!((boards.len(), boards.last()), (15, Some(&rows(&asker.goal, 3))));
    let verdict = asker.ask(&board, |spec| spec.detail = Some(Detail::Verdict));
    assert_eq!((verdict.status, verdict.search.algorithm.as_ref()), (Status::Solvable, "verdict"));
    let guided = asker.ask(&board, |spec| spec.heuristic = Some(HeuristicName::Manhattan));
    assert_eq!(guided.search.heuristic.as_deref(), Some("manhattan"));
    assert_eq!(guided.path, asker.ask(&board, |_| {}).path);
}

#[test]
fn a_line_has_one_plan() {
    let asker = Asker::new(&[1, 2, 0, 3], 4);
    let answer = asker.ask(&vec![0, 1, 2, 3], |_| {});
    assert_eq!((answer.cost, directions(&answer)), (Some(2), "LL"));
    assert_eq!((answer.status, answer.search.algorithm.as_ref()), (Status::Optimal, "order"));
    let column = Asker::new(&[0, 1, 2], 1);
    assert_eq!(directions(&column.ask(&vec![1, 2, 0], |_| {})), "DD");
    let done = column.ask(&vec![0, 1, 2], |_| {});
    assert_eq!((done.cost, directions(&done)), (Some(0), ""));
}
