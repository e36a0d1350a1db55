//! An answer as JSON, written by hand: what it says is what serde makes of it, in an eighth of the time where the path is
//! long.

use super::answer::{Answer, ParkingMove, ParkingRetrieval};
use crate::contract::write_conclusion;
use crate::grid::Cell;
use crate::json::{Fields, number, string};

/// A move without labels takes about so many bytes.
const USUAL_MOVE: usize = 46;
/// All but the path.
const USUAL_REST: usize = 512;

/// Encodes an answer, in time and memory linear in its size.
#[must_use]
pub fn encode(answer: &Answer) -> Vec<u8> {
    let moves = answer.path.as_ref().map_or(0, Vec::len);
    let mut text = Vec::with_capacity(USUAL_REST + moves * USUAL_MOVE);
    Fields::write(&mut text, |fields| {
        let figures = [answer.cost, answer.moves, answer.lower_bound];
        write_conclusion(fields, answer.solvable, answer.status, figures, answer.stopped_by);
        if let Some(reason) = &answer.reason {
            fields.text("reason", reason);
        }
        if let Some(path) = &answer.path {
            write_path(fields.value("path"), path);
        }
        if let Some(retrievals) = &answer.retrievals {
            list(fields.value("retrievals"), retrievals, write_retrieval);
        }
        if let Some(omitted) = answer.path_omitted {
            fields.flag("path_omitted", omitted);
        }
        fields.object("limits", |fields| answer.limits.write(fields));
        fields.object("search", |fields| answer.search.write(fields));
    });
    text
}

fn list<T>(text: &mut Vec<u8>, entries: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    text.push(b'[');
    for (place, entry) in entries.iter().enumerate() {
        if place > 0 {
            text.push(b',');
        }
        write(text, entry);
    }
    text.push(b']');
}

fn write_path(text: &mut Vec<u8>, path: &[ParkingMove]) {
    let start = text.len();
    let at_a_time = if path.iter().any(|entry| entry.labels.is_some()) { 1 } else { BLOCK };
    for block in path.chunks(at_a_time) {
        write_block(text, block);
        if let [ParkingMove { labels: Some(labels), .. }] = block {
            // Before the brace.
            text.pop();
            text.extend_from_slice(b",\"labels\":");
            list(text, labels, |text, label| string(text, label));
            text.push(b'}');
        }
    }
    // The comma before the first move.
    match text.get_mut(start) {
        Some(comma) => *comma = b'[',
        None => text.push(b'['),
    }
    text.push(b']');
}

/// So many moves are written before what they leave of their room is taken off again.
const BLOCK: usize = 16;

/// Moves without their labels, each with a comma before it: written where they stay, as to copy what was written in pieces
/// only just now takes a processor longer than to write it.
fn write_block(text: &mut Vec<u8>, block: &[ParkingMove]) {
    let mut end = text.len();
    text.resize(end + block.len() * LONGEST, 0);
    for entry in block {
        let room = text[end..].first_chunk_mut().expect("each takes no more than the longest");
        end += write_move(room, entry);
    }
    text.truncate(end);
}

/// Hands back how many bytes were written.
fn write_move(room: &mut [u8; LONGEST], ParkingMove { step, from, to, labels: _ }: &ParkingMove) -> usize {
    let mut piece = Piece { room, len: 0 };
    piece.put(b",{\"step\":");
    match DIGITS.get(*step as usize) {
        Some(step) => piece.number(step),
        None => piece.long_number(*step),
    }
    piece.put(b",\"from\":[");
    piece.number(of_side(from.row));
    piece.put(b",");
    piece.number(of_side(from.col));
    piece.put(b"],\"to\":[");
    piece.number(of_side(to.row));
    piece.put(b",");
    piece.number(of_side(to.col));
    piece.put(b"]}");
    piece.len
}

fn write_retrieval(text: &mut Vec<u8>, retrieval: &ParkingRetrieval) {
    text.extend_from_slice(b"{\"car\":");
    write_cell(text, retrieval.car);
    text.extend_from_slice(b",\"exit\":");
    write_cell(text, retrieval.exit);
    text.extend_from_slice(b",\"after_move\":");
    number(text, retrieval.after_move);
    text.push(b'}');
}

