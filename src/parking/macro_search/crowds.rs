//! Crowds: what is known of the empties beside the one that served last, and how that changes with a move.
//!
//! All crowds of up to so many empties are numbered, and for each the numbers of those that it can become are kept.
//! Where the car is in a [narrow](super::narrows), crowds are *split*: the pool has two sides. Those come last.

/// The empties beside the one that served last, as far as they will serve again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Crowd {
    /// Wherever they are, it costs them nothing to serve a move.
    pub(super) free: usize,
    /// Have paid their height, and are paid back that of the spot where they serve; by side, if that is told apart.
    pub(super) pooled: [usize; 2],
    /// One more of those, and its side, which has just joined them when there was no other: it cannot serve the next
    /// move.
    pub(super) fresh: Option<usize>,
    /// Whether sides are told apart; if not, all are on side 0.
    pub(super) split: bool,
}

impl Crowd {
    fn size(self) -> usize {
        self.free + self.pooled[0] + self.pooled[1] + usize::from(self.fresh.is_some())
    }

    /// With one more in the pool, or one less.
    fn pool(mut self, side: usize, more: bool) -> Self {
        self.pooled[side] = if more { self.pooled[side] + 1 } else { self.pooled[side].saturating_sub(1) };
        self
    }
}

/// No such crowd.
pub(super) const NOBODY: u32 = u32::MAX;

/// Numbers of the crowds that one becomes, or [`NOBODY`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    /// After a move that the last one served again.
    pub(super) same: u32,
    /// After one that a free empty served, without the one that had served last.
    pub(super) by_free: u32,
    /// After one that a pooled empty of a side served, without the one that had served last.
    pub(super) by_pooled: [u32; 2],
    /// With one more in the pool, by side.
    pub(super) and_pooled: [u32; 2],
    /// If sides are no longer told apart.
    pub(super) merged: u32,
    /// Whether there can be one more.
    pub(super) room: bool,
    /// Whether all of it is free.
    pub(super) free: bool,
}

pub(super) struct Crowds {
    most: usize,
    /// How many are not split.
    pub(super) whole: usize,
    pub(super) next: Vec<Next>,
    numbers: Vec<u32>,
}

impl Crowds {
    /// How many crowds of up to `most` there are that are not split.
    pub(super) const fn whole(most: usize) -> usize {
        (most + 1) * (most + 2) / 2 + most
    }

    /// How many of up to `most` there are, with split ones or without.
    pub(super) const fn count(most: usize, split: bool) -> usize {
        let splits = (most + 1) * (most + 2) * (most + 3) / 6 + 2 * most;
        Self::whole(most) + if split { splits } else { 0 }
    }

    pub(super) fn new(most: usize, split: bool) -> Self {
        let mut all = Vec::with_capacity(Self::count(most, split));
        for split in [false, true].into_iter().take(1 + usize::from(split)) {
            let crowd = Crowd { split, ..Crowd::default() };
            for free in 0..=most {
                for here in 0..=most - free {
                    let there = if split { most - free - here } else { 0 };
                    all.extend((0..=there).map(|there| Crowd { free, pooled: [here, there], ..crowd }));
                }
            }
            for fresh in (0..1 + usize::from(split)).map(Some) {
                all.extend((0..most).map(|free| Crowd { free, fresh, ..crowd }));
            }
        }
        let places = (most + 1) * (most + 1) * (most + 1) * 3 * 2;
        let (whole, next) = (Self::whole(most), Vec::new());
        let mut crowds = Self { most, whole, next, numbers: vec![NOBODY; places] };
        for (number, &crowd) in (0..).zip(&all) {
            let place = crowds.place(crowd);
            crowds.numbers[place] = number;
        }
        crowds.next = all.iter().map(|&crowd| crowds.next_of(crowd)).collect();
        crowds
    }

    fn place(&self, Crowd { free, pooled: [here, there], fresh, split }: Crowd) -> usize {
        let most = self.most + 1;
        (((free * most + here) * most + there) * 3 + fresh.map_or(0, |side| side + 1)) * 2
            + usize::from(split)
    }

