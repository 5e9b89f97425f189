//! Files as they are: `/files`, and `/view` for pages. Both are content of users, so their scripts have an
//! origin of their own and reach neither the cookie nor the API.

use std::io::SeekFrom;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, LAST_MODIFIED, RANGE,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::body;
use super::security::policy;
use super::state::Lab;
use crate::access::{escape, parameter};
use crate::clock;
use crate::drive::{DrivePath, media_type};
use crate::error::{Error, Result};

/// Bytes that are read at a time.
const CHUNK: usize = 256 << 10;

/// `GET /files/{path}`.
pub async fn file(
    State(lab): State<Arc<Lab>>,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response> {
    let path = DrivePath::parse(&path)?;
    let name = path.name().to_string();
    let place = lab.place(&path).await?;
    let (file, stat) = place.drive(|drive, path| drive.open_file(path)).await?;
    let length = u64::try_from(stat.st_size).unwrap_or(0);
    let range = headers.get(RANGE).and_then(|range| range.to_str().ok()).and_then(|range| parse_range(range, length));
    let (status, start, end) = match range {
        Some(Some((start, end))) => (StatusCode::PARTIAL_CONTENT, start, end),
        Some(None) => {
            let refused = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
            return Ok(body::with_header(refused, CONTENT_RANGE, &format!("bytes */{length}")));
        }
        None => (StatusCode::OK, 0, length),
    };
    let mut file = tokio::fs::File::from_std(file);
    file.seek(SeekFrom::Start(start)).await.map_err(|e| Error::io(&path, e))?;
    let chunks = stream::try_unfold((file, end - start), |(mut file, left)| async move {
        let mut chunk = vec![0; usize::try_from(left).unwrap_or(CHUNK).min(CHUNK)];
        let read = if chunk.is_empty() { 0 } else { file.read(&mut chunk).await? };
        chunk.truncate(read);
        let next = (Bytes::from(chunk), (file, left - read as u64));
        std::io::Result::Ok((read > 0).then_some(next))
    });
    let mut response = (status, Body::from_stream(chunks)).into_response();
    if status == StatusCode::PARTIAL_CONTENT {
        response = body::with_header(response, CONTENT_RANGE, &format!("bytes {start}-{}/{length}", end - 1));
    }
    if parameter(&query.unwrap_or_default(), "download").is_some_and(|value| value != "0") {
        let disposition = format!("attachment; filename*=utf-8''{}", escape(&name));
        response = body::with_header(response, CONTENT_DISPOSITION, &disposition);
    }
    let modified = clock::http_date(clock::from_unix(stat.st_mtime, 0));
    let common = [
        (CONTENT_TYPE, content_type(&name)),
        (CONTENT_LENGTH, (end - start).to_string()),
        (LAST_MODIFIED, modified),
        (ACCEPT_RANGES, "bytes".into()),
        (CACHE_CONTROL, "no-cache".into()),
        (CONTENT_SECURITY_POLICY, policy(&lab.access.base_url, "sandbox allow-scripts")),
    ];
    Ok(common.into_iter().fold(response, |response, (name, value)| body::with_header(response, name, &value)))
}

/// `GET /view/{path}`: an HTML file in a frame that may run scripts, without the origin of this server.
pub async fn view(State(lab): State<Arc<Lab>>, Path(path): Path<String>) -> Result<Response> {
    let path = DrivePath::parse(&path)?;
    let source = lab.access.address(&format!("files/{}", escape(path.as_str())), "");
    lab.place(&path).await?.drive(|drive, path| drive.open_file(path)).await?;
    let page = format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>Labora</title></head><body style=\"margin:0\">\
         <iframe sandbox=\"allow-scripts\" src=\"{source}\" style=\"border:0;width:100vw;height:100vh\"></iframe>\
         </body></html>"
    );
    let response = (StatusCode::OK, [(CONTENT_TYPE, "text/html; charset=UTF-8")], page).into_response();
    let policy = policy(&lab.access.base_url, "default-src 'self'; style-src 'unsafe-inline'");
    Ok(body::with_header(response, CONTENT_SECURITY_POLICY, &policy))
}

fn content_type(name: &str) -> String {
    match media_type(name) {
        Some(known) if known.starts_with("text/") => format!("{known}; charset=utf-8"),
        Some("application/x-ipynb+json") => "application/json".into(),
        Some(known) => known.into(),
        None => "application/octet-stream".into(),
    }
}

/// The first and the end of one range of bytes; `Some(None)` if there is none of them, `None` for what is to
/// be ignored.
fn parse_range(text: &str, length: u64) -> Option<Option<(u64, u64)>> {
    let (first, last) = text.strip_prefix("bytes=")?.split_once('-')?;
    let range = match (first.parse::<u64>().ok(), last.parse::<u64>().ok()) {
        (Some(first), Some(last)) => (first, last.saturating_add(1).min(length)),
        (Some(first), None) if last.is_empty() => (first, length),
        (None, Some(count)) if first.is_empty() => (length.saturating_sub(count), length),
        _ => return None,
    };
    Some((range.0 < range.1).then_some(range))
}

#[cfg(test)]
mod tests {
    use super::parse_range;

    #[test]
    fn ranges() {
        assert_eq!(parse_range("bytes=0-3", 10), Some(Some((0, 4))));
        assert_eq!(parse_range("bytes=8-", 10), Some(Some((8, 10))));
        assert_eq!(parse_range("bytes=-3", 10), Some(Some((7, 10))));
        assert_eq!(parse_range("bytes=5-99", 10), Some(Some((5, 10))));
        assert_eq!(parse_range("bytes=10-", 10), Some(None));
        assert_eq!(parse_range("bytes=1-2,4-5", 10), None);
        assert_eq!(parse_range("lines=1-2", 10), None);
    }
}
