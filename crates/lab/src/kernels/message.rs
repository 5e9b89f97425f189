//! Messages of Jupyter's kernel protocol: signed for kernels, and in both forms of WebSockets. What they
//! say is not read but for their types and numbers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::Sha256;
use std::time::SystemTime;

use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::{json, random};

/// The frame before the signature.
const DELIMITER: &[u8] = b"<IDS|MSG>";

/// The channels between a client and a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Requests to run code.
    Shell,
    /// Outputs, for all clients.
    Iopub,
    /// Questions of the kernel.
    Stdin,
    /// Requests that are answered while code runs.
    Control,
}

impl Channel {
    /// All of them, in the order of the numbers of their sockets.
    pub const ALL: [Channel; 4] = [Channel::Shell, Channel::Iopub, Channel::Stdin, Channel::Control];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Channel::Shell => "shell",
            Channel::Iopub => "iopub",
            Channel::Stdin => "stdin",
            Channel::Control => "control",
        }
    }

    fn from_name(name: &str) -> Result<Channel> {
        let found = Channel::ALL.into_iter().find(|channel| channel.name() == name);
        found.ok_or_else(|| Error::invalid(format!("{name:?} is no channel of a kernel")))
    }
}

/// A message: four texts in JSON, and bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Where it goes or comes from.
    pub channel: Channel,
    /// Header, parent header, metadata, content.
    pub parts: [Bytes; 4],
    /// What is no JSON.
    pub buffers: Vec<Bytes>,
}

/// What of a header is read.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Header {
    /// The number of the message.
    pub msg_id: String,
    /// Its type.
    pub msg_type: String,
    /// The session of the client.
    pub session: String,
}

