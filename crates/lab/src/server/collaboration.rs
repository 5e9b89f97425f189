//! Collaboration: `/api/collaboration/session` and `/api/collaboration/room`, as in jupyter-server-ydoc.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::body;
use super::channels::{PING, send};
use super::state::{Lab, blocking};
use crate::access::parameter;
use crate::collaboration::{Entrant, Member, Outgoing, close_reason, codes};
use crate::drive::DrivePath;
use crate::error::{Error, Result};

/// Bytes of the largest message of a client.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// `PUT /api/collaboration/session/{path}`: the ids with which a page enters the room of a file.
pub async fn session(State(lab): State<Arc<Lab>>, Path(path): Path<String>, sent: Bytes) -> Result<Response> {
    let sent = body::parse(&sent)?;
    let (Some(format), Some(kind)) = (sent["format"].as_str(), sent["type"].as_str()) else {
        return Err(Error::invalid(r#"a session is asked for with {"format": ..., "type": ...}"#));
    };
    let path = DrivePath::parse(&path)?;
    let place = lab.place(&path).await?;
    let session = blocking(move || place.lab.collaboration.session(&place.path)).await?;
    let status = if session.is_new { StatusCode::CREATED } else { StatusCode::OK };
    let answer = json!({"format": format, "type": kind, "fileId": session.file, "sessionId": session.id});
    Ok(body::json(status, &answer))
}

/// `/api/collaboration/room/{room}`: the WebSocket of a room. Who asks was checked before.
pub async fn room(
    State(lab): State<Arc<Lab>>,
    Path(room): Path<String>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let session: String =
        parameter(&query.unwrap_or_default(), "sessionId").unwrap_or_default().chars().take(40).collect();
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    upgrade.on_upgrade(move |socket| carry(lab, room, session, socket))
}

/// Enters a room, of this laboratory or of a document that another shared; none if the session is not its
/// server's.
async fn enter(lab: &Arc<Lab>, room: &str, session: &str) -> Result<Option<Member>> {
    let Some(place) = lab.place_of_room(room).await else {
        let is_session = lab.collaboration.is_session(room, session)?;
        return if is_session { lab.collaboration.enter(room).await.map(Some) } else { Ok(None) };
    };
    let (own, me) = (place.lab.collaboration.own(), &lab.sharing()?.me);
    if !own.is_session(room, session)? {
        return Ok(None);
    }
    let right = place.right().in_rooms();
    let member = own.enter(room, Entrant { right, guest: Some(me.clone()) }).await?;
    // The owner may have changed it at this moment.
    let now = lab.place_of_room(room).await.map(|place| place.right().in_rooms());
    if now != Some(right) {
        own.allow(&place.path, me, now).await?;
    }
    Ok(Some(member))
}

/// Carries messages until one side ends.
async fn carry(lab: Arc<Lab>, room: String, session: String, socket: WebSocket) {
    let (mut sink, mut frames) = socket.split();
    let member = match enter(&lab, &room, &session).await {
        Ok(Some(member)) => Ok(member),
        Ok(None) => {
            let reason = json!({"reason": "unknown_session", "sessionId": session, "reloadable": true});
            return close(&mut sink, codes::STOP, reason.to_string()).await;
        }
        Err(error) => Err(error),
    };
    let mut member = match member {
        Ok(member) => member,
        Err(error) => {
            tracing::warn!(room, "a client cannot enter: {}", error.message());
            let (code, reason) = refusal(&error);
            return close(&mut sink, code, reason).await;
        }
    };
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let sent = tokio::select! {
            outgoing = member.next() => match outgoing {
                Some(Outgoing::Message(message)) => send(&mut sink, Frame::Binary(message)).await,
                Some(Outgoing::Close(code, reason)) => return end(member, &mut sink, code, reason).await,
                None => return end(member, &mut sink, codes::AGAIN, "too slow, or the room ended".into()).await,
            },
            frame = frames.next() => match frame {
                Some(Ok(Frame::Binary(message))) => {
                    member.send(message).await;
                    Ok(())
                }
                Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                // Pages send no text.
                Some(Ok(_)) => Ok(()),
            },
            _ = pings.tick() => send(&mut sink, Frame::Ping(Bytes::new())).await,
        };
        if sent.is_err() {
            break;
        }
    }
    member.leave().await;
}

async fn end(member: Member, sink: &mut SplitSink<WebSocket, Frame>, code: u16, reason: String) {
    member.leave().await;
    close(sink, code, reason).await;
}

/// The code and the reason with which the page is told that a room does not open.
fn refusal(error: &Error) -> (u16, String) {
    match error.status() {
        StatusCode::GONE | StatusCode::SERVICE_UNAVAILABLE => (codes::STOP, close_reason(error.message(), false)),
        StatusCode::NOT_FOUND => (4404, "the file is not there".into()),
        StatusCode::BAD_REQUEST => (4400, "the file cannot be read as this".into()),
        _ => (4500, "the server failed: its log says why".into()),
    }
}

async fn close(sink: &mut SplitSink<WebSocket, Frame>, code: u16, reason: String) {
    // A close frame has at most 123 bytes of reason.
    let reason = if reason.len() <= 123 { reason } else { String::new() };
    // An error means that the client is gone.
    _ = send(sink, Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    _ = timeout(PING, sink.close()).await;
}
