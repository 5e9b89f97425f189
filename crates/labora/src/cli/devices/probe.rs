//! Probes a plugin in a child process.

use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::child_process;
use crate::plugins::Found;

/// The time that a plugin may take to describe its devices.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Returns the output of `labora devices --only NAME` for a plugin, or an error.
pub fn probe(found: &Found) -> Value {
    let args = ["devices".into(), "--only".into(), (&found.name).into()];
    let error =
        |error: String| json!({ "name": found.name, "plugin": found.path.display().to_string(), "error": error });
    match child_process::run(&args, &found.missing_environment(), TIMEOUT) {
        Err(failure) => error(failure.to_string()),
        Ok(ended) => match ended.crash() {
            Some(crash) => error(crash),
            None => serde_json::from_str(&ended.out).unwrap_or_else(|_| error(ended.err.trim().to_string())),
        },
    }
}
