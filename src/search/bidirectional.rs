//! Bidirectional breadth-first search: one wave from the start, one from the goals, until they meet.

use super::budget::{Budget, Meter, StopReason};
use super::outcome::{Outcome, Plan, SearchStats};
use super::space::{Reversible, StateSpace};
use super::tree::{EXHAUSTIVE, NodeId, Seen, Tree};

/// Finds a plan with the fewest moves, whatever they cost, in about twice the states up to half its length.
///
/// Whole layers are expanded in turn, the smaller frontier first. With `a` layers done from the start and `b`
/// from the goals and no meeting, every plan has more than `a + b` moves; so the first meeting is optimal.
pub fn bidirectional<S: Reversible>(space: &S, budget: &Budget) -> Outcome<S::Move> {
    match Meter::start(budget, space.state_bytes()) {
        Ok(mut meter) => {
            let mut bound = 0;
            search(space, &mut meter, &mut bound)
                .unwrap_or_else(|reason| Outcome::stopped(reason, bound, meter.stats))
        }
        Err(reason) => Outcome::stopped(reason, 0, SearchStats::default()),
    }
}

/// One of the two waves.
struct Wave<S: StateSpace> {
    tree: Tree<S, ()>,
    /// Where the layer begins that is expanded next; it ends where the tree does.
    frontier: usize,
}

impl<S: Reversible> Wave<S> {
    fn new(space: &S, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        Ok(Self { tree: Tree::new(space, EXHAUSTIVE, meter)?, frontier: 0 })
    }

    fn width(&self) -> usize {
        self.tree.len() - self.frontier
    }

    /// Expands the frontier; stops at the first state that `other` has too.
    fn advance<const FORWARD: bool>(
        &mut self,
        space: &S,
        meter: &mut Meter<'_>,
        other: &Self,
    ) -> Result<Option<(NodeId, NodeId)>, StopReason> {
        let end = self.tree.len();
        for head in self.frontier..end {
            let state = self.tree.node(head as NodeId).state.clone();
            meter.stats.expanded += 1;
            let mut meeting = None;
            let mut result = Ok(());
            let visit = |mv, next: S::State| {
                if meeting.is_some() || result.is_err() {
                    return;
                }
                result = meter.tick().and_then(|()| {
                    let met = other.tree.find(space, &next);
                    let from = Some((head as NodeId, mv));
                    if let Seen::New(id) = self.tree.insert(space, meter, next, from, || ())? {
                        meeting = met.map(|there| (id, there));
                    }
                    Ok(())
                });
            };
            if FORWARD {
                space.successors(&state, visit);
            } else {
                space.predecessors(&state, visit);
            }
            meter.stats.peak_states = (self.tree.len() + other.tree.len()) as u64;
            result?;
            if meeting.is_some() {
                return Ok(meeting);
            }
        }
        self.frontier = end;
        Ok(None)
    }
}

fn search<S: Reversible>(
    space: &S,
    meter: &mut Meter<'_>,
    bound: &mut u64,
) -> Result<Outcome<S::Move>, StopReason> {
    let mut forward = Wave::new(space, meter)?;
    let start = space.start();
    let done = space.is_goal(&start);
    forward.tree.insert(space, meter, start, None, || ())?;
    meter.stats.peak_states = 1;
    if done {
        return Ok(Outcome::found(Plan { moves: Vec::new(), cost: 0 }, 0, meter.stats));
    }
    *bound = 1;
    let mut backward = Wave::<S>::new(space, meter)?;
    let mut result = Ok(());
    space.goals(|goal| {
        if result.is_ok() {
            result =
                meter.tick().and_then(|()| backward.tree.insert(space, meter, goal, None, || ()).map(drop));
        }
    });
    meter.stats.peak_states += backward.tree.len() as u64;
    result?;
    loop {
        // A wave that has nowhere left to go has seen all it can reach, and the other is not there.
        if forward.width() == 0 || backward.width() == 0 {
            return Ok(Outcome::exhausted(meter.stats));
        }
        let meeting = if forward.width() <= backward.width() {
            forward.advance::<true>(space, meter, &backward)?
        } else {
            backward.advance::<false>(space, meter, &forward)?.map(|(there, here)| (here, there))
        };
        if let Some((here, there)) = meeting {
            let mut plan = forward.tree.plan_to(space, here);
            for mv in backward.tree.moves_back_from(there) {
                plan.cost += space.cost(mv);
                plan.moves.push(mv);
            }
            return Ok(Outcome::found(plan, *bound, meter.stats));
        }
        *bound += 1;
    }
}
