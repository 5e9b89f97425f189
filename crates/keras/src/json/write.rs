//! The writer.

use serde_json::Value as Json;

use super::number::name;

/// The bytes of a value that a message has.
const BRIEF: usize = 200;

/// The value as text, with the numbers that Python's `json` has beyond the standard.
pub fn write(json: &Json) -> String {
    let mut writer = Writer { text: String::new(), limit: usize::MAX, indent: None };
    writer.value(json);
    writer.text
}

/// The same with a line for each value, indented by two blanks a level.
pub fn write_pretty(json: &Json) -> String {
    let mut writer = Writer { text: String::new(), limit: usize::MAX, indent: Some(0) };
    writer.value(json);
    writer.text
}

/// The start of the value as text, for messages.
pub fn brief(json: &Json) -> String {
    let mut writer = Writer { text: String::new(), limit: BRIEF, indent: None };
    writer.value(json);
    match writer.text.char_indices().nth(BRIEF) {
        Some((end, _)) => format!("{} ...", &writer.text[..end]),
        None => writer.text,
    }
}

struct Writer {
    text: String,
    /// Nothing is begun when the text has so many bytes.
    limit: usize,
    /// The level of the value, if each has a line.
    indent: Option<usize>,
}

impl Writer {
    fn value(&mut self, json: &Json) {
        match json {
            Json::Array(items) => self.list(['[', ']'], items, Self::value),
            Json::Object(members) => self.list(['{', '}'], members, |writer, (name, value)| {
                writer.string(name);
                writer.text.push_str(if writer.indent.is_some() { ": " } else { ":" });
                writer.value(value);
            }),
            Json::String(text) => match name(text) {
                Some(number) => self.text.push_str(number),
                None => self.string(text),
            },
            other => self.text.push_str(&other.to_string()),
        }
    }

    fn list<T>(&mut self, [open, close]: [char; 2], items: impl IntoIterator<Item = T>, write: fn(&mut Self, T)) {
        self.text.push(open);
        self.indent = self.indent.map(|level| level + 1);
        let mut is_first = true;
        for item in items {
            if self.text.len() > self.limit {
                return;
            }
            if !std::mem::take(&mut is_first) {
                self.text.push(',');
            }
            self.line();
            write(self, item);
        }
        self.indent = self.indent.map(|level| level - 1);
        if !is_first {
            self.line();
        }
        self.text.push(close);
    }

    fn line(&mut self) {
        if let Some(level) = self.indent {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("  ", level));
        }
    }

    fn string(&mut self, text: &str) {
        let end = text.char_indices().nth(self.limit).map_or(text.len(), |(end, _)| end);
        self.text.push_str(&Json::from(&text[..end]).to_string());
    }
}
