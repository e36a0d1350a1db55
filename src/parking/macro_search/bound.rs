//! What a plan still costs at least: the level form on the car's corridors.
//!
//! A plan in which the car goes `r` times away from the exit takes `2r` moves more than the level form, and an
//! empty that is to help must come to the corridor of slack `2r`. So the smallest over `r` of `2r` plus the form
//! with distances to that corridor is a bound. For `r = 0` the first approach is the true way to a spot before the
//! car. On an open lot with one exit the form also counts steps straight on, and the corridor is cut down to the
//! band that the cheapest plans keep to: see [`straight`](super::straight). Exits at an odd distance from each
//! other let the car pass from level to equal level; then each `2r` is one less.
//!
//! With unequal costs every move is taken to cost the smaller one, and the larger of that and a sum counts: the
//! form along each axis alone, on rows or columns apart from the exit, times what a move along it costs.
//!
//! Elsewhere, where pillars or several exits leave nothing to count on but distances, a state that is about to be
//! expanded is looked at again by the [`sharper`](super::sharper) bound.
//!
//! The bound is admissible, not consistent. It is not evaluated with many empties or on high levels, where the
//! plain level bound stands in. Tested over whole state spaces: a bound that looks right on small lots may
//! overestimate on long ones of two rows with five empties.

use super::corridor::{Aside, Corridors};
use super::form::{Helper, MOST_LEVELS, NEVER, level_form};
use super::sharper::Sharper;
use super::straight::{FromBands, LooseForm, LooseHelper, Runs};
use super::ways::{Prices, Ways};
use crate::parking::Lot;
use crate::parking::ground::{Ground, NONE};
use crate::parking::level_bound::LevelBound;
use crate::search::{Meter, StopReason};

/// So often that it leads everywhere.
const FAR_AWAY: u32 = 1 << 16;
/// More empties than this and the plain level bound has to do.
const MOST_HELPERS: usize = 64;

pub(super) struct Bound<'g> {
    ground: &'g Ground,
    prices: Prices,
    plain: LevelBound<'g>,
    corridors: Corridors<'g>,
    /// Rows and columns to the nearest exit, by spot, if moves along the axes cost differently.
    apart: Vec<[u16; 2]>,
    /// By how much going away may come cheaper, in moves.
    less: u64,
    pub(super) sharper: Sharper<'g>,
    helpers: Vec<Helper>,
    loose: Vec<(LooseHelper, FromBands)>,
    asides: Vec<Aside>,
    order: Vec<(u32, u32)>,
}

impl<'g> Bound<'g> {
    pub(super) fn new(lot: &Lot, ground: &'g Ground, ways: &Ways<'_>) -> Self {
        let prices = ways.prices;
        let spots = 0..ground.spots() as u32;
        let apart = |spot: u32| {
            let [row, col] = ways.place(spot);
            let nearest = |axis: usize, at: u16| {
                ground.exits.iter().map(|&exit| ways.place(exit)[axis].abs_diff(at)).min().unwrap_or(0)
            };
            [nearest(0, row), nearest(1, col)]
        };
        let parity = |&exit: &u32| ways.place(exit).iter().sum::<u16>() % 2;
        let odd = ground.exits.iter().map(parity).collect::<Vec<_>>().windows(2).any(|two| two[0] != two[1]);
        let runs_tell = lot.pillars() == 0 && ground.exits.len() == 1;
        let useful = !runs_tell && prices.horizontal.min(prices.vertical) > 0;
        Self {
            sharper: Sharper::new(ground, useful),
            ground,
            prices,
            plain: LevelBound::new(ground, 1),
            corridors: Corridors::new(ground, ways, lot.pillars() == 0),
            apart: if prices.equal() { Vec::new() } else { spots.map(apart).collect() },
            less: u64::from(odd),
            helpers: Vec::new(),
            loose: Vec::new(),
            asides: Vec::new(),
            order: Vec::new(),
        }
    }

