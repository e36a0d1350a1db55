//! Rows of distances from one spot to all others with one spot barred: filled when wanted, kept as long as
//! there is room.
//!
//! Breadth-first where all moves cost the same, Dijkstra's algorithm (1959) elsewhere. When the share of memory
//! is used up, all rows are forgotten at once: they are cheap to make again.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use hashbrown::HashTable;

use super::ways::Prices;
use crate::grid::Direction;
use crate::parking::ground::{Ground, NONE};
use crate::search::{Budget, Meter, StopReason, hash};

/// On regions of up to so many spots, rows are found without a search.
const MOST_INDEXED: usize = 1024;

/// What a row is for: from which spot, which is barred, and the number of the set that is barred too.
type Key = [u32; 3];

/// Finds the number of a row.
struct Numbers {
    /// Spots of the region, if rows of the empty set are looked up by spot and barred spot.
    indexed: Option<usize>,
    /// [`NONE`] where the row was not filled yet. Without entries before the first.
    index: Vec<u32>,
    hashed: HashTable<u32>,
}

impl Numbers {
    /// The place of a row in the index, if it has one.
    #[inline]
    fn place(&self, [from, barred, set]: Key) -> Option<usize> {
        self.indexed.filter(|_| set == 0).map(|spots| from as usize * spots + barred as usize)
    }

    #[inline]
    fn find(&self, key: Key, keys: &[Key]) -> Option<u32> {
        match self.place(key) {
            Some(place) => self.index.get(place).copied().filter(|&number| number != NONE),
            None => self.hashed.find(hash(&key), |&number| keys[number as usize] == key).copied(),
        }
    }

    fn insert(&mut self, key: Key, number: u32, keys: &[Key]) {
        if let (Some(place), Some(spots)) = (self.place(key), self.indexed) {
            if self.index.is_empty() {
                self.index.resize(spots * spots, NONE);
            }
            self.index[place] = number;
        } else {
            self.hashed.insert_unique(hash(&key), number, |&number| hash(&keys[number as usize]));
        }
    }

    fn clear(&mut self) {
        self.index.fill(NONE);
        self.hashed.clear();
    }
}

/// The rows of one region and one set of prices.
pub(super) struct Rows<'g> {
    ground: &'g Ground,
    prices: Prices,
    meter: Meter<'g>,
    /// By number of the row.
    keys: Vec<Key>,
    numbers: Numbers,
    /// One row after another; [`NONE`] where there is no way.
    costs: Vec<u32>,
    most: usize,
    /// Spots that are barred at present beside the one in the key, and the number of that set; 0 is the empty one.
    others: Vec<u32>,
    set: u32,
    sets: HashMap<Vec<u32>, u32>,
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
        let most = (half - if indexed { index } else { 0 }) / (row + 128);
        if most < 8 {
            return Err(StopReason::Memory);
        }
        Ok(Self {
            ground,
            prices,
            meter: Meter::start(budget, 0)?,
            keys: Vec::new(),
            numbers: Numbers {
                indexed: indexed.then_some(ground.spots()),
                index: Vec::new(),
                hashed: HashTable::new(),
            },
            costs: Vec::new(),
            most,
            others: Vec::new(),
            set: 0,
            sets: HashMap::new(),
            queue: Vec::new(),
            open: BinaryHeap::new(),
        })
    }

    /// Bars these spots too.
    pub(super) fn beside(&mut self, others: &[u32]) {
        self.others.clear();
        self.others.extend_from_slice(others);
        self.set = match self.sets.get(others) {
            _ if others.is_empty() => 0,
            Some(&set) => set,
            None => {
                if self.sets.len() >= self.most {
                    self.forget();
                }
                self.number_set()
            }
        };
    }

    fn number_set(&mut self) -> u32 {
        let number = self.sets.len() as u32 + 1;
        self.sets.insert(self.others.clone(), number);
        number
    }

    fn forget(&mut self) {
        self.keys.clear();
        self.numbers.clear();
        self.costs.clear();
        self.sets.clear();
    }

    /// What it costs to come to a spot, by spot; [`NONE`] where there is no way.
    #[inline]
    pub(super) fn to(&mut self, to: u32, barred: u32) -> Result<&[u32], StopReason> {
        let start = self.row(to, barred)? as usize * self.ground.spots();
        Ok(&self.costs[start..start + self.ground.spots()])
    }

    #[inline]
    fn row(&mut self, from: u32, barred: u32) -> Result<u32, StopReason> {
        let key = [from, barred, self.set];
        match self.numbers.find(key, &self.keys) {
            Some(number) => Ok(number),
            None => self.fill(key),
        }
    }

    fn fill(&mut self, mut key: Key) -> Result<u32, StopReason> {
        if self.keys.len() >= self.most {
            self.forget();
            if self.set != 0 {
                self.set = self.number_set();
                key[2] = self.set;
            }
        }
        let spots = self.ground.spots();
        let start = self.keys.len() * spots;
        self.costs.truncate(start);
        self.costs.resize(start + spots, NONE);
        let row = &mut self.costs[start..];
        let [from, barred, _] = key;
        if from != barred && !self.others.contains(&from) {
            // They count as reached already while the row is filled.
            self.others.iter().for_each(|&other| row[other as usize] = 0);
            row[from as usize] = 0;
            if self.prices.equal() {
                breadth_first(self.ground, row, from, barred, &mut self.queue, &mut self.meter)?;
            } else {
                dijkstra(self.ground, self.prices, row, from, barred, &mut self.open, &mut self.meter)?;
            }
            self.others.iter().for_each(|&other| row[other as usize] = NONE);
        }
        let number = self.keys.len() as u32;
        self.keys.push(key);
        self.numbers.insert(key, number, &self.keys);
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
