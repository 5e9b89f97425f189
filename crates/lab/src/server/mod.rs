//! The server: what all requests share, and the table of routes.

mod api;
mod body;
mod contents;
mod files;
mod pages;
mod security;
mod state;

use std::future::Future;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{any, get, post};

pub use state::Lab;

/// The bytes of the largest request: a notebook or file of 256 MiB in base64 and JSON. Larger files come in
/// chunks.
const MAX_BODY_BYTES: usize = 400 << 20;

/// Serves at a listener until `end` is ready.
///
/// # Errors
/// The listener fails.
pub async fn serve(
    listener: tokio::net::TcpListener,
    lab: Arc<Lab>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    axum::serve(listener, router(lab)).with_graceful_shutdown(end).await
}

/// All routes behind the checks of every request.
pub fn router(lab: Arc<Lab>) -> Router {
    let access = lab.access.clone();
    let routes = routes(lab.clone());
    // An inner service is routed when the layers have run: they remove the base address and refuse strangers.
    Router::new()
        .fallback_service(routes)
        .layer(middleware::from_fn_with_state(access.clone(), crate::access::check))
        .layer(middleware::from_fn_with_state(access, security::headers_and_base))
}

fn routes(lab: Arc<Lab>) -> Router {
    Router::new()
        .route("/api", get(api::version))
        .route("/api/", get(api::version))
        .route("/api/status", get(api::status))
        .route("/api/me", get(api::me))
        .route("/api/security/csp-report", post(api::csp_report))
        .route("/api/contents", any(contents::root))
        .route("/api/contents/", any(contents::root))
        .route("/api/contents/{*path}", any(contents::path))
        .route("/files/{*path}", get(files::file))
        .route("/view/{*path}", get(files::view))
        .route("/login", get(pages::login).post(pages::log_in))
        .route("/logout", get(pages::log_out).post(pages::log_out))
        .fallback(api::unknown)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(lab)
}
