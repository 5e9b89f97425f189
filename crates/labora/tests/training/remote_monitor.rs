//! Values of epochs that are sent to a server.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use keras::Fit;
use labora::RemoteMonitor;
use serde_json::Value as Json;

use super::{images, network, on, silent};

/// A server that answers `count` requests, and returns them.
fn server(count: usize) -> (String, thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let answer = move |_| {
        let (mut stream, _) = listener.accept().unwrap();
        let (mut request, mut bytes) = (String::new(), [0; 4096]);
        let length = |head: &str| -> Option<usize> {
            let lines = head.lines().map(str::to_ascii_lowercase);
            lines.filter_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).next()
        };
        let is_whole = |request: &str| {
            request.split_once("\r\n\r\n").is_some_and(|(head, body)| length(head).is_none_or(|n| body.len() >= n))
        };
        while !is_whole(&request) {
            let read = stream.read(&mut bytes).unwrap();
            request.push_str(std::str::from_utf8(&bytes[..read]).unwrap());
        }
        stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
        request
    };
    (address, thread::spawn(move || (0..count).map(answer).collect()))
}

#[test]
fn each_epoch_is_a_request() {
    let (x, y) = images(12);
    for as_json in [false, true] {
        let (address, requests) = server(2);
        let mut model = on(1, &network(0.0));
        let monitor = RemoteMonitor::new(address).header("X-Run", "7").send_as_json(as_json);
        let history = model.fit(&x, &y, silent(2).callback(monitor)).unwrap();
        for (epoch, request) in requests.join().unwrap().iter().enumerate() {
            let (head, body) = request.split_once("\r\n\r\n").unwrap();
            let head = head.to_ascii_lowercase();
            assert!(head.starts_with("post /publish/epoch/end/ http/1.1") && head.contains("x-run: 7"), "{head}");
            let of_type = if as_json { "application/json" } else { "application/x-www-form-urlencoded" };
            assert!(head.contains(&format!("content-type: {of_type}")), "{head}");
            let text = if as_json { body.to_string() } else { form(body.strip_prefix("data=").unwrap()) };
            let data: Json = serde_json::from_str(&text).unwrap();
            assert_eq!(data["epoch"], epoch);
            for name in ["loss", "accuracy"] {
                assert_eq!(data[name].as_f64(), Some(history.get(name).unwrap()[epoch]), "{data}");
            }
        }
    }
}

/// The text of a value of a form.
fn form(encoded: &str) -> String {
    let mut parts = encoded.split('%');
    let first = parts.next().unwrap_or_default().to_string();
    let decoded = parts.fold(first, |text, part| {
        let (digits, rest) = part.split_at(2);
        text + &char::from(u8::from_str_radix(digits, 16).unwrap()).to_string() + rest
    });
    decoded.replace('+', " ")
}

#[test]
fn a_server_that_is_not_there_does_not_end_the_training() {
    let (x, y) = images(12);
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut out = Vec::new();
    let mut model = on(1, &network(0.0));
    let fit: Fit<'_> = silent(1).callback(RemoteMonitor::new(format!("http://{closed}"))).out(&mut out);
    model.fit(&x, &y, fit).unwrap();
    let text = String::from_utf8(out).unwrap();
    let expected = format!("Could not reach RemoteMonitor root server at http://{closed}: ");
    assert!(text.starts_with(&expected), "{text}");
}
