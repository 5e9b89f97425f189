//! Outputs of a cell, as notebooks have them: each has the fields of the format, and no other.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::notebook::output;

/// Bytes of the outputs that are collected; more of them are dropped, with a note.
const MAX_OUTPUT_BYTES: usize = 64 << 20;

/// Outputs of a cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outputs {
    list: Vec<Value>,
    bytes: usize,
    clears_next: bool,
}

impl Outputs {
    /// The outputs as notebooks have them.
    pub fn list(&self) -> &[Value] {
        &self.list
    }

    /// How many bytes they have.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds what a published message says; true if it was an output.
    pub fn add(&mut self, msg_type: &str, content: &Value) -> bool {
        if msg_type == "clear_output" {
            match content["wait"].as_bool() {
                Some(true) => self.clears_next = true,
                _ => self.clear(),
            }
            return true;
        }
        if msg_type == "update_display_data" {
            self.update(content);
            return true;
        }
        if !is_output(msg_type) {
            return false;
        }
        if std::mem::take(&mut self.clears_next) {
            self.clear();
        }
        let was_full = self.bytes > MAX_OUTPUT_BYTES;
        self.bytes += content.to_string().len();
        if self.bytes > MAX_OUTPUT_BYTES {
            if !was_full {
                let note = format!("\nfurther outputs were dropped: a cell has at most {MAX_OUTPUT_BYTES} bytes\n");
                self.add_stream(&json!({"name": "stderr", "text": note}));
            }
            return true;
        }
        match msg_type {
            "stream" => self.add_stream(content),
            _ => self.list.push(displayed(msg_type, content)),
        }
        true
    }

    /// The outputs for a file: without what only running displays need.
    pub fn for_file(&self) -> Vec<Value> {
        let mut list = self.list.clone();
        for output in list.iter_mut().filter_map(Value::as_object_mut) {
            output.shift_remove("transient");
        }
        list
    }

    fn clear(&mut self) {
        self.list.clear();
        self.bytes = 0;
    }

    /// Text of one stream that follows itself is one output.
    fn add_stream(&mut self, content: &Value) {
        let output = output("stream", content).unwrap_or_default();
        let (name, text) = (&output["name"], output["text"].as_str().unwrap_or_default());
        if let Some(last) = self.list.last_mut().filter(|last| last["output_type"] == "stream")
            && last["name"] == *name
            && let Value::String(whole) = &mut last["text"]
        {
            whole.push_str(text);
            return;
        }
        self.list.push(output);
    }

    /// Changes what is displayed under a number; true if something was.
    pub fn update(&mut self, content: &Value) -> bool {
        let display = &content["transient"]["display_id"];
        let same = self.list.iter_mut().filter(|output| output["transient"]["display_id"] == *display);
        let mut has_changed = false;
        let new = output("display_data", content).unwrap_or_default();
        for old in same.filter(|_| !display.is_null()) {
            let bytes = old.to_string().len();
            old["data"] = new["data"].clone();
            old["metadata"] = new["metadata"].clone();
            self.bytes = (self.bytes + old.to_string().len()).saturating_sub(bytes);
            has_changed = true;
        }
        has_changed
    }
}

/// True for a message that is for the outputs of its cell.
pub fn is_output(msg_type: &str) -> bool {
    matches!(msg_type, "stream" | "display_data" | "execute_result" | "error" | "update_display_data" | "clear_output")
}

/// An output that is no stream. What running displays need is in `transient`.
fn displayed(msg_type: &str, content: &Value) -> Value {
    let mut output = output(msg_type, content).unwrap_or_default();
    let display = &content["transient"]["display_id"];
    if !display.is_null() {
        output["transient"] = json!({"display_id": display});
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_those_of_a_notebook() {
        let mut outputs = Outputs::default();
        outputs.add("stream", &json!({"name": "stdout", "text": "a"}));
        outputs.add("stream", &json!({"name": "stdout", "text": "b\n"}));
        outputs.add("stream", &json!({"name": "stderr", "text": "c"}));
        let shown = json!({"data": {"text/plain": "1"}, "metadata": {}, "transient": {"display_id": "d"}});
        outputs.add("display_data", &shown);
        let update = json!({"data": {"text/plain": "2"}, "metadata": {}, "transient": {"display_id": "d"}});
        outputs.add("update_display_data", &update);
        assert!(!outputs.add("status", &json!({})));
        let expected = [
            json!({"output_type": "stream", "name": "stdout", "text": "ab\n"}),
            json!({"output_type": "stream", "name": "stderr", "text": "c"}),
            json!({"output_type": "display_data", "data": {"text/plain": "2"}, "metadata": {}}),
        ];
        assert_eq!(outputs.for_file(), expected);
        outputs.add("clear_output", &json!({"wait": true}));
        assert_eq!(outputs.list().len(), 3);
        outputs.add("stream", &json!({"name": "stdout", "text": "new"}));
        assert_eq!(outputs.list().len(), 1);
    }

    #[test]
    fn whatever_a_kernel_says_is_a_valid_output() {
        let mut outputs = Outputs::default();
        outputs.add("stream", &json!({}));
        outputs.add("stream", &json!({"name": 1, "text": ["a\n", "b"], "more": 1}));
        outputs.add("error", &json!({"ename": null, "traceback": ["x", 2], "more": 1}));
        let data = json!({"text/plain": 5, "image/png": null, "text/html": ["a", "b"], "application/json": [1]});
        outputs.add("execute_result", &json!({"data": data, "execution_count": -1, "metadata": null, "more": {}}));
        outputs.add("update_display_data", &json!({"data": {"text/plain": "of no display"}}));
        let expected = [
            json!({"output_type": "stream", "name": "stdout", "text": "a\nb"}),
            json!({"output_type": "error", "ename": "", "evalue": "", "traceback": ["x", "2"]}),
            json!({
                "output_type": "execute_result", "execution_count": null, "metadata": {},
                "data": {"text/plain": "5", "image/png": "", "text/html": "ab", "application/json": [1]},
            }),
        ];
        assert_eq!(outputs.for_file(), expected);
    }

    #[test]
    fn too_many_outputs_are_dropped_with_a_note_until_they_are_cleared() {
        let mut outputs = Outputs::default();
        let large = json!({"name": "stdout", "text": "x".repeat(MAX_OUTPUT_BYTES / 3)});
        (0..4).for_each(|_| _ = outputs.add("stream", &large));
        outputs.add("stream", &json!({"name": "stdout", "text": "lost"}));
        assert_eq!((outputs.list().len(), outputs.list()[1]["name"].as_str()), (2, Some("stderr")));
        assert!(outputs.list()[1]["text"].as_str().unwrap().contains("dropped"));
        outputs.add("clear_output", &json!({}));
        outputs.add("stream", &json!({"name": "stdout", "text": "new"}));
        assert_eq!(outputs.list(), [json!({"output_type": "stream", "name": "stdout", "text": "new"})]);
    }
}
