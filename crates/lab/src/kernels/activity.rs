//! What a kernel does, as its messages tell.

use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::message::Message;
use crate::clock::Since;

/// Requests that say nothing of the user's code: a kernel that answers one is as busy or idle as before. They
/// are those of Jupyter Server's option `untracked_message_types`, which the page reads.
pub const UNTRACKED: [&str; 5] =
    ["comm_info_request", "debug_request", "interrupt_request", "kernel_info_request", "shutdown_request"];

/// The state of a kernel, and when something last happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// `starting`, `idle`, `busy` ... as Jupyter names them.
    pub execution: String,
    /// When a user or the user's code last did something, as clients read it.
    pub last: SystemTime,
    /// The same by a clock that nobody can set.
    pub idle: Since,
}

impl Activity {
    /// That of a kernel that starts now.
    pub fn starting() -> Activity {
        Activity { execution: "starting".into(), last: SystemTime::now(), idle: Since::now() }
    }

    /// How long a kernel that is asked to end may take, of the time that one which answers has. One that
    /// still starts has none, since it reads the request too late, and has nothing to save.
    pub fn patience(&self, of_others: Duration) -> Duration {
        if self.execution == "starting" { Duration::ZERO } else { of_others }
    }

    /// True while code runs.
    pub fn is_busy(&self) -> bool {
        self.execution == "busy"
    }

    /// Something happens now.
    pub fn touch(&mut self) {
        (self.last, self.idle) = (SystemTime::now(), Since::now());
    }

    /// Takes notice of what a kernel publishes; requests of the session `own` are the server's.
    pub fn note(&mut self, message: &Message, own: &str) {
        let is_status = message.header().msg_type == "status";
        let execution = is_status.then(|| message.content()["execution_state"].as_str().map(String::from)).flatten();
        let parent = message.parent();
        if parent.session == own || UNTRACKED.contains(&parent.msg_type.as_str()) {
            // What server and page ask of a kernel is no activity of a user; its first answer ends the start.
            if self.execution == "starting" && execution.as_deref() == Some("idle") {
                self.execution = "idle".into();
            }
            return;
        }
        self.touch();
        if let Some(execution) = execution {
            self.execution = execution;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_that_still_starts_has_no_time_to_end() {
        let mut activity = Activity::starting();
        let usual = Duration::from_secs(5);
        assert_eq!(activity.patience(usual), Duration::ZERO);
        activity.execution = "idle".into();
        assert_eq!(activity.patience(usual), usual);
    }
}
