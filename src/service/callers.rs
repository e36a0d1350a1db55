//! How many requests of each caller are under way: none may have so many that others find no place.

use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::RandomState;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// Callers, each told by a `K`, and how many requests each has under way.
#[derive(Debug)]
pub struct Callers<K: Eq + Hash> {
    most: u32,
    under_way: Arc<UnderWay<K>>,
}

type UnderWay<K> = Mutex<HashMap<K, u32, RandomState>>;

/// One request under way, until this is dropped.
#[derive(Debug)]
pub struct Place<K: Eq + Hash> {
    caller: Option<K>,
    under_way: Arc<UnderWay<K>>,
}

impl<K: Copy + Eq + Hash> Callers<K> {
    /// At most so many for each caller.
    #[must_use]
    pub fn new(most: u32) -> Self {
        Self { most, under_way: Arc::default() }
    }

    /// A place for one more request of this caller, unless it has as many as it may.
    #[must_use]
    pub fn enter(&self, caller: K) -> Option<Place<K>> {
        let mut under_way = lock(&self.under_way);
        let count = under_way.entry(caller).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Place { caller: Some(caller), under_way: Arc::clone(&self.under_way) })
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let Some(caller) = self.caller.take() else { return };
        let mut under_way = lock(&self.under_way);
        if let Entry::Occupied(mut count) = under_way.entry(caller) {
            *count.get_mut() -= 1;
            // Nothing is kept of callers who have none.
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// No holder of the lock can leave the counts half changed, so a poisoned lock is as good.
fn lock<K: Eq + Hash>(under_way: &UnderWay<K>) -> MutexGuard<'_, HashMap<K, u32, RandomState>> {
    under_way.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_caller_has_so_many_places_and_no_more() {
        let callers = Callers::new(2);
        let first = callers.enter("a").unwrap();
        let second = callers.enter("a").unwrap();
        assert!(callers.enter("a").is_none());
        let other = callers.enter("b").unwrap();
        drop(first);
        assert!(callers.enter("a").is_some());
        drop((second, other));
        assert!(lock(&callers.under_way).is_empty());
    }
}
