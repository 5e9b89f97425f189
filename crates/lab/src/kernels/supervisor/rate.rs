//! How much a kernel may publish, as Jupyter Server limits it: code that prints without end would fill pages,
//! notebooks and memory with what nobody reads. A page takes seconds for each megabyte that a cell prints, so
//! that fewer bytes than Jupyter Server's pass, and what is stopped is stopped for longer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::kernels::message::{Channel, Message};

/// The time over which the rates are means.
const WINDOW: Duration = Duration::from_secs(3);

/// How long nothing passes once there was too much, unless the kernel is idle before.
const PAUSE: Duration = Duration::from_secs(30);

/// What a kernel may publish in a second; 0 is without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rates {
    /// Messages.
    pub messages: u64,
    /// Bytes of streams.
    pub bytes: u64,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { messages: 1000, bytes: 100_000 }
    }
}

/// A rate.
#[derive(Debug, Default)]
struct Counter {
    limit: u64,
    count: u64,
    /// Since when there was too much.
    exceeded: Option<Instant>,
}

/// The messages of the last seconds.
#[derive(Debug, Default)]
pub struct RateLimit {
    /// When each came, and its bytes that count.
    window: VecDeque<(Instant, u64)>,
    messages: Counter,
    bytes: Counter,
}

/// What becomes of a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Passage {
    /// It goes on.
    Pass,
    /// It is dropped.
    Drop,
    /// It is dropped, and this says so to the cell that published it.
    Say(Box<Message>),
}

impl Counter {
    /// Sees whether the rate is exceeded; true if it was not before.
    fn begins(&mut self, now: Instant) -> bool {
        let is_over = self.exceeded.is_some_and(|since| now.duration_since(since) >= PAUSE);
        if is_over {
            self.exceeded = None;
        }
        let begins = self.limit > 0 && self.exceeded.is_none() && self.count > self.limit * WINDOW.as_secs();
        if begins {
            self.exceeded = Some(now);
        }
        begins
    }
}

impl RateLimit {
    /// Nothing was published yet.
    pub fn new(rates: Rates) -> RateLimit {
        let counter = |limit| Counter { limit, ..Counter::default() };
        RateLimit { window: VecDeque::new(), messages: counter(rates.messages), bytes: counter(rates.bytes) }
    }

    /// Takes notice of a message that comes `now`.
    pub fn note(&mut self, message: &Message, now: Instant) -> Passage {
        if message.channel != Channel::Iopub {
            return Passage::Pass;
        }
        let kind = message.header().msg_type;
        if kind == "status" && message.content()["execution_state"] == "idle" {
            // Cells that run one after the other do not count together.
            let rates = Rates { messages: self.messages.limit, bytes: self.bytes.limit };
            *self = RateLimit::new(rates);
        }
        // Jupyter Server drops results and errors, too: it would not show that the code was interrupted.
        if matches!(kind.as_str(), "status" | "comm_open" | "execute_input" | "execute_result" | "error") {
            return Passage::Pass;
        }
        while let Some((_, bytes)) = self.window.front().filter(|(at, _)| now.duration_since(*at) >= WINDOW) {
            self.messages.count -= 1;
            self.bytes.count -= bytes;
            self.window.pop_front();
        }
        let bytes = if kind == "stream" { message.len() as u64 } else { 0 };
        self.messages.count += 1;
        self.bytes.count += bytes;
        let notes = [
            self.messages.begins(now).then_some(("message", "msg", self.messages.limit, "msgs/sec")),
            self.bytes.begins(now).then_some(("data", "data", self.bytes.limit, "bytes/sec")),
        ];
        if self.messages.exceeded.is_none() && self.bytes.exceeded.is_none() {
            self.window.push_back((now, bytes));
            return Passage::Pass;
        }
        self.messages.count -= 1;
        self.bytes.count -= bytes;
        let notes = notes.into_iter().flatten();
        let text: String = notes.map(|(what, name, limit, unit)| note(what, name, limit, unit)).collect();
        let said = if text.is_empty() { None } else { say(message, &text) };
        said.map_or(Passage::Drop, |said| Passage::Say(Box::new(said)))
    }
}

