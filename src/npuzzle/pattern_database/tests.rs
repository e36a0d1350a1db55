//! Tables against plain searches that share nothing with them.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::grid::{Direction, Size};
use crate::npuzzle::board::Board;
use crate::npuzzle::goal::Goal;
use crate::search::{Budget, CancelFlag, StopReason};

/// For each placement of the tiles, the fewest of their moves that bring them home, over all cells of the blank:
/// by a search over placements with the blank, in which moves of the other tiles are free.
fn fewest(size: Size, homes: &[u8]) -> HashMap<Vec<u8>, u32> {
    let start = (homes.to_vec(), 0_u8);
    let mut costs = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((placement, blank), cost)) = queue.pop_front() {
        if costs[&(placement.clone(), blank)] < cost {
            continue;
        }
        for way in Direction::ALL {
            let Some(from) = size.neighbour(blank.into(), way) else { continue };
            let from = from as u8;
            let mut after = placement.clone();
            let moved = after.iter().position(|&cell| cell == from);
            if let Some(tile) = moved {
                after[tile] = blank;
            }
            let total = cost + u32::from(moved.is_some());
            let state = (after, from);
            if costs.get(&state).is_none_or(|&known| total < known) {
                costs.insert(state.clone(), total);
                if moved.is_some() {
                    queue.push_back((state, total));
                } else {
                    queue.push_front((state, total));
                }
            }
        }
    }
    let mut fewest = HashMap::new();
    for ((placement, _), cost) in costs {
        let least: &mut u32 = fewest.entry(placement).or_insert(cost);
        *least = cost.min(*least);
    }
    fewest
}

#[test]
fn every_entry_is_what_a_plain_search_finds() {
    let sizes = [
        (2, 2, vec![1, 2, 3]),
        (3, 2, vec![1, 2, 3, 4, 5]),
        (3, 3, vec![1, 2, 4, 5]),
        (4, 2, vec![2, 3, 5, 7]),
        (4, 3, vec![1, 5, 10, 11]),
        (4, 4, vec![13, 14, 15]),
        (5, 3, vec![1, 8, 14]),
        (5, 5, vec![7, 24]),
        (12, 2, vec![3, 23]),
    ];
    for (rows, cols, tiles) in sizes {
        let size = Size { rows, cols };
        let table = Additive::build(size, &vec![tiles.clone()], &CancelFlag::default()).unwrap();
        let expected = fewest(size, &tiles);
        // Of all tiles together, half of the placements cannot be reached.
        let halves = if tiles.len() + 1 == size.cells() { 2 } else { 1 };
        assert_eq!(expected.len() * halves, table.groups()[0].ranking.placements() as usize);
        for (placement, moves) in expected {
            let distance = |(&home, &cell): (&u8, &u8)| size.distance(home.into(), cell.into());
            let manhattan: u32 = tiles.iter().zip(&placement).map(distance).sum();
            let mut cells = [0; 25];
            for (&home, &cell) in tiles.iter().zip(&placement) {
                cells[usize::from(home)] = cell;
            }
            let excess = u32::from(table.group_excess(0, &cells)).min(u32::from(Packed::MOST));
            assert_eq!((moves - manhattan) / 2, excess, "{size}: {tiles:?} on {placement:?}");
        }
    }
}

/// By board, the moves to the goal: breadth-first over all that can be reached.
fn distances(goal: &Board) -> HashMap<Vec<u16>, u32> {
    let size = goal.size();
    let mut distances = HashMap::from([(goal.tiles().to_vec(), 0)]);
    let mut queue = VecDeque::from([(goal.tiles().to_vec(), goal.blank())]);
    while let Some((tiles, blank)) = queue.pop_front() {
        let moves = distances[&tiles] + 1;
        for way in Direction::ALL {
            let Some(from) = size.neighbour(blank, way) else { continue };
            let mut after = tiles.clone();
            after.swap(from, blank);
            if !distances.contains_key(&after) {
                distances.insert(after.clone(), moves);
                queue.push_back((after, from));
            }
        }
    }
    distances
}

