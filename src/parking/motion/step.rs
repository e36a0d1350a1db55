//! A time step: moves whose cells are pairwise disjoint, at most one for each empty.
//!
//! [`Step`] is put together move by move; [`every`] makes all steps of a state, one after another. There can be
//! very many: whoever asks must be ready to say stop.

use std::ops::ControlFlow;

use super::field::{Field, Record};
use super::lines::{Line, Lines};

/// A state that steps are made of, and its moves.
#[derive(Clone, Copy)]
pub(super) struct Scene<'s> {
    pub(super) field: &'s Field<'s>,
    pub(super) record: &'s Record,
    pub(super) lines: &'s Lines,
}

/// The moves chosen so far.
pub(super) struct Step {
    /// By spot: 1 + the direction of the line that covers it, 0 if none does; all 0 between two uses.
    covered: Vec<u8>,
    /// By empty: 1 + which of the lines was chosen, 0 if it stays.
    pub(super) chosen: Vec<usize>,
    pub(super) moves: u32,
}

impl Step {
    /// Bytes held on a region.
    pub(super) fn bytes(spots: usize) -> usize {
        spots
    }

    pub(super) fn new(spots: usize) -> Self {
        Self { covered: vec![0; spots], chosen: Vec::new(), moves: 0 }
    }

    /// Nobody moves; for a state of so many empties.
    pub(super) fn begin(&mut self, empties: usize) {
        self.chosen.clear();
        self.chosen.resize(empties, 0);
        self.moves = 0;
    }

    /// Adds a line that slides into the empty at `place`, which has none yet, if no other covers its cells.
    #[inline]
    pub(super) fn put(&mut self, scene: Scene<'_>, place: usize, which: usize) -> bool {
        let (line, head) = (scene.lines.lines[which], scene.record.empties[place].0);
        if self.any(scene.field, head, line) {
            return false;
        }
        self.cover(scene.field, head, line, line.direction as u8 + 1);
        self.chosen[place] = which + 1;
        self.moves += 1;
        true
    }

    /// Takes the line at `place` back, if there is one.
    #[inline]
    pub(super) fn lift(&mut self, scene: Scene<'_>, place: usize) {
        if let Some(which) = self.chosen[place].checked_sub(1) {
            self.cover(scene.field, scene.record.empties[place].0, scene.lines.lines[which], 0);
            self.chosen[place] = 0;
            self.moves -= 1;
        }
    }

    fn any(&self, field: &Field<'_>, head: u32, line: Line) -> bool {
        let mut at = head;
        loop {
            if self.covered[at as usize] != 0 {
                return true;
            }
            if at == line.tail {
                return false;
            }
            at = field.ground.near[at as usize][line.direction as usize];
        }
    }

    fn cover(&mut self, field: &Field<'_>, head: u32, line: Line, with: u8) {
        let mut at = head;
        loop {
            self.covered[at as usize] = with;
            if at == line.tail {
                return;
            }
            at = field.ground.near[at as usize][line.direction as usize];
        }
    }

    /// The state after the step.
    #[inline]
    pub(super) fn make(&self, scene: Scene<'_>, child: &mut Record) {
        let Scene { field, record, lines } = scene;
        child.cars.clear();
        child.cars.extend(record.cars.iter().map(|&spot| match self.covered[spot as usize].checked_sub(1) {
            Some(direction) => field.ahead(spot, direction.into()),
            None => spot,
        }));
        child.empties.clear();
        child.empties.extend(record.empties.iter().zip(&self.chosen).map(|(&(spot, _), &chosen)| {
            let now = chosen.checked_sub(1).map_or(spot, |which| lines.lines[which].tail);
            (now, spot)
        }));
        field.settle(child);
    }
}

/// Calls `visit` with every step of a state but the one in which nobody moves, until it says stop.
///
/// `options` is scratch: by empty that was reached, which of its lines to try next.
pub(super) fn every<B>(
    step: &mut Step,
    scene: Scene<'_>,
    options: &mut Vec<usize>,
    mut visit: impl FnMut(&Step) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let empties = scene.record.empties.len();
    step.begin(empties);
    options.clear();
    options.push(0);
    while let Some(place) = options.len().checked_sub(1) {
        step.lift(scene, place);
        // Past the last line comes staying, and past that the empty before.
        let (which, end) = (options[place], scene.lines.of(place).end);
        if which > end {
            options.pop();
            continue;
        }
        options[place] += 1;
        if which < end && !step.put(scene, place, which) {
            continue;
        }
        if place + 1 < empties {
            options.push(scene.lines.of(place + 1).start);
        } else if step.moves > 0
            && let ControlFlow::Break(end) = visit(step)
        {
            (0..empties).for_each(|place| step.lift(scene, place));
            return ControlFlow::Break(end);
        }
    }
    ControlFlow::Continue(())
}
