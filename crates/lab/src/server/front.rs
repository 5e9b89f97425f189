//! What strangers reach: the login, the version, and files of the stock bundle, which have no secrets.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::response::Response;
use axum::routing::{get, post};

use super::frontend::send_file;
use super::pages::Front;
use super::{api, frontend, pages};
use crate::access::Access;
use crate::error::Result;
use crate::image::Image;

/// The bytes of the largest request of a stranger.
const MAX_BODY_BYTES: usize = 64 << 10;

/// The routes. `access::check` lets strangers through to these.
pub fn routes(access: Arc<Access>, image: Image) -> Router {
    let front = Arc::new(Front { access, image });
    let small = || DefaultBodyLimit::max(MAX_BODY_BYTES);
    Router::new()
        .route("/api", get(api::version))
        .route("/api/", get(api::version))
        .route("/api/security/csp-report", post(api::csp_report).layer(small()))
        .route("/login", get(pages::login).post(pages::log_in).layer(small()))
        .route("/logout", get(pages::log_out).post(pages::log_out))
        .route("/favicon.ico", get(frontend::favicon))
        .route("/static/favicons/{*path}", get(frontend::favicon))
        .route("/static/lab/{*path}", get(static_file))
        .with_state(front)
}

/// `GET /static/lab/{*path}`.
async fn static_file(State(front): State<Arc<Front>>, Path(path): Path<String>) -> Result<Response> {
    send_file(front.image.lab().join("static"), path).await
}
