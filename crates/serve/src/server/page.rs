//! The page for people.

use std::fmt::Write;

use crate::repository::Repository;
use crate::signature::TensorSpec;

const HEAD: &str = "<!doctype html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Labora serve</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3em .7em;text-align:left}</style></head>
<body><h1>Labora serve</h1>
<table><tr><th>model</th><th>version</th><th>inputs</th><th>outputs</th><th>answers</th></tr>
";

const FOOT: &str = "</table>
<p><code>POST /v1/models/NAME:predict</code> is TensorFlow Serving's interface,
<code>POST /v2/models/NAME/infer</code> the Open Inference Protocol.
<a href=\"metrics\">Metrics</a> for Prometheus.</p></body></html>
";

/// The models, their versions, inputs and outputs, and the requests that were answered.
pub fn page(repository: &Repository) -> String {
    let mut page = HEAD.to_string();
    for name in repository.names() {
        let answered = repository.metrics().answered(&name);
        for version in repository.versions(&name) {
            let signature = version.batcher.model().signature();
            let tensors = |specs: &[TensorSpec]| {
                let tensor =
                    |spec: &TensorSpec| format!("{} {} {:?}", escape(&spec.name), spec.datatype.kserve(), spec.shape());
                specs.iter().map(tensor).collect::<Vec<_>>().join("<br>")
            };
            let (inputs, outputs) = (tensors(&signature.inputs), tensors(&signature.outputs));
            // Writing to a string does not fail.
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{inputs}</td><td>{outputs}</td><td>{answered}</td></tr>",
                escape(&name),
                version.number
            );
        }
        for (number, error) in repository.failed_versions(&name) {
            let (name, error) = (escape(&name), escape(error.message()));
            let _ = writeln!(page, "<tr><td>{name}</td><td>{number}</td><td colspan=3>not loaded: {error}</td></tr>");
        }
    }
    page + FOOT
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
