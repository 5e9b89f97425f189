//! The WebSocket of a kernel: `/api/kernels/{id}/channels`. Messages pass as they are.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::state::Lab;
use crate::access::parameter;
use crate::error::Result;
use crate::kernels::{Kernel, Message};
use crate::random;

/// The sub-protocol with binary messages.
const V1: &str = "v1.kernel.websocket.jupyter.org";
/// Bytes of the largest message of a client.
const MAX_MESSAGE_BYTES: usize = 128 << 20;
/// Silence after which the server asks whether the client is still there.
pub(super) const PING: Duration = Duration::from_secs(30);
/// How long a client may take to accept a message. One that reads nothing would be sent to for ever.
const SEND_TIME: Duration = Duration::from_secs(120);

/// Opens the WebSocket. Who asks was checked before.
pub async fn open(
    State(lab): State<Arc<Lab>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let kernel = lab.kernels.get(&id)?;
    let query = query.unwrap_or_default();
    // Labora's pages say which message reached them last.
    let last = parameter(&query, "last_message").filter(|last| !last.is_empty());
    let session = match parameter(&query, "session_id").filter(|session| !session.is_empty()) {
        Some(session) => session.chars().take(128).collect(),
        None => random::uuid()?,
    };
    let upgrade = upgrade.protocols([V1]).max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    let is_v1 = upgrade.selected_protocol().is_some();
    Ok(upgrade.on_upgrade(move |socket| carry(kernel, session, last, socket, is_v1)))
}

/// Carries messages until one side ends.
async fn carry(kernel: Arc<Kernel>, session: String, last: Option<String>, socket: WebSocket, is_v1: bool) {
    let (number, mut messages) = kernel.connect(&session, last.as_deref());
    let (mut sink, mut frames) = socket.split();
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let sent = tokio::select! {
            message = messages.next() => match message {
                Some(message) => send(&mut sink, write(&message, is_v1)).await,
                None => break,
            },
            frame = frames.next() => {
                match frame {
                    Some(Ok(Frame::Text(text))) => receive(&kernel, &session, Bytes::from(text), false, is_v1),
                    Some(Ok(Frame::Binary(bytes))) => receive(&kernel, &session, bytes, true, is_v1),
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                }
                Ok(())
            }
            _ = pings.tick() => send(&mut sink, Frame::Ping(Bytes::new())).await,
        };
        if sent.is_err() {
            break;
        }
    }
    kernel.disconnect(&session, number, messages);
    // An error means that the client is gone.
    let _ = timeout(PING, sink.close()).await;
}

/// Sends a message.
///
/// # Errors
/// The client is gone, or does not read.
pub(super) async fn send(sink: &mut SplitSink<WebSocket, Frame>, frame: Frame) -> std::result::Result<(), ()> {
    match timeout(SEND_TIME, sink.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

fn write(message: &Message, is_v1: bool) -> Frame {
    if is_v1 {
        return Frame::Binary(message.to_v1());
    }
    match message.to_legacy() {
        (false, text) => Utf8Bytes::try_from(text).map_or_else(|_| Frame::Ping(Bytes::new()), Frame::Text),
        (true, bytes) => Frame::Binary(bytes),
    }
}

/// Passes a message on. What is none is dropped: a client that sends such a thing reads no answer either.
fn receive(kernel: &Kernel, session: &str, bytes: Bytes, is_binary: bool, is_v1: bool) {
    let message = match is_v1 && is_binary {
        true => Message::from_v1(&bytes),
        false => Message::from_legacy(&bytes, is_binary),
    };
    match message {
        // Without a process nobody answers, as the state of the kernel says.
        Ok(message) => _ = kernel.send(session, message),
        Err(error) => tracing::warn!(kernel = kernel.id(), "{}", error.message()),
    }
}
