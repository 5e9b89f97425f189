//! Logins: tickets that are spent once, and sessions of browsers.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::peer::Hold;
use super::secret::Token;
use super::session_file::{Login, SavedSession, SessionFile};
use crate::accounts::{Accounts, Role, network};
use crate::error::{Error, Result};
use crate::random;

/// The path of the page.
pub const LOGIN_PATH: &str = "/login";
/// How long a session lasts after its last use, and its cookie.
pub(super) const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// Sessions at a time; the one that was not used for longest gives way.
const MAX_SESSIONS: usize = 1000;
/// Wrong tokens of an address in [`WINDOW`] after which others have to wait.
const MAX_FAILURES: u32 = 20;
/// The time in which wrong tokens are counted.
const WINDOW: Duration = Duration::from_secs(60);
/// Addresses whose wrong tokens are counted.
const MAX_ADDRESSES: usize = 10_000;

/// A browser that logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The value of its cookie.
    pub id: String,
    /// The XSRF token of its pages.
    pub xsrf: String,
    /// Who logged in; nobody with the token.
    pub person: Option<Person>,
}

/// Somebody who has an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name of the account.
    pub name: String,
    /// What its owner may do.
    pub role: Role,
}

/// A session as the server keeps it.
#[derive(Debug)]
struct Entry {
    used: Instant,
    login: Option<Login>,
    /// What holds its WebSockets open: they are cut when the session ends.
    sockets: Vec<Hold>,
}

/// A session of somebody, as a teacher sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The name of the account.
    pub name: String,
    /// From where.
    pub address: IpAddr,
    /// Since its last request.
    pub silent: Duration,
}

/// What lets in.
#[derive(Debug)]
enum Keys {
    Token(Token),
    Accounts(Accounts),
}

impl Session {
    /// True if the text is the session's XSRF token.
    pub fn is_xsrf(&self, text: &str) -> bool {
        self.xsrf.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

/// The token or the accounts, tickets and sessions.
#[derive(Debug)]
pub struct Logins {
    keys: Keys,
    /// The name of the cookie; it has the port, since browsers share cookies between ports.
    pub cookie_name: String,
    xsrf_key: [u8; 32],
    tickets: Mutex<Vec<[u8; 32]>>,
    /// By the SHA-256 of their cookies, so that the time of a look-up says nothing about them.
    sessions: Mutex<HashMap<[u8; 32], Entry>>,
    /// Wrong tokens of each address, since when.
    failures: Mutex<HashMap<IpAddr, (Instant, u32)>>,
    kept: Option<SessionStore>,
}

/// Where sessions are kept.
#[derive(Debug)]
struct SessionStore {
    file: PathBuf,
    /// The SHA-256 of the token that the server was given.
    token: Option<[u8; 32]>,
}

impl Logins {
    /// Logins by a token, of a server at a port.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(token: Token, port: u16) -> Result<Logins> {
        Logins::with_keys(Keys::Token(token), port)
    }

    /// Logins of people with accounts.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn with_accounts(accounts: Accounts, port: u16) -> Result<Logins> {
        Logins::with_keys(Keys::Accounts(accounts), port)
    }

    fn with_keys(keys: Keys, port: u16) -> Result<Logins> {
        Ok(Logins {
            keys,
            cookie_name: format!("labora-lab-{port}"),
            xsrf_key: random::bytes()?,
            tickets: Mutex::default(),
            sessions: Mutex::default(),
            failures: Mutex::default(),
            kept: None,
        })
    }

    /// Keeps sessions in a file, and goes on with those that are in it: those that were opened with the same
    /// `token`, if the server was given one.
    pub fn keep(&mut self, file: PathBuf, token: Option<&str>) {
        let token = token.map(digest);
        if let Some(found) = SessionFile::read(&file).filter(|found| found.token == token) {
            self.xsrf_key = found.xsrf_key;
            let entry = |saved: SavedSession| {
                let used = Instant::now().checked_sub(saved.used.elapsed().unwrap_or_default());
                let used = used.unwrap_or_else(Instant::now);
                (saved.digest, Entry { used, login: saved.login, sockets: Vec::new() })
            };
            self.lock().extend(found.sessions.into_iter().map(entry));
        }
        self.kept = Some(SessionStore { file, token });
    }

