//! An object that carries a name of its own among its fields.

use std::borrow::Cow;

use super::fault::Faults;
use super::node::Pairs;
use super::syntax::Document;

/// The field with the name.
const ID: &str = "id";

/// An object without its name.
#[derive(Debug)]
pub struct Identified<'t> {
    /// The name, if it has one that is a string.
    pub id: Option<String>,
    /// What is wrong with the name.
    pub faults: Faults,
    /// The object without the field, as a text.
    pub rest: Cow<'t, [u8]>,
}

impl<'t> Identified<'t> {
    /// Takes the field `id` out of a text; what is not an object is left as it is, for whoever reads it next.
    #[must_use]
    pub fn read(text: &'t [u8]) -> Self {
        let mut all = Self { id: None, faults: Faults::default(), rest: Cow::Borrowed(text) };
        let quoted = br#""id""#;
        if !text.windows(quoted.len()).any(|window| window == quoted) {
            return all;
        }
        let Ok(document) = Document::parse(text) else { return all };
        // Whatever else is wrong with it is for the next reader to say.
        let Some(mut object) = document.root().object(&mut Faults::default()) else { return all };
        if object.has(ID) {
            all.id = object.take(ID, &mut all.faults, |faults, node| node.string(faults));
            all.rest = Cow::Owned(without(text, ID));
        }
        all
    }
}

/// The text of an object without the first field of this name.
fn without(text: &[u8], name: &str) -> Vec<u8> {
    let Ok(Pairs(fields)) = serde_json::from_slice(text) else { return text.to_vec() };
    let mut rest = Vec::with_capacity(text.len());
    let mut is_taken = false;
    for (key, value) in fields {
        if key == name && !std::mem::replace(&mut is_taken, true) {
            continue;
        }
        rest.push(if rest.is_empty() { b'{' } else { b',' });
        rest.extend_from_slice(serde_json::Value::from(key).to_string().as_bytes());
        rest.push(b':');
        rest.extend_from_slice(value.get().as_bytes());
    }
    if rest.is_empty() {
        rest.push(b'{');
    }
    rest.push(b'}');
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<String>, u64, String) {
        let Identified { id, faults, rest } = Identified::read(text.as_bytes());
        (id, faults.count(), String::from_utf8(rest.into_owned()).unwrap())
    }

    #[test]
    fn the_name_is_taken_out_and_nothing_else() {
        let of = |id: Option<&str>, faults, rest: &str| (id.map(str::to_owned), faults, rest.to_owned());
        assert_eq!(
            read(r#"{"id": "a\"b", "rows": 1.0, "rows":2}"#),
            of(Some("a\"b"), 0, r#"{"rows":1.0,"rows":2}"#)
        );
        assert_eq!(read(r#"{"rows":2}"#), of(None, 0, r#"{"rows":2}"#));
        assert_eq!(read(r#"{"id":"x"}"#), of(Some("x"), 0, "{}"));
        assert_eq!(read(r#"{"id":7}"#), of(None, 1, "{}"));
        assert_eq!(read(r#"{"id":null,"a":1}"#), of(None, 1, r#"{"a":1}"#));
        assert_eq!(read(r#"{"id":"x","id":"y"}"#), of(Some("x"), 0, r#"{"id":"y"}"#));
        assert_eq!(read(r#"{"a":"id"}"#), of(None, 0, r#"{"a":"id"}"#));
        assert_eq!(read(r#"["id"]"#), of(None, 0, r#"["id"]"#));
        assert_eq!(read(r#"{"id":"#), of(None, 0, r#"{"id":"#));
    }
}
