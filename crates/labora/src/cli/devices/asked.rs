//! A plugin asked in a process of its own.

use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::isolated;
use crate::plugins::Found;

/// How long a plugin may take to say what it has.
const LIMIT: Duration = Duration::from_secs(60);

/// What `labora devices --only NAME` says of a plugin, or what became of that.
pub fn ask(found: &Found) -> Value {
    let args = ["devices".into(), "--only".into(), (&found.name).into()];
    let error =
        |error: String| json!({ "name": found.name, "plugin": found.path.display().to_string(), "error": error });
    match isolated::run(&args, &found.missing_environment(), LIMIT) {
        Err(failure) => error(failure.to_string()),
        Ok(ended) => match ended.violence() {
            Some(violence) => error(violence),
            None => serde_json::from_str(&ended.out).unwrap_or_else(|_| error(ended.err.trim().to_string())),
        },
    }
}
