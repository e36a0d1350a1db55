//! Strictness that serde does not have by itself: no `null` for "left out", no array for an object.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};

/// For `deserialize_with`, with `default`: the field may be left out, but it may not be `null`.
///
/// # Errors
/// Those of `T`.
pub fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// For `deserialize_with`, with `default`: like [`present`], and only a JSON object will do. (A derived struct
/// also takes an array of its fields' values.)
///
/// # Errors
/// Those of `T`.
pub fn object<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    required_object(deserializer).map(Some)
}

/// For `deserialize_with` on a required field: only a JSON object will do.
///
/// # Errors
/// Those of `T`.
pub fn required_object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_map(OnlyMap(PhantomData))
}

/// One of a fixed list of words.
pub trait Word: Copy + 'static {
    /// Every word and its meaning.
    const WORDS: &'static [(&'static str, Self)];
}

/// For `deserialize_with`, with `default`: like [`present`], and only a JSON string will do. (A derived enum
/// also takes the object `{"word": null}`.)
///
/// # Errors
/// Anything that is not one of the words.
pub fn word<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Word,
{
    let given = String::deserialize(deserializer)?;
    let found = T::WORDS.iter().find(|(word, _)| *word == given);
    found.map(|&(_, value)| Some(value)).ok_or_else(|| Error::custom("none of the words"))
}

struct OnlyMap<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OnlyMap<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Reads a whole text as one object; `None` for whatever reason it is not one of type `T`.
pub fn read_object<T: DeserializeOwned>(text: &[u8]) -> Option<T> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = deserializer.deserialize_map(OnlyMap(PhantomData)).ok()?;
    deserializer.end().ok()?;
    Some(value)
}
