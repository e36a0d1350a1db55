//! Cuts what comes off the wire into lines.

use bytes::{Bytes, BytesMut};

/// A line that is not empty.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: u64,
    pub(super) text: Text,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// Without the line feed.
    Whole(Bytes),
    /// It has more bytes than a line may have: so many.
    TooLong(u64),
}

/// Lines of at most so many bytes, the rest of longer ones thrown away as it comes.
#[derive(Debug)]
pub(super) struct Lines {
    most: usize,
    /// Lines that have ended.
    number: u64,
    buffer: BytesMut,
    /// So much of the buffer has no line feed.
    searched: usize,
    /// Bytes of this line that were thrown away.
    dropped: u64,
    is_over: bool,
}

impl Lines {
    pub(super) fn new(most: usize) -> Self {
        Self { most, number: 0, buffer: BytesMut::new(), searched: 0, dropped: 0, is_over: false }
    }

    /// The number of the line that is being read.
    pub(super) const fn number(&self) -> u64 {
        self.number + 1
    }

    /// More has come.
    pub(super) fn push(&mut self, data: &[u8]) {
        self.buffer.extend_from_slice(data);
    }

    /// Nothing more will come: the last line may do without its line feed.
    pub(super) const fn end(&mut self) {
        self.is_over = true;
    }

    /// Whether nothing more will come.
    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Forgets the line that is being read.
    pub(super) fn clear(&mut self) {
        self.buffer.clear();
        (self.searched, self.dropped) = (0, 0);
    }

    /// The next whole line that is not empty.
    pub(super) fn next(&mut self) -> Option<Line> {
        loop {
            let feed = self.buffer[self.searched..].iter().position(|&byte| byte == b'\n');
            let text = match feed {
                Some(at) => {
                    let mut line = self.buffer.split_to(self.searched + at + 1);
                    line.truncate(line.len() - 1);
                    line
                }
                None if self.is_over && (!self.buffer.is_empty() || self.dropped > 0) => self.buffer.split(),
                None => {
                    self.searched = self.buffer.len();
                    if self.dropped > 0 || self.searched > self.most {
                        self.dropped += self.searched as u64;
                        self.buffer.clear();
                        self.searched = 0;
                    }
                    return None;
                }
            };
            self.searched = 0;
            self.number += 1;
            let length = std::mem::take(&mut self.dropped) + text.len() as u64;
            let number = self.number;
            if length > self.most as u64 {
                return Some(Line { number, text: Text::TooLong(length) });
            }
            if !text.iter().all(u8::is_ascii_whitespace) {
                return Some(Line { number, text: Text::Whole(text.freeze()) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(pieces: &[&[u8]], most: usize) -> Vec<(u64, Result<String, u64>)> {
        let (mut lines, mut found) = (Lines::new(most), Vec::new());
        let mut take = |lines: &mut Lines| {
            while let Some(Line { number, text }) = lines.next() {
                found.push(match text {
                    Text::Whole(text) => (number, Ok(String::from_utf8(text.to_vec()).unwrap())),
                    Text::TooLong(length) => (number, Err(length)),
                });
            }
        };
        for piece in pieces {
            lines.push(piece);
            take(&mut lines);
        }
        lines.end();
        take(&mut lines);
        found
    }

    #[test]
    fn empty_lines_count_and_the_last_may_be_open() {
        let whole = |number, text: &str| (number, Ok(text.to_owned()));
        assert_eq!(all(&[b"a\n\r\n\n b\nc"], 9), [whole(1, "a"), whole(4, " b"), whole(5, "c")]);
        assert_eq!(all(&[b"", b"\n", b""], 9), []);
    }

    #[test]
    fn a_line_that_is_too_long_spoils_only_itself() {
        let found = all(&[b"12", b"3456", b"78\n1", b"2\n123456", b"7"], 3);
        assert_eq!(found, [(1, Err(8)), (2, Ok("12".to_owned())), (3, Err(7))]);
    }

    proptest! {
        #[test]
        fn how_the_text_is_cut_up_on_the_wire_makes_no_difference(
            text in "[ab\n ]{0,60}", cuts in prop::collection::vec(0_usize..60, 0..6), most in 1_usize..6
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|cut| &text.as_bytes()[cut[0]..cut[1]]).collect();
            let expected: Vec<_> = (1..).zip(text.split('\n')).filter_map(|(number, line)| {
                if line.len() > most {
                    Some((number, Err(line.len() as u64)))
                } else {
                    (!line.trim().is_empty()).then(|| (number, Ok(line.to_owned())))
                }
            }).collect();
            prop_assert_eq!(all(&pieces, most), expected);
        }
    }
}
