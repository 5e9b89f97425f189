//! What a server and a supervisor tell each other over a unix socket: frames of a kind (a byte), a length
//! (eight bytes, the least significant first) and a body. Messages of a kernel have a kind of their own, and
//! the form of their WebSockets; all else is JSON.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::program::Task;
use crate::clock::Since;
use crate::kernels::activity::Activity;
use crate::kernels::collect::Entry;
use crate::kernels::lifetimes::Lifetimes;
use crate::kernels::message::Message;
use crate::kernels::usage::Usage;

/// Kinds of frames.
const MESSAGE: u8 = 0;
const JSON: u8 = 1;
/// Bytes before the body of a frame.
const HEAD: usize = 9;
/// Bytes of the largest frame: a message of a kernel with its offsets.
const MAX_BYTES: u64 = 257 << 20;

/// A frame; `T` is what its sender has to say.
#[derive(Clone, Debug)]
pub enum Frame<T> {
    /// A message to or from the kernel.
    Message(Message),
    /// All else.
    Word(T),
}

/// What servers say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// The first word of the first server: start this.
    Start(Box<Task>),
    /// The first word of each later server, with the times that hold from now on.
    Attach(Lifetimes),
    /// Interrupt what runs.
    Interrupt,
    /// Count this as activity.
    Keep,
    /// Keep this for the next server.
    Note(Value),
    /// The outputs of these requests of cells are in a page or in the notebook.
    // The name that supervisors of earlier servers know.
    #[serde(rename = "Forget")]
    Settled(Vec<String>),
    /// Write a file of the folder that server and runtime share.
    Write {
        /// Its path below that folder.
        path: String,
        /// Its bytes, in base64.
        bytes: String,
    },
    /// Say what the runtime uses. A connection on which nothing comes is taken for broken.
    Ask,
    /// End the kernel: ask it, and kill it when `patience` is over. `restart` is passed to the kernel.
    End {
        /// True if another takes its place.
        restart: bool,
        /// How long it may take.
        patience: Duration,
    },
}

/// What supervisors say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The answer to a server's first word.
    Attached(Attached),
    /// What a cell published that earlier servers read: the number of its request, and its outputs.
    Cell(String, Box<Entry>),
    /// As many messages come next that an earlier server had, and may not have passed on.
    Recent(usize),
    /// The kernel cannot be started, or not be reached.
    Failed(String),
    /// What the kernel's program writes.
    Said(String),
    /// What the runtime has of memory, if it is known.
    Uses(Option<Usage>),
    /// How it ended. Nothing of its runtime is left; nothing comes after it.
    Ended(String),
}

/// What a server learns of a kernel that runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attached {
    /// The process that the supervisor started.
    pub process: Option<u32>,
    /// When it was started first.
    pub born: Since,
    /// What the kernel does.
    pub activity: Activity,
    /// The last note of a server.
    pub note: Value,
}

/// The bytes of a frame.
#[derive(Clone, Debug)]
pub struct Raw(Bytes);

impl Raw {
    /// Reads the bytes of a frame.
    ///
    /// # Errors
    /// The other side is gone, or sends what is no frame.
    pub async fn read(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Raw> {
        let kind = stream.read_u8().await?;
        let length = stream.read_u64_le().await?;
        if length > MAX_BYTES {
            return Err(io::Error::other(format!("a frame has {length} bytes")));
        }
        let mut bytes = head(kind, length);
        if stream.take(length).read_to_end(&mut bytes).await? as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Raw(bytes.into()))
    }

    /// The bytes of a word.
    ///
    /// # Errors
    /// It is not to be written as JSON.
    pub fn word(word: &impl Serialize) -> io::Result<Raw> {
        let body = serde_json::to_vec(word).map_err(io::Error::other)?;
        let mut bytes = head(JSON, body.len() as u64);
        bytes.extend(body);
        Ok(Raw(bytes.into()))
    }

    /// The frame.
    ///
    /// # Errors
    /// It is none.
    pub fn frame<T: DeserializeOwned>(&self) -> io::Result<Frame<T>> {
        let body = self.0.slice(HEAD..);
        match self.0[0] {
            MESSAGE => Message::from_v1_of_any(&body).map(Frame::Message).map_err(io::Error::other),
            JSON => serde_json::from_slice(&body).map(Frame::Word).map_err(io::Error::other),
            kind => Err(io::Error::other(format!("a frame has the kind {kind}"))),
        }
    }

    /// What its sender has to say, unless it is a message.
    pub fn as_word<T: DeserializeOwned>(&self) -> Option<T> {
        (self.0[0] == JSON).then(|| serde_json::from_slice(&self.0[HEAD..]).ok()).flatten()
    }

    /// Writes it.
    ///
    /// # Errors
    /// The other side is gone.
    pub async fn write(&self, stream: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        stream.write_all(&self.0).await?;
        stream.flush().await
    }
}

/// What comes before the body of a frame.
fn head(kind: u8, length: u64) -> Vec<u8> {
    let mut head = vec![kind];
    head.extend(length.to_le_bytes());
    head
}

/// Reads a frame.
///
/// # Errors
/// The other side is gone, or sends what is no frame.
pub async fn read<T: DeserializeOwned>(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Frame<T>> {
    Raw::read(stream).await?.frame()
}

/// Writes a frame.
///
/// # Errors
/// The other side is gone.
pub async fn write<T: Serialize>(stream: &mut (impl AsyncWrite + Unpin), frame: &Frame<T>) -> io::Result<()> {
    let (kind, body) = match frame {
        Frame::Message(message) => (MESSAGE, message.to_v1()),
        Frame::Word(word) => (JSON, serde_json::to_vec(word).map_err(io::Error::other)?.into()),
    };
    stream.write_all(&head(kind, body.len() as u64)).await?;
    stream.write_all(&body).await
}
