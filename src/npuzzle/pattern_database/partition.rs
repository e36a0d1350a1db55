//! Which tiles go into one table, board by board.
//!
//! Tiles are called by their home cells, on a board that is at least as tall as wide and whose goal has the
//! blank in cell 0. What counts is that tiles of one group are each other's neighbours, and that groups are as
//! large as the memory allows. The groups below were chosen by measuring alternatives. On long boards a second
//! partition pays many times over, because the tiles of a small group are in a large one there; on the square
//! one the mirror image does that for nothing.

use crate::grid::Size;

/// Disjoint groups of tiles that together hold all.
pub type Partition = Vec<Vec<u8>>;

/// The partitions for boards of this size, at least as tall as wide: a table set each, of which the better
/// bound counts. Empty where there is none: a single column, or more than 25 cells.
#[must_use]
pub fn partitions(size: Size) -> Vec<Partition> {
    let groups: &[&[&[u8]]] = match (size.rows, size.cols) {
        (4, 4) => &[&[&[13, 14, 15], &[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11]]],
        (5, 3) => &[
            &[&[1, 2], &[3, 4, 5, 6, 7, 8], &[9, 10, 11, 12, 13, 14]],
            &[&[9, 12], &[1, 2, 3, 4, 5, 8], &[6, 7, 10, 11, 13, 14]],
        ],
        (7, 2) => &[
            &[&[13], &[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11, 12]],
            &[&[1], &[2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13]],
        ],
        (8, 2) => &[
            &[&[13, 14, 15], &[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11, 12]],
            &[&[1, 2, 3], &[4, 5, 6, 7, 8, 9], &[10, 11, 12, 13, 14, 15]],
        ],
        (5, 5) => &[&[
            &[1, 2, 5, 6, 7],
            &[3, 4, 8, 9, 14],
            &[10, 11, 15, 16, 20],
            &[12, 13, 17, 18],
            &[19, 21, 22, 23, 24],
        ]],
        (_, 2..) => return in_order(size).into_iter().collect(),
        _ => &[],
    };
    groups.iter().map(|partition| partition.iter().map(|group| group.to_vec()).collect()).collect()
}

/// Groups of at most so many tiles where no better choice is known: tables of at most 21 MB that take at most a few
/// seconds to build.
const fn most_in_order(cells: usize) -> usize {
    if cells <= 18 { 6 } else { 5 }
}

/// The tiles row by row, cut into groups as large as possible, the last ones the largest.
fn in_order(size: Size) -> Option<Partition> {
    let cells = size.cells() as u8;
    if cells > 25 {
        return None;
    }
    let tiles: Vec<u8> = (1..cells).collect();
    let most = most_in_order(size.cells());
    let first = tiles.len() % most;
    let (first, rest) = tiles.split_at(first);
    let mut groups: Partition = rest.chunks(most).map(<[u8]>::to_vec).collect();
    if !first.is_empty() {
        groups.insert(0, first.to_vec());
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_one_group() {
        for rows in 2..=12 {
            for cols in 2..=rows {
                let size = Size { rows, cols };
                let partitions = partitions(size);
                assert_eq!(partitions.is_empty(), size.cells() > 25, "{size}");
                for partition in partitions {
                    let mut tiles = partition.concat();
                    tiles.sort_unstable();
                    assert_eq!(tiles, (1..size.cells() as u8).collect::<Vec<_>>(), "{size}");
                }
            }
        }
        assert!(partitions(Size { rows: 5, cols: 1 }).is_empty());
    }
}
