//! A plan of several cars' moves, written out as single moves.

use super::search::{FleetSearch, State, find_edges};
use crate::parking::Lot;
use crate::parking::finding::Found;
use crate::parking::ground::Ground;
use crate::parking::macro_search::edges::Edge;
use crate::parking::macro_search::path::Writer;
use crate::parking::macro_search::search::Tools;
use crate::parking::macro_search::store::NodeId;
use crate::parking::one_empty::Field;
use crate::search::{Budget, StopReason};

/// The plan to a node; up to `keep` moves are kept. Edges are not kept beside the nodes, so those on the plan are
/// looked for once more.
pub(super) fn write_out(
    lot: &Lot,
    ground: &Ground,
    search: &FleetSearch<'_>,
    goal: NodeId,
    tools: &mut Tools<'_>,
    keep: usize,
    budget: &Budget,
) -> Result<Found, StopReason> {
    let field = Field::of(lot);
    let mut writer = Writer::new(ground, &field, keep, budget)?;
    let (mut state, mut next, mut child) = (State::default(), State::default(), State::default());
    let mut others = Vec::new();
    for pair in search.nodes_to(goal).windows(2) {
        search.unpack(pair[0], &mut state);
        search.unpack(pair[1], &mut next);
        // There may be several that lead there.
        let mut best: Option<(usize, Edge)> = None;
        for place in 0..state.cars.len() {
            find_edges(&state, place, tools, &mut others, &mut writer.meter)?;
            for edge in &tools.edges.found {
                state.follow(place, edge, tools, (ground, lot.in_order()), &mut child);
                if child == next && best.is_none_or(|(_, best)| edge.cost < best.cost) {
                    best = Some((place, *edge));
                }
            }
        }
        let Some((place, edge)) = best else { continue };
        // The lists of an edge are there until others are looked for.
        find_edges(&state, place, tools, &mut others, &mut writer.meter)?;
        let (used, mut targets) = (tools.edges.used(&edge), tools.edges.targets(&edge).to_vec());
        writer.others.clone_from(&others);
        writer.edge(state.cars[place], &edge, used, &mut targets, tools)?;
        // Those that left are empty spots now.
        next.empties.iter().for_each(|&spot| writer.empty[spot as usize] = true);
    }
    Ok(writer.finish())
}
