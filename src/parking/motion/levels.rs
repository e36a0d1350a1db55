//! What time steps are needed at least where every car moves on its own: counted on distances to the exit.
//!
//! Every spot has a level, its distance to the nearest exit. In a step an empty changes its level by one at most,
//! and so does the car, which changes places with an empty: one *service* of that empty at the *slot* that the car
//! comes to. Look at the last time that the car comes to each of the slots L − 1 … 0 (it stands on level L now). To
//! slot L − 1 it cannot come before step a + 1, if no empty can be there before a steps are over. An empty on level l
//! that does the first of its n services at slot f has done the last, at slot z, after
//! `max( |l − f|, a + L − 1 − f ) + 1 + (f − z) + 2 (n − 1)` steps at the soonest: after a service it is one level
//! above the slot. Then the car has z more slots to go. So within T steps an empty does at most
//!
//! `max over f of min( f − s + 1, (T + 1 − max( f + |l − f|, a + L − 1 )) / 2 )`
//!
//! services at slots from s up, and for every s the L − s slots from there up must all be served.

/// An empty, or a car that will be one once it has left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Server {
    pub(super) level: u32,
    /// It is not there before so many steps.
    pub(super) after: u32,
}

/// Fewest steps for a car on `level` to which no empty comes before `approach` steps are over, and how many services
/// more than needed these steps have room for.
pub(super) fn steps(level: u32, approach: u32, servers: &[Server]) -> (u32, u32) {
    let mut steps = level + approach;
    let mut to_spare = 0;
    for from in (0..level).rev() {
        let needed = level - from;
        loop {
            let served =
                servers.iter().map(|&server| services(level, approach, server, steps, from)).sum::<u32>();
            if served >= needed {
                to_spare = served - needed;
                break;
            }
            steps += 1;
        }
    }
    (steps, to_spare)
}

/// The services that one can do at slots `from` … `level − 1` within so many steps.
#[inline]
fn services(level: u32, approach: u32, server: Server, steps: u32, from: u32) -> u32 {
    let Some(own) = steps.checked_sub(server.after) else { return 0 };
    let at = server.level;
    let most = (steps + 2).saturating_sub(approach + level) / 2;
    if at + 1 >= level {
        return (level - from).min((own + 1).saturating_sub(at) / 2).min(most);
    }
    // Up to its own level a first slot further up costs nothing; beyond, one service for every level.
    let twice = (own + 1 + at) / 2;
    let lowest = from.max(at);
    let best = |first: u32| (first - from + 1).min(twice.saturating_sub(first));
    let even = ((twice + from).saturating_sub(1) / 2).clamp(lowest, level - 1);
    best(even).max(best((even + 1).min(level - 1))).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servers(levels: &[u32]) -> Vec<Server> {
        levels.iter().map(|&level| Server { level, after: 0 }).collect()
    }

    #[test]
    fn one_empty_is_the_level_bound_of_single_moves() {
        for level in 1..20 {
            for at in 0..30_u32 {
                let wanted = 3 * level - 2 + at.abs_diff(level - 1);
                assert_eq!(steps(level, at.abs_diff(level - 1), &servers(&[at])).0, wanted, "{level}, {at}");
            }
        }
    }

    #[test]
    fn one_empty_at_every_slot_is_a_step_for_every_level() {
        assert_eq!(steps(5, 0, &servers(&[0, 1, 2, 3, 4])).0, 5);
        assert_eq!(steps(18, 16, &servers(&[0, 1])).0, 50);
    }

    /// The cheapest first slot by trying all.
    #[test]
    fn the_best_first_slot_is_found() {
        for level in 1..9_u32 {
            for at in 0..14_u32 {
                for steps in 0..40_u32 {
                    for from in 0..level {
                        for approach in [0, 2, 5] {
                            let by_trying = (from..level).map(|first| {
                                let taken = (first + at.abs_diff(first)).max(approach + level - 1);
                                (first - from + 1).min((steps + 1).saturating_sub(taken) / 2)
                            });
                            let server = Server { level: at, after: 0 };
                            assert_eq!(
                                services(level, approach, server, steps, from),
                                by_trying.max().unwrap()
                            );
                        }
                    }
                }
            }
        }
    }
}
