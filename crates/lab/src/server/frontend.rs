//! JupyterLab: its pages, its files, and `/lab/api`.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, Path, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

use super::body;
use super::state::{Lab, blocking};
use crate::access::{Client, parameter, unescape};
use crate::drive::{DrivePath, media_type};
use crate::error::{Error, Result};
use crate::frontend::{
    LICENSE_FORMATS, PageAddress, extension_file, language_texts, languages, license_report, page, themes_with,
};

/// `GET /`.
pub async fn home(State(lab): State<Arc<Lab>>) -> Response {
    Redirect::to(&lab.access.address("lab", "")).into_response()
}

/// `GET /lab` and all below it that is nothing else. The page says so if an address leads nowhere.
pub async fn lab(
    State(lab): State<Arc<Lab>>,
    Extension(client): Extension<Client>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let address = parse(uri.path());
    let state = lab.clone();
    let text = blocking(move || {
        let image = &state.image;
        let has_terminals = state.kernels.runtimes().check().is_ok();
        let role = state.person.as_ref().map(|person| person.role.name());
        page(&image.lab(), &image.extensions(), &state.access.base_url, &address, has_terminals, role)
    })
    .await?;
    let headers_out = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    let response = (StatusCode::OK, headers_out, text).into_response();
    // A session whose XSRF cookie was deleted gets it again.
    Ok(lab.access.with_xsrf_cookie(&headers, client, response))
}

/// Reads addresses such as `/lab/workspaces/NAME/tree/PATH` and `/doc/tree/PATH`.
fn parse(path: &str) -> PageAddress {
    let mut address = PageAddress { workspace: "default".into(), ..PageAddress::default() };
    let mut rest = path.trim_start_matches('/');
    address.is_single = rest == "doc" || rest.starts_with("doc/");
    rest = rest.strip_prefix("lab").or_else(|| rest.strip_prefix("doc")).unwrap_or(rest);
    if let Some(inner) = rest.strip_prefix("/workspaces/") {
        let (name, inner) = inner.split_once('/').unwrap_or((inner, ""));
        address.workspace = unescape(name);
        rest = inner;
    }
    let rest = rest.trim_start_matches('/');
    match rest.strip_prefix("tree/") {
        Some(tree) => address.tree = unescape(tree),
        None if matches!(rest, "" | "tree") => {}
        None => address.not_found = Some(path.trim_start_matches('/').into()),
    }
    address
}

/// `GET /static/favicons/{*path}` and others that the stock server has: there is no image.
pub async fn favicon() -> Response {
    (StatusCode::OK, [(CONTENT_TYPE, "image/svg+xml")], include_str!("favicon.svg")).into_response()
}

