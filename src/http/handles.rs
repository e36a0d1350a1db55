//! Metrics that were found by their labels before: whoever notes something in one finds it in a single fast look-up.
//!
//! The families that hold them hash slowly, as is right where callers choose what is hashed; labels are our own words. This
//! forgets nothing, and leaves it to the families to tell what was noted.

use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// By labels, what belongs to them.
#[derive(Debug)]
pub(super) struct Handles<L, M>(RwLock<HashMap<L, M, FixedState>>);

impl<L, M> Default for Handles<L, M> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<L: Clone + Eq + Hash, M> Handles<L, M> {
    /// Notes something in what belongs to these labels, which is `found` the first time.
    pub(super) fn with(&self, labels: &L, find: impl FnOnce(&L) -> M, note: impl FnOnce(&M)) {
        // A map is never left half changed, so a poisoned lock is as good.
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(labels) {
            return note(known);
        }
        let found = find(labels);
        note(&found);
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(labels.clone(), found);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;

    #[test]
    fn each_is_found_once_and_noted_in_every_time() {
        let (handles, found) = (Handles::default(), AtomicU32::new(0));
        let note = |labels| {
            let find = |&labels: &char| {
                found.fetch_add(1, Relaxed);
                (labels, AtomicU32::new(0))
            };
            let mut noted = (labels, 0);
            handles.with(&labels, find, |(of, count)| noted = (*of, count.fetch_add(1, Relaxed) + 1));
            noted
        };
        assert_eq!(['a', 'b', 'a', 'a'].map(note), [('a', 1), ('b', 1), ('a', 2), ('a', 3)]);
        assert_eq!(found.into_inner(), 2);
    }
}
