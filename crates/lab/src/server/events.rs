//! Events: `/api/events/subscribe`. A client hears of what others do with kernels and files.

use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::time::interval;

use super::channels::PING;

/// Opens the WebSocket. It stays open until the client ends it.
pub async fn subscribe(upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(64 << 10).on_upgrade(wait)
}

async fn wait(mut socket: WebSocket) {
    let mut pings = interval(PING);
    loop {
        tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            _ = pings.tick() => {
                if socket.send(Frame::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
        }
    }
}
