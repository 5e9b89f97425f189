//! The clients of a kernel: who gets which message, and what is kept for those that are gone.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;

use super::message::{Channel, Message};
use super::outputs::is_output;

/// Bytes that may wait for a client that reads slowly. Beyond them its connection is closed; it connects
/// anew and gets what was kept.
const MAX_WAITING_BYTES: usize = 64 << 20;
/// Bytes that are kept for a client that is gone.
const MAX_KEPT_BYTES: usize = 32 << 20;
/// Clients that are gone for which messages are kept.
const MAX_GONE: usize = 8;
/// Requests whose senders are remembered.
const MAX_REQUESTS: usize = 10_000;
/// Bytes of the last messages, which a client may have to get again: what a connection held when it broke.
pub const MAX_RECENT_BYTES: usize = 4 << 20;
/// Requests whose outputs are the server's to write.
const MAX_OWNED: usize = 1000;
/// What is in the number of a message of the server itself before the number of the last one of the kernel.
const AFTER: &str = "_after_";

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

/// A message that was delivered.
#[derive(Debug)]
struct Recent {
    message: Arc<Message>,
    /// The session that it was for; none for all.
    recipient: Option<String>,
    number: u64,
}

/// A request whose outputs the server writes.
#[derive(Debug)]
struct Owned {
    /// Whose request it is.
    session: String,
    /// The number of the message at which the server let go of it.
    end: Option<u64>,
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
    /// What was delivered last, and how much of all that is.
    recent: VecDeque<Recent>,
    recent_bytes: usize,
    delivered: u64,
    /// Requests whose outputs are the server's to write, the last one last: their own clients do not get
    /// them.
    owned: VecDeque<(String, Owned)>,
}

/// The clients of a kernel.
#[derive(Debug, Default)]
pub struct Clients(Mutex<Inner>);

impl Clients {
    /// Adds the client of a session. A client with the same session is replaced. Returns its number.
    ///
    /// It gets what came after `last`, the number of the last message that reached it; a client that does not
    /// say so gets what was kept since its connection ended.
    pub fn add(&self, session: &str, last: Option<&str>) -> (u64, Receiver) {
        let mut inner = self.lock();
        inner.next += 1;
        let number = inner.next;
        let (sender, messages) = mpsc::unbounded_channel();
        let client = Client { number, sender, waiting: Arc::default() };
        let waiting = client.waiting.clone();
        let at = inner.gone.iter().position(|(gone, _)| gone == session);
        let kept = at.and_then(|at| inner.gone.remove(at)).map(|(_, kept)| kept.messages);
        let missed = last.and_then(|last| inner.after(session, last));
        missed.or(kept.map(Vec::from)).into_iter().flatten().for_each(|message| {
            client.send(&message);
        });
        inner.clients.insert(session.to_string(), client);
        (number, Receiver { messages, waiting })
    }

    /// Removes a client, unless another took its place.
    pub fn remove(&self, session: &str, number: u64) {
        self.lock().remove(session, number);
    }