    /// The number of a crowd; [`NOBODY`] if it is too large.
    #[inline]
    pub(super) fn number(&self, crowd: Crowd) -> u32 {
        if crowd.size() > self.most { NOBODY } else { self.numbers[self.place(crowd)] }
    }

    /// The number of the largest crowd, all of it free.
    pub(super) fn all_free(&self) -> u32 {
        self.number(Crowd { free: self.most, ..Crowd::default() })
    }

    fn next_of(&self, crowd: Crowd) -> Next {
        let Crowd { free, pooled, fresh, split } = crowd;
        let same = Crowd { fresh: None, ..fresh.map_or(crowd, |side| crowd.pool(side, true)) };
        let without = |there: usize, rest: Crowd| if there > 0 { self.number(rest) } else { NOBODY };
        let by_pooled = |side: usize| without(pooled[side], same.pool(side, false));
        let and_pooled = |side: usize| match (fresh, pooled) {
            (Some(_), _) => NOBODY,
            (None, [0, 0]) => self.number(Crowd { fresh: Some(side), ..crowd }),
            (None, _) => self.number(crowd.pool(side, true)),
        };
        let sides = |of: &dyn Fn(usize) -> u32| [of(0), if split { of(1) } else { NOBODY }];
        let pooled_at_all = [pooled[0] + pooled[1], 0];
        Next {
            same: self.number(same),
            by_free: without(free, Crowd { free: free.saturating_sub(1), ..same }),
            by_pooled: sides(&by_pooled),
            and_pooled: sides(&and_pooled),
            merged: self.number(Crowd { free, pooled: pooled_at_all, fresh: fresh.map(|_| 0), split: false }),
            room: crowd.size() < self.most,
            free: pooled == [0, 0] && fresh.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowds_change_as_they_should() {
        let crowds = Crowds::new(3, false);
        assert_eq!(crowds.next.len(), Crowds::count(3, false));
        let of = |free, pooled, fresh: bool| {
            let fresh = fresh.then_some(0);
            crowds.number(Crowd { free, pooled: [pooled, 0], fresh, split: false })
        };
        let next = |free, pooled, fresh| crowds.next[of(free, pooled, fresh) as usize];
        // The first to join is fresh for one move; where others are about, one of those may serve.
        assert_eq!(next(1, 0, false).and_pooled, [of(1, 0, true), NOBODY]);
        assert_eq!(next(1, 0, true).by_pooled, [NOBODY; 2]);
        assert_eq!(next(1, 0, true).same, of(1, 1, false));
        assert_eq!(next(1, 0, true).by_free, of(0, 1, false));
        assert_eq!(next(1, 1, false).and_pooled[0], of(1, 2, false));
        assert_eq!(next(1, 1, false).by_pooled[0], of(1, 0, false));
        // Three are all there are.
        assert_eq!((next(1, 2, false).and_pooled[0], next(1, 2, false).room), (NOBODY, false));
    }

    #[test]
    fn split_crowds_have_sides() {
        let crowds = Crowds::new(3, true);
        assert_eq!(crowds.next.len(), Crowds::count(3, true));
        let of = |free, pooled, fresh| crowds.number(Crowd { free, pooled, fresh, split: true });
        let next = |free, pooled, fresh| crowds.next[of(free, pooled, fresh) as usize];
        assert_eq!(next(1, [0, 0], None).and_pooled, [of(1, [0, 0], Some(0)), of(1, [0, 0], Some(1))]);
        assert_eq!(next(1, [0, 0], Some(1)).same, of(1, [0, 1], None));
        assert_eq!(next(0, [1, 1], None).by_pooled, [of(0, [0, 1], None), of(0, [1, 0], None)]);
        assert_eq!(next(0, [1, 0], None).and_pooled[1], of(0, [1, 1], None));
        let whole =
            |pooled, fresh| crowds.number(Crowd { free: 0, pooled: [pooled, 0], fresh, split: false });
        assert_eq!(next(0, [2, 1], None).merged, whole(3, None));
        assert_eq!(next(0, [0, 0], Some(1)).merged, whole(0, Some(0)));
        assert_eq!(crowds.next[whole(2, None) as usize].merged, whole(2, None));
    }
}
