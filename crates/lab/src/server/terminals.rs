//! Terminals: `/api/terminals`, and their WebSockets.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::body;
use super::channels::{PING, send};
use super::kernels::folder_of;
use super::state::Lab;
use crate::error::{Error, Result};
use crate::terminals::Terminal;

/// Bytes of the largest message of a client.
const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// `GET /api/terminals`.
pub async fn list(State(lab): State<Arc<Lab>>) -> Response {
    body::ok(&lab.terminals.models())
}

/// `POST /api/terminals`. `cwd` is a folder of the drive; where shells see all files, also one of the system.
pub async fn start(State(lab): State<Arc<Lab>>, request: Bytes) -> Result<Response> {
    let request = body::parse(&request)?;
    let (cwd, runtimes) = (request["cwd"].as_str().unwrap_or_default(), lab.kernels.runtimes());
    let folder = match runtimes.outside_folder(cwd) {
        Some(folder) => folder,
        None => folder_of(&lab, cwd).await,
    };
    let name = request["name"].as_str().filter(|name| !name.is_empty());
    let terminal = lab.terminals.start(name, &folder, runtimes)?;
    Ok(body::ok(&terminal.model()))
}

/// `GET /api/terminals/{name}`.
pub async fn get(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Result<Response> {
    Ok(body::ok(&lab.terminals.get(&name)?.model()))
}

/// `DELETE /api/terminals/{name}`.
pub async fn end(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Result<Response> {
    lab.terminals.end(&name)?;
    Ok(body::no_content())
}

/// Opens the WebSocket. Who asks was checked before.
///
/// # Errors
/// 404: there is no such terminal. A page that connects again does not start one that was ended.
pub async fn open(
    State(lab): State<Arc<Lab>>,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let terminal = lab.terminals.get(&name)?;
    let (last, output) = terminal.connect().ok_or_else(|| Error::not_found(format!("Terminal not found: {name}")))?;
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES);
    Ok(upgrade.on_upgrade(move |socket| carry(terminal, last, output, socket)))
}

async fn carry(
    terminal: Arc<Terminal>,
    last: Vec<u8>,
    mut output: tokio::sync::broadcast::Receiver<Vec<u8>>,
    socket: WebSocket,
) {
    let (mut sink, mut frames) = socket.split();
    let text = |kind: &str, value: Value| Frame::Text(json!([kind, value]).to_string().into());
    // A character may come in two pieces.
    let mut pending = last;
    let mut sent = send(&mut sink, text("setup", json!({}))).await;
    let mut pings = tokio::time::interval(PING);
    while sent.is_ok() {
        let whole = whole_characters(&pending);
        if whole > 0 {
            let piece = String::from_utf8_lossy(&pending[..whole]).into_owned();
            pending.drain(..whole);
            sent = send(&mut sink, text("stdout", piece.into())).await;
            continue;
        }
        sent = tokio::select! {
            piece = output.recv() => match piece {
                Ok(piece) => {
                    pending.extend(piece);
                    Ok(())
                }
                Err(RecvError::Lagged(_)) => Ok(()),
                Err(RecvError::Closed) => {
                    let _ = send(&mut sink, text("disconnect", 1.into())).await;
                    break;
                }
            },
            frame = frames.next() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    receive(&terminal, &text);
                    Ok(())
                }
                Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => Ok(()),
            },
            _ = pings.tick() => send(&mut sink, Frame::Ping(Bytes::new())).await,
        };
    }
    // An error means that the client is gone.
    let _ = tokio::time::timeout(PING, sink.close()).await;
}

/// Bytes that are whole characters of UTF-8; what can never be one counts as whole.
fn whole_characters(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

fn receive(terminal: &Terminal, text: &str) {
    let message: Value = serde_json::from_str(text).unwrap_or_default();
    let number = |at: usize| message[at].as_u64().and_then(|number| u16::try_from(number).ok());
    match (message[0].as_str(), message[1].as_str()) {
        (Some("stdin"), Some(text)) => {
            terminal.write(text);
        }
        (Some("set_size"), _) => {
            if let (Some(rows), Some(cols)) = (number(1), number(2)) {
                terminal.resize(rows, cols);
            }
        }
        _ => {}
    }
}
