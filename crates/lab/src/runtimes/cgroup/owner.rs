//! Whose a control group is: its name has the number of the server's process and when that began, which
//! together no other process has until the machine starts again, and no group is older than that.

use std::fs;

/// What the names of groups of a runtime begin with.
const PREFIX: &str = "labora-";
/// The place of the time at which a process began in `/proc/PID/stat`, counted from its state.
const STARTED: usize = 19;

/// The name of a group of this process for a runtime with a number.
pub fn group_name(number: &str) -> String {
    let pid = std::process::id();
    format!("{PREFIX}{pid}-{}-{number}", started(&pid.to_string()).unwrap_or_default())
}

/// True if a name is one of [`group_name`] of a process that has ended.
pub fn is_abandoned(name: &str) -> bool {
    let parts: Option<Vec<&str>> = name.strip_prefix(PREFIX).map(|parts| parts.split('-').collect());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match parts.as_deref() {
        Some([pid, began, _]) if is_number(pid) && is_number(began) => started(pid).as_deref() != Some(*began),
        _ => false,
    }
}

/// When a process began, in ticks since the machine did; `None` if it has ended.
fn started(pid: &str) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program, in parentheses, may have some itself.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let is_alive = !matches!(fields.first(), Some(&"Z" | &"X"));
    is_alive.then(|| fields.get(STARTED).map(|began| (*began).to_string()))?
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn groups_are_abandoned_when_their_process_has_ended() {
        assert!(!is_abandoned(&group_name("0123456789abcdef")));
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let pid = child.id().to_string();
        let name = format!("{PREFIX}{pid}-{}-0123456789abcdef", started(&pid).unwrap());
        assert!(!is_abandoned(&name));
        // Another process of the same number began at another time.
        assert!(is_abandoned(&format!("{PREFIX}{pid}-1-0123456789abcdef")));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(is_abandoned(&name));
    }

    #[test]
    fn other_names_are_none_of_ours() {
        for name in ["labora-of-ada", "labora-server", "labora-0123456789abcdef", "labora-1--x", "user.slice", ""] {
            assert!(!is_abandoned(name), "{name}");
        }
    }
}
