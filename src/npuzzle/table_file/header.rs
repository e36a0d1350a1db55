//! What a file begins with: its format, what it holds, and checksums.
//!
//! A line of text names format and version, a second one the content; zeros follow up to [`TEXT`] bytes. Then come
//! the checksums (XXH3, 64 bits, little-endian) of the content's blocks of 1 MiB, zeros, and in the last eight
//! bytes the checksum of the header itself. All but the checksums of the blocks follows from what is expected, so
//! a header is not parsed but compared.

use xxhash_rust::xxh3::xxh3_64;

use super::error::Fault;

/// Bytes of a header: the content begins at a page.
pub(super) const BYTES: usize = 16_384;

/// Bytes of a block, each of which has a checksum.
pub(super) const BLOCK: usize = 1 << 20;

/// Bytes of the text.
const TEXT: usize = 512;

/// The beginning of the first line, whatever the version.
const MAGIC: &str = "taquin table, format ";

/// The rest of it. To be raised with every change of the format, of a ranking, or of what an entry means.
const VERSION: &str = "1\n";

/// The header of a file with this content.
pub(super) fn encode(description: &str, checksums: &[u64]) -> Box<[u8]> {
    let mut header = vec![0; BYTES].into_boxed_slice();
    let text = text(description);
    header[..text.len()].copy_from_slice(text.as_bytes());
    for (place, checksum) in header[TEXT..BYTES - 8].chunks_exact_mut(8).zip(checksums) {
        place.copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = xxh3_64(&header[..BYTES - 8]);
    header[BYTES - 8..].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Compares a file with what is expected of it, the content aside, which is to have so many bytes; the checksums of
/// its blocks.
///
/// # Errors
/// What is wrong with it.
pub(super) fn check(file: &[u8], description: &str, bytes: u64) -> Result<Vec<u64>, Fault> {
    let Some(rest) = file.strip_prefix(MAGIC.as_bytes()) else { return Err(Fault::NoTable) };
    if !rest.starts_with(VERSION.as_bytes()) {
        return Err(Fault::OtherVersion);
    }
    let length = Fault::Length { expected: BYTES as u64 + bytes, actual: file.len() as u64 };
    let Some(header) = file.get(..BYTES) else { return Err(length) };
    let (covered, checksum) = header.split_at(BYTES - 8);
    if xxh3_64(covered).to_le_bytes() != checksum {
        return Err(Fault::Header);
    }
    let text = text(description);
    if !header[..TEXT].strip_prefix(text.as_bytes()).is_some_and(|rest| rest.iter().all(|&byte| byte == 0)) {
        return Err(Fault::OtherTable);
    }
    if file.len() as u64 != BYTES as u64 + bytes {
        return Err(length);
    }
    let numbers = header[TEXT..].as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
    Ok(numbers.take(blocks(bytes)).collect())
}

fn text(description: &str) -> String {
    let text = format!("{MAGIC}{VERSION}{description}\n");
    assert!(text.len() <= TEXT, "a description that is too long: {description}");
    text
}

/// How many blocks so many bytes have.
fn blocks(bytes: u64) -> usize {
    let blocks = bytes.div_ceil(BLOCK as u64) as usize;
    assert!(blocks <= (BYTES - TEXT - 8) / 8, "more blocks than a header has room for");
    blocks
}
