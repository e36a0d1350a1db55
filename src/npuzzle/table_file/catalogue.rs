//! Which tables a directory may hold.

use crate::grid::Size;
use crate::npuzzle::pattern_database::Ranking;

/// One table that a directory may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableName {
    /// What people call it: the size of the boards it is for.
    pub name: &'static str,
    /// Rows and columns as the table has them.
    pub size: Size,
    /// What it holds.
    pub content: Content,
    /// Whether it is among those that are built when none is named.
    pub by_default: bool,
}

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Additive pattern databases, four bits a placement: groups of tiles that together are all, by their home
    /// cells, for a goal whose blank is in cell 0 and boards at least as tall as wide.
    Additive(&'static [&'static [u8]]),
    /// Distances of all boards to a goal whose blank is in cell 0, less all threes, two bits a board; for boards
    /// at least as wide as tall.
    Complete,
}

const fn additive(
    name: &'static str,
    (rows, cols): (u32, u32),
    groups: &'static [&'static [u8]],
    by_default: bool,
) -> TableName {
    TableName { name, size: Size { rows, cols }, content: Content::Additive(groups), by_default }
}

const fn complete(name: &'static str, (rows, cols): (u32, u32)) -> TableName {
    TableName { name, size: Size { rows, cols }, content: Content::Complete, by_default: true }
}

/// All of them, the most useful first.
///
/// The groups for 4 × 4 are Korf and Felner's (2002) seven and eight tiles, those for 5 × 5 their four times six;
/// a square board gives every table a second view, mirrored at the diagonal. `3x3` is there to try things out: its
/// boards have complete tables in memory anyway.
pub const CATALOGUE: [TableName; 6] = [
    additive("4x4", (4, 4), &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]], true),
    additive(
        "5x5",
        (5, 5),
        &[&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24]],
        true,
    ),
    complete("3x4", (3, 4)),
    complete("2x6", (2, 6)),
    additive("3x5", (5, 3), &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14]], true),
    additive("3x3", (3, 3), &[&[1, 2, 4, 5], &[3, 6, 7, 8]], false),
];

impl TableName {
    /// The one that is called so.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        CATALOGUE.into_iter().find(|table| table.name == name)
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        match self.content {
            Content::Additive(groups) => groups.iter().map(|group| self.placements(group)).sum(),
            Content::Complete => (3..=self.size.cells() as u64).product(),
        }
    }

    /// In a few words, what it holds.
    #[must_use]
    pub fn purpose(&self) -> String {
        match self.content {
            Content::Additive(groups) => {
                let sizes: Vec<String> = groups.iter().map(|group| group.len().to_string()).collect();
                format!("pattern databases of {} tiles", sizes.join(" + "))
            }
            Content::Complete => "distances of all boards, goal's blank in a corner".to_owned(),
        }
    }

    /// Placements of one group's tiles.
    pub(super) fn placements(&self, group: &[u8]) -> u64 {
        Ranking::new(self.size.cells(), group.len()).map_or(0, |ranking| ranking.placements().into())
    }

    /// Bytes of all entries.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self.content {
            Content::Additive(groups) => groups.iter().map(|group| self.placements(group).div_ceil(2)).sum(),
            Content::Complete => self.entries().div_ceil(4),
        }
    }

    /// What the header of its file says.
    pub(super) fn description(&self) -> String {
        let Size { rows, cols } = self.size;
        match self.content {
            Content::Additive(groups) => {
                let all: Vec<String> = groups.iter().map(|group| list(group)).collect();
                format!("additive {rows}x{cols} {}", all.join(" "))
            }
            Content::Complete => format!("complete {rows}x{cols}"),
        }
    }

    /// What the header of a part with one group says.
    pub(super) fn part_description(&self, group: &[u8]) -> String {
        let Size { rows, cols } = self.size;
        format!("part {rows}x{cols} {}", list(group))
    }
}

fn list(tiles: &[u8]) -> String {
    tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_one_group() {
        for table in CATALOGUE {
            let Content::Additive(groups) = table.content else { continue };
            let mut tiles = groups.concat();
            tiles.sort_unstable();
            assert_eq!(tiles, (1..table.size.cells() as u8).collect::<Vec<_>>(), "{}", table.name);
        }
    }

    #[test]
    fn sizes_are_as_announced() {
        let bytes = |name| TableName::find(name).map(|table| (table.entries(), table.bytes()));
        assert_eq!(bytes("4x4"), Some((576_576_000, 288_288_000)));
        assert_eq!(bytes("5x5"), Some((510_048_000, 255_024_000)));
        assert_eq!(bytes("6x6"), None);
    }
}
