//! Whether a text is JSON at all.

use serde_json::value::RawValue;

use super::node::{Node, Pointer};

/// Nothing that is asked here nests deeper than four; this leaves room for a clearer complaint.
const DEEPEST: usize = 64;

/// The text is not JSON. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// Nothing was sent.
    #[error("the body is empty; a JSON object is wanted")]
    Empty,
    /// Not UTF-8.
    #[error("the body is not UTF-8 from line {line}, column {column} on")]
    NotUtf8 {
        /// Line of the first bad byte.
        line: usize,
        /// Column of the first bad byte.
        column: usize,
    },
    /// Brackets within brackets, too many of them.
    #[error("arrays or objects nest more than {DEEPEST} deep at line {line}, column {column}")]
    TooDeep {
        /// Line of the bracket that is too deep.
        line: usize,
        /// Column of the bracket that is too deep.
        column: usize,
    },
    /// A bracket, comma, quote or the like is wrong or missing.
    #[error("the body is not JSON: {reason} at line {line}, column {column}")]
    Malformed {
        /// The parser's words.
        reason: String,
        /// Line where the parser gave up.
        line: usize,
        /// Column where the parser gave up.
        column: usize,
    },
}

/// A text that is well-formed JSON.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a>(&'a RawValue);

impl<'a> Document<'a> {
    /// Checks the text; time linear in its length.
    ///
    /// # Errors
    /// The first thing that keeps the text from being JSON, with its place.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, SyntaxError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let (line, column) = place(bytes, error.valid_up_to());
            SyntaxError::NotUtf8 { line, column }
        })?;
        if text.trim_ascii().is_empty() {
            return Err(SyntaxError::Empty);
        }
        if let Some(at) = too_deep(bytes) {
            let (line, column) = place(bytes, at);
            return Err(SyntaxError::TooDeep { line, column });
        }
        serde_json::from_str(text).map(Self).map_err(|error| {
            let full = error.to_string();
            let reason = full.split(" at line ").next().unwrap_or_default().to_owned();
            SyntaxError::Malformed { reason, line: error.line(), column: error.column() }
        })
    }

    /// The outermost value.
    #[must_use]
    pub const fn root(self) -> Node<'a, 'static> {
        Node::new(self.0, Pointer::Root)
    }
}

/// Line and column, from 1, of the byte at this offset.
fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = at - before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1) + 1;
    (line, column)
}

/// Where brackets first nest deeper than allowed.
fn too_deep(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, &byte) in bytes.iter().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => {
                depth += 1;
                if depth > DEEPEST {
                    return Some(at);
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &[u8]) -> String {
        Document::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn places_are_named() {
        assert_eq!(error(b" \n"), "the body is empty; a JSON object is wanted");
        assert_eq!(error(b"{\n  \"a\": \xff}"), "the body is not UTF-8 from line 2, column 8 on");
        assert_eq!(
            error(b"{\"rows\": 3,"),
            "the body is not JSON: EOF while parsing an object at line 1, column 11"
        );
        assert_eq!(error(&[b'['; 100]), "arrays or objects nest more than 64 deep at line 1, column 65");
    }

    #[test]
    fn brackets_in_strings_are_text() {
        let text = format!("{{\"\\\"{}\":1}}", "[".repeat(100));
        assert!(Document::parse(text.as_bytes()).is_ok());
    }
}
