//! Connections: accepted, limited in number, and encrypted, before gRPC sees them.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Sleep, sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tonic::transport::server::Connected;

use super::address::Listener;
use crate::metrics::Metrics;

/// Connections at a time. More wait in the system's queue.
const MAX_CONNECTIONS: usize = 1024;
/// The time for a TLS handshake, and for the first bytes of HTTP/2.
const HANDSHAKE_TIME: Duration = Duration::from_secs(20);
/// Bytes with which a client of HTTP/2 begins: the preface, and the head of its settings.
const FIRST_BYTES: usize = 24 + 9;

/// Who is on the other side: the address without the port; none for a unix socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub Option<IpAddr>);

impl std::fmt::Display for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(address) => address.fmt(f),
            None => f.write_str("a unix socket"),
        }
    }
}

/// The bytes of a connection.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A connection that gRPC serves.
pub struct Connection {
    stream: Box<dyn Stream>,
    peer: Peer,
    /// Bytes that must arrive before the time is over; then none.
    expected: Option<(usize, Pin<Box<Sleep>>)>,
    _permit: OwnedSemaphorePermit,
}

impl Connection {
    fn new(stream: impl Stream + 'static, peer: Peer, permit: OwnedSemaphorePermit) -> Connection {
        let expected = Some((FIRST_BYTES, Box::pin(sleep(HANDSHAKE_TIME))));
        Connection { stream: Box::new(stream), peer, expected, _permit: permit }
    }
}

impl Connected for Connection {
    type ConnectInfo = Peer;

    fn connect_info(&self) -> Peer {
        self.peer
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let Some((left, time)) = &mut self.expected else { return read };
        if read.is_pending() {
            ready!(time.as_mut().poll(context));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        *left = left.saturating_sub(buffer.filled().len() - before);
        if *left == 0 {
            self.expected = None;
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// Accepts connections until the receiver is dropped. With `tls`, connections that fail the handshake are
/// closed and logged.
///
/// # Errors
/// The listener cannot be used by the runtime.
pub fn accept(
    listener: Listener,
    tls: Option<TlsAcceptor>,
    metrics: Arc<Metrics>,
) -> io::Result<mpsc::Receiver<io::Result<Connection>>> {
    let (connections, receiver) = mpsc::channel(16);
    let acceptor = Acceptor { tls, connections, metrics, permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)) };
    match listener {
        Listener::Tcp(listener) => {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(async move {
                while let Some(permit) = acceptor.permit().await {
                    match listener.accept().await {
                        Ok((stream, address)) => acceptor.tcp(stream, Peer(Some(address.ip().to_canonical())), permit),
                        Err(error) => acceptor.failed(&error).await,
                    }
                }
            });
        }
        #[cfg(unix)]
        Listener::Unix(listener) => {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::UnixListener::from_std(listener)?;
            tokio::spawn(async move {
                while let Some(permit) = acceptor.permit().await {
                    match listener.accept().await {
                        Ok((stream, _)) => {
                            acceptor.spawn(async move { Some(Connection::new(stream, Peer(None), permit)) })
                        }
                        Err(error) => acceptor.failed(&error).await,
                    }
                }
            });
        }
    }
    Ok(receiver)
}

struct Acceptor {
    tls: Option<TlsAcceptor>,
    connections: mpsc::Sender<io::Result<Connection>>,
    metrics: Arc<Metrics>,
    permits: Arc<Semaphore>,
}

impl Acceptor {
    /// Waits until another connection is allowed; `None` at the end.
    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        tokio::select! {
            permit = self.permits.clone().acquire_owned() => permit.ok(),
            () = self.connections.closed() => None,
        }
    }

    /// Such as too many open files: the system may recover.
    async fn failed(&self, error: &io::Error) {
        tracing::warn!(%error, "a connection could not be accepted");
        sleep(Duration::from_millis(100)).await;
    }

    fn spawn(&self, connection: impl Future<Output = Option<Connection>> + Send + 'static) {
        self.metrics.connections.add(1);
        let connections = self.connections.clone();
        tokio::spawn(async move {
            if let Some(connection) = connection.await {
                // Nobody serves it any more at the end.
                let _ = connections.send(Ok(connection)).await;
            }
        });
    }

    fn tcp(&self, stream: TcpStream, peer: Peer, permit: OwnedSemaphorePermit) {
        // Small messages must not wait for each other. An error only makes them slower.
        let _ = stream.set_nodelay(true);
        let Some(tls) = self.tls.clone() else {
            return self.spawn(async move { Some(Connection::new(stream, peer, permit)) });
        };
        let metrics = self.metrics.clone();
        self.spawn(async move {
            let handshake = timeout(HANDSHAKE_TIME, tls.accept(stream)).await;
            let problem = match handshake {
                Ok(Ok(stream)) => return Some(Connection::new(stream, peer, permit)),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "it takes too long".to_string(),
            };
            metrics.refused.add(1);
            tracing::warn!(%peer, problem, "TLS handshake failed");
            None
        });
    }
}
