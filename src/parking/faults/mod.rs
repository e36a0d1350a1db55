//! Everything that is wrong with a spec, each fault at its own place.
//!
//! Reached only when the straight reading of a request has failed, so clarity goes before speed. The rules:
//! a number is blamed where it stands, a cell outside the lot or of the wrong length as a whole, a duplicate on
//! its second occurrence, an overlap on `empty`, then on `blocked`, and never on a field that was left out.
//! What only follows from another fault is left out, and so are further items of the same wrong kind.

mod labels;

use std::collections::HashSet;

use self::labels::read_labels;
use super::spec::{MOST_COST, ParkingAlgorithm, ParkingDetail, ParkingMotion};
use crate::contract::read_limits;
use crate::grid::Cell;
use crate::json::{FaultCode, Faults, Node, Object, Pointer, Word};

/// Notes every fault of a spec; sides may be up to `longest_side`.
pub(super) fn read_spec(faults: &mut Faults, node: Node<'_, '_>, longest_side: u32) {
    let Some(mut spec) = node.object(faults) else { return };
    let sides = 1..=i64::from(longest_side);
    let rows = spec.require("rows", faults, |faults, node| node.integer(faults, sides.clone()));
    let cols = spec.require("cols", faults, |faults, node| node.integer(faults, sides.clone()));
    let bounds = Bounds { rows: rows.map(|rows| rows as u32), cols: cols.map(|cols| cols as u32) };

    let (mut taken, several) = read_cars(faults, &mut spec, bounds);
    spec.take("in_order", faults, |faults, node| node.boolean(faults));
    let first_exit = read_exits(faults, &mut spec, bounds);
    // Blocked cells first: where the two overlap, it is `empty` that is blamed.
    let mut blocked = HashSet::new();
    read_cells(faults, &mut spec, "blocked", bounds, |faults, node, cell| {
        if !blocked.insert(cell) {
            duplicate(faults, node, cell, "blocked");
        } else if taken.contains(&cell) {
            let detail = format!("the cell {cell} holds a car to take out; it cannot be blocked");
            node.fault(faults, FaultCode::Overlap, detail);
        }
    });
    let cars = taken.clone();
    let mut empty = HashSet::new();
    taken.extend(&blocked);
    if !spec.has("empty") {
        empty.extend(first_exit.filter(|exit| !taken.contains(exit)));
    }
    read_cells(faults, &mut spec, "empty", bounds, |faults, node, cell| {
        if !empty.insert(cell) {
            duplicate(faults, node, cell, "empty");
        } else if taken.contains(&cell) {
            let what = if cars.contains(&cell) { "holds a car to take out" } else { "is blocked" };
            node.fault(faults, FaultCode::Overlap, format!("the cell {cell} {what}; it cannot be empty"));
        }
    });
    let with_motion = spec.has("motion");
    // The motion comes first: it decides what a move may cost.
    let motion = spec.take("motion", faults, |faults, node| node.choice(faults, ParkingMotion::WORDS));
    read_cost(faults, &mut spec, motion.is_some_and(ParkingMotion::in_steps));
    spec.take("labels", faults, |faults, node| {
        read_labels(faults, node, bounds, |cell| match cell {
            _ if blocked.contains(&cell) => Some("blocked"),
            _ if empty.contains(&cell) => Some("empty"),
            _ => None,
        });
        None::<()>
    });
    let named = spec.has("algorithm");
    let one_by_one = !several && (motion == Some(ParkingMotion::Single) || !with_motion);
    let algorithm = spec.take("algorithm", faults, |faults, node| {
        let algorithm = node.choice(faults, ParkingAlgorithm::WORDS)?;
        if algorithm == ParkingAlgorithm::Bidirectional && !one_by_one && (several || motion.is_some()) {
            let detail = "bidirectional serves a single car that is taken out by single moves: choose another \
                          algorithm";
            node.fault(faults, FaultCode::NotApplicable, detail);
        }
        Some(algorithm)
    });
    spec.take("detail", faults, |faults, node| node.choice(faults, ParkingDetail::WORDS));
    let with_depth = algorithm.map_or((!named).then_some(false), |algorithm| Some(algorithm.knows_depth()));
    spec.take("limits", faults, |faults, node| {
        read_limits(faults, node, with_depth);
        None::<()>
    });
    spec.finish(faults);
}

/// The sides of the lot, as far as they are known.
#[derive(Clone, Copy)]
struct Bounds {
    rows: Option<u32>,
    cols: Option<u32>,
}

impl Bounds {
    fn contain(self, cell: Cell) -> bool {
        self.rows.is_none_or(|rows| cell.row < rows) && self.cols.is_none_or(|cols| cell.col < cols)
    }

