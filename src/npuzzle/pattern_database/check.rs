//! What must hold in every table, entry by entry, without building it anew.
//!
//! An entry is a minimum over the regions that the placement leaves to the blank, and regions are not kept. So
//! neighbours may differ by more than one move, and only this is certain:
//!
//! - the goal takes nothing;
//! - from every other placement some move of the group's tiles leads to one that takes fewer – the first move of
//!   the best way home;
//! - where the free cells are all connected, the blank can get beside any tile, so that no move whatever leads to
//!   a placement that takes two moves more. (Were its way home longer, it would go back by this one.)
//!
//! An entry at [`Packed::MOST`] stands for that or more, and is not held against its neighbours.

use std::sync::atomic::{AtomicU64, Ordering};

use super::build::{Crew, Moves, Place, Visit, Walk, share};
use super::packed::Packed;
use super::rank::Ranking;
use crate::grid::Size;

/// One thread's part of the check.
struct Check<'a> {
    moves: &'a Moves,
    entries: &'a Packed,
    /// The number of the group's first entry, and the number of the goal among them.
    first: usize,
    goal: u32,
    seen: u64,
    /// The least number of a placement whose entry is wrong, or a neighbour's.
    wrong: Option<u32>,
}

/// Checks the table of the tiles that belong in the cells `homes`, whose entries begin at `first`. The number of a
/// placement whose entry, or whose neighbour's, is wrong; of several, the least that was met.
///
/// # Errors
/// Nothing but that it was stopped.
pub(in crate::npuzzle) fn check_group(
    size: Size,
    homes: &[u8],
    entries: &Packed,
    first: usize,
    crew: &Crew<'_>,
) -> Result<Option<u32>, super::Stopped> {
    let ranking = Ranking::new(size.cells(), homes.len()).expect("groups that have a table can be ranked");
    let moves = Moves::new(size, homes, &ranking);
    let goal = ranking.rank(homes.iter().copied());
    let wrong = AtomicU64::new(u64::MAX);
    share(crew, &moves, &ranking, |walk: &mut Walk<'_>, ranges| {
        let mut check = Check { moves: &moves, entries, first, goal, seen: 0, wrong: None };
        for range in ranges {
            walk.range(range, &mut check);
            crew.settled.fetch_add(std::mem::take(&mut check.seen), Ordering::Relaxed);
        }
        wrong.fetch_min(check.wrong.map_or(u64::MAX, u64::from), Ordering::Relaxed);
    });
    if crew.stop.is_cancelled() { Err(super::Stopped) } else { Ok(u32::try_from(wrong.into_inner()).ok()) }
}

impl Check<'_> {
    /// Moves that a placement takes, and whether it may be more.
    fn moves_of(&self, rank: u32, distance: u32) -> (u32, bool) {
        let entry = self.entries.get(self.first + rank as usize);
        (distance + 2 * u32::from(entry), entry == Packed::MOST)
    }
}

impl Visit for Check<'_> {
    fn passes_over(&self, _: u32, _: u32) -> bool {
        false
    }

    fn wants(&self, _: u32) -> bool {
        true
    }

    #[inline]
    fn visit(&mut self, Place { rank, tiles, occupied, distance }: Place<'_>) {
        self.seen += 1;
        let (moves, or_more) = self.moves_of(rank, distance);
        if rank == self.goal {
            if moves != 0 {
                self.wrong = Some(self.wrong.map_or(rank, |wrong| wrong.min(rank)));
            }
            return;
        }
        let free = self.moves.all & !occupied;
        let connected = self.moves.regions(free & free.wrapping_neg(), occupied) == free;
        let (mut nearer, mut fits) = (false, true);
        self.moves.each(rank, tiles, occupied, free, |next, from, to| {
            let distances = &self.moves.distances[usize::from(tiles[from] & 7)];
            let after = distance + u32::from(distances[to]) - u32::from(distances[from]);
            let (then, then_or_more) = self.moves_of(next, after);
            nearer |= then < moves;
            fits &= !connected || or_more || then_or_more || then <= moves + 1;
        });
        if !((nearer || or_more) && fits) {
            self.wrong = Some(self.wrong.map_or(rank, |wrong| wrong.min(rank)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::additive::build_group;
    use super::*;
    use crate::search::CancelFlag;

    #[test]
    fn a_table_is_right_and_a_changed_entry_is_not() {
        let size = Size { rows: 3, cols: 3 };
        let homes = [1, 2, 4, 5];
        let (stop, settled) = (CancelFlag::default(), AtomicU64::new(0));
        let crew = Crew { threads: 2, stop: &stop, settled: &settled };
        let table = build_group(size, &homes, &crew).unwrap();
        assert_eq!(settled.load(Ordering::Relaxed), 9 * 8 * 7 * 6);
        assert_eq!(check_group(size, &homes, &table, 0, &crew), Ok(None));
        let (mut changed, mut found) = (0, 0);
        for index in 0..2 * table.bytes() {
            for bit in 0..4 {
                let mut bytes = table.as_bytes().to_vec();
                bytes[index / 2] ^= 1 << (4 * (index % 2) + bit);
                let wrong = check_group(size, &homes, &Packed::new(bytes.into()), 0, &crew).unwrap();
                changed += 1;
                found += u32::from(wrong.is_some());
            }
        }
        // Not all: what has another way home of the same length, and neighbours that are fenced in, is not told.
        assert_eq!((found, changed), (10_194, 4 * 3024));
        stop.cancel();
        assert!(check_group(size, &homes, &table, 0, &crew).is_err());
    }
}
