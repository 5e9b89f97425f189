//! A key-value store of the processes of a training on plugins: process 0 keeps it, the others ask over TCP.
//!
//! A request is a connection: an operation (a byte), a number (the milliseconds to wait), a key and a value;
//! the answer is a byte (is there a value?) and the value. Numbers and lengths have 32 bits, little-endian.
//! There is no authentication: the address has to be one that only the processes reach.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pjrt::{Error, ErrorKind, KeyValueStore, Result};

/// The operations of requests.
const PUT: u8 = 1;
const GET: u8 = 2;

/// The most that a key or a value may have, in bytes.
const MAX_BYTES: u32 = 64 << 20;
/// The time until process 0 has to listen.
const CONNECT_TIME: Duration = Duration::from_secs(120);
/// What a transfer may take, beside the waiting for a key.
const TRANSFER_TIME: Duration = Duration::from_secs(60);

/// The store, as one of the processes sees it.
#[derive(Debug)]
pub struct TcpStore {
    address: String,
}

/// The values, and who waits for them.
#[derive(Debug, Default)]
struct Values {
    by_key: Mutex<HashMap<Vec<u8>, Vec<u8>>>,
    changed: Condvar,
}

impl TcpStore {
    /// Keeps the store at an address, `HOST:PORT`, until the process ends: in process 0.
    ///
    /// # Errors
    /// The address is not one of this machine, or is in use.
    pub fn serve(address: &str) -> Result<Self> {
        let listener = TcpListener::bind(address).map_err(|e| {
            unavailable(format!("process 0 cannot listen on {address}: {e}; it must be its own address"))
        })?;
        let address = listener.local_addr().map_or_else(|_| address.to_string(), |own| own.to_string());
        let values = Arc::new(Values::default());
        let accept = move || {
            for stream in listener.incoming().flatten() {
                let values = values.clone();
                // A request that fails is its client's error.
                let answer = move || drop(values.answer(stream));
                drop(thread::Builder::new().name("key-value store".into()).spawn(answer));
            }
        };
        let started = thread::Builder::new().name("key-value store".into()).spawn(accept);
        started.map_err(|e| unavailable(format!("the thread of the store cannot be started: {e}")))?;
        Ok(Self { address })
    }

    /// The store that process 0 keeps at an address.
    pub fn at(address: &str) -> Self {
        Self { address: address.to_string() }
    }

    /// The address, with its port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Connects to process 0, which may not have started yet.
    fn connect(&self, wait: Duration) -> Result<TcpStream> {
        let start = Instant::now();
        loop {
            let tried = self.address.to_socket_addrs().and_then(|mut all| {
                let address = all.next().ok_or_else(|| std::io::Error::other("the name has no address"))?;
                TcpStream::connect_timeout(&address, Duration::from_secs(5))
            });
            match tried {
                Ok(stream) => {
                    let limit = Some(wait + TRANSFER_TIME);
                    let set = stream.set_read_timeout(limit).and_then(|()| stream.set_write_timeout(limit));
                    return set.map(|()| stream).map_err(|e| self.lost(&e));
                }
                Err(error) if start.elapsed() > CONNECT_TIME => return Err(self.lost(&error)),
                Err(_) => thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn lost(&self, error: &std::io::Error) -> Error {
        let address = &self.address;
        unavailable(format!("process 0 does not answer at {address}: {error}. Is it running, and reachable from here?"))
    }

    /// Sends a request; returns the value, if there is one.
    fn request(&self, operation: u8, wait: Duration, key: &[u8], value: &[u8]) -> Result<Option<Vec<u8>>> {
        let millis = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX);
        let mut stream = self.connect(wait)?;
        let mut exchange = || {
            stream.write_all(&[operation])?;
            stream.write_all(&millis.to_le_bytes())?;
            write_bytes(&mut stream, key)?;
            write_bytes(&mut stream, value)?;
            let mut is_there = [0];
            stream.read_exact(&mut is_there)?;
            let value = read_bytes(&mut stream)?;
            Ok((is_there[0] == 1).then_some(value))
        };
        exchange().map_err(|e: std::io::Error| self.lost(&e))
    }
}

impl KeyValueStore for TcpStore {
    fn put(&self, key: &[u8], value: &[u8]) -> Result<()> {
        self.request(PUT, Duration::ZERO, key, value).map(drop)
    }

    fn get(&self, key: &[u8], timeout: Duration) -> Result<Vec<u8>> {
        self.request(GET, timeout, key, &[])?.ok_or_else(|| {
            let (key, seconds) = (String::from_utf8_lossy(key), timeout.as_secs_f64());
            let message = format!("no process has stored {key:?} within {seconds} s: did all of them start?");
            Error::new(ErrorKind::DeadlineExceeded, "KeyValueStore", message)
        })
    }

    fn try_get(&self, key: &[u8]) -> Result<Option<Vec<u8>>> {
        self.request(GET, Duration::ZERO, key, &[])
    }
}

impl Values {
    /// Answers the request of a connection.
    fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        stream.set_read_timeout(Some(TRANSFER_TIME))?;
        stream.set_write_timeout(Some(TRANSFER_TIME))?;
        let (mut operation, mut millis) = ([0], [0; 4]);
        stream.read_exact(&mut operation)?;
        stream.read_exact(&mut millis)?;
        let (key, value) = (read_bytes(&mut stream)?, read_bytes(&mut stream)?);
        let found = match operation[0] {
            PUT => {
                self.by_key.lock().unwrap_or_else(PoisonError::into_inner).insert(key, value);
                self.changed.notify_all();
                Some(Vec::new())
            }
            _ => self.wait_for(&key, Duration::from_millis(u32::from_le_bytes(millis).into())),
        };
        stream.write_all(&[u8::from(found.is_some())])?;
        write_bytes(&mut stream, &found.unwrap_or_default())
    }

    fn wait_for(&self, key: &[u8], timeout: Duration) -> Option<Vec<u8>> {
        let values = self.by_key.lock().unwrap_or_else(PoisonError::into_inner);
        let is_missing = |values: &mut HashMap<Vec<u8>, Vec<u8>>| !values.contains_key(key);
        let waited = self.changed.wait_timeout_while(values, timeout, is_missing);
        let (values, _) = waited.unwrap_or_else(PoisonError::into_inner);
        values.get(key).cloned()
    }
}

fn unavailable(message: String) -> Error {
    Error::new(ErrorKind::Unavailable, "KeyValueStore", message)
}

fn write_bytes(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    let len = u32::try_from(bytes.len()).ok().filter(|len| *len <= MAX_BYTES);
    let len = len.ok_or_else(|| std::io::Error::other(format!("{} bytes are too many", bytes.len())))?;
    stream.write_all(&len.to_le_bytes())?;
    stream.write_all(bytes)
}

fn read_bytes(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut len = [0; 4];
    stream.read_exact(&mut len)?;
    let len = u32::from_le_bytes(len);
    if len > MAX_BYTES {
        return Err(std::io::Error::other(format!("{len} bytes are too many")));
    }
    // Memory grows with what arrives, not with what is announced.
    let mut bytes = Vec::new();
    stream.take(len.into()).read_to_end(&mut bytes)?;
    match bytes.len() == len as usize {
        true => Ok(bytes),
        false => Err(std::io::ErrorKind::UnexpectedEof.into()),
    }
}
