//! Who is at the other end of a connection, and the client behind a proxy.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use tokio::sync::oneshot;

/// The other end of a connection.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its address.
    pub address: SocketAddr,
    /// Taken by the session that the connection belongs to.
    hold: Arc<Mutex<Option<oneshot::Sender<()>>>>,
}

/// What holds a connection open that belongs to a session: it is cut when this is dropped.
#[derive(Debug)]
pub struct Hold(Option<oneshot::Sender<()>>);

impl Hold {
    /// True if the connection has ended.
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_none_or(oneshot::Sender::is_closed)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // An error means that the connection has ended.
        let _ = self.0.take().map(|cut| cut.send(()));
    }
}

/// Who sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    /// The address, as the proxy says it if there is one.
    pub address: IpAddr,
    /// True if the browser's connection is encrypted.
    pub is_encrypted: bool,
}

impl Peer {
    /// The other end of a connection that is cut by a message of `cut`.
    pub fn new(address: SocketAddr, cut: oneshot::Sender<()>) -> Peer {
        Peer { address, hold: Arc::new(Mutex::new(Some(cut))) }
    }

    /// What holds the connection open from now on. Only the first who asks gets it.
    pub fn hold(&self) -> Option<Hold> {
        let cut = self.hold.lock().unwrap_or_else(PoisonError::into_inner).take();
        cut.map(|cut| Hold(Some(cut)))
    }

    /// The client that sends a request: with a proxy that is trusted, the one that it names last in
    /// `X-Forwarded-For`, and whether `X-Forwarded-Proto` is `https`.
    pub fn client(&self, headers: &HeaderMap, proxies: &[IpAddr], is_encrypted: bool) -> Client {
        let own = self.address.ip().to_canonical();
        if !proxies.contains(&own) {
            return Client { address: own, is_encrypted };
        }
        let text = |name: &str| headers.get_all(name).iter().next_back().and_then(|value| value.to_str().ok());
        let named = text("x-forwarded-for").and_then(|all| all.rsplit(',').next()?.trim().parse::<IpAddr>().ok());
        let is_https = text("x-forwarded-proto").is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"));
        Client { address: named.unwrap_or(own).to_canonical(), is_encrypted: is_encrypted || is_https }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proxy_says_for_whom_it_speaks() {
        let (cut, mut is_cut) = oneshot::channel();
        let peer = Peer::new("10.0.0.2:5000".parse().unwrap(), cut);
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "1.1.1.1, 10.9.9.9".parse().unwrap());
        headers.insert("x-forwarded-proto", "https".parse().unwrap());
        let (own, other) = ("10.0.0.2".parse().unwrap(), "10.0.0.3".parse().unwrap());
        assert_eq!(peer.client(&headers, &[other], false), Client { address: own, is_encrypted: false });
        let named = Client { address: "10.9.9.9".parse().unwrap(), is_encrypted: true };
        assert_eq!(peer.client(&headers, &[own], false), named, "what the client itself wrote before does not count");
        let hold = peer.hold().unwrap();
        assert!(peer.clone().hold().is_none());
        drop(peer);
        assert!(!hold.is_over() && is_cut.try_recv().is_err());
        drop(hold);
        assert_eq!(is_cut.try_recv(), Ok(()));
    }
}
