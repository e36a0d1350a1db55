//! Files that are whole, and every way in which they are not.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::grid::Size;
use crate::npuzzle::Tables;
use crate::npuzzle::pattern_database::Additive;

/// A directory of its own for each test, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("taquin-tables-{}-{number}", std::process::id())))
    }

    fn directory(&self) -> TableDirectory {
        TableDirectory::new(&self.0, 2)
    }

    /// With the small table in it.
    fn built(&self) -> PathBuf {
        let built = self.directory().build(&small(), &Watch::default()).unwrap();
        assert!(matches!(built, Built::Now(None)));
        self.directory().file(&small())
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn small() -> TableName {
    TableName::find("3x3").unwrap()
}

/// Complete tables as for twelve cells, of a size for which nobody waits.
const NINE: TableName = TableName {
    name: "nine",
    size: Size { rows: 3, cols: 3 },
    content: Content::Complete,
    by_default: false,
};

/// How a table that is at fault is told, at start and by a check.
fn faults(scratch: &Scratch) -> [String; 2] {
    let directory = scratch.directory();
    let told = |error: TableError| error.fault.to_string();
    let load = directory.load(&small()).map_or_else(told, |_| "none".to_owned());
    [load, directory.verify(&small(), &Watch::default()).map_or_else(told, |()| "none".to_owned())]
}

#[test]
fn what_was_built_is_what_is_read() {
    let scratch = Scratch::new();
    let path = scratch.built();
    let watch = Watch::default();
    assert_eq!(fs::metadata(path).unwrap().len(), header::BYTES as u64 + 3024);
    assert_eq!(scratch.names(), ["3x3.taquin"]);
    scratch.directory().verify(&small(), &watch).unwrap();
    assert_eq!(watch.done(), small().entries());
    let Ok(Loaded::Additive(set)) = scratch.directory().load(&small()) else { panic!("it is there") };
    let Content::Additive(groups) = small().content else { panic!("an additive one") };
    let partition = groups.iter().map(|group| group.to_vec()).collect();
    let built = Additive::build(small().size, &partition, &CancelFlag::default()).unwrap();
    assert!(set.views().next().unwrap().table.entries() == built.entries());
    assert!(matches!(scratch.directory().build(&small(), &watch), Ok(Built::AlreadyThere)));
}

#[test]
fn complete_tables_are_files_too() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    assert!(matches!(directory.build(&NINE, &Watch::default()), Ok(Built::Now(None))));
    assert!(matches!(directory.load(&NINE), Ok(Loaded::Complete(_))));
    directory.verify(&NINE, &Watch::default()).unwrap();
}

#[test]
fn damage_is_told() {
    let scratch = Scratch::new();
    let path = scratch.built();
    let good = fs::read(&path).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        faults(&scratch)
    };
    let same = |fault: &str| [fault.to_owned(), fault.to_owned()];
    assert_eq!(with(&|_| ()), same("none"));
    assert_eq!(with(&Vec::clear), same("this is no table of taquin's"));
    assert_eq!(with(&|bytes| bytes.fill(b'x')), same("this is no table of taquin's"));
    assert_eq!(with(&|bytes| bytes.truncate(5)), same("this is no table of taquin's"));
    let shortened = |actual: usize| same(&format!("{actual} bytes long instead of 19408"));
    assert_eq!(with(&|bytes| bytes.truncate(100)), shortened(100));
    assert_eq!(with(&|bytes| bytes.truncate(19_407)), shortened(19_407));
    assert_eq!(with(&|bytes| bytes.push(0)), shortened(19_409));
    assert_eq!(with(&|bytes| bytes[21] = b'2'), same("a table in another format; build it anew"));
    assert_eq!(with(&|bytes| bytes[30] ^= 1), same("the header is damaged"));
    assert_eq!(with(&|bytes| bytes[19_000] ^= 16), same("the checksum of block 0 is wrong"));
    fs::write(&path, &good).unwrap();
    let other = scratch.0.join("4x4.taquin");
    fs::rename(&path, other).unwrap();
    let error = scratch.directory().load(&TableName::find("4x4").unwrap()).unwrap_err();
    assert_eq!(error.fault.to_string(), "it holds another table than its name says");
}