    /// The bound for this car and these empties, in the terms of the prices; `most` or more if it is no less than
    /// that.
    pub(super) fn of(
        &mut self,
        car: u32,
        empties: &[u32],
        most: u64,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<u64, StopReason> {
        if self.ground.level[car as usize] == 0 {
            return Ok(0);
        }
        if empties.len() > MOST_HELPERS || self.ground.level[car as usize] > MOST_LEVELS {
            let plain = self.plain.several(car, empties.len(), empties.iter().copied());
            return Ok(plain * self.prices.horizontal.min(self.prices.vertical));
        }
        let cheapest = self.prices.horizontal.min(self.prices.vertical);
        let by_axes = if self.prices.equal() {
            0
        } else {
            self.along(0, car, empties) * self.prices.vertical
                + self.along(1, car, empties) * self.prices.horizontal
        };
        if by_axes >= most || cheapest == 0 {
            return Ok(by_axes);
        }
        let moves = self.moves(car, empties, most.div_ceil(cheapest), ways, meter)?;
        Ok(by_axes.max(moves * cheapest))
    }

    /// A better bound where there is one, of a state that is about to be expanded.
    pub(super) fn sharper(
        &mut self,
        car: u32,
        empties: &[u32],
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, StopReason> {
        let moves = self.sharper.of(car, empties, ways, meter)?;
        Ok(moves.map(|moves| moves * self.prices.horizontal.min(self.prices.vertical)))
    }

    /// Moves that a plan takes at least, or `most`.
    fn moves(
        &mut self,
        car: u32,
        empties: &[u32],
        most: u64,
        ways: &mut Ways<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<u64, StopReason> {
        let level = self.ground.level[car as usize];
        self.order.clear();
        self.order.extend(empties.iter().map(|&empty| (self.ground.level[empty as usize], empty)));
        self.order.sort_unstable();
        self.helpers.clear();
        self.helpers.extend(self.order.iter().map(|&(at, _)| {
            let approach = at.abs_diff(level - 1);
            Helper { level: at, aside: 0, approach }
        }));
        let corridor = self.corridors.of(car, ways, meter)?;
        self.asides.clear();
        let aside = |&(_, empty): &(u32, u32)| self.corridors.aside(corridor, empty, ways);
        self.asides.extend(self.order.iter().map(aside));
        let runs = self.corridors.runs(car, ways);
        // However often the car goes away, no plan takes less than this and those moves.
        let straight = runs.map_or(0, |runs| runs.straight(false, 0));
        let loosest = runs.map_or(0, |_| {
            let anywhere = |helper| (LooseHelper::new(level, FAR_AWAY, helper), 0);
            LooseForm::new(level, self.helpers.iter().map(anywhere)).cost(straight)
        });
        let plain = level_form(level, 0, &self.helpers, most).max(loosest);
        let mut best = if let Some(runs) = runs {
            self.along_runs(car, runs, 0, most, ways)?
        } else {
            for (helper, asides) in self.helpers.iter_mut().zip(&self.asides) {
                (helper.aside, helper.approach) = (asides[0].into(), NEVER);
            }
            for front in self.ground.near[car as usize] {
                if front != NONE && self.ground.level[front as usize] < level {
                    let to_front = ways.moves_to(front, car)?;
                    for (helper, &(_, empty)) in self.helpers.iter_mut().zip(&self.order) {
                        let approach = u32::try_from(to_front.from(empty)).unwrap_or(NEVER);
                        helper.approach = helper.approach.min(approach);
                    }
                }
            }
            level_form(level, 0, &self.helpers, most)
        };
        for away in 1.. {
            let detour = u64::from(2 * away) - self.less;
            if best <= plain + detour {
                break;
            }
            let loose = match runs {
                Some(runs) => self.along_runs(car, runs, away, best - detour, ways)?,
                None => 0,
            };
            if loose + detour < best {
                for (helper, asides) in self.helpers.iter_mut().zip(&self.asides) {
                    helper.aside = within(asides, away, runs.is_some());
                    helper.approach = helper.level.abs_diff(level - 1).max(helper.aside);
                }
                let form = level_form(level, 0, &self.helpers, best - detour);
                best = best.min(form.max(loose) + detour);
            }
        }
        Ok(best)
    }

    /// The form for a car that goes away from the only exit of an open lot `away` times, those moves not counted, or
    /// `most`: the smallest over the first steps, and over how far it leaves the band.
    fn along_runs(
        &mut self,
        car: u32,
        runs: Runs,
        away: u32,
        most: u64,
        ways: &mut Ways<'_>,
    ) -> Result<u64, StopReason> {
        let level = self.ground.level[car as usize];
        // Most often it is enough to know the corridor, whatever comes first.
        let anyhow = self.helpers.iter().zip(&self.asides).map(|(helper, asides)| {
            let helper = Helper { approach: NEVER, ..*helper };
            (LooseHelper::new(level, away, &helper), within(asides, away, true))
        });
        if LooseForm::new(level, anyhow).cost(runs.straight(false, 0)) >= most {
            return Ok(most);
        }
        let mut best = most;
        for front in self.ground.near[car as usize] {
            if front == NONE || self.ground.level[front as usize] >= level {
                continue;
            }
            let short = runs.starts_short(ways.place(front));
            let to_front = ways.moves_to(front, car)?;
            for (helper, &(_, empty)) in self.helpers.iter_mut().zip(&self.order) {
                helper.approach = u32::try_from(to_front.from(empty)).unwrap_or(NEVER);
            }
            // Going away along the longer axis costs at least as much as going away across twice, and gives room for
            // two steps more.
            let along = away as i32 / 2;
            self.loose.clear();
            let loose = self.helpers.iter().zip(&self.order).map(|(helper, &(_, empty))| {
                let from_bands = runs.aside(ways.place(empty), short, [along, away as i32]);
                (LooseHelper::new(level, away, helper), from_bands)
            });
            self.loose.extend(loose);
            // Leaving the band by as much or more leads nowhere that is not in the corridor.
            let in_corridor = self.loose.iter().zip(&self.asides);
            let in_corridor = in_corridor.map(|(&(helper, _), asides)| (helper, within(asides, away, true)));
            let in_corridor = LooseForm::new(level, in_corridor);
            for by in 0..=runs.most_by(away as i32) {
                let straight = runs.straight(short, by);
                if in_corridor.cost(straight) >= best {
                    break;
                }
                let from_band = |from: FromBands| from.left_by(by + 2 * along);
                if away == 0 {
                    for (helper, &(_, from)) in self.helpers.iter_mut().zip(&self.loose) {
                        helper.aside = from_band(from);
                    }
                    best = level_form(level, straight, &self.helpers, best);
                } else {
                    let helpers = self.loose.iter().map(|&(helper, from)| (helper, from_band(from)));
                    best = best.min(LooseForm::new(level, helpers).cost(straight));
                }
            }
        }
        Ok(best)
    }

    /// Moves along one axis that a plan takes at least.
    fn along(&mut self, axis: usize, car: u32, empties: &[u32]) -> u64 {
        let level = u32::from(self.apart[car as usize][axis]);
        if level == 0 || level > MOST_LEVELS {
            return 0;
        }
        self.helpers.clear();
        self.helpers.extend(empties.iter().map(|&empty| {
            let at = u32::from(self.apart[empty as usize][axis]);
            Helper { level: at, aside: 0, approach: at.abs_diff(level - 1) }
        }));
        self.helpers.sort_unstable_by_key(|helper| helper.level);
        level_form(level, 0, &self.helpers, u64::MAX)
    }
}

/// How far aside an empty is when the car goes away so many times.
fn within(asides: &Aside, away: u32, open: bool) -> u32 {
    let beyond = if open { u32::from(asides[0]).saturating_sub(away) } else { 0 };
    asides.get(away as usize).map_or(beyond, |&aside| aside.into())
}
