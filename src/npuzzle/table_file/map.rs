//! A file, mapped into memory: the one place where that is done.

use std::fs::File;
use std::io;
use std::sync::Arc;

use memmap2::Mmap;

/// The bytes of a file, read when they are first looked at. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Map(Arc<Mmap>);

impl AsRef<[u8]> for Map {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Map {
    /// Maps a file.
    ///
    /// # Errors
    /// If the file cannot be mapped, an empty one for instance.
    #[expect(unsafe_code, reason = "a mapped file")]
    pub(super) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the bytes must not change under a shared reference. Files with a table's name are only ever put
        // into their place whole, by renaming, and never written to afterwards; whoever writes into one by other
        // means is told in the manual not to. What is read is plain bytes, valid whatever they are, and never used
        // as a length, an index or an address.
        let map = unsafe { Mmap::map(file)? };
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self(Arc::new(map)))
    }

    /// Has all of it read and its pages entered in the background, so that no search has to wait for that. Where it
    /// cannot be done all works as well, only slower at first.
    pub(super) fn populate(&self) {
        #[cfg(target_os = "linux")]
        {
            let map = Arc::clone(&self.0);
            let reader = std::thread::Builder::new().name("table-pages".to_owned());
            let _ = reader.spawn(move || map.advise(memmap2::Advice::PopulateRead));
        }
        #[cfg(all(unix, not(target_os = "linux")))]
        let _ = self.0.advise(memmap2::Advice::WillNeed);
    }
}
