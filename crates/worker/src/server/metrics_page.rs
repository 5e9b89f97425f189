//! The page for Prometheus, on a port of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

use super::sessions::Sessions;
use crate::backend::Backend;
use crate::metrics::{Gauge, Metrics};

/// Serves `GET /metrics`.
///
/// # Errors
/// The address cannot be listened at.
pub async fn serve(
    address: SocketAddr,
    metrics: Arc<Metrics>,
    sessions: Arc<Sessions>,
    backend: Arc<Backend>,
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind(address).await?;
    let page = move || {
        let page = metrics.page(&gauges(&sessions, &backend));
        async move { ([(CONTENT_TYPE, "text/plain; version=0.0.4")], page) }
    };
    let router = Router::new().route("/metrics", get(page));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(())
}

fn gauges(sessions: &Sessions, backend: &Backend) -> Vec<Gauge> {
    let running = backend.launch_queue.running() as u64;
    let held = backend.held_bytes.load(Ordering::Relaxed);
    vec![
        Gauge { name: "open_sessions", help: "Sessions that are open.", value: sessions.count() as u64 },
        Gauge {
            name: "held_bytes",
            help: "Bytes of arrays, host buffers and programs that sessions hold, or have not freed yet.",
            value: held,
        },
        Gauge { name: "running_programs", help: "Programs that were launched and have not finished.", value: running },
        Gauge {
            name: "devices",
            help: "Devices that are served.",
            value: backend.client.addressable_devices().len() as u64,
        },
    ]
}
