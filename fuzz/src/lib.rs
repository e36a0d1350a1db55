//! What the fuzz targets share: small limits, and what must hold whatever the bytes are.
//!
//! A target finds a defect by panicking. Nothing here asks whether an input is good; it asks whether what the service
//! says of it is consistent.

use serde::de::IgnoredAny;
use taquin::contract::{Limits, Verification};
use taquin::json::{MOST_LISTED, ReadError, SyntaxError};

/// Small, so that an input takes microseconds however large the numbers in it are.
#[must_use]
pub fn limits() -> Limits {
    Limits { npuzzle_side: 16, parking_side: 16, map_cells: 100, ..Limits::default() }
}

/// The request, if there is one; else the refusal must give its reasons.
pub fn judge<T>(text: &[u8], read: Result<T, ReadError>) -> Option<T> {
    let is_json = serde_json::from_slice::<IgnoredAny>(text).is_ok() && std::str::from_utf8(text).is_ok();
    match read {
        Ok(request) => {
            assert!(is_json, "what is no JSON was taken");
            return Some(request);
        }
        Err(ReadError::Syntax(SyntaxError::TooDeep { line, column })) => assert!(line > 0 && column > 0),
        Err(ReadError::Syntax(error)) => assert!(!is_json, "{error}"),
        Err(ReadError::Faults(faults)) => {
            assert!(is_json, "what is no JSON has faults");
            let listed = faults.listed();
            assert_eq!(listed.len() as u64, faults.count().min(MOST_LISTED as u64), "a wrong count");
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in listed {
                assert!(fault.pointer.is_empty() || fault.pointer.starts_with('/'), "{fault}");
                assert!(!fault.detail.is_empty(), "{}", fault.pointer);
            }
        }
    }
    None
}

/// What a verifier says fits together, whatever the path.
pub fn judge_verification(told: &Verification) {
    assert_eq!(told.legal, told.first_illegal.is_none(), "{told:?}");
    assert!(told.legal || !told.solved, "{told:?}");
    if let Some(illegal) = &told.first_illegal {
        assert_eq!(illegal.index, told.moves, "{told:?}");
        assert!(!illegal.code.is_empty() && !illegal.detail.is_empty(), "{told:?}");
    }
}

/// Takes numbers from an input, and zeros when it is used up.
pub struct Numbers<'d>(std::slice::Iter<'d, u8>);

impl<'d> Numbers<'d> {
    /// The numbers in these bytes.
    #[must_use]
    pub fn of(bytes: &'d [u8]) -> Self {
        Self(bytes.iter())
    }

    /// The next number, less than `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        u32::from(self.0.next().copied().unwrap_or_default()) % bound
    }

    /// One of these.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}
