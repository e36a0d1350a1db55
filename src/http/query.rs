//! Takes the parameters of a query off the URI.

use serde_json::Value;

/// The parameters as a JSON object, so that they are read as strictly as a body, with faults told in the same words: every
/// value a number if it is written as one, else a string; duplicates are kept.
pub(super) fn as_object(query: &str) -> String {
    let field = |(name, value): (std::borrow::Cow<'_, str>, std::borrow::Cow<'_, str>)| {
        let is_number = value.trim() == value && serde_json::from_str::<serde_json::Number>(&value).is_ok();
        let value = if is_number { value.into_owned() } else { Value::from(value).to_string() };
        format!("{}:{value}", Value::from(name))
    };
    let fields: Vec<String> = form_urlencoded::parse(query.as_bytes()).map(field).collect();
    format!("{{{}}}", fields.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_numbers_and_nothing_escapes_its_string() {
        let object = as_object("rows=3&rows=4&seed=%31&a%22=%22}&b&c=1e3&d=-0&e=+1");
        assert_eq!(object, r#"{"rows":3,"rows":4,"seed":1,"a\"":"\"}","b":"","c":1e3,"d":-0,"e":" 1"}"#);
        assert_eq!(as_object(""), "{}");
    }
}
