//! Control groups: the limits of all programs of a runtime together. Version 2 if this process may make
//! groups below its own; version 1 in the controllers that it may write.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::machine::Limits;

/// The mount of version 2, or the folder of version 1's controllers.
const MOUNT: &str = "/sys/fs/cgroup";
/// The files of version 1 and 2 for a limit, and their controllers.
const LIMITS: [Limit; 4] = [
    Limit { controller: "memory", v1: "memory.limit_in_bytes", v2: "memory.max", name: "memory" },
    Limit { controller: "pids", v1: "pids.max", v2: "pids.max", name: "pids" },
    Limit { controller: "cpu", v1: "cpu.shares", v2: "cpu.weight", name: "shares" },
    Limit { controller: "cpu", v1: "cpu.cfs_quota_us", v2: "cpu.max", name: "cpu" },
];
/// What the names of the groups of a person begin with. The processors are divided among people, then among
/// the runtimes of each.
const OF_PERSON: &str = "labora-of-";
/// The share of everybody in the processors' time, by version 1 and 2: the kernel's default.
const SHARE: [&str; 2] = ["1024", "100"];
/// Microseconds in which a group uses up its CPU time.
const CPU_PERIOD: u64 = 100_000;

struct Limit {
    controller: &'static str,
    v1: &'static str,
    v2: &'static str,
    name: &'static str,
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
    /// Makes the groups of a runtime, which may be one of a person, as far as this process may.
    pub fn create(name: &str, person: Option<&str>, limits: &Limits) -> Cgroups {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let below = |parent: PathBuf| match person {
            Some(person) => parent.join(format!("{OF_PERSON}{person}")),
            None => parent,
        };
        let mut made = Cgroups::default();
        for limit in &LIMITS {
            let Some(value) = limit.value(limits, false) else { continue };
            if let Some(parent) = version_1(limit.controller, &own) {
                made.add(&below(parent).join(name), limit.v1, &value, limit.name);
            }
        }
        if made.folders.is_empty()
            && let Some(parent) = version_2(&own)
        {
            let parent = below(parent);
            if person.is_some() {
                // An error shows when a limit is set.
                let _ = fs::create_dir_all(&parent).and_then(|()| enable(&parent));
            }
            for limit in &LIMITS {
                let Some(value) = limit.value(limits, true) else { continue };
                made.add(&parent.join(name), limit.v2, &value, limit.name);
            }
        }
        made
    }

    fn add(&mut self, folder: &Path, file: &str, value: &str, limit: &'static str) {
        let is_new = !folder.is_dir();
        if is_new && make(folder).is_err() {
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

impl Limit {
    fn value(&self, limits: &Limits, is_version_2: bool) -> Option<String> {
        match self.name {
            "memory" => Some(limits.memory.to_string()),
            "pids" => Some(limits.processes.to_string()),
            "shares" => Some(SHARE[usize::from(is_version_2)].to_string()),
            _ => limits.cpus.map(|cpus| {
                let quota = u64::from(cpus) * CPU_PERIOD;
                if is_version_2 { format!("{quota} {CPU_PERIOD}") } else { quota.to_string() }
            }),
        }
    }
}

/// Makes a group. That of the person may be removed meanwhile, with the last of its others.
fn make(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder).or_else(|_| fs::create_dir_all(folder))
}

/// Lets groups below a group of version 2 have limits.
fn enable(folder: &Path) -> std::io::Result<()> {
    let file = folder.join("cgroup.subtree_control");
    fs::write(&file, "+memory +pids")?;
    // Users have it less often; without it the limits of memory and processes hold nevertheless.
    let _ = fs::write(&file, "+cpu");
    Ok(())
}

fn is_version_2() -> bool {
    Path::new(MOUNT).join("cgroup.controllers").is_file()
}

/// The folder below which groups of a controller of version 1 are made.
fn version_1(controller: &str, own: &str) -> Option<PathBuf> {
    let line = own.lines().find_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        controllers.split(',').any(|name| name == controller).then_some(path)
    })?;
    let mount = Path::new(MOUNT).join(controller);
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
    if enable(&folder).is_err() {
        let server = folder.join("labora-server");
        fs::create_dir_all(&server).ok()?;
        fs::write(server.join("cgroup.procs"), std::process::id().to_string()).ok()?;
        enable(&folder).ok()?;
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
        folders.retain(|folder| folder.is_dir() && remove_one(folder).is_err());
        if folders.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    folders
}

/// Removes a group, and that of its person unless it has others.
fn remove_one(folder: &Path) -> std::io::Result<()> {
    fs::remove_dir(folder)?;
    let person = folder.parent().filter(|parent| parent.file_name().is_some_and(is_of_person));
    person.into_iter().for_each(|person| _ = fs::remove_dir(person));
    Ok(())
}

fn is_of_person(name: &std::ffi::OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(OF_PERSON))
}