/// Goals of this size, one for each cell of the blank, their tiles in no simple order.
fn goals(size: Size) -> Vec<Goal> {
    let cells = size.cells() as u32;
    let goal = |blank: u32| {
        // Coprime to every number of tiles tested here, so all occur.
        let mut tiles: Vec<u32> = (0..cells - 1).map(|at| (at * 11 + blank) % (cells - 1) + 1).collect();
        tiles.insert(blank as usize, 0);
        let rows: Vec<_> = tiles.chunks(size.cols as usize).map(<[u32]>::to_vec).collect();
        Goal::explicit(Board::new(&rows).unwrap())
    };
    (0..cells).map(goal).collect()
}

#[test]
fn no_bound_exceeds_the_moves_and_all_are_as_even_or_odd() {
    let partitions_of = |rows, cols| -> Vec<Partition> {
        match (rows, cols) {
            (3, 3) => vec![vec![vec![1, 2, 4, 5], vec![3, 6, 7, 8]]],
            (4, 2) => vec![vec![vec![1, 2, 3], vec![4, 5, 6, 7]], vec![vec![1, 2, 3, 5], vec![4, 6, 7]]],
            _ => vec![vec![vec![1, 2], vec![3, 4, 5]]],
        }
    };
    let mut exact = 0;
    for (rows, cols) in [(3, 2), (2, 3), (4, 2), (2, 4), (3, 3)] {
        let size = Size { rows, cols };
        let upright = Size { rows: rows.max(cols), cols: rows.min(cols) };
        let tables = TableSet::build(upright, &partitions_of(upright.rows, upright.cols));
        for goal in goals(size) {
            let approaches = Approach::all(&goal);
            for (tiles, moves) in distances(goal.board()) {
                for approach in &approaches {
                    let bound = tables.bound(&approach.placement(tiles.iter().copied()));
                    let (bound, detour) = (bound, approach.detour());
                    assert!(bound <= moves + detour, "{bound} − {detour} > {moves}: {tiles:?} to {goal:?}");
                    assert_eq!((bound + detour) % 2, moves % 2, "{tiles:?} to {goal:?}");
                    exact += u32::from(bound == moves + detour);
                }
            }
        }
    }
    // Most bounds are below the truth, but far from all: tables that say little would pass the rest.
    assert!(exact > 300_000, "{exact}");
}

#[test]
fn a_goal_in_a_corner_needs_no_detour() {
    for size in [Size { rows: 3, cols: 3 }, Size { rows: 2, cols: 4 }, Size { rows: 5, cols: 2 }] {
        for goal in goals(size) {
            let approaches = Approach::all(&goal);
            let cell = size.cell(goal.board().blank());
            let corner =
                (cell.row == 0 || cell.row + 1 == size.rows) && (cell.col == 0 || cell.col + 1 == size.cols);
            assert_eq!(approaches.len() == 1, corner, "{goal:?}");
            assert_eq!(approaches[0].detour() == 0, corner, "{goal:?}");
            for approach in approaches {
                // The goal is seen as the identity, but for the blank's way.
                let placement = approach.placement(goal.board().tiles().iter().copied());
                let elsewhere = (0..size.cells()).filter(|&home| usize::from(placement[home]) != home);
                let expected = if approach.detour() == 0 { 0 } else { approach.detour() as usize + 1 };
                assert_eq!(elsewhere.count(), expected);
            }
        }
    }
}

#[test]
fn directions_are_mirrored_as_cells_are() {
    for size in [Size { rows: 3, cols: 3 }, Size { rows: 2, cols: 4 }, Size { rows: 4, cols: 2 }] {
        for goal in goals(size) {
            let blank = goal.board().blank();
            for approach in Approach::all(&goal) {
                for way in Direction::ALL {
                    let Some(next) = size.neighbour(blank, way) else { continue };
                    let mut tiles = goal.board().tiles().to_vec();
                    let before = approach.placement(tiles.iter().copied())[0];
                    tiles.swap(blank, next);
                    let after = approach.placement(tiles.iter().copied())[0];
                    let seen = approach.size().neighbour(before.into(), approach.direction(way));
                    assert_eq!(seen, Some(after.into()));
                }
            }
        }
    }
}

