//! What waits for the server: the messages of the kernel, in their order. Of those that it had, the outputs
//! of cells are kept.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::io::AsyncWrite;
use tokio::sync::Notify;

use super::wire::{Frame, Report, write};
use crate::kernels::clients::MAX_RECENT_BYTES;
use crate::kernels::collect::Collector;
use crate::kernels::message::{Channel, Message};

/// Bytes that are kept.
const MAX_BYTES: usize = 32 << 20;

#[derive(Debug, Default)]
struct Inner {
    frames: VecDeque<Frame<Report>>,
    bytes: usize,
    /// The last messages that a server had, which it may not have passed on.
    recent: VecDeque<Message>,
    recent_bytes: usize,
}

/// A queue of frames. What was written to a server that is gone leaves it, what was not stays for the next.
#[derive(Debug, Default)]
pub struct Backlog {
    inner: Mutex<Inner>,
    /// The cells that were asked to run, with their outputs in what left the queue. With what is in it, the
    /// next server has them whole.
    pub cells: Collector,
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
            self.pop(&mut inner);
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
                    self.pop(&mut self.lock());
                    self.written.notify_one();
                }
            }
        }
    }

    /// The last messages that left the queue.
    pub fn recent(&self) -> Vec<Message> {
        self.lock().recent.iter().cloned().collect()
    }

    fn pop(&self, inner: &mut Inner) {
        let Some(oldest) = inner.frames.pop_front() else { return };
        inner.bytes -= size(&oldest);
        let Frame::Message(message) = oldest else { return };
        if message.channel == Channel::Iopub {
            self.cells.note(&message);
        }
        inner.recent_bytes += message.len();
        inner.recent.push_back(message);
        while inner.recent_bytes > MAX_RECENT_BYTES
            && let Some(oldest) = inner.recent.pop_front()
        {
            inner.recent_bytes -= oldest.len();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
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
    use crate::kernels::supervisor::wire::read;

    #[tokio::test]
    async fn what_no_server_read_is_kept_in_order_and_bounded() {
        let backlog = Backlog::default();
        let mut request = Message::new(Channel::Shell, "execute_request", "page", &json!({"code": ""})).unwrap();
        request.parts[2] = json!({"cellId": "a"}).to_string().into();
        backlog.cells.follow("page", &request);
        let large = "x".repeat(1 << 20);
        for number in 0..40 {
            let text = json!({"name": "stdout", "text": format!("{number} {large}")});
            let mut message = Message::new(Channel::Iopub, "stream", "kernel", &text).unwrap();
            message.parts[1] = request.parts[0].clone();
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
        let cell = backlog.cells.take(|_| false, |_, _| true, true).outputs.remove(0);
        let text = cell.outputs[0]["text"].as_str().unwrap();
        assert_eq!(text.matches(' ').count(), 40, "also what gave way");
    }
}
