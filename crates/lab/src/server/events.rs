//! Events: `/api/events/subscribe`. A client hears what a teacher says.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::interval;

use super::channels::PING;
use super::state::Lab;

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
