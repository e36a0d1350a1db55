//! A file, mapped into memory: the one place where that is done.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// The bytes of a file, read when they are first looked at.
///
/// # Errors
/// If the file cannot be mapped, an empty one for instance.
#[expect(unsafe_code, reason = "a mapped file")]
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change under a shared reference. Files with a table's name are only ever put into
    // their place whole, by renaming, and never written to afterwards; whoever writes into one by other means is
    // told in the manual not to. What is read is plain bytes, valid whatever they are, and never used as a length,
    // an index or an address.
    let map = unsafe { Mmap::map(file)? };
    advise(&map);
    Ok(map)
}

/// Tells what the bytes are for; without it all works as well, only slower.
#[cfg(unix)]
fn advise(map: &Mmap) {
    use memmap2::Advice;

    #[cfg(target_os = "linux")]
    let _ = map.advise(Advice::HugePage);
    let _ = map.advise(Advice::WillNeed);
}

#[cfg(not(unix))]
fn advise(_: &Mmap) {}
