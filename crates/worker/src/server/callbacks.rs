//! The connection by which a client answers calls of its functions.
//!
//! It begins with [`PREFACE`] and the token; numbers are little endian:
//!
//! | from | content |
//! |---|---|
//! | client | the preface, a length of 4 bytes, `Bearer TOKEN` or nothing |
//! | worker | the first number of the client's functions, 8 bytes; 0 if the token is not right |
//! | worker, for each call | its number, the number of the function, a length, 8 bytes each; the arguments |
//! | client, for each call | its number, 8 bytes; 0, or 1 for an error; a length of 8 bytes; the results, or a text |
//! | client, at any time | the number of a device, 8 bytes; 2; a length of 8 bytes, 0 |
//! | worker, to that | as a call of the function 0: the number, and the five numbers of [`Backend::memory_stats`] |
//!
//! Answers come in any order.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use security::{Token, bearer_token};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::backend::Backend;
use crate::callbacks::{Call, Channel};

/// The first bytes of a connection for calls.
pub const PREFACE: &[u8] = b"LABORA CALLBACKS 1\n";
/// The time for the token, and for the bytes of a call or an answer.
const TRANSFER_TIME: Duration = Duration::from_secs(60);
/// The most bytes of a token.
const MAX_TOKEN: u32 = 4096;
/// The most bytes of the text of an error.
const MAX_TEXT: u64 = 64 << 10;

/// What connections for calls need.
#[derive(Clone, Debug)]
pub struct CallbackService {
    pub backend: Arc<Backend>,
    pub token: Option<Token>,
}

impl CallbackService {
    /// Serves a connection, of which nothing is read yet, until its client ends. `begun` is called when it
    /// has said who it is.
    pub async fn serve<C: AsyncRead + AsyncWrite + Unpin>(self, mut connection: C, begun: impl FnOnce(&mut C)) {
        let is_known = match timeout(TRANSFER_TIME, self.knows(&mut connection)).await {
            Ok(Ok(is_known)) => is_known,
            _ => return,
        };
        begun(&mut connection);
        if let Err(error) = self.answer_calls(connection, is_known).await {
            tracing::debug!(%error, "a connection for callbacks ended");
        }
    }

    /// Reads the preface and the token: true if it is right.
    async fn knows(&self, connection: &mut (impl AsyncRead + Unpin)) -> io::Result<bool> {
        let mut preface = [0; PREFACE.len()];
        connection.read_exact(&mut preface).await?;
        let length = connection.read_u32_le().await?;
        if preface != PREFACE || length > MAX_TOKEN {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut given = vec![0; length as usize];
        connection.read_exact(&mut given).await?;
        Ok(self.token.as_ref().is_none_or(|token| token.is(bearer_token(&given).unwrap_or(&given))))
    }

    async fn answer_calls(&self, connection: impl AsyncRead + AsyncWrite + Unpin, is_known: bool) -> io::Result<()> {
        let (reader, mut writer) = split(connection);
        if !is_known {
            tracing::warn!("a connection for callbacks was refused: its token is not that of this worker");
            return writer.write_all(&0u64.to_le_bytes()).await;
        }
        let mut open = self.backend.callbacks.open().map_err(io::Error::other)?;
        writer.write_all(&open.first.to_le_bytes()).await?;
        let channel = open.channel.clone();
        tokio::select! {
            ended = send(writer, &mut open.calls) => ended,
            ended = receive(reader, &channel, &self.backend) => ended,
        }
    }
}

/// Sends calls to the client.
async fn send(mut writer: impl AsyncWrite + Unpin, calls: &mut mpsc::Receiver<Call>) -> io::Result<()> {
    while let Some(call) = calls.recv().await {
        let mut head = Vec::with_capacity(24);
        for number in [call.call, call.function, call.arguments.len() as u64] {
            head.extend_from_slice(&number.to_le_bytes());
        }
        let sent = async {
            writer.write_all(&head).await?;
            writer.write_all(&call.arguments).await?;
            writer.flush().await
        };
        timeout(TRANSFER_TIME, sent).await??;
    }
    Ok(())
}

/// What a client sends: results, an error, a question for a device's memory.
const RESULTS: u8 = 0;
const ERROR: u8 = 1;
const MEMORY: u8 = 2;

/// Receives the answers of the client, and its questions.
async fn receive(mut reader: impl AsyncRead + Unpin, channel: &Channel, backend: &Backend) -> io::Result<()> {
    loop {
        let call = reader.read_u64_le().await?;
        let answer = async {
            let kind = reader.read_u8().await?;
            let length = reader.read_u64_le().await?;
            let expected = channel.expected(call);
            // What nobody waits for any more has any length, and is not kept.
            let is_right = match kind {
                RESULTS => expected.is_none_or(|expected| expected as u64 == length),
                ERROR => length <= MAX_TEXT,
                MEMORY => length == 0,
                _ => false,
            };
            if !is_right {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "an answer of another kind or length"));
            }
            if kind == MEMORY {
                let arguments = backend.memory_stats(call).iter().flat_map(|number| number.to_le_bytes()).collect();
                channel.tell(Call { call, function: 0, arguments }).await?;
                return Ok(None);
            }
            if expected.is_none() {
                tokio::io::copy(&mut (&mut reader).take(length), &mut tokio::io::sink()).await?;
                return Ok(None);
            }
            let mut bytes = vec![0; length as usize];
            reader.read_exact(&mut bytes).await?;
            Ok(Some(if kind == ERROR { Err(String::from_utf8_lossy(&bytes).into_owned()) } else { Ok(bytes) }))
        };
        if let Some(returned) = timeout(TRANSFER_TIME, answer).await?? {
            channel.answer(call, returned);
        }
    }
}
