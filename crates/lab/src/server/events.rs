//! Events: `/api/events` and `/api/events/subscribe`. A client hears what a teacher says, and what other
//! clients of the same person emit.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::interval;

use super::body;
use super::channels::PING;
use super::state::Lab;
use crate::error::{Error, Result};

/// Bytes of the longest event of a client.
const MAX_EVENT_BYTES: usize = 64 << 10;
/// The schemas of Jupyter Server's own events, all of version 1.
const SCHEMAS: [&str; 3] = [
    "https://events.jupyter.org/jupyter_server/contents_service/v1",
    "https://events.jupyter.org/jupyter_server/gateway_client/v1",
    "https://events.jupyter.org/jupyter_server/kernel_actions/v1",
];

/// `POST /api/events`: tells an event to all clients that listen. Other schemas are refused: a message of a
/// teacher has one.
pub async fn emit(State(lab): State<Arc<Lab>>, sent: Bytes) -> Result<Response> {
    if sent.len() > MAX_EVENT_BYTES {
        return Err(Error::invalid(format!("an event has at most {MAX_EVENT_BYTES} bytes")));
    }
    let mut sent = body::parse(&sent)?;
    let schema = sent["schema_id"].as_str().unwrap_or_default().to_string();
    let version = sent["version"].as_str().map(String::from).unwrap_or_else(|| sent["version"].to_string());
    if !SCHEMAS.contains(&schema.as_str()) || version != "1" {
        return Err(Error::invalid(format!(
            "{schema:?} of version {version:?} is no schema of events: use {SCHEMAS:?}"
        )));
    }
    let Value::Object(event) = &mut sent["data"] else {
        return Err(Error::invalid("the data of an event is an object"));
    };
    event.insert("schema_id".into(), schema.into());
    // An error means that nobody listens.
    let _ = lab.events.send(sent["data"].to_string());
    Ok(body::no_content())
}

/// Opens the WebSocket. It stays open until the client ends it.
pub async fn subscribe(State(lab): State<Arc<Lab>>, upgrade: WebSocketUpgrade) -> Response {
    let events = lab.events.subscribe();
    upgrade.max_message_size(64 << 10).on_upgrade(|socket| carry(socket, events))
}

async fn carry(mut socket: WebSocket, mut events: Receiver<String>) {
    let mut pings = interval(PING);
    loop {
        tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            event = events.recv() => {
                let sent = match event {
                    Ok(event) => socket.send(Frame::Text(event.into())).await,
                    Err(RecvError::Lagged(_)) => Ok(()),
                    Err(RecvError::Closed) => return,
                };
                if sent.is_err() {
                    return;
                }
            }
            _ = pings.tick() => {
                if socket.send(Frame::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
        }
    }
}
