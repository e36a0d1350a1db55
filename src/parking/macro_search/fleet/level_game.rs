//! The level game: what all cars together cost at least, counted on distances to the exit alone.
//!
//! As for the level bound of one car, forget everything but levels: an empty goes one
//! level up or down for one move, a car changes places with an empty one level away for one move, and a car that
//! comes to level 0 turns into an empty there. Every real move is such a move or changes no level, so the cheapest end of
//! this game bounds real plans from below, and it sees what one empty has to do for several cars in turn. (A car
//! that must wait on an exit counts as gone: what it does later only exchanges empties.) Levels above the highest that a
//! car starts from count as one.
//!
//! The game's states are two multisets of levels, few enough on small lots to be solved backwards, all of them: by number
//! of cars, and for each in the order of cost.

use super::numbering::Numbering;
use crate::parking::ground::Ground;
use crate::search::{Meter, StopReason};

/// Games of more states than this are not solved.
const MOST_STATES: usize = 1 << 20;
/// Costs from here on count as this.
const MOST: u8 = u8::MAX;

pub(super) struct LevelGame {
    /// Levels above count as this one.
    top: u32,
    numbering: Numbering,
    /// Cars and empties together; that never changes.
    pieces: usize,
    /// By number of cars, then number of their levels, then number of the empties' levels.
    costs: Vec<Vec<u8>>,
    cars: Vec<u32>,
    empties: Vec<u32>,
}

impl LevelGame {
    /// Solves the game for the lot as it stands; `None` if it is too large.
    pub(super) fn solve(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Self>, StopReason> {
        let level = |&car: &u32| ground.level[car as usize];
        let top = ground.cars.iter().map(level).max().unwrap_or(0) + 1;
        let (most_cars, pieces) = (ground.cars.len(), ground.cars.len() + ground.empties.len());
        let Some(numbering) = Numbering::new(top as usize + pieces + 1, pieces + 1) else { return Ok(None) };
        let sizes: Vec<usize> = (0..=most_cars)
            .map(|cars| numbering.sets(top, cars).saturating_mul(numbering.sets(top + 1, pieces - cars)))
            .collect();
        if sizes.iter().fold(0_usize, |sum, &size| sum.saturating_add(size)) > MOST_STATES {
            return Ok(None);
        }
        // The costs, and the queue of one number of cars.
        meter.hold(sizes.iter().sum::<usize>() + sizes.iter().max().unwrap_or(&0) * 16)?;
        let mut game =
            Self { top, numbering, pieces, costs: Vec::new(), cars: Vec::new(), empties: Vec::new() };
        game.costs.push(vec![0; sizes[0]]);
        for (cars, &size) in sizes.iter().enumerate().skip(1) {
            game.solve_for(cars, size, meter)?;
        }
        Ok(Some(game))
    }

    /// Moves that are left at least.
    pub(super) fn of(&mut self, cars: &[u32], empties: &[u32], ground: &Ground) -> u64 {
        let level = |spot: &u32| ground.level[*spot as usize].min(self.top);
        self.cars.clear();
        self.cars.extend(cars.iter().map(level).filter(|&level| level > 0).map(|level| level - 1));
        self.empties.clear();
        self.empties.extend(empties.iter().map(level));
        self.empties.resize(self.pieces - self.cars.len(), 0);
        self.cars.sort_unstable();
        self.empties.sort_unstable();
        u64::from(self.costs[self.cars.len()][self.number(&self.cars, &self.empties)])
    }

    fn number(&self, cars: &[u32], empties: &[u32]) -> usize {
        self.numbering.number(cars) * self.numbering.sets(self.top + 1, empties.len())
            + self.numbering.number(empties)
    }

    /// Solves the states with so many cars. Levels of cars are counted from 1 down here: 0 is one before the exit.
    fn solve_for(&mut self, count: usize, size: usize, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let mut costs = vec![MOST; size];
        let mut by_cost: Vec<Vec<u32>> = vec![Vec::new(); usize::from(MOST) + 1];
        let (mut cars, mut empties) = (Vec::new(), Vec::new());
        let sets = self.numbering.sets(self.top + 1, self.pieces - count);
        for (number, cost) in costs.iter_mut().enumerate() {
            meter.tick()?;
            self.numbering.set(number / sets, count, &mut cars);
            self.numbering.set(number % sets, self.pieces - count, &mut empties);
            if cars[0] == 0 && empties.first() == Some(&0) {
                // That car leaves: the empty goes up a level, and there is another where it was.
                cars.remove(0);
                let at = empties.partition_point(|&level| level < 1);
                empties.insert(at, 1);
                *cost = self.costs[count - 1][self.number(&cars, &empties)].saturating_add(1);
                by_cost[usize::from(*cost)].push(number as u32);
            }
        }
        // Every other move leads back the same way.
        for cost in 0..MOST {
            let mut head = 0;
            while let Some(&number) = by_cost[usize::from(cost)].get(head) {
                head += 1;
                if costs[number as usize] != cost {
                    continue;
                }
                self.numbering.set(number as usize / sets, count, &mut cars);
                self.numbering.set(number as usize % sets, self.pieces - count, &mut empties);
                self.moves(&mut cars, &mut empties, |next| {
                    if costs[next] > cost + 1 {
                        costs[next] = cost + 1;
                        by_cost[usize::from(cost) + 1].push(next as u32);
                    }
                    meter.tick()
                })?;
            }
        }
        self.costs.push(costs);
        Ok(())
    }

    /// Calls `visit` with the number of every state one move away, but for those in which a car leaves.
    fn moves(
        &self,
        cars: &mut [u32],
        empties: &mut [u32],
        mut visit: impl FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        for place in 0..empties.len() {
            let level = empties[place];
            // Of equal ones the last goes up and the first goes down, so that the list stays sorted.
            if level < self.top && empties.get(place + 1) != Some(&level) {
                empties[place] = level + 1;
                visit(self.number(cars, empties))?;
                // A car one level above it comes down.
                if level > 0
                    && let Some(car) = cars.iter().position(|&car| car == level)
                {
                    cars[car] = level - 1;
                    visit(self.number(cars, empties))?;
                    cars[car] = level;
                }
                empties[place] = level;
            }
            if level > 0 && (place == 0 || empties[place - 1] != level) {
                empties[place] = level - 1;
                visit(self.number(cars, empties))?;
                // A car one level below it goes up.
                if level > 1
                    && let Some(car) = cars.iter().rposition(|&car| car == level - 2)
                {
                    cars[car] = level - 1;
                    visit(self.number(cars, empties))?;
                    cars[car] = level - 2;
                }
                empties[place] = level;
            }
        }
        Ok(())
    }
}
