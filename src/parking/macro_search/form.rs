//! The level form: what is left to pay, counted on distances to the exit.
//!
//! It is the bound of [`LevelBound`](crate::parking::level_bound) with distances that may be longer than the
//! levels say. With the car on level `L`, its moves are fed by one empty, the server, that comes to level
//! `L − 1` and goes round the car for two moves between any two of the car's; an empty that waits at distance
//! `d` of one of the slots `0 … L − 2` saves `2 − d` of those, each empty in one slot at most:
//!
//! `3L − 2 + min over servers ( approach of the server − G(the others) )`
//!
//! Where `S` of the steps are known to go [straight](super::straight) on, each of them takes two moves more, and
//! an empty that waits at distance `d` of its slot saves `4 − d` instead: two more than elsewhere, one if `d` is
//! three. So `2S` is added, and taken off again for as many of the empties as there are such steps.

/// Levels beyond this are not counted here: slots are bits.
pub(super) const MOST_LEVELS: u32 = 128;

/// Approach of an empty that cannot come.
pub(super) const NEVER: u32 = u32::MAX;

/// An empty as the form sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Helper {
    pub(super) level: u32,
    /// Moves that any slot takes at least.
    pub(super) aside: u32,
    /// Moves to the slot before the car.
    pub(super) approach: u32,
}

/// The form in moves, or `most` if it is no less than that or no empty can come; `helpers` ascend by level,
/// `level` is the car's, at least 1 and at most [`MOST_LEVELS`], and `straight` of its steps go straight on.
pub(super) fn level_form(level: u32, straight: u32, helpers: &[Helper], most: u64) -> u64 {
    // First as if every slot could be had by every empty that is near enough, and nothing was lost by the server.
    let (mut near, mut at_most, mut nearest) = ([0; 3], 0, NEVER);
    for helper in helpers {
        let aside = from_slots(level, helper);
        near[more_saved(aside)] += 1;
        at_most += 2_u32.saturating_sub(aside);
        nearest = nearest.min(helper.approach);
    }
    let full = 3 * i64::from(level) - 2 + i64::from(2 * straight);
    let most_on_runs = on_runs(near, straight);
    let mut best = i64::try_from(most).unwrap_or(i64::MAX).saturating_sub(full);
    if nearest == NEVER || i64::from(nearest) - i64::from(at_most) - most_on_runs >= best {
        return most;
    }
    let saved_by_all = i64::from(saved(level, helpers, usize::MAX));
    // Those that save nothing anyway come first: they are told at once, and leave few of the others to look at.
    for saves in [false, true] {
        for (server, helper) in helpers.iter().enumerate() {
            let approach = i64::from(helper.approach);
            // Taking an empty away never saves more.
            if (helper.aside < 2 && helper.level < level) != saves
                || helper.approach == NEVER
                || approach - saved_by_all - most_on_runs >= best
            {
                continue;
            }
            let saved = if saves { i64::from(saved(level, helpers, server)) } else { saved_by_all };
            let mut others = near;
            others[more_saved(from_slots(level, helper))] -= 1;
            best = best.min(approach - saved - on_runs(others, straight));
        }
    }
    most.min(full.saturating_add(best).max(0).unsigned_abs())
}

/// Moves from an empty to any slot, at least.
fn from_slots(level: u32, helper: &Helper) -> u32 {
    helper.aside.max((helper.level + 2).saturating_sub(level))
}

/// How much more an empty at this distance saves where the car goes straight on than elsewhere.
pub(super) fn more_saved(aside: u32) -> usize {
    match aside {
        0..=2 => 2,
        3 => 1,
        _ => 0,
    }
}

/// What empties save at most on steps straight on beyond what they save anywhere; `near` counts them by
/// [`more_saved`].
pub(super) fn on_runs(near: [u32; 3], straight: u32) -> i64 {
    let twice = near[2].min(straight);
    i64::from(2 * twice + near[1].min(straight - twice))
}

/// `G`: the most moves that waiting empties save, the one at place `without` left out.
///
/// A slot takes an empty of its own level first (two moves saved; an exchange shows that nothing is lost by
/// it). Each of the others saves one in any of three slots in a row; taken by their level, each goes to the
/// lowest that is free, which places as many as can be placed.
fn saved(level: u32, helpers: &[Helper], without: usize) -> u32 {
    let slots = level - 1;
    let all = if slots >= MOST_LEVELS { u128::MAX } else { (1 << slots) - 1 };
    let counts =
        |&(place, helper): &(usize, &Helper)| place != without && helper.aside < 2 && helper.level < level;
    let helpers = helpers.iter().enumerate().filter(counts).map(|(_, helper)| helper);
    let exact = |helper: &Helper| helper.aside == 0 && helper.level < slots;
    let mut taken =
        helpers.clone().filter(|helper| exact(helper)).fold(0_u128, |taken, h| taken | 1 << h.level);
    let mut saved = 2 * taken.count_ones();
    let mut last_exact = NEVER;
    for helper in helpers {
        if exact(helper) && helper.level != last_exact {
            last_exact = helper.level;
            continue;
        }
        let around = if helper.level == 0 { 0b11 } else { 0b111 << (helper.level - 1) };
        let free = around & all & !taken;
        if free != 0 {
            taken |= free & free.wrapping_neg();
            saved += 1;
        }
    }
    saved
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By trying everything.
    fn most_saved(slots: u32, helpers: &[Helper], taken: u32) -> u32 {
        let Some((first, rest)) = helpers.split_first() else { return 0 };
        let mut best = most_saved(slots, rest, taken);
        for slot in (0..slots).filter(|slot| taken >> slot & 1 == 0) {
            let distance = first.level.abs_diff(slot).max(first.aside);
            best = best.max(2_u32.saturating_sub(distance) + most_saved(slots, rest, taken | 1 << slot));
        }
        best
    }

    #[test]
    fn slots_are_given_as_well_as_can_be() {
        let mut random = 1_u64;
        let mut draw = |most: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((random >> 33) % most) as u32
        };
        for _ in 0..20_000 {
            let level = 1 + draw(5);
            let mut helpers: Vec<Helper> =
                (0..1 + draw(5)).map(|_| Helper { level: draw(7), aside: draw(3), approach: 0 }).collect();
            helpers.sort_by_key(|helper| helper.level);
            assert_eq!(saved(level, &helpers, usize::MAX), most_saved(level - 1, &helpers, 0), "{helpers:?}");
        }
    }
}
