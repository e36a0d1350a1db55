//! Rows of distances from one spot to all others with one spot barred: filled when wanted, kept as long as
//! there is room.
//!
//! Breadth-first where all moves cost the same, Dijkstra's algorithm (1959) elsewhere. When the share of memory
//! is used up, all rows are forgotten at once: they are cheap to make again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashTable;

use super::ways::{FAR, Prices};
use crate::grid::Direction;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Budget, Meter, StopReason, hash};

/// On regions of up to so many spots, rows are found without a search.
const MOST_INDEXED: usize = 1024;

/// Finds the number of a row.
enum Numbers {
    /// By spot and barred spot; [`NONE`] where the row was not filled yet. Without entries before the first.
    Indexed(Vec<u32>),
    Hashed(HashTable<u32>),
}

/// The rows of one region and one set of prices.
pub(super) struct Rows<'g> {
    ground: &'g Ground,
    prices: Prices,
    meter: Meter<'g>,
    /// From which spot and which is barred, by number of the row.
    keys: Vec<[u32; 2]>,
    numbers: Numbers,
    /// One row after another; [`NONE`] where there is no way.
    costs: Vec<u32>,
    most: usize,
    queue: Vec<u32>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl<'g> Rows<'g> {
    pub(super) fn new(ground: &'g Ground, prices: Prices, budget: &'g Budget) -> Result<Self, StopReason> {
        let row = ground.spots() * size_of::<u32>();
        // Half of the share, since an array that grows lives twice for a moment; a row has its key and number,
        // and the queues are as long as one.
        let half = usize::try_from(budget.bytes / 4).unwrap_or(usize::MAX);
        let index = ground.spots() * row;
        let indexed = ground.spots() <= MOST_INDEXED && index <= half / 2;
        let most = (half - if indexed { index } else { 0 }) / (row + 64);
        if most < 8 {
            return Err(StopReason::Memory);
        }
        Ok(Self {
            ground,
            prices,
            meter: Meter::start(budget, 0)?,
            keys: Vec::new(),
            numbers: if indexed { Numbers::Indexed(Vec::new()) } else { Numbers::Hashed(HashTable::new()) },
            costs: Vec::new(),
            most,
            queue: Vec::new(),
            open: BinaryHeap::new(),
        })
    }

    /// The cost between two spots; [`FAR`] if there is no way.
    #[inline]
    pub(super) fn between(&mut self, from: u32, to: u32, barred: u32) -> Result<u64, StopReason> {
        let number = self.row(to, barred)?;
        let cost = self.costs[number as usize * self.ground.spots() + from as usize];
        Ok(if cost == NONE { FAR } else { u64::from(cost) })
    }

    #[inline]
    fn row(&mut self, from: u32, barred: u32) -> Result<u32, StopReason> {
        let key = [from, barred];
        let number = match &self.numbers {
            Numbers::Indexed(numbers) => {
                numbers.get(self.place(key)).copied().filter(|&number| number != NONE)
            }
            Numbers::Hashed(numbers) => {
                let keys = &self.keys;
                numbers.find(hash(&key), |&number| keys[number as usize] == key).copied()
            }
        };
        match number {
            Some(number) => Ok(number),
            None => self.fill(key),
        }
    }

    /// Where the number of a row stands in the index.
    fn place(&self, [from, barred]: [u32; 2]) -> usize {
        from as usize * self.ground.spots() + barred as usize
    }

    fn fill(&mut self, key: [u32; 2]) -> Result<u32, StopReason> {
        if self.keys.len() >= self.most {
            self.keys.clear();
            match &mut self.numbers {
                Numbers::Indexed(numbers) => numbers.fill(NONE),
                Numbers::Hashed(numbers) => numbers.clear(),
            }
            self.costs.clear();
        }
        let spots = self.ground.spots();
        let start = self.keys.len() * spots;
        self.costs.truncate(start);
        self.costs.resize(start + spots, NONE);
        let row = &mut self.costs[start..];
        let [from, barred] = key;
        if from != barred {
            row[from as usize] = 0;
            if self.prices.equal() {
                breadth_first(self.ground, row, from, barred, &mut self.queue, &mut self.meter)?;
            } else {
                dijkstra(self.ground, self.prices, row, from, barred, &mut self.open, &mut self.meter)?;
            }
        }
        let number = self.keys.len() as u32;
        self.keys.push(key);
        let place = self.place(key);
        match &mut self.numbers {
            Numbers::Indexed(numbers) => {
                if numbers.is_empty() {
                    numbers.resize(spots * spots, NONE);
                }
                numbers[place] = number;
            }
            Numbers::Hashed(numbers) => {
                let keys = &self.keys;
                numbers.insert_unique(hash(&key), number, |&number| hash(&keys[number as usize]));
            }
        }
        Ok(number)
    }
}

fn breadth_first(
    ground: &Ground,
    row: &mut [u32],
    from: u32,
    barred: u32,
    queue: &mut Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    queue.clear();
    queue.push(from);
    let mut head = 0;
    while let Some(&spot) = queue.get(head) {
        head += 1;
        meter.tick()?;
        for next in ground.near[spot as usize] {
            if next != NONE && next != barred && row[next as usize] == NONE {
                row[next as usize] = row[spot as usize] + 1;
                queue.push(next);
            }
        }
    }
    Ok(())
}

fn dijkstra(
    ground: &Ground,
    prices: Prices,
    row: &mut [u32],
    from: u32,
    barred: u32,
    open: &mut BinaryHeap<Reverse<(u32, u32)>>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    open.clear();
    open.push(Reverse((0, from)));
    while let Some(Reverse((cost, spot))) = open.pop() {
        meter.tick()?;
        if cost > row[spot as usize] {
            continue;
        }
        for (next, direction) in ground.near[spot as usize].into_iter().zip(Direction::ALL) {
            let through = cost + prices.slide(direction) as u32;
            if next != NONE && next != barred && through < row[next as usize] {
                row[next as usize] = through;
                open.push(Reverse((through, next)));
            }
        }
    }
    Ok(())
}
