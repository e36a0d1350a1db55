//! Answers kept for whoever asks the same again, and solves shared by all who ask the same at the same time.
//!
//! A solve is a pure function of its request, so an answer stays right for ever; only those that no limit cut short
//! are kept, as many as fit, those asked for most. Requests are the same if they are the same to the byte. A caller
//! that goes away while others wait for its solve leaves it to one of them.
//!
//! Limits are part of a request's text, so all who share a solve asked for as much. One that a limit cut short is shared
//! like any other, but not kept: states, memory and depth would cut it for each of them alike. Only time runs from each
//! one's own arrival: whoever comes later gets what was found in all the time that the first had asked for, a little
//! before its own is over, and to begin again in what is left of that would hardly find more. Nobody is given an answer
//! that was cancelled: if its caller left another takes over, else the whole service is about to end.

use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use moka::Equivalent;
use moka::future::Cache;

use super::Refusal;

/// What an entry takes beside its key and value: bookkeeping of the cache.
const ENTRY_BYTES: usize = 256;

/// A short answer may hold as much.
const LEAST_BYTES: usize = 1 << 10;

/// A request: its kind and its text.
type Key = (&'static str, Box<[u8]>);

/// The same, where it stands.
#[derive(Hash)]
struct Asked<'t>(&'static str, &'t [u8]);

impl Equivalent<Key> for Asked<'_> {
    fn equivalent(&self, (kind, text): &Key) -> bool {
        self.0 == *kind && *self.1 == **text
    }
}

/// An answer, encoded.
#[derive(Clone, Debug)]
pub struct Encoded<N> {
    /// What is sent.
    pub bytes: Bytes,
    /// What is kept beside it, and is small.
    pub note: N,
    /// Whether it may be sent to others, later: no limit cut it short.
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
enum NotKept<N> {
    Answer(Encoded<N>),
    Refusal(Refusal),
}

/// Answers that are kept.
#[derive(Debug)]
pub struct Answers<N: Clone + Send + Sync + 'static> {
    kept: Cache<Key, Encoded<N>>,
    most_bytes: u64,
}

impl<N: Clone + Send + Sync + 'static> Answers<N> {
    /// Keeps answers of so many bytes in all, their requests included; with 0 solves are still shared.
    #[must_use]
    pub fn new(most_bytes: u64) -> Self {
        let weight = |(_, text): &Key, answer: &Encoded<N>| {
            u32::try_from(text.len() + answer.bytes.len().max(LEAST_BYTES) + ENTRY_BYTES).unwrap_or(u32::MAX)
        };
        Self { kept: Cache::builder().max_capacity(most_bytes).weigher(weight).build(), most_bytes }
    }

    /// Bytes that are held at present.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.kept.weighted_size()
    }

    /// The answer to a request, if it is kept.
    pub async fn kept(&self, kind: &'static str, text: &[u8]) -> Option<Encoded<N>> {
        self.kept.get(&Asked(kind, text)).await
    }

    /// The answer to a request, kept or from `solve`.
    ///
    /// # Errors
    /// Those of `solve`, whoever's it was.
    pub async fn get(
        &self,
        kind: &'static str,
        text: &[u8],
        solve: impl Future<Output = Result<Encoded<N>, Refusal>>,
    ) -> Result<(Encoded<N>, Origin), Refusal> {
        let solved_here = AtomicBool::new(false);
        // An answer too large to be kept would push out all others, and be pushed out by the next.
        let fits = |bytes: &Bytes| (bytes.len() + text.len() + ENTRY_BYTES) as u64 <= self.most_bytes / 8;
        let found = self.kept.entry((kind, text.into())).or_try_insert_with(async {
            solved_here.store(true, Ordering::Relaxed);
            match solve.await {
                Ok(answer) if answer.is_final && fits(&answer.bytes) => Ok(answer),
                Ok(answer) => Err(NotKept::Answer(answer)),
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
                NotKept::Answer(answer) => Ok((answer.clone(), origin(false))),
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

    fn solved(text: &'static str, is_final: bool) -> Result<Encoded<()>, Refusal> {
        Ok(Encoded { bytes: Bytes::from_static(text.as_bytes()), note: (), is_final })
    }

    /// What is sent, and where it comes from.
    async fn get(
        answers: &Answers<()>,
        kind: &'static str,
        text: &'static str,
        is_final: bool,
    ) -> (Bytes, Origin) {
        let (answer, origin) = answers.get(kind, b"1", async { solved(text, is_final) }).await.unwrap();
        (answer.bytes, origin)
    }

    #[tokio::test]
    async fn a_final_answer_is_kept_and_one_cut_short_is_not() {
        let answers = Answers::new(1 << 20);
        let (one, whole) = (Bytes::from_static(b"one"), Bytes::from_static(b"whole"));
        let solved = |is_kept| Origin::Solved { is_kept };
        assert_eq!(get(&answers, "a", "one", true).await, (one.clone(), solved(true)));
        assert_eq!(get(&answers, "a", "two", true).await, (one.clone(), Origin::Kept));
        assert_eq!(answers.kept("a", b"1").await.map(|kept| kept.bytes), Some(one));
        assert_eq!(get(&answers, "b", "cut", false).await, (Bytes::from_static(b"cut"), solved(false)));
        assert!(answers.kept("b", b"1").await.is_none());
        assert_eq!(get(&answers, "b", "whole", true).await, (whole, solved(true)));
        let refused = answers.get("c", b"1", async { Err(Refusal::Full) }).await;
        assert_eq!(refused.unwrap_err(), Refusal::Full);
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
            let solve = async { Ok(Encoded { bytes: vec![0; 1000].into(), note: (), is_final: true }) };
            answers.get("a", &number.to_le_bytes(), solve).await.unwrap();
        }
        answers.kept.run_pending_tasks().await;
        assert!(answers.bytes() > 0 && answers.bytes() <= 100_000, "{}", answers.bytes());
        let large = async { Ok(Encoded { bytes: vec![0; 50_000].into(), note: (), is_final: true }) };
        assert_eq!(answers.get("a", b"", large).await.unwrap().1, Origin::Solved { is_kept: false });
    }
}
