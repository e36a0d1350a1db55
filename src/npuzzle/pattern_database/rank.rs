//! A perfect ranking of the placements of k tiles on n cells: every placement has its own number below
//! n·(n−1)·…·(n−k+1), and every number its placement.
//!
//! The digits are those of Lehmer: the i-th tile's cell, less the tiles before it that stand on smaller cells.
//! What makes this ranking fit for a search is how little of it a move changes. A tile that slides sideways
//! passes no other tile, so its own digit goes up or down by one. A tile that slides up or down passes the
//! cells between the two in row-major order, one less than there are columns; each tile of the group that
//! stands there changes either its own digit by one or that of the tile that moves.

/// Most cells that a ranking covers: 5 × 5.
pub(super) const MOST_CELLS: usize = 25;

/// Most tiles that a group holds.
pub(super) const MOST_TILES: usize = 8;

/// The ranking for one number of tiles on one number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    cells: usize,
    /// What the digit of each tile counts for. The first tile's counts most, the last one's 1.
    weights: Vec<u32>,
    placements: u32,
}

impl Ranking {
    /// The ranking of `tiles` tiles on `cells` cells; `None` where the numbers would not fit into 32 bits.
    #[must_use]
    pub fn new(cells: usize, tiles: usize) -> Option<Self> {
        if cells > MOST_CELLS || tiles > MOST_TILES || tiles > cells {
            return None;
        }
        let mut weights = vec![0; tiles];
        let mut weight = 1_u32;
        for tile in (0..tiles).rev() {
            weights[tile] = weight;
            weight = weight.checked_mul((cells - tile) as u32)?;
        }
        Some(Self { cells, weights, placements: weight })
    }

    /// How many placements there are.
    #[must_use]
    pub const fn placements(&self) -> u32 {
        self.placements
    }

    /// How many tiles are placed.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.weights.len()
    }

    /// What one step of a tile's digit counts for.
    #[must_use]
    pub fn weight(&self, tile: usize) -> u32 {
        self.weights[tile]
    }

    /// What the rank loses when `tile` slides up past `other`, both of this group. (Down, it gains as much.)
    #[must_use]
    pub fn passing(&self, tile: usize, other: usize) -> i64 {
        match other {
            // The tile itself now counts one fewer before it: its digit, lower by all cells passed, is one higher.
            other if other < tile => -i64::from(self.weights[tile]),
            // The other one now counts one more before it.
            other => i64::from(self.weights[other]),
        }
    }

    /// The number of a placement: the cell of each tile, all different. Time linear in the tiles.
    #[must_use]
    pub fn rank(&self, placement: impl IntoIterator<Item = u8>) -> u32 {
        let mut taken = 0_u32;
        let mut rank = 0;
        for (cell, weight) in placement.into_iter().zip(&self.weights) {
            let before = taken & ((1 << cell) - 1);
            rank += (u32::from(cell) - before.count_ones()) * weight;
            taken |= 1 << cell;
        }
        rank
    }

    /// The placement with this number: the cell of each tile, in the first [`tiles`](Self::tiles) places.
    #[must_use]
    pub fn unrank(&self, mut rank: u32) -> [u8; MOST_TILES] {
        let mut free = (1_u32 << self.cells) - 1;
        let mut placement = [0; MOST_TILES];
        for (cell, weight) in placement.iter_mut().zip(&self.weights) {
            let mut rest = free;
            for _ in 0..rank / weight {
                rest &= rest - 1;
            }
            rank %= weight;
            *cell = rest.trailing_zeros() as u8;
            free &= !(1 << *cell);
        }
        placement
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_placement() {
        for (cells, tiles) in [(4, 3), (6, 1), (6, 5), (9, 4), (12, 5), (25, 3)] {
            let ranking = Ranking::new(cells, tiles).unwrap();
            let expected: usize = (cells - tiles + 1..=cells).product();
            assert_eq!(ranking.placements() as usize, expected);
            let mut before = None;
            for rank in 0..ranking.placements() {
                let placement = ranking.unrank(rank);
                let placement = &placement[..tiles];
                assert!(placement.iter().all(|&cell| usize::from(cell) < cells));
                assert_eq!(ranking.rank(placement.iter().copied()), rank, "{placement:?}");
                // Numbers follow the order of the placements, so no two are the same.
                let this = Some(placement.to_vec());
                assert!(before < this, "{before:?} {this:?}");
                before = this;
            }
        }
    }

    #[test]
    fn a_slide_changes_the_rank_by_what_is_passed() {
        let (cols, tiles) = (4_usize, 5);
        let ranking = Ranking::new(16, tiles).unwrap();
        for rank in (0..ranking.placements()).step_by(7) {
            let placement = ranking.unrank(rank);
            for tile in 0..tiles {
                let from = usize::from(placement[tile]);
                for to in [from + 1, from + cols] {
                    let aside = to == from + 1 && to.is_multiple_of(cols);
                    if to >= 16 || aside || placement[..tiles].contains(&(to as u8)) {
                        continue;
                    }
                    let mut after = placement;
                    after[tile] = to as u8;
                    let passed: i64 = (0..tiles)
                        .filter(|&other| (from + 1..to).contains(&usize::from(placement[other])))
                        .map(|other| ranking.passing(tile, other))
                        .sum();
                    let expected =
                        i64::from(rank) + (to - from) as i64 * i64::from(ranking.weight(tile)) + passed;
                    assert_eq!(i64::from(ranking.rank(after[..tiles].iter().copied())), expected);
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_has_no_ranking() {
        assert_eq!(Ranking::new(26, 3), None);
        assert_eq!(Ranking::new(16, 9), None);
        assert_eq!(Ranking::new(3, 4), None);
        assert_eq!(Ranking::new(25, 8), None);
        assert_eq!(Ranking::new(25, 7).unwrap().placements(), 2_422_728_000);
    }
}
