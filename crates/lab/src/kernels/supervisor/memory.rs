//! How a program ended, and whether it did since it needed too much memory. Where a cluster's node ends that
//! program alone, its container goes on, and nobody else says so.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use rustix::process::Signal;

use crate::runtimes::TOO_MUCH_MEMORY;

/// Where containers see their own control groups of version 2 and of version 1.
const OWN: [&str; 2] = ["/sys/fs/cgroup", "/sys/fs/cgroup/memory"];
/// Files in which these count that.
const FILES: [&str; 2] = ["memory.events", "memory.oom_control"];

/// How many programs of these control groups, or of this container, were ended since they needed too much
/// memory.
pub fn kills(cgroups: &[PathBuf]) -> u64 {
    let own = OWN.iter().map(Path::new).filter(|_| cgroups.is_empty());
    let files = cgroups.iter().map(PathBuf::as_path).chain(own).flat_map(|group| FILES.map(|file| group.join(file)));
    files.filter_map(|file| count(&std::fs::read_to_string(file).ok()?)).sum()
}

fn count(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("oom_kill "))?.trim().parse().ok()
}

/// How a program ended, and whether memory was short: `kills` are those since it started. That of a private
/// machine, which has a signal's number as a shell has it, if it `is_private`.
pub fn end(status: ExitStatus, is_private: bool, kills: u64) -> String {
    // A shell's exit code of a signal is 128 more.
    let shell = status.code().filter(|code| is_private && (129..=192).contains(code)).map(|code| code - 128);
    let status = shell.map_or(status, ExitStatus::from_raw);
    match status.signal() {
        Some(signal) if signal == Signal::KILL.as_raw() && kills > 0 => TOO_MUCH_MEMORY.into(),
        Some(signal) if signal == Signal::SEGV.as_raw() => {
            format!("its process ended with {status}, a segmentation fault")
        }
        _ => format!("its process ended with {status}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_has_its_reason() {
        let end = |status: i32, kills| end(ExitStatus::from_raw(status), true, kills);
        assert_eq!(end(3 << 8, 0), "its process ended with exit status: 3");
        assert_eq!(end(137 << 8, 1), TOO_MUCH_MEMORY);
        assert!(end(137 << 8, 0).contains("signal: 9"), "somebody else killed it");
        assert!(end(11, 1).contains("a segmentation fault") && end(139 << 8, 0).contains("a segmentation fault"));
    }

    #[test]
    fn both_versions_of_control_groups_count_kills() {
        assert_eq!(count("low 0\nmax 7\noom 3\noom_kill 2\noom_group_kill 1\n"), Some(2));
        assert_eq!(count("oom_kill_disable 0\nunder_oom 0\noom_kill 4\n"), Some(4));
        assert_eq!(count("oom_kill_disable 0\n"), None);
    }
}
