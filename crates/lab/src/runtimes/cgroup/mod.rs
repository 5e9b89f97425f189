//! Control groups: the limits of all programs of a runtime together. Version 2 if this process may make
//! groups below its own; version 1 in the controllers that it may write.

mod hierarchy;
mod owner;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::machine::Limits;
use hierarchy::Hierarchy;
pub use owner::group_name;

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
        Cgroups::create_in(&Hierarchy::of_this_process(), name, person, limits)
    }

    fn create_in(hierarchy: &Hierarchy, name: &str, person: Option<&str>, limits: &Limits) -> Cgroups {
        let below = |parent: PathBuf| match person {
            Some(person) => parent.join(format!("{OF_PERSON}{person}")),
            None => parent,
        };
        let mut made = Cgroups::default();
        for limit in &LIMITS {
            let Some(value) = limit.value(limits, false) else { continue };
            if let Some(parent) = hierarchy.version_1(limit.controller) {
                made.add(hierarchy, &below(parent).join(name), (limit.v1, &value), limit.name);
            }
        }
        if made.folders.is_empty()
            && let Some(parent) = hierarchy.version_2()
            && hierarchy.open(&parent).is_ok()
        {
            let parent = below(parent);
            if person.is_some() {
                // An error shows when a limit is set.
                let _ = fs::create_dir_all(&parent).and_then(|()| hierarchy.enable(&parent));
            }
            for limit in &LIMITS {
                let Some(value) = limit.value(limits, true) else { continue };
                made.add(hierarchy, &parent.join(name), (limit.v2, &value), limit.name);
            }
        }
        made
    }

    fn add(&mut self, hierarchy: &Hierarchy, folder: &Path, (file, value): (&str, &str), limit: &'static str) {
        let is_new = !folder.is_dir();
        if is_new && make(folder).is_err() {
            return;
        }
        if (hierarchy.write)(&folder.join(file), value).is_ok() {
            self.limited.push(limit);
            // Where swap is counted, it would add to the memory.
            let _ = (hierarchy.write)(&folder.join("memory.swap.max"), "0");
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

impl Drop for Cgroups {
    fn drop(&mut self) {
        let folders = remove_now(std::mem::take(&mut self.folders));
        if !folders.is_empty() {
            std::thread::spawn(move || remove(folders));
        }
    }
}

/// Removes the empty groups of servers that were killed: those of their terminals and exports, whose programs
/// ended with them. Groups of kernels that go on are not empty.
pub fn remove_abandoned() {
    abandoned(&Hierarchy::of_this_process()).iter().for_each(|group| _ = remove_one(group));
}

/// The groups of servers that have ended, in all hierarchies.
fn abandoned(hierarchy: &Hierarchy) -> Vec<PathBuf> {
    let mut parents: Vec<PathBuf> = LIMITS.iter().filter_map(|limit| hierarchy.version_1(limit.controller)).collect();
    parents.extend(hierarchy.version_2());
    parents.dedup();
    let below = |folder: &PathBuf| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let named =
        |folder: &PathBuf, is: fn(&str) -> bool| folder.file_name().and_then(|name| name.to_str()).is_some_and(is);
    let mut groups: Vec<PathBuf> = parents.iter().flat_map(below).collect();
    let of_people: Vec<PathBuf> = groups.iter().filter(|group| named(group, is_of_person)).flat_map(below).collect();
    groups.extend(of_people);
    groups.retain(|group| named(group, owner::is_abandoned));
    groups
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
    let name = |parent: &&Path| parent.file_name().and_then(|name| name.to_str()).is_some_and(is_of_person);
    folder.parent().filter(name).into_iter().for_each(|person| _ = fs::remove_dir(person));
    Ok(())
}

fn is_of_person(name: &str) -> bool {
    name.starts_with(OF_PERSON)
}
