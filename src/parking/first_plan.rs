//! A plan at once for a lot with several empties: as if only one of them were there.
//!
//! The one-empty graph answers in next to no time, and its plan is legal with the other empties about: wherever
//! the one would change places with another, nothing needs to move at all. It is rarely the cheapest plan, but it
//! is there when a limit ends the search for that, and it is all that a mere verdict needs.

use super::Lot;
use super::finding::{Finding, Found};
use super::ground::Ground;
use super::level_bound::LevelBound;
use super::one_empty;
use super::slide::Slide;
use crate::search::{Budget, StopReason};

/// Empties that are tried, the most promising first.
const MOST_TRIED: usize = 4;
/// States that one try may generate: those of the largest lot, twice. Not a share of the time: what is answered must
/// not hang on the clock.
const MOST_STATES: u64 = 8_000_000;

/// Looks for a plan of at most `most` moves; nothing found proves nothing, and nothing but a deadline or a
/// cancelled solve is a reason to stop. Keeps up to `keep` moves.
pub(super) fn first_plan(lot: &Lot, ground: &Ground, most: usize, keep: usize, budget: &Budget) -> Finding {
    let bound = LevelBound::new(ground, 1);
    let mut empties = ground.empties.clone();
    empties.sort_by_key(|&spot| (bound.one(ground.car, spot), spot));
    let mut finding = Finding::default();
    for spot in empties.into_iter().take(MOST_TRIED) {
        let states = MOST_STATES.min(budget.states.saturating_sub(finding.stats.generated));
        let one = Budget { states, ..budget.clone() };
        let tried = one_empty::solve(lot, Some(ground), ground.cells[spot as usize], most, &one);
        finding.stats.expanded += tried.stats.expanded;
        finding.stats.generated += tried.stats.generated;
        finding.stats.peak_states = finding.stats.peak_states.max(tried.stats.peak_states);
        if let Some(slides) = tried.found.and_then(|found| found.slides) {
            finding.found = Some(among_others(lot, slides, keep));
        }
        finding.solvable |= tried.solvable;
        finding.stopped_by =
            tried.stopped_by.filter(|reason| matches!(reason, StopReason::Time | StopReason::Cancelled));
        if finding.solvable || finding.stopped_by.is_some() {
            break;
        }
    }
    finding
}

/// A plan made for one empty alone, without the moves that need no car because the other empties are
/// there.
fn among_others(lot: &Lot, mut slides: Vec<Slide>, keep: usize) -> Found {
    let mut empty = vec![false; lot.size().cells()];
    for &cell in lot.empties() {
        empty[cell as usize] = true;
    }
    let mut cost = 0;
    slides.retain(|slide| {
        let to = slide.to() as usize;
        let from = lot.size().neighbour(to, slide.direction().opposite());
        // Empty on both sides: the two empties change places, and are alike.
        let Some(from) = from.filter(|&from| !empty[from]) else { return false };
        empty.swap(from, to);
        cost += slide.cost(lot.horizontal(), lot.vertical());
        true
    });
    Found { cost, moves: slides.len() as u64, slides: (slides.len() <= keep).then_some(slides) }
}
