//! The loop against the textbook searches, against Korf's boards, and against its limits.

use std::sync::OnceLock;
use std::time::Duration;

use super::{ida_star, search as search_with};
use crate::grid::{Direction, Size};
use crate::npuzzle::board::Board;
use crate::npuzzle::goal::{Goal, GoalPreset};
use crate::npuzzle::heuristic::LinearConflict;
use crate::npuzzle::pattern_database::{Partition, PatternDatabase, PatternDatabases, TableSet};
use crate::npuzzle::random::Random;
use crate::npuzzle::space::Space;
use crate::npuzzle::tiles::Nibbles;
use crate::search::{self, Budget, SpareCores, StopReason, a_star, breadth_first};
use std::sync::Arc;

const FOUR: Size = Size { rows: 4, cols: 4 };

/// The tables that `auto` uses on four by four cells, built once for all tests.
fn four_by_four() -> &'static Arc<TableSet> {
    static TABLES: OnceLock<Arc<TableSet>> = OnceLock::new();
    TABLES.get_or_init(|| PatternDatabases::default().wait(FOUR, &Budget::unlimited()).unwrap())
}

/// Partitions, told in place.
type Partitions = &'static [&'static [&'static [u8]]];

/// Small tables, for which nobody waits.
fn small(rows: u32, cols: u32, partitions: Partitions) -> TableSet {
    let own = |partition: &&[&[u8]]| partition.iter().map(|group| group.to_vec()).collect();
    TableSet::build(Size { rows, cols }, &partitions.iter().map(own).collect::<Vec<Partition>>())
}

fn board(size: Size, tiles: &[u32]) -> Board {
    Board::new(&tiles.chunks(size.cols as usize).map(<[u32]>::to_vec).collect::<Vec<_>>()).unwrap()
}

/// Walks to random goals are undone by the very plan that the textbook search finds.
fn same_plans(size: Size, tables: &TableSet, boards: usize, moves: usize) {
    let mut random = Random(u64::from(size.rows * 100 + size.cols));
    let budget = Budget::unlimited();
    for _ in 0..boards {
        let goal = Goal::explicit(random.board(size));
        let start = random.walk(goal.board(), moves);
        let space = Space::<Nibbles>::new(&start, &goal);
        let expected = search::ida_star(&space, &LinearConflict::new(&goal), &budget);
        // In order, and as if the tables were far away.
        for near in [usize::MAX, 0] {
            let found = search_with(&start, &goal, tables, near, &budget);
            assert_eq!(found.plan, expected.plan, "{start:?} to {goal:?}");
            assert_eq!(found.lower_bound, expected.lower_bound);
        }
    }
}

#[test]
fn plans_are_those_of_the_textbook_search_on_small_boards() {
    let cases: [(u32, u32, Partitions); 5] = [
        (2, 2, &[&[&[1, 2, 3]]]),
        (3, 2, &[&[&[1, 2], &[3, 4, 5]]]),
        (3, 3, &[&[&[1, 2, 4, 5], &[3, 6, 7, 8]]]),
        (4, 2, &[&[&[1, 2, 3], &[4, 5, 6, 7]], &[&[1, 2, 3, 5], &[4, 6, 7]]]),
        (5, 2, &[&[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]]]),
    ];
    for (rows, cols, partitions) in cases {
        let tables = small(rows, cols, partitions);
        same_plans(Size { rows, cols }, &tables, 60, 40);
        same_plans(Size { rows: cols, cols: rows }, &tables, 60, 40);
    }
}

#[test]
fn plans_are_those_of_the_textbook_search_on_larger_boards() {
    let cases: [(u32, u32, Partitions); 6] = [
        (4, 3, &[&[&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11]]]),
        (6, 2, &[&[&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11]]]),
        (7, 2, &[&[&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11, 12, 13]]]),
        (8, 2, &[&[&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10], &[11, 12, 13, 14, 15]]]),
        (5, 3, &[&[&[1, 2, 3, 4], &[5, 6, 7, 8, 10], &[9, 11, 12, 13, 14]]]),
        (
            5,
            3,
            &[
                &[&[1, 2, 3, 4], &[5, 6, 7, 8, 10], &[9, 11, 12, 13, 14]],
                &[&[9, 12, 13, 14], &[1, 2, 3, 4, 5], &[6, 7, 8, 10, 11]],
            ],
        ),
    ];
    for (rows, cols, partitions) in cases {
        let tables = small(rows, cols, partitions);
        same_plans(Size { rows, cols }, &tables, 12, 40);
        same_plans(Size { rows: cols, cols: rows }, &tables, 12, 40);
    }
}