    /// Saves the sessions, if they are kept.
    fn save(&self, sessions: &HashMap<[u8; 32], Entry>) {
        let Some(kept) = &self.kept else { return };
        let now = SystemTime::now();
        let saved = |(digest, entry): (&[u8; 32], &Entry)| SavedSession {
            digest: *digest,
            used: now.checked_sub(entry.used.elapsed()).unwrap_or(now),
            login: entry.login.clone(),
        };
        let sessions = sessions.iter().map(saved).collect();
        let file = SessionFile { token: kept.token, xsrf_key: self.xsrf_key, sessions };
        if let Err(error) = file.write(&kept.file) {
            tracing::warn!("sessions will end with the server: {}", error.message());
        }
    }

    /// The token; none if people have accounts.
    pub fn token(&self) -> Option<&Token> {
        match &self.keys {
            Keys::Token(token) => Some(token),
            Keys::Accounts(_) => None,
        }
    }

    /// The accounts; none if a token lets in.
    pub fn accounts(&self) -> Option<&Accounts> {
        match &self.keys {
            Keys::Token(_) => None,
            Keys::Accounts(accounts) => Some(accounts),
        }
    }

    /// True if the text is the token.
    pub fn is_token(&self, text: &str) -> bool {
        self.token().is_some_and(|token| token.is(text))
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
        if self.is_token(text) {
            return true;
        }
        let digest = digest(text);
        let mut tickets = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        let found = tickets.iter().position(|ticket| *ticket == digest);
        found.map(|at| tickets.swap_remove(at)).is_some()
    }

    /// Checks the token of a login page. The right one lets in whoever else fails at the same address: it is
    /// too long to be found by guesses.
    ///
    /// # Errors
    /// It is wrong, or too many of that address were.
    pub fn check(&self, text: &str, address: IpAddr) -> Result<()> {
        if self.spend(text.trim()) {
            return Ok(());
        }
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.retain(|_, (since, _)| since.elapsed() <= WINDOW);
        if failures.len() >= MAX_ADDRESSES && !failures.contains_key(&network(address)) {
            failures.clear();
        }
        let (_, count) = failures.entry(network(address)).or_insert((Instant::now(), 0));
        if *count >= MAX_FAILURES {
            let message = "too many wrong tokens: wait a minute, or enter the right one";
            return Err(Error::new(axum::http::StatusCode::TOO_MANY_REQUESTS, message));
        }
        *count += 1;
        Err(Error::new(axum::http::StatusCode::UNAUTHORIZED, "Invalid credentials"))
    }