    /// Only what is known: a side that is itself at fault has its own.
    fn describe(self) -> String {
        let known =
            |name: &str, side: Option<u32>| side.map(|side| format!("{name} run from 0 to {}", side - 1));
        [known("rows", self.rows), known("columns", self.cols)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The cells of `cars`, or of the car that is there when they are left out; and whether the list is without fault
/// and there are several.
fn read_cars(faults: &mut Faults, spec: &mut Object<'_, '_>, bounds: Bounds) -> (HashSet<Cell>, bool) {
    let mut several = false;
    let mut cars = HashSet::new();
    if !spec.has("cars") {
        cars.insert(Cell { row: 0, col: 0 });
    }
    spec.take("cars", faults, |faults, node| {
        let before = faults.count();
        let items = read_list(faults, node, bounds, |faults, node, cell| {
            if !cars.insert(cell) {
                duplicate(faults, node, cell, "cars");
            }
        });
        if items == Some(0) {
            let detail = "there must be a car to take out; leave the field out for the one at [0, 0]";
            node.fault(faults, FaultCode::Empty, detail);
        }
        several = items > Some(1) && faults.count() == before;
        None::<()>
    });
    (cars, several)
}

/// The first exit, or the one that is there when they are left out, as far as it is known.
fn read_exits(faults: &mut Faults, spec: &mut Object<'_, '_>, bounds: Bounds) -> Option<Cell> {
    let mut exits = HashSet::new();
    let mut first = bounds.rows.zip(bounds.cols).map(|(rows, cols)| Cell { row: rows - 1, col: cols - 1 });
    if spec.has("exits") {
        first = None;
    }
    spec.take("exits", faults, |faults, node| {
        let items = read_list(faults, node, bounds, |faults, node, cell| {
            if exits.is_empty() && matches!(node.at(), Pointer::Item(_, 0)) {
                first = Some(cell);
            }
            if !exits.insert(cell) {
                duplicate(faults, node, cell, "exits");
            }
        });
        if items == Some(0) {
            let detail = "there must be an exit; leave the field out for the one in the bottom right corner";
            node.fault(faults, FaultCode::Empty, detail);
        }
        None::<()>
    });
    first
}

fn read_cost(faults: &mut Faults, spec: &mut Object<'_, '_>, in_steps: bool) {
    spec.take("cost", faults, |faults, node| {
        let mut cost = node.object(faults)?;
        for axis in ["horizontal", "vertical"] {
            cost.take(axis, faults, |faults, node| {
                let cost = node.integer(faults, 0..=i64::from(MOST_COST))?;
                if in_steps && cost != 1 {
                    let detail = "where moves share time steps, steps are counted and no move has a cost of its own; \
                                  leave the cost out";
                    node.fault(faults, FaultCode::Conflict, detail);
                }
                None::<()>
            });
        }
        cost.finish(faults);
        None::<()>
    });
}

fn duplicate(faults: &mut Faults, node: Node<'_, '_>, cell: Cell, list: &str) {
    let detail = format!("the cell {cell} is named more than once in \"{list}\"");
    node.fault(faults, FaultCode::Duplicate, detail);
}

fn read_cells(
    faults: &mut Faults,
    spec: &mut Object<'_, '_>,
    name: &'static str,
    bounds: Bounds,
    visit: impl FnMut(&mut Faults, Node<'_, '_>, Cell),
) {
    spec.take(name, faults, |faults, node| read_list(faults, node, bounds, visit));
}

/// Calls `visit` with every cell of a list that lies in the lot; hands back how many items there are.
fn read_list(
    faults: &mut Faults,
    node: Node<'_, '_>,
    bounds: Bounds,
    mut visit: impl FnMut(&mut Faults, Node<'_, '_>, Cell),
) -> Option<usize> {
    let mut items = 0;
    let mut told = Told::default();
    let is_list = node.items(faults, "a list of cells, [row, col] each,", |faults, node| {
        items += 1;
        if !node.is_array() {
            told.once(&node, |node| node.wrong_type(faults, "a cell, [row, col],"));
            return;
        }
        let Some(cell) = read_cell(faults, node) else { return };
        if bounds.contain(cell) {
            visit(faults, node, cell);
        } else {
            let detail = format!("the cell {cell} does not lie in the lot: {}", bounds.describe());
            node.fault(faults, FaultCode::OutsideGrid, detail);
        }
    });
    is_list.then_some(items)
}

fn read_cell(faults: &mut Faults, node: Node<'_, '_>) -> Option<Cell> {
    let mut length = 0;
    node.items(faults, "a cell", |_, _| length += 1);
    if length != 2 {
        let detail = format!("a cell is a list of two whole numbers, [row, col], not of {length}");
        node.fault(faults, FaultCode::WrongLength, detail);
        return None;
    }
    let mut coordinates = [None; 2];
    let mut place = 0;
    let mut told = Told::default();
    node.items(faults, "a cell", |faults, node| {
        if node.is_number() {
            let number = node.integer(faults, 0..=i64::from(u32::MAX));
            coordinates[place] = number.map(|number| number as u32);
        } else {
            told.once(&node, |node| node.wrong_type(faults, "a whole number"));
        }
        place += 1;
    });
    let [row, col] = coordinates;
    Some(Cell { row: row?, col: col? })
}

/// Which wrong kinds of items a list was already blamed for.
#[derive(Default)]
struct Told {
    null: bool,
    other: bool,
}

impl Told {
    fn once(&mut self, node: &Node<'_, '_>, blame: impl FnOnce(&Node<'_, '_>)) {
        let told = if node.is_null() { &mut self.null } else { &mut self.other };
        if !std::mem::replace(told, true) {
            blame(node);
        }
    }
}
