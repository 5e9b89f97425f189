//! Who may do what: tokens, cookies, and the checks of hosts and origins.
//!
//! A client is let in by a header (`Authorization: token ...`), by the parameter `token` of an address, or by
//! a cookie that the login gave it. Only cookies are sent by browsers without the page's doing, so only
//! requests with cookies need the XSRF token and an `Origin` of this server. Where people have accounts there
//! is no token: a name and a password give a cookie.

mod hosts;
mod login;
mod peer;
mod secret;
mod session_file;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE, UPGRADE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::Value;

pub use hosts::Hosts;
pub use login::{LOGIN_PATH, Logins, Person, Session, escape_html, login_page};
pub use peer::{Client, Peer};
pub use secret::Token;
pub use session_file::Login;

use crate::audit::{self, Audit};
use crate::error::Error;

/// The cookie with the XSRF token, which scripts of the page read.
pub const XSRF_COOKIE: &str = "_xsrf";
/// The header by which they send it.
pub const XSRF_HEADER: &str = "x-xsrftoken";

/// The path of links to documents that people share.
const SHARE_PATH: &str = "/share";

/// What decides about requests.
#[derive(Debug)]
pub struct Access {
    /// The hosts and origins that are this server's.
    pub hosts: Hosts,
    /// The token, and who has logged in.
    pub logins: Logins,
    /// The path that all addresses begin with, such as `/` or `/lab-1/`.
    pub base_url: String,
    /// True if the server's connections are encrypted.
    pub is_encrypted: bool,
    /// Proxies that say for whom they speak. If there are any, others of the network are refused.
    pub proxies: Vec<IpAddr>,
    /// Where logins are noted.
    pub audit: Audit,
}

/// How a request was let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// By the token, in a header or the address.
    Token,
    /// By a cookie.
    Cookie(Session),
}

impl Access {
    /// Who sends a request; none for strangers.
    pub fn identify(&self, headers: &HeaderMap, query: &str) -> Option<Identity> {
        let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some(header) = header {
            // A wrong token is no reason to look at the cookie.
            let (scheme, token) = header.split_once(' ')?;
            let is_known = scheme.eq_ignore_ascii_case("token") || scheme.eq_ignore_ascii_case("bearer");
            return (is_known && self.logins.is_token(token.trim())).then_some(Identity::Token);
        }
        if parameter(query, "token").is_some_and(|token| self.logins.is_token(&token)) {
            return Some(Identity::Token);
        }
        cookies(headers).find_map(|(name, value)| {
            let session = (name == self.logins.cookie_name).then(|| self.logins.session(value));
            session.flatten().map(Identity::Cookie)
        })
    }

    /// Refuses what a foreign page made a browser send.
    fn check_origin(&self, identity: Option<&Identity>, request: &Request) -> Result<(), Error> {
        let headers = request.headers();
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_websocket = headers.contains_key(UPGRADE);
        let by_cookie = matches!(identity, Some(Identity::Cookie(_)));
        let origin = headers.get(ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
        if origin.is_some_and(|origin| !self.hosts.is_own_origin(origin, host)) {
            return Err(Error::forbidden("the Origin of the request is not this server"));
        }
        if is_foreign_load(request) {
            return Err(Error::forbidden("a page of another server may link here, and load nothing from here"));
        }
        if origin.is_none() && is_websocket && by_cookie {
            return Err(Error::forbidden("a WebSocket with a cookie needs an Origin"));
        }
        let Some(Identity::Cookie(session)) = identity else { return Ok(()) };
        if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
            return Ok(());
        }
        let sent = headers.get(XSRF_HEADER).and_then(|value| value.to_str().ok());
        let sent = sent.map(str::to_string).or_else(|| parameter(request.uri().query().unwrap_or(""), XSRF_COOKIE));
        let cookie = cookies(headers).any(|(name, value)| name == XSRF_COOKIE && session.is_xsrf(value));
        match sent {
            Some(sent) if cookie && session.is_xsrf(&sent) => Ok(()),
            Some(_) => Err(Error::forbidden("XSRF cookie does not match the request: load the page anew")),
            None => Err(Error::forbidden("'_xsrf' argument missing: send the cookie's value as X-XSRFToken")),
        }
    }
}

