//! What is true of small boards, found by the plainest means there are, and sharing nothing with the library.

use std::collections::{HashMap, VecDeque};

/// Tiles in row-major order, 0 for the blank.
pub(crate) type Tiles = Vec<u16>;

/// Every board from which the goal can be reached, and in how few moves: one wave outwards from the goal.
pub(crate) fn distances(rows: usize, cols: usize, goal: &[u16]) -> HashMap<Tiles, u64> {
    let mut distances = HashMap::from([(goal.to_vec(), 0)]);
    let mut queue = VecDeque::from([goal.to_vec()]);
    while let Some(tiles) = queue.pop_front() {
        let distance = distances[&tiles];
        for next in neighbours(rows, cols, &tiles) {
            distances.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                distance + 1
            });
        }
    }
    distances
}

/// The boards that one move makes of a board.
pub(crate) fn neighbours(rows: usize, cols: usize, tiles: &[u16]) -> Vec<Tiles> {
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let (row, col) = (blank / cols, blank % cols);
    let mut cells = Vec::new();
    if row > 0 {
        cells.push(blank - cols);
    }
    if row + 1 < rows {
        cells.push(blank + cols);
    }
    if col > 0 {
        cells.push(blank - 1);
    }
    if col + 1 < cols {
        cells.push(blank + 1);
    }
    let swapped = |cell| {
        let mut next = tiles.to_vec();
        next.swap(cell, blank);
        next
    };
    cells.into_iter().map(swapped).collect()
}

/// Calls `visit` with every board of so many cells, solvable or not (Heap, 1963).
pub(crate) fn permutations(cells: usize, mut visit: impl FnMut(&[u16])) {
    let mut tiles: Tiles = (0..cells as u16).collect();
    let mut counts = vec![0; cells];
    visit(&tiles);
    let mut at = 1;
    while at < cells {
        if counts[at] < at {
            tiles.swap(if at % 2 == 0 { 0 } else { counts[at] }, at);
            visit(&tiles);
            counts[at] += 1;
            at = 1;
        } else {
            counts[at] = 0;
            at += 1;
        }
    }
}

/// Rows of so many columns.
pub(crate) fn rows_of(cols: usize, tiles: &[u16]) -> Vec<Vec<u32>> {
    tiles.chunks(cols).map(|row| row.iter().copied().map(u32::from).collect()).collect()
}

/// So many random cases. (One that fails is worth a test with a name, not a file of seeds.)
pub(crate) fn cases(cases: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config { cases, failure_persistence: None, ..Default::default() }
}
