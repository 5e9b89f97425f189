//! The key-value store by which the processes of a plugin's devices find each other.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use labora::key_value_store::TcpStore;
use pjrt::{ErrorKind, KeyValueStore};

#[test]
fn processes_wait_for_the_values_of_others() {
    let first = TcpStore::serve("127.0.0.1:0").unwrap();
    let second = TcpStore::at(first.address());
    assert_eq!(second.try_get(b"unique id").unwrap(), None);
    let late = second.get(b"unique id", Duration::from_millis(10)).unwrap_err();
    assert_eq!(late.kind(), ErrorKind::DeadlineExceeded);
    assert!(late.message().contains("\"unique id\" within 0.01 s"), "{late}");
    let value: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| second.get(b"unique id", Duration::from_secs(60)).unwrap());
        first.put(b"unique id", &value).unwrap();
        assert!(waiting.join().unwrap() == value);
    });
    second.put(b"unique id", b"").unwrap();
    assert_eq!(first.try_get(b"unique id").unwrap(), Some(Vec::new()));
}

#[test]
fn what_is_no_request_is_no_answer() {
    let store = TcpStore::serve("127.0.0.1:0").unwrap();
    let mut stream = TcpStream::connect(store.address()).unwrap();
    // A key longer than any that is read.
    stream.write_all(&[2, 0, 0, 0, 0, 255, 255, 255, 255]).unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0);
    store.put(b"still", b"there").unwrap();
    assert_eq!(store.try_get(b"still").unwrap().as_deref(), Some(&b"there"[..]));
}