/// Jupyter Server's words.
fn note(what: &str, name: &str, limit: u64, unit: &str) -> String {
    let (option, window) = (format!("--iopub-{name}-rate-limit"), WINDOW.as_secs());
    format!(
        "IOPub {what} rate exceeded.\nThe Jupyter server will temporarily stop sending output\nto the client in \
         order to avoid crashing it.\nTo change this limit, start the server with the option\n`{option}`.\n\n\
         Current values:\n{option}={limit} ({unit})\nover {window} (secs)\n\n"
    )
}

/// A text in the standard error of the cell that a message is of.
fn say(message: &Message, text: &str) -> Option<Message> {
    let session = message.header().session;
    let mut said = Message::new(Channel::Iopub, "stream", &session, &json!({"name": "stderr", "text": text})).ok()?;
    said.parts[1] = message.parts[1].clone();
    Some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(bytes: usize) -> Message {
        Message::new(Channel::Iopub, "stream", "k", &json!({"name": "stdout", "text": "x".repeat(bytes)})).unwrap()
    }

    /// Publishes one message after the other, each `pause` after the last; the numbers of those that pass,
    /// and what was said.
    fn publish(limit: &mut RateLimit, count: usize, bytes: usize, pause: Duration) -> (Vec<usize>, Vec<String>) {
        let (message, begin) = (stream(bytes), Instant::now());
        let (mut passed, mut said) = (Vec::new(), Vec::new());
        for number in 0..count {
            match limit.note(&message, begin + pause * number as u32) {
                Passage::Pass => passed.push(number),
                Passage::Drop => {}
                Passage::Say(message) => said.push(message.content()["text"].as_str().unwrap().to_string()),
            }
        }
        (passed, said)
    }

    #[test]
    fn what_comes_too_fast_is_dropped_with_jupyters_words_until_it_is_slower() {
        let mut limit = RateLimit::new(Rates { messages: 10, bytes: 0 });
        let (passed, said) = publish(&mut limit, 100, 1, Duration::from_millis(20));
        assert_eq!(passed, (0..30).collect::<Vec<_>>(), "ten a second, for three seconds at once");
        assert!(said.len() == 1 && said[0].starts_with("IOPub message rate exceeded.\n"), "{said:?}");
        let mut limit = RateLimit::new(Rates { messages: 10, bytes: 0 });
        let (passed, said) = publish(&mut limit, 1300, 1, Duration::from_millis(50));
        // 20 a second come for 65 seconds: 30 pass, and after each pause as many.
        assert_eq!((passed.len(), said.len()), (90, 3));
        let mut limit = RateLimit::new(Rates { messages: 10, bytes: 0 });
        let (passed, said) = publish(&mut limit, 600, 1, Duration::from_millis(101));
        assert_eq!((passed.len(), said.len()), (600, 0), "slower than the limit");
    }

    #[test]
    fn bytes_count_in_streams_alone_and_an_idle_kernel_begins_again() {
        let mut limit = RateLimit::new(Rates { messages: 0, bytes: 1000 });
        let (passed, said) = publish(&mut limit, 10, 1000, Duration::ZERO);
        assert_eq!((passed, said.len()), (vec![0, 1], 1), "3,000 bytes with headers");
        assert!(said[0].contains("--iopub-data-rate-limit=1000 (bytes/sec)"), "{said:?}");
        let shown = Message::new(Channel::Iopub, "display_data", "k", &json!({"data": {}})).unwrap();
        let idle = Message::new(Channel::Iopub, "status", "k", &json!({"execution_state": "idle"})).unwrap();
        assert_eq!(limit.note(&idle, Instant::now()), Passage::Pass);
        assert_eq!(limit.note(&shown, Instant::now()), Passage::Pass);
        assert_eq!(limit.note(&stream(1000), Instant::now()), Passage::Pass);
        let (passed, _) = publish(&mut RateLimit::new(Rates { messages: 0, bytes: 0 }), 10, 10_000, Duration::ZERO);
        assert_eq!(passed.len(), 10, "without a limit");
    }
}
