//! What is wrong with the cars' names: another shape than the lot's, a name twice, a name where no car is.

use std::collections::HashMap;

use super::Bounds;
use crate::grid::Cell;
use crate::json::{FaultCode, Faults, Node};

/// Notes the faults of `labels`; `nobody` says what a cell holds instead of a car, as far as that is known.
pub(super) fn read_labels(
    faults: &mut Faults,
    node: Node<'_, '_>,
    bounds: Bounds,
    nobody: impl Fn(Cell) -> Option<&'static str>,
) {
    let before = faults.count();
    let mut told_row = false;
    // The length of the first row is the measure of the others.
    let (mut rows, mut cols) = (0, None);
    let mut seen = HashMap::new();
    let is_list = node.items(faults, "a list of rows of names", |faults, row| {
        let at = rows;
        rows += 1;
        if !row.is_array() {
            if !std::mem::replace(&mut told_row, true) {
                row.wrong_type(faults, "a row of names");
            }
            return;
        }
        let (mut length, mut told_name) = (0, false);
        row.items(faults, "a row of names", |faults, name| {
            let cell = Cell { row: at, col: length };
            length += 1;
            if !name.is_string() {
                if !std::mem::replace(&mut told_name, true) {
                    name.wrong_type(faults, "a name, a string,");
                }
            } else if let Some(text) = name.string(faults)
                && !text.is_empty()
            {
                read_name(faults, name, text, cell, &mut seen, nobody(cell));
            }
        });
        let &mut cols = cols.get_or_insert(length);
        if length != cols {
            let detail = format!("this row has {length} names, the first has {cols}");
            row.fault(faults, FaultCode::RaggedRow, detail);
        }
    });
    let fits = bounds.rows.is_none_or(|wanted| wanted == rows)
        && (rows == 0 || bounds.cols.zip(cols).is_none_or(|(wanted, cols)| wanted == cols));
    if is_list && !fits && faults.count() == before {
        let wanted = |side: Option<u32>| side.map_or_else(|| "?".to_owned(), |side| side.to_string());
        let detail = format!(
            "there are {rows}×{} names, the lot has {}×{} cells",
            cols.unwrap_or(0),
            wanted(bounds.rows),
            wanted(bounds.cols)
        );
        node.fault(faults, FaultCode::WrongSize, detail);
    }
}

fn read_name(
    faults: &mut Faults,
    node: Node<'_, '_>,
    text: String,
    cell: Cell,
    seen: &mut HashMap<String, Cell>,
    nobody: Option<&'static str>,
) {
    if let Some(first) = seen.get(&text) {
        let detail = format!("the name occurs a second time; the first is at {first}");
        node.fault(faults, FaultCode::Duplicate, detail);
        return;
    }
    seen.insert(text, cell);
    if let Some(what) = nobody {
        let detail = format!("the cell {cell} is {what}; there is no car to have a name");
        node.fault(faults, FaultCode::Overlap, detail);
    }
}
