//! Marks of trust in the metadata of cells, which files do not have.

use serde_json::Value;

/// Writes into the code cells whether their outputs are trusted. A cell without outputs always is.
pub fn mark_trusted(notebook: &mut Value, is_trusted: bool) {
    for cell in code_cells(notebook) {
        let is_empty = cell["outputs"].as_array().is_none_or(Vec::is_empty);
        if let Some(metadata) = cell.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.insert("trusted".into(), (is_trusted || is_empty).into());
        }
    }
}

/// Writes into the code cells, and into others that have a mark, that nothing of them is trusted.
pub fn distrust(notebook: &mut Value) {
    for cell in cells(notebook) {
        let is_code = cell["cell_type"] == "code";
        if let Some(metadata) = cell.get_mut("metadata").and_then(Value::as_object_mut)
            && (is_code || metadata.contains_key("trusted"))
        {
            metadata.insert("trusted".into(), false.into());
        }
    }
}

/// Removes what [`mark_trusted`] wrote; true if all code cells were trusted.
pub fn take_trusted(notebook: &mut Value) -> bool {
    let mut all = true;
    for cell in code_cells(notebook) {
        let metadata = cell.get_mut("metadata").and_then(Value::as_object_mut);
        let trusted = metadata.and_then(|metadata| metadata.shift_remove("trusted"));
        let is_empty = cell["outputs"].as_array().is_none_or(Vec::is_empty);
        all &= is_empty || trusted == Some(Value::Bool(true));
    }
    if let Some(metadata) = notebook.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.shift_remove("signature");
    }
    all
}

fn code_cells(notebook: &mut Value) -> impl Iterator<Item = &mut Value> {
    cells(notebook).filter(|cell| cell["cell_type"] == "code")
}

fn cells(notebook: &mut Value) -> impl Iterator<Item = &mut Value> {
    notebook.get_mut("cells").and_then(Value::as_array_mut).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::notebook::empty;

    #[test]
    fn trust_is_marked_and_taken() {
        let output = json!({"output_type": "stream", "name": "stdout", "text": "a"});
        let mut notebook = empty();
        notebook["cells"] = json!([{"cell_type": "code", "metadata": {}, "source": "", "outputs": [output]}]);
        let plain = notebook.clone();
        for is_trusted in [true, false] {
            mark_trusted(&mut notebook, is_trusted);
            assert_eq!(notebook["cells"][0]["metadata"]["trusted"], is_trusted);
            assert_eq!(take_trusted(&mut notebook), is_trusted);
            assert_eq!(notebook, plain);
        }
    }

    #[test]
    fn outputs_of_others_are_never_signed() {
        let mut notebook = empty();
        let output = json!({"output_type": "stream", "name": "stdout", "text": "a"});
        let cell = json!({"cell_type": "code", "metadata": {"trusted": true}, "source": "", "outputs": [output]});
        let text = json!({"cell_type": "markdown", "metadata": {"trusted": true}, "source": ""});
        notebook["cells"] = json!([cell, text, {"cell_type": "raw", "metadata": {}, "source": ""}]);
        distrust(&mut notebook);
        let marks = [0_usize, 1, 2].map(|at| notebook["cells"][at]["metadata"]["trusted"].as_bool());
        assert_eq!(marks, [Some(false), Some(false), None]);
        assert!(!take_trusted(&mut notebook));
    }

    #[test]
    fn nothing_is_added_to_cells_without_metadata() {
        let plain = json!({"cells": [{"cell_type": "code", "source": ""}]});
        let mut notebook = plain.clone();
        mark_trusted(&mut notebook, true);
        take_trusted(&mut notebook);
        assert_eq!(notebook, plain);
    }
}
