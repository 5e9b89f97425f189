//! The account of a client's memory: what its buffers take, and how much they may take.

use std::fmt::Display;
use std::fs::read_to_string;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pjrt::ErrorKind;

use crate::error::{Error, Result};

/// The memory of all devices of a client together, in bytes.
pub struct MemoryAccount {
    /// The limit that the client was created with.
    limit: Option<u64>,
    /// The memory of the machine, or of the control group that the process is in.
    host: Option<u64>,
    /// Counted only if there is a limit.
    in_use: AtomicU64,
}

/// A share of a client's memory, which its drop returns.
pub struct Reservation {
    account: Arc<MemoryAccount>,
    bytes: u64,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.account.in_use.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl MemoryAccount {
    /// The account of a client with this limit.
    pub fn new(limit: Option<u64>) -> Arc<Self> {
        Arc::new(Self { limit, host: host_memory_bytes(), in_use: AtomicU64::new(0) })
    }

    /// The most that the devices may hold together; none if neither an option nor the system says.
    pub fn limit(&self) -> Option<u64> {
        self.limit.or(self.host)
    }

    /// Returns true if the client was created without a limit.
    pub fn is_unlimited(&self) -> bool {
        self.limit.is_none()
    }

    /// Checks that `bytes` more can be allocated, and `reserved` of them stay; returns a reservation of
    /// each of these. `purpose` says in messages what they are for.
    ///
    /// Without a limit by option, only requests that exceed the memory of the machine are refused: memory
    /// that devices share counts once there, and the system may have swap space.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceExhausted`], with what was asked for, what is in use, and the limit.
    pub fn reserve(
        self: &Arc<Self>,
        bytes: u64,
        reserved: &[u64],
        purpose: impl Display,
    ) -> Result<Vec<Option<Arc<Reservation>>>> {
        let Some(limit) = self.limit else {
            return match self.host {
                Some(host) if bytes > host => Err(Error::new(
                    ErrorKind::ResourceExhausted,
                    format!("{purpose} takes {bytes} bytes; this machine has {host} bytes of memory"),
                )),
                _ => Ok(vec![None; reserved.len()]),
            };
        };
        let kept: u64 = reserved.iter().sum();
        let before = self.in_use.fetch_add(kept, Ordering::Relaxed);
        if before.saturating_add(bytes.max(kept)) > limit {
            self.in_use.fetch_sub(kept, Ordering::Relaxed);
            return Err(Error::new(
                ErrorKind::ResourceExhausted,
                format!("{purpose} takes {bytes} bytes; {before} of the {limit} bytes of memory_limit are in use"),
            ));
        }
        let reserve = |bytes: &u64| Some(Arc::new(Reservation { account: self.clone(), bytes: *bytes }));
        Ok(reserved.iter().map(reserve).collect())
    }
}

/// The memory that this process may use: that of the machine, or of its control group if that is less. None
/// if the system does not report it.
fn host_memory_bytes() -> Option<u64> {
    let info = read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(control_group_limit().map_or(kib * 1024, |limit| limit.min(kib * 1024)))
}

/// The limit of the process's control group or of one around it, in version 2 or 1 of control groups.
fn control_group_limit() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let mut limits = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            c if c.split(',').any(|c| c == "memory") => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => continue,
        };
        for path in std::path::Path::new(path).ancestors() {
            let relative = path.strip_prefix("/").unwrap_or(path);
            let text = read_to_string(std::path::Path::new(root).join(relative).join(file));
            limits.extend(text.ok().and_then(|text| text.trim().parse::<u64>().ok()));
        }
    }
    limits.into_iter().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reservation_is_returned_when_it_is_dropped() {
        let account = MemoryAccount::new(Some(100));
        let held = account.reserve(80, &[30, 20], "an array").unwrap();
        let error = account.reserve(51, &[51], "another array").err().unwrap();
        assert_eq!(error.kind(), ErrorKind::ResourceExhausted);
        let expected = "another array takes 51 bytes; 50 of the 100 bytes of memory_limit are in use";
        assert_eq!(error.message(), expected);
        assert!(account.reserve(50, &[50], "a smaller one").is_ok());
        drop(held);
        assert!(account.reserve(100, &[100], "the whole").is_ok());
        assert!(account.reserve(u64::MAX, &[1], "too much").is_err());
        assert!(account.reserve(100, &[], "what is not kept").is_ok());
    }

    #[test]
    fn without_a_limit_only_what_cannot_exist_is_refused() {
        let account = MemoryAccount::new(None);
        assert!(account.reserve(1, &[1], "a byte").unwrap()[0].is_none());
        if account.limit().is_some() {
            let error = account.reserve(u64::MAX, &[], "everything").err().unwrap();
            assert!(error.message().starts_with("everything takes 18446744073709551615 bytes; this machine has"));
        }
    }
}
