//! Writing JSON, field by field, straight into bytes.
//!
//! For what is written at every request. `serde_json` goes through a call for every quote and comma; this takes a third
//! of its time, and an eighth where numbers are many. What is written has to be what serde makes of the same value:
//! whoever uses this tests that.

/// The fields of an object.
#[derive(Debug)]
pub struct Fields<'t>(&'t mut Vec<u8>);

impl<'t> Fields<'t> {
    /// Appends an object; `write` gives its fields.
    pub fn write(text: &'t mut Vec<u8>, write: impl FnOnce(&mut Self)) {
        text.push(b'{');
        let mut fields = Self(text);
        write(&mut fields);
        fields.0.push(b'}');
    }

    /// A field whose value is appended by the caller. The name must need no escapes.
    // A name that is known when this is compiled is then copied in a word or two, without a call.
    #[inline(always)]
    pub fn value(&mut self, name: &str) -> &mut Vec<u8> {
        // Where it is the first, what stands before it is the brace.
        if self.0.last() == Some(&b'{') {
            self.0.push(b'"');
        } else {
            self.0.extend_from_slice(b",\"");
        }
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        self.0
    }

    /// A whole number.
    #[inline(always)]
    pub fn number(&mut self, name: &str, value: u64) {
        number(self.value(name), value);
    }

    /// A whole number, if there is one.
    #[inline(always)]
    pub fn number_if(&mut self, name: &str, value: Option<u64>) {
        if let Some(value) = value {
            self.number(name, value);
        }
    }

    /// A truth value.
    #[inline(always)]
    pub fn flag(&mut self, name: &str, value: bool) {
        self.value(name).extend_from_slice(if value { b"true" } else { b"false" });
    }

    /// Any text.
    #[inline(always)]
    pub fn text(&mut self, name: &str, value: &str) {
        string(self.value(name), value);
    }

    /// An object.
    #[inline(always)]
    pub fn object(&mut self, name: &str, write: impl FnOnce(&mut Fields<'_>)) {
        Fields::write(self.value(name), write);
    }

    /// An array of whole numbers.
    #[inline]
    pub fn numbers(&mut self, name: &str, values: impl IntoIterator<Item = u64>) {
        let text = self.value(name);
        text.push(b'[');
        for (place, value) in values.into_iter().enumerate() {
            if place > 0 {
                text.push(b',');
            }
            number(text, value);
        }
        text.push(b']');
    }
}

/// Appends a whole number; most have a digit or two.
#[inline]
pub fn number(text: &mut Vec<u8>, value: u64) {
    let digit = |value: u64| b'0' + (value % 10) as u8;
    match value {
        0..10 => text.push(digit(value)),
        10..100 => text.extend_from_slice(&[digit(value / 10), digit(value)]),
        _ => text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
    }
}

/// Appends a string in its quotes.
#[inline]
pub fn string(text: &mut Vec<u8>, value: &str) {
    text.push(b'"');
    escaped(text, value);
    text.push(b'"');
}

/// Appends text as it stands within a string.
pub fn escaped(text: &mut Vec<u8>, value: &str) {
    if is_plain(value.as_bytes()) {
        return text.extend_from_slice(value.as_bytes());
    }
    let quoted = serde_json::to_string(value).expect("text is JSON");
    text.extend_from_slice(&quoted.as_bytes()[1..quoted.len() - 1]);
}

/// Whether no byte needs an escape; now and then it says no where all is well.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    // The last eight bytes may be looked at twice, so that there is no rest to be looked at one by one.
    let Some(&last) = text.last_chunk() else {
        return text.iter().all(|&byte| byte >= b' ' && byte != b'"' && byte != b'\\');
    };
    // All of it is looked at, though one such byte decides: that takes no branches.
    let (words, _) = text.as_chunks();
    words.iter().fold(specials(last), |any, &word| any | specials(word)) == 0
}

/// Not zero if one of eight bytes is a control character, a quote or a backslash. (What a byte borrows of
/// the next can only make that look special, too.)
#[inline]
const fn specials(bytes: [u8; 8]) -> u64 {
    const fn all(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    const fn below(word: u64, byte: u8) -> u64 {
        word.wrapping_sub(all(byte)) & !word
    }
    let word = u64::from_ne_bytes(bytes);
    (below(word, b' ') | below(word ^ all(b'"'), 1) | below(word ^ all(b'\\'), 1)) & all(0x80)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_writes_what_serde_writes(
            values in prop::collection::vec(prop_oneof![0..1000_u64, any::<u64>()], 0..4),
            text in prop_oneof![any::<String>(), "[ -~]*"],
            flag in any::<bool>(),
        ) {
            let mut written = Vec::new();
            Fields::write(&mut written, |fields| {
                fields.numbers("numbers", values.iter().copied());
                fields.object("none", |_| {});
                fields.object("inner", |fields| fields.text("text", &text));
                fields.flag("flag", flag);
                fields.number("first", values.first().copied().unwrap_or(0));
            });
            let read: serde_json::Value = serde_json::from_slice(&written).unwrap();
            let expected = serde_json::json!({
                "numbers": values, "none": {}, "inner": {"text": text}, "flag": flag,
                "first": values.first().copied().unwrap_or(0),
            });
            prop_assert_eq!(read, expected);
            let mut alone = Vec::new();
            string(&mut alone, &text);
            prop_assert_eq!(String::from_utf8(alone).unwrap(), serde_json::to_string(&text).unwrap());
        }
    }
}