const SIZE: Size = Size { rows: 3, cols: 4 };

#[test]
fn callers_share_one_build() {
    let databases = PatternDatabases::default();
    assert!(databases.ready(SIZE).is_none());
    assert_eq!(databases.bytes(), 0);
    let budget = Budget::unlimited();
    let tables: Vec<Arc<TableSet>> = std::thread::scope(|scope| {
        let wait = || databases.wait(SIZE, &budget).unwrap();
        let callers: Vec<_> = (0..8).map(|_| scope.spawn(wait)).collect();
        callers.into_iter().map(|caller| caller.join().unwrap()).collect()
    });
    assert!(tables.iter().all(|other| Arc::ptr_eq(other, &tables[0])));
    // A board laid on its side has the same tables.
    let wide = databases.get_or_start(Size { rows: 4, cols: 3 }).unwrap();
    assert!(Arc::ptr_eq(&wide, &tables[0]));
    assert_eq!(databases.bytes(), tables[0].bytes());
    assert_eq!(tables[0].bytes(), (95_040 + 665_280) / 2);
}

#[test]
fn a_caller_that_gives_up_leaves_the_build_to_others() {
    let databases = PatternDatabases::default();
    let gone = Budget::unlimited();
    gone.cancel.cancel();
    assert_eq!(databases.wait(SIZE, &gone).unwrap_err(), StopReason::Cancelled);
    let late = Budget::unlimited().within(Duration::ZERO);
    // It may be that the tables are there by now.
    assert!(databases.wait(SIZE, &late).err().is_none_or(|reason| reason == StopReason::Time));
    assert!(databases.wait(SIZE, &Budget::unlimited()).is_ok());
}

#[test]
fn a_build_can_be_stopped() {
    let stop = CancelFlag::default();
    stop.cancel();
    assert!(Additive::build(SIZE, &partitions(Size { rows: 4, cols: 3 })[0], &stop).is_none());
}

#[test]
fn sizes_without_tables() {
    let exist = |rows, cols, most| PatternDatabases::exist(Size { rows, cols }, most);
    assert!(exist(2, 2, 16) && exist(4, 4, 16) && exist(8, 2, 16) && exist(5, 5, 25));
    assert!(!exist(1, 4, 16) && !exist(4, 1, 16) && !exist(4, 5, 16) && !exist(1, 1, 16) && !exist(5, 6, 99));
    let databases = PatternDatabases::default();
    assert!(databases.get_or_start(Size { rows: 1, cols: 4 }).is_none());
    let error = databases.wait(Size { rows: 1, cols: 4 }, &Budget::unlimited()).unwrap_err();
    assert_eq!(error, StopReason::Memory);
}

#[test]
fn nothing_is_built_that_does_not_fit() {
    let databases = PatternDatabases::default();
    let size = Size { rows: 4, cols: 4 };
    databases.set_most_bytes(10 << 20);
    assert_eq!(databases.wait(size, &Budget::unlimited()).unwrap_err(), StopReason::Memory);
    // 6 MB that stay, and 23 MB for the one thread that builds.
    databases.set_most_bytes(30 << 20);
    let set = databases.wait(size, &Budget::unlimited()).unwrap();
    assert_eq!(databases.bytes(), set.bytes());
    databases.set_most_bytes(set.bytes() as u64 + (20 << 20));
    assert!(databases.get_or_start(Size { rows: 5, cols: 5 }).is_none());
    assert_eq!(
        databases.wait(Size { rows: 5, cols: 5 }, &Budget::unlimited()).unwrap_err(),
        StopReason::Memory
    );
}
