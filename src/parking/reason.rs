//! Why a car cannot be taken out, in one sentence that names what is closed off.

use super::Lot;
use super::ground::Ground;

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
    if ground.is_some_and(|ground| ground.exits.is_empty()) {
        let spots = ground.map_or(0, Ground::spots);
        return Some(format!(
            "blocked cells close the car at {car} off from {}: of the lot it could reach no more than {}",
            match exits {
                [exit] => format!("the exit at {}", lot.cell(*exit)),
                _ => format!("every exit, {}", named(lot, exits)),
            },
            counted(spots, "cell"),
        ));
    }
    if lot.empties().is_empty() {
        return Some(format!("there is no empty cell, so neither the car at {car} nor any other can move"));
    }
    if ground.is_some_and(|ground| ground.empties.is_empty()) {
        return Some(format!(
            "blocked cells close the car at {car} off from every empty cell, {}: nothing around it can move",
            named(lot, lot.empties())
        ));
    }
    None
}

/// Why an exhaustive search found nothing; `reached` are the cells the car can get to (empty: not known), with
/// `empties` empty cells to help it.
pub(super) fn exhausted(lot: &Lot, reached: &[u32], empties: usize) -> String {
    let car = lot.cell(lot.car());
    let helpers = match empties {
        1 => "the one empty cell".to_owned(),
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
