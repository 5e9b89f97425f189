//! Control groups: the limits of all programs of a runtime together. Version 2 if this process may make
//! groups below its own; version 1 in the controllers that it may write.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::machine::Limits;

/// The mount of version 2, or the folder of version 1's controllers.
const MOUNT: &str = "/sys/fs/cgroup";
/// The controllers, and their files of version 1 and 2 for a limit.
const CONTROLLERS: [Controller; 3] = [
    Controller { name: "memory", v1: "memory.limit_in_bytes", v2: "memory.max" },
    Controller { name: "pids", v1: "pids.max", v2: "pids.max" },
    Controller { name: "cpu", v1: "cpu.cfs_quota_us", v2: "cpu.max" },
];
/// Microseconds in which a group uses up its CPU time.
const CPU_PERIOD: u64 = 100_000;

struct Controller {
    name: &'static str,
    v1: &'static str,
    v2: &'static str,
}

/// The groups of a runtime. They are removed when this is dropped, when no program is left in them.
#[derive(Debug, Default)]
pub struct Cgroups {
    /// The folders of the groups; a program joins by its number in `cgroup.procs`.
    pub folders: Vec<PathBuf>,
    /// The limits that hold.
    pub limited: Vec<&'static str>,
}

impl Cgroups {
    /// Makes the groups of a runtime, as far as this process may.
    pub fn create(name: &str, limits: &Limits) -> Cgroups {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mut made = Cgroups::default();
        for controller in &CONTROLLERS {
            let Some(value) = controller.value(limits) else { continue };
            if let Some(folder) = version_1(controller, &own) {
                made.add(&folder.join(name), controller.v1, &value, controller.name);
            }
        }
        if made.folders.is_empty()
            && let Some(parent) = version_2(&own)
        {
            let folder = parent.join(name);
            for controller in &CONTROLLERS {
                let Some(value) = controller.value(limits) else { continue };
                made.add(&folder, controller.v2, &value, controller.name);
            }
        }
        made
    }

    fn add(&mut self, folder: &Path, file: &str, value: &str, limit: &'static str) {
        let is_new = !folder.is_dir();
        if is_new && fs::create_dir_all(folder).is_err() {
            return;
        }
        if fs::write(folder.join(file), value).is_ok() {
            self.limited.push(limit);
            // Where swap is counted, it would add to the memory.
            let _ = fs::write(folder.join("memory.swap.max"), "0");
            if !self.folders.iter().any(|known| known == folder) {
                self.folders.push(folder.to_path_buf());
            }
        } else if is_new {
            let _ = fs::remove_dir(folder);
        }
    }
}

impl Controller {
    fn value(&self, limits: &Limits) -> Option<String> {
        match self.name {
            "memory" => Some(limits.memory.to_string()),
            "pids" => Some(limits.processes.to_string()),
            _ => limits.cpus.map(|cpus| {
                let quota = u64::from(cpus) * CPU_PERIOD;
                if is_version_2() { format!("{quota} {CPU_PERIOD}") } else { quota.to_string() }
            }),
        }
    }
}

fn is_version_2() -> bool {
    Path::new(MOUNT).join("cgroup.controllers").is_file()
}

/// The folder below which groups of a controller of version 1 are made.
fn version_1(controller: &Controller, own: &str) -> Option<PathBuf> {
    let line = own.lines().find_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        controllers.split(',').any(|name| name == controller.name).then_some(path)
    })?;
    let mount = Path::new(MOUNT).join(controller.name);
    // In a container the path may be one of the host.
    let folder = Some(mount.join(line.trim_start_matches('/'))).filter(|folder| folder.is_dir()).unwrap_or(mount);
    Some(folder).filter(|folder| folder.join("cgroup.procs").is_file())
}

/// The folder below which groups of version 2 are made. Only groups without processes have limited ones below
/// them, so this process moves into a group of its own.
fn version_2(own: &str) -> Option<PathBuf> {
    let path = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    let path = path.trim_start_matches('/').trim_end_matches("labora-server").trim_end_matches('/');
    let folder = Path::new(MOUNT).join(path);
    if !is_version_2() {
        return None;
    }
    let enable = || fs::write(folder.join("cgroup.subtree_control"), "+memory +pids +cpu");
    if enable().is_err() {
        let server = folder.join("labora-server");
        fs::create_dir_all(&server).ok()?;
        fs::write(server.join("cgroup.procs"), std::process::id().to_string()).ok()?;
        enable().ok()?;
    }
    Some(folder)
}

impl Drop for Cgroups {
    fn drop(&mut self) {
        let folders = remove_now(std::mem::take(&mut self.folders));
        if !folders.is_empty() {
            std::thread::spawn(move || remove(folders));
        }
    }
}

/// Removes groups whose programs end within seconds.
pub fn remove(mut folders: Vec<PathBuf>) {
    for _ in 0..10 {
        folders = remove_now(folders);
        if folders.is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}

/// Removes groups; returns those that are left. Programs that were killed are still in their group for a
/// moment.
fn remove_now(mut folders: Vec<PathBuf>) -> Vec<PathBuf> {
    for _ in 0..10 {
        folders.retain(|folder| folder.is_dir() && fs::remove_dir(folder).is_err());
        if folders.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    folders
}
