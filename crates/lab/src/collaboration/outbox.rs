//! Messages on their way to a client. One that does not read them is let go.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Bytes;
use tokio::sync::mpsc;

/// Messages that wait for a client.
const MAX_MESSAGES: usize = 2000;
/// Their bytes, but for a single message that is larger.
const MAX_BYTES: usize = 64 << 20;

/// What a client is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A message.
    Message(Bytes),
    /// The end, with a code and a reason of at most 123 bytes.
    Close(u16, String),
}

/// The side of the room.
#[derive(Clone, Debug)]
pub struct Outbox {
    sender: mpsc::Sender<Outgoing>,
    bytes: Arc<AtomicUsize>,
}

/// The side of the client's connection.
#[derive(Debug)]
pub struct Inbox {
    receiver: mpsc::Receiver<Outgoing>,
    bytes: Arc<AtomicUsize>,
}

/// The two sides.
pub fn outbox() -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(MAX_MESSAGES);
    let bytes = Arc::new(AtomicUsize::new(0));
    (Outbox { sender, bytes: bytes.clone() }, Inbox { receiver, bytes })
}

impl Outbox {
    /// Sends a message; false if the client is gone, or does not read.
    pub fn send(&self, message: Bytes) -> bool {
        let waiting = self.bytes.fetch_add(message.len(), Ordering::Relaxed);
        let is_full = waiting > 0 && waiting + message.len() > MAX_BYTES;
        !is_full && self.sender.try_send(Outgoing::Message(message)).is_ok()
    }

    /// Ends the connection.
    pub fn close(&self, code: u16, reason: &str) {
        // A client that reads nothing is cut with its outbox.
        let _ = self.sender.try_send(Outgoing::Close(code, reason.into()));
    }
}

impl Inbox {
    /// The next message; none when the room has let the client go.
    pub async fn next(&mut self) -> Option<Outgoing> {
        let next = self.receiver.recv().await;
        if let Some(Outgoing::Message(message)) = &next {
            self.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_reads_nothing_is_let_go() {
        let (sender, _inbox) = outbox();
        let large = Bytes::from(vec![0; MAX_BYTES / 2 + 1]);
        assert!(sender.send(large.clone()) && !sender.send(large));
        let (sender, _inbox) = outbox();
        let sent = (0..=MAX_MESSAGES).take_while(|_| sender.send(Bytes::from_static(b"x"))).count();
        assert_eq!(sent, MAX_MESSAGES);
        let (sender, inbox) = outbox();
        drop(inbox);
        assert!(!sender.send(Bytes::from_static(b"x")));
    }
}
