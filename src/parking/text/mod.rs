//! Lots as maps of characters: for files written by hand and for the terminal.
//!
//! One line a row, one character a cell:
//!
//! | character | cell |
//! |---|---|
//! | `C` | a car to take out |
//! | `o` | another car |
//! | `.` | empty |
//! | `#` | blocked: a pillar, a lift, a missing cell |
//! | `E` | an exit that is empty |
//! | `O` | an exit on which another car stands |
//! | `*` | an exit on which a car to take out stands |
//!
//! Several cars to take out are named row by row, from the top left. Order, motion and names have no place on the map.
//!
//! Blanks between characters are ignored, and so are blank lines and lines that begin with `;`. A line
//! `horizontal 19` or `vertical 31` says what a move to another column or row costs; 1 if there is none. So this
//! is a lot of three rows, with a pillar and one empty cell, the exit:
//!
//! ```text
//! ; lifting is slow
//! vertical 31
//! horizontal 19
//!
//! C o o o
//! o # o o
//! o o o E
//! ```

mod draw;
mod parse;

pub use draw::{draw, draw_plan};
pub use parse::{TextError, parse};

const CAR: char = 'C';
const OTHER: char = 'o';
const EMPTY: char = '.';
const BLOCKED: char = '#';
const EXIT: char = 'E';
const EXIT_OTHER: char = 'O';
const EXIT_CAR: char = '*';
const COMMENT: char = ';';
