//! Connections: accepted, limited in number, and encrypted, before gRPC sees them.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::{Sleep, sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tonic::transport::server::Connected;

use super::address::Listener;
use super::callbacks::{self, CallbackService};
use crate::metrics::Metrics;

/// Connections at a time. For more, those are closed that have said nothing yet, the oldest first; if there
/// is none, more wait in the system's queue.
const MAX_CONNECTIONS: usize = 1024;
/// The time for a TLS handshake, and for the first bytes of HTTP/2.
const HANDSHAKE_TIME: Duration = Duration::from_secs(20);
/// How long a connection may be silent before the other side is asked whether it is still there, and how long
/// it has for the answer.
pub(super) const KEEPALIVE: Duration = Duration::from_secs(15);
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

/// A connection that gRPC serves, or one for calls of a client's functions.
pub struct Connection {
    stream: Box<dyn Stream>,
    /// The first byte, if it was read to see which it is, and not since.
    first: Option<u8>,
    peer: Peer,
    /// What must arrive before the time is over; then none.
    expected: Option<Expected>,
    _permit: OwnedSemaphorePermit,
}

/// The first bytes of a connection: until they are here, it is closed if others need its place.
struct Expected {
    bytes: usize,
    time: Pin<Box<Sleep>>,
    place: Place,
}

impl Connection {
    fn new(stream: impl Stream + 'static, peer: Peer, permit: OwnedSemaphorePermit, place: Place) -> Connection {
        let expected = Some(Expected { bytes: FIRST_BYTES, time: Box::pin(sleep(HANDSHAKE_TIME)), place });
        Connection { stream: Box::new(stream), first: None, peer, expected, _permit: permit }
    }

    /// True if the connection is for calls of a client's functions. Nothing of it counts as read.
    async fn is_for_callbacks(&mut self) -> io::Result<bool> {
        let first = self.read_u8().await?;
        self.first = Some(first);
        Ok(first == callbacks::PREFACE[0])
    }

    /// Nothing more has to arrive in time.
    fn has_begun(&mut self) {
        self.expected = None;
    }
}

/// The place of a connection that has said nothing yet. It is ready when others need it.
type Place = oneshot::Receiver<()>;

/// The connections that have said nothing yet, the oldest first.
#[derive(Default)]
struct Silent(Mutex<VecDeque<oneshot::Sender<()>>>);

impl Silent {
    /// Adds a connection.
    fn add(&self) -> Place {
        let (sender, place) = oneshot::channel();
        let mut silent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that have spoken, or ended, are no longer listened to.
        if silent.len() >= 2 * MAX_CONNECTIONS {
            silent.retain(|sender| !sender.is_closed());
        }
        silent.push_back(sender);
        place
    }

    /// Closes the oldest one, if there is one.
    fn close_oldest(&self) -> bool {
        let mut silent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(sender) = silent.pop_front() {
            if sender.send(()).is_ok() {
                return true;
            }
        }
        false
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
        if buffer.remaining() > 0
            && let Some(first) = self.first.take()
        {
            buffer.put_slice(&[first]);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let Some(expected) = &mut self.expected else { return read };
        if read.is_pending() {
            if Pin::new(&mut expected.place).poll(context).is_ready() {
                return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
            }
            ready!(expected.time.as_mut().poll(context));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        expected.bytes = expected.bytes.saturating_sub(buffer.filled().len() - before);
        if expected.bytes == 0 {
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

/// Makes small messages not wait for each other, and lets the system ask a silent other side whether it is
/// there: HTTP/2 asks, too, but not if a tunnel only passes its bytes on. An error leaves things as they are.
pub(super) fn configure(stream: &TcpStream) {
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE / 5).with_retries(5);
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(stream).set_tcp_keepalive(&keepalive);
}

/// Accepts connections until the receiver is dropped. With `tls`, connections that fail the handshake are
/// closed and logged. With `callbacks`, those for calls of clients' functions are served here.
///
/// # Errors
/// The listener cannot be used by the runtime.
pub fn accept(
    listener: Listener,
    tls: Option<TlsAcceptor>,
    metrics: Arc<Metrics>,
    callbacks: Option<CallbackService>,
) -> io::Result<mpsc::Receiver<io::Result<Connection>>> {
    let (connections, receiver) = mpsc::channel(16);
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let acceptor = Acceptor { tls, connections, metrics, callbacks, permits, silent: Silent::default() };
    match listener {
        Listener::Tcp(listener) => {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(async move {
                while let Some(accepted) = acceptor.until_closed(listener.accept()).await {
                    match accepted {
                        Ok((stream, address)) => {
                            let Some(permit) = acceptor.permit().await else { break };
                            acceptor.tcp(stream, Peer(Some(address.ip().to_canonical())), permit);
                        }
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
                while let Some(accepted) = acceptor.until_closed(listener.accept()).await {
                    match accepted {
                        Ok((stream, _)) => {
                            let Some(permit) = acceptor.permit().await else { break };
                            let place = acceptor.silent.add();
                            acceptor.spawn(async move { Some(Connection::new(stream, Peer(None), permit, place)) });
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
    callbacks: Option<CallbackService>,
    permits: Arc<Semaphore>,
    silent: Silent,
}

impl Acceptor {
    /// Waits for something, or the end: then it is `None`.
    async fn until_closed<T>(&self, something: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            something = something => Some(something),
            () = self.connections.closed() => None,
        }
    }

    /// Waits until another connection is allowed; `None` at the end. Silent connections have to make room.
    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = self.permits.clone().try_acquire_owned() {
            return Some(permit);
        }
        if self.silent.close_oldest() {
            self.metrics.refused.add(1);
        }
        self.until_closed(self.permits.clone().acquire_owned()).await?.ok()
    }

    /// Such as too many open files: silent connections have to make room, and the system may recover.
    async fn failed(&self, error: &io::Error) {
        tracing::warn!(%error, "a connection could not be accepted");
        self.silent.close_oldest();
        sleep(Duration::from_millis(100)).await;
    }

    fn spawn(&self, connection: impl Future<Output = Option<Connection>> + Send + 'static) {
        self.metrics.connections.add(1);
        let (connections, callbacks) = (self.connections.clone(), self.callbacks.clone());
        tokio::spawn(async move {
            let Some(mut connection) = connection.await else { return };
            if let Some(callbacks) = callbacks {
                match connection.is_for_callbacks().await {
                    Ok(true) => return callbacks.serve(connection, Connection::has_begun).await,
                    Ok(false) => {}
                    Err(error) => return tracing::debug!(%error, "a connection ended before its first byte"),
                }
            }
            // Nobody serves it any more at the end.
            let _ = connections.send(Ok(connection)).await;
        });
    }

    fn tcp(&self, stream: TcpStream, peer: Peer, permit: OwnedSemaphorePermit) {
        configure(&stream);
        let mut place = self.silent.add();
        let Some(tls) = self.tls.clone() else {
            return self.spawn(async move { Some(Connection::new(stream, peer, permit, place)) });
        };
        let metrics = self.metrics.clone();
        self.spawn(async move {
            let handshake = tokio::select! {
                handshake = timeout(HANDSHAKE_TIME, tls.accept(stream)) => handshake,
                // It counts as refused already.
                _ = &mut place => return None,
            };
            let problem = match handshake {
                Ok(Ok(stream)) => return Some(Connection::new(stream, peer, permit, place)),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "it takes too long".to_string(),
            };
            metrics.refused.add(1);
            tracing::warn!(%peer, problem, "TLS handshake failed");
            None
        });
    }
}
