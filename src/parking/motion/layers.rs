//! The search over time steps: all states after one step, then all after two, and so on; those are dropped whose
//! bound says that a plan through them takes longer than wanted.
//!
//! Without a width the search is complete (breadth-first heuristic search, Zhou and Hansen, 2006): if it finds
//! nothing within so many steps, there is nothing. With a width it keeps only the most promising states of each
//! layer, and of each of these only a few steps (beam search, Lowerre, 1976), and is quick; where states have few steps,
//! it tries all of them and keeps more states instead.

use std::ops::ControlFlow;

use super::bound::StepBound;
use super::fan::{Fan, unload};
use super::field::{Field, Record};
use super::lines::{Line, Lines};
use super::step::{Scene, Step, every};
use super::store::{NO_NODE, Node, NodeId, Store};
use crate::grid::Size;
use crate::parking::ground::Ground;
use crate::search::{Meter, StopReason, hash};

/// Of at most so many cars and empties that move one by one, a state has only a few steps that the rules leave.
const FEW_PIECES: usize = 5;

/// What a run is to look for, and how hard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Plans of at most so many steps.
    pub(super) most: u32,
    /// States kept of each layer, and steps tried of each; all if there is no width.
    pub(super) width: Option<Width>,
    /// Steps that may be tried in all.
    pub(super) work: u64,
}

/// How much a beam keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    pub(super) states: usize,
    pub(super) steps: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With a plan that ends in this node; of fewest steps if the search is complete.
    Goal(NodeId),
    /// With no plan. If nothing was dropped but by the bound, there is none of fewer steps than this, [`u32::MAX`]
    /// if there is none at all.
    None { proved: Option<u32> },
    /// The work was done before.
    Tired,
}

/// A search from one lot, run again and again.
pub(super) struct Layers<'g> {
    field: &'g Field<'g>,
    /// Whether the states have so few steps that a beam tries all of them.
    few: bool,
    bound: StepBound<'g>,
    lines: Lines,
    step: Step,
    record: Record,
    child: Record,
    options: Vec<usize>,
    fan: Fan,
    pub(super) store: Store,
    layer: Store,
    pub(super) meter: Meter<'g>,
}

/// The layer in the making.
struct Making<'r> {
    task: Task,
    /// Steps made by its end.
    depth: u32,
    store: &'r Store,
    parent: NodeId,
    sum: u64,
    worked: &'r mut u64,
    /// Fewest steps of what the bound dropped.
    beyond: &'r mut u32,
    goal: bool,
}

impl<'g> Layers<'g> {
    pub(super) fn new(field: &'g Field<'g>, bound: StepBound<'g>, in_blocks: bool, meter: Meter<'g>) -> Self {
        let spots = field.ground.spots();
        Self {
            field,
            few: !in_blocks && field.pieces() <= FEW_PIECES,
            bound,
            lines: Lines::new(spots, in_blocks),
            step: Step::new(spots),
            record: Record::default(),
            child: Record::default(),
            options: Vec::new(),
            fan: Fan::default(),
            store: Store::new(field.pieces()),
            layer: Store::new(field.pieces()),
            meter,
        }
    }

    /// Bytes held beside the states.
    pub(super) fn bytes(ground: &Ground, size: Size, in_blocks: bool) -> usize {
        let spots = ground.spots();
        Lines::bytes(spots) + Step::bytes(spots) + StepBound::bytes(spots, size, in_blocks)
    }

    /// Steps that the lot needs at least.
    pub(super) fn at_start(&mut self) -> u32 {
        self.bound.of(&self.field.start().words).steps
    }

    /// Searches from the start.
    pub(super) fn run(&mut self, task: Task, worked: &mut u64) -> Result<End, StopReason> {
        self.store.clear(&mut self.meter);
        self.layer.clear(&mut self.meter);
        let start = self.field.start();
        let outlook = self.bound.of(&start.words);
        let mut beyond = u32::MAX;
        if outlook.steps > task.most {
            return Ok(End::None { proved: Some(outlook.steps) });
        }
        let root = Node { parent: NO_NODE, sum: 0, rank: outlook.rank };
        self.add(&start, root)?;
        let (mut from, mut depth, mut dropped) = (0, 0, false);
        while from < self.store.len() {
            let to = self.store.len();
            depth += 1;
            for id in from..to {
                self.meter.stats.expanded += 1;
                if self.expand(id as NodeId, depth, task, worked, &mut beyond)? {
                    return Ok(End::Goal(self.keep_goal(id as NodeId, depth)?));
                }
                if *worked > task.work {
                    return Ok(End::Tired);
                }
            }
            dropped |= task.width.is_some();
            self.keep(task.width)?;
            from = to;
        }
        Ok(End::None { proved: (!dropped).then_some(beyond) })
    }

    fn add(&mut self, record: &Record, node: Node) -> Result<NodeId, StopReason> {
        let came = record.empties.iter().map(|&(_, came)| came);
        self.store.add(hash(&record.words[..]), &record.words, came, node, &mut self.meter)
    }

