//! Writing: what did not change keeps its bytes.
//!
//! A notebook is written as nbformat writes it: an indent of one space, sorted keys, texts as lists of lines.
//! If there is a file already, then its indent, the order of its keys and the text of every cell and field
//! that has not changed are taken from it, so that a difference of two versions shows what was edited and
//! nothing else.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::ser::{PrettyFormatter, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::lines::{join, split};
use crate::json;

/// The indent of nbformat.
const INDENT: &str = " ";

/// The bytes of a notebook, whose texts are whole strings or lists of lines. `old` are those of the file that
/// it replaces.
pub fn write(notebook: &Value, old: Option<&[u8]>) -> Vec<u8> {
    let mut joined = notebook.clone();
    join(&mut joined);
    let old = old.and_then(|bytes| std::str::from_utf8(bytes).ok());
    let fields = old.and_then(|text| Some((text, serde_json::from_str::<Fields<'_>>(text).ok()?.0)));
    match fields {
        Some((text, fields)) => merge(&joined, text, &fields),
        None => {
            let mut text = pretty(&sorted(split_of(&joined)), INDENT, 0);
            text.push('\n');
            text.into_bytes()
        }
    }
}

fn merge(notebook: &Value, text: &str, fields: &[(String, &RawValue)]) -> Vec<u8> {
    let mut whole = parse(text);
    join(&mut whole);
    if is_same(&whole, notebook) {
        return text.as_bytes().to_vec();
    }
    let empty = Map::new();
    let new = notebook.as_object().unwrap_or(&empty);
    let indent = indent_of(text);
    let kept = fields.iter().map(|(name, _)| name.as_str()).filter(|name| new.contains_key(*name));
    let mut added: Vec<&str> =
        new.keys().map(String::as_str).filter(|name| !fields.iter().any(|(old, _)| old == name)).collect();
    added.sort_unstable();
    let names: Vec<&str> = kept.chain(added).collect();
    let mut written = Vec::new();
    for name in names {
        let old = fields.iter().find(|(old, _)| old == name).map(|(_, raw)| raw.get());
        let value = match old {
            _ if name == "cells" => cells(&new[name], old, indent),
            Some(raw) if is_same(&parse(raw), &new[name]) => raw.to_string(),
            _ => pretty(&sorted(new[name].clone()), indent, 1),
        };
        written.push(format!("{indent}{}: {value}", Value::from(name)));
    }
    let end = if text.ends_with('\n') { "\n" } else { "" };
    format!("{{\n{}\n}}{end}", written.join(",\n")).into_bytes()
}

/// The list of cells, with the old text of those that are in the old list.
fn cells(new: &Value, old: Option<&str>, indent: &str) -> String {
    let raws: Vec<&RawValue> = old.and_then(|old| serde_json::from_str(old).ok()).unwrap_or_default();
    let olds: Vec<(Value, &str)> = raws.iter().map(|raw| (joined_cell(parse(raw.get())), raw.get())).collect();
    let new = new.as_array().map_or(&[][..], Vec::as_slice);
    if new.is_empty() {
        return "[]".into();
    }
    let mut next = 0;
    let written: Vec<String> = new
        .iter()
        .map(|cell| {
            // Cells keep their order but for the moved ones, so the search starts behind the last one found.
            let found = (next..olds.len()).chain(0..next).find(|at| is_same(&olds[*at].0, cell));
            let text = match found {
                Some(at) => {
                    next = at + 1;
                    olds[at].1.to_string()
                }
                None => pretty(&sorted_like(cell, &olds), indent, 2),
            };
            format!("{indent}{indent}{text}")
        })
        .collect();
    format!("[\n{}\n{indent}]", written.join(",\n"))
}

/// True for equal values. Pages have one kind of numbers, so that they send 1 for what a file has as 1.0.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() != b.is_f64() => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| is_same(a, b)))
        }
        _ => a == b,
    }
}

/// A changed cell with the keys in the order of the cell with its id in the file, else sorted.
fn sorted_like(cell: &Value, olds: &[(Value, &str)]) -> Value {
    let split = split_cell(cell.clone());
    let old = olds.iter().find(|(old, _)| !old["id"].is_null() && old["id"] == cell["id"]);
    match (old.and_then(|(old, _)| old.as_object()), split) {
        (Some(old), Value::Object(mut fields)) => {
            let mut ordered = Map::new();
            for name in old.keys() {
                if let Some(value) = fields.shift_remove(name) {
                    ordered.insert(name.clone(), sorted(value));
                }
            }
            ordered.extend(fields.into_iter().map(|(name, value)| (name, sorted(value))));
            ordered.into()
        }
        (_, split) => sorted(split),
    }
}

fn joined_cell(cell: Value) -> Value {
    one_cell(cell, join)
}

fn split_cell(cell: Value) -> Value {
    one_cell(cell, split)
}

