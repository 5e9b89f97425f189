//! Models that leave sizes of their inputs open: each request brings its own.

use std::path::Path;
use std::thread;

use keras::layers::{Conv1D, Dense};
use keras::{Input, Model};
use serde_json::{Value, json};

use crate::common::Server;

/// y = x0 + 2 x1 + 0.5 at each step of sequences of any length, by the model `steps`.
fn steps(path: &Path) {
    let input = Input::new([None, Some(2)]).name("x");
    let mut model = Model::new(&input, &Dense::new(1).name("y").call(&input).unwrap()).unwrap();
    model.set_variable("y/kernel", vec![1.0, 2.0]).unwrap();
    model.set_variable("y/bias", vec![0.5]).unwrap();
    model.save(path).unwrap();
}

/// Windows of two steps, by the model `windows`.
fn windows(path: &Path) {
    let input = Input::new([None, Some(2)]).name("x");
    let output = Conv1D::new(3, 2).name("y").call(&input).unwrap();
    Model::new(&input, &output).unwrap().save(path).unwrap();
}

fn start(arguments: &[&str]) -> Server {
    let folder = tempfile::tempdir().unwrap();
    steps(&folder.path().join("steps.keras"));
    windows(&folder.path().join("windows.keras"));
    Server::start_in(folder, &["steps.keras", "windows.keras"], arguments)
}

/// Rows of so many steps, (1, row) at each.
fn rows(rows: usize, steps: usize) -> Value {
    (0..rows).map(|row| vec![[1, row]; steps]).collect::<Vec<_>>().into()
}

/// What the model `steps` makes of a row.
fn outputs(rows: usize, steps: usize) -> Value {
    (0..rows).map(|row| vec![[1.5 + 2.0 * row as f64]; steps]).collect::<Vec<_>>().into()
}

fn predict(server: &Server, model: &str, x: &Value) -> (u16, Value) {
    let answer = server.post(&format!("v1/models/{model}:predict"), &json!({ "instances": x }).to_string());
    (answer.status, answer.json())
}

#[test]
fn each_request_has_its_size() {
    let server = start(&[]);
    let expected = json!({
        "name": "steps", "versions": ["1"], "platform": "labora_keras",
        "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, -1, 2]}],
        "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1, -1, 1]}],
    });
    assert_eq!(server.get("v2/models/steps"), expected);
    let metadata = server.get("v1/models/steps/metadata");
    let signature = &metadata["metadata"]["signature_def"]["signature_def"]["serving_default"];
    let dims = json!([{"size": "-1", "name": ""}, {"size": "-1", "name": ""}, {"size": "2", "name": ""}]);
    assert_eq!(signature["inputs"]["x"]["tensor_shape"]["dim"], dims);
    for (count, steps) in [(1, 3), (5, 1), (2, 7), (40, 3)] {
        let answer = predict(&server, "steps", &rows(count, steps));
        assert_eq!(answer, (200, json!({ "predictions": outputs(count, steps) })));
    }
    let input = json!({"name": "x", "shape": [1, 5, 2], "datatype": "FP32", "data": [0, 0, 1, 0, 2, 0, 3, 0, 4, 0]});
    let answer = server.post("v2/models/windows/infer", &json!({ "inputs": [input] }).to_string()).json();
    assert_eq!(answer["outputs"][0]["shape"], json!([1, 4, 3]));
    for (model, x, part) in [
        ("steps", json!([[[1, 2, 3]]]), "[1, 1, 3]; the model takes [-1, -1, 2]"),
        ("steps", json!([[]]), "the model takes [-1, -1, 2]"),
        ("steps", json!([[[1, 2]], [[1, 2], [3, 4]]]), "rows must have one shape"),
        ("windows", rows(1, 1), "inputs of shape [[1, 2]]"),
    ] {
        let (status, answer) = predict(&server, model, &x);
        assert_eq!(status, 400, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(part), "{answer}");
    }
}

#[test]
fn a_batch_has_requests_of_one_size() {
    // Nothing but the fourth row of a size ends the wait within the test.
    let server = start(&["--max-batch-size", "4", "--batch-timeout", "600000000", "--deadline", "600000"]);
    for steps in [2, 3] {
        assert_eq!(predict(&server, "steps", &rows(4, steps)).0, 200);
    }
    thread::scope(|scope| {
        for i in 0..8 {
            let (server, steps) = (&server, 2 + i % 2);
            scope.spawn(move || {
                let answer = predict(server, "steps", &rows(1, steps));
                assert_eq!(answer, (200, json!({ "predictions": outputs(1, steps) })));
            });
        }
    });
    assert_eq!(server.metric("batch_rows_count", "steps"), 4.0);
    assert_eq!(server.metric("batch_rows_sum", "steps"), 16.0);
    assert_eq!(server.metric("compiled_programs_total", "steps"), 2.0);
}

#[test]
fn sizes_are_bounded() {
    let server = start(&["--max-batch-size", "1", "--max-sizes", "2", "--max-elements", "20"]);
    for (steps, compiled) in [(1, 1.0), (2, 2.0), (1, 2.0), (3, 3.0), (1, 3.0), (2, 4.0)] {
        assert_eq!(predict(&server, "steps", &rows(1, steps)).0, 200);
        assert_eq!(server.metric("compiled_programs_total", "steps"), compiled, "{steps} steps");
    }
    let (status, answer) = predict(&server, "windows", &rows(1, 11));
    assert_eq!(status, 400, "{answer}");
    let error = answer["error"].as_str().unwrap();
    assert!(error.contains("30 elements for one row, and 20 are allowed (--max-elements)"), "{error}");
    assert_eq!(predict(&server, "windows", &rows(3, 5)).0, 200);
}
