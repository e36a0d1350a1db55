//! The last two tiles of a line, or any two beside each other, and the exact number of moves that place them.
//!
//! For two tiles, the blank and the cells that are still open, a breadth-first search backwards from the placed
//! pair gives the exact number of moves from everywhere, all other tiles being alike: a pattern database of two
//! tiles that knows where the blank is (Culberson and Schaeffer, 1996). Two, because the last two tiles of a
//! line must go in together.

use super::beam::Aim;
use super::estimate::Conflicts;
use super::field::{OFF, Sources};
use crate::search::{Meter, StopReason};

/// Moves that place a pair of tiles while only some cells are open.
#[derive(Debug)]
pub(super) struct Pair {
    tiles: [u16; 2],
    /// By cell, its number among the open ones.
    number: Vec<u16>,
    /// How many open ones there are.
    count: usize,
    /// By cells of the first tile, the second and the blank.
    moves: Vec<u16>,
}

impl Pair {
    /// Searches backwards from the placed pair; `sources` are the neighbours among the open cells. Time and
    /// memory: the cube of the open cells.
    pub(super) fn new(
        tiles: [u16; 2],
        sources: &Sources,
        is_open: &[bool],
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let open: Vec<usize> = (0..is_open.len()).filter(|&cell| is_open[cell]).collect();
        let mut number = vec![0; is_open.len()];
        open.iter().enumerate().for_each(|(at, &cell)| number[cell] = at as u16);
        let count = open.len();
        let size = count * count * count;
        let queue_bytes = size * size_of::<u32>();
        meter.hold(size * size_of::<u16>() + queue_bytes)?;
        let mut pair = Self { tiles, number, count, moves: vec![u16::MAX; size] };
        let filled = pair.fill(sources, &open, meter);
        meter.release(queue_bytes);
        if filled.is_err() {
            meter.release(pair.bytes());
        }
        filled.map(|()| pair)
    }

    /// Bytes held.
    pub(super) const fn bytes(&self) -> usize {
        self.moves.len() * size_of::<u16>()
    }

    fn fill(&mut self, sources: &Sources, open: &[usize], meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let homes = self.tiles.map(usize::from);
        let mut queue = Vec::with_capacity(self.moves.len());
        for &blank in open.iter().filter(|&blank| !homes.contains(blank)) {
            let index = self.index(homes, blank);
            self.moves[index] = 0;
            queue.push(index as u32);
        }
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            next += 1;
            let index = index as usize;
            let moves = self.moves[index] + 1;
            let [first, second] =
                [index / (self.count * self.count), index / self.count % self.count].map(|at| open[at]);
            let blank = open[index % open.len()];
            for from in sources[blank] {
                if from == OFF {
                    continue;
                }
                meter.tick()?;
                let from = from as usize;
                let places = [first, second].map(|place| if place == from { blank } else { place });
                let index = self.index(places, from);
                if self.moves[index] == u16::MAX {
                    self.moves[index] = moves;
                    queue.push(index as u32);
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn index(&self, places: [usize; 2], blank: usize) -> usize {
        let number = |cell: usize| usize::from(self.number[cell]);
        (number(places[0]) * self.count + number(places[1])) * self.count + number(blank)
    }
}

/// Places a pair, and keeps an eye on the tiles that come after it.
pub(super) struct Placing<'a> {
    pub(super) pair: &'a Pair,
    pub(super) distances: &'a Conflicts,
    /// Where the blank belongs.
    pub(super) goal_blank: u16,
}

/// Where the two are, how many moves place them, and how far the other tiles are from their places.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    places: [u16; 2],
    moves: u16,
    rest: u32,
}

impl Aim for Placing<'_> {
    type Parts = Parts;

    fn of(&self, tiles: &[u16], blank: usize) -> Parts {
        let mut places = [0, 0];
        let mut rest = 0;
        for (cell, &tile) in tiles.iter().enumerate() {
            for (place, _) in places.iter_mut().zip(self.pair.tiles).filter(|&(_, other)| other == tile) {
                *place = cell as u16;
            }
            if !self.pair.tiles.contains(&tile) && tile != self.goal_blank {
                rest += self.distances.distance(tile, cell);
            }
        }
        let moves = self.pair.moves[self.pair.index(places.map(usize::from), blank)];
        Parts { places, moves, rest }
    }

    #[inline]
    fn after(&self, mut parts: Parts, tiles: &[u16], from: usize, to: usize) -> Parts {
        let tile = tiles[to];
        if self.pair.tiles.contains(&tile) {
            parts.places =
                parts.places.map(|place| if usize::from(place) == from { to as u16 } else { place });
        } else {
            parts.rest = parts.rest + self.distances.distance(tile, to) - self.distances.distance(tile, from);
        }
        parts.moves = self.pair.moves[self.pair.index(parts.places.map(usize::from), from)];
        parts
    }

    #[inline]
    fn moves(&self, parts: Parts) -> u32 {
        parts.moves.into()
    }

    #[inline]
    fn rest(&self, parts: Parts) -> u32 {
        parts.rest
    }
}