impl Message {
    /// A message of the server itself.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(channel: Channel, msg_type: &str, session: &str, content: &Value) -> Result<Message> {
        let header = json!({
            "msg_id": random::uuid()?, "msg_type": msg_type, "session": session, "username": "labora",
            "date": rfc3339(SystemTime::now()), "version": "5.4",
        });
        let parts = [header.to_string(), "{}".into(), "{}".into(), content.to_string()].map(Bytes::from);
        Ok(Message { channel, parts, buffers: Vec::new() })
    }

    /// Its header.
    pub fn header(&self) -> Header {
        serde_json::from_slice(&self.parts[0]).unwrap_or_default()
    }

    /// Gives it another number.
    pub fn set_id(&mut self, msg_id: &str) {
        if let Ok(mut header) = serde_json::from_slice::<Value>(&self.parts[0])
            && header.is_object()
        {
            header["msg_id"] = msg_id.into();
            self.parts[0] = header.to_string().into();
        }
    }

    /// The header of the request that it belongs to.
    pub fn parent(&self) -> Header {
        serde_json::from_slice(&self.parts[1]).unwrap_or_default()
    }

    /// Its content. What is not UTF-8 is U+FFFD, as pages show it.
    pub fn content(&self) -> Value {
        json::read(&self.parts[3]).unwrap_or_default()
    }

    /// Bytes that it holds.
    pub fn len(&self) -> usize {
        self.parts.iter().chain(&self.buffers).map(Bytes::len).sum()
    }

    /// The frames for a kernel.
    pub fn to_frames(&self, key: &str) -> Vec<Bytes> {
        let signature = random::hex(&self.hmac(key).finalize().into_bytes());
        let mut frames = vec![Bytes::from_static(DELIMITER), signature.into()];
        frames.extend(self.parts.iter().chain(&self.buffers).cloned());
        frames
    }

    /// Reads the frames of a kernel.
    ///
    /// # Errors
    /// They are no message, or the signature is wrong.
    pub fn from_frames(channel: Channel, frames: &[Bytes], key: &str) -> Result<Message> {
        let start = frames.iter().position(|frame| frame == DELIMITER).map_or(frames.len(), |at| at + 1);
        let [signature, header, parent, metadata, content, buffers @ ..] = &frames[start..] else {
            return Err(Error::internal("a kernel sent what is no message"));
        };
        let parts = [header, parent, metadata, content].map(Bytes::clone);
        let message = Message { channel, parts, buffers: buffers.to_vec() };
        let digits = std::str::from_utf8(signature).unwrap_or_default();
        let byte = |at: usize| digits.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        let signature: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
        // The comparison takes a time that does not depend on the bytes.
        match message.hmac(key).verify_slice(&signature.unwrap_or_default()) {
            Ok(()) => Ok(message),
            Err(_) => Err(Error::internal("a message of a kernel has a wrong signature")),
        }
    }

    fn hmac(&self, key: &str) -> Hmac<Sha256> {
        let mut hmac = Hmac::new_from_slice(key.as_bytes()).unwrap_or_else(|_| unreachable!("any length"));
        self.parts.iter().for_each(|part| hmac.update(part));
        hmac
    }

    /// The form of the sub-protocol `v1.kernel.websocket.jupyter.org`: the number of offsets, offsets, the
    /// name of the channel, four texts, bytes.
    pub fn to_v1(&self) -> Bytes {
        let fields: Vec<&[u8]> = std::iter::once(self.channel.name().as_bytes())
            .chain(self.parts.iter().chain(&self.buffers).map(|part| &part[..]))
            .collect();
        let mut offset = 8 * (fields.len() as u64 + 2);
        let mut bytes = Vec::with_capacity(offset as usize + self.len() + 8);
        bytes.extend((fields.len() as u64 + 1).to_le_bytes());
        bytes.extend(offset.to_le_bytes());
        for field in &fields {
            offset += field.len() as u64;
            bytes.extend(offset.to_le_bytes());
        }
        fields.iter().for_each(|field| bytes.extend_from_slice(field));
        bytes.into()
    }

    /// Reads what a client writes in the form of [`Message::to_v1`].
    ///
    /// # Errors
    /// The offsets are not those of a message, or it is none that clients send.
    pub fn from_v1(bytes: &Bytes) -> Result<Message> {
        checked(Message::from_v1_of_any(bytes)?)
    }

    /// Reads what [`Message::to_v1`] writes.
    ///
    /// # Errors
    /// The offsets are not those of a message.
    pub fn from_v1_of_any(bytes: &Bytes) -> Result<Message> {
        let bad = || Error::invalid("no message of v1.kernel.websocket.jupyter.org");
        let number = |at: usize| {
            let digits = bytes.get(at * 8..at * 8 + 8).and_then(|digits| digits.try_into().ok());
            digits.and_then(|digits| usize::try_from(u64::from_le_bytes(digits)).ok()).ok_or_else(bad)
        };
        let count = number(0)?;
        if count < 6 || count > bytes.len() / 8 {
            return Err(bad());
        }
        let offsets: Vec<usize> = (1..=count).map(number).collect::<Result<_>>()?;
        let is_whole = offsets[0] >= 8 * (count + 1) && offsets[count - 1] <= bytes.len();
        if !is_whole || !offsets.is_sorted() {
            return Err(bad());
        }
        let mut fields: Vec<Bytes> = offsets.windows(2).map(|pair| bytes.slice(pair[0]..pair[1])).collect();
        let buffers = fields.split_off(5);
        let channel = Channel::from_name(std::str::from_utf8(&fields[0]).map_err(|_| bad())?)?;
        let parts = [1, 2, 3, 4].map(|at| fields[at].clone());
        Ok(Message { channel, parts, buffers })
    }

    /// The older form: JSON, with binary parts behind it if there are buffers. A text unless it is binary.
    pub fn to_legacy(&self) -> (bool, Bytes) {
        let text = |at: usize| String::from_utf8_lossy(&self.parts[at]);
        let header = self.header();
        let json = format!(
            "{{\"header\":{},\"msg_id\":{},\"msg_type\":{},\"parent_header\":{},\"metadata\":{},\"content\":{},\
             \"buffers\":[],\"channel\":\"{}\"}}",
            text(0),
            Value::from(header.msg_id),
            Value::from(header.msg_type),
            text(1),
            text(2),
            text(3),
            self.channel.name()
        );
        if self.buffers.is_empty() {
            return (false, json.into());
        }
        let fields: Vec<&[u8]> =
            std::iter::once(json.as_bytes()).chain(self.buffers.iter().map(|part| &part[..])).collect();
        let mut offset = 4 * (fields.len() as u32 + 1);
        let mut bytes = (fields.len() as u32).to_be_bytes().to_vec();
        for field in &fields {
            bytes.extend(offset.to_be_bytes());
            offset += field.len() as u32;
        }
        fields.iter().for_each(|field| bytes.extend_from_slice(field));
        (true, bytes.into())
    }

    /// Reads a text or the bytes of the older form.
    ///
    /// # Errors
    /// They are no message.
    pub fn from_legacy(bytes: &Bytes, is_binary: bool) -> Result<Message> {
        #[derive(Deserialize)]
        struct Legacy<'a> {
            #[serde(default = "shell")]
            channel: String,
            #[serde(borrow)]
            header: &'a RawValue,
            #[serde(borrow, default)]
            parent_header: Option<&'a RawValue>,
            #[serde(borrow, default)]
            metadata: Option<&'a RawValue>,
            #[serde(borrow, default)]
            content: Option<&'a RawValue>,
            #[serde(default)]
            buffers: Vec<String>,
        }
        fn shell() -> String {
            "shell".into()
        }
        let bad = |e: &dyn std::fmt::Display| Error::invalid(format!("no message of a kernel: {e}"));
        let (json, mut buffers) = if is_binary { split_legacy(bytes)? } else { (bytes.clone(), Vec::new()) };
        let read: Legacy<'_> = serde_json::from_slice(&json).map_err(|e| bad(&e))?;
        let raw = |value: Option<&RawValue>| {
            let text = value.map(RawValue::get).filter(|text| *text != "null");
            Bytes::copy_from_slice(text.unwrap_or("{}").as_bytes())
        };
        for text in &read.buffers {
            buffers.push(STANDARD.decode(text).map_err(|e| bad(&e))?.into());
        }
        let parts = [raw(Some(read.header)), raw(read.parent_header), raw(read.metadata), raw(read.content)];
        checked(Message { channel: Channel::from_name(&read.channel)?, parts, buffers })
    }
}

