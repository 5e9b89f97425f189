//! systemd: sockets that it opened, readiness, and its watchdog.

use std::time::Duration;

use ifrt_proxy::{Error, Result};
use sd_notify::NotifyState;
use worker::Listener;

/// The first socket that the service manager passed (`LISTEN_FDS`), if it did.
///
/// # Errors
/// It is neither a TCP nor a unix socket that listens.
pub fn listener() -> Result<Option<Listener>> {
    let mut passed = listenfd::ListenFd::from_env();
    if passed.len() == 0 {
        return Ok(None);
    }
    if let Ok(Some(listener)) = passed.take_tcp_listener(0) {
        return Ok(Some(Listener::Tcp(listener)));
    }
    let listener = passed.take_unix_listener(0);
    let listener = listener.map_err(|e| Error::invalid(format!("the socket of LISTEN_FDS does not listen: {e}")))?;
    Ok(listener.map(Listener::Unix))
}

/// Says that connections are accepted. Without a service manager nothing happens.
pub fn ready() {
    tell(NotifyState::Ready);
}

/// Says that the end has begun.
pub fn stopping() {
    tell(NotifyState::Stopping);
}

fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager could not be told");
    }
}

/// Tells the watchdog, if there is one, that the runtime is alive: twice in its time.
pub fn start_watchdog() {
    let time = std::env::var("WATCHDOG_USEC").ok().and_then(|text| text.parse::<u64>().ok());
    if let Some(microseconds) = time.filter(|time| *time > 0) {
        tokio::spawn(async move {
            let mut beats =
                tokio::time::interval(Duration::from_micros(microseconds / 2).max(Duration::from_millis(1)));
            loop {
                beats.tick().await;
                tell(NotifyState::Watchdog);
            }
        });
    }
}