    /// The same for one that may come again: what waits in its connection, and what comes from now on, is
    /// kept for its session.
    pub fn leave(&self, session: &str, number: u64, mut connection: Receiver) {
        let mut inner = self.lock();
        if inner.remove(session, number) {
            inner.keep(session);
            let unsent = std::iter::from_fn(|| connection.messages.try_recv().ok());
            if let Some((_, kept)) = inner.gone.back_mut() {
                unsent.for_each(|message| kept.push(&message));
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
        let message = Arc::new(message);
        let withheld = inner.withheld(&message, inner.delivered).cloned();
        inner.remember(&message, recipient.clone());
        let is_for = |session: &String| {
            recipient.as_ref().is_none_or(|recipient| recipient == session) && withheld.as_ref() != Some(session)
        };
        let sent = inner.clients.iter().filter(|(session, client)| is_for(session) && !client.send(&message));
        let slow: Vec<String> = sent.map(|(session, _)| session.clone()).collect();
        let kept = inner.gone.iter_mut().filter(|(session, _)| is_for(session));
        kept.for_each(|(_, kept)| kept.push(&message));
        slow.iter().for_each(|session| inner.drop_slow(session));
    }

    /// Sends a message to the clients that are there, or to one of them, and keeps it for no other: it says
    /// what is so now. Its number says after which one it came: for a client, it may be the last that reached
    /// it, also when another server is asked for the rest.
    pub fn tell(&self, session: Option<&str>, mut message: Message) {
        let inner = self.lock();
        let before = inner.recent.back().map_or_else(String::new, |recent| recent.message.header().msg_id);
        message.set_id(&format!("{}{AFTER}{before}", message.header().msg_id));
        let message = Arc::new(message);
        let told = inner.clients.iter().filter(|(of_client, _)| session.is_none_or(|session| session == *of_client));
        told.for_each(|(_, client)| _ = client.send(&message));
    }

    /// Remembers a message that an earlier server delivered.
    pub fn remember_recent(&self, message: Message) {
        let mut inner = self.lock();
        let recipient = Some(message.parent().session).filter(|_| message.channel != Channel::Iopub);
        inner.remember(&Arc::new(message), recipient);
    }

    /// True if a message is one of the last that were delivered.
    pub fn has_delivered(&self, message: &Message) -> bool {
        let id = message.header().msg_id;
        self.lock().recent.iter().any(|recent| recent.message.header().msg_id == id)
    }

    /// Makes the outputs of a request the server's to write, if its client is gone: from now on they are not
    /// for that client, even if it comes again. False if it is there.
    pub fn take_over(&self, session: &str, request: &str) -> bool {
        let mut inner = self.lock();
        if inner.clients.contains_key(session) {
            return false;
        }
        inner.own(request, session);
        let of_request = |message: &Message| is_output_of(message, request);
        if let Some((_, kept)) = inner.gone.iter_mut().find(|(gone, _)| gone == session) {
            kept.messages.retain(|message| !of_request(message));
            kept.bytes = kept.messages.iter().map(|message| message.len()).sum();
        }
        true
    }

    /// The same for requests that an earlier server took over: each with its session.
    pub fn restore_owned(&self, owned: &[(String, String)]) {
        let mut inner = self.lock();
        owned.iter().for_each(|(request, session)| inner.own(request, session));
    }

    /// The requests whose outputs are the server's to write, each with its session.
    pub fn owned(&self) -> Vec<(String, String)> {
        let inner = self.lock();
        let open = inner.owned.iter().filter(|(_, owned)| owned.end.is_none());
        open.map(|(request, owned)| (request.clone(), owned.session.clone())).collect()
    }

    /// True if the outputs of a request are the server's to write.
    pub fn is_owned(&self, request: &str) -> bool {
        self.lock().owned.iter().any(|(owned, how)| owned == request && how.end.is_none())
    }

    /// What these requests publish from now on is for their clients.
    pub fn release(&self, requests: &[String]) {
        let mut inner = self.lock();
        let now = inner.delivered;
        let released = inner.owned.iter_mut().filter(|(request, _)| requests.contains(request));
        released.for_each(|(_, owned)| owned.end = owned.end.or(Some(now)));
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

    fn remove(&mut self, session: &str, number: u64) -> bool {
        let is_it = self.clients.get(session).is_some_and(|client| client.number == number);
        is_it && self.clients.remove(session).is_some()
    }

    fn remember(&mut self, message: &Arc<Message>, recipient: Option<String>) {
        self.recent_bytes += message.len();
        self.recent.push_back(Recent { message: message.clone(), recipient, number: self.delivered });
        self.delivered += 1;
        while self.recent_bytes > MAX_RECENT_BYTES
            && let Some(oldest) = self.recent.pop_front()
        {
            self.recent_bytes -= oldest.message.len();
        }
    }

    /// What came for a session after a message; none if that is not known any more.
    fn after(&self, session: &str, last: &str) -> Option<Vec<Arc<Message>>> {
        let last = last.split_once(AFTER).map_or(last, |(_, before)| before);
        let at = self.recent.iter().rposition(|recent| recent.message.header().msg_id == last);
        // A client that has got none gets all, if all is there.
        let is_first = last.is_empty() && self.recent.front().is_none_or(|recent| recent.number == 0);
        let first = if is_first { 0 } else { at? + 1 };
        let is_for = |recent: &&Recent| {
            recent.recipient.as_ref().is_none_or(|recipient| recipient == session)
                && self.withheld(&recent.message, recent.number).map(String::as_str) != Some(session)
        };
        Some(self.recent.range(first..).filter(is_for).map(|recent| recent.message.clone()).collect())
    }

    /// The session that does not get a message, since the server writes what it says.
    fn withheld(&self, message: &Message, number: u64) -> Option<&String> {
        if self.owned.is_empty() || message.channel != Channel::Iopub {
            return None;
        }
        let parent = message.parent().msg_id;
        let (_, owned) = self.owned.iter().find(|(request, _)| *request == parent)?;
        let is_withheld = owned.end.is_none_or(|end| number < end) && is_output_of(message, &parent);
        is_withheld.then_some(&owned.session)
    }

    fn own(&mut self, request: &str, session: &str) {
        if self.owned.len() == MAX_OWNED {
            self.owned.pop_front();
        }
        self.owned.retain(|(owned, _)| owned != request);
        self.owned.push_back((request.into(), Owned { session: session.into(), end: None }));
    }

    fn keep(&mut self, session: &str) {
        self.gone.retain(|(gone, _)| gone != session);
        if self.gone.len() == MAX_GONE {
            self.gone.pop_front();
        }
        self.gone.push_back((session.to_string(), Backlog::default()));
    }

    /// Ends the connection of a client that does not read, when it has read what waits for it. What comes
    /// from now on is kept.
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

/// True for a message of the outputs of a request.
fn is_output_of(message: &Message, request: &str) -> bool {
    message.channel == Channel::Iopub && message.parent().msg_id == request && is_output(&message.header().msg_type)
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
        let (number, mut first) = clients.add("tab", None);
        clients.deliver(output("1"));
        assert_eq!(first.next().await.unwrap().content()["text"], "1");
        clients.leave("tab", number, first);
        let large = "x".repeat(1 << 20);
        (0..40).for_each(|at| clients.deliver(output(&format!("{at} {large}"))));
        let (_, mut second) = clients.add("tab", None);
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
        let (_, mut one) = clients.add("one", None);
        let (_, mut two) = clients.add("two", None);
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
        let (_, mut one) = clients.add("one", None);
        let (_, mut two) = clients.add("two", None);
        assert_eq!(one.next().await.unwrap().header().msg_type, "for one");
        assert_eq!(one.next().await.unwrap().header().msg_type, "for all");
        assert_eq!(two.next().await.unwrap().header().msg_type, "for all");
    }

    /// The texts of what waits in a connection.
    fn waiting(receiver: &mut Receiver) -> Vec<String> {
        let all = std::iter::from_fn(|| receiver.messages.try_recv().ok());
        all.map(|message| message.content()["text"].as_str().unwrap_or_default().to_string()).collect()
    }

    #[tokio::test]
    async fn who_comes_again_gets_each_message_once_wherever_the_connection_broke() {
        for read in 0..=10 {
            for missed in 0..3 {
                let clients = Clients::default();
                let (number, mut receiver) = clients.add("tab", None);
                let messages: Vec<Message> = (0..10).map(|at| output(&at.to_string())).collect();
                messages.iter().for_each(|message| clients.deliver(message.clone()));
                // All but the last few left the server; how many of those reached the page, it knows alone.
                for _ in 0..10 - missed {
                    receiver.next().await;
                }
                let last = messages[..read.min(10 - missed)].last().map(|message| message.header().msg_id);
                clients.leave("tab", number, receiver);
                clients.deliver(output("10"));
                let (_, mut receiver) = clients.add("tab", last.as_deref());
                clients.deliver(output("11"));
                let first = if last.is_some() { read.min(10 - missed) } else { 10 - missed };
                let expected: Vec<String> = (first..12).map(|at| at.to_string()).collect();
                assert_eq!(waiting(&mut receiver), expected, "{read} {missed}");
            }
        }
    }

    #[tokio::test]
    async fn what_the_server_says_itself_has_a_place_in_what_the_kernel_says_for_the_next_server_too() {
        for before in 0..3 {
            let (clients, next) = (Clients::default(), Clients::default());
            let (_, mut receiver) = clients.add("tab", None);
            let messages: Vec<Message> = (0..4).map(|at| output(&at.to_string())).collect();
            messages[..before].iter().for_each(|message| clients.deliver(message.clone()));
            clients.tell(None, output("now"));
            let mut last = None;
            for _ in 0..=before {
                last = receiver.next().await.map(|message| message.header().msg_id);
            }
            next.expect(&["tab".into()]);
            messages.iter().for_each(|message| next.remember_recent(message.clone()));
            let (_, mut receiver) = next.add("tab", last.as_deref());
            let expected: Vec<String> = (before..4).map(|at| at.to_string()).collect();
            assert_eq!(waiting(&mut receiver), expected, "{before}");
        }
    }

    #[tokio::test]
    async fn outputs_that_the_server_writes_are_not_for_their_page_any_more() {
        let clients = Clients::default();
        let of_request = |text: &str| {
            let mut message = output(text);
            message.parts[1] = json!({"msg_id": "r", "session": "tab"}).to_string().into();
            message
        };
        let (number, mut receiver) = clients.add("tab", None);
        let (_, mut other) = clients.add("other", None);
        let first = of_request("1");
        clients.deliver(first.clone());
        receiver.next().await;
        assert!(!clients.take_over("tab", "r"), "it is there");
        clients.leave("tab", number, receiver);
        clients.deliver(of_request("2"));
        assert!(clients.take_over("tab", "r") && clients.is_owned("r"));
        clients.deliver(of_request("3"));
        clients.deliver(output("of another"));
        for last in [None, Some(first.header().msg_id)] {
            let (number, mut receiver) = clients.add("tab", last.as_deref());
            clients.deliver(of_request("4"));
            assert_eq!(waiting(&mut receiver), ["of another"], "{last:?}");
            clients.leave("tab", number, receiver);
        }
        clients.release(&["r".into()]);
        let (_, mut receiver) = clients.add("tab", Some(&first.header().msg_id));
        clients.deliver(of_request("late"));
        assert_eq!(waiting(&mut receiver), ["of another", "late"], "what came before stays the server's");
        assert_eq!(waiting(&mut other)[..3], ["1", "2", "3"], "other pages see all of it");
    }
}
