//! The server: connections, gRPC, health, metrics, and an orderly end.

mod address;
mod callbacks;
mod connection;
mod metrics_page;
mod reflection;
mod service;
mod sessions;
mod token;
mod tunnel;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ifrt_proxy::stub::server::IfrtProxyServer;
use ifrt_proxy::{Code, Error, Result};
use security::{Tls, Token};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Server;

pub use address::{Address, DEFAULT_PORT, Listener};
pub use service::Limits;
pub use tunnel::Tunnel;

use crate::backend::Backend;
use crate::metrics::Metrics;
use callbacks::CallbackService;
use connection::KEEPALIVE;
use service::Service;
use sessions::Sessions;

/// Bytes that a client may send ahead in one stream.
const STREAM_WINDOW: u32 = 16 << 20;
/// Bytes that a client may send ahead in all streams of a connection.
const CONNECTION_WINDOW: u32 = 64 << 20;
/// Bytes of a frame of HTTP/2: as many as a part of a host buffer has.
const FRAME_BYTES: u32 = 1 << 20;
/// The time that open connections get after the last session ended.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// How a worker serves.
#[derive(Debug)]
pub struct Config {
    /// Where to listen.
    pub listener: Listener,
    /// Encrypts connections; none leaves them plain.
    pub tls: Option<Tls>,
    /// The token that clients must present; none asks for none.
    pub token: Option<Token>,
    /// What clients may use.
    pub limits: Limits,
    /// Where Prometheus reads the metrics; none gives no page.
    pub metrics: Option<SocketAddr>,
    /// How long open sessions may go on after the end was asked for.
    pub drain_time: Duration,
}

/// Serves until `end` is ready; then refuses new sessions, waits for the open ones for
/// [`Config::drain_time`], and returns. `started` is called when connections are accepted.
///
/// # Errors
/// A file of TLS is wrong, or an address cannot be listened at.
pub async fn serve(
    config: Config,
    backend: Arc<Backend>,
    started: impl FnOnce(),
    end: impl Future<Output = ()> + Send,
) -> Result<()> {
    let failed = |what: &str, e: &dyn std::fmt::Display| Error::new(Code::FailedPrecondition, format!("{what}: {e}"));
    let metrics = Arc::new(Metrics::default());
    let sessions = Arc::new(Sessions::default());
    let tls = config.tls.as_ref().map(|tls| tls.acceptor("h2")).transpose().map_err(Error::invalid)?;
    let callbacks = CallbackService { backend: backend.clone(), token: config.token.clone() };
    let connections = connection::accept(config.listener, tls, metrics.clone(), Some(callbacks))
        .map_err(|e| failed("the listener", &e))?;
    if let Some(address) = config.metrics {
        metrics_page::serve(address, metrics.clone(), sessions.clone(), backend.clone())
            .await
            .map_err(|e| failed(&format!("metrics at {address}"), &e))?;
    }
    let (drain, is_draining) = watch::channel(false);
    let service = Service {
        backend,
        limits: config.limits,
        token: config.token,
        sessions: sessions.clone(),
        metrics,
        is_draining,
    };
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_serving::<IfrtProxyServer<Service>>().await;
    let reflection = reflection::service().map_err(|e| failed("reflection", &e))?;
    let reflection_v1alpha = reflection::service_v1alpha().map_err(|e| failed("reflection", &e))?;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE))
        .http2_keepalive_timeout(Some(KEEPALIVE))
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_frame_size(FRAME_BYTES)
        .add_service(IfrtProxyServer::new(Arc::new(service)).max_request_bytes(service::MAX_REQUEST_BYTES))
        .add_service(health_service)
        .add_service(reflection)
        .add_service(reflection_v1alpha)
        .serve_with_incoming_shutdown(ReceiverStream::new(connections), async move {
            // An error means that the sender is gone, which is an end, too.
            let _ = stopped.await;
        });
    let server = tokio::spawn(server);
    started();
    end.await;
    tracing::info!(sessions = sessions.count(), "ending: no new sessions");
    drain.send_replace(true);
    health.set_not_serving::<IfrtProxyServer<Service>>().await;
    if timeout(config.drain_time, sessions.all_closed()).await.is_err() {
        tracing::warn!(sessions = sessions.count(), "sessions did not end in time");
    }
    let _ = stop.send(());
    match timeout(LAST_ANSWERS, server).await {
        Ok(Ok(Err(error))) => Err(Error::internal(format!("server: {error}"))),
        // Connections that stay open are cut.
        _ => Ok(()),
    }
}