/// The JSON and the buffers of a binary message of the older form.
fn split_legacy(bytes: &Bytes) -> Result<(Bytes, Vec<Bytes>)> {
    let bad = || Error::invalid("no binary message of a kernel");
    let number = |at: usize| {
        let digits = bytes.get(at * 4..at * 4 + 4).and_then(|digits| digits.try_into().ok());
        digits.map(|digits| u32::from_be_bytes(digits) as usize).ok_or_else(bad)
    };
    let count = number(0)?;
    if count == 0 || count > bytes.len() / 4 {
        return Err(bad());
    }
    let mut offsets: Vec<usize> = (1..=count).map(number).collect::<Result<_>>()?;
    offsets.push(bytes.len());
    if offsets[0] < 4 * (count + 1) || !offsets.is_sorted() {
        return Err(bad());
    }
    let mut fields = offsets.windows(2).map(|pair| bytes.slice(pair[0]..pair[1]));
    let json = fields.next().ok_or_else(bad)?;
    Ok((json, fields.collect()))
}

/// A message of a client: its parts are JSON, as kernels expect without checking, and it has a type.
fn checked(message: Message) -> Result<Message> {
    let objects = message.parts.iter().all(|part| serde_json::from_slice::<&RawValue>(part).is_ok());
    match objects && !message.header().msg_id.is_empty() && message.channel != Channel::Iopub {
        true => Ok(message),
        false => Err(Error::invalid("a message of a client has four parts in JSON and a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(buffers: Vec<Bytes>) -> Message {
        let mut message = Message::new(Channel::Shell, "execute_request", "s", &json!({"code": "1"})).unwrap();
        message.buffers = buffers;
        message
    }

    #[test]
    fn all_forms_are_read_as_they_were_written() {
        for buffers in [vec![], vec![Bytes::from_static(b"\0\xff"), Bytes::new()]] {
            let message = message(buffers);
            assert_eq!(Message::from_v1(&message.to_v1()).unwrap(), message);
            let (is_binary, bytes) = message.to_legacy();
            assert_eq!(is_binary, !message.buffers.is_empty());
            assert_eq!(Message::from_legacy(&bytes, is_binary).unwrap(), message);
            let frames = message.to_frames("key");
            assert_eq!(Message::from_frames(Channel::Shell, &frames, "key").unwrap(), message);
            assert!(Message::from_frames(Channel::Shell, &frames, "other").is_err());
        }
    }

    #[test]
    fn the_form_v1_is_that_of_jupyter_server() {
        // Written by jupyter_server.services.kernels.connection.base.serialize_msg_to_ws_v1.
        let parts = [&b"{\"msg_id\":\"1\"}"[..], b"{}", b"{}", b"{}"].map(Bytes::from_static);
        let message = Message { channel: Channel::Shell, parts, buffers: Vec::new() };
        let mut expected = Vec::new();
        for number in [6_u64, 56, 61, 75, 77, 79, 81] {
            expected.extend(number.to_le_bytes());
        }
        expected.extend(b"shell{\"msg_id\":\"1\"}{}{}{}");
        assert_eq!(message.to_v1(), expected);
    }

    #[test]
    fn broken_messages_are_errors() {
        let good = message(vec![Bytes::from_static(b"x")]);
        for bytes in [good.to_v1(), good.to_legacy().1] {
            for at in 0..bytes.len() {
                // None of them may panic.
                let mut broken = bytes.to_vec();
                broken[at] ^= 0x80;
                let _ = Message::from_v1(&broken.clone().into());
                let _ = Message::from_legacy(&broken.into(), true);
                let cut = bytes.slice(..at);
                assert!(Message::from_v1(&cut).is_err() || at > 100, "{at}");
                let _ = Message::from_legacy(&cut, true);
            }
        }
        assert!(Message::from_legacy(&Bytes::from_static(b"[]"), false).is_err());
        let unknown = br#"{"channel": "iopub", "header": {"msg_id": "1"}}"#;
        assert!(Message::from_legacy(&Bytes::from_static(unknown), false).is_err());
    }
}
