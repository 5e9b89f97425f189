//! The page of metrics of a worker.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

/// Reads the page of metrics, and the value of one.
pub fn metric(address: &str, name: &str) -> Option<u64> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").ok()?;
    let mut page = String::new();
    stream.read_to_string(&mut page).ok()?;
    let line = page.lines().find(|line| line.split(' ').next() == Some(name))?;
    line.split(' ').nth(1)?.parse().ok()
}

/// A port that nobody listens at.
pub fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.map_or_else(|e| panic!("no free port: {e}"), |address| address.to_string())
}
