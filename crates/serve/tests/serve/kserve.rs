//! The Open Inference Protocol: JSON and binary tensors, and errors.

use serde_json::{Value, json};

use crate::common::Server;

const INFER: &str = "v2/models/several/infer";

/// A body with binary tensors, and the value of the header.
fn binary(json: &Value, tensors: &[f32]) -> (Vec<u8>, String) {
    let mut body = json.to_string().into_bytes();
    let length = body.len().to_string();
    body.extend(tensors.iter().flat_map(|value| value.to_le_bytes()));
    (body, length)
}

#[test]
fn health_and_metadata() {
    let server = Server::start(&[]);
    assert_eq!(server.get("v2")["extensions"], json!(["binary_tensor_data"]));
    assert_eq!(server.get("v2/health/live"), json!({"live": true}));
    assert_eq!(server.get("v2/health/ready"), json!({"ready": true}));
    assert_eq!(server.get("v2/models/line/ready"), json!({"name": "line", "ready": true}));
    assert_eq!(server.send("GET", "v2/models/none/ready", &[], "").status, 404);
    let expected = json!({
        "name": "line", "versions": ["1"], "platform": "labora_keras",
        "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 2]}],
        "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1, 1]}],
    });
    assert_eq!(server.get("v2/models/line"), expected);
    assert_eq!(server.get("v2/models/line/versions/1"), expected);
}

#[test]
fn json_tensors_flat_and_nested() {
    let server = Server::start(&[]);
    for (a, b) in [(json!([1, 2, 4, 5]), json!([3, 0])), (json!([[1, 2], [4, 5]]), json!([[3], [0]]))] {
        let request = json!({"id": "7", "inputs": [
            {"name": "b", "shape": [2, 1], "datatype": "FP32", "data": b},
            {"name": "a", "shape": [2, 2], "datatype": "FP32", "data": a},
        ]});
        let expected = json!({"model_name": "several", "model_version": "1", "id": "7", "outputs": [
            {"name": "sum", "datatype": "FP32", "shape": [2, 1], "data": [6.0, 9.0]},
            {"name": "all", "datatype": "FP32", "shape": [2, 3], "data": [1.0, 2.0, 3.0, 4.0, 5.0, 0.0]},
        ]});
        assert_eq!(server.post(INFER, &request.to_string()).json(), expected);
    }
    let request = json!({"inputs": [
        {"name": "a", "shape": [1, 2], "datatype": "FP32", "data": [1, 2]},
        {"name": "b", "shape": [1, 1], "datatype": "FP32", "data": [3]},
    ], "outputs": [{"name": "all"}]});
    let answer = server.post("v2/models/several/versions/1/infer", &request.to_string()).json();
    assert_eq!(
        answer["outputs"],
        json!([{"name": "all", "datatype": "FP32", "shape": [1, 3], "data": [1.0, 2.0, 3.0]}])
    );
}

#[test]
fn binary_tensors_of_requests_and_answers() {
    let server = Server::start(&[]);
    let request = json!({"parameters": {"binary_data_output": true}, "inputs": [
        {"name": "a", "shape": [1, 2], "datatype": "FP32", "parameters": {"binary_data_size": 8}},
        {"name": "b", "shape": [1, 1], "datatype": "FP32", "parameters": {"binary_data_size": 4}},
    ], "outputs": [{"name": "all"}, {"name": "sum", "parameters": {"binary_data": false}}]});
    let (body, length) = binary(&request, &[1.0, 2.0, 3.0]);
    let answer = server.send("POST", INFER, &[("inference-header-content-length", &length)], body);
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/octet-stream"));
    let (json, tensors) = answer.bytes.split_at(answer.header("inference-header-content-length").parse().unwrap());
    let json: Value = serde_json::from_slice(json).unwrap();
    assert_eq!(json["outputs"][0]["parameters"], json!({"binary_data_size": 12}));
    assert_eq!(json["outputs"][1]["data"], json!([6.0]));
    let expected: Vec<u8> = [1f32, 2.0, 3.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(tensors, expected);
}

#[test]
fn wrong_requests_are_told_what_is_wrong() {
    let server = Server::start(&[]);
    let infer = |inputs: Value| server.post("v2/models/line/infer", &json!({ "inputs": inputs }).to_string());
    for (input, part) in [
        (json!({"name": "x", "shape": [1, 3], "datatype": "FP32", "data": [1, 2, 3]}), "the model takes [-1, 2]"),
        (json!({"name": "x", "shape": [1, 2], "datatype": "FP32", "data": [1]}), "flat data has 2 values"),
        (json!({"name": "x", "shape": [2, 1], "datatype": "FP32", "data": [[1, 2]]}), "data has the shape [1, 2]"),
        (json!({"name": "x", "shape": [1, 2], "datatype": "INT32", "data": [1, 2]}), "the model takes FP32"),
        (json!({"name": "x", "shape": [1, 2], "datatype": "BYTES", "data": ["a", "b"]}), "string \"a\""),
        (json!({"name": "x", "shape": [1, 2], "datatype": "FP32"}), "there is no data"),
        (json!({"name": "z", "shape": [1, 2], "datatype": "FP32", "data": [1, 2]}), "no input \"z\""),
        (json!({"name": "x", "shape": [-1, 2], "datatype": "FP32", "data": [1, 2]}), "-1"),
        (json!({"name": "x", "shape": [0, 2], "datatype": "FP32", "data": []}), "no rows"),
        (json!({"name": "x", "shape": [u64::MAX, 2], "datatype": "FP32", "data": [1, 2]}), "too large"),
        (
            json!({"name": "x", "shape": [1, 2], "datatype": "FP32", "parameters": {"binary_data_size": 8}}),
            "0 bytes are left",
        ),
        (
            json!({"name": "x", "shape": [1, 2], "datatype": "FP32", "parameters": {"binary_data_size": 9}}),
            "binary_data_size is 9",
        ),
        (
            json!({"name": "x", "shape": [1, 2], "datatype": "FP32", "parameters": {"shared_memory_region": "r"}}),
            "shared_memory_region is not supported",
        ),
    ] {
        let answer = infer(json!([input]));
        assert_eq!(answer.status, 400, "{input}: {}", answer.text());
        assert!(answer.error().contains(part), "{input}: {}", answer.error());
    }
    let good = json!({"name": "x", "shape": [1, 2], "datatype": "FP32", "data": [1, 2]});
    assert!(infer(json!([good, good])).error().contains("given twice"));
    assert!(infer(json!([])).error().contains("'x' is missing"));
    let outputs = json!({"inputs": [good], "outputs": [{"name": "z"}]}).to_string();
    assert!(server.post("v2/models/line/infer", &outputs).error().contains("no output \"z\""));
    let (body, _) = binary(&json!({ "inputs": [good] }), &[1.0]);
    for (length, part) in [("99999", "the body has"), ("x", "no number"), ("-1", "no number")] {
        let headers = [("inference-header-content-length", length)];
        let answer = server.send("POST", "v2/models/line/infer", &headers, body.clone());
        assert!(answer.status == 400 && answer.error().contains(part), "{}", answer.text());
    }
    let length = (body.len() - 4).to_string();
    let headers = [("inference-header-content-length", length.as_str())];
    let answer = server.send("POST", "v2/models/line/infer", &headers, body);
    assert!(answer.error().contains("4 bytes follow the last binary tensor"), "{}", answer.text());
}
