//! Pattern databases as an estimate: ranks and entries are kept from move to move.
//!
//! The tables know one goal, with the blank in a corner; an [`Approach`](super::super::pattern_database::Approach)
//! carries other goals over. Where that takes a detour, it is taken off what the tables say, and Manhattan distance
//! to the goal itself counts if it is more.

use super::super::board::Board;
use super::super::goal::Goal;
use super::super::pattern_database::{Packed, TableSet};
use super::super::spec::HeuristicName;
use super::estimate::Estimate;

/// Most cells of a board that has pattern databases, and so most columns of one at least as tall as wide.
const CELLS: usize = 25;
const COLS: usize = 5;
/// Most groups of a partition.
const GROUPS: usize = 5;
/// Most views of the tables.
const VIEWS: usize = 2;

/// Additive pattern databases (Korf and Felner, 2002) for one goal: the better of all views of the tables.
#[derive(Debug)]
pub(in super::super) struct Patterns<'t> {
    lenses: Vec<Lens<'t>>,
    detour: u32,
    /// By name and cell, how far a tile is from where it belongs, here and for the tables. Nothing for the blank.
    distances: Box<[[[u8; 2]; CELLS]; CELLS]>,
}

/// One view of the tables. Tiles are called by the cells where they belong on the board.
#[derive(Debug)]
struct Lens<'t> {
    entries: &'t Packed,
    groups: Vec<Group>,
    /// By cell of the board, the one that it is for the tables.
    cells: [u8; CELLS],
    /// By name, the number of its group, and what one step of its own digit counts for.
    group: [u8; CELLS],
    weights: [i32; CELLS],
    /// By name and name passed, what the rank gains besides as the first slides down.
    passing: [[i32; CELLS]; CELLS],
    /// Columns as the tables have them.
    cols: u8,
    /// By the upper of two cells, one above the other for the tables: the cells of the board between them.
    between: [[u8; COLS - 1]; CELLS],
}

/// The tiles of one group, in the order of their digits.
#[derive(Debug)]
struct Group {
    names: Vec<u16>,
    ranking: super::super::pattern_database::Ranking,
    first: u32,
}

/// What is kept beside a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Parts {
    /// Manhattan distance, here and for the tables.
    manhattan: [u16; 2],
    /// By view and group, the number of the entry, and the entry.
    ranks: [[u32; GROUPS]; VIEWS],
    excess: [[u8; GROUPS]; VIEWS],
    sums: [u8; VIEWS],
}

impl<'t> Patterns<'t> {
    /// Bounds on the moves to this goal, by the approach that promises most from this board. The tables are those
    /// for the size of both.
    pub(in super::super) fn new(tables: &'t TableSet, board: &Board, goal: &Goal) -> Self {
        let approach = tables.approach(board, goal);
        let (size, cells) = (goal.board().size(), goal.board().size().cells());
        let of_tables = tables.size();
        // By name, the cell where the tile belongs for the tables.
        let homes: Vec<u8> = goal.board().tiles().iter().map(|&tile| approach.home(tile)).collect();
        let mut distances = Box::new([[[0; 2]; CELLS]; CELLS]);
        for name in (0..cells).filter(|&name| name != goal.board().blank()) {
            for cell in 0..cells {
                let seen = of_tables.distance(homes[name].into(), approach.cell(cell).into());
                distances[name][cell] = [size.distance(name, cell) as u8, seen as u8];
            }
        }
        let lens = |view: super::super::pattern_database::View<'t>| {
            let mirrored = |cell: u8| view.mirror.map_or(cell, |mirror| mirror[usize::from(cell)]);
            let mut lens = Lens {
                entries: view.table.entries(),
                groups: Vec::new(),
                cells: [0; CELLS],
                group: [0; CELLS],
                weights: [0; CELLS],
                passing: [[0; CELLS]; CELLS],
                cols: of_tables.cols as u8,
                between: [[0; COLS - 1]; CELLS],
            };
            let mut names = [0; CELLS];
            for name in 0..cells {
                names[usize::from(mirrored(homes[name]))] = name as u16;
            }
            let mut places = [0; CELLS];
            for cell in 0..cells {
                lens.cells[cell] = mirrored(approach.cell(cell));
                places[usize::from(lens.cells[cell])] = cell as u8;
            }
            for upper in 0..cells.saturating_sub(of_tables.cols as usize) {
                let between = &places[upper + 1..upper + of_tables.cols as usize];
                lens.between[upper][..between.len()].copy_from_slice(between);
            }
            for (number, group) in view.table.groups().iter().enumerate() {
                let names: Vec<u16> = group.tiles.iter().map(|&home| names[usize::from(home)]).collect();
                for (tile, &name) in names.iter().enumerate() {
                    let name = usize::from(name);
                    lens.group[name] = number as u8;
                    lens.weights[name] = group.ranking.weight(tile) as i32;
                    for (other, &passed) in names.iter().enumerate().filter(|&(other, _)| other != tile) {
                        lens.passing[name][usize::from(passed)] = group.ranking.passing(tile, other) as i32;
                    }
                }
                let (ranking, first) = (group.ranking.clone(), group.first as u32);
                lens.groups.push(Group { names, ranking, first });
            }
            lens
        };
        let lenses: Vec<_> = tables.views().map(lens).collect();
        debug_assert!(lenses.len() <= VIEWS && lenses.iter().all(|lens| lens.groups.len() <= GROUPS));
        Self { lenses, detour: approach.detour(), distances }
    }

    /// Manhattan distance after a slide, here and for the tables.
    #[inline]
    fn manhattan(&self, before: [u16; 2], name: usize, from: usize, to: usize) -> [u16; 2] {
        let (old, new) = (self.distances[name][from], self.distances[name][to]);
        std::array::from_fn(|of| before[of] + u16::from(new[of]) - u16::from(old[of]))
    }

    #[inline]
    fn of_sum(&self, manhattan: [u16; 2], sum: u8) -> u32 {
        let [here, seen] = manhattan.map(u32::from);
        here.max((seen + 2 * u32::from(sum)).saturating_sub(self.detour))
    }
}

