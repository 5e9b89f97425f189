//! What a runtime uses: memory and disk, as the page shows them.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::runtimes::Meter;

/// Processes that are looked at in a runtime without a control group.
const MAX_PROCESSES: usize = 10_000;

/// Where a runtime can be observed.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The process that the server started.
    pub process: Option<u32>,
    /// The folder that server and runtime share, a path of the server.
    pub shared: PathBuf,
    /// Its control groups.
    pub cgroups: Vec<PathBuf>,
    /// What reads the memory of its GPU.
    pub gpu: Option<Meter>,
    /// True if it has a file system of its own.
    pub is_private: bool,
    /// True if it is not on this host.
    pub is_remote: bool,
    /// The memory of one that is not on this host, as it said last.
    pub said: Option<Usage>,
}

/// Bytes in use, and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// In use.
    pub used: u64,
    /// At most.
    pub limit: u64,
}

impl Usage {
    /// As JSON: `{"used", "limit"}` in bytes.
    pub fn model(self) -> Value {
        json!({"used": self.used, "limit": self.limit})
    }
}

impl Observed {
    /// Memory: that of the control group, else what its processes have resident.
    pub fn memory(&self) -> Option<Usage> {
        if self.is_remote {
            return self.said;
        }
        let whole = kib_of("/proc/meminfo", "MemTotal:")?;
        let number = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).ok()?.trim().parse().ok();
        let of_group = |folder: &PathBuf| {
            let used = number(folder, "memory.current").or_else(|| number(folder, "memory.usage_in_bytes"))?;
            let limit = number(folder, "memory.max").or_else(|| number(folder, "memory.limit_in_bytes"));
            Some(Usage { used, limit: limit.unwrap_or(whole).min(whole) })
        };
        let of_processes = || {
            let resident = |process: &u32| kib_of(&format!("/proc/{process}/status"), "VmRSS:");
            Some(Usage { used: self.processes().iter().filter_map(resident).sum(), limit: whole })
        };
        self.cgroups.iter().find_map(of_group).or_else(of_processes)
    }

    /// The memory of its GPU, that of all its programs and of other runtimes that share it.
    pub fn gpu(&self) -> Option<Usage> {
        let (used, limit) = self.gpu.as_ref()?.read()?;
        Some(Usage { used, limit })
    }

    /// Disk: that of the runtime's own file system, or the one that it shares with the server. It is unknown
    /// of a runtime that is not on this host.
    pub fn disk(&self) -> Option<Usage> {
        let of = |folder: &Path| {
            let stat = rustix::fs::statvfs(folder).ok()?;
            Some(Usage { used: (stat.f_blocks - stat.f_bfree) * stat.f_frsize, limit: stat.f_blocks * stat.f_frsize })
        };
        if !self.is_private {
            return of(&self.shared);
        }
        // The root of the youngest process: the helpers of a runtime stand in the server's file system.
        let roots = self.processes().into_iter().rev().map(|process| PathBuf::from(format!("/proc/{process}/root")));
        let own = |root: &PathBuf| fs::read_link(root).is_ok() && root.join("content").is_dir();
        roots.filter(own).find_map(|root| of(&root.join("tmp")))
    }

    /// The process, and those that it started, parents first.
    fn processes(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.process.into_iter().collect();
        let mut at = 0;
        while at < all.len() && all.len() < MAX_PROCESSES {
            let tasks = fs::read_dir(format!("/proc/{}/task", all[at])).into_iter().flatten().flatten();
            let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
            let numbers =
                |text: String| -> Vec<u32> { text.split_whitespace().filter_map(|n| n.parse().ok()).collect() };
            all.extend(children.flat_map(numbers));
            at += 1;
        }
        all
    }
}

/// The bytes that a line of a file of `/proc` says in KiB.
fn kib_of(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_uses_memory_and_its_disk() {
        let observed = Observed { process: Some(std::process::id()), shared: "/".into(), ..Observed::default() };
        let (memory, disk) = (observed.memory().unwrap(), observed.disk().unwrap());
        assert!(memory.used > 1 << 20 && memory.used < memory.limit, "{memory:?}");
        assert!(disk.used > 0 && disk.used <= disk.limit, "{disk:?}");
    }
}