/// Written as it should be, but not what was computed.
#[test]
fn a_wrong_entry_is_found_by_its_neighbours() {
    let scratch = Scratch::new();
    let path = scratch.built();
    let mut content = fs::read(&path).unwrap().split_off(header::BYTES);
    // The first entry is that of the goal's tiles 1, 2, 4 on cells 0, 1, 2, and 5 on cell 3.
    content[0] ^= 1;
    write::write(&path, &small().description(), &[&content]).unwrap();
    let [load, verify] = faults(&scratch);
    assert_eq!(load, "none");
    assert!(verify.starts_with("entry 0 of the tiles [1, 2, 4, 5] contradicts"), "{verify}");
}

#[test]
fn a_damaged_table_is_built_anew() {
    let scratch = Scratch::new();
    let path = scratch.built();
    let good = fs::read(&path).unwrap();
    fs::write(&path, &good[..good.len() / 2]).unwrap();
    // What a program that was killed may have left.
    fs::write(scratch.0.join("3x3.4711.tmp"), "").unwrap();
    let built = scratch.directory().build(&small(), &Watch::default()).unwrap();
    assert!(matches!(built, Built::Now(Some(_))), "{built:?}");
    assert_eq!(fs::read(&path).unwrap(), good);
    assert_eq!(scratch.names(), ["3x3.taquin"]);
}

#[test]
fn a_build_goes_on_with_the_next_group() {
    let scratch = Scratch::new();
    let path = scratch.built();
    let good = fs::read(&path).unwrap();
    // As if it had been interrupted after the second group; the first part is damaged.
    let content = &good[header::BYTES..];
    let Content::Additive(groups) = small().content else { panic!("an additive one") };
    let part = |at: usize| scratch.0.join(format!("3x3.{}.part", at + 1));
    for at in 0..2 {
        let piece = &content[at * 1512..(at + 1) * 1512];
        write::write(&part(at), &small().part_description(groups[at]), &[piece]).unwrap();
    }
    fs::write(part(0), "garbage").unwrap();
    fs::remove_file(&path).unwrap();
    let kept = fs::metadata(part(1)).unwrap().modified().unwrap();
    let stopped = Watch::default();
    stopped.stop.cancel();
    assert!(scratch.directory().build(&small(), &stopped).unwrap_err().is_stopped());
    assert_eq!(fs::metadata(part(1)).unwrap().modified().unwrap(), kept);
    let watch = Watch::default();
    scratch.directory().build(&small(), &watch).unwrap();
    assert_eq!(watch.done(), small().entries());
    assert_eq!(fs::read(&path).unwrap(), good);
    assert_eq!(scratch.names(), ["3x3.taquin"]);
}

#[test]
fn a_directory_that_cannot_be_used_is_told() {
    let scratch = Scratch::new();
    let (loaded, faults) = Tables::new().load(&scratch.directory());
    assert!(loaded.is_empty() && faults.len() == 1 && faults[0].is_missing(), "{faults:?}");
    // A file where the directory should be.
    fs::write(&scratch.0, "").unwrap();
    assert_eq!(Tables::new().load(&scratch.directory()).1.len(), 1);
    assert!(scratch.directory().build(&small(), &Watch::default()).is_err());
    fs::remove_file(&scratch.0).unwrap();
    // A directory where the file should be.
    fs::create_dir_all(scratch.directory().file(&small())).unwrap();
    let (loaded, faults) = Tables::new().load(&scratch.directory());
    assert!(loaded.is_empty() && faults.len() == 1, "{faults:?}");
    assert!(scratch.directory().build(&small(), &Watch::default()).is_err());
    // The parts wait for the next attempt.
    assert_eq!(scratch.names(), ["3x3.1.part", "3x3.2.part", "3x3.taquin"]);
}

/// The file that is written goes to a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_nothing_behind() {
    let scratch = Scratch::new();
    fs::create_dir_all(&scratch.0).unwrap();
    let path = scratch.directory().file(&small());
    let unplaced = path.with_extension(format!("{}.tmp", std::process::id()));
    std::os::unix::fs::symlink("/dev/full", unplaced).unwrap();
    let error = write::write(&path, "x", &[&[0]]).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: No space left on device (os error 28)", path.display()));
    assert_eq!(scratch.names(), Vec::<String>::new());
}

#[test]
fn tables_are_loaded_beside_those_that_are_at_fault() {
    let scratch = Scratch::new();
    scratch.built();
    fs::write(scratch.0.join("4x4.taquin"), "garbage").unwrap();
    fs::write(scratch.0.join("3x4.taquin"), "").unwrap();
    let tables = Tables::new();
    let (loaded, faults) = tables.load(&scratch.directory());
    assert_eq!(loaded, [small()]);
    assert_eq!(faults.len(), 2);
    assert_eq!(tables.pattern_database_bytes(), 3024);
}
