//! How much memory there is, and what it is for.
//!
//! The whole is a share of what the system lets this process have: the limit of its control group, or of one around
//! that, or the machine's memory. It is handed out beforehand, so that what is in use at any moment is within it whatever
//! is asked: a solve that needs more than its part stops, a request or an answer for which there is no room is refused.

use std::fs;
use std::path::Path;

/// The program itself, its threads, and what the allocator keeps between two uses.
const PROGRAM: u64 = 64 << 20;
/// Tables that are built when they are first wanted take no more than this.
const MOST_TABLES: u64 = 256 << 20;
/// Answers that are kept take no more than this unless told otherwise.
const MOST_CACHE: u64 = 64 << 20;
/// A solve takes no more than this in its first moments unless told otherwise.
const MOST_SLICE: u64 = 32 << 20;
/// A long solve takes no more than this unless told otherwise: more is not filled within a minute.
const MOST_SOLVE: u64 = 4 << 30;
/// With less than this no solve would get far.
const LEAST_TOTAL: u64 = 256 << 20;
/// Requests and answers on their way take no more than this.
const MOST_TRANSIT: u64 = 2 << 30;

/// What each purpose may take, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// All of it.
    pub total: u64,
    /// Tables built when they are first wanted.
    pub tables: u64,
    /// Answers that are kept.
    pub cache: u64,
    /// Requests being read and answers being sent, all together.
    pub transit: u64,
    /// Each solve that runs for its first moments, or waits for its turn to be long.
    pub slice: u64,
    /// Each long solve that runs.
    pub solve: u64,
}

/// What is asked for by name; the rest is shared out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// All of it.
    pub total: Option<u64>,
    /// Answers that are kept.
    pub cache: Option<u64>,
    /// Each solve in its first moments.
    pub slice: Option<u64>,
    /// Each long solve.
    pub solve: Option<u64>,
}

/// The shares do not fit into the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLittle {
    /// The whole is too small to work with.
    #[error("{total} bytes of memory are too few: give it at least {LEAST_TOTAL}")]
    Total {
        /// All of it.
        total: u64,
    },
    /// The parts are more than the whole.
    #[error(
        "{long} long solves of {solve} bytes, {short} short or waiting ones of {slice}, {cache} for answers that are \
         kept and {rest} for tables, requests and answers are more than the {total} bytes of memory there are in all"
    )]
    Parts {
        /// All of it.
        total: u64,
        /// Long solves that run at a time.
        long: u64,
        /// Bytes of each.
        solve: u64,
        /// Solves that run for their first moments, or wait.
        short: u64,
        /// Bytes of each.
        slice: u64,
        /// Answers that are kept.
        cache: u64,
        /// Everything else.
        rest: u64,
    },
}

impl Shares {
    /// Shares the memory out among so many long solves, and so many that run for their first moments or wait.
    ///
    /// # Errors
    /// If there is not enough for what is asked for.
    pub fn of(wishes: Wishes, long: u64, short: u64) -> Result<Self, TooLittle> {
        let total = wishes.total.unwrap_or_else(|| available() / 4 * 3);
        if total < LEAST_TOTAL {
            return Err(TooLittle::Total { total });
        }
        let (long, short) = (long.max(1), short.max(1));
        let tables = (total / 8).min(MOST_TABLES);
        let transit = (total / 4).min(MOST_TRANSIT);
        let cache = wishes.cache.unwrap_or((total / 16).min(MOST_CACHE));
        let slice = wishes.slice.unwrap_or((total / 4 / short).min(MOST_SLICE));
        let rest = PROGRAM + tables + transit;
        let others = rest.saturating_add(cache).saturating_add(slice.saturating_mul(short));
        let solve = wishes.solve.unwrap_or((total.saturating_sub(others) / long).min(MOST_SOLVE));
        if solve == 0 || others.saturating_add(solve.saturating_mul(long)) > total {
            return Err(TooLittle::Parts { total, long, solve, short, slice, cache, rest });
        }
        Ok(Self { total, tables, cache, transit, slice, solve })
    }
}