#[test]
fn plans_are_those_of_the_textbook_search_on_four_by_four() {
    same_plans(FOUR, four_by_four(), 40, 50);
}

#[test]
fn a_plan_is_as_short_as_breadth_first_search_finds_it_and_so_is_that_of_a_star() {
    let mut random = Random(7);
    let budget = Budget::unlimited();
    for _ in 0..30 {
        let goal = Goal::explicit(random.board(FOUR));
        let start = random.walk(goal.board(), 16);
        let space = Space::<Nibbles>::new(&start, &goal);
        let expected = breadth_first(&space, &budget).plan.unwrap();
        assert_eq!(ida_star(&start, &goal, four_by_four(), &budget).plan, Some(expected.clone()));
        let heuristic = PatternDatabase::new(Arc::clone(four_by_four()), &start, &goal);
        assert_eq!(a_star(&space, &heuristic, &budget).plan.unwrap().cost, expected.cost);
    }
}

/// Korf's hundred boards (1985): the tiles, goal blank first, and the fewest moves.
fn korf() -> impl Iterator<Item = (Vec<u32>, u64)> {
    let lines = include_str!("../../../tests/data/korf100.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.split('\t').skip(1);
        let tiles = fields.next().unwrap().split(' ').map(|tile| tile.parse().unwrap()).collect();
        (tiles, fields.next().unwrap().parse().unwrap())
    })
}

#[test]
fn korfs_hundred_boards() {
    let goal = Goal::preset(GoalPreset::BlankFirst, FOUR);
    let (mut boards, mut generated) = (0, [0; 2]);
    for (tiles, moves) in korf() {
        let start = board(FOUR, &tiles);
        let [in_order, by_turns] = [usize::MAX, 0]
            .map(|near| search_with(&start, &goal, four_by_four(), near, &Budget::unlimited()));
        assert_eq!(in_order.plan.as_ref().unwrap().moves.len() as u64, moves, "{tiles:?}");
        assert_eq!(in_order.plan, by_turns.plan);
        boards += 1;
        generated[0] += in_order.stats.generated;
        generated[1] += by_turns.stats.generated;
    }
    assert_eq!(boards, 100);
    // What the tables and the pruning of duplicates are worth; a little more would be a defect of one of them.
    assert_eq!(generated.map(|generated| generated / boards), [361_288, 400_203]);
}

#[test]
fn a_goal_off_the_corners_costs_a_few_times_as_much() {
    // The same boards, with the blank of board and goal walked to the middle.
    let mut generated = [0; 2];
    for (tiles, _) in korf().take(12) {
        for (at, walk) in [&[][..], &[Direction::Right, Direction::Down]].into_iter().enumerate() {
            let walked = |mut tiles: Vec<u32>| {
                let mut blank = 0;
                let blank_at = tiles.iter().position(|&tile| tile == 0).unwrap();
                tiles.swap(0, blank_at);
                for &way in walk {
                    let next = FOUR.neighbour(blank, way).unwrap();
                    tiles.swap(blank, next);
                    blank = next;
                }
                tiles
            };
            let goal = Goal::explicit(board(FOUR, &walked((0..16).collect())));
            let mut start = walked(tiles.clone());
            if !crate::npuzzle::verdict::Verdict::of(&board(FOUR, &start), &goal).1 {
                let last = start.iter().rposition(|&tile| tile != 0).unwrap();
                start.swap(last - 1, last);
            }
            let found = ida_star(&board(FOUR, &start), &goal, four_by_four(), &Budget::unlimited());
            assert!(found.plan.is_some());
            generated[at] += found.stats.generated;
        }
    }
    assert!(generated[1] < 10 * generated[0], "{generated:?}");
}

#[test]
fn a_solved_board_needs_no_moves() {
    for preset in GoalPreset::ALL {
        let goal = Goal::preset(preset, FOUR);
        let found = ida_star(goal.board(), &goal, four_by_four(), &Budget::unlimited());
        assert_eq!(found.plan.unwrap().moves, []);
        assert_eq!((found.lower_bound, found.stats.generated), (0, 0));
    }
}

/// 80 moves from the goal with the blank last, as many as there can be.
const HARD: [u32; 16] = [0, 11, 9, 13, 12, 15, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1];

