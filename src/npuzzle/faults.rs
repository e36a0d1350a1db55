//! Everything that is wrong with a spec, each fault at its own place.
//!
//! Runs only when [`Request`](super::Request) could not be made, so it need not be fast; it must find a fault
//! exactly when there is one.

use super::goal::GoalPreset;
use super::spec::{Algorithm, Detail, HeuristicName};
use crate::contract::{Limits, read_limits};
use crate::grid::Size;
use crate::json::{FaultCode, Faults, Node, Word};

/// Rows and columns of a grid that is well-formed.
type Shape = (usize, usize);

/// A shape within the limits, as the engines write it.
fn size((rows, cols): Shape) -> Size {
    Size { rows: rows as u32, cols: cols as u32 }
}

/// Notes the faults of a spec.
pub(super) fn of_spec(faults: &mut Faults, node: Node<'_, '_>, limits: &Limits) {
    let Some(mut object) = node.object(faults) else { return };
    let side = limits.npuzzle_side as usize;
    let shape = object.require("board", faults, |faults, node| {
        let shape = shape(faults, node, side)?;
        tiles(faults, node, shape);
        Some(shape)
    });
    let goal = object.take("goal", faults, |faults, node| {
        goal(faults, node, side, shape);
        (!node.is_null()).then_some(())
    });
    object.take("goal_preset", faults, |faults, node| {
        if node.choice(faults, GoalPreset::WORDS).is_some() && goal.is_some() {
            let detail = "goal and goal_preset exclude each other: keep one of them";
            node.fault(faults, FaultCode::Conflict, detail);
        }
        None::<()>
    });
    let named = object.has("algorithm");
    let algorithm = object.take("algorithm", faults, |faults, node| node.choice(faults, Algorithm::WORDS));
    // Nothing is said of options for an algorithm that is itself at fault.
    let algorithm = algorithm.or((!named).then_some(Algorithm::Auto));
    object.take("heuristic", faults, |faults, node| {
        let heuristic = node.choice(faults, HeuristicName::WORDS)?;
        if heuristic != HeuristicName::Auto
            && let Some(algorithm) = algorithm.filter(|algorithm| !algorithm.is_guided())
        {
            let detail = format!("{} follows no heuristic; leave it out", algorithm.name());
            node.fault(faults, FaultCode::NotApplicable, detail);
        } else if let Some(size) = shape.map(size).filter(|&size| !heuristic.knows(size)) {
            let name = heuristic.name();
            let most = heuristic.most_cells();
            let detail = if size.cells() <= most {
                format!("{name} is for boards of at least two rows and two columns; this one is {size}")
            } else {
                format!("{name} is for boards of at most {most} cells; {size} has {}", size.cells())
            };
            node.fault(faults, FaultCode::NotApplicable, detail);
        }
        None::<()>
    });
    object.take("detail", faults, |faults, node| node.choice(faults, Detail::WORDS));
    object.take("limits", faults, |faults, node| {
        read_limits(faults, node, algorithm.map(Algorithm::knows_depth));
        None::<()>
    });
    object.finish(faults);
}

/// Rows and columns of a list of rows, if all rows are lists of one length.
fn shape(faults: &mut Faults, node: Node<'_, '_>, side: usize) -> Option<Shape> {
    let mut lengths: Vec<Option<usize>> = Vec::new();
    let is_list = node.items(&mut Faults::default(), "", |faults, row| {
        let mut length = 0;
        let is_list = row.items(faults, "", |_, _| length += 1);
        lengths.push(is_list.then_some(length));
    });
    if !is_list {
        node.wrong_type(faults, "an array of rows");
        return None;
    }
    let rows = lengths.len();
    if rows == 0 {
        node.fault(faults, FaultCode::Empty, "a board has at least one row");
        return None;
    }
    if rows > side {
        let detail = format!("{rows} rows are more than this server takes ({side})");
        node.fault(faults, FaultCode::TooLarge, detail);
        return None;
    }
    // The first row that could be one is the measure of the others.
    let cols = lengths.iter().copied().flatten().find(|length| (1..=side).contains(length));
    let before = faults.count();
    let (mut told_type, mut told_large) = (false, false);
    let mut lengths = lengths.into_iter();
    node.items(faults, "", |faults, row| {
        match lengths.next().flatten() {
            None if told_type => {} // further rows of the wrong kind are the same mistake
            None => {
                told_type = true;
                row.wrong_type(faults, "an array of numbers");
            }
            Some(0) => row.fault(faults, FaultCode::Empty, "a row has at least one number"),
            Some(length) if length > side => {
                if !std::mem::replace(&mut told_large, true) {
                    let detail = format!("{length} columns are more than this server takes ({side})");
                    row.fault(faults, FaultCode::TooLarge, detail);
                }
            }
            Some(length) if Some(length) != cols => {
                let cols = cols.unwrap_or_default();
                let detail = format!("this row has {length} numbers, the first has {cols}");
                row.fault(faults, FaultCode::RaggedRow, detail);
            }
            Some(_) => {}
        }
    });
    if faults.count() > before {
        numbers(faults, node, side);
        return None;
    }
    Some((rows, cols?))
}

/// Notes the faults of the numbers in rows of a shape that is unknown or wrong: so are the tiles' range and
/// repetitions then, but not their types.
fn numbers(faults: &mut Faults, node: Node<'_, '_>, side: usize) {
    node.items(faults, "", |faults, row| {
        if row.is_array() {
            row.items(faults, "", |faults, number| {
                number.integer(faults, 0..=(side * side) as i64 - 1);
            });
        }
    });
}

/// Notes the faults of the numbers in rows of a known shape. That a tile is missing follows from another one
/// being twice there or out of range.
fn tiles(faults: &mut Faults, node: Node<'_, '_>, (rows, cols): Shape) {
    let cells = rows * cols;
    let mut first = vec![None; cells];
    let mut row_index = 0;
    node.items(faults, "", |faults, row| {
        let mut col_index = 0;
        row.items(faults, "", |faults, number| {
            if let Some(tile) = number.integer(faults, 0..=cells as i64 - 1) {
                match first[tile as usize] {
                    None => first[tile as usize] = Some((row_index, col_index)),
                    Some((row, col)) => {
                        let name =
                            if tile == 0 { "the blank, 0,".to_owned() } else { format!("tile {tile}") };
                        let detail = format!("{name} occurs a second time; the first is at [{row}, {col}]");
                        number.fault(faults, FaultCode::Duplicate, detail);
                    }
                }
            }
            col_index += 1;
        });
        row_index += 1;
    });
}

fn goal(faults: &mut Faults, node: Node<'_, '_>, side: usize, board: Option<Shape>) {
    let Some((rows, cols)) = shape(faults, node, side) else { return };
    match board {
        Some((board_rows, board_cols)) if (rows, cols) != (board_rows, board_cols) => {
            let detail = format!("the goal is {rows}×{cols}, the board {board_rows}×{board_cols}");
            node.fault(faults, FaultCode::WrongSize, detail);
            numbers(faults, node, side);
        }
        _ => tiles(faults, node, (rows, cols)),
    }
}
