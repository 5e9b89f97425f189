//! The host buffers of a session: bytes on their way to a device, or from it.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ifrt_proxy::{Code, Error, Result};
use tonic::codegen::Bytes;

use crate::quota::Charge;

/// The bytes of a host buffer, which count in the session's quota.
#[derive(Debug)]
pub struct HostBuffer {
    /// The bytes.
    pub bytes: Bytes,
    charge: Charge,
}

impl HostBuffer {
    /// A buffer whose bytes were charged before they arrived.
    pub fn new(bytes: impl Into<Bytes>, charge: Charge) -> Arc<HostBuffer> {
        Arc::new(HostBuffer { bytes: bytes.into(), charge })
    }

    /// Ends the charge: from now on the bytes count as those of an array.
    pub fn release_charge(&self) {
        self.charge.release();
    }
}

/// The host buffers of a session, by the handles that its client chose.
#[derive(Debug, Default)]
pub struct HostBuffers {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// A buffer, or the error why it did not arrive.
    buffers: HashMap<u64, Result<Arc<HostBuffer>>>,
    is_closed: bool,
}

/// Buffers that may be stored and not used yet.
const MAX_BUFFERS: usize = 1 << 16;

fn closed() -> Error {
    Error::new(Code::Cancelled, "the session has ended")
}

impl HostBuffers {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is valid after every statement.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a buffer, or the error why it will not come; whoever waits for it goes on.
    ///
    /// # Errors
    /// The handle is in use, the session has ended, or it has too many buffers.
    pub fn store(&self, handle: u64, buffer: Result<Arc<HostBuffer>>) -> Result<()> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(closed());
        }
        if state.buffers.contains_key(&handle) {
            let text = format!("the session has a host buffer with the handle {handle} already");
            return Err(Error::new(Code::AlreadyExists, text));
        }
        if state.buffers.len() >= MAX_BUFFERS {
            let text = format!("the session has {MAX_BUFFERS} host buffers that no request uses");
            return Err(Error::new(Code::ResourceExhausted, text));
        }
        state.buffers.insert(handle, buffer);
        self.changed.notify_all();
        Ok(())
    }

    /// Takes a buffer out, and waits for it: its bytes come over another connection than the request that
    /// names it.
    ///
    /// # Errors
    /// The buffer did not arrive, or the session ended.
    pub fn take(&self, handle: u64) -> Result<Arc<HostBuffer>> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return Err(closed());
            }
            if let Some(buffer) = state.buffers.remove(&handle) {
                return buffer;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The buffer that a request stored.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, handle: u64) -> Result<Arc<HostBuffer>> {
        self.lock().buffers.get(&handle).cloned().unwrap_or_else(|| Err(unknown(handle)))
    }

    /// Frees a buffer.
    ///
    /// # Errors
    /// There is none.
    pub fn delete(&self, handle: u64) -> Result<()> {
        self.lock().buffers.remove(&handle).map(drop).ok_or_else(|| unknown(handle))
    }

    /// Frees all buffers, and ends all waiting.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.buffers.clear();
        self.changed.notify_all();
    }
}

fn unknown(handle: u64) -> Error {
    Error::new(Code::NotFound, format!("the session has no host buffer with the handle {handle}"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::quota::Quota;

    #[test]
    fn a_request_waits_for_its_bytes_or_the_end() {
        let buffers = Arc::new(HostBuffers::default());
        let total = Arc::new(AtomicU64::new(0));
        let quota = Quota::new(100, total.clone());
        let waiting = std::thread::spawn({
            let buffers = buffers.clone();
            move || (buffers.take(1).map(|buffer| buffer.bytes.len()), buffers.take(2).unwrap_err().code())
        });
        let buffer = HostBuffer::new(vec![0; 40], quota.charge(40, "a host buffer").unwrap());
        buffers.store(1, Ok(buffer)).unwrap();
        buffers.close();
        let (bytes, end) = waiting.join().unwrap();
        // The first may come before or after the end.
        assert!(bytes.is_err() || bytes == Ok(40));
        assert_eq!((end, total.load(Ordering::Relaxed)), (Code::Cancelled, 0));
        assert!(buffers.store(3, Err(closed())).is_err());
    }

    #[test]
    fn a_handle_is_used_once() {
        let buffers = HostBuffers::default();
        buffers.store(1, Err(Error::invalid("cut short"))).unwrap();
        assert_eq!(buffers.store(1, Err(closed())).unwrap_err().code(), Code::AlreadyExists);
        assert_eq!(buffers.get(1).unwrap_err().message(), "cut short");
        assert_eq!(buffers.take(1).unwrap_err().message(), "cut short");
        assert_eq!(buffers.get(1).unwrap_err().code(), Code::NotFound);
        assert_eq!(buffers.delete(1).unwrap_err().code(), Code::NotFound);
    }
}
