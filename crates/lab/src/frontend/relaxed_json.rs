//! JSON with comments and commas at the ends of lists, as users write settings.

use serde_json::Value;

/// Reads such a text.
///
/// # Errors
/// What is left without comments and commas is no JSON.
pub fn parse(text: &str) -> Result<Value, serde_json::Error> {
    let plain = strip(text);
    if plain.trim().is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    serde_json::from_str(&plain)
}

/// The text with blanks instead of comments, and without commas before closing brackets.
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
        let length = if c == '"' { string_length(rest) } else { c.len_utf8() };
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
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The bytes of the string that a text begins with.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at + 1,
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
        assert_eq!(parse(" // nothing").unwrap(), json!({}));
        for bad in ["{\"a\": }", "\"", "{\"a\": 1 \"b\""] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
