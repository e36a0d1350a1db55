//! Answers kept for whoever asks the same again, and solves shared by all who ask the same at the same time.
//!
//! A solve is a pure function of its request, so an answer stays right for ever; only those that no limit cut short
//! are kept, as many as fit, those asked for most. Requests are the same if they are the same to the byte. A caller
//! that goes away while others wait for its solve leaves it to one of them.

use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use moka::future::Cache;

use super::Refusal;

/// What an entry takes beside its key and value: bookkeeping of the cache.
const ENTRY_BYTES: usize = 256;

/// A request: its kind and its text.
type Key = (&'static str, Box<[u8]>);

/// An answer, and whether a limit cut it short.
#[derive(Clone, Debug)]
pub struct Solved {
    /// What is sent.
    pub bytes: Bytes,
    /// Whether it may be sent to others, later.
    pub is_final: bool,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was kept.
    Kept,
    /// It was solved for this request, and is kept from now on or not.
    Solved {
        /// Whether it is kept.
        is_kept: bool,
    },
    /// It was being solved for another request.
    Shared,
    /// Such requests are not looked up.
    Bypass,
}

/// Why nothing was kept.
#[derive(Clone, Debug)]
enum NotKept {
    Answer(Bytes),
    Refusal(Refusal),
}

/// Answers that are kept.
#[derive(Debug)]
pub struct Answers {
    kept: Cache<Key, Bytes>,
    most_bytes: u64,
}

impl Answers {
    /// Keeps answers of so many bytes in all, their requests included; with 0 solves are still shared.
    #[must_use]
    pub fn new(most_bytes: u64) -> Self {
        let weight = |(_, text): &Key, answer: &Bytes| {
            u32::try_from(text.len() + answer.len() + ENTRY_BYTES).unwrap_or(u32::MAX)
        };
        Self { kept: Cache::builder().max_capacity(most_bytes).weigher(weight).build(), most_bytes }
    }

    /// Bytes that are held at present.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.kept.weighted_size()
    }

    /// The answer to a request, kept or from `solve`.
    ///
    /// # Errors
    /// Those of `solve`, whoever's it was.
    pub async fn get(
        &self,
        kind: &'static str,
        text: &[u8],
        solve: impl Future<Output = Result<Solved, Refusal>>,
    ) -> Result<(Bytes, Origin), Refusal> {
        let solved_here = AtomicBool::new(false);
        // An answer too large to be kept would push out all others, and be pushed out by the next.
        let fits = |bytes: &Bytes| (bytes.len() + text.len() + ENTRY_BYTES) as u64 <= self.most_bytes / 8;
        let found = self.kept.entry((kind, text.into())).or_try_insert_with(async {
            solved_here.store(true, Ordering::Relaxed);
            match solve.await {
                Ok(Solved { bytes, is_final: true }) if fits(&bytes) => Ok(bytes),
                Ok(Solved { bytes, .. }) => Err(NotKept::Answer(bytes)),
                Err(refusal) => Err(NotKept::Refusal(refusal)),
            }
        });
        let found = found.await;
        let solved_here = solved_here.load(Ordering::Relaxed);
        let origin = |is_kept| if solved_here { Origin::Solved { is_kept } } else { Origin::Shared };
        match found {
            Ok(entry) if entry.is_fresh() => Ok((entry.into_value(), origin(true))),
            Ok(entry) => Ok((entry.into_value(), Origin::Kept)),
            Err(not_kept) => match not_kept.as_ref() {
                NotKept::Answer(bytes) => Ok((bytes.clone(), origin(false))),
                NotKept::Refusal(refusal) => Err(*refusal),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    fn solved(text: &'static str, is_final: bool) -> Result<Solved, Refusal> {
        Ok(Solved { bytes: Bytes::from_static(text.as_bytes()), is_final })
    }

    #[tokio::test]
    async fn a_final_answer_is_kept_and_one_cut_short_is_not() {
        let answers = Answers::new(1 << 20);
        let first = answers.get("a", b"1", async { solved("one", true) }).await.unwrap();
        assert_eq!(first, (Bytes::from_static(b"one"), Origin::Solved { is_kept: true }));
        let again = answers.get("a", b"1", async { solved("two", true) }).await.unwrap();
        assert_eq!(again, (Bytes::from_static(b"one"), Origin::Kept));
        let other = answers.get("b", b"1", async { solved("cut", false) }).await.unwrap();
        assert_eq!(other, (Bytes::from_static(b"cut"), Origin::Solved { is_kept: false }));
        let anew = answers.get("b", b"1", async { solved("whole", true) }).await.unwrap();
        assert_eq!(anew.1, Origin::Solved { is_kept: true });
        let refused = answers.get("c", b"1", async { Err(Refusal::Full) }).await;
        assert_eq!(refused, Err(Refusal::Full));
    }

    #[tokio::test]
    async fn the_same_at_the_same_time_is_solved_once_even_if_the_first_leaves() {
        let answers = Arc::new(Answers::new(1 << 20));
        let leader = tokio::spawn({
            let answers = Arc::clone(&answers);
            async move { answers.get("a", b"1", std::future::pending()).await }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        let follow = || {
            let answers = Arc::clone(&answers);
            tokio::spawn(async move {
                let slowly = async {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    solved("one", true)
                };
                answers.get("a", b"1", slowly).await.unwrap().1
            })
        };
        let followers = [follow(), follow(), follow()];
        tokio::time::sleep(Duration::from_millis(20)).await;
        leader.abort();
        let mut origins = Vec::new();
        for follower in followers {
            origins.push(follower.await.unwrap());
        }
        let solved = origins.iter().filter(|origin| matches!(origin, Origin::Solved { .. })).count();
        assert_eq!(solved, 1, "{origins:?}");
    }

    #[tokio::test]
    async fn what_is_kept_stays_within_its_bytes() {
        let answers = Answers::new(100_000);
        for number in 0..1000_u32 {
            let solve = async { Ok(Solved { bytes: vec![0; 1000].into(), is_final: true }) };
            answers.get("a", &number.to_le_bytes(), solve).await.unwrap();
        }
        answers.kept.run_pending_tasks().await;
        assert!(answers.bytes() > 0 && answers.bytes() <= 100_000, "{}", answers.bytes());
        let large = async { Ok(Solved { bytes: vec![0; 50_000].into(), is_final: true }) };
        assert_eq!(answers.get("a", b"", large).await.unwrap().1, Origin::Solved { is_kept: false });
    }
}
