//! The format: reading and checking.

use serde_json::{Value, json};

use super::lines::join;
use super::repair::repair;
use super::upgrade::upgrade;
use crate::error::{Error, Result};
use crate::json;

/// Reads a notebook: its texts are whole strings, not lists of lines. What programs leave out is there, and
/// one of the formats 2 and 3 is one of the format 4.
///
/// # Errors
/// The bytes are no JSON, or a notebook of another format.
pub fn read(bytes: &[u8]) -> Result<Value> {
    let mut notebook: Value = json::read(bytes).map_err(|e| Error::invalid(format!("no JSON: {e}")))?;
    match notebook["nbformat"].as_i64() {
        Some(4) => {}
        Some(2 | 3) => upgrade(&mut notebook),
        Some(version) => {
            return Err(Error::invalid(format!(
                "notebooks of format {version} are not read, only those of 2, 3 and 4"
            )));
        }
        None => return Err(Error::invalid("it has no field nbformat, so it is no notebook")),
    }
    repair(&mut notebook);
    join(&mut notebook);
    Ok(notebook)
}

/// A notebook without cells.
pub fn empty() -> Value {
    json!({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
}

/// Checks what clients rely on: cells of known types with their fields, outputs of known types.
///
/// # Errors
/// The first problem, with the number of the cell.
pub fn validate(notebook: &Value) -> Result<(), String> {
    let object = |value: &Value, what: &str| match value.is_object() {
        true => Ok(()),
        false => Err(format!("{what} is no object")),
    };
    object(&notebook["metadata"], "metadata")?;
    let cells = notebook["cells"].as_array().ok_or("cells is no list")?;
    for (number, cell) in cells.iter().enumerate() {
        let place = |what: &str| format!("cells[{number}]: {what}");
        object(&cell["metadata"], &place("metadata"))?;
        match cell["cell_type"].as_str() {
            Some("code") => {
                let outputs = cell["outputs"].as_array().ok_or_else(|| place("outputs is no list"))?;
                for output in outputs {
                    validate_output(output).map_err(|problem| place(&problem))?;
                }
            }
            Some("markdown" | "raw") => {}
            other => return Err(place(&format!("cell_type {other:?} is not code, markdown or raw"))),
        }
        if !cell["source"].is_string() && !cell["source"].is_array() {
            return Err(place("source is no text"));
        }
    }
    Ok(())
}

fn validate_output(output: &Value) -> Result<(), String> {
    let needed: &[&str] = match output["output_type"].as_str() {
        Some("stream") => &["name", "text"],
        Some("display_data" | "update_display_data") => &["data", "metadata"],
        Some("execute_result") => &["data", "metadata", "execution_count"],
        Some("error") => &["ename", "evalue", "traceback"],
        other => return Err(format!("output_type {other:?} is unknown")),
    };
    let missing = needed.iter().find(|field| output.get(**field).is_none());
    missing.map_or(Ok(()), |field| Err(format!("an output lacks {field}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_name_their_cell() {
        let mut notebook = empty();
        assert_eq!(validate(&notebook), Ok(()));
        notebook["cells"] = json!([
            {"cell_type": "markdown", "metadata": {}, "source": "x"},
            {"cell_type": "code", "metadata": {}, "source": "x", "outputs": [{"output_type": "stream", "name": "a"}]},
        ]);
        assert_eq!(validate(&notebook), Err("cells[1]: an output lacks text".into()));
        notebook["cells"][0]["cell_type"] = "wrong".into();
        assert!(validate(&notebook).unwrap_err().starts_with("cells[0]: cell_type Some(\"wrong\")"));
    }
}
