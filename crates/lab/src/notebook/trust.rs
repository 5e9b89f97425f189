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
    let cells = notebook.get_mut("cells").and_then(Value::as_array_mut);
    cells.into_iter().flatten().filter(|cell| cell["cell_type"] == "code")
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
    fn nothing_is_added_to_cells_without_metadata() {
        let plain = json!({"cells": [{"cell_type": "code", "source": ""}]});
        let mut notebook = plain.clone();
        mark_trusted(&mut notebook, true);
        take_trusted(&mut notebook);
        assert_eq!(notebook, plain);
    }
}
