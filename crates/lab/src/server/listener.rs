//! Connections: accepted, encrypted if there is a certificate, and cut when the session that has them ends.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::IncomingStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::access::Peer;

/// The time for a TLS handshake.
const HANDSHAKE_TIME: Duration = Duration::from_secs(20);
/// Handshakes at a time; others wait in the system's queue.
const MAX_HANDSHAKES: usize = 256;
/// The pause after a connection could not be accepted, as when there are too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Where the server listens.
#[derive(Debug)]
pub struct Listener {
    address: SocketAddr,
    accepted: mpsc::Receiver<(Connection, Peer)>,
    /// Accepts connections as long as this exists.
    _task: JoinSet<()>,
}

impl Listener {
    /// Accepts the connections of a listener, with TLS if there is an acceptor.
    ///
    /// # Errors
    /// The listener has no address.
    pub fn new(listener: TcpListener, tls: Option<TlsAcceptor>) -> io::Result<Listener> {
        let address = listener.local_addr()?;
        let (sender, accepted) = mpsc::channel(16);
        let mut task = JoinSet::new();
        task.spawn(accept(listener, tls, sender));
        Ok(Listener { address, accepted, _task: task })
    }

    /// Its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn accept(listener: TcpListener, tls: Option<TlsAcceptor>, accepted: mpsc::Sender<(Connection, Peer)>) {
    let mut handshakes = JoinSet::new();
    loop {
        while handshakes.len() >= MAX_HANDSHAKES {
            handshakes.join_next().await;
        }
        while handshakes.try_join_next().is_some() {}
        let (stream, address) = match listener.accept().await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                sleep(PAUSE).await;
                continue;
            }
        };
        // Small messages of kernels do not wait for more. An error means that it is closed already.
        let _ = stream.set_nodelay(true);
        let (tls, accepted) = (tls.clone(), accepted.clone());
        handshakes.spawn(async move {
            let stream: Box<dyn Stream> = match tls {
                None => Box::new(stream),
                Some(tls) => match timeout(HANDSHAKE_TIME, tls.accept(stream)).await {
                    Ok(Ok(stream)) => Box::new(stream),
                    Ok(Err(error)) => return tracing::debug!(%address, %error, "a TLS handshake failed"),
                    Err(_) => return tracing::debug!(%address, "a TLS handshake took too long"),
                },
            };
            let (sender, cut) = oneshot::channel();
            let connection = Connection { stream, cut: Some(cut), is_cut: false };
            // An error means that the server has ended.
            let _ = accepted.send((connection, Peer::new(address, sender))).await;
        });
    }
}

impl axum::serve::Listener for Listener {
    type Io = Connection;
    type Addr = Peer;

    async fn accept(&mut self) -> (Connection, Peer) {
        match self.accepted.recv().await {
            Some(accepted) => accepted,
            // The task that accepts ends with this alone.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Peer> {
        Ok(Peer::new(self.address, oneshot::channel().0))
    }
}

impl Connected<IncomingStream<'_, Listener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Listener>) -> Peer {
        stream.remote_addr().clone()
    }
}

/// The bytes of a connection.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl Stream for TcpStream {}
impl Stream for tokio_rustls::server::TlsStream<TcpStream> {}

/// A connection.
pub struct Connection {
    stream: Box<dyn Stream>,
    /// Says that it is cut; none when nobody can say so any more.
    cut: Option<oneshot::Receiver<()>>,
    is_cut: bool,
}

impl Connection {
    /// The error of a connection that was cut.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if let Some(cut) = &mut self.cut
            && let Poll::Ready(said) = Pin::new(cut).poll(context)
        {
            self.is_cut = said.is_ok();
            self.cut = None;
        }
        match self.is_cut {
            true => Err(io::Error::new(io::ErrorKind::ConnectionAborted, "the session ended")),
            false => Ok(()),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, bytes)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
