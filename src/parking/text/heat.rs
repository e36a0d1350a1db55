//! Draws what a car costs from every cell: numbers in columns, and on a terminal a colour for each.

use std::fmt::Write as _;

use super::{BLOCKED, EMPTY};
use crate::parking::{Lot, MapAnswer};

/// No plan from there.
const UNSOLVABLE: char = 'x';
/// Not proved.
const NOT_PROVED: char = '?';

/// Backgrounds of the 256-colour palette from cheap to dear, dark enough for white numbers.
const RAMP: [u8; 8] = [22, 28, 64, 100, 136, 130, 124, 88];

/// The costs, a line each row, right-aligned: `#` blocked, `.` empty, `x` no plan, `?` not proved.
///
/// With `colours` every number stands on a background between green (0) and red (the largest), as ANSI sequences.
#[must_use]
pub fn draw_costs(lot: &Lot, answer: &MapAnswer, colours: bool) -> String {
    let most = answer.max.unwrap_or(0);
    let width = most.to_string().len();
    let mut picture = String::new();
    for (row, costs) in (0..).zip(&answer.costs) {
        for (col, &cost) in (0..).zip(costs) {
            if col > 0 {
                picture.push(' ');
            }
            let entry = match u64::try_from(cost) {
                Ok(cost) => format!("{cost:>width$}"),
                Err(_) => format!("{:>width$}", symbol(lot, row * lot.size().cols + col, cost)),
            };
            // Writing to a string cannot fail.
            let _ = match u64::try_from(cost) {
                Ok(cost) if colours => {
                    write!(picture, "\x1b[48;5;{};38;5;15m{entry}\x1b[0m", shade(cost, most))
                }
                _ => write!(picture, "{entry}"),
            };
        }
        picture.push('\n');
    }
    picture
}

fn symbol(lot: &Lot, cell: u32, code: i64) -> char {
    match code {
        -1 => UNSOLVABLE,
        -2 if lot.is_blocked(cell) => BLOCKED,
        -2 => EMPTY,
        _ => NOT_PROVED,
    }
}

fn shade(cost: u64, most: u64) -> u8 {
    let last = RAMP.len() as u128 - 1;
    RAMP[(u128::from(cost) * last / u128::from(most.max(1))) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Limits;
    use crate::parking::{MapRequest, Request, map};
    use crate::search::Budget;

    fn drawn(text: &str, colours: bool) -> String {
        let limits = Limits::default();
        let spec = crate::parking::text::parse(text).unwrap();
        let request = Request::from_spec(&spec, &limits).unwrap();
        let answer = map(&MapRequest::of(&request, &limits).unwrap(), &limits, &Budget::unlimited());
        draw_costs(request.lot(), &answer, colours)
    }

    #[test]
    fn numbers_stand_in_columns() {
        let lot = "C o o o\no o # o\no o o E\n";
        assert_eq!(drawn(lot, false), "25 23 17  9\n21 17  #  1\n19  9  1  .\n");
        assert_eq!(drawn("C o o E", false), "x x 1 .\n");
        assert_eq!(drawn(". o\no *", false), ". 3\n3 0\n");
    }

    #[test]
    fn colours_go_from_green_to_red() {
        assert_eq!(
            drawn("C o E", true),
            "x \x1b[48;5;88;38;5;15m1\x1b[0m .\n",
            "the only cost is the largest"
        );
        let plain = drawn("C o o\no o E", false);
        let coloured = drawn("C o o\no o E", true);
        assert_eq!(coloured.matches("\x1b[0m").count(), 5);
        let stripped: String =
            coloured.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
        assert_eq!(stripped, plain);
    }
}
