//! The page on which somebody with an account changes their password.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::body::with_header;
use super::state::Lab;
use crate::access::{Client, Identity, Person, XSRF_COOKIE, escape_html, parameter};
use crate::accounts::{Accounts, Refusal, check_password};
use crate::error::{Error, Result};

/// The form; `ACTION` is where it is sent, `PROBLEM` what was wrong.
const FORM: &str = "PROBLEM<form method=\"post\" action=\"ACTION\">\
    <p><label>Present password: <input name=\"password\" type=\"password\" autocomplete=\"current-password\" autofocus \
    required></label></p>\
    <p><label>New password: <input name=\"new\" type=\"password\" autocomplete=\"new-password\" minlength=\"8\" \
    required></label></p>\
    <p><label>The same again: <input name=\"again\" type=\"password\" autocomplete=\"new-password\" required></label></p>\
    <button>Change password</button></form>\
    <p>You are logged out everywhere, and log in with the new one. What runs goes on.</p>";

/// `GET /password`.
pub async fn page(State(lab): State<Arc<Lab>>, headers: HeaderMap) -> Result<Response> {
    owner(&lab)?;
    Ok(form(&lab, &headers, StatusCode::OK, ""))
}

/// `POST /password`: the present password and, twice, the new one, as a form. The account's sessions end.
pub async fn change(
    State(lab): State<Arc<Lab>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    sent: Bytes,
) -> Result<Response> {
    let (person, accounts) = owner(&lab)?;
    let sent = String::from_utf8_lossy(&sent);
    let field = |name: &str| parameter(&sent, name).unwrap_or_default();
    let refused = |status, problem: &str| Ok(form(&lab, &headers, status, problem));
    if field("new") != field("again") {
        return refused(StatusCode::BAD_REQUEST, "The two new passwords differ.");
    }
    if let Err(error) = check_password(&field("new")) {
        return refused(error.status(), error.message());
    }
    let note = |what: &str, more: Value| lab.access.audit.note(Some(&person.name), what, more);
    match accounts.check(client.address, &person.name, field("password")).await {
        Ok(_) => {
            accounts.set_password(&person.name, field("new")).await?;
            note("password", json!({}));
            lab.access.logins.close_invalid();
            let login = lab.access.address("login", "");
            let text = format!("<p role=\"status\">Your password was changed.</p><a href=\"{login}\">Log in</a>");
            Ok(answer(StatusCode::OK, &text))
        }
        Err(Refusal::Wrong) => {
            note("password failed", json!({}));
            refused(StatusCode::FORBIDDEN, "The present password is another.")
        }
        Err(Refusal::Wait(wait)) => {
            note("password refused", json!({"wait": wait.as_secs()}));
            let answer = form(&lab, &headers, StatusCode::TOO_MANY_REQUESTS, &Refusal::waiting(wait));
            Ok(with_header(answer, RETRY_AFTER, &wait.as_secs().to_string()))
        }
        Err(Refusal::Failed(error)) => Err(error),
    }
}

/// Whose laboratory it is, and the accounts.
///
/// # Errors
/// 404: people have no accounts here.
fn owner(lab: &Lab) -> Result<(&Person, &Accounts)> {
    let found = lab.person.as_ref().zip(lab.access.logins.accounts());
    found.ok_or_else(|| Error::not_found("there are no passwords here: a token lets in"))
}

/// The page with the form, whose address has the XSRF token of the session.
fn form(lab: &Lab, headers: &HeaderMap, status: StatusCode, problem: &str) -> Response {
    let xsrf = match lab.access.identify(headers, "") {
        Some(Identity::Cookie(session)) => session.xsrf,
        _ => String::new(),
    };
    let action = lab.access.address("password", &format!("{XSRF_COOKIE}={xsrf}"));
    let problem = match problem {
        "" => String::new(),
        text => format!("<p role=\"alert\">{}</p>", escape_html(text)),
    };
    answer(status, &FORM.replace("PROBLEM", &problem).replace("ACTION", &escape_html(&action)))
}

fn answer(status: StatusCode, content: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Labora: password</title>\
         <meta name=\"viewport\" content=\"width=device-width\"></head><body><main><h1>Change password</h1>{content}\
         </main></body></html>"
    );
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, headers, page).into_response()
}
