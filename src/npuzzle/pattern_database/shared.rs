//! Tables built once, in the background, for whoever wants them.
//!
//! The first one to ask for a size starts threads of the standard library, which nobody owns: a caller that
//! gives up does not take the tables away from others, callers at the same time share one build, and a process
//! that ends does not wait for it. When the last handle to the whole goes, builds under way stop.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::additive::{Additive, build_group};
use super::build::{Crew, build_bytes};
use super::packed::Packed;
use super::partition::{Partition, partitions};
use super::set::TableSet;
use crate::grid::Size;
use crate::search::{Budget, CancelFlag, StopReason};

/// How long a waiting caller goes without a look at its cancel flag.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The tables of all sizes that were asked for.
#[derive(Debug, Default)]
pub struct PatternDatabases {
    shelf: Arc<Shelf>,
}

#[derive(Debug)]
struct Shelf {
    slots: Mutex<BTreeMap<(u32, u32), Slot>>,
    changed: Condvar,
    stop: CancelFlag,
    /// Bytes of all tables that are built here.
    built: AtomicU64,
    /// The most they may take, together with what it takes to build one more.
    most: AtomicU64,
}

impl Default for Shelf {
    fn default() -> Self {
        Self {
            slots: Mutex::default(),
            changed: Condvar::new(),
            stop: CancelFlag::default(),
            built: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
        }
    }
}

#[derive(Clone, Debug)]
enum Slot {
    Building,
    Ready(Arc<TableSet>),
    /// A thread panicked; a defect of this program. Nobody is to wait, nor to try again.
    Broken,
}

impl Drop for PatternDatabases {
    fn drop(&mut self) {
        self.shelf.stop.cancel();
    }
}

impl PatternDatabases {
    /// Builds nothing from now on that would take the tables built here, and what it takes to build them, above this.
    pub(in crate::npuzzle) fn set_most_bytes(&self, bytes: u64) {
        self.shelf.most.store(bytes, Ordering::Relaxed);
    }

    /// Whether there are tables for boards of this size, built or not: at least two rows and columns, and at
    /// most `most_cells` cells, which for its part is at most 25.
    #[must_use]
    pub fn exist(size: Size, most_cells: usize) -> bool {
        size.cells() <= most_cells && !partitions(upright(size)).is_empty()
    }

    /// The tables for boards of this size, if they are built.
    #[must_use]
    pub fn ready(&self, size: Size) -> Option<Arc<TableSet>> {
        match self.shelf.slots().get(&key(size)) {
            Some(Slot::Ready(tables)) => Some(Arc::clone(tables)),
            _ => None,
        }
    }

    /// The tables for boards of this size; if they are not there, begins to build them and returns at once. One size
    /// is built at a time: while another one is, nothing is begun. Never any for a size without a partition.
    #[must_use]
    pub fn get_or_start(&self, size: Size) -> Option<Arc<TableSet>> {
        match self.shelf.get_or_start(&mut self.shelf.slots(), size) {
            Asked::Ready(tables) => Some(tables),
            Asked::Later | Asked::Never => None,
        }
    }

    /// The tables for boards of this size, as soon as they are built.
    ///
    /// # Errors
    /// The reason to stop, if the budget's time is up before, or its cancel flag set. [`StopReason::Memory`] if
    /// the machine gives no thread to build them, they cannot be built, or there are none for this size.
    pub fn wait(&self, size: Size, budget: &Budget) -> Result<Arc<TableSet>, StopReason> {
        if let Some(tables) = self.ready(size) {
            return Ok(tables);
        }
        loop {
            // Without the lock: this may wait for long.
            budget.check()?;
            let mut slots = self.shelf.slots();
            match self.shelf.get_or_start(&mut slots, size) {
                Asked::Ready(tables) => return Ok(tables),
                Asked::Later => {}
                Asked::Never => return Err(StopReason::Memory),
            }
            let left = budget.deadline.map_or(LOOK_EVERY, |deadline| {
                deadline.saturating_duration_since(crate::search::now()).min(LOOK_EVERY)
            });
            drop(self.shelf.changed.wait_timeout(slots, left));
        }
    }

    /// Has these tables, which were built at another time, serve boards of their size from now on.
    pub(in crate::npuzzle) fn put(&self, tables: TableSet) {
        self.shelf.slots().insert(key(tables.size()), Slot::Ready(Arc::new(tables)));
        self.shelf.changed.notify_all();
    }

    /// Bytes of all tables that are there.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let built = |slot: &Slot| match slot {
            Slot::Ready(tables) => tables.bytes(),
            Slot::Building | Slot::Broken => 0,
        };
        self.shelf.slots().values().map(built).sum()
    }
}

/// What came of asking for tables.
enum Asked {
    Ready(Arc<TableSet>),
    /// They, or others before them, are being built.
    Later,
    /// They cannot be built.
    Never,
}

