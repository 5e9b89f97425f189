//! What programs leave out of notebooks, or write twice: without it, and with it, a notebook is none to
//! others.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::output::{output, text};
use super::upgrade::upgrade_output;

/// The last format that is known, 4 and this.
const MINOR: i64 = 5;
/// Characters of the id of a cell.
const MAX_ID: usize = 64;

/// Makes a notebook of the format 4 valid, as far as nothing of it is lost: what is left out is empty, what
/// is twice or unknown gets another place. The same notebook becomes the same, and a valid one stays as it
/// is.
pub fn repair(notebook: &mut Value) {
    let Some(fields) = notebook.as_object_mut() else { return };
    let minor = fields.get("nbformat_minor").and_then(Value::as_i64);
    if minor.is_some_and(|minor| minor > MINOR) {
        return;
    }
    for (name, default) in [("metadata", json!({})), ("cells", json!([]))] {
        if fields.get(name).is_none_or(Value::is_null) {
            fields.insert(name.into(), default);
        }
    }
    let Some(cells) = fields.get_mut("cells").and_then(Value::as_array_mut) else { return };
    cells.iter_mut().filter_map(Value::as_object_mut).for_each(repair_cell);
    // Cells have ids since 4.5.
    let has_ids = cells.iter().any(|cell| cell.get("id").is_some());
    if has_ids || minor == Some(MINOR) {
        repair_ids(cells);
    }
    if minor.is_none() || has_ids && minor != Some(MINOR) {
        fields.insert("nbformat_minor".into(), (if has_ids { MINOR } else { MINOR - 1 }).into());
    }
}

fn repair_cell(cell: &mut Map<String, Value>) {
    let known: &[&str] = match cell.get("cell_type").and_then(Value::as_str) {
        Some("code") => &["id", "cell_type", "metadata", "source", "outputs", "execution_count"],
        Some("markdown" | "raw") => &["id", "cell_type", "metadata", "source", "attachments"],
        _ => return,
    };
    let is_code = known.contains(&"outputs");
    if !cell.get("metadata").is_some_and(Value::is_object) {
        cell.insert("metadata".into(), json!({}));
    }
    if cell.get("source").is_none_or(Value::is_null) {
        cell.insert("source".into(), "".into());
    }
    if is_code {
        if cell.get("outputs").is_none_or(Value::is_null) {
            cell.insert("outputs".into(), json!([]));
        }
        if cell.get("execution_count").is_none_or(|count| !count.is_u64()) {
            cell.insert("execution_count".into(), Value::Null);
        }
        cell["outputs"].as_array_mut().into_iter().flatten().for_each(repair_output);
    }
    let unknown: Vec<String> = cell.keys().filter(|name| !known.contains(&name.as_str())).cloned().collect();
    for name in unknown {
        let value = cell.shift_remove(&name).unwrap_or_default();
        // Outputs of a cell that is a text now, the state of a page: what is empty says nothing.
        let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        let is_empty = is_empty || value.as_object().is_some_and(Map::is_empty);
        if !is_empty && cell["metadata"].get(&name).is_none() {
            cell["metadata"][&name] = value;
        }
    }
}

fn repair_output(old: &mut Value) {
    upgrade_output(old);
    let Some(kind) = old["output_type"].as_str().map(String::from) else { return };
    // In a file an update is what it has made of a display.
    let kind = if kind == "update_display_data" { "display_data" } else { &kind };
    let Some(new) = output(kind, old) else { return };
    if !is_valid(old, &new) {
        *old = new;
    }
}

/// True for an output that has the fields of a valid one, with texts that may be lists of lines.
fn is_valid(old: &Value, valid: &Value) -> bool {
    match (old, valid) {
        (Value::Object(old), Value::Object(valid)) => {
            let same = |(name, value): (&String, &Value)| old.get(name).is_some_and(|old| is_valid(old, value));
            old.len() == valid.len() && valid.iter().all(same)
        }
        (Value::Array(lines), Value::String(valid)) => lines.iter().all(Value::is_string) && text(old) == *valid,
        _ => old == valid,
    }
}

fn repair_ids(cells: &mut [Value]) {
    let is_id = |id: &str| {
        (1..=MAX_ID).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
    };
    let id_of = |cell: &Value| cell["id"].as_str().filter(|id| is_id(id)).map(String::from);
    let mut taken: HashSet<String> = cells.iter().filter_map(id_of).collect();
    let mut seen = HashSet::new();
    for (at, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| cell.is_object()) {
        if id_of(cell).is_some_and(|id| seen.insert(id)) {
            continue;
        }
        let mut id = format!("cell-{at}");
        while !taken.insert(id.clone()) {
            id.push('-');
        }
        cell["id"] = id.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valid_notebook_stays_as_it_is() {
        let lines = json!({"output_type": "stream", "text": ["a\n", "b"], "name": "stderr"});
        let shown = json!({"output_type": "display_data", "metadata": {}, "data": {"image/png": ["a\n", "b"]}});
        let cells = json!([
            {"cell_type": "code", "metadata": {"a": 1}, "source": ["x"], "outputs": [lines, shown],
             "execution_count": null},
            {"source": "", "cell_type": "raw", "metadata": {}, "attachments": {"a.png": {"image/png": "b"}}},
        ]);
        for minor in 0..=7 {
            let mut notebook = json!({"nbformat": 4, "nbformat_minor": minor, "metadata": {}, "cells": cells});
            if minor >= MINOR {
                notebook["cells"][0]["id"] = "one".into();
                notebook["cells"][1]["id"] = "cell-0".into();
            }
            let before = notebook.clone();
            repair(&mut notebook);
            assert_eq!(notebook.to_string(), before.to_string());
        }
    }

    #[test]
    fn what_is_left_out_twice_or_unknown_gets_a_place() {
        let mut notebook = json!({"nbformat": 4, "nbformat_minor": 4, "cells": [
            {"cell_type": "code", "id": "a", "source": "x", "collapsed": true, "execution_count": 1.5},
            {"cell_type": "markdown", "id": "a", "outputs": [], "execution_count": null},
            {"cell_type": "code", "outputs": [{"output_type": "pyout", "text": ["1"], "prompt_number": 2},
                {"output_type": "stream", "text": "a"}, {"output_type": "display_data", "data": {"text/plain": 5}}]},
        ]});
        repair(&mut notebook);
        // Lists of lines are valid.
        let outputs = json!([
            {"data": {"text/plain": ["1"]}, "execution_count": 2, "metadata": {}, "output_type": "execute_result"},
            {"name": "stdout", "output_type": "stream", "text": "a"},
            {"data": {"text/plain": "5"}, "metadata": {}, "output_type": "display_data"},
        ]);
        let expected = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
            {"cell_type": "code", "id": "a", "source": "x", "metadata": {"collapsed": true}, "outputs": [],
             "execution_count": null},
            {"cell_type": "markdown", "id": "cell-1", "metadata": {}, "source": ""},
            {"cell_type": "code", "id": "cell-2", "metadata": {}, "source": "", "execution_count": null,
             "outputs": outputs},
        ]});
        assert_eq!(notebook, expected);
    }
}
