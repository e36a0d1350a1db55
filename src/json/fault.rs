//! Faults: what is wrong with a well-formed request, where, and what would be right.

use serde::Serialize;

use super::codes::codes;
use super::node::Pointer;

/// How many faults an answer lists; the count goes on.
pub const MOST_LISTED: usize = 100;

/// The longest piece of the caller's own input that a message repeats, in characters.
const LONGEST_ECHO: usize = 64;

codes! {
    /// The kinds of fault, each with a fixed name.
    pub enum FaultCode;

    MissingField = "missing-field", "A required field is not there: add it.";
    UnknownField = "unknown-field", "There is no field of this name: check its spelling, or leave it out.";
    DuplicateKey = "duplicate-key", "The same field occurs twice in one object: keep one of them.";
    NullValue = "null-value", "`null` is not a value of any field: leave the field out instead.";
    WrongType = "wrong-type", "The value is of another JSON type than the field wants.";
    NotAnInteger = "not-an-integer", "A whole number is wanted, written without fraction and exponent: `1`, not `1.0`.";
    OutOfRange = "out-of-range", "The number is smaller or larger than the field allows.";
    UnknownValue = "unknown-value", "The field takes one of a fixed list of words, and this is none of them.";
    Empty = "empty", "The list needs at least one entry.";
    RaggedRow = "ragged-row", "The row is longer or shorter than the first: all rows of a board are of one length.";
    TooLarge = "too-large", "There are more rows or columns than this server takes; `/limits` says how many.";
    Duplicate = "duplicate", "The same tile or cell occurs a second time.";
    OutsideGrid = "outside-grid", "The cell does not lie on the grid: rows and columns count from 0.";
    Overlap = "overlap", "The cell is already taken by something else: a car, an empty or a blocked cell.";
    WrongSize = "wrong-size", "The grid is of another size than the one it belongs to.";
    WrongLength = "wrong-length", "A cell is a list of exactly two whole numbers: `[row, col]`.";
    Conflict = "conflict", "Two fields exclude each other: keep one of them.";
    NotApplicable = "not-applicable", "The option means nothing for the algorithm chosen, or the algorithm cannot be run on this puzzle.";
}

impl Serialize for FaultCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// JSON pointer (RFC 6901) to the value at fault; a missing field at its own name.
    pub pointer: String,
    /// The kind of fault.
    pub code: FaultCode,
    /// What is wrong and what would be right, for people.
    pub detail: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = if self.pointer.is_empty() { "(the whole)" } else { &self.pointer };
        write!(f, "{at}: {}", self.detail)
    }
}

/// All faults of one request, in the order in which they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    listed: Vec<Fault>,
    count: u64,
}

impl Faults {
    /// Notes a fault; past [`MOST_LISTED`] it is only counted.
    pub fn add(&mut self, at: &Pointer<'_>, code: FaultCode, detail: impl Into<String>) {
        self.count += 1;
        if self.listed.len() < MOST_LISTED {
            self.listed.push(Fault { pointer: at.to_string(), code, detail: detail.into() });
        }
    }

    /// Notes all faults of another part of the request after these.
    pub fn append(&mut self, others: Self) {
        self.count += others.count;
        let room = MOST_LISTED - self.listed.len();
        self.listed.extend(others.listed.into_iter().take(room));
    }

    /// The first [`MOST_LISTED`] faults.
    #[must_use]
    pub fn listed(&self) -> &[Fault] {
        &self.listed
    }

    /// How many there are, listed or not.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// The caller's own input, cut to what a message may repeat.
#[must_use]
pub fn shorten(input: &str) -> String {
    match input.char_indices().nth(LONGEST_ECHO) {
        Some((end, _)) => format!("{}…", &input[..end]),
        None => input.to_owned(),
    }
}
