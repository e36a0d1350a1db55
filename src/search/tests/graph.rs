//! Graphs written out edge by edge, and what is true of them, found by the plainest means there are.

use proptest::prelude::*;

use crate::search::{Heuristic, Reversible, StateSpace};

/// A directed graph; state 0 is the start.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// Of each state, in the order of moves: where the move leads, and what it costs.
    pub(super) edges: Vec<Vec<(usize, u64)>>,
    pub(super) goals: Vec<bool>,
    /// Whether the searches may use arrays for their visited sets.
    pub(super) indexed: bool,
}

/// The state it leaves, and which of that state's moves it is.
pub(super) type Move = (usize, usize);

impl StateSpace for Graph {
    type State = usize;
    type Move = Move;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, &state: &usize) -> bool {
        self.goals[state]
    }

    fn successors(&self, &state: &usize, mut visit: impl FnMut(Move, usize)) {
        for (nth, &(to, _)) in self.edges[state].iter().enumerate() {
            visit((state, nth), to);
        }
    }

    fn cost(&self, (state, nth): Move) -> u64 {
        self.edges[state][nth].1
    }

    fn index_size(&self) -> Option<usize> {
        self.indexed.then_some(self.edges.len())
    }

    fn index(&self, &state: &usize) -> usize {
        state
    }
}

impl Reversible for Graph {
    fn goals(&self, visit: impl FnMut(usize)) {
        (0..self.goals.len()).filter(|&state| self.goals[state]).for_each(visit);
    }

    fn predecessors(&self, &state: &usize, mut visit: impl FnMut(Move, usize)) {
        for (from, edges) in self.edges.iter().enumerate() {
            for (nth, &(to, _)) in edges.iter().enumerate() {
                if to == state {
                    visit((from, nth), from);
                }
            }
        }
    }
}

impl Graph {
    /// A picture: `S` start, `G` goals, `#` walls; one step up, down, left or right costs 1.
    pub(super) fn grid(picture: &[&str]) -> Self {
        let cells: Vec<Vec<char>> = picture.iter().map(|row| row.chars().collect()).collect();
        let mut places = Vec::new();
        for (row, line) in cells.iter().enumerate() {
            for (col, &cell) in line.iter().enumerate() {
                match cell {
                    'S' => places.insert(0, (row, col)),
                    '#' => {}
                    _ => places.push((row, col)),
                }
            }
        }
        let neighbours = |&(row, col): &(usize, usize)| {
            [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)]
                .iter()
                .filter_map(|next| places.iter().position(|place| place == next))
                .map(|to| (to, 1))
                .collect()
        };
        Self {
            edges: places.iter().map(neighbours).collect(),
            goals: places.iter().map(|&(row, col)| cells[row][col] == 'G').collect(),
            indexed: false,
        }
    }

    pub(super) fn with_unit_costs(mut self) -> Self {
        self.edges.iter_mut().flatten().for_each(|(_, cost)| *cost = 1);
        self
    }

    pub(super) fn with_positive_costs(mut self) -> Self {
        self.edges.iter_mut().flatten().for_each(|(_, cost)| *cost = (*cost).max(1));
        self
    }

    /// What is left to pay from each state, `None` where no goal can be reached: every edge is relaxed as often
    /// as there are states (Bellman and Ford).
    pub(super) fn costs_to_goal(&self) -> Vec<Option<u64>> {
        let mut left: Vec<Option<u64>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        for _ in &self.edges {
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    let through = left[to].map(|left| left + cost);
                    left[from] = [left[from], through].into_iter().flatten().min();
                }
            }
        }
        left
    }

    /// The cost of a cheapest plan.
    pub(super) fn cheapest(&self) -> Option<u64> {
        self.costs_to_goal()[0]
    }

    /// The number of moves of a shortest plan.
    pub(super) fn fewest(&self) -> Option<u64> {
        self.clone().with_unit_costs().cheapest()
    }

    /// Of the cheapest plans, the first in the order of moves: always the first move that loses nothing. All
    /// moves must cost something.
    pub(super) fn first_cheapest_plan(&self) -> Option<Vec<Move>> {
        let left = self.costs_to_goal();
        let (mut state, mut plan) = (0, Vec::new());
        left[0]?;
        while left[state] != Some(0) {
            let loses_nothing = |&(to, cost): &(usize, u64)| left[to].map(|left| left + cost) == left[state];
            let nth = self.edges[state].iter().position(loses_nothing)?;
            plan.push((state, nth));
            state = self.edges[state][nth].0;
        }
        Some(plan)
    }

    /// What the moves cost, if they can be made one after the other and end at a goal.
    pub(super) fn replay(&self, plan: &[Move]) -> Option<u64> {
        let (mut state, mut cost) = (0, 0);
        for &(from, nth) in plan {
            let &(to, price) = self.edges[state].get(nth).filter(|_| from == state)?;
            (state, cost) = (to, cost + price);
        }
        self.goals[state].then_some(cost)
    }
}

/// An estimate for each state.
#[derive(Clone, Debug)]
pub(super) struct Estimates(pub(super) Vec<u64>);

impl Heuristic<Graph> for Estimates {
    type Parts = u64;

    fn of(&self, &state: &usize) -> u64 {
        self.0[state]
    }

    fn after(&self, _: u64, _: Move, &child: &usize) -> u64 {
        self.0[child]
    }

    fn estimate(&self, parts: u64) -> u64 {
        parts
    }
}

impl Estimates {
    /// So many percent of what is really left, by state: admissible, and hardly ever consistent. Where no goal
    /// can be reached the percentage itself will do.
    pub(super) fn admissible(graph: &Graph, percent: &[u64]) -> Self {
        let left = graph.costs_to_goal();
        Self(
            left.iter()
                .zip(percent)
                .map(|(left, percent)| left.map_or(*percent, |l| l * percent / 100))
                .collect(),
        )
    }
}

/// More states than any of the random graphs has.
const MOST_STATES: usize = 8;

/// Any directed graph of a few states: loops, double edges, free moves, no goal or many.
fn digraphs() -> impl Strategy<Value = Graph> {
    (1..=MOST_STATES).prop_flat_map(|states| {
        let edge = (0..states, 0..states, 0_u64..=6);
        let goals = prop::collection::vec(prop::bool::weighted(0.2), states);
        (prop::collection::vec(edge, 0..20), goals, any::<bool>()).prop_map(move |(list, goals, indexed)| {
            let mut edges = vec![Vec::new(); states];
            for (from, to, cost) in list {
                edges[from].push((to, cost));
            }
            Graph { edges, goals, indexed }
        })
    })
}

/// Small rooms with walls and at most one goal.
fn grids() -> impl Strategy<Value = Graph> {
    let cells = prop::collection::vec(prop::sample::select(vec!['.', '.', '.', '#']), 9);
    (cells, 0..9_usize, 0..9_usize, any::<bool>()).prop_map(|(mut cells, start, goal, indexed)| {
        cells[goal] = 'G';
        cells[start] = 'S';
        let rows: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        Graph { indexed, ..Graph::grid(&rows) }
    })
}

pub(super) fn graphs() -> impl Strategy<Value = Graph> {
    prop_oneof![3 => digraphs(), 1 => grids()]
}

/// A graph and, for each of its states, a percentage.
pub(super) fn graphs_with_percentages() -> impl Strategy<Value = (Graph, Vec<u64>)> {
    // All or nothing of what is left misleads the most.
    let percent = prop_oneof![Just(0), Just(100), 0..=100_u64];
    (graphs(), prop::collection::vec(percent, MOST_STATES + 1))
}
