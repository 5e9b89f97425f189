//! Pages of the server's own: login and logout.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, RawQuery, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::json;

use super::body::with_header;
use crate::access::{Access, Client, Login, login_page, parameter};
use crate::accounts::{Accounts, Refusal};
use crate::image::Image;

/// What the page says of a wrong name and of a wrong password alike.
const WRONG: &str = "Invalid credentials";

/// What the routes of strangers need.
#[derive(Debug)]
pub struct Front {
    /// Who may do what.
    pub access: Arc<Access>,
    /// The image, which has the files of the bundle.
    pub image: Image,
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
    if let Some(accounts) = access.logins.accounts() {
        return log_in_person(access, accounts, client, &query, [field("name").trim(), &field("password")]).await;
    }
    match access.logins.check(&field("password"), client.address) {
        Ok(()) => access.log_in(Redirect::to(&next(access, &query)).into_response(), client, None),
        Err(error) => page(access, &query, error.status(), Some(error.message())),
    }
}

async fn log_in_person(
    access: &Access,
    accounts: &Accounts,
    client: Client,
    query: &str,
    [name, password]: [&str; 2],
) -> Response {
    // What is no name may be a password in the wrong field: it is not noted.
    let who = accounts.now().accounts.contains_key(name).then_some(name);
    match accounts.check(client.address, name, password.into()).await {
        Ok(account) => {
            access.audit.note(who, "login", json!({}));
            let login = Login { name: name.into(), password: account.password, address: client.address };
            access.log_in(Redirect::to(&next(access, query)).into_response(), client, Some(login))
        }
        Err(Refusal::Wrong) => {
            access.audit.note(who, "login failed", json!({}));
            page(access, query, StatusCode::UNAUTHORIZED, Some(WRONG))
        }
        Err(Refusal::Wait(wait)) => {
            access.audit.note(who, "login refused", json!({"wait": wait.as_secs()}));
            let answer = page(access, query, StatusCode::TOO_MANY_REQUESTS, Some(&Refusal::waiting(wait)));
            with_header(answer, RETRY_AFTER, &wait.as_secs().to_string())
        }
        Err(Refusal::Failed(error)) => error.into_response(),
    }
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