#[test]
fn limits_are_kept() {
    let goal = Goal::preset(GoalPreset::BlankLast, FOUR);
    let start = board(FOUR, &HARD);
    for near in [usize::MAX, 0] {
        limits_are_kept_by(&|budget| search_with(&start, &goal, four_by_four(), near, budget));
    }
}

fn limits_are_kept_by(run: &dyn Fn(&Budget) -> search::Outcome<crate::npuzzle::Slide>) {
    let mut bound = 0;
    for states in [1, 2, 3, 1023, 1024, 1025, 100_000, 1_000_000] {
        let found = run(&Budget { states, ..Budget::unlimited() });
        assert_eq!((found.plan, found.stopped_by), (None, Some(StopReason::States)));
        assert!(found.stats.generated <= states && found.stats.generated + 4 > states);
        assert!((bound..=80).contains(&found.lower_bound), "{}", found.lower_bound);
        bound = found.lower_bound;
    }
    assert!(bound > 60);
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    assert_eq!(run(&cancelled).stopped_by, Some(StopReason::Cancelled));
    let late = run(&Budget::unlimited().within(Duration::ZERO));
    assert_eq!((late.stopped_by, late.stats.generated), (Some(StopReason::Time), 0));
}

#[test]
fn several_cores_find_the_same_plans_and_look_at_hardly_more() {
    let goal = Goal::preset(GoalPreset::BlankFirst, FOUR);
    let mut generated = [0; 2];
    // The hardest dozen for these tables, and some for which no help is asked.
    for number in [88, 60, 82, 66, 56, 17, 14, 3, 54, 22, 49, 53, 1, 2, 12] {
        let (tiles, _) = korf().nth(number - 1).unwrap();
        let start = board(FOUR, &tiles);
        for near in [usize::MAX, 0] {
            let alone = search_with(&start, &goal, four_by_four(), near, &Budget::unlimited());
            let crew = Budget { spare: SpareCores::fixed(3), ..Budget::unlimited() };
            let together = search_with(&start, &goal, four_by_four(), near, &crew);
            assert_eq!((&alone.plan, alone.lower_bound), (&together.plan, together.lower_bound), "{number}");
            generated[0] += alone.stats.generated;
            generated[1] += together.stats.generated;
        }
    }
    assert!(2 * generated[1] < 3 * generated[0], "{generated:?}");
}

#[test]
fn several_cores_keep_the_limits() {
    let goal = Goal::preset(GoalPreset::BlankLast, FOUR);
    let start = board(FOUR, &HARD);
    let spare = || SpareCores::fixed(3);
    for near in [usize::MAX, 0] {
        let run = |budget: &Budget| search_with(&start, &goal, four_by_four(), near, budget);
        let cut = run(&Budget { states: 3_000_000, spare: spare(), ..Budget::unlimited() });
        assert_eq!((cut.plan, cut.stopped_by), (None, Some(StopReason::States)));
        assert!(cut.stats.generated <= 3_000_000 && cut.stats.generated > 2_900_000);
        let soon = Budget { spare: spare(), ..Budget::unlimited() }.within(Duration::from_millis(50));
        assert_eq!(run(&soon).stopped_by, Some(StopReason::Time));
        let budget = Budget { spare: spare(), ..Budget::unlimited() };
        let found = std::thread::scope(|scope| {
            let search = scope.spawn(|| run(&budget));
            std::thread::sleep(Duration::from_millis(50));
            budget.cancel.cancel();
            search.join().unwrap()
        });
        assert_eq!(found.stopped_by, Some(StopReason::Cancelled));
    }
}

#[test]
fn a_running_search_sees_flag_and_clock() {
    let goal = Goal::preset(GoalPreset::BlankLast, FOUR);
    let start = board(FOUR, &HARD);
    let tables = four_by_four();
    let late = ida_star(&start, &goal, tables, &Budget::unlimited().within(Duration::from_millis(5)));
    assert_eq!(late.stopped_by, Some(StopReason::Time));
    assert!(late.stats.generated > 0);
    let budget = Budget::unlimited();
    let found = std::thread::scope(|scope| {
        let search = scope.spawn(|| ida_star(&start, &goal, tables, &budget));
        std::thread::sleep(Duration::from_millis(5));
        budget.cancel.cancel();
        search.join().unwrap()
    });
    assert_eq!(found.stopped_by, Some(StopReason::Cancelled));
}
