//! A JSON value that still knows how it was written, and reads itself one level at a time.

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::fault::{FaultCode, Faults, shorten};

/// The way from the root to a value; displayed as a JSON pointer (RFC 6901).
#[derive(Clone, Copy, Debug)]
pub enum Pointer<'p> {
    /// The whole document.
    Root,
    /// A field of the object at the first pointer.
    Field(&'p Pointer<'p>, &'p str),
    /// An item of the array at the first pointer.
    Item(&'p Pointer<'p>, usize),
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(parent, name) => {
                write!(f, "{parent}/{}", shorten(name).replace('~', "~0").replace('/', "~1"))
            }
            Self::Item(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}

/// A value and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a, 'p> {
    raw: &'a RawValue,
    at: Pointer<'p>,
}

impl<'a, 'p> Node<'a, 'p> {
    pub(super) const fn new(raw: &'a RawValue, at: Pointer<'p>) -> Self {
        Self { raw, at }
    }

    /// Where the value stands.
    #[must_use]
    pub const fn at(&self) -> &Pointer<'p> {
        &self.at
    }

    /// Notes a fault of this value.
    pub fn fault(&self, faults: &mut Faults, code: FaultCode, detail: impl Into<String>) {
        faults.add(&self.at, code, detail);
    }

    /// Whether the value is an array.
    #[must_use]
    pub fn is_array(&self) -> bool {
        self.raw.get().starts_with('[')
    }

    /// Whether the value is a number, of whatever kind.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.raw.get().starts_with(|c: char| c == '-' || c.is_ascii_digit())
    }

    /// Whether the value is a string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.raw.get().starts_with('"')
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.raw.get() == "null"
    }

    /// Notes that something else is wanted here.
    pub fn wrong_type(&self, faults: &mut Faults, wanted: &str) {
        if self.is_null() {
            let detail = format!("{wanted} is wanted here; null is no value, leave the field out instead");
            return self.fault(faults, FaultCode::NullValue, detail);
        }
        let text = self.raw.get();
        let found = match text.as_bytes().first() {
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "an array".to_owned(),
            Some(b'"') => format!("the string {}", shorten(text)),
            Some(b't' | b'f') => text.to_owned(),
            _ => format!("the number {}", shorten(text)),
        };
        self.fault(faults, FaultCode::WrongType, format!("{wanted} is wanted here, not {found}"));
    }

    /// The fields of an object; faults for keys that occur twice.
    pub fn object(&self, faults: &mut Faults) -> Option<Object<'a, 'p>> {
        if !self.raw.get().starts_with('{') {
            self.wrong_type(faults, "an object");
            return None;
        }
        let Ok(Pairs(pairs)) = serde_json::from_str(self.raw.get()) else {
            self.fault(faults, FaultCode::WrongType, "a key of this object is no valid Unicode text");
            return None;
        };
        let mut fields: Vec<(String, &RawValue)> = Vec::with_capacity(pairs.len().min(64));
        let mut seen = hashbrown::HashSet::with_hasher(foldhash::fast::FixedState::with_seed(0));
        for (name, raw) in pairs {
            if seen.insert(name.clone()) {
                fields.push((name, raw));
            } else {
                let at = Pointer::Field(&self.at, &name);
                let detail = format!("the field \"{}\" occurs more than once", shorten(&name));
                faults.add(&at, FaultCode::DuplicateKey, detail);
            }
        }
        Some(Object { at: self.at, fields, known: Vec::new() })
    }

    /// Calls `visit` with each item of an array, in order; `false` (and a fault) if it is none.
    pub fn items(
        &self,
        faults: &mut Faults,
        wanted: &str,
        mut visit: impl FnMut(&mut Faults, Node<'a, '_>),
    ) -> bool {
        let items: Vec<&RawValue> = match serde_json::from_str(self.raw.get()) {
            Ok(items) if self.is_array() => items,
            _ => {
                self.wrong_type(faults, wanted);
                return false;
            }
        };
        for (index, raw) in items.into_iter().enumerate() {
            visit(faults, Node::new(raw, Pointer::Item(&self.at, index)));
        }
        true
    }

    /// A whole number within `range`.
    pub fn integer(&self, faults: &mut Faults, range: RangeInclusive<i64>) -> Option<i64> {
        let text = self.raw.get();
        if !self.is_number() {
            self.wrong_type(faults, "a whole number");
            return None;
        }
        // A minus zero is a number for floats only; reading straight into an integer refuses it as well.
        if text == "-0" || text.contains(['.', 'e', 'E']) {
            let detail =
                format!("a whole number is wanted, without fraction or exponent, not {}", shorten(text));
            self.fault(faults, FaultCode::NotAnInteger, detail);
            return None;
        }
        match text.parse::<i64>() {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (least, most) = range.into_inner();
                let detail = format!("{} is out of range: {least} to {most}", shorten(text));
                self.fault(faults, FaultCode::OutOfRange, detail);
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn boolean(&self, faults: &mut Faults) -> Option<bool> {
        let value = self.raw.get().parse().ok();
        if value.is_none() {
            self.wrong_type(faults, "true or false");
        }
        value
    }

    /// A text.
    pub fn string(&self, faults: &mut Faults) -> Option<String> {
        let value = serde_json::from_str(self.raw.get()).ok();
        if value.is_none() {
            self.wrong_type(faults, "a string");
        }
        value
    }

    /// One of the words that `T` serialises to.
    pub fn choice<T: Copy>(&self, faults: &mut Faults, words: &[(&str, T)]) -> Option<T> {
        let wanted = || words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let Ok(given) = serde_json::from_str::<String>(self.raw.get()) else {
            self.wrong_type(faults, &format!("one of {}", wanted()));
            return None;
        };
        let found = words.iter().find(|(word, _)| *word == given).map(|&(_, value)| value);
        if found.is_none() {
            let short = shorten(&given);
            let meant = nearest(&given, words.iter().map(|(word, _)| *word));
            let detail = format!("\"{short}\" is none of {}{meant}", wanted());
            self.fault(faults, FaultCode::UnknownValue, detail);
        }
        found
    }
}

/// An object whose fields are taken out one by one.
#[derive(Debug)]
pub struct Object<'a, 'p> {
    at: Pointer<'p>,
    fields: Vec<(String, &'a RawValue)>,
    known: Vec<&'static str>,
}

impl<'a, 'p> Object<'a, 'p> {
    /// Where the object stands.
    #[must_use]
    pub const fn at(&self) -> &Pointer<'p> {
        &self.at
    }

    /// Whether the field is there (and not yet taken).
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| field == name)
    }

    /// Takes an optional field and hands it to `read`, which notes its faults.
    pub fn take<T>(
        &mut self,
        name: &'static str,
        faults: &mut Faults,
        read: impl FnOnce(&mut Faults, Node<'a, '_>) -> Option<T>,
    ) -> Option<T> {
        self.known.push(name);
        let index = self.fields.iter().position(|(field, _)| field == name)?;
        let (_, raw) = self.fields.remove(index);
        read(faults, Node::new(raw, Pointer::Field(&self.at, name)))
    }

    /// Takes a required field; it is a fault if it is missing.
    pub fn require<T>(
        &mut self,
        name: &'static str,
        faults: &mut Faults,
        read: impl FnOnce(&mut Faults, Node<'a, '_>) -> Option<T>,
    ) -> Option<T> {
        if !self.has(name) {
            self.known.push(name);
            let at = Pointer::Field(&self.at, name);
            faults.add(&at, FaultCode::MissingField, format!("the field \"{name}\" is required"));
            return None;
        }
        self.take(name, faults, read)
    }

    /// Notes a fault for every field that nobody took.
    pub fn finish(self, faults: &mut Faults) {
        for (name, _) in &self.fields {
            let at = Pointer::Field(&self.at, name);
            let meant = nearest(name, self.known.iter().copied());
            let list = self.known.join(", ");
            let detail = format!("there is no field \"{}\" here{meant}; there are {list}", shorten(name));
            faults.add(&at, FaultCode::UnknownField, detail);
        }
    }
}

/// `, did you mean "…"?` if one of the words is likely meant.
fn nearest<'w>(given: &str, words: impl Iterator<Item = &'w str>) -> String {
    if given.len() > 64 {
        return String::new();
    }
    words
        .map(|word| (strsim::osa_distance(given, word), word))
        .filter(|&(distance, word)| distance * 3 <= word.len())
        .min()
        .map_or_else(String::new, |(_, word)| format!(" (did you mean \"{word}\"?)"))
}

/// Keys and values in the order written, duplicates kept.
pub(super) struct Pairs<'a>(pub(super) Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Pairs<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
