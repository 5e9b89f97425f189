//! Notebooks of the network: what an https address has, if it is a notebook and none of this machine's own
//! networks.

use std::net::IpAddr;
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use crate::access::unescape;
use crate::error::{Error, Result};
use crate::network::is_public;
use crate::notebook;

/// The bytes of the largest notebook that is fetched.
const MAX_BYTES: u64 = 32 << 20;
/// How often an answer may name another address.
const MAX_REDIRECTS: u32 = 5;
/// How long an answer may take, with all of its bytes.
const TIME_LIMIT: Duration = Duration::from_secs(60);
const GITHUB: &str = "https://github.com/";
const GITHUB_FILES: &str = "https://raw.githubusercontent.com/";

/// Fetches a notebook; returns its name and its bytes.
///
/// # Errors
/// The address is not `https://`, or not of an `.ipynb` file, or of a network that is not public; it does not
/// answer with a notebook of at most 32 MiB.
pub fn notebook_at(url: &str) -> Result<(String, Vec<u8>)> {
    Fetcher { is_allowed: is_public, roots: RootCerts::WebPki, max_bytes: MAX_BYTES }.notebook_at(url)
}

/// What is fetched, and from whom.
struct Fetcher {
    is_allowed: fn(IpAddr) -> bool,
    roots: RootCerts,
    max_bytes: u64,
}

impl Fetcher {
    fn notebook_at(&self, url: &str) -> Result<(String, Vec<u8>)> {
        let url = file_of_github(url);
        let is_good = |uri: &Uri| {
            uri.scheme_str() == Some("https") && uri.authority().is_some_and(|host| !host.as_str().contains('@'))
        };
        let uri = url.parse::<Uri>().ok().filter(is_good);
        let bad = || Error::invalid(format!("{url:?}: give an address https://HOST/PATH without a user's name"));
        let uri = uri.ok_or_else(bad)?;
        let name = unescape(uri.path()).rsplit('/').next().unwrap_or_default().to_string();
        if !name.ends_with(".ipynb") {
            return Err(Error::invalid(format!("{url}: give the address of a file that ends with .ipynb")));
        }
        let bytes = self.get(&url).map_err(|error| match error {
            ureq::Error::Other(refused) => Error::invalid(format!("{url}: {refused}")),
            error => Error::invalid(format!("{url}: {error}")),
        })?;
        notebook::read(&bytes).map_err(|e| Error::invalid(format!("{url} is no notebook: {}", e.message())))?;
        Ok((name, bytes))
    }

    fn get(&self, url: &str) -> std::result::Result<Vec<u8>, ureq::Error> {
        let tls = TlsConfig::builder().root_certs(self.roots.clone()).build();
        let config = ureq::Agent::config_builder()
            .https_only(true)
            .max_redirects(MAX_REDIRECTS)
            // A proxy would look names up itself.
            .proxy(None)
            .timeout_global(Some(TIME_LIMIT))
            .tls_config(tls)
            .user_agent("labora-lab")
            .build();
        let resolver = CheckedResolver { inner: DefaultResolver::default(), is_allowed: self.is_allowed };
        let agent = ureq::Agent::with_parts(config, DefaultConnector::default(), resolver);
        let mut answer = agent.get(url).call()?;
        answer.body_mut().with_config().limit(self.max_bytes).read_to_vec()
    }
}

/// Looks names up, and refuses those with an address that is not allowed. The connection is made to the
/// addresses that were checked; each redirect is looked up, too.
#[derive(Debug)]
struct CheckedResolver {
    inner: DefaultResolver,
    is_allowed: fn(IpAddr) -> bool,
}

impl Resolver for CheckedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> std::result::Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        match found.iter().find(|address| !(self.is_allowed)(address.ip())) {
            None => Ok(found),
            Some(address) => {
                let host = uri.host().unwrap_or_default();
                let message = format!("{host} is at {}, which is no address of the public network", address.ip());
                Err(ureq::Error::Other(message.into()))
            }
        }
    }
}

