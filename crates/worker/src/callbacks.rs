//! Callbacks: functions of clients that their programs call.
//!
//! The protocol of the IFRT proxy has requests for them, but the client in `jaxlib` carries none out. So a
//! client that has functions opens a channel of its own (`server/callbacks.rs`), and gets a number that
//! nobody guesses: its programs name a function by this number, whose low bits count the functions.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ifrt_proxy::{Error, Result};
use tokio::sync::mpsc;

/// The bits of a number that count the functions of a client.
const FUNCTION_BITS: u32 = 24;
/// The time that a function has. Meanwhile other programs run, but the memory of the one that waits is held.
const CALL_TIME: Duration = Duration::from_secs(600);
/// The most bytes of a call: those of its arguments, and those of its results.
const MAX_BYTES: usize = 1 << 30;
/// Calls that may wait for the connection of a channel.
const MAX_WAITING: usize = 16;

/// The clients that answer calls.
#[derive(Debug, Default)]
pub struct Callbacks {
    channels: Mutex<HashMap<u64, Arc<Channel>>>,
}

/// What a client returned: the bytes of its results, one after another, or the text of an error.
pub type Returned = Result<Vec<u8>, String>;

/// A call on its way to a client.
#[derive(Debug)]
pub struct Call {
    /// The number of the call.
    pub call: u64,
    /// The number of the function.
    pub function: u64,
    /// The arguments, one after another.
    pub arguments: Vec<u8>,
}

/// The channel to one client.
#[derive(Debug)]
pub struct Channel {
    calls: mpsc::Sender<Call>,
    next: AtomicU64,
    /// The calls without an answer, with the number of bytes of their results; none once the client is gone.
    waiting: Mutex<Option<HashMap<u64, Waiting>>>,
}

type Waiting = (usize, SyncSender<Returned>);

/// A channel until it is dropped: then all of its calls fail.
#[derive(Debug)]
pub struct OpenChannel {
    /// The first number of the client's functions.
    pub first: u64,
    /// The calls, to be sent to the client.
    pub calls: mpsc::Receiver<Call>,
    /// The other side of the calls.
    pub channel: Arc<Channel>,
    callbacks: Arc<Callbacks>,
}

impl Callbacks {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Channel>>> {
        // The map is valid after every statement.
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a channel to a client.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn open(self: &Arc<Self>) -> Result<OpenChannel> {
        let (sender, calls) = mpsc::channel(MAX_WAITING);
        let channel =
            Arc::new(Channel { calls: sender, next: AtomicU64::new(0), waiting: Mutex::new(Some(HashMap::new())) });
        let mut channels = self.lock();
        let first = loop {
            let mut bytes = [0; 8];
            getrandom::fill(&mut bytes).map_err(|e| Error::internal(format!("random numbers of the system: {e}")))?;
            // The sign bit stays clear: other languages hold the number in a signed integer.
            let first = u64::from_le_bytes(bytes) >> (FUNCTION_BITS + 1) << FUNCTION_BITS;
            if first != 0 && !channels.contains_key(&first) {
                break first;
            }
        };
        channels.insert(first, channel.clone());
        Ok(OpenChannel { first, calls, channel, callbacks: self.clone() })
    }