/// The memory that this process may have, in bytes; where nobody says, 1 GiB.
fn available() -> u64 {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let groups = limit_of_groups(&read("/proc/self/cgroup"), Path::new("/sys/fs/cgroup"));
    let machine = kib(&read("/proc/meminfo"), "MemTotal:");
    groups.into_iter().chain(machine).min().unwrap_or(1 << 30)
}

/// The bytes on a line of a file of the system, which gives them in KiB.
fn kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

/// The smallest limit of this process's control group and of those around it, in version 2 or 1; `groups` is what
/// `/proc/self/cgroup` says, `root` where the groups are mounted.
fn limit_of_groups(groups: &str, root: &Path) -> Option<u64> {
    let limits = groups.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':');
        let (_, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
        let (root, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            names if names.split(',').any(|name| name == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => return None,
        };
        // In a container the path may be one of the host's, which is not mounted there: then the root is the group.
        let group = root.join(path.trim_start_matches('/'));
        let around = group.ancestors().take_while(|group| group.starts_with(&root));
        around.filter_map(|group| fs::read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok()).min()
    });
    limits.min()
}

/// The memory that this process occupies at present, in bytes, where the system tells.
pub(super) fn resident() -> Option<u64> {
    kib(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(files: &[(&str, &str)]) -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("taquin-groups-{}", uuid::Uuid::new_v4()));
        for (name, content) in files {
            let file = root.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        root
    }

    #[test]
    fn the_smallest_limit_around_counts() {
        let root = directory(&[
            ("memory.max", "max\n"),
            ("pods/memory.max", "1000000\n"),
            ("pods/one/memory.max", "max\n"),
            ("memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("memory/docker/memory.limit_in_bytes", "2000000\n"),
        ]);
        assert_eq!(limit_of_groups("0::/pods/one\n", &root), Some(1_000_000));
        assert_eq!(limit_of_groups("0::/\n", &root), None);
        assert_eq!(limit_of_groups("5:cpu,memory:/docker\n4:pids:/docker\n", &root), Some(2_000_000));
        // Seen from within a container: the path is the host's.
        assert_eq!(limit_of_groups("5:memory:/far/away\n", &root), Some(9_223_372_036_854_771_712));
        assert_eq!(limit_of_groups("", &root), None);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_machine_has_what_meminfo_says() {
        assert_eq!(kib("MemTotal:       24000 kB\nMemFree: 1 kB\n", "MemTotal:"), Some(24_576_000));
        assert_eq!(kib("nothing", "MemTotal:"), None);
        assert!(available() > 0);
    }

    #[test]
    fn the_parts_are_never_more_than_the_whole() {
        for total in [256 << 20, 300 << 20, 1 << 30, 10 << 30, 1 << 40] {
            for (long, short) in [(1, 65), (1, 66), (7, 72), (63, 128), (1, 1000)] {
                let wishes = Wishes { total: Some(total), ..Wishes::default() };
                let shares = Shares::of(wishes, long, short).unwrap();
                let Shares { tables, cache, transit, slice, solve, .. } = shares;
                assert!(
                    PROGRAM + tables + cache + transit + slice * short + solve * long <= total,
                    "{shares:?}"
                );
                assert!(slice > 0 && solve > 0, "{shares:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        let wishes = Wishes { total: Some(1 << 30), solve: Some(1 << 30), ..Wishes::default() };
        let error = Shares::of(wishes, 2, 66).unwrap_err();
        assert!(error.to_string().contains("2 long solves of 1073741824 bytes"), "{error}");
        let wishes = Wishes { total: Some(1 << 20), ..Wishes::default() };
        assert_eq!(Shares::of(wishes, 1, 1), Err(TooLittle::Total { total: 1 << 20 }));
    }
}
