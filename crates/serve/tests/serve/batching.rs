//! Dynamic batching, its queue and deadlines, by what the metrics say.

use std::thread;

use serde_json::json;

use crate::common::Server;

#[test]
fn eight_requests_at_once_are_one_run() {
    // Nothing but the eighth row ends the wait within the test.
    let server = Server::start(&["--max-batch-size", "8", "--batch-timeout", "600000000", "--deadline", "600000"]);
    thread::scope(|scope| {
        for i in 0..8 {
            let server = &server;
            scope.spawn(move || {
                let answer = match i % 2 {
                    0 => server.post("v1/models/line:predict", &format!("{{\"instances\": [[{i}, 1]]}}")).json(),
                    _ => {
                        let input = json!({"name": "x", "shape": [1, 2], "datatype": "FP32", "data": [i, 1]});
                        server.post("v2/models/line/infer", &json!({ "inputs": [input] }).to_string()).json()
                    }
                };
                let found = if i % 2 == 0 { &answer["predictions"][0][0] } else { &answer["outputs"][0]["data"][0] };
                assert_eq!(found.as_f64(), Some(f64::from(i) + 2.5), "each gets the answer to its own row");
            });
        }
    });
    assert_eq!(server.metric("batch_rows_count", "line"), 1.0);
    assert_eq!(server.metric("batch_rows_sum", "line"), 8.0);
    assert_eq!(server.metric("padding_rows_total", "line"), 0.0);
    let page = server.send("GET", "metrics", &[], "").text();
    for line in [
        r#"labora_serve_requests_total{model="line",protocol="tensorflow",status="200"} 4"#,
        r#"labora_serve_requests_total{model="line",protocol="kserve",status="200"} 4"#,
        r#"labora_serve_batch_rows_bucket{model="line",le="4"} 0"#,
        r#"labora_serve_batch_rows_bucket{model="line",le="8"} 1"#,
    ] {
        assert!(page.lines().any(|other| other == line), "{line} in {page}");
    }
}

#[test]
fn a_batch_that_is_not_full_runs_after_its_time() {
    let server = Server::start(&["--max-batch-size", "8", "--batch-timeout", "1000"]);
    let answer = server.post("v1/models/line:predict", r#"{"instances": [[1, 1], [2, 1], [3, 1]]}"#);
    assert_eq!(answer.json(), json!({"predictions": [[3.5], [4.5], [5.5]]}));
    assert_eq!(server.metric("padding_rows_total", "line"), 1.0, "three rows are padded to four");
}

#[test]
fn a_full_queue_refuses_and_a_deadline_ends_the_wait() {
    let server = Server::start(&[
        "--max-batch-size",
        "64",
        "--batch-timeout",
        "600000000",
        "--max-queue",
        "2",
        "--deadline",
        "600000",
    ]);
    thread::scope(|scope| {
        let sent =
            [(); 2].map(|()| scope.spawn(|| server.post("v1/models/line:predict", r#"{"instances": [[1, 1]]}"#)));
        server.wait_for_queue("line", 2.0);
        let body = json!({"inputs": [{"name": "x", "shape": [1, 2], "datatype": "FP32", "data": [1, 1]}]});
        for (path, body) in [
            ("v1/models/line:predict", r#"{"instances": [[1, 1]]}"#.to_string()),
            ("v2/models/line/infer", body.to_string()),
        ] {
            let answer = server.post(path, &body);
            assert_eq!((answer.status, answer.header("retry-after")), (503, "1"), "{}", answer.text());
            assert!(answer.error().contains("the queue is full with 2 requests"), "{}", answer.error());
        }
        assert_eq!(server.metric("refused_requests_total", "line"), 2.0);
        // The other model has a queue of its own. A client says in microseconds how long it waits.
        let request = json!({"parameters": {"timeout": 1000}, "inputs": [
            {"name": "a", "shape": [1, 2], "datatype": "FP32", "data": [1, 2]},
            {"name": "b", "shape": [1, 1], "datatype": "FP32", "data": [3]},
        ]});
        let answer = server.post("v2/models/several/infer", &request.to_string());
        assert_eq!(answer.status, 504, "{}", answer.text());
        assert!(answer.error().contains("deadline"), "{}", answer.error());
        // The end does not wait for full batches.
        server.signal("-TERM");
        sent.into_iter().for_each(|answer| assert_eq!(answer.join().unwrap().status, 200));
    });
}
