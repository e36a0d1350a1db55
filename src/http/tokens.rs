//! The bearer tokens that open this server: read from a file, read again when told to.
//!
//! Only digests are kept. A token is compared by its digest, with every one that is accepted and in constant time, so
//! that neither a token's bytes nor its length can be learnt from how long a refusal takes. Digests are not salted: a
//! token is a long random string, not a password that somebody made up.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use sha2::{Digest as _, Sha256};
use subtle::{Choice, ConditionallySelectable as _, ConstantTimeEq as _};

/// Which token it is: its SHA-256. The same for the same token after a restart, and of no use as a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenId([u8; 32]);

impl TokenId {
    fn of(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }

    /// The digest's bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Shows nothing: what is derived from a secret does not belong in a log.
impl fmt::Debug for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenId(…)")
    }
}

/// Why a token file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenFileError {
    /// It cannot be read.
    #[error("cannot read the token file {}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no token in it, and a server that accepts none is of no use.
    #[error("no token in the token file {}", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
    /// A line is no token that a header could carry.
    #[error(
        "line {line} of the token file {} is no token: letters, digits and -._~+/= are allowed",
        file.display()
    )]
    Illegal {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// The accepted tokens, and where they come from.
#[derive(Debug)]
pub struct Tokens {
    file: PathBuf,
    accepted: RwLock<Vec<TokenId>>,
}

impl Tokens {
    /// The tokens of a file: one a line; blank lines and lines that begin with `#` do not count.
    ///
    /// # Errors
    /// If the file cannot be read, holds no token, or a line that is none.
    pub fn of_file(file: &Path) -> Result<Self, TokenFileError> {
        Ok(Self { file: file.to_owned(), accepted: RwLock::new(read(file)?) })
    }

    /// Reads the file again; how many tokens there are now.
    ///
    /// # Errors
    /// As [`of_file`](Self::of_file); the tokens then stay as they were.
    pub fn reload(&self) -> Result<usize, TokenFileError> {
        let tokens = read(&self.file)?;
        let count = tokens.len();
        *self.accepted.write().unwrap_or_else(PoisonError::into_inner) = tokens;
        Ok(count)
    }

    /// How many tokens there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.accepted.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Which token this is, if it is accepted.
    #[must_use]
    pub fn recognise(&self, token: &[u8]) -> Option<TokenId> {
        let shown = TokenId::of(token);
        let accepted = self.accepted.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = 0;
        for known in accepted.iter() {
            let same: Choice = known.0.ct_eq(&shown.0);
            found.conditional_assign(&1_u8, same);
        }
        (found == 1).then_some(shown)
    }
}

fn read(file: &Path) -> Result<Vec<TokenId>, TokenFileError> {
    let text = std::fs::read_to_string(file)
        .map_err(|source| TokenFileError::Unreadable { file: file.to_owned(), source })?;
    let mut tokens = Vec::new();
    for (line, token) in text.lines().map(str::trim).enumerate() {
        if token.is_empty() || token.starts_with('#') {
            continue;
        }
        if !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)) {
            return Err(TokenFileError::Illegal { file: file.to_owned(), line: line + 1 });
        }
        tokens.push(TokenId::of(token.as_bytes()));
    }
    if tokens.is_empty() {
        return Err(TokenFileError::Empty { file: file.to_owned() });
    }
    Ok(tokens)
}
