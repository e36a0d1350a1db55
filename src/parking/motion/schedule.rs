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
use crate::search::{Meter, StopReason};

/// Slides of one motion, and how many were made by the end of each time step.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    pub(super) slides: Vec<Slide>,
    /// Empty where each slide is a step of its own.
    pub(super) step_ends: Vec<u32>,
}

impl Schedule {
    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.slides.capacity() * size_of::<Slide>() + self.step_ends.capacity() * size_of::<u32>()
    }

    /// What it costs on a lot: its steps, if moves share them.
    pub(super) fn cost(&self, lot: &Lot) -> u64 {
        if lot.motion().in_steps() {
            return self.step_ends.len() as u64;
        }
        self.slides.iter().map(|slide| slide.cost(lot.horizontal(), lot.vertical())).sum()
    }
}

/// Makes over a plan of single moves. Time linear in the number of cells and of moves.
pub(super) fn made_over(lot: &Lot, slides: &[Slide], meter: &mut Meter<'_>) -> Result<Schedule, StopReason> {
    if !lot.motion().in_blocks() {
        return scheduled(lot, slides, meter);
    }
    let lines = in_lines(lot, slides, meter)?;
    let plan = scheduled(lot, &lines, meter);
    meter.release(lines.capacity() * size_of::<Slide>());
    plan
}

/// A plan of the lot's own moves, each in the first step that there is for it if moves may share one.
pub(super) fn scheduled(lot: &Lot, slides: &[Slide], meter: &mut Meter<'_>) -> Result<Schedule, StopReason> {
    let step_ends = if lot.motion().in_steps() { Some(in_steps(lot, slides, meter)?) } else { None };
    meter.hold(size_of_val(slides))?;
    let mut plan = Schedule { slides: slides.to_vec(), step_ends: Vec::new() };
    if let Some(steps) = step_ends {
        plan.step_ends = steps.sorted(slides, &mut plan.slides, meter)?;
    }
    Ok(plan)
}

/// Each move a step of its own, if there are steps: a plan at once where there is no time for a better one.
pub(super) fn one_a_step(lot: &Lot, slides: Vec<Slide>) -> Schedule {
    let steps = if lot.motion().in_steps() { slides.len() as u32 } else { 0 };
    Schedule { slides, step_ends: (1..=steps).collect() }
}

/// The cell behind so many cars that end at `to`.
fn behind(lot: &Lot, to: u32, direction: Direction, cars: u32) -> u32 {
    let back = direction.opposite();
    (0..cars).fold(to, |at, _| lot.size().neighbour(at as usize, back).map_or(at, |at| at as u32))
}

fn in_lines(lot: &Lot, slides: &[Slide], meter: &mut Meter<'_>) -> Result<Vec<Slide>, StopReason> {
    let mut lines: Vec<Slide> = Vec::new();
    for &slide in slides {
        meter.tick()?;
        match lines.last_mut() {
            Some(last)
                if last.direction() == slide.direction()
                    && behind(lot, last.to(), last.direction(), last.cars()) == slide.to() =>
            {
                *last = Slide::line(last.to(), last.direction(), last.cars() + slide.cars());
            }
            _ => {
                meter.room(&mut lines)?;
                lines.push(slide);
            }
        }
    }
    Ok(lines)
}

/// The step of every move, counted from 1.
struct Steps {
    of: Vec<u32>,
    last: u32,
}

fn in_steps(lot: &Lot, slides: &[Slide], meter: &mut Meter<'_>) -> Result<Steps, StopReason> {
    let all = lot.size().cells();
    let fixed = all * (size_of::<u32>() + 2 * size_of::<bool>()) + size_of_val(lot.cars());
    meter.hold(fixed + slides.len() * size_of::<u32>())?;
    // By cell: the last step that touches it so far.
    let mut touched = vec![0_u32; all];
    let mut cars = lot.cars().to_vec();
    // By cell: whether one of these cars is there.
    let mut wanted = vec![false; all];
    cars.iter().for_each(|&car| wanted[car as usize] = true);
    let mut exits = vec![false; all];
    lot.exits().iter().for_each(|&exit| exits[exit as usize] = true);
    let mut steps = Steps { of: Vec::with_capacity(slides.len()), last: 0 };
    let mut last_of_cars = 0;
    let mut cells: Vec<u32> = Vec::new();
    for &slide in slides {
        meter.tick()?;
        cells.clear();
        let next = |&at: &u32| Some(behind(lot, at, slide.direction(), 1));
        cells.extend(std::iter::successors(Some(slide.to()), next).take(slide.cars() as usize + 1));
        let moves = cells[1..].iter().any(|&cell| wanted[cell as usize]);
        let mut step = 1 + cells.iter().map(|&cell| touched[cell as usize]).max().unwrap_or(0);
        if moves && lot.in_order() {
            step = step.max(last_of_cars);
            last_of_cars = step;
        }
        cells.iter().for_each(|&cell| touched[cell as usize] = step);
        if moves {
            for car in &mut cars {
                if let Some(place) = cells[1..].iter().position(|cell| cell == car) {
                    *car = cells[place];
                }
            }
            for pair in cells.windows(2) {
                wanted[pair[0] as usize] = std::mem::take(&mut wanted[pair[1] as usize]);
            }
            depart(
                &mut cars,
                lot.in_order(),
                |cell| exits[cell as usize],
                |_, cell| {
                    wanted[cell as usize] = false;
                    touched[cell as usize] = touched[cell as usize].max(step);
                },
            );
        }
        steps.of.push(step);
        steps.last = steps.last.max(step);
    }
    meter.release(fixed);
    Ok(steps)
}

impl Steps {
    /// Puts the moves in the order of their steps, those of one step as they were; how many there are by the end of
    /// each.
    fn sorted(
        self,
        slides: &[Slide],
        sorted: &mut [Slide],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u32>, StopReason> {
        meter.hold(self.last as usize * size_of::<u32>())?;
        let mut places = vec![0_u32; self.last as usize];
        self.of.iter().for_each(|&step| places[step as usize - 1] += 1);
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for (&slide, &step) in slides.iter().zip(&self.of) {
            meter.tick()?;
            let place = &mut places[step as usize - 1];
            sorted[*place as usize] = slide;
            *place += 1;
        }
        meter.release(self.of.capacity() * size_of::<u32>());
        Ok(places)
    }
}
