//! JSON as programs of Python and pages write it: bytes that are not UTF-8 and halves of surrogate pairs
//! become U+FFFD, as browsers show them.

use std::ops::Range;

use serde_json::Value;

/// Reads JSON.
///
/// # Errors
/// It is none, even with U+FFFD in the place of what is no text.
pub fn read(bytes: &[u8]) -> serde_json::Result<Value> {
    let error = match serde_json::from_slice(bytes) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    // The first error names a place of the text as it was sent.
    serde_json::from_str(&whole(&String::from_utf8_lossy(bytes))).map_err(|_| error)
}

/// The text with `\ufffd` in the place of escapes that are half of a pair.
fn whole(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut done = 0;
    for half in halves(text.as_bytes()) {
        written.push_str(&text[done..half.start]);
        written.push_str("\\ufffd");
        done = half.end;
    }
    written.push_str(&text[done..]);
    written
}

/// Where escapes of surrogates stand that have no other half.
fn halves(text: &[u8]) -> Vec<Range<usize>> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6).filter(|escape| escape.starts_with(b"\\u"))?;
        u16::from_str_radix(std::str::from_utf8(&digits[2..]).ok()?, 16).ok()
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        if text[at] != b'\\' {
            at += 1;
            continue;
        }
        match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => at += 12,
            Some(0xd800..=0xdfff) => {
                found.push(at..at + 6);
                at += 6;
            }
            // An escaped backslash begins no other escape.
            _ => at += 2,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_no_text_is_shown_as_browsers_show_it() {
        // Each as `new TextDecoder().decode` and `JSON.parse` read it, with halves shown as U+FFFD.
        let cases: [(&[u8], &str); 9] = [
            (b"\"caf\xe9\"", "caf\u{fffd}"),
            (b"\"\xed\xb3\xa9\"", "\u{fffd}\u{fffd}\u{fffd}"),
            (br#""caf\udce9 two""#, "caf\u{fffd} two"),
            (br#""\ud83d""#, "\u{fffd}"),
            (br#""\ud83d\ude00""#, "\u{1f600}"),
            (br#""\ud83d\ud83d\ude00\ude00""#, "\u{fffd}\u{1f600}\u{fffd}"),
            (br#""\\udce9""#, "\\udce9"),
            (br#""\\\udce9\n""#, "\\\u{fffd}\n"),
            (b"\"\xff\\ud800\\\"\"", "\u{fffd}\u{fffd}\""),
        ];
        for (bytes, text) in cases {
            assert_eq!(read(bytes).unwrap(), json!(text), "{}", String::from_utf8_lossy(bytes));
        }
        for bytes in [&b"\"\\ud800"[..], b"{\"a\":", b"\"\\ud8zz\"", b"\\", b"\"\xff"] {
            assert!(read(bytes).is_err());
        }
        assert_eq!(read(b"{\"text\": \"\\udc00\", \"\xff\": 1}").unwrap(), json!({"text": "\u{fffd}", "\u{fffd}": 1}));
    }
}
