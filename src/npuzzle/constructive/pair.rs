//! The last two tiles of a line, which must go in together.
//!
//! With one gap left, its tile cannot be brought in without moving a neighbour. So one of the two waits in the
//! other's place, that other below it, and both slide in one after the other. As soon as both tiles and the
//! blank are within three rows under the gap, the rest is read off a table of the shortest ways.

use super::line::{Line, heading, step};
use super::view::Spot;
use crate::grid::Direction;
use crate::search::StopReason;

/// Cells of the table's block: three rows, two columns.
const CELLS: usize = 6;

/// Fills the two spots of the top row that are still open.
pub(super) fn place(line: &mut Line<'_, '_>) -> Result<(), StopReason> {
    let (left, right) = line.open;
    let home = |col: i32| line.view.cell((0, col));
    let tiles = (home(left), home(right));
    if line.spot(tiles.0) == (0, left) && line.spot(tiles.1) == (0, right) {
        return Ok(());
    }
    // The first waits in the second's place; whichever has the shorter way there is the first.
    let way = |tile: usize, col: i32| {
        let (row, at) = line.spot(tile);
        row.unsigned_abs() + at.abs_diff(col)
    };
    let (first, second, col, gap) = if way(tiles.0, right) <= way(tiles.1, left) {
        (tiles.0, tiles.1, right, left)
    } else {
        (tiles.1, tiles.0, left, right)
    };
    let in_block = |(row, col): Spot| row < 3 && col >= left && col <= right;
    let all_in = |line: &Line<'_, '_>| {
        in_block(line.spot(tiles.0)) && in_block(line.spot(tiles.1)) && in_block(line.blank)
    };
    if !all_in(line) {
        line.carry(first, (0, col))?;
    }
    if !all_in(line) {
        if line.blank == (0, gap) {
            line.go(Direction::Down)?;
        }
        line.open = (1, 0);
        if !in_block(line.spot(second)) {
            line.carry(second, (1, col))?;
        }
        if !in_block(line.blank) {
            enter(line, left, line.spot(second))?;
        }
    }
    let table = table();
    let index = |spot: Spot| (2 * spot.0 + spot.1 - left) as usize;
    while let Some(blank_goes) =
        table[state(index(line.spot(tiles.0)), index(line.spot(tiles.1)), index(line.blank))]
    {
        line.go(blank_goes)?;
    }
    Ok(())
}

/// Takes the blank into the block, past the tile that is already there.
fn enter(line: &mut Line<'_, '_>, left: i32, tile: Spot) -> Result<(), StopReason> {
    let (row, col) = line.blank;
    let (corner, to) = [(1, left), (1, left + 1), (2, left), (2, left + 1)]
        .into_iter()
        .filter_map(|spot| Some((line.corner(spot, tile)?, spot)))
        .min_by_key(|(_, spot)| spot.0.abs_diff(row) + spot.1.abs_diff(col))
        .expect("one tile cannot close the block");
    for stop in [corner, to] {
        while line.blank != stop {
            line.go(heading(line.blank, stop))?;
        }
    }
    Ok(())
}

/// The index of the state with the two tiles and the blank in these cells of the block.
const fn state(first: usize, second: usize, blank: usize) -> usize {
    (first * CELLS + second) * CELLS + blank
}

/// By state, the way for the blank to go next; `None` when both tiles are home. Breadth-first from there.
fn table() -> [Option<Direction>; CELLS * CELLS * CELLS] {
    let mut table = [None; CELLS * CELLS * CELLS];
    let mut seen = [false; CELLS * CELLS * CELLS];
    let mut queue: Vec<(usize, usize, usize)> = (2..CELLS).map(|blank| (0, 1, blank)).collect();
    queue.iter().for_each(|&(first, second, blank)| seen[state(first, second, blank)] = true);
    let mut next = 0;
    while let Some(&(first, second, blank)) = queue.get(next) {
        next += 1;
        for direction in Direction::ALL {
            let (row, col) = step((blank as i32 / 2, blank as i32 % 2), direction);
            if !(0..3).contains(&row) || !(0..2).contains(&col) {
                continue;
            }
            let to = (2 * row + col) as usize;
            let moved = |tile: usize| if tile == to { blank } else { tile };
            let before = state(moved(first), moved(second), to);
            if !std::mem::replace(&mut seen[before], true) {
                table[before] = Some(direction.opposite());
                queue.push((moved(first), moved(second), to));
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_leads_home_from_everywhere() {
        let table = table();
        for start in 0..CELLS * CELLS * CELLS {
            let (mut first, mut second, mut blank) =
                (start / CELLS / CELLS, start / CELLS % CELLS, start % CELLS);
            if first == second || first == blank || second == blank {
                continue;
            }
            let mut moves = 0;
            while let Some(direction) = table[state(first, second, blank)] {
                let (row, col) = step((blank as i32 / 2, blank as i32 % 2), direction);
                let to = (2 * row + col) as usize;
                (first, second) =
                    (if first == to { blank } else { first }, if second == to { blank } else { second });
                blank = to;
                moves += 1;
                assert!(moves < 30, "in circles from {start}");
            }
            assert_eq!((first, second), (0, 1));
        }
    }
}
