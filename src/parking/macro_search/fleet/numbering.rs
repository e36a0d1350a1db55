//! Numbers for multisets: the combinatorial number system.
//!
//! The multiset v₀ ≤ v₁ ≤ … of numbers from 0 is number Σ C(vᵢ + i, i + 1) among those of its size.

/// So many members, and so many different ones, are enough for what can be tabulated.
const MOST_MEMBERS: usize = 40;
const MOST_VALUES: usize = 1024;

pub(super) struct Numbering {
    /// C(n, k) at `n × width + k`, as far as numbers go.
    binomials: Vec<usize>,
    width: usize,
}

impl Numbering {
    /// For multisets of up to `members` members below `values`; `None` if those are too many.
    pub(super) fn new(values: usize, members: usize) -> Option<Self> {
        if members > MOST_MEMBERS || values > MOST_VALUES {
            return None;
        }
        let (rows, width) = (values + members + 1, members + 2);
        let mut binomials = vec![0_usize; rows * width];
        for n in 0..rows {
            binomials[n * width] = 1;
            for k in 1..width.min(n + 1) {
                let above = &binomials[(n - 1) * width..n * width];
                binomials[n * width + k] = above[k - 1].saturating_add(above[k]);
            }
        }
        Some(Self { binomials, width })
    }

    #[inline]
    fn choose(&self, n: usize, k: usize) -> usize {
        self.binomials[n * self.width + k]
    }

    /// How many multisets of so many members there are below `values`, which is at least 1.
    pub(super) fn sets(&self, values: u32, members: usize) -> usize {
        self.choose(values as usize + members - 1, members)
    }

    /// The number of a multiset, its members ascending.
    #[inline]
    pub(super) fn number(&self, set: &[u32]) -> usize {
        set.iter().enumerate().map(|(place, &value)| self.choose(value as usize + place, place + 1)).sum()
    }

    /// The multiset of so many members with this number.
    pub(super) fn set(&self, mut number: usize, members: usize, set: &mut Vec<u32>) {
        set.clear();
        set.resize(members, 0);
        let mut value = self.binomials.len() / self.width - 1;
        for place in (0..members).rev() {
            while self.choose(value, place + 1) > number {
                value -= 1;
            }
            number -= self.choose(value, place + 1);
            set[place] = (value - place) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gaps() {
        let numbering = Numbering::new(5, 4).unwrap();
        for (values, members, sets) in [(5, 4, 70), (3, 2, 6), (1, 3, 1), (4, 0, 1)] {
            assert_eq!(numbering.sets(values, members), sets);
            let mut set = Vec::new();
            for number in 0..sets {
                numbering.set(number, members, &mut set);
                assert!(set.is_sorted() && set.iter().all(|&value| value < values), "{set:?}");
                assert_eq!(numbering.number(&set), number);
            }
        }
    }
}
