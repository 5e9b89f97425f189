//! Notebooks of the formats 2 and 3, which IPython wrote until 2015, in the format 4.

use serde_json::{Map, Value, json};

use super::output::text;

/// The names of data in outputs of the format 3, and their media types.
const MEDIA_TYPES: [(&str, &str); 8] = [
    ("text", "text/plain"),
    ("html", "text/html"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpeg", "image/jpeg"),
    ("latex", "text/latex"),
    ("json", "application/json"),
    ("javascript", "application/javascript"),
];

/// Makes a notebook one of the format 4.5. Worksheets follow one another.
pub fn upgrade(notebook: &mut Value) {
    let worksheets = notebook["worksheets"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let of_worksheet = |mut sheet: Value| sheet["cells"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let cells: Vec<Value> = worksheets.into_iter().flat_map(of_worksheet).map(upgrade_cell).collect();
    let mut metadata = notebook["metadata"].as_object().cloned().unwrap_or_default();
    for name in ["name", "signature"] {
        metadata.shift_remove(name);
    }
    *notebook = json!({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5});
}

fn upgrade_cell(cell: Value) -> Value {
    let Value::Object(mut cell) = cell else { return cell };
    if !cell.get("metadata").is_some_and(Value::is_object) {
        cell.insert("metadata".into(), json!({}));
    }
    for name in ["input", "source"] {
        cell.get_mut(name).into_iter().for_each(join_lines);
    }
    match cell.get("cell_type").and_then(Value::as_str) {
        Some("code") => {
            cell.shift_remove("language");
            if let Some(collapsed) = cell.shift_remove("collapsed") {
                cell["metadata"]["collapsed"] = collapsed;
            }
            let source = cell.shift_remove("input").unwrap_or_else(|| "".into());
            cell.insert("source".into(), source);
            let count = cell.shift_remove("prompt_number").unwrap_or_default();
            cell.insert("execution_count".into(), count);
            for output in cell.get_mut("outputs").and_then(Value::as_array_mut).into_iter().flatten() {
                let fields = output.as_object_mut().into_iter().flatten();
                fields.filter(|(name, _)| *name != "traceback").for_each(|(_, value)| join_lines(value));
                upgrade_output(output);
            }
        }
        Some("heading") => {
            let level = cell.shift_remove("level").and_then(|level| level.as_u64()).unwrap_or(1).min(6);
            let title = text(&cell.shift_remove("source").unwrap_or_default());
            let title = title.lines().collect::<Vec<_>>().join(" ");
            cell.insert("cell_type".into(), "markdown".into());
            cell.insert("source".into(), format!("{} {title}", "#".repeat(level as usize)).into());
        }
        Some("html") => _ = cell.insert("cell_type".into(), "markdown".into()),
        _ => {}
    }
    cell.into()
}

/// Joins a list of lines, which files of before have with or without their ends.
fn join_lines(value: &mut Value) {
    let Some(lines) = value.as_array() else { return };
    let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
    let Some(lines) = lines else { return };
    let has_ends = lines.first().is_some_and(|line| line.ends_with(['\n', '\r']));
    *value = lines.join(if has_ends { "" } else { "\n" }).into();
}

/// Makes an output one of the format 4, if it is one of before.
pub fn upgrade_output(output: &mut Value) {
    let Some(fields) = output.as_object_mut() else { return };
    let kind = fields.get("output_type").and_then(Value::as_str).unwrap_or_default().to_string();
    match kind.as_str() {
        "pyerr" => _ = fields.insert("output_type".into(), "error".into()),
        "stream" => {
            if let Some(name) = fields.shift_remove("stream") {
                fields.insert("name".into(), name);
            }
        }
        "pyout" | "display_data" if !fields.contains_key("data") => {
            let metadata = fields.shift_remove("metadata").unwrap_or_else(|| json!({}));
            let mut new = json!({"output_type": kind, "metadata": with_media_types(metadata)});
            if kind == "pyout" {
                new["output_type"] = "execute_result".into();
                new["execution_count"] = fields.shift_remove("prompt_number").unwrap_or_default();
            }
            fields.shift_remove("output_type");
            let mut data = with_media_types(std::mem::take(fields).into());
            if let Some(json) = data.get_mut("application/json")
                && let Ok(value) = serde_json::from_str(&text(json))
            {
                *json = value;
            }
            new["data"] = data;
            *output = new;
        }
        _ => {}
    }
}

/// The fields with media types as their names.
fn with_media_types(fields: Value) -> Value {
    let Value::Object(fields) = fields else { return fields };
    let media_type = |name: String| {
        let known = MEDIA_TYPES.iter().find(|(old, _)| *old == name);
        known.map_or(name, |(_, media_type)| (*media_type).to_string())
    };
    fields.into_iter().map(|(name, value)| (media_type(name), value)).collect::<Map<_, _>>().into()
}