/// True for what strangers may read: the login, and files of the stock bundle, which has no secrets.
fn is_public(path: &str) -> bool {
    matches!(path, LOGIN_PATH | "/logout" | "/api" | "/api/" | "/favicon.ico" | "/api/security/csp-report")
        || path.starts_with("/static/")
}

/// True for what a page of another origin makes a browser load, such as an image or a script, by what
/// browsers say of it (`Sec-Fetch-Site`). A page of another port of this host counts as foreign, though
/// browsers send it the cookies. Links may lead to pages, but not to the logout.
fn is_foreign_load(request: &Request) -> bool {
    let said = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let path = request.uri().path();
    let is_foreign = is_foreign(request);
    let is_link = said("sec-fetch-mode") == Some("navigate") && said("sec-fetch-dest") == Some("document");
    let may_be_linked = path != "/logout" && request.method() == Method::GET && is_link;
    is_foreign && !may_be_linked && (!is_public(path) || path == "/logout")
}

/// True if browsers say that a page of another origin made them send this.
fn is_foreign(request: &Request) -> bool {
    let site = request.headers().get("sec-fetch-site").and_then(|value| value.to_str().ok());
    matches!(site, Some("cross-site" | "same-site"))
}

/// A page that goes on to a link to a document. Browsers do not send the cookies with a link in a page of
/// another site; they do with the same one in this page.
fn onward(access: &Access, query: &str) -> Response {
    let key = escape(&parameter(query, "key").unwrap_or_default());
    let address = access.address(SHARE_PATH, &format!("key={key}"));
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Labora</title>\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\"></head>\
         <body><a href=\"{address}\">Go on to the document</a></body></html>"
    );
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (StatusCode::OK, headers, page).into_response()
}

/// Lets requests through, or refuses them. Every request passes here before its route is looked for, a
/// WebSocket before it is opened. Routes find the [`Client`], and the [`Person`] that has a session.
pub async fn check(State(access): State<Arc<Access>>, mut request: Request, next: Next) -> Response {
    let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<Peer>>().cloned() else {
        return Error::internal("a request has no connection").into_response();
    };
    let client = peer.client(request.headers(), &access.proxies, access.is_encrypted);
    request.extensions_mut().insert(client);
    audit::of_client(client.address, checked(access, peer, client, request, next)).await
}

async fn checked(access: Arc<Access>, peer: Peer, client: Client, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !access.hosts.is_own_host(host) {
        let message = "the Host of the request is not this server: name it with --allow-host";
        return Error::forbidden(message).into_response();
    }
    if !access.may_connect(peer.address.ip()) {
        return Error::forbidden("this server is reached by its proxy alone").into_response();
    }
    let path = request.uri().path().to_string();
    let query = request.uri().query().unwrap_or_default().to_string();
    // Public routes do nothing in somebody's name, and browsers send them no XSRF token.
    let identity = if is_public(&path) { None } else { access.identify(headers, &query) };
    if let Err(error) = access.check_origin(identity.as_ref(), &request) {
        return error.into_response();
    }
    let is_websocket = headers.contains_key(UPGRADE);
    let is_page =
        request.method() == Method::GET && !is_websocket && !path.starts_with("/api") && !path.starts_with("/lab/api");
    let token = parameter(&query, "token");
    // The token leaves the address at once: it becomes a cookie.
    if let Some(token) = token.filter(|_| is_page && !is_public(&path)) {
        let to = access.address(&path, &without_token(&query));
        match identity {
            Some(Identity::Cookie(_)) => return Redirect::to(&to).into_response(),
            _ if access.logins.spend(&token) => return access.log_in(Redirect::to(&to).into_response(), client, None),
            _ => {}
        }
    }
    if let Some(Identity::Cookie(session)) = &identity {
        if let Some(hold) = is_websocket.then(|| peer.hold()).flatten() {
            access.logins.hold(session, hold);
        }
        if let Some(person) = session.person.clone() {
            request.extensions_mut().insert(person);
        }
    }
    match identity {
        Some(_) => next.run(request).await,
        None if is_public(&path) => next.run(request).await,
        None if is_page && path == SHARE_PATH && is_foreign(&request) => onward(&access, &query),
        None if is_page => {
            let to = access.address(&path, &without_token(&query));
            Redirect::to(&access.address(LOGIN_PATH, &format!("next={}", escape(&to)))).into_response()
        }
        None if access.logins.accounts().is_some() => Error::forbidden("Forbidden: log in").into_response(),
        None => Error::forbidden("Forbidden: send the header Authorization: token TOKEN, or log in").into_response(),
    }
}