    /// Opens a session with a new cookie, never one that the browser brought.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn open(&self, login: Option<Login>) -> Result<Session> {
        let id = random::secret()?;
        let mut sessions = self.lock();
        sessions.retain(|_, entry| entry.used.elapsed() < LIFETIME);
        if sessions.len() >= MAX_SESSIONS
            && let Some(oldest) = sessions.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| *key)
        {
            sessions.remove(&oldest);
        }
        let person = self.person(login.as_ref());
        sessions.insert(digest(&id), Entry { used: Instant::now(), login, sockets: Vec::new() });
        self.save(&sessions);
        let xsrf = self.xsrf(&id);
        Ok(Session { id, xsrf, person })
    }

    /// The session of a cookie. One whose account is gone, or has another password, is none.
    pub fn session(&self, id: &str) -> Option<Session> {
        let mut sessions = self.lock();
        let entry = sessions.get_mut(&digest(id)).filter(|entry| entry.used.elapsed() < LIFETIME)?;
        let person = self.person(entry.login.as_ref());
        if person.is_none() && self.accounts().is_some() {
            sessions.remove(&digest(id));
            return None;
        }
        entry.used = Instant::now();
        Some(Session { id: id.to_string(), xsrf: self.xsrf(id), person })
    }

    /// Lets a WebSocket end with a session.
    pub fn hold(&self, session: &Session, socket: Hold) {
        if let Some(entry) = self.lock().get_mut(&digest(&session.id)) {
            entry.sockets.retain(|socket| !socket.is_over());
            entry.sockets.push(socket);
        }
    }

    /// Ends a session and its WebSockets; returns who had it.
    pub fn close(&self, id: &str) -> Option<String> {
        let mut sessions = self.lock();
        let closed = sessions.remove(&digest(id));
        self.save(&sessions);
        closed.and_then(|entry| entry.login).map(|login| login.name)
    }

    /// Ends the sessions of accounts that are gone or have another password, with their WebSockets.
    pub fn close_invalid(&self) {
        if self.accounts().is_some() {
            let mut sessions = self.lock();
            let before = sessions.len();
            sessions.retain(|_, entry| self.person(entry.login.as_ref()).is_some());
            if sessions.len() < before {
                self.save(&sessions);
            }
        }
    }

    /// Who is logged in.
    pub fn present(&self) -> Vec<Presence> {
        let one = |entry: &Entry| {
            let login = entry.login.as_ref()?;
            Some(Presence { name: login.name.clone(), address: login.address, silent: entry.used.elapsed() })
        };
        self.lock().values().filter_map(one).collect()
    }

    /// Whose account it is, if it is there with the same password.
    fn person(&self, login: Option<&Login>) -> Option<Person> {
        let (login, people) = (login?, self.accounts()?.now());
        let account = people.accounts.get(&login.name).filter(|account| account.password == login.password)?;
        Some(Person { name: login.name.clone(), role: account.role })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<[u8; 32], Entry>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
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

/// A text in a page.
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page that asks for the token, or with `has_accounts` for a name and a password.
pub fn login_page(action: &str, problem: Option<&str>, has_accounts: bool) -> String {
    let problem = problem.map(|text| format!("<p role=\"alert\">{}</p>", escape_html(text))).unwrap_or_default();
    let (fields, note) = match has_accounts {
        true => (
            "<p><label>Name: <input name=\"name\" autocomplete=\"username\" autocapitalize=\"none\" autofocus \
             required></label></p><p><label>Password: <input name=\"password\" type=\"password\" \
             autocomplete=\"current-password\" required></label></p>",
            "Whoever runs this server gives names and passwords, and a teacher a new one if yours is lost.",
        ),
        false => (
            "<label>Token: <input name=\"password\" type=\"password\" autocomplete=\"current-password\" autofocus \
             required></label> ",
            "The terminal in which <code>labora lab</code> runs shows the token.",
        ),
    };
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Labora: log in</title>\
         <meta name=\"viewport\" content=\"width=device-width\"></head><body><main><h1>Labora laboratory</h1>{problem}\
         <form method=\"post\" action=\"{}\">{fields}<button>Log in</button></form>\
         <p>{note}</p></main></body></html>",
        escape_html(action)
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
        let session = logins.open(None).unwrap();
        assert_eq!(logins.session(&session.id), Some(session.clone()));
        assert_eq!(logins.session("chosen-by-another"), None);
        let other = logins.open(None).unwrap();
        assert!(!session.is_xsrf(&other.xsrf) && session.is_xsrf(&session.xsrf));
        logins.close(&session.id);
        assert_eq!(logins.session(&session.id), None);
    }

    #[test]
    fn sessions_outlive_the_server_unless_its_token_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions.json");
        let logins = |token: &str| {
            let mut logins = Logins::new(Token::new(token).unwrap(), 1).unwrap();
            logins.keep(file.clone(), Some(token));
            logins
        };
        let first = logins("0123456789abcdef");
        let (session, closed) = (first.open(None).unwrap(), first.open(None).unwrap());
        first.close(&closed.id);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains(&session.id) && !text.contains("0123456789abcdef"), "{text}");
        let second = logins("0123456789abcdef");
        assert_eq!(second.session(&session.id), Some(session.clone()), "with the same XSRF token");
        assert_eq!(second.session(&closed.id), None);
        assert_eq!(logins("fedcba9876543210").session(&session.id), None);
    }

    #[test]
    fn guesses_are_slowed_down() {
        let logins = Logins::new(Token::new("0123456789abcdef").unwrap(), 1).unwrap();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        for _ in 0..MAX_FAILURES {
            assert_eq!(logins.check("guess", address("10.0.0.1")).unwrap_err().status(), 401);
        }
        assert_eq!(logins.check("guess", address("10.0.0.1")).unwrap_err().status(), 429);
        assert_eq!(logins.check("guess", address("10.0.0.2")).unwrap_err().status(), 401, "another address");
        assert!(logins.check("0123456789abcdef", address("10.0.0.1")).is_ok(), "the right token, at once");
    }

    #[test]
    fn what_the_page_shows_is_escaped() {
        for has_accounts in [true, false] {
            let page = login_page("/login?next=\"><script>", Some("<b>"), has_accounts);
            assert!(!page.contains("<script>") && !page.contains("<b>"));
        }
    }
}
