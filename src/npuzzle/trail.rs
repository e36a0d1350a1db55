//! What must be known of the slides made so far to leave out those that lead nowhere new.
//!
//! Two slides that undo each other are the shortest way to nowhere. The next is to drive the blank three times
//! round a block of two by two cells, twelve slides: so six slides one way round come to the same as six the other
//! way round, and seven come to the same as five. (Taylor and Korf, 1993, prune such duplicates by an automaton;
//! this one knows just these.) Of two sixes the one that is later in the order of moves is left out, and every
//! seventh. As what is left out is replaced by something as short that comes earlier, the first of the optimal
//! plans stays.

use super::space::Slide;

/// The last slide, and how many turns the same way round, one at every slide, led up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trail {
    last: Option<Slide>,
    /// Turns to the right, or negative to the left.
    turns: i8,
}

/// Turns in six slides round a block.
const ROUND: i8 = 5;

/// How many trails there are: the empty one, and for each slide five turns right, five left, or none.
pub(super) const TRAILS: usize = 1 + 4 * (2 * ROUND as usize + 1);

/// The number of no trail: the slide need not be tried.
pub(super) const NO_TRAIL: u8 = u8::MAX;

impl Trail {
    /// Before any slide.
    pub(super) const EMPTY: Self = Self { last: None, turns: 0 };

    /// By a trail's number and a slide, the number of the trail after it, or [`NO_TRAIL`].
    pub(super) fn steps() -> [[u8; 4]; TRAILS] {
        Self::all().map(|trail| Slide::ALL.map(|slide| trail.after(slide).map_or(NO_TRAIL, Self::number)))
    }

    /// All trails, in the order of their numbers.
    pub(super) fn all() -> [Self; TRAILS] {
        std::array::from_fn(|number| match number.checked_sub(1) {
            None => Self::EMPTY,
            Some(number) => Self { last: Some(Slide::ALL[number % 4]), turns: (number / 4) as i8 - ROUND },
        })
    }

    /// The place in [`Self::all`].
    pub(super) fn number(self) -> u8 {
        self.last.map_or(0, |last| 1 + 4 * (self.turns + ROUND) as u8 + last as u8)
    }

    /// The trail after one more slide; `None` if that slide need not be tried.
    pub(super) fn after(self, slide: Slide) -> Option<Self> {
        let Some(last) = self.last else { return Some(Self { last: Some(slide), turns: 0 }) };
        let turn = match slide {
            _ if slide == last.opposite() => return None,
            _ if slide == last => 0,
            _ if slide == right_of(last) => 1,
            _ => -1,
        };
        let turns = if self.turns * turn > 0 { self.turns + turn } else { turn };
        // Six slides one way round begin as the last but one of them goes, for that one is four turns on; six the
        // other way round begin as the last one goes.
        let earlier = || (slide as u8) < last as u8;
        let superfluous = turns.abs() > ROUND || turns.abs() == ROUND && earlier();
        (!superfluous).then_some(Self { last: Some(slide), turns })
    }
}

/// The direction after a turn to the right.
fn right_of(slide: Slide) -> Slide {
    match slide {
        Slide::Up => Slide::Right,
        Slide::Right => Slide::Down,
        Slide::Down => Slide::Left,
        Slide::Left => Slide::Up,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every slide of these is tried after those before it.
    fn tried(slides: &[Slide]) -> bool {
        slides.iter().try_fold(Trail::EMPTY, |trail, &slide| trail.after(slide)).is_some()
    }

    #[test]
    fn numbers_name_trails() {
        for (number, trail) in Trail::all().into_iter().enumerate() {
            assert_eq!(usize::from(trail.number()), number);
            for slide in Slide::ALL {
                assert!(trail.after(slide).is_none_or(|next| Trail::all().contains(&next)));
            }
        }
    }

    #[test]
    fn of_two_ways_round_the_earlier_is_tried() {
        use crate::grid::Direction::{Down, Left, Right, Up};
        assert!(tried(&[Up, Right, Down, Left, Up, Right]));
        assert!(!tried(&[Right, Up, Left, Down, Right, Up]));
        assert!(tried(&[Right, Up, Left, Down, Right]));
        assert!(tried(&[Down, Left, Up, Right, Down, Left]));
        assert!(!tried(&[Up, Right, Down, Left, Up, Right, Down]));
        assert!(tried(&[Right, Right, Up, Left, Down, Right]));
        assert!(!tried(&[Left, Right]));
    }

    #[test]
    fn what_is_left_out_has_a_substitute_as_short_and_earlier() {
        // Every string of up to seven slides on a board of three by three, from every cell of the blank.
        let size = crate::grid::Size { rows: 3, cols: 3 };
        for blank in 0..size.cells() {
            let mut board: Vec<u8> = (1..9).collect();
            board.insert(blank, 0);
            // Boards reached so far, layer by layer and in the order of moves within a layer.
            let mut seen = std::collections::HashSet::new();
            let mut layer = vec![(board, blank, Trail::EMPTY)];
            let mut all = vec![(layer[0].0.clone(), blank)];
            for _ in 0..7 {
                let mut next = Vec::new();
                let mut every = Vec::new();
                seen.extend(layer.iter().map(|(board, ..)| board.clone()));
                let slid = |board: &[u8], blank: usize, slide: Slide| {
                    let from = size.neighbour(blank, slide.opposite())?;
                    let mut after = board.to_vec();
                    after.swap(from, blank);
                    Some((after, from))
                };
                for (board, blank) in &all {
                    every.extend(Slide::ALL.iter().filter_map(|&slide| slid(board, *blank, slide)));
                }
                for (board, blank, trail) in &layer {
                    for slide in Slide::ALL {
                        let Some((after, from)) = slid(board, *blank, slide) else { continue };
                        if let Some(trail) = trail.after(slide) {
                            next.push((after, from, trail));
                        }
                    }
                }
                // The first string that leads to each new board is one that is tried.
                let mut first = std::collections::HashSet::new();
                let new =
                    every.iter().filter(|(board, _)| !seen.contains(board) && first.insert(board.clone()));
                let new: Vec<_> = new.map(|(board, _)| board.clone()).collect();
                first = std::collections::HashSet::new();
                let tried =
                    next.iter().filter(|(board, ..)| !seen.contains(board) && first.insert(board.clone()));
                assert_eq!(tried.map(|(board, ..)| board.clone()).collect::<Vec<_>>(), new);
                (layer, all) = (next, every);
            }
        }
    }
}
