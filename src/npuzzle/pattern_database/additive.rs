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
    /// Puts together the tables of a partition's groups, in the partition's order.
    pub(super) fn assemble(size: Size, partition: &Partition, tables: &[Packed]) -> Self {
        let (entries, firsts) = Packed::concat(tables);
        let group = |(tiles, first): (&Vec<u8>, usize)| Group {
            tiles: tiles.clone(),
            ranking: ranking(size, tiles),
            first,
        };
        Self { size, groups: partition.iter().zip(firsts).map(group).collect(), entries }
    }

    /// Builds all tables on this thread; `None` if stopped.
    #[must_use]
    pub fn build(size: Size, partition: &Partition, stop: &CancelFlag) -> Option<Self> {
        let crew = Crew { threads: 1, stop, settled: &AtomicU64::new(0) };
        let table = |tiles: &Vec<u8>| build_group(size, tiles, &crew);
        let tables: Vec<Packed> = partition.iter().map(table).collect::<Option<_>>()?;
        Some(Self::assemble(size, partition, &tables))
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
