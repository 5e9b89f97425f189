//! TensorFlow Serving's REST: bodies, answers and errors as its documentation has them.

use serde_json::json;

use crate::common::Server;

#[test]
fn rows_and_columns_of_one_input() {
    let server = Server::start(&[]);
    for (body, expected) in [
        (r#"{"instances": [[1, 2], [3, 4.5]]}"#, json!({"predictions": [[5.5], [12.5]]})),
        (r#"{"instances": [{"x": [1, 2]}]}"#, json!({"predictions": [[5.5]]})),
        (r#"{"signature_name": "serving_default", "instances": [[0, 0]]}"#, json!({"predictions": [[0.5]]})),
        (r#"{"inputs": [[1, 2], [3, 4.5]]}"#, json!({"outputs": [[5.5], [12.5]]})),
        (r#"{"inputs": {"x": [[-1, 1e-1]]}}"#, json!({"outputs": [[-0.3]]})),
    ] {
        for path in ["v1/models/line:predict", "v1/models/line/versions/1:predict", "v1/models/line%3Apredict"] {
            let answer = server.post(path, body);
            assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{}", answer.text());
            let numbers = |json: serde_json::Value| {
                let rows = json.as_object().unwrap().values().next().unwrap().as_array().unwrap().clone();
                rows.iter().map(|row| row[0].as_f64().unwrap() as f32).collect::<Vec<f32>>()
            };
            assert_eq!(answer.json().as_object().unwrap().keys().next(), expected.as_object().unwrap().keys().next());
            assert!(testkit::worst_difference(&numbers(answer.json()), &numbers(expected.clone())) < 1e-6, "{body}");
        }
    }
}

#[test]
fn several_inputs_and_outputs_are_named() {
    let server = Server::start(&[]);
    let rows = r#"{"instances": [{"a": [1, 2], "b": [3]}, {"b": [0], "a": [4, 5]}]}"#;
    let expected = json!({"predictions": [
        {"sum": [6.0], "all": [1.0, 2.0, 3.0]}, {"sum": [9.0], "all": [4.0, 5.0, 0.0]},
    ]});
    assert_eq!(server.post("v1/models/several:predict", rows).json(), expected);
    let columns = r#"{"inputs": {"a": [[1, 2], [4, 5]], "b": [[3], [0]]}}"#;
    let expected = json!({"outputs": {"sum": [[6.0], [9.0]], "all": [[1.0, 2.0, 3.0], [4.0, 5.0, 0.0]]}});
    assert_eq!(server.post("v1/models/several:predict", columns).json(), expected);
}

#[test]
fn more_rows_than_a_batch_are_run_in_parts() {
    let server = Server::start(&["--max-batch-size", "4"]);
    let rows: Vec<[f32; 2]> = (0..11).map(|i| [i as f32, 0.0]).collect();
    let answer = server.post("v1/models/line:predict", &json!({ "instances": rows }).to_string()).json();
    let expected: Vec<[f64; 1]> = (0..11).map(|i| [f64::from(i) + 0.5]).collect();
    assert_eq!(answer, json!({ "predictions": expected }));
    assert_eq!(server.metric("batch_rows_count", "line"), 3.0);
    assert_eq!(server.metric("padding_rows_total", "line"), 1.0);
}

#[test]
fn status_and_metadata() {
    let server = Server::start(&[]);
    let status = json!({"model_version_status": [
        {"version": "1", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}},
    ]});
    assert_eq!(server.get("v1/models/line"), status);
    assert_eq!(server.get("v1/models/line/versions/1"), status);
    let metadata = server.get("v1/models/line/metadata");
    assert_eq!(metadata["model_spec"], json!({"name": "line", "signature_name": "", "version": "1"}));
    let signature = &metadata["metadata"]["signature_def"]["signature_def"]["serving_default"];
    let dims = json!([{"size": "-1", "name": ""}, {"size": "2", "name": ""}]);
    assert_eq!(signature["inputs"]["x"]["tensor_shape"]["dim"], dims);
    assert_eq!(signature["inputs"]["x"]["dtype"], "DT_FLOAT");
    assert_eq!(signature["method_name"], "tensorflow/serving/predict");
    assert_eq!(signature["outputs"].as_object().unwrap().keys().collect::<Vec<_>>(), ["y"]);
}

#[test]
fn wrong_requests_are_told_what_is_wrong() {
    let server = Server::start(&[]);
    for (model, body, part) in [
        ("line", r#"{"instances": [[1, 2, 3]]}"#, "[1, 3]; the model takes [-1, 2]"),
        ("line", r#"{"instances": [[1, 2], [3]]}"#, "rows must have one shape"),
        ("line", r#"{"instances": [[1, 2], 3]}"#, "mixed"),
        ("line", r#"{"instances": []}"#, "empty"),
        ("line", r#"{"instances": 5}"#, "a list of instances"),
        ("line", r#"{"instances": [{"z": [1, 2]}]}"#, "no input \"z\"; its inputs are 'x'"),
        ("line", r#"{"instances": [{"b64": "AAAA"}]}"#, "b64: Keras models take numbers"),
        ("line", r#"{"instances": [{"x": {"b64": "AAAA"}}]}"#, "b64: Keras models take numbers"),
        ("line", r#"{"instances": [["a", "b"]]}"#, "string \"a\""),
        ("line", r#"{"instances": [[1, null]]}"#, "null"),
        ("line", r#"{"instances": [[1, 1e999]]}"#, "number out of range"),
        ("line", r#"{"instances": [[1, 1e39]]}"#, "1e39 is too large for float32"),
        ("line", r#"{"instances": [[1, 2]], "inputs": [[1, 2]]}"#, "not both"),
        ("line", r#"{"signature_name": "other", "instances": [[1, 2]]}"#, "serving_default"),
        ("line", r#"{"rows": [[1, 2]]}"#, "neither \"instances\" nor \"inputs\""),
        ("line", r#"{"instances": [[1, 2]]} more"#, "trailing"),
        ("line", "no JSON", "line 1 column 2"),
        ("line", "[]", "\"instances\" or \"inputs\""),
        ("several", r#"{"instances": [[1, 2]]}"#, "several inputs, which must be named: 'a', 'b'"),
        (
            "several",
            r#"{"instances": [{"a": [1, 2], "b": [1]}, {"a": [1, 2]}]}"#,
            "instance 1: the input 'b' is missing",
        ),
        ("several", r#"{"instances": [{"a": [1, 2], "a": [1, 2]}]}"#, "given twice"),
        ("several", r#"{"inputs": {"a": [[1, 2]]}}"#, "the input 'b' is missing"),
        ("several", r#"{"inputs": {"a": [[1, 2]], "b": [[1], [2]]}}"#, "they must have as many"),
        ("several", r#"{"inputs": {"a": 3, "b": [[1]]}}"#, "send a list of rows"),
    ] {
        let answer = server.post(&format!("v1/models/{model}:predict"), body);
        assert_eq!(answer.status, 400, "{body}: {}", answer.text());
        assert!(answer.error().contains(part), "{body}: {}", answer.error());
    }
    for (method, path, status, part) in [
        ("POST", "v1/models/none:predict", 404, "the models are: line, several"),
        ("POST", "v1/models/line/versions/7:predict", 404, "its versions are: 1"),
        ("POST", "v1/models/line/versions/x:predict", 400, "\"x\" is no number"),
        ("POST", "v1/models/line/labels/stable:predict", 501, "labels"),
        ("POST", "v1/models/line:classify", 501, ":predict"),
        ("POST", "v1/models/line:explain", 404, "\"explain\""),
        ("POST", "v1/models/line", 405, "takes GET"),
        ("GET", "v1/models/line:predict", 405, "takes POST"),
        ("GET", "v1/models/none", 404, "no model \"none\""),
        ("GET", "v1/models/line/versions/7", 404, "no version 7"),
        ("GET", "v3", 404, "/v1/models/NAME:predict"),
    ] {
        let answer = server.send(method, path, &[], if method == "POST" { "{}" } else { "" });
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.error().contains(part), "{path}: {}", answer.error());
    }
}
