//! Boards as people type and read them.
//!
//! A board is its rows, one a line: whole numbers with blanks between them, 0 for the empty place (`_` and `.`
//! will do too, and `·`, as [`draw`] has it). `#` starts a comment that lasts to the end of the line; empty lines do not count. An optional
//! first line with one number (`3`), or two (`2 3`: rows, columns), says the size:
//!
//! ```text
//! # the classic 8-puzzle
//! 3
//! 8 1 3
//! 4 0 2
//! 7 6 5
//! ```

use std::fmt::Write as _;

use super::answer::Path;
use super::spec::NpuzzleSpec;

/// How a drawing shows the blank.
const DRAWN_BLANK: &str = "·";

/// Why a text is no board; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// No rows at all.
    #[error("there is no board in this text: write its rows, one a line, 0 for the blank")]
    Empty,
    /// Something that is no number.
    #[error(
        "line {line}: \"{word}\" is no tile number: write whole numbers with blanks between, 0 for the blank"
    )]
    NotANumber {
        /// The line.
        line: usize,
        /// What stands there.
        word: String,
    },
    /// The rows do not fit the size in the first line.
    #[error("line {line} says {rows}×{cols}, but {found}")]
    WrongSize {
        /// The line that says the size.
        line: usize,
        /// Rows as said.
        rows: usize,
        /// Columns as said.
        cols: usize,
        /// What follows instead.
        found: String,
    },
}

/// Reads a board. Whether it is one (each tile once) is for [`Request::new`](super::Request::new) to say.
///
/// # Errors
/// What keeps the text from being rows of numbers, and where.
pub fn parse(text: &str) -> Result<NpuzzleSpec, TextError> {
    let mut rows: Vec<(usize, Vec<u32>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let words = line.split('#').next().unwrap_or_default();
        let row = words
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'))
            .filter(|word| !word.is_empty())
            .map(|word| match word {
                "_" | "." | DRAWN_BLANK => Ok(0),
                _ => word.parse().map_err(|_| TextError::NotANumber {
                    line: line_number,
                    word: crate::json::shorten(word),
                }),
            })
            .collect::<Result<Vec<u32>, _>>()?;
        if !row.is_empty() {
            rows.push((line_number, row));
        }
    }
    if let Some(size) = leading_size(&rows) {
        let (line, (want_rows, want_cols)) = (rows[0].0, size);
        rows.remove(0);
        let wrong = |found| TextError::WrongSize { line, rows: want_rows, cols: want_cols, found };
        if rows.len() != want_rows {
            return Err(wrong(format!("{} rows follow", rows.len())));
        }
        if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != want_cols) {
            return Err(wrong(format!("line {line} has {} numbers", row.len())));
        }
    }
    if rows.is_empty() {
        return Err(TextError::Empty);
    }
    Ok(NpuzzleSpec::of(rows.into_iter().map(|(_, row)| row).collect()))
}

/// Rows and columns, if the first line says the size. A line that could be either is a row of the board when
/// the lines together are one, and the size otherwise.
fn leading_size(rows: &[(usize, Vec<u32>)]) -> Option<(usize, usize)> {
    let (first, rest) = rows.split_first()?;
    let size = match *first.1.as_slice() {
        [side] => (side as usize, side as usize),
        [rows, cols] => (rows as usize, cols as usize),
        _ => return None,
    };
    let mut all: Vec<u32> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
    all.sort_unstable();
    let is_board = rest.iter().all(|(_, row)| row.len() == first.1.len())
        && all.iter().enumerate().all(|(index, &tile)| index == tile as usize);
    (!is_board).then_some(size)
}

/// Draws rows of tiles, the blank as `·`, right-aligned.
#[must_use]
pub fn draw(rows: &[Vec<u32>]) -> String {
    let most = rows.iter().flatten().max().copied().unwrap_or(0);
    let width = most.to_string().len();
    let mut picture = String::new();
    for row in rows {
        for (col, &tile) in row.iter().enumerate() {
            let gap = if col == 0 { "" } else { " " };
            let word = if tile == 0 { DRAWN_BLANK.to_owned() } else { tile.to_string() };
            let _ = write!(picture, "{gap}{word:>width$}");
        }
        picture.push('\n');
    }
    picture
}

/// Calls `show` with a sentence for each move of a path and the board after it.
pub fn tell(start: &[Vec<u32>], path: &Path, mut show: impl FnMut(&str, &[Vec<u32>])) {
    let mut rows = start.to_vec();
    let place = |rows: &[Vec<u32>], tile: u32| {
        rows.iter().enumerate().find_map(|(row, tiles)| Some((row, tiles.iter().position(|&t| t == tile)?)))
    };
    for (index, (&tile, letter)) in path.tiles.iter().zip(path.directions.chars()).enumerate() {
        let (Some((row, col)), Some((to_row, to_col))) = (place(&rows, tile), place(&rows, 0)) else {
            return;
        };
        rows[row][col] = 0;
        rows[to_row][to_col] = tile;
        let way = match letter {
            'U' => "up",
            'D' => "down",
            'L' => "left",
            _ => "right",
        };
        show(&format!("{}. {tile} {way}", index + 1), &rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_comments_and_sizes() {
        let board = vec![vec![8, 1, 3], vec![4, 0, 2], vec![7, 6, 5]];
        for text in [
            "8 1 3\n4 0 2\n7 6 5\n",
            "# the classic\n3\n8 1 3  # first row\n\n4 _ 2\n7 6 5",
            "3 3\n8,1,3\n4,0,2\n7,6,5",
        ] {
            assert_eq!(parse(text).unwrap().board, board, "{text}");
        }
        assert_eq!(parse("1 2\n3 0").unwrap().board, [[1, 2], [3, 0]]);
        assert_eq!(parse("1 2\n0 1").unwrap().board, [[0, 1]], "a size, then one row");
        assert_eq!(parse("1\n0\n2").unwrap().board, [[1], [0], [2]]);
    }

    #[test]
    fn what_is_no_board() {
        for (text, message) in [
            ("# nothing", "there is no board in this text"),
            ("1 2\n3 x", "line 2: \"x\" is no tile number"),
            ("3\n1 2 3\n4 5 6", "line 1 says 3×3, but 2 rows follow"),
            ("2 3\n1 2 3\n4 5", "line 1 says 2×3, but line 3 has 2 numbers"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn pictures() {
        assert_eq!(draw(&[vec![8, 10, 3], vec![4, 0, 2]]), " 8 10  3\n 4  ·  2\n");
        assert_eq!(parse("8 1 3\n4 · 2\n").unwrap().board, [[8, 1, 3], [4, 0, 2]], "drawings can be read");
        let path = Path { tiles: vec![3], directions: "L".to_owned() };
        let mut told = Vec::new();
        tell(&[vec![1, 2], vec![0, 3]], &path, |line, rows| told.push((line.to_owned(), draw(rows))));
        assert_eq!(told, [("1. 3 left".to_owned(), "1 2\n3 ·\n".to_owned())]);
    }
}
