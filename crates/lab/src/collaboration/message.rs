//! Messages of a room: those of y-protocols, and the ones that jupyter-collaboration adds.
//!
//! A message is a number for its kind and its parts, in lib0's encoding. Kind 0 is the document's
//! synchronization, 1 awareness, 2 ("raw") what is between JupyterLab and its server.

use axum::body::Bytes;
use serde_json::Value;

use super::lib0::{Reader, write_buffer, write_number};

const SYNC: u8 = 0;
const AWARENESS: u8 = 1;
const RAW: u8 = 2;

const STEP_1: u8 = 0;
const STEP_2: u8 = 1;
const UPDATE: u8 = 2;

/// What a client sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// What the client has: a state vector. The answer is [`step_2`].
    Step1(&'a [u8]),
    /// Changes to the document.
    Update(&'a [u8]),
    /// States of users: names, cursors.
    Awareness(&'a [u8]),
    /// Asks for a save; the answer is a [`raw`] one with the number.
    Save(u64),
    /// Something that this server does not know. It is not passed on.
    Unknown,
}

/// Reads a message; none for what is no message.
pub fn read(bytes: &[u8]) -> Option<Message<'_>> {
    let mut reader = Reader(bytes);
    let message = match reader.byte()? {
        SYNC => {
            let kind = reader.byte()?;
            let content = reader.buffer()?;
            match kind {
                STEP_1 => Message::Step1(content),
                STEP_2 | UPDATE => Message::Update(content),
                _ => return None,
            }
        }
        AWARENESS => Message::Awareness(reader.buffer()?),
        RAW if reader.text()? == "save" => Message::Save(reader.number()?),
        _ => return Some(Message::Unknown),
    };
    Some(message)
}

/// Asks a client for what it has beyond a state vector.
pub fn step_1(state_vector: &[u8]) -> Bytes {
    sync(STEP_1, state_vector)
}

/// The answer to a client's state vector: what it lacks.
pub fn step_2(update: &[u8]) -> Bytes {
    sync(STEP_2, update)
}

/// Changes.
pub fn update(update: &[u8]) -> Bytes {
    sync(UPDATE, update)
}

/// States of users.
pub fn awareness(states: &[u8]) -> Bytes {
    let mut out = vec![AWARENESS];
    write_buffer(&mut out, states);
    out.into()
}

/// A message of the server in JSON, such as the answer to a save.
pub fn raw(value: &Value) -> Bytes {
    let mut out = vec![RAW];
    write_buffer(&mut out, value.to_string().as_bytes());
    out.into()
}

fn sync(kind: u8, content: &[u8]) -> Bytes {
    let mut out = vec![SYNC];
    write_number(&mut out, kind.into());
    write_buffer(&mut out, content);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_those_of_y_protocols() {
        // What y-protocols' `writeSyncStep1`, `writeUpdate` and JupyterLab's save write.
        assert_eq!(read(&[0, 0, 1, 0]), Some(Message::Step1(&[0])));
        assert_eq!(read(&[0, 1, 2, 0, 0]), Some(Message::Update(&[0, 0])));
        assert_eq!(read(&[0, 2, 2, 0, 0]), Some(Message::Update(&[0, 0])));
        assert_eq!(read(&[1, 1, 0]), Some(Message::Awareness(&[0])));
        assert_eq!(read(&[2, 4, b's', b'a', b'v', b'e', 7]), Some(Message::Save(7)));
        assert_eq!(read(&[125, 1]), Some(Message::Unknown), "jupyter-collaboration's chat");
        for none in [&[][..], &[0], &[0, 3, 0], &[0, 0, 2, 0], &[1], &[2]] {
            assert_eq!(read(none), None, "{none:?}");
        }
        assert_eq!(step_1(&[0])[..], [0, 0, 1, 0]);
        assert_eq!(update(&[0, 0])[..], [0, 2, 2, 0, 0]);
        assert_eq!(raw(&Value::from(1))[..], [2, 1, b'1']);
    }
}