impl Access {
    /// The address of a path below the base address.
    pub fn address(&self, path: &str, query: &str) -> String {
        let path = format!("{}{}", self.base_url, path.trim_start_matches('/'));
        if query.is_empty() { path } else { format!("{path}?{query}") }
    }

    /// True if a peer is of this machine or a proxy, or if there is no proxy.
    fn may_connect(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.proxies.is_empty() || self.proxies.contains(&peer) || peer.is_loopback()
    }

    /// Adds the cookies of a new session of somebody with an account, or with the token.
    pub fn log_in(&self, mut response: Response, client: Client, login: Option<Login>) -> Response {
        let session = match self.logins.open(login) {
            Ok(session) => session,
            Err(error) => return error.into_response(),
        };
        let common = format!("{}; Max-Age={}", self.cookie_scope(client), login::LIFETIME.as_secs());
        let cookies = [
            format!("{}={}; HttpOnly; {common}", self.logins.cookie_name, session.id),
            format!("{XSRF_COOKIE}={}; {common}", session.xsrf),
        ];
        for cookie in cookies {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(SET_COOKIE, value);
            }
        }
        response
    }

    /// Where browsers send a cookie.
    fn cookie_scope(&self, client: Client) -> String {
        let secure = if client.is_encrypted { "; Secure" } else { "" };
        format!("Path={}; SameSite=Strict{secure}", self.base_url)
    }

    /// Adds the XSRF cookie if the browser has lost it.
    pub fn with_xsrf_cookie(&self, headers: &HeaderMap, client: Client, mut response: Response) -> Response {
        let found = cookies(headers).find(|(name, _)| *name == self.logins.cookie_name);
        let Some(session) = found.and_then(|(_, value)| self.logins.session(value)) else { return response };
        if !cookies(headers).any(|(name, value)| name == XSRF_COOKIE && session.is_xsrf(value)) {
            let cookie = format!("{XSRF_COOKIE}={}; {}", session.xsrf, self.cookie_scope(client));
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(SET_COOKIE, value);
            }
        }
        response
    }

    /// Removes the cookies and ends the session.
    pub fn log_out(&self, headers: &HeaderMap) -> Response {
        for (name, value) in cookies(headers) {
            if name == self.logins.cookie_name
                && let Some(who) = self.logins.close(value)
            {
                self.audit.note(Some(&who), "logout", Value::Null);
            }
        }
        let mut response = (StatusCode::SEE_OTHER, [("location", self.address(LOGIN_PATH, ""))]).into_response();
        for name in [self.logins.cookie_name.as_str(), XSRF_COOKIE] {
            let cookie = format!("{name}=; Path={}; SameSite=Strict; Max-Age=0", self.base_url);
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(SET_COOKIE, value);
            }
        }
        response
    }
}

/// The cookies of a request.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let all = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|text| text.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

/// A parameter of a query, decoded.
pub fn parameter(query: &str, name: &str) -> Option<String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| unescape(&value.replace('+', " ")))
}

fn without_token(query: &str) -> String {
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("token=")).collect();
    kept.join("&")
}

/// Percent-encodes all but what is safe in a path.
pub fn escape(text: &str) -> String {
    let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~/".contains(byte);
    let one = |byte: u8| if is_safe(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(one).collect()
}

/// Decodes percent-encoded text; what is no UTF-8 is replaced.
pub fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| bytes[at] == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_addresses() {
        assert_eq!(escape("/å b?"), "/%C3%A5%20b%3F");
        assert_eq!(unescape("%C3%A5%20b+c%"), "å b+c%", "a plus is one in a path");
        assert_eq!(parameter("a=1&token=x%20y+z%2B", "token"), Some("x y z+".into()));
        assert_eq!(without_token("a=1&token=x&b=2"), "a=1&b=2");
        assert_eq!(without_token("token=x"), "");
    }
}
