//! JSON as users write settings: with comments, commas at the ends of lists, names of fields without quotes
//! and texts in single quotes, as in JSON5.

use serde_json::Value;

/// Reads such a text.
///
/// # Errors
/// What is left without these liberties is no JSON.
pub fn parse(text: &str) -> Result<Value, serde_json::Error> {
    let plain = strip(text);
    if plain.trim().is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    serde_json::from_str(&plain)
}

/// The text with blanks instead of comments, without commas before closing brackets, and in double quotes.
fn strip(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Where a comma stands that may turn out to be the last one.
    let mut comma = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.find('\n').map_or("", |end| &comment[end..]);
            continue;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
            out.push(' ');
            continue;
        }
        let length = match c {
            '"' | '\'' => string_length(rest, c),
            _ => name_length(rest).unwrap_or(c.len_utf8()),
        };
        if matches!(c, ']' | '}')
            && let Some(at) = comma
        {
            out.remove(at);
        }
        if c == ',' {
            comma = Some(out.len());
        } else if !c.is_whitespace() {
            comma = None;
        }
        match c {
            '\'' => out.push_str(&in_double_quotes(&rest[..length])),
            _ if name_length(rest).is_some() => out.push_str(&format!("\"{}\"", &rest[..length])),
            _ => out.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    out
}

/// The bytes of the name of a field that a text begins with, which has no quotes.
fn name_length(text: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let length = text.find(|c| !is_part(c))?;
    let is_name = length > 0 && !text.starts_with(|c: char| c.is_ascii_digit());
    (is_name && text[length..].trim_start().starts_with(':')).then_some(length)
}

/// A string in single quotes, in double ones; one without an end as it is.
fn in_double_quotes(text: &str) -> String {
    let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let quoted = inner.map(|inner| format!("\"{}\"", inner.replace("\\'", "'").replace('"', "\\\"")));
    quoted.unwrap_or_else(|| text.into())
}

/// The bytes of the string that a text begins with, in these quotes.
fn string_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            c if c == quote && !is_escaped => return at + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn comments_and_last_commas_are_no_matter() {
        let text = "// settings\n{ /* a */ \"a\": [1, 2, ], // x\n \"b\": \"// no, \\\" comment ,]\", }\n";
        assert_eq!(parse(text).unwrap(), json!({"a": [1, 2], "b": "// no, \" comment ,]"}));
        let json5 = r#"{$a_1: 'it\'s "x", y: 1', nul: null, 'b': [true,], c: 'x\''}"#;
        assert_eq!(parse(json5).unwrap(), json!({"$a_1": "it's \"x\", y: 1", "nul": null, "b": [true], "c": "x'"}));
        assert_eq!(parse(" // nothing").unwrap(), json!({}));
        for bad in ["{\"a\": }", "\"", "{\"a\": 1 \"b\"", "{a b: 1}", "{1: 2}", "'"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
