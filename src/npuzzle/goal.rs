//! What a board is to become.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Board;
use crate::grid::Size;
use crate::json::Word;

/// A goal with a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GoalPreset {
    /// 1 2 3 … row by row, the blank last.
    #[default]
    BlankLast,
    /// The blank first, then 1 2 3 … row by row.
    BlankFirst,
    /// 1 2 3 … clockwise inwards from the top left, the blank at the end.
    Spiral,
}

impl GoalPreset {
    /// The word for it in requests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BlankLast => "blank_last",
            Self::BlankFirst => "blank_first",
            Self::Spiral => "spiral",
        }
    }

    /// All of them.
    pub const ALL: [Self; 3] = [Self::BlankLast, Self::BlankFirst, Self::Spiral];
}

impl Word for GoalPreset {
    const WORDS: &'static [(&'static str, Self)] =
        &[("blank_last", Self::BlankLast), ("blank_first", Self::BlankFirst), ("spiral", Self::Spiral)];
}

/// The board that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal(Board);

impl Goal {
    /// The preset for boards of this size.
    #[must_use]
    pub fn preset(preset: GoalPreset, size: Size) -> Self {
        let cells = size.cells();
        let tiles = match preset {
            GoalPreset::BlankFirst => (0..cells).map(|tile| tile as u16).collect(),
            GoalPreset::BlankLast => (1..=cells).map(|tile| (tile % cells) as u16).collect(),
            GoalPreset::Spiral => {
                let mut tiles = vec![0; cells];
                for (cell, tile) in spiral(size).zip(1..cells) {
                    tiles[cell] = tile as u16;
                }
                tiles
            }
        };
        Self(Board::from_tiles(size, tiles))
    }

    /// Any board is a goal for boards of its size.
    #[must_use]
    pub const fn explicit(board: Board) -> Self {
        Self(board)
    }

    /// The board that is wanted.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.0
    }
}

/// The cells clockwise inwards from the top left.
fn spiral(size: Size) -> impl Iterator<Item = usize> {
    // What is left to walk is the rectangle top..bottom × left..right; each side walked shrinks it.
    let (mut top, mut left) = (0, 0);
    let (mut bottom, mut right) = (size.rows as usize, size.cols as usize);
    let cols = right;
    let mut cells = Vec::with_capacity(size.cells());
    while top < bottom && left < right {
        cells.extend((left..right).map(|col| top * cols + col));
        top += 1;
        cells.extend((top..bottom).map(|row| row * cols + right - 1));
        right -= 1;
        if top < bottom {
            cells.extend((left..right).rev().map(|col| (bottom - 1) * cols + col));
            bottom -= 1;
        }
        if left < right {
            cells.extend((top..bottom).rev().map(|row| row * cols + left));
            left += 1;
        }
    }
    cells.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(preset: GoalPreset, rows: u32, cols: u32) -> Vec<Vec<u32>> {
        Goal::preset(preset, Size { rows, cols }).board().to_rows()
    }

    #[test]
    fn presets_as_pictures() {
        assert_eq!(rows(GoalPreset::BlankLast, 2, 3), [[1, 2, 3], [4, 5, 0]]);
        assert_eq!(rows(GoalPreset::BlankFirst, 2, 3), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(rows(GoalPreset::Spiral, 3, 3), [[1, 2, 3], [8, 0, 4], [7, 6, 5]]);
        assert_eq!(
            rows(GoalPreset::Spiral, 4, 4),
            [[1, 2, 3, 4], [12, 13, 14, 5], [11, 0, 15, 6], [10, 9, 8, 7]]
        );
        assert_eq!(rows(GoalPreset::Spiral, 1, 4), [[1, 2, 3, 0]]);
        assert_eq!(rows(GoalPreset::Spiral, 3, 1), [[1], [2], [0]]);
        assert_eq!(rows(GoalPreset::Spiral, 3, 2), [[1, 2], [0, 3], [5, 4]]);
        assert_eq!(rows(GoalPreset::BlankLast, 1, 1), [[0]]);
    }
}
