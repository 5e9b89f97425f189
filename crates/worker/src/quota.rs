//! The bytes that a session may hold, in host buffers and in arrays.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ifrt_proxy::{Code, Error, Result};

/// An account of bytes with a limit. Clones are the same account.
#[derive(Clone, Debug)]
pub struct Quota {
    account: Arc<Account>,
}

#[derive(Debug)]
struct Account {
    limit: u64,
    used: AtomicU64,
    /// The bytes of this account and others.
    total: Arc<AtomicU64>,
}

impl Account {
    fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        self.total.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Quota {
    /// An empty account, whose bytes count in a total as well.
    pub fn new(limit: u64, total: Arc<AtomicU64>) -> Quota {
        Quota { account: Arc::new(Account { limit, used: AtomicU64::new(0), total }) }
    }

    /// Takes bytes until the charge is released or dropped. `what` says in a message what they are for.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED`: the limit would be exceeded.
    pub fn charge(&self, bytes: u64, what: &str) -> Result<Charge> {
        let Account { limit, used, total } = &*self.account;
        let add = |used: u64| used.checked_add(bytes).filter(|sum| sum <= limit);
        match used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add) {
            Ok(_) => {
                total.fetch_add(bytes, Ordering::Relaxed);
                Ok(Charge { account: self.account.clone(), bytes: AtomicU64::new(bytes) })
            }
            Err(used) => Err(Error::new(
                Code::ResourceExhausted,
                format!(
                    "{what} of {bytes} bytes: the session holds {used} of the {limit} bytes that the worker allows \
                     (--max-bytes); delete arrays first"
                ),
            )),
        }
    }
}

/// Bytes taken from a [`Quota`].
#[derive(Debug)]
pub struct Charge {
    account: Arc<Account>,
    bytes: AtomicU64,
}

impl Charge {
    /// Gives the bytes back before the charge is dropped. Does nothing the second time.
    pub fn release(&self) {
        let bytes = self.bytes.swap(0, Ordering::Relaxed);
        self.account.give_back(bytes);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_once() {
        let total = Arc::new(AtomicU64::new(0));
        let [quota, other] = [10, 10].map(|limit| Quota::new(limit, total.clone()));
        let of_other = other.charge(2, "an array").unwrap();
        let seven = quota.charge(7, "an array").unwrap();
        let error = quota.charge(4, "an array").unwrap_err();
        assert_eq!(error.code(), Code::ResourceExhausted);
        assert!(error.message().starts_with("an array of 4 bytes: the session holds 7 of the 10 bytes"), "{error}");
        assert!(quota.charge(u64::MAX, "a lie").is_err());
        seven.release();
        let ten = quota.charge(10, "an array").unwrap();
        drop(seven);
        assert_eq!(total.load(Ordering::Relaxed), 12);
        drop(ten);
        assert_eq!(total.load(Ordering::Relaxed), 2);
        drop(of_other);
        assert_eq!(total.load(Ordering::Relaxed), 0);
    }
}
