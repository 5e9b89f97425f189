//! WebSockets of kernels, in the older form, and of terminals.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::common::{Server, TOKEN};

/// The time that everything gets.
const PATIENCE: Duration = Duration::from_secs(60);

/// An open WebSocket.
pub struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens one with these headers; else the status of the refusal.
    pub fn open_with(server: &Server, path: &str, headers: &[(&str, &str)]) -> Result<Socket, u16> {
        let address = format!("ws{}{path}", server.url.strip_prefix("http").unwrap());
        let mut request = address.into_client_request().unwrap();
        for (name, value) in headers {
            let name = tungstenite::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match tungstenite::connect(request) {
            Ok((mut socket, _)) => {
                if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
                    stream.set_read_timeout(Some(PATIENCE)).unwrap();
                }
                Ok(Socket(socket))
            }
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{path}: {error}"),
        }
    }

    /// Opens one with the token.
    pub fn open(server: &Server, path: &str) -> Socket {
        Socket::open_with(server, path, &[("authorization", &format!("token {TOKEN}"))]).unwrap()
    }

    /// The next message of bytes; else the code and the reason with which the connection ends.
    pub fn next_bytes(&mut self) -> Result<Vec<u8>, (u16, String)> {
        let start = Instant::now();
        loop {
            // Pings come while nothing else does.
            assert!(start.elapsed() < PATIENCE, "no message came");
            match self.0.read().unwrap() {
                Message::Binary(bytes) => return Ok(bytes.to_vec()),
                Message::Close(frame) => {
                    let frame = frame.unwrap();
                    return Err((frame.code.into(), frame.reason.to_string()));
                }
                Message::Text(text) => panic!("{text}"),
                _ => {}
            }
        }
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.0.send(Message::Binary(bytes.to_vec().into())).unwrap();
    }

    /// The next message that is JSON.
    pub fn next(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Binary(_) | Message::Close(_) => panic!("no text"),
                _ => {}
            }
        }
    }

    /// Reads until the other side ends the connection.
    pub fn read_to_end(&mut self) {
        while self.0.read().is_ok() {}
    }

    /// Sends JSON.
    pub fn send(&mut self, value: &Value) {
        self.0.send(Message::Text(value.to_string().into())).unwrap();
    }

    /// Sends a request to run code; returns its number.
    pub fn execute(&mut self, id: &str, code: &str) {
        let content = json!({"code": code, "silent": false, "store_history": true, "allow_stdin": true,
                             "user_expressions": {}, "stop_on_error": true});
        self.request(id, "shell", "execute_request", content);
    }

    /// Sends a request to run the code of a cell, as JupyterLab does.
    pub fn execute_cell(&mut self, id: &str, cell: &str, code: &str) {
        let content = json!({"code": code, "silent": false, "store_history": true, "allow_stdin": true,
                             "user_expressions": {}, "stop_on_error": true});
        self.request_with(id, "shell", "execute_request", content, json!({"cellId": cell}));
    }

    /// Sends a request.
    pub fn request(&mut self, id: &str, channel: &str, kind: &str, content: Value) {
        self.request_with(id, channel, kind, content, json!({}));
    }

    fn request_with(&mut self, id: &str, channel: &str, kind: &str, content: Value, metadata: Value) {
        let header = json!({"msg_id": id, "msg_type": kind, "session": "test", "username": "", "date": "",
                            "version": "5.4"});
        self.send(
            &json!({"channel": channel, "header": header, "parent_header": {}, "metadata": metadata, "content": content}),
        );
    }

    /// Messages that belong to a request, until one of a type comes; that one is the last.
    pub fn until(&mut self, id: &str, kind: &str) -> Vec<Value> {
        let (mut messages, start) = (Vec::new(), Instant::now());
        while start.elapsed() < PATIENCE {
            let message = self.next();
            if message["parent_header"]["msg_id"] == id {
                let is_last = message["header"]["msg_type"] == kind;
                messages.push(message);
                if is_last {
                    return messages;
                }
            }
        }
        panic!("{kind} did not come: {messages:?}");
    }

    /// Messages that belong to a request, until its reply and the kernel's `idle` have come. The two are of
    /// different sockets of the kernel, so that either may be first; outputs are before `idle`.
    pub fn done(&mut self, id: &str) -> Vec<Value> {
        let (mut messages, mut idle, mut replied) = (Vec::new(), false, false);
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let message = self.next();
            if message["parent_header"]["msg_id"] == id {
                idle |= message["content"]["execution_state"] == "idle";
                replied |= message["header"]["msg_type"] == "execute_reply";
                messages.push(message);
                if idle && replied {
                    return messages;
                }
            }
        }
        panic!("no end came: {messages:?}");
    }
}

/// The text of streams among messages.
pub fn text(messages: &[Value]) -> String {
    let streams = messages.iter().filter(|message| message["header"]["msg_type"] == "stream");
    streams.filter_map(|message| message["content"]["text"].as_str()).collect()
}
