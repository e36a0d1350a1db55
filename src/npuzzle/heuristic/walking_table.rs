//! Tables of walking distance along one axis.
//!
//! Forget which column every tile is in, and which of the tiles of one goal row it is: what is left is, for
//! every row, how many of its tiles belong to which row, and the row of the blank. A vertical move exchanges
//! the blank with one tile of the row above or below; a horizontal one changes nothing. The least number of
//! exchanges is a bound on the vertical moves, and there are few enough such counts to know it for all of them.

use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;

/// An axis of more lines is not tabulated: five lines of three tiles have over half a million counts.
pub(super) const MOST_LINES: usize = 4;
/// Two lines of eight are the longest on boards of at most sixteen cells.
const MOST_LENGTH: usize = 8;

/// All the tables there may be, each built at first use.
#[derive(Debug, Default)]
pub(in crate::npuzzle) struct WalkingTables {
    /// By number of lines, their length, and the line where the blank belongs.
    slots: [[[OnceLock<Arc<Walk>>; MOST_LINES]; MOST_LENGTH + 1]; MOST_LINES + 1],
}

impl WalkingTables {
    /// The table of an axis, if that many lines of that length are tabulated; built by the first who asks.
    pub(super) fn walk(&self, lines: usize, length: usize, goal_line: usize) -> Option<Arc<Walk>> {
        let slot = self.slots.get(lines)?.get(length)?.get(goal_line)?;
        Some(Arc::clone(slot.get_or_init(|| Arc::new(Walk::build(lines, length, goal_line)))))
    }
}

/// What is left of a board: how many tiles of each line belong to each line, and the blank's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counts {
    /// Four bits for each pair of lines, where and whither.
    tiles: u64,
    blank: u8,
}

impl Counts {
    /// No tile yet.
    pub(super) const fn empty(blank: usize) -> Self {
        Self { tiles: 0, blank: blank as u8 }
    }

    const fn shift(line: usize, home: usize) -> usize {
        4 * (MOST_LINES * line + home)
    }

    /// Counts `many` more tiles in `line` that belong to `home`.
    pub(super) const fn put(&mut self, line: usize, home: usize, many: usize) {
        self.tiles += (many as u64) << Self::shift(line, home);
    }

    /// After the blank and a tile of a line beside it that belongs to `home` changed places, if there is one.
    fn exchange(self, line: usize, home: usize) -> Option<Self> {
        let from = Self::shift(line, home);
        (self.tiles >> from & 0xf != 0).then(|| {
            let to = Self::shift(self.blank.into(), home);
            Self { tiles: self.tiles - (1 << from) + (1 << to), blank: line as u8 }
        })
    }
}

/// The least exchanges from all counts to the goal's, and what every exchange leads to.
#[derive(Debug)]
pub(super) struct Walk {
    lines: usize,
    /// By number of the counts.
    left: Vec<u8>,
    /// By number of the counts, whether the tile comes from the line before or behind the blank's, and the line
    /// where it belongs.
    next: Vec<u16>,
    numbers: HashMap<Counts, u16, foldhash::fast::FixedState>,
}

/// No such exchange.
const NONE: u16 = u16::MAX;

impl Walk {
    /// Breadth-first search from the goal: 24,964 counts for four lines of four tiles, a few milliseconds; no
    /// axis of a board of at most sixteen cells has more.
    fn build(lines: usize, length: usize, goal_line: usize) -> Self {
        let mut goal = Counts::empty(goal_line);
        (0..lines).for_each(|line| goal.put(line, line, length - usize::from(line == goal_line)));
        let mut walk = Self { lines, left: vec![0], next: Vec::new(), numbers: HashMap::default() };
        walk.numbers.insert(goal, 0);
        let mut queue = vec![goal];
        let mut head = 0;
        while head < queue.len() {
            let counts = queue[head];
            let blank = usize::from(counts.blank);
            let beside = [blank.checked_sub(1), Some(blank + 1).filter(|&line| line < lines)];
            for line in beside {
                for home in 0..lines {
                    let Some(after) = line.and_then(|line| counts.exchange(line, home)) else {
                        walk.next.push(NONE);
                        continue;
                    };
                    let number = *walk.numbers.entry(after).or_insert_with(|| {
                        walk.left.push(walk.left[head] + 1);
                        queue.push(after);
                        (queue.len() - 1) as u16
                    });
                    walk.next.push(number);
                }
            }
            head += 1;
        }
        walk
    }

    /// The number of counts that can become the goal's.
    pub(super) fn number(&self, counts: Counts) -> u16 {
        self.numbers[&counts]
    }

    /// The number after a tile that belongs to `home` came from the line before the blank's, or behind it.
    #[inline]
    pub(super) fn after(&self, number: u16, from_behind: bool, home: u8) -> u16 {
        self.next[(usize::from(number) * 2 + usize::from(from_behind)) * self.lines + usize::from(home)]
    }

    /// The least exchanges that are left.
    #[inline]
    pub(super) fn left(&self, number: u16) -> u8 {
        self.left[usize::from(number)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_of_tiles_is_met_once() {
        assert_eq!(Walk::build(4, 4, 3).left.len(), 24_964);
        for (lines, length) in [(2, 8), (3, 5), (4, 3), (4, 4)] {
            for goal_line in 0..lines {
                let walk = Walk::build(lines, length, goal_line);
                assert!(walk.left.len() < usize::from(NONE), "{lines} × {length}");
                assert_eq!(walk.next.len(), walk.left.len() * 2 * lines);
            }
        }
    }

    #[test]
    fn an_exchange_and_back_is_none() {
        let walk = Walk::build(3, 3, 1);
        for number in 0..walk.left.len() as u16 {
            for from_behind in [false, true] {
                for home in 0..3 {
                    let after = walk.after(number, from_behind, home);
                    if after != NONE {
                        assert_eq!(walk.after(after, !from_behind, home), number);
                        assert_eq!(walk.left(after).abs_diff(walk.left(number)), 1);
                    }
                }
            }
        }
    }
}
