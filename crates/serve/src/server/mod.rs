//! The server: connections, their limits, and an orderly end.

mod budget;
mod page;
mod routes;
mod service;
mod stream;
mod token;

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use security::{Tls, Token};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::error::{Error, Result};
use crate::repository::Repository;
use budget::Budget;
use service::{Limits, Phase, Service};
use stream::Stream;

/// The time for a TLS handshake.
const HANDSHAKE_TIME: Duration = Duration::from_secs(20);
/// Bytes of a request's head.
const MAX_HEAD_BYTES: usize = 64 << 10;
/// Headers of a request.
const MAX_HEADERS: usize = 64;
/// At the end: how long connections may bring one more request, so that none is lost on its way.
const LINGER: Duration = Duration::from_secs(1);
/// At the end, when all requests are answered: the time for the models.
const FINISH_TIME: Duration = Duration::from_secs(2);

/// What a server allows, and how it is protected.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Connections at a time; more wait in the system's queue. Default 4096.
    pub max_connections: usize,
    /// Bytes of a request's body. Default 32 MiB.
    pub max_body_bytes: usize,
    /// Bytes of an answer. Default 256 MiB.
    pub max_answer_bytes: usize,
    /// Bytes that all requests may hold. Default 2 GiB.
    pub max_memory_bytes: usize,
    /// The time in which the head of a request arrives, and of silence between requests. Default 30 s.
    pub header_time: Duration,
    /// The time in which a body arrives, and in which a client takes a part of its answer. Default 30 s.
    pub body_time: Duration,
    /// The time from a request's last byte to its answer. Default 30 s.
    pub deadline: Duration,
    /// At the end: how long requests may take. Default 60 s.
    pub drain_time: Duration,
    /// The token that clients must present, but to ask for the server's health.
    pub token: Option<Token>,
    /// The certificate, which encrypts connections.
    pub tls: Option<Tls>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            max_connections: 4096,
            max_body_bytes: 32 << 20,
            max_answer_bytes: 256 << 20,
            max_memory_bytes: 2 << 30,
            header_time: Duration::from_secs(30),
            body_time: Duration::from_secs(30),
            deadline: Duration::from_secs(30),
            drain_time: Duration::from_secs(60),
            token: None,
            tls: None,
        }
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    repository: Arc<Repository>,
    options: ServerOptions,
}

impl Server {
    /// Listens at an address.
    ///
    /// # Errors
    /// The address is in use, or not one of this machine; the files of TLS cannot be read.
    pub async fn bind(address: SocketAddr, repository: Arc<Repository>, options: ServerOptions) -> Result<Server> {
        let tls = options.tls.as_ref().map(|tls| tls.acceptor("http/1.1")).transpose().map_err(Error::invalid)?;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|e| Error::internal(format!("cannot listen at {address}: {e}")))?;
        Ok(Server { listener, tls, repository, options })
    }

    /// The address, with the port that the system chose if 0 was asked for.
    ///
    /// # Errors
    /// The system's own.
    pub fn address(&self) -> Result<SocketAddr> {
        self.listener.local_addr().map_err(|e| Error::internal(format!("address of the listener: {e}")))
    }

    /// Serves until `end` is ready; then answers all requests that were accepted, and ends the models.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let (phase, of_connections) = watch::channel(Phase::Serving);
        let options = self.options;
        let metrics = self.repository.metrics().clone();
        let limits = Limits {
            max_body_bytes: options.max_body_bytes,
            max_answer_bytes: options.max_answer_bytes,
            body_time: options.body_time,
            deadline: options.deadline,
        };
        let service = Arc::new(Service {
            repository: self.repository.clone(),
            limits,
            token: options.token.clone(),
            budget: Budget::new(options.max_memory_bytes, metrics),
            phase: of_connections.clone(),
        });
        let permits = Arc::new(Semaphore::new(options.max_connections));
        let acceptor = Acceptor {
            tls: self.tls,
            service,
            phase: of_connections,
            permits: permits.clone(),
            header_time: options.header_time,
            patience: options.body_time,
        };
        let accepting = tokio::spawn(acceptor.accept(self.listener));
        end.await;
        self.repository.stop_loading();
        tracing::info!("ending: requests that are on their way are answered");
        phase.send_replace(Phase::Draining);
        self.repository.hurry();
        sleep(LINGER).await;
        accepting.abort();
        phase.send_replace(Phase::Stopping);
        let all = u32::try_from(options.max_connections).unwrap_or(u32::MAX);
        if timeout(options.drain_time, permits.acquire_many(all)).await.is_err() {
            tracing::warn!(connections = options.max_connections - permits.available_permits(), "cut at the end");
        }
        let repository = self.repository;
        let finished = tokio::task::spawn_blocking(move || repository.finish());
        // Nobody waits for a batch that runs still.
        if !timeout(FINISH_TIME, finished).await.is_ok_and(|finished| finished.is_ok()) {
            tracing::error!("the models did not end in order");
        }
    }
}

struct Acceptor {
    tls: Option<TlsAcceptor>,
    service: Arc<Service>,
    phase: watch::Receiver<Phase>,
    permits: Arc<Semaphore>,
    header_time: Duration,
    patience: Duration,
}

impl Acceptor {
    async fn accept(self, listener: TcpListener) {
        let acceptor = Arc::new(self);
        while let Ok(permit) = acceptor.permits.clone().acquire_owned().await {
            match listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(acceptor.clone().connection(stream, permit))),
                Err(error) => {
                    // Such as too many open files: the system may recover.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    async fn connection(self: Arc<Self>, stream: TcpStream, _permit: OwnedSemaphorePermit) {
        let count = &self.service.repository.metrics().connections;
        count.fetch_add(1, Ordering::Relaxed);
        // Small answers must not wait for each other. An error only makes them slower.
        let _ = stream.set_nodelay(true);
        match &self.tls {
            None => self.serve(stream).await,
            Some(tls) => match timeout(HANDSHAKE_TIME, tls.accept(stream)).await {
                Ok(Ok(stream)) => self.serve(stream).await,
                Ok(Err(error)) => tracing::debug!(%error, "TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake took too long"),
            },
        }
        count.fetch_sub(1, Ordering::Relaxed);
    }

    async fn serve(&self, stream: impl AsyncRead + AsyncWrite + Unpin) {
        let service = service_fn(|request| async { Ok::<_, Infallible>(self.service.handle(request).await) });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(self.header_time).max_headers(MAX_HEADERS);
        builder.max_buf_size(MAX_HEAD_BYTES);
        let stream = TokioIo::new(Stream::new(stream, self.patience));
        let mut connection = pin!(builder.serve_connection(stream, service));
        let mut phase = self.phase.clone();
        let stopping = async move {
            // An error means that the server is gone, which is an end, too.
            let _ = phase.wait_for(|phase| *phase == Phase::Stopping).await;
        };
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = stopping => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection failed");
        }
    }
}
