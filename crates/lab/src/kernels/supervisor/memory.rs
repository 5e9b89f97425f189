//! Whether a program ended since it needed too much memory. Where a cluster's node ends that program alone,
//! its container goes on, and nobody else says so.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Signal;

use crate::runtimes::TOO_MUCH_MEMORY;

/// Files in which control groups of version 2 and of version 1 count that, where containers see their own.
const FILES: [&str; 2] = ["/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"];

/// How many programs of this container were ended since they needed too much memory.
pub fn kills() -> u64 {
    FILES.iter().filter_map(|file| count(&std::fs::read_to_string(file).ok()?)).sum()
}

fn count(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("oom_kill "))?.trim().parse().ok()
}

/// How a program ended; `before` is the number of [`kills`] when it started.
pub fn end(status: ExitStatus, before: u64) -> String {
    let is_killed = status.signal() == Some(Signal::KILL.as_raw());
    if is_killed && kills() > before { TOO_MUCH_MEMORY.into() } else { status.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_versions_of_control_groups_count_kills() {
        assert_eq!(count("low 0\nmax 7\noom 3\noom_kill 2\noom_group_kill 1\n"), Some(2));
        assert_eq!(count("oom_kill_disable 0\nunder_oom 0\noom_kill 4\n"), Some(4));
        assert_eq!(count("oom_kill_disable 0\n"), None);
    }
}
