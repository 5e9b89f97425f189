//! The limit of a person's folder for what their programs write: the server counts it while something of
//! theirs runs, tells them when there is too much, and ends their runtimes if there still is a while later.
//! Until then programs write on; only a quota of the file system stops them at once.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;

use super::state::{Lab, MESSAGE};
use crate::drive::Drive;

/// The pause between two measurements. One holds for as long, so that each is a new one.
const PERIOD: Duration = Duration::from_secs(10);
/// Measurements in a row with too much at which runtimes end: half a minute after the first.
const MAX_OVER: u32 = 4;

/// Keeps to the limit until the server ends.
pub async fn keep(lab: &Arc<Lab>) {
    let mut beats = tokio::time::interval(PERIOD);
    let mut over = 0;
    loop {
        beats.tick().await;
        let measured = if lab.is_idle() { Ok(()) } else { lab.drive(Drive::check_limit).await };
        let Err(error) = measured else {
            over = 0;
            continue;
        };
        if error.status() != StatusCode::INSUFFICIENT_STORAGE {
            continue;
        }
        over += 1;
        match over {
            1 => tell(lab, &format!("{}; your runtimes end in half a minute otherwise", error.message())),
            2..MAX_OVER => continue,
            _ => {
                end(lab).await;
                tell(lab, &format!("Your runtimes were ended: {}", error.message()));
                over = 0;
            }
        }
        let who = lab.person.as_ref().map(|person| person.name.as_str());
        lab.access.audit.note(who, "limit", json!({"limit": "home", "folder": "/content", "count": 1}));
    }
}

/// Shows a text in the person's open pages.
fn tell(lab: &Lab, text: &str) {
    let event = json!({"schema_id": MESSAGE, "from": "Laboratory", "text": text});
    // An error means that no page is open.
    let _ = lab.events.send(event.to_string());
}

async fn end(lab: &Lab) {
    for kernel in lab.kernels.models() {
        // Somebody else may have ended it.
        let _ = lab.kernels.shut_down(kernel["id"].as_str().unwrap_or_default()).await;
    }
    lab.terminals.end_all().await;
}