    /// Adds what comes of a state to the layer in the making; says whether the goal is among it, which is then
    /// the child.
    fn expand(
        &mut self,
        id: NodeId,
        depth: u32,
        task: Task,
        worked: &mut u64,
        beyond: &mut u32,
    ) -> Result<bool, StopReason> {
        let Self { field, few, bound, lines, step, record, child, options, fan, store, layer, meter } = self;
        record.unpack(store.state(id), store.came(id));
        lines.find(field, record, depth == 1);
        let scene = Scene { field, record, lines };
        let sum = store.node(id).sum;
        let mut making = Making { task, depth, store, parent: id, sum, worked, beyond, goal: false };
        match task.width.filter(|_| !*few) {
            None => {
                let end = every(step, scene, options, |step| {
                    step.make(scene, child);
                    match making.note(step, child, bound, layer, meter) {
                        Ok(true) => ControlFlow::Continue(()),
                        Ok(false) => ControlFlow::Break(Ok(())),
                        Err(reason) => ControlFlow::Break(Err(reason)),
                    }
                });
                if let ControlFlow::Break(end) = end {
                    end?;
                }
            }
            Some(width) => {
                fan.choose(width.steps, step, scene, bound, meter)?;
                for chosen in 0..fan.len() {
                    fan.load(chosen, step, scene);
                    step.make(scene, child);
                    let goes_on = step.moves == 0 || making.note(step, child, bound, layer, meter)?;
                    unload(step, scene);
                    if !goes_on {
                        break;
                    }
                }
            }
        }
        Ok(making.goal)
    }

    /// Puts the goal, which is the child, at the end of the store.
    fn keep_goal(&mut self, parent: NodeId, depth: u32) -> Result<NodeId, StopReason> {
        let child = std::mem::take(&mut self.child);
        self.add(&child, Node { parent, sum: depth.into(), rank: 0 })
    }

    /// Moves the layer in the making, or the best of it, to the store.
    fn keep(&mut self, width: Option<Width>) -> Result<(), StopReason> {
        let Self { few, store, layer, meter, .. } = self;
        let bytes = layer.len() * size_of::<NodeId>();
        meter.hold(bytes)?;
        let mut ids: Vec<NodeId> = (0..layer.len() as NodeId).collect();
        if let Some(width) = width {
            ids.sort_unstable_by_key(|&id| (layer.node(id).rank, id));
            ids.truncate(if *few { width.states.saturating_mul(width.steps) } else { width.states });
        }
        for id in ids {
            let words = layer.state(id);
            store.add(hash(words), words, layer.came(id).iter().copied(), *layer.node(id), meter)?;
        }
        meter.stats.peak_states = meter.stats.peak_states.max((store.len() + layer.len()) as u64);
        layer.clear(meter);
        meter.release(bytes);
        Ok(())
    }

    /// The moves of the plan to a node, and how many there are by the end of each step.
    pub(super) fn plan(&mut self, goal: NodeId) -> (Vec<(u32, Line)>, Vec<u32>) {
        let mut nodes = vec![goal];
        while self.store.node(nodes[nodes.len() - 1]).parent != NO_NODE {
            nodes.push(self.store.node(nodes[nodes.len() - 1]).parent);
        }
        nodes.reverse();
        let (mut moves, mut ends) = (Vec::new(), Vec::new());
        for id in nodes.into_iter().skip(1) {
            self.record.unpack(self.store.state(id), self.store.came(id));
            for &(spot, came) in &self.record.empties {
                moves.extend(super::lines::between(self.field, came, spot).map(|line| (came, line)));
            }
            ends.push(moves.len() as u32);
        }
        (moves, ends)
    }
}

impl Making<'_> {
    /// Notes what a step leads to; says whether to go on.
    #[inline]
    fn note(
        &mut self,
        step: &Step,
        child: &Record,
        bound: &mut StepBound<'_>,
        layer: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        meter.tick()?;
        *self.worked += 1;
        if child.cars.is_empty() {
            self.goal = true;
            return Ok(false);
        }
        let hash = hash(&child.words[..]);
        let node = Node { parent: self.parent, sum: self.sum + u64::from(step.moves * self.depth), rank: 0 };
        let came = child.empties.iter().map(|&(_, came)| came);
        if let Some(known) = layer.find(hash, &child.words) {
            let Node { sum, rank, .. } = *layer.node(known);
            if node.sum < sum {
                layer.replace(known, came, Node { rank, ..node });
            }
        } else if self.store.find(hash, &child.words).is_none() {
            let outlook = bound.of(&child.words);
            let all = outlook.steps.saturating_add(self.depth);
            if all > self.task.most {
                *self.beyond = (*self.beyond).min(all);
            } else {
                meter.generate()?;
                layer.add(hash, &child.words, came, Node { rank: outlook.rank, ..node }, meter)?;
            }
        }
        Ok(*self.worked <= self.task.work)
    }
}