/// The address of a file itself, if it is that of its page on GitHub:
/// `https://github.com/OWNER/REPOSITORY/blob/REVISION/PATH`.
fn file_of_github(url: &str) -> String {
    let page = url.split(['#', '?']).next().unwrap_or_default();
    let parts = page.strip_prefix(GITHUB).map(|rest| rest.splitn(4, '/').collect::<Vec<_>>());
    match parts.as_deref() {
        Some([owner, repository, "blob", path]) => format!("{GITHUB_FILES}{owner}/{repository}/{path}"),
        _ => url.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::sync::Arc;

    use tokio_rustls::rustls::crypto::ring;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;
    use tokio_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};
    use ureq::tls::Certificate;

    use super::*;

    const NOTEBOOK: &str = r#"{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}"#;

    /// The head and the body of the answer to a path; `/N/n.ipynb` leads N times elsewhere.
    fn answer(path: &str) -> (String, String) {
        let moved = |to: &str| (format!("302 Found\r\nLocation: {to}"), String::new());
        let number = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        match (path, number.parse::<u32>()) {
            (_, Ok(number @ 1..)) => moved(&format!("/{}/n.ipynb", number - 1)),
            (_, Ok(0)) => ("200 OK".into(), NOTEBOOK.into()),
            ("/private.ipynb", _) => moved("https://10.0.0.1/n.ipynb"),
            ("/plain.ipynb", _) => moved("http://localhost/n.ipynb"),
            ("/large.ipynb", _) => ("200 OK".into(), NOTEBOOK.replace("{}", &format!("{{{:2000}}}", ""))),
            ("/page.ipynb", _) => ("200 OK".into(), "<html>".into()),
            _ => ("404 Not Found".into(), String::new()),
        }
    }

    /// A server with a certificate for `localhost`; returns its port and what fetches from it.
    fn start() -> (u16, Fetcher) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let config = Arc::new(config.with_single_cert(vec![made.cert.der().clone()], key).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let connection = ServerConnection::new(config.clone()).unwrap();
                let mut stream = BufReader::new(StreamOwned::new(connection, stream.unwrap()));
                let mut lines = Vec::new();
                let mut line = String::new();
                while stream.read_line(&mut line).is_ok_and(|count| count > 2) {
                    lines.push(std::mem::take(&mut line));
                }
                let path = lines.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
                let (head, body) = answer(path);
                let length = body.len();
                let _ = write!(
                    stream.get_mut(),
                    "HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
                );
                stream.get_mut().conn.send_close_notify();
                let _ = stream.get_mut().flush();
            }
        });
        let roots = RootCerts::new_with_certs(&[Certificate::from_der(made.cert.der()).to_owned()]);
        (port, Fetcher { is_allowed: |address| address.is_loopback(), roots, max_bytes: 1000 })
    }

    #[test]
    fn a_notebook_is_fetched_and_what_is_none_is_refused() {
        let (port, fetcher) = start();
        let get = |path: &str| fetcher.notebook_at(&format!("https://localhost:{port}{path}"));
        assert_eq!(get("/0/a%20b.ipynb?x=1#y").unwrap(), ("a b.ipynb".into(), NOTEBOOK.into()));
        assert_eq!(get("/5/n.ipynb").unwrap().1, NOTEBOOK.as_bytes(), "five redirects");
        for (path, said) in [
            ("/6/n.ipynb", "redirects"),
            ("/private.ipynb", "10.0.0.1, which is no address of the public network"),
            ("/plain.ipynb", "https"),
            ("/large.ipynb", "limit"),
            ("/page.ipynb", "is no notebook"),
            ("/none.ipynb", "404"),
            ("/0/n.py", ".ipynb"),
        ] {
            let error = get(path).unwrap_err();
            assert!(error.status() == 400 && error.message().contains(said), "{path}: {error}");
        }
        let unknown = Fetcher { roots: RootCerts::WebPki, ..fetcher };
        let error = unknown.notebook_at(&format!("https://localhost:{port}/0/n.ipynb")).unwrap_err();
        assert!(error.message().contains("certificate"), "{error}");
    }

    #[test]
    fn pages_of_github_become_their_files() {
        let page = "https://github.com/keras-team/keras-io/blob/master/guides/ipynb/a.ipynb?plain=1#L1";
        let file = "https://raw.githubusercontent.com/keras-team/keras-io/master/guides/ipynb/a.ipynb";
        assert_eq!(file_of_github(page), file);
        assert_eq!(file_of_github(file), file);
        assert_eq!(file_of_github("https://github.com/a/b/raw/m/c.ipynb"), "https://github.com/a/b/raw/m/c.ipynb");
    }
}
