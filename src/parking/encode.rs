//! An answer as JSON. What it says is what serde makes of it; only the path is written by hand, eight times as fast:
//! of a long plan it is nearly all.

use super::answer::{Answer, ParkingMove};

/// A move that is not labelled takes about so many bytes.
const USUAL_MOVE: usize = 48;
/// All but the path.
const USUAL_REST: usize = 640;

/// Encodes an answer, in time and memory linear in its size.
#[must_use]
pub fn encode(answer: &mut Answer) -> Vec<u8> {
    // An empty path holds the place of the real one.
    let path = answer.path.as_mut().map(std::mem::take).unwrap_or_default();
    let mut text = Vec::with_capacity(USUAL_REST + path.len() * USUAL_MOVE);
    serde_json::to_writer(&mut text, answer).expect("answers are plain data");
    // Text within a string cannot look like it: there every quote is escaped.
    const PLACE: &[u8] = b"\"path\":[]";
    if !path.is_empty()
        && let Some(place) = text.windows(PLACE.len()).position(|window| window == PLACE)
    {
        let rest = text.split_off(place + PLACE.len() - 1);
        write_path(&mut text, &path);
        text.extend_from_slice(&rest);
        answer.path = Some(path);
    }
    text
}

fn write_path(text: &mut Vec<u8>, path: &[ParkingMove]) {
    for (place, ParkingMove { step, from, to, labels }) in path.iter().enumerate() {
        text.extend_from_slice(if place == 0 { b"{\"step\":" } else { b",{\"step\":" });
        number(text, *step);
        text.extend_from_slice(b",\"from\":[");
        number(text, from.row.into());
        text.push(b',');
        number(text, from.col.into());
        text.extend_from_slice(b"],\"to\":[");
        number(text, to.row.into());
        text.push(b',');
        number(text, to.col.into());
        text.push(b']');
        if let Some(labels) = labels {
            text.extend_from_slice(b",\"labels\":");
            serde_json::to_writer(&mut *text, labels).expect("names are text");
        }
        text.push(b'}');
    }
}

/// Most numbers have a digit or two.
fn number(text: &mut Vec<u8>, number: u64) {
    let digit = |number: u64| b'0' + (number % 10) as u8;
    match number {
        0..10 => text.push(digit(number)),
        10..100 => text.extend_from_slice(&[digit(number / 10), digit(number)]),
        _ => text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::contract::{LimitsUsed, SearchReport, Status};
    use crate::grid::Cell;
    use crate::search::SearchStats;

    fn answer(reason: Option<String>, path: Option<Vec<ParkingMove>>) -> Answer {
        Answer {
            solvable: Some(true),
            status: Status::Optimal,
            cost: Some(3),
            moves: Some(3),
            lower_bound: Some(3),
            stopped_by: None,
            reason,
            path,
            retrievals: None,
            path_omitted: None,
            limits: LimitsUsed { time_ms: 1, states: 2, depth: None },
            search: SearchReport::new("map", SearchStats::default()),
        }
    }

    fn a_move() -> impl Strategy<Value = ParkingMove> {
        let cell = || (0..1000_u32, 0..1000_u32).prop_map(|(row, col)| Cell { row, col });
        let step = prop_oneof![0..200_u64, any::<u64>()];
        let labels = prop::option::of(prop::collection::vec(any::<String>(), 0..3));
        (step, cell(), cell(), labels).prop_map(|(step, from, to, labels)| ParkingMove {
            step,
            from,
            to,
            labels,
        })
    }

    proptest! {
        #[test]
        fn it_says_what_serde_says(
            reason in prop::option::of(prop_oneof![any::<String>(), Just("\"path\":[]".to_owned())]),
            path in prop::option::of(prop::collection::vec(a_move(), 0..5)),
        ) {
            let mut answer = answer(reason, path);
            let expected = serde_json::to_string(&answer).unwrap();
            let before = answer.clone();
            prop_assert_eq!(String::from_utf8(encode(&mut answer)).unwrap(), expected);
            prop_assert_eq!(answer, before);
        }
    }
}