fn write_cell(text: &mut Vec<u8>, Cell { row, col }: Cell) {
    text.push(b'[');
    number(text, row.into());
    text.push(b',');
    number(text, col.into());
    text.push(b']');
}

/// Three digits at most, and how many they are.
type Digits = [u8; 4];

/// Those of a row or column: a lot has a thousand of each at most.
#[inline(always)]
fn of_side(number: u32) -> &'static Digits {
    &DIGITS[number as usize]
}

/// Those of all such numbers.
static DIGITS: [Digits; 1000] = {
    let mut all = [[0; 4]; 1000];
    let mut number = 0;
    while number < all.len() {
        let (mut rest, count) = (number, 1 + (number > 9) as usize + (number > 99) as usize);
        let mut at = count;
        while at > 0 {
            at -= 1;
            all[number][at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        all[number][3] = count as u8;
        number += 1;
    }
    all
};

/// The most digits of a number.
const MOST_DIGITS: usize = 20;

/// A move without its labels: words, a step and two cells.
const LONGEST: usize = 30 + MOST_DIGITS + 4 * 4;

/// A move that is being written.
struct Piece<'t> {
    room: &'t mut [u8; LONGEST],
    len: usize,
}

impl Piece<'_> {
    #[inline(always)]
    fn put<const N: usize>(&mut self, part: &[u8; N]) {
        self.room[self.len..self.len + N].copy_from_slice(part);
        self.len += N;
    }

    /// All four bytes are put, and what follows goes over those that are no digits.
    #[inline(always)]
    fn number(&mut self, digits: &Digits) {
        self.put(digits);
        self.len -= 4 - usize::from(digits[3] & 3);
    }

    fn long_number(&mut self, value: u64) {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(value).as_bytes();
        // No number has more; so told, the compiler knows that everything fits.
        let count = digits.len().min(MOST_DIGITS);
        self.room[self.len..self.len + count].copy_from_slice(&digits[..count]);
        self.len += count;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::contract::{LimitsUsed, Minimised, SearchReport, Status, StoppedBy};
    use crate::search::SearchStats;

    fn a_move() -> impl Strategy<Value = ParkingMove> {
        let side = || prop_oneof![0..10_u32, 0..1000_u32];
        let cell = move || (side(), side()).prop_map(|(row, col)| Cell { row, col });
        let step = prop_oneof![0..200_u64, any::<u64>()];
        let labels = prop::option::of(prop::collection::vec(any::<String>(), 0..3));
        (step, cell(), cell(), labels).prop_map(|(step, from, to, labels)| ParkingMove {
            step,
            from,
            to,
            labels,
        })
    }

    fn a_retrieval() -> impl Strategy<Value = ParkingRetrieval> {
        (a_move(), any::<u64>()).prop_map(|(a_move, after_move)| ParkingRetrieval {
            car: a_move.from,
            exit: a_move.to,
            after_move,
        })
    }

    proptest! {
        #[test]
        fn it_says_what_serde_says(
            solvable in any::<Option<bool>>(),
            figures in any::<[Option<u64>; 3]>(),
            stopped in any::<bool>(),
            reason in any::<Option<String>>(),
            path in prop::option::of(prop::collection::vec(a_move(), 0..5)),
            retrievals in prop::option::of(prop::collection::vec(a_retrieval(), 0..3)),
            path_omitted in prop::option::of(Just(true)),
            depth in any::<Option<u64>>(),
            heuristic in prop::option::of(Just("chains")),
        ) {
            let [cost, moves, lower_bound] = figures;
            let mut search = SearchReport::new("map", SearchStats::default());
            search.heuristic = heuristic.map(Into::into);
            search.minimised = heuristic.map(|_| Minimised::Moves);
            let answer = Answer {
                solvable,
                status: if stopped { Status::Feasible } else { Status::Optimal },
                cost,
                moves,
                lower_bound,
                stopped_by: stopped.then_some(StoppedBy::Memory),
                reason,
                path,
                retrievals,
                path_omitted,
                limits: LimitsUsed { time_ms: 1, states: 2, depth },
                search,
            };
            let expected = serde_json::to_string(&answer).unwrap();
            prop_assert_eq!(String::from_utf8(encode(&answer)).unwrap(), expected);
        }
    }
}
