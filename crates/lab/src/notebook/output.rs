//! Outputs of cells: each has the fields of its type in the format, and no other.

use serde_json::{Map, Value, json};

use super::lines::is_json;

/// The output of a type with what `fields` have of it; none for a type that the format does not have.
pub fn output(output_type: &str, fields: &Value) -> Option<Value> {
    let mut output = match output_type {
        "stream" => json!({"name": fields["name"].as_str().unwrap_or("stdout"), "text": text(&fields["text"])}),
        "error" => {
            let lines = fields["traceback"].as_array().into_iter().flatten().map(text);
            let (name, value) = (text(&fields["ename"]), text(&fields["evalue"]));
            json!({"ename": name, "evalue": value, "traceback": lines.collect::<Vec<_>>()})
        }
        "display_data" | "execute_result" => {
            let metadata = fields["metadata"].as_object().cloned().unwrap_or_default();
            json!({"data": bundle(&fields["data"]), "metadata": metadata})
        }
        _ => return None,
    };
    output["output_type"] = output_type.into();
    if output_type == "execute_result" {
        output["execution_count"] = fields["execution_count"].as_u64().into();
    }
    Some(output)
}

/// Data by media types, of which all but JSON are texts.
pub fn bundle(data: &Value) -> Value {
    let data = data.as_object().into_iter().flatten();
    let one = |(media_type, value): (&String, &Value)| {
        let value = if is_json(media_type) { value.clone() } else { text(value).into() };
        (media_type.clone(), value)
    };
    data.map(one).collect::<Map<_, _>>().into()
}

/// The text of a field, which may be a list of lines; JSON of what is no text.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(lines) if lines.iter().all(Value::is_string) => lines.iter().filter_map(Value::as_str).collect(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}
