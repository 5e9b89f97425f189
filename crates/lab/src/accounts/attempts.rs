//! Failed logins are counted for each name and for each address, and more of them have to wait.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time in which failures are counted, from the first one on.
const WINDOW: Duration = Duration::from_secs(5 * 60);
/// Failures of a name.
const MAX_OF_NAME: u32 = 10;
/// Failures of an address: a class often has one for all.
const MAX_OF_ADDRESS: u32 = 60;
/// Counters from which on those whose time is over are removed.
const MANY: usize = 10_000;

/// Who fails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Address(IpAddr),
    Name(String),
}

/// The counters of failed logins.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<HashMap<Key, (Instant, u32)>>);

impl Attempts {
    /// Counts an attempt as failed until [`Attempts::succeeded`] is called, so that attempts at once count,
    /// too.
    ///
    /// # Errors
    /// Too many failed; after this time the next one is heard.
    pub fn begin(&self, address: IpAddr, name: &str) -> Result<(), Duration> {
        let mut counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counters.len() > MANY {
            counters.retain(|_, (start, _)| start.elapsed() < WINDOW);
        }
        let keys = keys(address, name);
        for (key, max) in &keys {
            match counters.get(key) {
                Some((start, count)) if start.elapsed() < WINDOW && count >= max => {
                    return Err(WINDOW.saturating_sub(start.elapsed()).max(Duration::from_secs(1)));
                }
                _ => {}
            }
        }
        for (key, _) in keys {
            let counter = counters.entry(key).or_insert((Instant::now(), 0));
            if counter.0.elapsed() >= WINDOW {
                *counter = (Instant::now(), 0);
            }
            counter.1 += 1;
        }
        Ok(())
    }

    /// Takes back what [`Attempts::begin`] counted; the name has no failures any more.
    pub fn succeeded(&self, address: IpAddr, name: &str) {
        let mut counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let [(of_address, _), (of_name, _)] = keys(address, name);
        counters.remove(&of_name);
        if let Some((_, count)) = counters.get_mut(&of_address) {
            *count = count.saturating_sub(1);
        }
    }
}

fn keys(address: IpAddr, name: &str) -> [(Key, u32); 2] {
    [(Key::Address(network(address)), MAX_OF_ADDRESS), (Key::Name(name.into()), MAX_OF_NAME)]
}

/// Of version 6 the first half: whoever has one address there has all of its network.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_of_a_name_and_of_an_address_are_counted() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let attempts = Attempts::default();
        for n in 0..MAX_OF_NAME {
            assert!(attempts.begin(address(&format!("10.0.0.{n}")), "ada").is_ok());
        }
        let wait = attempts.begin(address("10.0.1.1"), "ada").unwrap_err();
        assert!(wait > Duration::ZERO && wait <= WINDOW);
        assert!(attempts.begin(address("10.0.1.1"), "bob").is_ok(), "another name");
        for n in 1..MAX_OF_ADDRESS {
            attempts.begin(address("10.0.1.1"), &n.to_string()).unwrap();
        }
        assert!(attempts.begin(address("10.0.1.1"), "eve").is_err());
        assert!(attempts.begin(address("10.0.1.2"), "eve").is_ok(), "another address");
        attempts.succeeded(address("10.0.1.1"), "bob");
        assert!(attempts.begin(address("10.0.1.1"), "bob").is_ok());
        assert_eq!(network(address("2001:db8::1")), network(address("2001:db8::2")));
    }
}
