//! Why a car cannot be taken out, in one sentence that names what is closed off.

use super::Lot;
use super::ground::{Ground, NONE, reachable};
use crate::search::{Budget, Meter};

/// A list longer than this is given by its number and its first few.
const MOST_NAMED: usize = 6;

/// What keeps every plan from existing, as far as the map alone tells; `ground` is the car's region, unless the
/// whole lot is.
///
/// The car must not stand on an exit.
pub(super) fn hopeless(lot: &Lot, ground: Option<&Ground>) -> Option<String> {
    let car = lot.cell(lot.car());
    let exits = lot.exits();
    if exits.iter().all(|&exit| lot.is_blocked(exit)) {
        return Some(match exits {
            [exit] => format!("the only exit, {}, is blocked", lot.cell(*exit)),
            _ => format!("every exit is blocked: {}", named(lot, exits)),
        });
    }
    let Some(ground) = ground else {
        return lot.empties().is_empty().then(|| nothing_empty(lot));
    };
    let its_own = Part { cells: ground.cells.clone() };
    if ground.exits.is_empty() {
        let exits = match exits {
            [exit] => format!("the exit at {}", lot.cell(*exit)),
            _ => format!("every exit, {}", named(lot, exits)),
        };
        let theirs = Part::around(lot, lot.exits());
        return Some(if its_own.cells.len() <= theirs.cells.len() {
            let reach = its_own.describe(lot);
            format!(
                "blocked cells close the car at {car} off from {exits}: of the lot it could reach no more than {reach}"
            )
        } else {
            let (reach, comma) = (theirs.describe(lot), comma(lot.exits()));
            format!(
                "blocked cells close {exits}{comma} off from the car at {car}: no car gets there but from {reach}"
            )
        });
    }
    if lot.empties().is_empty() {
        return Some(nothing_empty(lot));
    }
    if ground.empties.is_empty() {
        let empties = match lot.empties() {
            [empty] => format!("the only empty cell, {}", lot.cell(*empty)),
            empties => format!("every empty cell, {}", named(lot, empties)),
        };
        let theirs = Part::around(lot, lot.empties());
        return Some(if its_own.cells.len() <= theirs.cells.len() {
            let reach = its_own.describe(lot);
            format!(
                "blocked cells close the car at {car} off from {empties}: nothing can move on its {reach}"
            )
        } else {
            let (reach, comma) = (theirs.describe(lot), comma(lot.empties()));
            format!(
                "blocked cells close {empties}{comma} off from the car at {car}: cars can move on no more than {reach}"
            )
        });
    }
    None
}

fn nothing_empty(lot: &Lot) -> String {
    let car = lot.cell(lot.car());
    format!("there is no empty cell, so neither the car at {car} nor any other can move")
}

/// A part of the lot that blocked cells close off from the rest; or several.
struct Part {
    cells: Vec<u32>,
}

impl Part {
    /// The parts that these cells lie in; blocked ones lie in none.
    fn around(lot: &Lot, cells: &[u32]) -> Self {
        let open: Vec<u32> = cells.iter().copied().filter(|&cell| !lot.is_blocked(cell)).collect();
        let budget = Budget::unlimited();
        let seen = Meter::start(&budget, 0).and_then(|mut meter| reachable(lot, &open, &mut meter));
        let seen = (0..).zip(seen.unwrap_or_default());
        Self { cells: seen.filter(|(_, mark)| *mark != NONE).map(|(cell, _)| cell).collect() }
    }

    /// How many cells, and which if they are few.
    fn describe(&self, lot: &Lot) -> String {
        let number = counted(self.cells.len(), "cell");
        if self.cells.len() <= MOST_NAMED { format!("{number}, {}", named(lot, &self.cells)) } else { number }
    }
}

/// Why an exhaustive search found nothing; `reached` are the cells the car can get to (empty: not known), with
/// `empties` empty cells to help it.
pub(super) fn exhausted(lot: &Lot, reached: &[u32], empties: usize) -> String {
    let car = lot.cell(lot.car());
    let closed_off = lot.empties().len() - empties;
    let helpers = match empties {
        1 if closed_off > 0 => "the one empty cell that blocked cells do not close off".to_owned(),
        1 => "the one empty cell".to_owned(),
        _ if closed_off > 0 => format!("the {empties} empty cells that blocked cells do not close off"),
        _ => format!("the {empties} empty cells"),
    };
    match reached {
        [] => format!("however {helpers} may be moved, the car at {car} cannot be brought to an exit"),
        [_] => format!("the car at {car} cannot be moved at all: {helpers} cannot be brought beside it"),
        _ => format!(
            "the car at {car} can get to {} and no further, not to {}: {helpers} cannot be brought round to its \
             other sides",
            named(lot, reached),
            match lot.exits() {
                [exit] => format!("the exit at {}", lot.cell(*exit)),
                exits => format!("any of the exits, {}", named(lot, exits)),
            }
        ),
    }
}

/// Why an exhaustive search found no way to take out all of several cars, or none by the lot's motion.
pub(super) fn exhausted_for_all(lot: &Lot) -> String {
    let helpers = match lot.empties() {
        [_] => "the one empty cell".to_owned(),
        empties => format!("the {} empty cells", empties.len()),
    };
    match lot.cars() {
        [car] => {
            format!(
                "however {helpers} may be moved, the car at {} cannot be brought to an exit",
                lot.cell(*car)
            )
        }
        cars => format!(
            "however {helpers} may be moved, the cars at {} cannot all be brought to an exit{}",
            named(lot, cars),
            if lot.in_order() { " in this order" } else { "" }
        ),
    }
}

/// What ends a list that the sentence goes on after; one cell is no list.
const fn comma(cells: &[u32]) -> &'static str {
    if cells.len() == 1 { "" } else { "," }
}

fn named(lot: &Lot, cells: &[u32]) -> String {
    let names = |cells: &[u32]| {
        let names: Vec<String> = cells.iter().map(|&cell| lot.cell(cell).to_string()).collect();
        names.join(", ")
    };
    if cells.len() <= MOST_NAMED {
        names(cells)
    } else {
        format!("{} ({}, …)", counted(cells.len(), "cell"), names(&cells[..MOST_NAMED]))
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
