//! Texts of notebooks: whole strings for clients, lists of lines in files.

use serde_json::Value;

/// Joins all lists of lines.
pub fn join(notebook: &mut Value) {
    each_text(notebook, &|text| {
        if let Value::Array(lines) = text
            && lines.iter().all(Value::is_string)
        {
            *text = lines.iter().filter_map(Value::as_str).collect::<String>().into();
        }
    });
}

/// Splits all texts into lists of lines, as files have them.
pub fn split(notebook: &mut Value) {
    each_text(notebook, &|text| {
        if let Value::String(whole) = text {
            *text = whole.split_inclusive('\n').map(Value::from).collect();
        }
    });
}

/// The texts of a cell alone.
pub fn each_text_of_cell(cell: &mut Value, change: &impl Fn(&mut Value)) {
    if let Some(source) = cell.get_mut("source") {
        change(source);
    }
    for attachment in values(cell.get_mut("attachments")) {
        values(Some(attachment)).for_each(change);
    }
    for output in cell.get_mut("outputs").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(text) = output.get_mut("text") {
            change(text);
        }
        let data = output.get_mut("data").and_then(Value::as_object_mut);
        for (media_type, value) in data.into_iter().flatten() {
            if !is_json(media_type) {
                change(value);
            }
        }
    }
}

fn each_text(notebook: &mut Value, change: &impl Fn(&mut Value)) {
    for cell in notebook.get_mut("cells").and_then(Value::as_array_mut).into_iter().flatten() {
        each_text_of_cell(cell, change);
    }
}

fn values(value: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    value.and_then(Value::as_object_mut).into_iter().flat_map(|object| object.values_mut())
}

/// True for data that are any JSON: their lists are values, not lines.
pub fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || media_type.starts_with("application/") && media_type.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_are_split_and_joined_and_json_is_not() {
        let whole = json!({"cells": [{"source": "a\nb", "attachments": {"x.png": {"image/png": "data"}}, "outputs": [
            {"text": "1\n"},
            {"data": {"text/plain": "x\n\ny", "application/json": ["p", "q"], "application/v+json": "s\nt"}},
        ]}]});
        let mut notebook = whole.clone();
        split(&mut notebook);
        let cell = &notebook["cells"][0];
        assert_eq!(cell["source"], json!(["a\n", "b"]));
        assert_eq!(cell["outputs"][0]["text"], json!(["1\n"]));
        assert_eq!(cell["outputs"][1]["data"]["text/plain"], json!(["x\n", "\n", "y"]));
        assert_eq!(cell["outputs"][1]["data"]["application/v+json"], "s\nt");
        assert_eq!(cell["attachments"]["x.png"]["image/png"], json!(["data"]));
        join(&mut notebook);
        assert_eq!(notebook, whole);
    }
}
