//! An answer as JSON, written by hand: what it says is what serde makes of it, in an eighth of the time where the path is
//! long.

use super::answer::{Answer, ParkingMove, ParkingRetrieval};
use crate::contract::write_conclusion;
use crate::grid::Cell;
use crate::json::{Fields, string};

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
            list(fields.value("path"), path, write_move);
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

fn write_move(text: &mut Vec<u8>, ParkingMove { step, from, to, labels }: &ParkingMove) {
    let mut short = Short::default();
    short.put(b"{\"step\":");
    short.number(*step);
    short.put(b",\"from\":");
    short.cell(*from);
    short.put(b",\"to\":");
    short.cell(*to);
    match labels {
        None => {
            short.put(b"}");
            text.extend_from_slice(short.text());
        }
        Some(labels) => {
            text.extend_from_slice(short.text());
            text.extend_from_slice(b",\"labels\":");
            list(text, labels, |text, label| string(text, label));
            text.push(b'}');
        }
    }
}

fn write_retrieval(text: &mut Vec<u8>, retrieval: &ParkingRetrieval) {
    let mut short = Short::default();
    short.put(b"{\"car\":");
    short.cell(retrieval.car);
    short.put(b",\"exit\":");
    short.cell(retrieval.exit);
    short.put(b",\"after_move\":");
    short.number(retrieval.after_move);
    short.put(b"}");
    text.extend_from_slice(short.text());
}

/// The longest entry that is written: words, a step number and two cells.
const LONGEST: usize = 40 + 20 + 2 * 23;

/// A short text, put together in one place before it is appended: pieces of three bytes are not worth a call each.
struct Short {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Default for Short {
    fn default() -> Self {
        Self { bytes: [0; LONGEST], len: 0 }
    }
}

impl Short {
    fn text(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, piece: &[u8; N]) {
        self.bytes[self.len..self.len + N].copy_from_slice(piece);
        self.len += N;
    }

    /// Most numbers have a digit or two.
    #[inline(always)]
    fn number(&mut self, value: u64) {
        let digit = |value: u64| b'0' + (value % 10) as u8;
        match value {
            0..10 => self.put(&[digit(value)]),
            10..100 => self.put(&[digit(value / 10), digit(value)]),
            100..1000 => self.put(&[digit(value / 100), digit(value / 10), digit(value)]),
            _ => {
                let mut digits = itoa::Buffer::new();
                let digits = digits.format(value).as_bytes();
                self.bytes[self.len..self.len + digits.len()].copy_from_slice(digits);
                self.len += digits.len();
            }
        }
    }

    #[inline(always)]
    fn cell(&mut self, Cell { row, col }: Cell) {
        self.put(b"[");
        self.number(row.into());
        self.put(b",");
        self.number(col.into());
        self.put(b"]");
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
