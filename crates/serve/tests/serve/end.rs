//! The end: what was accepted is answered.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::common::Server;

#[test]
fn requests_that_wait_are_answered() {
    let mut server = Server::start(&["--batch-timeout", "2000000", "--max-batch-size", "64"]);
    thread::scope(|scope| {
        let sent: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| server.post("v1/models/line:predict", r#"{"instances": [[1, 1]]}"#)))
            .collect();
        server.wait_for_queue("line", 8.0);
        server.signal("-TERM");
        while server.send("GET", "v2/health/ready", &[], "").status == 200 {
            thread::yield_now();
        }
        for answer in sent {
            let answer = answer.join().unwrap();
            assert_eq!((answer.status, answer.header("connection")), (200, "close"), "{}", answer.text());
        }
    });
    assert!(server.wait().success());
}

#[test]
fn clients_that_go_on_are_told_to_stop_and_lose_nothing() {
    let mut server = Server::start(&[]);
    let body = r#"{"instances": [[1, 1]]}"#;
    let request =
        format!("POST /v1/models/line:predict HTTP/1.1\r\nhost: s\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let (answered, told) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 0..16 {
            let mut stream = BufReader::new(server.connect());
            scope.spawn({
                let (request, answered, told) = (&request, &answered, &told);
                move || {
                    loop {
                        stream.get_mut().write_all(request.as_bytes()).unwrap();
                        let (head, body) = read_answer(&mut stream);
                        assert!(head.starts_with("http/1.1 200"), "{head}");
                        assert_eq!(body, r#"{"predictions":[[3.5]]}"#);
                        answered.fetch_add(1, Ordering::Relaxed);
                        if head.contains("connection: close") {
                            told.store(true, Ordering::Relaxed);
                            break;
                        }
                    }
                }
            });
        }
        while answered.load(Ordering::Relaxed) < 200 {
            thread::yield_now();
        }
        server.signal("-TERM");
    });
    assert!(told.load(Ordering::Relaxed));
    assert!(server.wait().success());
}

fn read_answer(stream: &mut BufReader<std::net::TcpStream>) -> (String, String) {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        let read = stream.read_line(&mut head).unwrap();
        assert!(read > 0, "a request was lost: the connection ended after {head:?}");
    }
    let head = head.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}
