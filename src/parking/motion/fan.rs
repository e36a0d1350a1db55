//! A few promising steps of a state that has too many: put together empty by empty, the best few kept each time.

use super::bound::StepBound;
use super::field::Record;
use super::step::{Scene, Step};
use crate::search::{Meter, StopReason};

/// Steps in the making, as the lines chosen, by empty.
#[derive(Default)]
pub(super) struct Fan {
    chosen: Vec<usize>,
    ranks: Vec<(u64, usize)>,
    next: Vec<usize>,
    order: Vec<usize>,
    child: Record,
    empties: usize,
}

impl Fan {
    /// Chooses up to `width` steps; `step` is scratch.
    pub(super) fn choose(
        &mut self,
        width: usize,
        step: &mut Step,
        scene: Scene<'_>,
        bound: &mut StepBound<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let Self { chosen, ranks, next, order, child, .. } = self;
        let Scene { field, record, lines } = scene;
        let empties = record.empties.len();
        order.clear();
        order.extend((0..empties).filter(|&place| !lines.of(place).is_empty()));
        // Those next to a car first: what they do decides what is left for the others.
        let car = record.cars[0];
        order.sort_by_key(|&place| field.apart(record.empties[place].0, car));
        chosen.clear();
        chosen.resize(empties, 0);
        step.begin(empties);
        for &place in &*order {
            next.clear();
            ranks.clear();
            for partial in chosen.chunks_exact(empties) {
                load(step, scene, partial);
                for which in std::iter::once(None).chain(lines.of(place).map(Some)) {
                    meter.tick()?;
                    if which.is_some_and(|which| !step.put(scene, place, which)) {
                        continue;
                    }
                    step.make(scene, child);
                    meter.room(ranks)?;
                    ranks.push((bound.of(&child.words).rank, ranks.len()));
                    meter.room_for(next, empties)?;
                    next.extend_from_slice(&step.chosen);
                    step.lift(scene, place);
                }
                unload(step, scene);
            }
            if ranks.len() > width {
                ranks.select_nth_unstable(width);
                ranks.truncate(width);
            }
            ranks.sort_unstable();
            // Never more than `next` has room for.
            chosen.clear();
            for &(_, from) in &*ranks {
                chosen.extend_from_slice(&next[from * empties..][..empties]);
            }
        }
        self.empties = empties;
        Ok(())
    }

    /// How many were chosen.
    pub(super) fn len(&self) -> usize {
        self.chosen.len() / self.empties
    }

    /// Makes one of the steps chosen.
    pub(super) fn load(&self, which: usize, step: &mut Step, scene: Scene<'_>) {
        load(step, scene, &self.chosen[which * self.empties..][..self.empties]);
    }
}

fn load(step: &mut Step, scene: Scene<'_>, chosen: &[usize]) {
    for (place, &which) in chosen.iter().enumerate() {
        if let Some(which) = which.checked_sub(1) {
            step.put(scene, place, which);
        }
    }
}

/// Takes all moves back.
pub(super) fn unload(step: &mut Step, scene: Scene<'_>) {
    (0..scene.record.empties.len()).for_each(|place| step.lift(scene, place));
}
