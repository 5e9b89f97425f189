//! Logins: tickets that are spent once, and sessions of browsers.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::secret::Token;
use crate::error::{Error, Result};
use crate::random;

/// The path of the page.
pub const LOGIN_PATH: &str = "/login";
/// How long a session lasts after its last use, and its cookie.
pub(super) const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// Sessions at a time; the one that was not used for longest gives way.
const MAX_SESSIONS: usize = 1000;
/// Wrong tokens in a minute after which logins have to wait.
const MAX_FAILURES: u32 = 20;

/// A browser that logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The value of its cookie.
    pub id: String,
    /// The XSRF token of its pages.
    pub xsrf: String,
}

impl Session {
    /// True if the text is the session's XSRF token.
    pub fn is_xsrf(&self, text: &str) -> bool {
        self.xsrf.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

/// The token, tickets and sessions.
#[derive(Debug)]
pub struct Logins {
    /// The token.
    pub token: Token,
    /// The name of the cookie; it has the port, since browsers share cookies between ports.
    pub cookie_name: String,
    xsrf_key: [u8; 32],
    tickets: Mutex<Vec<[u8; 32]>>,
    /// By the SHA-256 of their cookies, so that the time of a look-up says nothing about them.
    sessions: Mutex<HashMap<[u8; 32], Instant>>,
    failures: Mutex<(Instant, u32)>,
}

impl Logins {
    /// Logins of a server at a port.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(token: Token, port: u16) -> Result<Logins> {
        Ok(Logins {
            token,
            cookie_name: format!("labora-lab-{port}"),
            xsrf_key: random::bytes()?,
            tickets: Mutex::default(),
            sessions: Mutex::default(),
            failures: Mutex::new((Instant::now(), 0)),
        })
    }

    /// A token that lets in once.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn ticket(&self) -> Result<String> {
        let ticket = random::secret()?;
        self.tickets.lock().unwrap_or_else(PoisonError::into_inner).push(digest(&ticket));
        Ok(ticket)
    }

    /// True if the text is the token, or a ticket that was not used; it is used now.
    pub fn spend(&self, text: &str) -> bool {
        if self.token.is(text) {
            return true;
        }
        let digest = digest(text);
        let mut tickets = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        let found = tickets.iter().position(|ticket| *ticket == digest);
        found.map(|at| tickets.swap_remove(at)).is_some()
    }

    /// Checks the token of a login page.
    ///
    /// # Errors
    /// It is wrong, or too many were.
    pub fn check(&self, text: &str) -> Result<()> {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.0.elapsed() > Duration::from_secs(60) {
            *failures = (Instant::now(), 0);
        }
        if failures.1 >= MAX_FAILURES {
            let message = "too many wrong tokens: wait a minute";
            return Err(Error::new(axum::http::StatusCode::TOO_MANY_REQUESTS, message));
        }
        if self.spend(text.trim()) {
            return Ok(());
        }
        failures.1 += 1;
        Err(Error::new(axum::http::StatusCode::UNAUTHORIZED, "Invalid credentials"))
    }

    /// Opens a session with a new cookie, never one that the browser brought.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn open(&self) -> Result<Session> {
        let id = random::secret()?;
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.retain(|_, used| used.elapsed() < LIFETIME);
        if sessions.len() >= MAX_SESSIONS
            && let Some(oldest) = sessions.iter().min_by_key(|(_, used)| **used).map(|(key, _)| *key)
        {
            sessions.remove(&oldest);
        }
        sessions.insert(digest(&id), Instant::now());
        let xsrf = self.xsrf(&id);
        Ok(Session { id, xsrf })
    }

    /// The session of a cookie.
    pub fn session(&self, id: &str) -> Option<Session> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let used = sessions.get_mut(&digest(id)).filter(|used| used.elapsed() < LIFETIME)?;
        *used = Instant::now();
        Some(Session { id: id.to_string(), xsrf: self.xsrf(id) })
    }

    /// Ends a session.
    pub fn close(&self, id: &str) {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner).remove(&digest(id));
    }

    /// The XSRF token of a session follows from its cookie, so that a cookie that a neighbor site planted
    /// fits none.
    fn xsrf(&self, id: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(self.xsrf_key);
        hash.update(digest(id));
        random::hex(&hash.finalize())
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

/// The page that asks for the token.
pub fn login_page(action: &str, problem: Option<&str>) -> String {
    let escape =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let problem = problem.map(|text| format!("<p role=\"alert\">{}</p>", escape(text))).unwrap_or_default();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Labora: log in</title>\
         <meta name=\"viewport\" content=\"width=device-width\"></head><body><main><h1>Labora laboratory</h1>{problem}\
         <form method=\"post\" action=\"{}\"><label>Token: <input name=\"password\" type=\"password\" \
         autocomplete=\"current-password\" autofocus required></label> <button>Log in</button></form>\
         <p>The terminal in which <code>labora lab</code> runs shows the token.</p></main></body></html>",
        escape(action)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_lets_in_once_and_sessions_end() {
        let logins = Logins::new(Token::random().unwrap(), 1).unwrap();
        let ticket = logins.ticket().unwrap();
        assert!(logins.spend(&ticket) && !logins.spend(&ticket));
        let session = logins.open().unwrap();
        assert_eq!(logins.session(&session.id), Some(session.clone()));
        assert_eq!(logins.session("chosen-by-another"), None);
        let other = logins.open().unwrap();
        assert!(!session.is_xsrf(&other.xsrf) && session.is_xsrf(&session.xsrf));
        logins.close(&session.id);
        assert_eq!(logins.session(&session.id), None);
    }

    #[test]
    fn guesses_are_slowed_down() {
        let logins = Logins::new(Token::new("0123456789abcdef").unwrap(), 1).unwrap();
        for _ in 0..MAX_FAILURES {
            assert_eq!(logins.check("guess").unwrap_err().status(), 401);
        }
        assert_eq!(logins.check("0123456789abcdef").unwrap_err().status(), 429);
    }

    #[test]
    fn what_the_page_shows_is_escaped() {
        let page = login_page("/login?next=\"><script>", Some("<b>"));
        assert!(!page.contains("<script>") && !page.contains("<b>"));
    }
}
