//! A plan of single moves, made over into one of fewer moves or steps.
//!
//! Moves by which one empty goes along a line become one, where lines may slide as a whole: what is on the line in
//! the end is the same. And where moves may share a time step, each is made in the first step after those that touch
//! one of its cells (list scheduling). In neither case does a car leave sooner than its turn: moves of the cars to
//! take out keep their order if the cars must leave in one.

use crate::grid::Direction;
use crate::parking::Lot;
use crate::parking::lot::depart;
use crate::parking::slide::Slide;

/// Slides of one motion, and how many were made by the end of each time step.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    pub(super) slides: Vec<Slide>,
    /// Empty where each slide is a step of its own.
    pub(super) step_ends: Vec<u32>,
}

impl Schedule {
    /// What it costs on a lot: its steps, if moves share them.
    pub(super) fn cost(&self, lot: &Lot) -> u64 {
        if lot.motion().in_steps() {
            return self.step_ends.len() as u64;
        }
        self.slides.iter().map(|slide| slide.cost(lot.horizontal(), lot.vertical())).sum()
    }
}

/// Makes over a plan of single moves. Time linear in the number of cells and of moves.
pub(super) fn made_over(lot: &Lot, slides: &[Slide]) -> Schedule {
    scheduled(lot, if lot.motion().in_blocks() { in_lines(lot, slides) } else { slides.to_vec() })
}

/// A plan of the lot's own moves, each in the first step that there is for it if moves may share one.
pub(super) fn scheduled(lot: &Lot, slides: Vec<Slide>) -> Schedule {
    if lot.motion().in_steps() { in_steps(lot, &slides) } else { Schedule { slides, step_ends: Vec::new() } }
}

/// The cell behind so many cars that end at `to`.
fn behind(lot: &Lot, to: u32, direction: Direction, cars: u32) -> u32 {
    let back = direction.opposite();
    (0..cars).fold(to, |at, _| lot.size().neighbour(at as usize, back).map_or(at, |at| at as u32))
}

fn in_lines(lot: &Lot, slides: &[Slide]) -> Vec<Slide> {
    let mut lines: Vec<Slide> = Vec::new();
    for &slide in slides {
        match lines.last_mut() {
            Some(last)
                if last.direction() == slide.direction()
                    && behind(lot, last.to(), last.direction(), last.cars()) == slide.to() =>
            {
                *last = Slide::line(last.to(), last.direction(), last.cars() + slide.cars());
            }
            _ => lines.push(slide),
        }
    }
    lines
}

fn in_steps(lot: &Lot, slides: &[Slide]) -> Schedule {
    // By cell: the last step that touches it so far.
    let mut touched = vec![0_u32; lot.size().cells()];
    let mut cars = lot.cars().to_vec();
    let mut exits = vec![false; lot.size().cells()];
    lot.exits().iter().for_each(|&exit| exits[exit as usize] = true);
    let (mut last_of_cars, mut steps) = (0, Vec::with_capacity(slides.len()));
    for &slide in slides {
        let cells: Vec<u32> =
            (0..=slide.cars()).map(|place| behind(lot, slide.to(), slide.direction(), place)).collect();
        let moved: Vec<usize> = (0..cars.len()).filter(|&car| cells[1..].contains(&cars[car])).collect();
        let mut step = 1 + cells.iter().map(|&cell| touched[cell as usize]).max().unwrap_or(0);
        if !moved.is_empty() && lot.in_order() {
            step = step.max(last_of_cars);
            last_of_cars = step;
        }
        cells.iter().for_each(|&cell| touched[cell as usize] = step);
        let moves = !moved.is_empty();
        for car in moved {
            let place = cells.iter().position(|&cell| cell == cars[car]).unwrap_or(1);
            cars[car] = cells[place - 1];
        }
        if moves {
            depart(
                &mut cars,
                lot.in_order(),
                |cell| exits[cell as usize],
                |_, cell| {
                    touched[cell as usize] = touched[cell as usize].max(step);
                },
            );
        }
        steps.push((step, slide));
    }
    steps.sort_by_key(|&(step, _)| step);
    let mut schedule = Schedule::default();
    for (step, slide) in steps {
        schedule.slides.push(slide);
        schedule.step_ends.resize(step as usize, 0);
        if let Some(end) = schedule.step_ends.last_mut() {
            *end = schedule.slides.len() as u32;
        }
    }
    schedule
}
