//! What waits for the server: the messages of the kernel, in their order.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::io::AsyncWrite;
use tokio::sync::Notify;

use super::wire::{Frame, Report, write};

/// Bytes that are kept.
const MAX_BYTES: usize = 32 << 20;

#[derive(Debug, Default)]
struct Inner {
    frames: VecDeque<Frame<Report>>,
    bytes: usize,
}

/// A queue of frames. What was written to a server that is gone leaves it, what was not stays for the next.
#[derive(Debug, Default)]
pub struct Backlog {
    inner: Mutex<Inner>,
    /// Something came.
    filled: Notify,
    /// Something was written.
    written: Notify,
}

impl Backlog {
    /// Adds a frame. With `is_bounded` the oldest ones give way to it; the youngest always stays.
    pub fn push(&self, frame: Frame<Report>, is_bounded: bool) {
        let mut inner = self.lock();
        inner.bytes += size(&frame);
        inner.frames.push_back(frame);
        while is_bounded && inner.bytes > MAX_BYTES && inner.frames.len() > 1 {
            inner.pop();
        }
        self.filled.notify_one();
    }

    /// True if no more should be taken from the kernel while a server reads.
    pub fn is_full(&self) -> bool {
        self.lock().bytes > MAX_BYTES
    }

    /// Waits until something was written.
    pub async fn written(&self) {
        self.written.notified().await;
    }

    /// Waits until all is written.
    pub async fn all_written(&self) {
        while !self.lock().frames.is_empty() {
            self.written().await;
        }
    }

    /// Writes what comes, until the reader is gone.
    pub async fn write_to(&self, stream: &mut (impl AsyncWrite + Unpin)) {
        loop {
            let first = self.lock().frames.front().cloned();
            match first {
                None => self.filled.notified().await,
                Some(frame) => {
                    if write(stream, &frame).await.is_err() {
                        return;
                    }
                    self.lock().pop();
                    self.written.notify_one();
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn pop(&mut self) {
        if let Some(oldest) = self.frames.pop_front() {
            self.bytes -= size(&oldest);
        }
    }
}

fn size(frame: &Frame<Report>) -> usize {
    match frame {
        Frame::Message(message) => message.len(),
        Frame::Word(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::kernels::message::{Channel, Message};
    use crate::kernels::supervisor::wire::read;

    #[tokio::test]
    async fn what_no_server_read_is_kept_in_order_and_bounded() {
        let backlog = Backlog::default();
        let large = "x".repeat(1 << 20);
        for number in 0..40 {
            let text = json!({"text": format!("{number} {large}")});
            let message = Message::new(Channel::Iopub, "stream", "kernel", &text).unwrap();
            backlog.push(Frame::Message(message), true);
        }
        backlog.push(Frame::Word(Report::Ended("over".into())), true);
        // A server that is gone before it read anything takes nothing with it.
        let (gone, mut stream) = tokio::io::duplex(1 << 10);
        drop(gone);
        backlog.write_to(&mut stream).await;
        let (mut reader, mut stream) = tokio::io::duplex(1 << 16);
        let read_all = async {
            let mut numbers = Vec::new();
            loop {
                match read(&mut reader).await.unwrap() {
                    Frame::Message(message) => {
                        let text = message.content()["text"].as_str().unwrap().to_string();
                        numbers.push(text.split(' ').next().unwrap().parse().unwrap());
                    }
                    Frame::Word(Report::Ended(_)) => return numbers,
                    Frame::Word(other) => panic!("{other:?}"),
                }
            }
        };
        let numbers: Vec<i32> = tokio::select! {
            () = backlog.write_to(&mut stream) => panic!("the reader is there"),
            numbers = read_all => numbers,
        };
        assert_eq!(numbers, (9..40).collect::<Vec<_>>());
    }
}