fn one_cell(cell: Value, change: fn(&mut Value)) -> Value {
    let mut notebook = serde_json::json!({"cells": [cell]});
    change(&mut notebook);
    notebook["cells"][0].take()
}

fn split_of(notebook: &Value) -> Value {
    let mut notebook = notebook.clone();
    split(&mut notebook);
    notebook
}

fn parse(raw: &str) -> Value {
    json::read(raw.as_bytes()).unwrap_or_default()
}

/// The indent of a text's second line.
fn indent_of(text: &str) -> &str {
    let line = text.split('\n').nth(1).unwrap_or_default();
    let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    if indent.is_empty() || indent.len() > 8 { INDENT } else { indent }
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.into_iter().map(|(k, v)| (k, sorted(v))).collect();
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(fields.into_iter().collect())
        }
        Value::Array(values) => values.into_iter().map(sorted).collect(),
        value => value,
    }
}

/// A value over several lines, of which all but the first are indented by a depth.
fn pretty(value: &Value, indent: &str, depth: usize) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, PrettyFormatter::with_indent(indent.as_bytes()));
    // Values serialize into memory without errors.
    let _ = value.serialize(&mut serializer);
    String::from_utf8_lossy(&bytes).replace('\n', &format!("\n{}", indent.repeat(depth)))
}

/// The fields of an object in their order, with their texts.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields<'a>, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(Object).map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::notebook::format::read;

    /// Two spaces, keys in no order, a number that Rust would print otherwise, an escape that needs none.
    const OLD: &str = r#"{
  "nbformat": 4,
  "nbformat_minor": 5,
  "metadata": {"a": 1.50, "kernelspec": {"name": "python3"}},
  "cells": [
    {"id": "one", "cell_type": "markdown", "source": "caf\u00e9", "metadata": {}},
    {
      "source": ["x = 1\n", "x"],
      "id": "two", "cell_type": "code",
      "metadata": {}, "outputs": [], "execution_count": null
    }
  ]
}"#;

    #[test]
    fn an_untouched_notebook_keeps_its_bytes() {
        let notebook = read(OLD.as_bytes()).unwrap();
        assert_eq!(write(&notebook, Some(OLD.as_bytes())), OLD.as_bytes());
        let split = split_of(&notebook);
        assert_eq!(write(&split, Some(OLD.as_bytes())), OLD.as_bytes(), "as lists of lines, too");
        let whole = OLD.replace("1.50", "2.0");
        let mut sent = read(whole.as_bytes()).unwrap();
        sent["metadata"]["a"] = 2.into();
        assert_eq!(write(&sent, Some(whole.as_bytes())), whole.as_bytes(), "pages send 2 for 2.0");
    }

    #[test]
    fn only_what_changed_is_written_otherwise() {
        let mut notebook = read(OLD.as_bytes()).unwrap();
        notebook["cells"][1]["source"] = "x = 2".into();
        let text = String::from_utf8(write(&notebook, Some(OLD.as_bytes()))).unwrap();
        assert_eq!(read(text.as_bytes()).unwrap(), notebook);
        let expected = OLD.replace(
            r#"{
      "source": ["x = 1\n", "x"],
      "id": "two", "cell_type": "code",
      "metadata": {}, "outputs": [], "execution_count": null
    }"#,
            r#"{
      "source": [
        "x = 2"
      ],
      "id": "two",
      "cell_type": "code",
      "metadata": {},
      "outputs": [],
      "execution_count": null
    }"#,
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn moved_and_deleted_cells_keep_their_texts() {
        let mut notebook = read(OLD.as_bytes()).unwrap();
        notebook["cells"].as_array_mut().unwrap().reverse();
        let text = String::from_utf8(write(&notebook, Some(OLD.as_bytes()))).unwrap();
        assert_eq!(read(text.as_bytes()).unwrap(), notebook);
        assert!(text.contains(r#"caf\u00e9"#) && text.contains("1.50"), "{text}");
        notebook["cells"] = json!([]);
        let text = String::from_utf8(write(&notebook, Some(OLD.as_bytes()))).unwrap();
        assert_eq!(read(text.as_bytes()).unwrap(), notebook);
    }

    #[test]
    fn a_new_notebook_is_written_as_nbformat_writes_it() {
        let notebook = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
            {"source": "é\nb", "metadata": {}, "cell_type": "markdown", "id": "a"}]});
        // The output of nbformat.writes, with its line feed at the end of the file.
        let expected = "{\n \"cells\": [\n  {\n   \"cell_type\": \"markdown\",\n   \"id\": \"a\",\n   \
             \"metadata\": {},\n   \"source\": [\n    \"é\\n\",\n    \"b\"\n   ]\n  }\n ],\n \"metadata\": {},\n \
             \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n";
        assert_eq!(String::from_utf8(write(&notebook, None)).unwrap(), expected);
        assert_eq!(write(&notebook, Some(b"no JSON")), expected.as_bytes());
    }
}
