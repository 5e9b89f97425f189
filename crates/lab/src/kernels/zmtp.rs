//! Sockets of ZeroMQ, as a client of kernels needs them: ZMTP 3.0 with the NULL mechanism, over unix
//! sockets that only this user can open. (<https://rfc.zeromq.org/spec/23/>)

use std::io;
use std::path::Path;

use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};

/// Bytes of the largest message that a kernel may send.
const MAX_MESSAGE_BYTES: u64 = 256 << 20;
/// Frames of a message.
const MAX_FRAMES: usize = 10_000;

const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// The types of sockets that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SocketType {
    /// Requests and their replies.
    Dealer,
    /// Messages that are published; all of them are subscribed to.
    Sub,
}

/// Where messages are read.
#[derive(Debug)]
pub struct Reader(BufReader<OwnedReadHalf>);

/// Where messages are written.
#[derive(Debug)]
pub struct Writer(OwnedWriteHalf);

/// Connects. `identity` is the name by which the peer knows this socket.
///
/// # Errors
/// Nothing listens at the path, or it speaks something else.
pub async fn connect(path: &Path, kind: SocketType, identity: &str) -> io::Result<(Reader, Writer)> {
    let (reader, writer) = UnixStream::connect(path).await?.into_split();
    let (mut reader, mut writer) = (Reader(BufReader::with_capacity(64 << 10, reader)), Writer(writer));
    let mut greeting = [0; 64];
    (greeting[0], greeting[9], greeting[10]) = (0xff, 0x7f, 3);
    greeting[12..16].copy_from_slice(b"NULL");
    writer.0.write_all(&greeting).await?;
    let mut theirs = [0; 64];
    reader.0.read_exact(&mut theirs).await?;
    if theirs[0] != 0xff || theirs[9] != 0x7f || theirs[10] < 3 || !theirs[12..].starts_with(b"NULL\0") {
        return Err(io::Error::other("the kernel speaks no ZMTP 3 without encryption"));
    }
    let name = match kind {
        SocketType::Dealer => "DEALER",
        SocketType::Sub => "SUB",
    };
    let mut ready = b"\x05READY".to_vec();
    for (key, value) in [("Socket-Type", name), ("Identity", identity)] {
        ready.push(key.len() as u8);
        ready.extend_from_slice(key.as_bytes());
        ready.extend_from_slice(&(value.len() as u32).to_be_bytes());
        ready.extend_from_slice(value.as_bytes());
    }
    writer.0.write_all(&frame(COMMAND, &ready)).await?;
    let (flags, body) = reader.frame(MAX_MESSAGE_BYTES).await?;
    if flags & COMMAND == 0 || !body.starts_with(b"\x05READY") {
        let text = String::from_utf8_lossy(&body[..body.len().min(100)]).into_owned();
        return Err(io::Error::other(format!("the kernel refused the connection: {text}")));
    }
    if kind == SocketType::Sub {
        // A subscription to all topics.
        writer.0.write_all(&frame(0, &[1])).await?;
    }
    Ok((reader, writer))
}

impl Reader {
    /// The frames of the next message.
    ///
    /// # Errors
    /// The peer is gone, or its message is larger than 256 MiB.
    pub async fn read(&mut self) -> io::Result<Vec<Bytes>> {
        let (mut frames, mut left) = (Vec::new(), MAX_MESSAGE_BYTES);
        loop {
            let (flags, body) = self.frame(left).await?;
            if flags & COMMAND != 0 {
                continue;
            }
            left -= body.len() as u64;
            frames.push(body);
            if flags & MORE == 0 {
                return Ok(frames);
            }
            if frames.len() == MAX_FRAMES {
                return Err(io::Error::other("a message of a kernel has too many frames"));
            }
        }
    }

    async fn frame(&mut self, max_bytes: u64) -> io::Result<(u8, Bytes)> {
        let flags = self.0.read_u8().await?;
        let length = if flags & LONG != 0 { self.0.read_u64().await? } else { self.0.read_u8().await?.into() };
        if length > max_bytes {
            return Err(io::Error::other(format!("a message of a kernel has more than {MAX_MESSAGE_BYTES} bytes")));
        }
        // Memory is taken as bytes come, not as they are promised.
        let mut body = Vec::new();
        let read = (&mut self.0).take(length).read_to_end(&mut body).await?;
        match read as u64 == length {
            true => Ok((flags, body.into())),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Writer {
    /// Sends a message.
    ///
    /// # Errors
    /// The peer is gone.
    pub async fn write(&mut self, frames: &[Bytes]) -> io::Result<()> {
        let mut bytes = Vec::new();
        for (number, body) in frames.iter().enumerate() {
            bytes.extend(frame(if number + 1 < frames.len() { MORE } else { 0 }, body));
        }
        self.0.write_all(&bytes).await
    }
}

fn frame(flags: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() + 9);
    match u8::try_from(body.len()) {
        Ok(length) => bytes.extend([flags, length]),
        Err(_) => {
            bytes.push(flags | LONG);
            bytes.extend((body.len() as u64).to_be_bytes());
        }
    }
    bytes.extend_from_slice(body);
    bytes
}

#[cfg(test)]
mod tests {
    use tokio::net::UnixListener;

    use super::*;

    #[tokio::test]
    async fn a_peer_that_promises_more_than_it_may_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s");
        let listener = UnixListener::bind(&path).unwrap();
        let peer = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut greeting = [0; 64];
            stream.read_exact(&mut greeting).await.unwrap();
            stream.write_all(&greeting).await.unwrap();
            stream.write_all(b"\x04\x06\x05READY").await.unwrap();
            stream.write_all(b"\x01\x02ab\x00\x01c").await.unwrap();
            stream.write_all(b"\x02\xff\xff\xff\xff\xff\xff\xff\xff").await.unwrap();
            stream
        });
        let (mut reader, _writer) = connect(&path, SocketType::Dealer, "me").await.unwrap();
        assert_eq!(reader.read().await.unwrap(), ["ab", "c"]);
        assert!(reader.read().await.unwrap_err().to_string().contains("more than"));
        drop(peer.await.unwrap());
    }

    #[tokio::test]
    async fn whoever_speaks_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s");
        let listener = UnixListener::bind(&path).unwrap();
        let peer = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(&[b'x'; 64]).await.unwrap();
            stream
        });
        assert!(connect(&path, SocketType::Sub, "").await.is_err());
        drop(peer.await.unwrap());
    }
}
