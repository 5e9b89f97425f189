//! The runtimes of a person: how many there may be at a time, and a note in the audit log when one starts or
//! ends.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::audit::Audit;
use crate::error::{Error, Result};

/// Counts the runtimes of a person.
#[derive(Clone, Debug)]
pub struct Tally {
    who: String,
    max: usize,
    free: Arc<Semaphore>,
    audit: Audit,
}

/// A runtime that is counted until this is dropped.
#[derive(Debug)]
pub struct Counted {
    tally: Tally,
    runtime: Value,
    _place: OwnedSemaphorePermit,
}

impl Tally {
    /// A person who may have `max` runtimes at a time.
    pub fn new(who: String, max: usize, audit: Audit) -> Tally {
        Tally { who, max, free: Arc::new(Semaphore::new(max)), audit }
    }

    /// The name of the person.
    pub fn who(&self) -> &str {
        &self.who
    }

    /// Counts a runtime with a number that runs a program in a folder.
    ///
    /// # Errors
    /// There are as many as may be.
    pub fn begin(&self, number: &str, program: &str, folder: &str) -> Result<Counted> {
        let place = self.free.clone().try_acquire_owned().map_err(|_| {
            let message = format!("{} runtimes are in use, as many as you may have: shut one down", self.max);
            Error::new(StatusCode::TOO_MANY_REQUESTS, message)
        })?;
        let runtime = json!({"runtime": number, "program": program, "folder": folder});
        self.audit.note(Some(&self.who), "start", runtime.clone());
        Ok(Counted { tally: self.clone(), runtime, _place: place })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.tally.audit.note(Some(&self.tally.who), "stop", self.runtime.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_a_runtime_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("audit");
        let tally = Tally::new("ada".into(), 1, Audit::open(&file).unwrap());
        let one = tally.begin("1", "python", "/content").unwrap();
        let error = tally.begin("2", "python", "/content").unwrap_err();
        assert!(error.status() == 429 && error.message().starts_with("1 runtimes are in use"), "{error}");
        drop(one);
        assert!(tally.begin("3", "python", "/content").is_ok());
        let text = std::fs::read_to_string(&file).unwrap();
        let what: Vec<&str> =
            text.lines().filter_map(|line| line.split("\"what\":\"").nth(1)?.split('"').next()).collect();
        assert_eq!(what, ["start", "stop", "start", "stop"]);
    }
}