/// `GET /lab/extensions/{*path}`.
pub async fn extension(State(lab): State<Arc<Lab>>, Path(path): Path<String>) -> Result<Response> {
    match extension_file(&path) {
        Some(text) => {
            let headers = [(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
            Ok((StatusCode::OK, headers, text).into_response())
        }
        None => send_file(lab.image.extensions(), path).await,
    }
}

/// `GET /lab/api/themes/{*path}`: a file of a theme, of an extension or of the bundle.
pub async fn theme(State(lab): State<Arc<Lab>>, Path(path): Path<String>) -> Result<Response> {
    let file = DrivePath::parse(&path)?;
    let folder = blocking(move || Ok(themes_with(&lab.image.lab(), &lab.image.extensions(), file.as_str())));
    send_file(folder.await?, path).await
}

/// Sends a file of the image or of a kernel. Files with a hash in their names never change.
pub(super) async fn send_file(folder: PathBuf, path: String) -> Result<Response> {
    let missing = || Error::not_found(format!("file {path} does not exist"));
    let inner = DrivePath::parse(&path).map_err(|_| missing())?;
    let bytes = tokio::fs::read(folder.join(inner.as_str())).await.map_err(|_| missing())?;
    let kind = media_type(inner.name()).unwrap_or("application/octet-stream");
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.into() };
    let is_hashed = FilePath::new(inner.name()).file_stem().is_some_and(|stem| {
        stem.to_string_lossy()
            .rsplit('.')
            .next()
            .is_some_and(|hash| hash.len() >= 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
    });
    let cache = if is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let response = (StatusCode::OK, bytes).into_response();
    let response = body::with_header(response, CONTENT_TYPE, &kind);
    Ok(body::with_header(response, CACHE_CONTROL, cache))
}

/// `GET /lab/api/settings`.
pub async fn all_settings(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Result<Response> {
    let ids_only = parameter(&query.unwrap_or_default(), "ids_only").as_deref() == Some("true");
    let all = blocking(move || Ok(lab.settings.all(ids_only))).await?;
    Ok(body::ok(&all))
}

/// `GET /lab/api/settings/{*id}`.
pub async fn settings(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    Ok(body::ok(&blocking(move || lab.settings.get(&id)).await?))
}

/// `PUT /lab/api/settings/{*id}`.
pub async fn put_settings(State(lab): State<Arc<Lab>>, Path(id): Path<String>, sent: Bytes) -> Result<Response> {
    let sent = body::parse(&sent)?;
    let bad = "Invalid format for JSON payload. Must be in the form {'raw': ...}";
    let raw = sent["raw"].as_str().ok_or_else(|| Error::invalid(bad))?.to_string();
    blocking(move || lab.settings.put(&id, &raw)).await?;
    Ok(body::no_content())
}

/// `GET /lab/api/workspaces`.
pub async fn all_workspaces(State(lab): State<Arc<Lab>>) -> Result<Response> {
    Ok(body::ok(&blocking(move || Ok(lab.workspace_files.all())).await?))
}

/// `PUT`, `POST` and `DELETE /lab/api/workspaces`.
///
/// # Errors
/// Always: 400, what is missing.
pub async fn unnamed_workspace() -> Result<Response> {
    Err(Error::invalid("a workspace's name is missing: it follows in the address, lab/api/workspaces/NAME"))
}

/// `GET /lab/api/workspaces/{*name}`.
pub async fn workspace(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Result<Response> {
    Ok(body::ok(&blocking(move || Ok(lab.workspace_files.get(&name))).await?))
}

/// `PUT` and `POST /lab/api/workspaces/{*name}`; the page sends a POST when it is closed.
pub async fn put_workspace(State(lab): State<Arc<Lab>>, Path(name): Path<String>, sent: Bytes) -> Result<Response> {
    let sent = body::parse(&sent)?;
    blocking(move || lab.workspace_files.put(&name, &sent)).await?;
    Ok(body::no_content())
}

/// `DELETE /lab/api/workspaces/{*name}`.
pub async fn delete_workspace(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Result<Response> {
    blocking(move || lab.workspace_files.delete(&name)).await?;
    Ok(body::no_content())
}

/// `GET /lab/api/translations`: the languages of the image.
pub async fn translations(State(lab): State<Arc<Lab>>) -> Result<Response> {
    Ok(body::ok(&blocking(move || Ok(languages(lab.image.folder()))).await?))
}

/// `GET /lab/api/translations/{locale}`.
pub async fn translation(State(lab): State<Arc<Lab>>, Path(locale): Path<String>) -> Result<Response> {
    Ok(body::ok(&blocking(move || Ok(language_texts(lab.image.folder(), &locale))).await?))
}

/// `GET /lab/api/licenses`: the licenses of the page's packages, as JSON, or with `format` as CSV or
/// Markdown. `bundles` is the name of a bundle; with `full_text=false` texts are left out; with `download=1`
/// the browser stores the report.
pub async fn licenses(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Result<Response> {
    let query = query.unwrap_or_default();
    let asked = |name: &str, default: &str| parameter(&query, name).unwrap_or_else(|| default.into());
    let is_off = |value: &str| matches!(value, "0" | "false");
    let (format, pattern) = (asked("format", "json"), asked("bundles", ""));
    let has_texts = !is_off(&asked("full_text", "true"));
    let (_, media_type, extension) =
        LICENSE_FORMATS.iter().find(|known| known.0 == format).unwrap_or(&LICENSE_FORMATS[0]);
    let text =
        blocking(move || license_report(&lab.image.lab(), &lab.image.extensions(), &format, &pattern, has_texts));
    let response = (StatusCode::OK, [(CONTENT_TYPE, *media_type)], text.await?).into_response();
    Ok(match is_off(&asked("download", "0")) {
        true => response,
        false => body::with_header(
            response,
            CONTENT_DISPOSITION,
            &format!("attachment; filename=\"jupyterlab-licenses.{extension}\""),
        ),
    })
}

/// Lists that are empty here: `GET /lab/api/extensions`, `/lab/api/listings/...`.
pub async fn nothing(uri: Uri) -> Response {
    let nothing: Value = if uri.path().contains("listings") {
        json!({"blocked_extensions": [], "allowed_extensions": []})
    } else {
        json!([])
    };
    body::ok(&nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pages() {
        assert_eq!(parse("/lab").workspace, "default");
        assert_eq!(parse("/lab/tree/a/b%20c.ipynb").tree, "a/b c.ipynb");
        let both = parse("/lab/workspaces/w%201/tree/x.py");
        assert_eq!((both.workspace.as_str(), both.tree.as_str(), both.is_single), ("w 1", "x.py", false));
        let document = parse("/doc/tree/n.ipynb");
        assert_eq!((document.tree.as_str(), document.is_single), ("n.ipynb", true));
        assert_eq!(parse("/lab/none/n.ipynb").not_found.as_deref(), Some("lab/none/n.ipynb"));
        for known in ["/lab", "/lab/", "/lab/tree", "/lab/tree/", "/lab/workspaces/w", "/doc", "/doc/tree/n.ipynb"] {
            assert_eq!(parse(known).not_found, None, "{known}");
        }
    }
}
