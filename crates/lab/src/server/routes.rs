//! The table of routes of a laboratory.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get, post, put};

use super::state::Lab;
use super::{
    api, channels, collaboration, comments, contents, events, examples, files, frontend, kernels, nbconvert, open,
    passwords, resolve, revisions, runtimes, sessions, shares, terminals,
};

/// The bytes of the largest request: a notebook or file of 256 MiB in base64 and JSON. Larger files come in
/// chunks.
const MAX_BODY_BYTES: usize = 400 << 20;

/// The routes of a laboratory.
pub fn routes(lab: Arc<Lab>) -> Router {
    api_routes().merge(lab_routes()).fallback(api::unknown).layer(DefaultBodyLimit::max(MAX_BODY_BYTES)).with_state(lab)
}

/// Jupyter Server's interface.
fn api_routes() -> Router<Arc<Lab>> {
    Router::new()
        .route("/api/status", get(api::status))
        .route("/api/me", get(api::me))
        .route("/api/resolvePath", get(resolve::resolve))
        .route("/api/spec.yaml", get(api::spec))
        .route("/api/contents", any(contents::root))
        .route("/api/contents/", any(contents::root))
        .route("/api/contents/{*path}", any(contents::path))
        .route("/files/{*path}", get(files::file))
        .route("/view/{*path}", get(files::view))
        .route("/api/kernelspecs", get(kernels::specs))
        .route("/api/kernelspecs/{name}", get(kernels::spec))
        .route("/kernelspecs/{name}/{file}", get(kernels::resource))
        .route("/api/labora/accelerators", get(kernels::accelerators))
        .route(
            "/api/labora/comments/{*path}",
            get(comments::get).post(comments::post).patch(comments::patch).delete(comments::delete),
        )
        .route("/api/labora/examples", get(examples::list))
        .route("/api/labora/examples/{name}", post(examples::open))
        .route("/api/labora/open", post(open::open))
        .route("/api/labora/revisions/{*path}", get(revisions::get).post(revisions::restore))
        .route("/api/labora/runtimes", get(runtimes::list))
        .route("/api/labora/runtimes/{kernel}", get(runtimes::get))
        .route("/api/labora/runtimes/{kernel}/keep", post(runtimes::keep))
        .route("/api/labora/runtimes/{kernel}/outputs", get(runtimes::outputs))
        .route("/api/labora/runtimes/{kernel}/uploads/{request}", post(runtimes::uploaded))
        .route("/api/labora/runtimes/{kernel}/uploads/{request}/{name}", put(runtimes::upload))
        .route("/api/labora/shares/{*path}", get(shares::get).put(shares::put).delete(shares::delete))
        .route("/share", get(shares::open))
        .route("/api/kernels", get(kernels::list).post(kernels::start))
        .route("/api/kernels/{id}", get(kernels::get).delete(kernels::shut_down))
        .route("/api/kernels/{id}/interrupt", post(kernels::interrupt))
        .route("/api/kernels/{id}/restart", post(kernels::restart))
        .route("/api/kernels/{id}/execute", post(kernels::execute))
        .route("/api/kernels/{id}/channels", get(channels::open))
        .route("/api/sessions", get(sessions::list).post(sessions::start))
        .route("/api/sessions/{id}", get(sessions::get).patch(sessions::change).delete(sessions::end))
        .route("/api/terminals", get(terminals::list).post(terminals::start))
        .route("/api/terminals/{name}", get(terminals::get).delete(terminals::end))
        .route("/terminals/websocket/{name}", get(terminals::open))
        .route("/api/collaboration/session/{*path}", put(collaboration::session))
        .route("/api/collaboration/room/{room}", get(collaboration::room))
        .route("/api/events", post(events::emit))
        .route("/api/events/subscribe", get(events::subscribe))
        .route("/api/config/{section}", get(api::config).put(api::put_config).patch(api::put_config))
        .route("/api/nbconvert", get(nbconvert::formats))
        .route("/nbconvert/{format}", post(nbconvert::sent))
        .route("/nbconvert/{format}/{*path}", get(nbconvert::file))
}

/// What JupyterLab adds to it.
fn lab_routes() -> Router<Arc<Lab>> {
    let without_name = || {
        let refused = frontend::unnamed_workspace;
        get(frontend::all_workspaces).put(refused).post(refused).delete(refused)
    };
    Router::new()
        .route("/", get(frontend::home))
        .route("/lab", get(frontend::lab))
        .route("/lab/", get(frontend::lab))
        .route("/lab/{*path}", get(frontend::lab))
        .route("/password", get(passwords::page).post(passwords::change))
        .route("/doc", get(frontend::lab))
        .route("/doc/{*path}", get(frontend::lab))
        .route("/lab/extensions/{*path}", get(frontend::extension))
        .route("/lab/api/themes/{*path}", get(frontend::theme))
        .route("/lab/api/settings", get(frontend::all_settings))
        .route("/lab/api/settings/", get(frontend::all_settings))
        .route("/lab/api/settings/{*id}", get(frontend::settings).put(frontend::put_settings))
        .route("/lab/api/{*path}", any(api::unknown))
        .route("/lab/api/workspaces", without_name())
        .route("/lab/api/workspaces/", without_name())
        .route(
            "/lab/api/workspaces/{*name}",
            get(frontend::workspace)
                .put(frontend::put_workspace)
                .post(frontend::put_workspace)
                .delete(frontend::delete_workspace),
        )
        .route("/lab/api/translations", get(frontend::translations))
        .route("/lab/api/translations/", get(frontend::translations))
        .route("/lab/api/translations/{locale}", get(frontend::translation))
        .route("/lab/api/extensions", get(frontend::nothing))
        .route("/lab/api/licenses", get(frontend::licenses))
        .route("/lab/api/licenses/", get(frontend::licenses))
        .route("/lab/api/listings/{*name}", get(frontend::nothing))
}
