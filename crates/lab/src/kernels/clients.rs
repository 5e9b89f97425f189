//! The clients of a kernel: who gets which message, and what is kept for those that are gone.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;

use super::message::{Channel, Message};

/// Bytes that may wait for a client that reads slowly. Beyond them its connection is closed; it connects
/// anew and gets what was kept.
const MAX_WAITING_BYTES: usize = 64 << 20;
/// Bytes that are kept for a client that is gone.
const MAX_KEPT_BYTES: usize = 32 << 20;
/// Clients that are gone for which messages are kept.
const MAX_GONE: usize = 8;
/// Requests whose senders are remembered.
const MAX_REQUESTS: usize = 10_000;

/// What a client receives.
#[derive(Debug)]
pub struct Receiver {
    messages: mpsc::UnboundedReceiver<Arc<Message>>,
    waiting: Arc<AtomicUsize>,
}

impl Receiver {
    /// The next message; none when the connection ends.
    pub async fn next(&mut self) -> Option<Arc<Message>> {
        let message = self.messages.recv().await?;
        self.waiting.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

#[derive(Debug)]
struct Client {
    number: u64,
    sender: mpsc::UnboundedSender<Arc<Message>>,
    waiting: Arc<AtomicUsize>,
}

/// What is kept for a session whose connection ended.
#[derive(Debug, Default)]
struct Backlog {
    messages: VecDeque<Arc<Message>>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Inner {
    next: u64,
    /// By the number of their sessions.
    clients: HashMap<String, Client>,
    /// Those that are gone, the last one last.
    gone: VecDeque<(String, Backlog)>,
    /// The sessions of requests.
    requests: HashMap<String, String>,
    order: VecDeque<String>,
}

/// The clients of a kernel.
#[derive(Debug, Default)]
pub struct Clients(Mutex<Inner>);

impl Clients {
    /// Adds the client of a session, with the messages that were kept for it. A client with the same session
    /// is replaced. Returns its number.
    pub fn add(&self, session: &str) -> (u64, Receiver) {
        let mut inner = self.lock();
        inner.next += 1;
        let number = inner.next;
        let (sender, messages) = mpsc::unbounded_channel();
        let client = Client { number, sender, waiting: Arc::default() };
        let waiting = client.waiting.clone();
        if let Some(at) = inner.gone.iter().position(|(gone, _)| gone == session)
            && let Some((_, kept)) = inner.gone.remove(at)
        {
            kept.messages.into_iter().for_each(|message| {
                client.send(&message);
            });
        }
        inner.clients.insert(session.to_string(), client);
        (number, Receiver { messages, waiting })
    }

    /// Removes a client, unless another took its place. From now on messages are kept for its session.
    pub fn remove(&self, session: &str, number: u64, keep: bool) {
        let mut inner = self.lock();
        if inner.clients.get(session).is_some_and(|client| client.number == number) {
            inner.clients.remove(session);
            if keep {
                inner.keep(session);
            }
        }
    }

    /// Expects the clients of these sessions, for which messages are kept until they connect again.
    pub fn expect(&self, sessions: &[String]) {
        let mut inner = self.lock();
        sessions.iter().for_each(|session| inner.keep(session));
    }

    /// The sessions of the clients, and of those that are gone for which messages are kept.
    pub fn sessions(&self) -> Vec<String> {
        let inner = self.lock();
        inner.gone.iter().map(|(session, _)| session).chain(inner.clients.keys()).cloned().collect()
    }

    /// Remembers who sent a request.
    pub fn remember(&self, msg_id: String, session: &str) {
        let mut inner = self.lock();
        if inner.order.len() == MAX_REQUESTS
            && let Some(oldest) = inner.order.pop_front()
        {
            inner.requests.remove(&oldest);
        }
        inner.order.push_back(msg_id.clone());
        inner.requests.insert(msg_id, session.to_string());
    }

    /// Sends a message to all clients, or, if it is a reply, to the one that sent the request.
    pub fn deliver(&self, message: Message) {
        let mut inner = self.lock();
        let recipient = if message.channel == Channel::Iopub { None } else { inner.recipient(&message) };
        let is_for = |session: &String| recipient.as_ref().is_none_or(|recipient| recipient == session);
        let message = Arc::new(message);
        let sent = inner.clients.iter().filter(|(session, client)| is_for(session) && !client.send(&message));
        let slow: Vec<String> = sent.map(|(session, _)| session.clone()).collect();
        let kept = inner.gone.iter_mut().filter(|(session, _)| is_for(session));
        kept.for_each(|(_, kept)| kept.push(&message));
        slow.iter().for_each(|session| inner.drop_slow(session));
    }

    /// True if a session has a client.
    pub fn has(&self, session: &str) -> bool {
        self.lock().clients.contains_key(session)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lock().clients.len()
    }

    /// Ends all connections.
    pub fn close(&self) {
        let mut inner = self.lock();
        inner.clients.clear();
        inner.gone.clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// The session for which a reply is. That of a request to an earlier server is in the header, where most
    /// clients have it; if it is none of a client, the reply is for all, who pass over what they did not ask.
    fn recipient(&self, message: &Message) -> Option<String> {
        let parent = message.parent();
        let of_client =
            |session: &String| self.clients.contains_key(session) || self.gone.iter().any(|(gone, _)| gone == session);
        let known = self.requests.get(&parent.msg_id).cloned();
        known.or_else(|| Some(parent.session).filter(of_client))
    }

    fn keep(&mut self, session: &str) {
        if self.gone.len() == MAX_GONE {
            self.gone.pop_front();
        }
        self.gone.push_back((session.to_string(), Backlog::default()));
    }

    /// Ends the connection of a client that does not read, when it has read what waits for it.
    fn drop_slow(&mut self, session: &str) {
        tracing::warn!("a client that does not read its messages is disconnected");
        self.clients.remove(session);
        self.keep(session);
    }
}

impl Client {
    /// False if the client is too slow.
    fn send(&self, message: &Arc<Message>) -> bool {
        let waiting = self.waiting.fetch_add(message.len(), Ordering::Relaxed);
        // An error means that the connection ends.
        let _ = self.sender.send(message.clone());
        waiting <= MAX_WAITING_BYTES
    }
}

impl Backlog {
    /// The oldest messages give way.
    fn push(&mut self, message: &Arc<Message>) {
        self.bytes += message.len();
        self.messages.push_back(message.clone());
        while self.bytes > MAX_KEPT_BYTES
            && let Some(oldest) = self.messages.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn output(text: &str) -> Message {
        Message::new(Channel::Iopub, "stream", "kernel", &json!({"text": text})).unwrap()
    }

    #[tokio::test]
    async fn outputs_of_a_closed_tab_are_kept_in_order_and_bounded() {
        let clients = Clients::default();
        let (number, mut first) = clients.add("tab");
        clients.deliver(output("1"));
        assert_eq!(first.next().await.unwrap().content()["text"], "1");
        clients.remove("tab", number, true);
        let large = "x".repeat(1 << 20);
        (0..40).for_each(|at| clients.deliver(output(&format!("{at} {large}"))));
        let (_, mut second) = clients.add("tab");
        clients.deliver(output("last"));
        let mut texts = Vec::new();
        while texts.last().is_none_or(|text| text != "last") {
            let text = second.next().await.unwrap().content()["text"].as_str().unwrap().to_string();
            texts.push(text.split(' ').next().unwrap().to_string());
        }
        assert_eq!((texts.len(), texts[0].as_str()), (32, "9"), "31 of 40 and the last one: {texts:?}");
    }

    #[tokio::test]
    async fn a_reply_is_for_who_asked() {
        let clients = Clients::default();
        let (_, mut one) = clients.add("one");
        let (_, mut two) = clients.add("two");
        let request = Message::new(Channel::Shell, "x_request", "one", &json!({})).unwrap();
        clients.remember(request.header().msg_id, "one");
        let mut reply = Message::new(Channel::Shell, "x_reply", "kernel", &json!({})).unwrap();
        reply.parts[1] = request.parts[0].clone();
        clients.deliver(reply);
        clients.deliver(output("both"));
        assert_eq!(one.next().await.unwrap().header().msg_type, "x_reply");
        assert_eq!(one.next().await.unwrap().header().msg_type, "stream");
        assert_eq!(two.next().await.unwrap().header().msg_type, "stream");
    }

    #[tokio::test]
    async fn a_reply_to_a_request_of_an_earlier_server_finds_its_client() {
        let clients = Clients::default();
        clients.expect(&["one".into(), "two".into()]);
        for (session, text) in [("one", "for one"), ("unknown", "for all")] {
            let mut reply = Message::new(Channel::Shell, text, "kernel", &json!({})).unwrap();
            reply.parts[1] = json!({"msg_id": "1", "session": session}).to_string().into();
            clients.deliver(reply);
        }
        let (_, mut one) = clients.add("one");
        let (_, mut two) = clients.add("two");
        assert_eq!(one.next().await.unwrap().header().msg_type, "for one");
        assert_eq!(one.next().await.unwrap().header().msg_type, "for all");
        assert_eq!(two.next().await.unwrap().header().msg_type, "for all");
    }
}
