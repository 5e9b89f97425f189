//! Pages of the server's own: login and logout.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use super::state::Lab;
use crate::access::{login_page, parameter};

/// `GET /login`.
pub async fn login(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Response {
    page(&lab, &query.unwrap_or_default(), StatusCode::OK, None)
}

/// `POST /login`: the token, as a form. Such a request has no session yet; its `Origin` was checked.
pub async fn log_in(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery, form: Bytes) -> Response {
    let query = query.unwrap_or_default();
    let form = String::from_utf8_lossy(&form);
    let token = parameter(&form, "password").unwrap_or_default();
    match lab.access.logins.check(&token) {
        Ok(()) => lab.access.log_in(Redirect::to(&next(&lab, &query)).into_response()),
        Err(error) => page(&lab, &query, error.status(), Some(error.message())),
    }
}

/// `GET` and `POST /logout`.
pub async fn log_out(State(lab): State<Arc<Lab>>, headers: HeaderMap) -> Response {
    lab.access.log_out(&headers)
}

fn page(lab: &Lab, query: &str, status: StatusCode, problem: Option<&str>) -> Response {
    let action = lab.access.address("login", query);
    (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], login_page(&action, problem)).into_response()
}

/// Where the login leads: a path of this server and nothing else.
fn next(lab: &Lab, query: &str) -> String {
    let home = lab.access.address("lab", "");
    match parameter(query, "next") {
        Some(next) if is_own(&next, &lab.access.base_url) => next,
        _ => home,
    }
}

/// True for a path below the base address; browsers read `//host` and `/\host` as other sites.
fn is_own(next: &str, base_url: &str) -> bool {
    let is_plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    next.starts_with(base_url) && !next.starts_with("//") && is_plain
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn a_login_leads_nowhere_else() {
        assert!(is_own("/lab/tree/a%20b?x=1", "/") && is_own("/b/lab", "/b/"));
        for bad in ["//evil.example", "/\\evil.example", "http://evil.example", "", "/\t/evil.example", "/lab\r\nx"] {
            assert!(!is_own(bad, "/"), "{bad:?}");
        }
        assert!(!is_own("/lab", "/b/"));
    }
}
