//! Pages of the server's own: login and logout.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, RawQuery, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::json;

use super::body::with_header;
use super::state::blocking;
use crate::access::{Access, Client, Login, login_page, parameter};
use crate::accounts::{Attempts, check_name};
use crate::error::{Error, Result};
use crate::image::Image;

/// What the page says of a wrong name and of a wrong password alike.
const WRONG: &str = "Invalid credentials";

/// Passwords that are checked at a time: each takes 19 MiB and a processor.
const MAX_CHECKS: usize = 4;

/// What the routes of strangers need.
#[derive(Debug)]
pub struct Front {
    /// Who may do what.
    access: Arc<Access>,
    /// Failed logins.
    attempts: Attempts,
    /// Has a place for each password that is checked.
    checks: tokio::sync::Semaphore,
    /// The image, which has the files of the bundle.
    pub image: Image,
}

impl Front {
    /// What the routes need of a server.
    pub fn new(access: Arc<Access>, image: Image) -> Front {
        Front { access, attempts: Attempts::default(), checks: tokio::sync::Semaphore::new(MAX_CHECKS), image }
    }
}

/// `GET /login`.
pub async fn login(State(front): State<Arc<Front>>, RawQuery(query): RawQuery) -> Response {
    page(&front.access, &query.unwrap_or_default(), StatusCode::OK, None)
}

/// `POST /login`: the token, or a name and a password, as a form. Such a request has no session yet; its
/// `Origin` was checked.
pub async fn log_in(
    State(front): State<Arc<Front>>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    form: Bytes,
) -> Response {
    let query = query.unwrap_or_default();
    let form = String::from_utf8_lossy(&form);
    let field = |name: &str| parameter(&form, name).unwrap_or_default();
    let access = &front.access;
    if access.logins.accounts().is_some() {
        return log_in_person(&front, client, &query, field("name").trim(), field("password")).await;
    }
    match access.logins.check(&field("password")) {
        Ok(()) => access.log_in(Redirect::to(&next(access, &query)).into_response(), client, None),
        Err(error) => page(access, &query, error.status(), Some(error.message())),
    }
}

async fn log_in_person(front: &Arc<Front>, client: Client, query: &str, name: &str, password: String) -> Response {
    let access = &front.access;
    let known = access.logins.accounts().is_some_and(|accounts| accounts.now().accounts.contains_key(name));
    // What is no name may be a password in the wrong field: it is not noted.
    let who = known.then_some(name);
    // Such names share a counter.
    let counted = if check_name(name).is_ok() { name } else { "" };
    if let Err(wait) = front.attempts.begin(client.address, counted) {
        access.audit.note(who, "login refused", json!({"wait": wait.as_secs()}));
        let minutes = wait.as_secs().div_ceil(60);
        let problem = format!("Too many failed logins: wait {minutes} min, then try again.");
        let answer = page(access, query, StatusCode::TOO_MANY_REQUESTS, Some(&problem));
        return with_header(answer, RETRY_AFTER, &wait.as_secs().to_string());
    }
    match find(front, name, password, client).await {
        Ok(Some(login)) => {
            front.attempts.succeeded(client.address, counted);
            access.audit.note(who, "login", json!({}));
            access.log_in(Redirect::to(&next(access, query)).into_response(), client, Some(login))
        }
        Ok(None) => {
            access.audit.note(who, "login failed", json!({}));
            page(access, query, StatusCode::UNAUTHORIZED, Some(WRONG))
        }
        Err(error) => error.into_response(),
    }
}

/// The login of a name with its password; none if either is wrong.
async fn find(front: &Arc<Front>, name: &str, password: String, client: Client) -> Result<Option<Login>> {
    let _place = front.checks.acquire().await.map_err(|_| Error::internal("the server ends"))?;
    let (front, name) = (front.clone(), name.to_string());
    blocking(move || {
        let account = front.access.logins.accounts().and_then(|accounts| accounts.find(&name, &password));
        Ok(account.map(|account| Login { name, password: account.password, address: client.address }))
    })
    .await
}

/// `GET` and `POST /logout`.
pub async fn log_out(State(front): State<Arc<Front>>, headers: HeaderMap) -> Response {
    front.access.log_out(&headers)
}

fn page(access: &Access, query: &str, status: StatusCode, problem: Option<&str>) -> Response {
    let text = login_page(&access.address("login", query), problem, access.logins.accounts().is_some());
    (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// Where the login leads: a path of this server and nothing else.
fn next(access: &Access, query: &str) -> String {
    let home = access.address("lab", "");
    match parameter(query, "next") {
        Some(next) if is_own(&next, &access.base_url) => next,
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