    /// Calls the function with a number, and waits until it returned: its arguments, where its results go.
    ///
    /// # Errors
    /// The text of the function's error, or why it cannot be called.
    pub fn call(&self, function: u64, arguments: &[&[u8]], results: &mut [&mut [u8]]) -> Result<(), String> {
        let channel = self.lock().get(&(function >> FUNCTION_BITS << FUNCTION_BITS)).cloned();
        let channel = channel.ok_or("the client whose function the program calls is gone")?;
        let returned = channel.call(function, arguments, results.iter().map(|result| result.len()).sum())?;
        let mut rest = &returned[..];
        for result in results {
            let (bytes, after) = rest.split_at(result.len());
            result.copy_from_slice(bytes);
            rest = after;
        }
        Ok(())
    }
}

impl Channel {
    fn waiting(&self) -> MutexGuard<'_, Option<HashMap<u64, Waiting>>> {
        // The map is valid after every statement.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function: the bytes of its results, as many as are expected.
    fn call(&self, function: u64, arguments: &[&[u8]], expected: usize) -> Returned {
        let size: usize = arguments.iter().map(|argument| argument.len()).sum();
        if size.max(expected) > MAX_BYTES {
            let text = "arguments, or results, of more than 1 GiB: pass parts of them";
            return Err(format!("a callback with {} bytes of {text}", size.max(expected)));
        }
        let gone = || "the client ended while its function was called".to_string();
        let call = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, returned) = sync_channel(1);
        self.waiting().as_mut().ok_or_else(gone)?.insert(call, (expected, sender));
        let sent = self.calls.blocking_send(Call { call, function, arguments: arguments.concat() });
        let returned = match sent {
            Ok(()) => returned.recv_timeout(CALL_TIME),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        returned.unwrap_or_else(|error| {
            if let Some(waiting) = self.waiting().as_mut() {
                waiting.remove(&call);
            }
            Err(match error {
                RecvTimeoutError::Timeout => format!("a callback did not return within {} s", CALL_TIME.as_secs()),
                RecvTimeoutError::Disconnected => gone(),
            })
        })
    }

    /// Sends something that needs no answer.
    ///
    /// # Errors
    /// The channel is closed.
    pub async fn tell(&self, call: Call) -> io::Result<()> {
        self.calls.send(call).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// The number of bytes that a call has to return; `None` if nobody waits for it any more.
    pub fn expected(&self, call: u64) -> Option<usize> {
        self.waiting().as_ref()?.get(&call).map(|(expected, _)| *expected)
    }

    /// Returns from a call, with as many bytes as are expected, or an error.
    pub fn answer(&self, call: u64, returned: Returned) {
        let waiting = self.waiting().as_mut().and_then(|waiting| waiting.remove(&call));
        if let Some((_, sender)) = waiting {
            // Nobody waits any more after the time is over.
            let _ = sender.send(returned);
        }
    }
}

impl Drop for OpenChannel {
    fn drop(&mut self) {
        self.callbacks.lock().remove(&self.first);
        // Calls that wait lose their senders.
        drop(self.channel.waiting().take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Results = Result<(Vec<u8>, Vec<u8>), String>;

    /// Calls a function with two arguments and two results on a thread of its own.
    fn start(callbacks: &Arc<Callbacks>, function: u64) -> std::thread::JoinHandle<Results> {
        let callbacks = callbacks.clone();
        std::thread::spawn(move || {
            let (mut a, mut b) = (vec![0; 2], vec![0; 1]);
            callbacks.call(function, &[&[1], &[2, 3]], &mut [&mut a, &mut b])?;
            Ok((a, b))
        })
    }

    #[test]
    fn a_call_gets_what_its_client_returns() {
        let callbacks = Arc::<Callbacks>::default();
        let (mut one, other) = (callbacks.open().unwrap(), callbacks.open().unwrap());
        assert_ne!(one.first >> FUNCTION_BITS, other.first >> FUNCTION_BITS);
        let caller = start(&callbacks, one.first + 7);
        let call = one.calls.blocking_recv().unwrap();
        assert_eq!((call.function, call.arguments), (one.first + 7, vec![1, 2, 3]));
        assert_eq!(one.channel.expected(call.call), Some(3));
        one.channel.answer(call.call, Ok(vec![4, 5, 6]));
        assert_eq!(caller.join().unwrap(), Ok((vec![4, 5], vec![6])));
        let caller = start(&callbacks, one.first);
        let call = one.calls.blocking_recv().unwrap();
        one.channel.answer(call.call, Err("no".into()));
        assert_eq!(caller.join().unwrap(), Err("no".into()));
        assert_eq!(one.channel.expected(call.call), None);
    }

    #[test]
    fn calls_of_a_client_that_is_gone_fail() {
        let callbacks = Arc::<Callbacks>::default();
        let mut channel = callbacks.open().unwrap();
        let first = channel.first;
        let caller = start(&callbacks, first);
        channel.calls.blocking_recv().unwrap();
        drop(channel);
        assert!(caller.join().unwrap().unwrap_err().contains("ended while"));
        assert!(start(&callbacks, first).join().unwrap().unwrap_err().contains("is gone"));
    }
}