impl Lens<'_> {
    /// The rank of a tile's group after the tile slid.
    #[inline(always)]
    fn slide(&self, rank: u32, tiles: &[u16], name: usize, from: usize, to: usize) -> u32 {
        let (from, to) = (self.cells[from], self.cells[to]);
        let (upper, lower) = (from.min(to), from.max(to));
        let mut change = self.weights[name] * i32::from(lower - upper);
        if lower - upper == self.cols {
            for &cell in &self.between[usize::from(upper)][..usize::from(self.cols) - 1] {
                change += self.passing[name][usize::from(tiles[usize::from(cell)])];
            }
        }
        rank.wrapping_add_signed(if to > from { change } else { -change })
    }

    /// Updates what one view says.
    #[inline(always)]
    fn look(&self, parts: &mut Parts, view: usize, tiles: &[u16], from: usize, to: usize) {
        let name = usize::from(tiles[to]);
        let group = usize::from(self.group[name]);
        let rank = self.slide(parts.ranks[view][group], tiles, name, from, to);
        let entry = self.entries.get(rank as usize);
        parts.ranks[view][group] = rank;
        parts.sums[view] =
            parts.sums[view] + entry - std::mem::replace(&mut parts.excess[view][group], entry);
    }
}

impl Estimate for Patterns<'_> {
    type Parts = Parts;

    fn of(&self, tiles: &[u16]) -> Parts {
        let mut parts = Parts {
            manhattan: [0; 2],
            ranks: [[0; GROUPS]; VIEWS],
            excess: [[0; GROUPS]; VIEWS],
            sums: [0; VIEWS],
        };
        let mut places = [0; CELLS];
        for (cell, &name) in tiles.iter().enumerate() {
            places[usize::from(name)] = cell;
            for (sum, distance) in parts.manhattan.iter_mut().zip(self.distances[usize::from(name)][cell]) {
                *sum += u16::from(distance);
            }
        }
        for (view, lens) in self.lenses.iter().enumerate() {
            for (number, group) in lens.groups.iter().enumerate() {
                let cells = group.names.iter().map(|&name| lens.cells[places[usize::from(name)]]);
                let rank = group.first + group.ranking.rank(cells);
                let entry = lens.entries.get(rank as usize);
                (parts.ranks[view][number], parts.excess[view][number]) = (rank, entry);
                parts.sums[view] += entry;
            }
        }
        parts
    }

    #[inline]
    fn after(&self, mut parts: Parts, tiles: &[u16], from: usize, to: usize) -> Parts {
        parts.manhattan = self.manhattan(parts.manhattan, tiles[to].into(), from, to);
        for (view, lens) in self.lenses.iter().enumerate() {
            lens.look(&mut parts, view, tiles, from, to);
        }
        parts
    }

    /// Asks one view after the other, and no more once the bound is too high.
    #[inline(always)]
    fn after_within(
        &self,
        mut parts: Parts,
        tiles: &[u16],
        (from, to): (usize, usize),
        most: u32,
    ) -> Result<Parts, u32> {
        parts.manhattan = self.manhattan(parts.manhattan, tiles[to].into(), from, to);
        for (view, lens) in self.lenses.iter().enumerate() {
            lens.look(&mut parts, view, tiles, from, to);
            let value = self.of_sum(parts.manhattan, parts.sums[view]);
            if value > most {
                return Err(value);
            }
        }
        Ok(parts)
    }

    #[inline]
    fn value(&self, parts: Parts) -> u32 {
        self.of_sum(parts.manhattan, parts.sums.into_iter().fold(0, u8::max))
    }

    /// All views together tell boards apart that the better one alone does not. What the tables add to Manhattan
    /// distance counts half as much again: measured on 24-puzzles, that makes the shortest plans.
    #[inline]
    fn promise(&self, parts: Parts) -> u32 {
        let sums: u32 = parts.sums.into_iter().map(u32::from).sum();
        self.lenses.len() as u32 * u32::from(parts.manhattan[1]) + 3 * sums
    }

    fn name(&self) -> HeuristicName {
        HeuristicName::PatternDatabase
    }

    fn core(&self) -> u32 {
        CELLS as u32
    }
}
