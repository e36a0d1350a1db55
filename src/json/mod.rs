//! Reading a request strictly, and saying everything that is wrong with it; writing answers fast.
//!
//! A good request is deserialised straight into its types ([`read_object`], [`present`], [`object`],
//! [`word()`]). Only
//! when that fails is the text read a second time, as a tree of [`Node`]s that still knows what the types
//! have no room for: keys that occur twice, and numbers as they were written. That reading collects every
//! [`Fault`] with its own JSON pointer. Text that is no JSON at all is a [`SyntaxError`].
//!
//! The other way, answers are written by serde, and those that are given most often by [`Fields`].
//!
//! This module knows JSON and no puzzle.

mod codes;
mod fault;
mod identified;
mod node;
mod strict;
mod syntax;
mod write;

pub(crate) use codes::codes;
pub use fault::{Fault, FaultCode, Faults, MOST_LISTED, shorten};
pub use identified::Identified;
pub use node::{Node, Object, Pointer};
pub use strict::{Word, object, present, read_object, required_object, word};
pub use syntax::{Document, SyntaxError};
pub use write::{Fields, escaped, number, string};

/// Why a text is no valid request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// It is JSON, but no valid spec.
    #[error("the request is no valid spec")]
    Faults(Faults),
}
