//! Crowds: what is known of the empties beside the one that served last, and how that changes with a move.
//!
//! All crowds of up to so many empties are numbered, and for each the numbers of those that it can become are kept.

/// The empties beside the one that served last, as far as they will serve again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Crowd {
    /// Wherever they are, it costs them nothing to serve a move.
    pub(super) free: usize,
    /// Have paid their level, and are paid back that of the spot where they serve.
    pub(super) pooled: usize,
    /// One more of those, which has just joined them when there was no other: it cannot serve the next move.
    pub(super) fresh: bool,
}

impl Crowd {
    fn size(self) -> usize {
        self.free + self.pooled + usize::from(self.fresh)
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
    /// After one that a pooled empty served, without the one that had served last.
    pub(super) by_pooled: u32,
    /// With one more in the pool.
    pub(super) and_pooled: u32,
    /// Whether there can be one more.
    pub(super) room: bool,
    /// Whether all of it is free.
    pub(super) free: bool,
}

pub(super) struct Crowds {
    most: usize,
    pub(super) next: Vec<Next>,
    numbers: Vec<u32>,
}

impl Crowds {
    /// How many crowds of up to `most` there are.
    pub(super) const fn count(most: usize) -> usize {
        (most + 1) * (most + 2) / 2 + most
    }

    pub(super) fn new(most: usize) -> Self {
        let mut all = Vec::with_capacity(Self::count(most));
        for size in 0..=most {
            all.extend((0..=size).map(|free| Crowd { free, pooled: size - free, fresh: false }));
            all.extend(size.checked_sub(1).map(|free| Crowd { free, pooled: 0, fresh: true }));
        }
        let mut crowds = Self { most, next: Vec::new(), numbers: vec![NOBODY; (most + 1) * (most + 1) * 2] };
        for (number, &crowd) in (0..).zip(&all) {
            let place = crowds.place(crowd);
            crowds.numbers[place] = number;
        }
        crowds.next = all.iter().map(|&crowd| crowds.next_of(crowd)).collect();
        crowds
    }

    fn place(&self, Crowd { free, pooled, fresh }: Crowd) -> usize {
        (free * (self.most + 1) + pooled) * 2 + usize::from(fresh)
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
        let Crowd { free, pooled, fresh } = crowd;
        let same = Crowd { free, pooled: pooled + usize::from(fresh), fresh: false };
        let without = |there: usize, rest: Crowd| if there > 0 { self.number(rest) } else { NOBODY };
        let joined =
            if pooled == 0 { Crowd { fresh: true, ..crowd } } else { Crowd { pooled: pooled + 1, ..crowd } };
        Next {
            same: self.number(same),
            by_free: without(free, Crowd { free: free.saturating_sub(1), ..same }),
            by_pooled: without(pooled, Crowd { pooled: same.pooled.saturating_sub(1), ..same }),
            and_pooled: if fresh { NOBODY } else { self.number(joined) },
            room: crowd.size() < self.most,
            free: pooled == 0 && !fresh,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowds_change_as_they_should() {
        let crowds = Crowds::new(3);
        assert_eq!(crowds.next.len(), Crowds::count(3));
        let of = |free, pooled, fresh| crowds.number(Crowd { free, pooled, fresh });
        let next = |free, pooled, fresh| crowds.next[of(free, pooled, fresh) as usize];
        // The first to join is fresh for one move; where others are about, one of those may serve.
        assert_eq!(next(1, 0, false).and_pooled, of(1, 0, true));
        assert_eq!(next(1, 0, true).by_pooled, NOBODY);
        assert_eq!(next(1, 0, true).same, of(1, 1, false));
        assert_eq!(next(1, 0, true).by_free, of(0, 1, false));
        assert_eq!(next(1, 1, false).and_pooled, of(1, 2, false));
        assert_eq!(next(1, 1, false).by_pooled, of(1, 0, false));
        // Three are all there are.
        assert_eq!((next(1, 2, false).and_pooled, next(1, 2, false).room), (NOBODY, false));
    }
}
