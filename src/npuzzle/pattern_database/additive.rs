//! The tables of one partition, one behind the other, and the bound they add up to.

use std::sync::atomic::AtomicU64;

use super::build::{self, Crew};
use super::packed::Packed;
use super::partition::Partition;
use super::rank::Ranking;
use crate::grid::Size;
use crate::search::CancelFlag;

/// The tables of one partition.
#[derive(Debug)]
pub struct Additive {
    size: Size,
    groups: Vec<Group>,
    entries: Packed,
}

/// One group of tiles and where its entries are.
#[derive(Clone, Debug)]
pub struct Group {
    /// The tiles, by their home cells.
    pub tiles: Vec<u8>,
    /// How their placements are numbered.
    pub ranking: Ranking,
    /// The number of the first entry; the others follow by rank.
    pub first: usize,
}

impl Additive {
    /// Tables whose entries are there: those of each group in the partition's order, beginning at a byte of their
    /// own.
    pub(in crate::npuzzle) fn new(size: Size, partition: &Partition, entries: Packed) -> Self {
        let mut first = 0;
        let groups = partition.iter().map(|tiles| {
            let group = Group { tiles: tiles.clone(), ranking: ranking(size, tiles), first };
            first += (group.ranking.placements() as usize).next_multiple_of(2);
            group
        });
        let groups = groups.collect();
        assert_eq!(2 * entries.bytes(), first, "as many entries as placements");
        Self { size, groups, entries }
    }

    /// Builds all tables on this thread; `None` if stopped.
    #[must_use]
    pub fn build(size: Size, partition: &Partition, stop: &CancelFlag) -> Option<Self> {
        let crew = Crew { threads: 1, stop, settled: &AtomicU64::new(0) };
        let table = |tiles: &Vec<u8>| build_group(size, tiles, &crew);
        let tables: Vec<Packed> = partition.iter().map(table).collect::<Option<_>>()?;
        Some(Self::new(size, partition, Packed::concat(&tables)))
    }

    /// Rows and columns of the board, at least as tall as wide.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The groups, in the order of their entries.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The entries of all groups: half the moves beyond Manhattan distance.
    #[must_use]
    pub const fn entries(&self) -> &Packed {
        &self.entries
    }

    /// Half of what all groups take beyond Manhattan distance. `cells` says where each tile is, by its home.
    #[must_use]
    pub fn excess(&self, cells: &[u8]) -> u32 {
        (0..self.groups.len()).map(|group| u32::from(self.group_excess(group, cells))).sum()
    }

    /// Half of what one group takes beyond Manhattan distance.
    #[must_use]
    pub fn group_excess(&self, group: usize, cells: &[u8]) -> u8 {
        let Group { tiles, ranking, first } = &self.groups[group];
        let rank = ranking.rank(tiles.iter().map(|&tile| cells[usize::from(tile)]));
        self.entries.get(first + rank as usize)
    }
}

/// The table of one group; `None` if stopped.
pub(in crate::npuzzle) fn build_group(size: Size, tiles: &[u8], crew: &Crew<'_>) -> Option<Packed> {
    build::build(size, tiles, &ranking(size, tiles), crew)
}

fn ranking(size: Size, tiles: &[u8]) -> Ranking {
    Ranking::new(size.cells(), tiles.len()).expect("partitions have groups that can be ranked")
}
