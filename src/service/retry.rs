//! When whoever is sent away should come back: not so soon that it meets the same crowd, not so late that cores stand
//! idle.

use std::time::Duration;

use super::Service;
use super::lane::Lane;

/// What is told at the least and at the most, in seconds.
const LEAST_S: u64 = 1;
const MOST_S: u64 = 60;
/// Where there is a crowd of which nobody has left yet.
const NOTHING_KNOWN: Duration = Duration::from_secs(5);
/// By then another instance has probably taken the place of one that stops.
const RESTARTED: Duration = Duration::from_secs(5);

impl Service {
    /// Seconds after which to try again what is refused now: as long as solves have lately been in the lane that is
    /// full, or busy where none is full, so that those who are there now will have left; a second where cores are free.
    #[must_use]
    pub fn retry_after_s(&self) -> u64 {
        if self.is_draining() {
            return RESTARTED.as_secs();
        }
        let lanes = [&self.lanes.short, &self.lanes.long];
        let longest = |crowded: fn(&Lane) -> bool| {
            let crowded = lanes.into_iter().filter(|lane| crowded(lane));
            crowded.map(|lane| lane.mean_stay().unwrap_or(NOTHING_KNOWN)).max()
        };
        longest(Lane::is_full).or_else(|| longest(Lane::is_busy)).map_or(LEAST_S, in_seconds)
    }
}

/// Rounded up, so that whoever keeps to it does not come a moment too soon.
fn in_seconds(stay: Duration) -> u64 {
    stay.as_millis().div_ceil(1000).clamp(LEAST_S.into(), MOST_S.into()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Limits;

    #[test]
    fn the_seconds_told_are_bounded_and_rounded_up() {
        let of = |ms| in_seconds(Duration::from_millis(ms));
        assert_eq!([0, 1, 1000, 1001, 59_001, 3_600_000].map(of), [1, 1, 1, 2, 60, 60]);
    }

    #[tokio::test]
    async fn it_depends_on_the_lane_that_is_crowded() {
        let service = Service::new(Limits { waiting: 0, ..Limits::default() });
        assert_eq!(service.retry_after_s(), 1, "nothing to wait for");
        let mut running = Vec::new();
        while let Ok(entered) = service.lanes.long.enter().await {
            running.push(entered);
        }
        assert_eq!(service.retry_after_s(), 5, "nobody has left yet");
        running.pop();
        while let Ok(entered) = service.lanes.long.enter().await {
            running.push(entered);
        }
        assert_eq!(service.retry_after_s(), 1, "who left had not been there for long");
        service.drain();
        assert_eq!(service.retry_after_s(), 5, "until it is started again");
    }
}