impl Shelf {
    /// The tables, or the beginning of their build unless another one is under way.
    fn get_or_start(self: &Arc<Self>, slots: &mut BTreeMap<(u32, u32), Slot>, size: Size) -> Asked {
        match slots.get(&key(size)) {
            Some(Slot::Ready(tables)) => return Asked::Ready(Arc::clone(tables)),
            Some(Slot::Building) => return Asked::Later,
            Some(Slot::Broken) => return Asked::Never,
            None => {}
        }
        let size = upright(size);
        let partitions = partitions(size);
        if partitions.is_empty() {
            return Asked::Never;
        }
        if slots.values().any(|slot| matches!(slot, Slot::Building)) {
            return Asked::Later;
        }
        if !Build::start(self, size, partitions) {
            return Asked::Never;
        }
        slots.insert(key(size), Slot::Building);
        Asked::Later
    }

    /// How many threads there is room for that each build one of these tables at a time beside the tables themselves, and
    /// what will be built then; `None` if there is no room.
    fn room_for(&self, size: Size, partitions: &[Partition]) -> Option<(usize, u64)> {
        let bytes = |group: &Vec<u8>| build_bytes(size.cells(), group.len());
        let groups = || partitions.iter().flatten().map(bytes);
        let stays: u64 = groups().map(|(stays, _)| stays).sum();
        let working = groups().map(|(_, working)| working).max()?.max(1);
        let built = self.built.load(Ordering::Relaxed) + stays;
        let room = self.most.load(Ordering::Relaxed).checked_sub(built)? / working;
        usize::try_from(room).ok().filter(|&room| room > 0).map(|room| (room, built))
    }

    /// The slots. No holder of the lock can leave them half changed, so a poisoned lock is as good.
    fn slots(&self) -> MutexGuard<'_, BTreeMap<(u32, u32), Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One build under way, shared by its threads: a group of tiles at a time, the largest first.
struct Build {
    shelf: Arc<Shelf>,
    size: Size,
    partitions: Vec<Partition>,
    /// Partition and group, in the order in which they are to be built.
    order: Vec<(usize, usize)>,
    next: AtomicUsize,
    done: Mutex<Vec<Option<Packed>>>,
}

impl Build {
    /// Starts the threads; false if there is none to be had, or no memory for it. Only for holders of the slots' lock.
    fn start(shelf: &Arc<Shelf>, size: Size, partitions: Vec<Partition>) -> bool {
        let groups =
            |(at, partition): (usize, &Partition)| (0..partition.len()).map(move |group| (at, group));
        let mut order: Vec<_> = partitions.iter().enumerate().flat_map(groups).collect();
        order.sort_by_key(|&(at, group)| std::cmp::Reverse(partitions[at][group].len()));
        let tables = order.len();
        let Some((room, built)) = shelf.room_for(size, &partitions) else { return false };
        let wanted = thread::available_parallelism().map_or(1, NonZero::get).min(tables).min(room);
        let build = Arc::new(Self {
            shelf: Arc::clone(shelf),
            size,
            partitions,
            order,
            next: AtomicUsize::new(0),
            done: Mutex::new((0..tables).map(|_| None).collect()),
        });
        let spawn = |_: &usize| {
            let build = Arc::clone(&build);
            thread::Builder::new().name("pattern-database".into()).spawn(move || build.run()).is_ok()
        };
        let is_begun = (0..wanted).filter(spawn).count() > 0;
        if is_begun {
            shelf.built.store(built, Ordering::Relaxed);
        }
        is_begun
    }

    /// What each thread does: group after group. Whoever finishes the last one puts them together.
    fn run(&self) {
        let _told_if_broken = Guard(self);
        while let Some(&(at, group)) = self.order.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let crew = Crew { threads: 1, stop: &self.shelf.stop, settled: &AtomicU64::new(0) };
            let Some(table) = build_group(self.size, &self.partitions[at][group], &crew) else {
                return;
            };
            let place = self.partitions[..at].iter().map(Vec::len).sum::<usize>() + group;
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            done[place] = Some(table);
            if done.iter().all(Option::is_some) {
                let tables: Vec<Packed> = done.drain(..).flatten().collect();
                drop(done);
                self.publish(&tables);
                return;
            }
        }
    }

    fn publish(&self, mut tables: &[Packed]) {
        let mut additive = Vec::with_capacity(self.partitions.len());
        for partition in &self.partitions {
            let (these, rest) = tables.split_at(partition.len());
            additive.push(Additive::new(self.size, partition, Packed::concat(these)));
            tables = rest;
        }
        self.put(Slot::Ready(Arc::new(TableSet::new(additive))));
    }

    /// Ends the wait, unless better tables came from elsewhere meanwhile.
    fn put(&self, slot: Slot) {
        let mut slots = self.shelf.slots();
        if !matches!(slots.get(&key(self.size)), Some(Slot::Ready(_))) {
            slots.insert(key(self.size), slot);
        }
        self.shelf.changed.notify_all();
    }
}

/// Held by each thread of a build.
struct Guard<'b>(&'b Build);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.put(Slot::Broken);
        }
    }
}

/// The size at least as tall as wide.
fn upright(size: Size) -> Size {
    Size { rows: size.rows.max(size.cols), cols: size.rows.min(size.cols) }
}

fn key(size: Size) -> (u32, u32) {
    let size = upright(size);
    (size.rows, size.cols)
}
