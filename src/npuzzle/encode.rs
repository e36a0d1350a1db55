//! An answer as JSON, written by hand: what it says is what serde makes of it, in a third of the time.

use super::answer::{Answer, Path};
use super::verdict::{Rule, Verdict};
use crate::contract::write_conclusion;
use crate::json::Fields;

/// A move, in numbers and in letters, takes about so many bytes.
const USUAL_MOVE: usize = 4;
/// All but the path and the boards.
const USUAL_REST: usize = 800;

/// Encodes an answer, in time and memory linear in its size.
#[must_use]
pub fn encode(answer: &Answer) -> Vec<u8> {
    let moves = answer.path.as_ref().map_or(0, |path| path.tiles.len());
    let mut text = Vec::with_capacity(USUAL_REST + moves * USUAL_MOVE);
    Fields::write(&mut text, |fields| {
        let figures = [answer.cost, answer.moves, answer.lower_bound];
        write_conclusion(fields, answer.solvable, answer.status, figures, answer.stopped_by);
        fields.object("verdict", |fields| write_verdict(fields, &answer.verdict));
        fields.text("reason", &answer.reason);
        if let Some(path) = &answer.path {
            fields.object("path", |fields| write_path(fields, path));
        }
        if let Some(omitted) = answer.path_omitted {
            fields.flag("path_omitted", omitted);
        }
        if let Some(boards) = &answer.boards {
            serde_json::to_writer(fields.value("boards"), boards).expect("numbers are JSON");
        }
        if let Some(omitted) = answer.boards_omitted {
            fields.flag("boards_omitted", omitted);
        }
        fields.object("limits", |fields| answer.limits.write(fields));
        fields.object("search", |fields| answer.search.write(fields));
    });
    text
}

fn write_verdict(fields: &mut Fields<'_>, verdict: &Verdict) {
    let rule = match verdict.rule {
        Rule::Parity => "parity",
        Rule::Order => "order",
    };
    fields.text("rule", rule);
    fields.number_if("board_inversions", verdict.board_inversions);
    fields.number_if("goal_inversions", verdict.goal_inversions);
    fields.number_if("blank_row_distance", verdict.blank_row_distance);
    fields.number_if("cols", verdict.cols);
}

fn write_path(fields: &mut Fields<'_>, path: &Path) {
    fields.numbers("tiles", path.tiles.iter().copied().map(u64::from));
    fields.text("directions", &path.directions);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::contract::{LimitsUsed, SearchReport, Status, StoppedBy};
    use crate::search::SearchStats;

    proptest! {
        #[test]
        fn it_says_what_serde_says(
            solvable in any::<Option<bool>>(),
            figures in any::<[Option<u64>; 7]>(),
            stopped in any::<bool>(),
            reason in any::<String>(),
            path in any::<Option<(Vec<u32>, String)>>(),
            boards in any::<Option<Vec<Vec<Vec<u32>>>>>(),
            omitted in prop::option::of(Just(true)),
            heuristic in any::<Option<String>>(),
        ) {
            let [cost, moves, lower_bound, board_inversions, goal_inversions, blank_row_distance, cols] = figures;
            let mut search = SearchReport::new("ida_star", SearchStats::default());
            search.heuristic = heuristic.map(Into::into);
            let answer = Answer {
                solvable,
                status: if stopped { Status::Unknown } else { Status::Optimal },
                cost,
                moves,
                lower_bound,
                stopped_by: stopped.then_some(StoppedBy::Time),
                verdict: Verdict {
                    rule: if stopped { Rule::Parity } else { Rule::Order },
                    board_inversions,
                    goal_inversions,
                    blank_row_distance,
                    cols,
                },
                reason,
                path: path.map(|(tiles, directions)| Path { tiles, directions }),
                path_omitted: omitted,
                boards,
                boards_omitted: omitted,
                limits: LimitsUsed { time_ms: 1, states: 2, depth: cost },
                search,
            };
            let expected = serde_json::to_string(&answer).unwrap();
            prop_assert_eq!(String::from_utf8(encode(&answer)).unwrap(), expected);
        }
    }
}
