//! What every answer has: the headers that keep browsers from being fooled.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::access::Access;
use crate::error::Error;

/// Removes the base address from the path, and adds headers to the answer.
pub async fn headers_and_base(State(access): State<Arc<Access>>, mut request: Request, next: Next) -> Response {
    let Some(uri) = without_base(request.uri(), &access.base_url) else {
        return Error::not_found(format!("the addresses of this server begin with {}", access.base_url))
            .into_response();
    };
    *request.uri_mut() = uri;
    let is_api = request.uri().path().starts_with("/api") || request.uri().path().starts_with("/lab/api");
    let method = request.method().clone();
    let path = request.uri().path().to_string();
    let mut response = next.run(request).await;
    // Without its query, which may have a token.
    tracing::debug!(%method, path, status = response.status().as_u16());
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    if !headers.contains_key(CONTENT_SECURITY_POLICY)
        && let Ok(policy) =
            HeaderValue::from_str(&policy(&access.base_url, if is_api { "default-src 'none'" } else { "" }))
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// The content security policy of all pages, and what a page adds.
pub fn policy(base_url: &str, more: &str) -> String {
    let common = format!("frame-ancestors 'self'; report-uri {base_url}api/security/csp-report");
    if more.is_empty() { common } else { format!("{common}; {more}") }
}

fn without_base(uri: &Uri, base_url: &str) -> Option<Uri> {
    let path = uri.path();
    let rest = match path.strip_prefix(base_url) {
        Some(rest) => rest,
        None if format!("{path}/") == base_url => "",
        None => return None,
    };
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    format!("/{}{query}", rest.trim_start_matches('/')).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_address_is_removed() {
        let rest = |path: &str, base: &str| without_base(&path.parse().unwrap(), base).map(|uri| uri.to_string());
        assert_eq!(rest("/a%40b/api?x=1", "/a%40b/"), Some("/api?x=1".into()));
        assert_eq!(rest("/a%40b", "/a%40b/"), Some("/".into()));
        assert_eq!(rest("/api", "/"), Some("/api".into()));
        assert_eq!(rest("/api", "/b/"), None);
        assert_eq!(rest("//evil.example/x", "/"), Some("/evil.example/x".into()));
    }
}
