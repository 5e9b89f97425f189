//! Control groups of version 2 in a tree of folders with the kernel's rules (Documentation/admin-guide/
//! cgroup-v2.rst): machines with version 1 have no other.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::hierarchy::Hierarchy;
use super::{Cgroups, abandoned, group_name, remove_one};
use crate::runtimes::machine::Limits;

const LIMITS: Limits = Limits { memory: 1 << 30, disk: 1 << 20, processes: 100, cpus: Some(2) };
/// The group that is delegated to the user, in which the server is started.
const SCOPE: &str = "user.slice/app.scope";

/// Where the stand-in has a file of a group: groups are folders that can be removed, and so have no files.
fn stored(file: &Path) -> PathBuf {
    file.components()
        .map(|part| if part.as_os_str() == "groups" { "files".as_ref() } else { part.as_os_str() })
        .collect()
}

fn read(file: &Path) -> String {
    fs::read_to_string(stored(file)).unwrap_or_default()
}

/// Writes a file of a group by the rules of the kernel: only what is delegated is written, a limit needs the
/// parent's `cgroup.subtree_control`, and a group has processes or controls others, not both.
fn write(file: &Path, text: &str) -> io::Result<()> {
    let group = file.parent().unwrap();
    let refuse = |kind: ErrorKind| Err(io::Error::from(kind));
    if !file.to_str().unwrap().contains(SCOPE) {
        return refuse(ErrorKind::PermissionDenied);
    }
    let enabled = |group: &Path| read(&group.join("cgroup.subtree_control"));
    let has = |group: &Path, controller: &str| enabled(group).split(' ').any(|name| name == controller);
    let name = file.file_name().unwrap().to_str().unwrap();
    let text = match name {
        "cgroup.procs" if !enabled(group).is_empty() => return refuse(ErrorKind::ResourceBusy),
        "cgroup.procs" => {
            let moved_from = stored(&group.parent().unwrap().join(name));
            fs::write(moved_from, "")?;
            text.to_string()
        }
        "cgroup.subtree_control" if !read(&group.join("cgroup.procs")).is_empty() => {
            return refuse(ErrorKind::ResourceBusy);
        }
        "cgroup.subtree_control" => {
            let wanted: Vec<&str> = text.split(' ').map(|name| name.trim_start_matches('+')).collect();
            if wanted.iter().any(|name| !has(group.parent().unwrap(), name)) {
                return refuse(ErrorKind::NotFound);
            }
            format!("{} {}", enabled(group), wanted.join(" ")).trim().to_string()
        }
        _ if !has(group.parent().unwrap(), name.split_once('.').unwrap().0) => return refuse(ErrorKind::NotFound),
        _ => text.to_string(),
    };
    fs::create_dir_all(stored(group))?;
    fs::write(stored(file), text)
}

/// A machine with version 2, whose server is started in a group.
struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    /// With these controllers for the user.
    fn new(controllers: &str) -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(machine.group("")).unwrap();
        fs::write(machine.mount().join("cgroup.controllers"), "cpu memory pids").unwrap();
        let above = stored(&machine.mount().join("user.slice"));
        fs::create_dir_all(stored(&machine.group(""))).unwrap();
        fs::write(above.join("cgroup.subtree_control"), controllers).unwrap();
        fs::write(stored(&machine.group("cgroup.procs")), std::process::id().to_string()).unwrap();
        machine
    }

    fn mount(&self) -> PathBuf {
        self.folder.path().join("groups")
    }

    fn group(&self, below: &str) -> PathBuf {
        self.mount().join(SCOPE).join(below)
    }

    /// What the server sees in a group.
    fn seen(&self, own: &str) -> Hierarchy {
        Hierarchy { mount: self.mount(), own: format!("0::/{own}\n"), write }
    }

    /// The folders of groups below the delegated one.
    fn groups(&self) -> Vec<String> {
        let entries = fs::read_dir(self.group("")).unwrap().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn a_delegated_group_of_version_2_is_divided() {
    let machine = Machine::new("cpu memory pids");
    let made = Cgroups::create_in(&machine.seen(SCOPE), "labora-1", None, &LIMITS);
    assert_eq!(made.limited, ["memory", "pids", "shares", "cpu"]);
    assert_eq!(made.folders, [machine.group("labora-1")]);
    let limit = |name: &str| read(&machine.group("labora-1").join(name));
    assert_eq!((limit("memory.max"), limit("memory.swap.max")), ("1073741824".to_string(), "0".to_string()));
    assert_eq!((limit("pids.max"), limit("cpu.max")), ("100".to_string(), "200000 100000".to_string()));
    // The server has left the group that it divides.
    assert_eq!(read(&machine.group("labora-server/cgroup.procs")), std::process::id().to_string());
    // Afterwards it is in its own one.
    let seen = machine.seen(&format!("{SCOPE}/labora-server"));
    let more = Cgroups::create_in(&seen, "labora-2", Some("ada"), &LIMITS);
    assert_eq!(more.folders, [machine.group("labora-of-ada/labora-2")]);
    assert_eq!(more.limited, ["memory", "pids", "shares", "cpu"]);
    drop((made, more));
    assert_eq!(machine.groups(), ["labora-server"], "groups are removed, and that of the person");
}

#[test]
fn without_the_controller_of_processors_the_other_limits_hold() {
    let machine = Machine::new("memory pids");
    let made = Cgroups::create_in(&machine.seen(SCOPE), "labora-1", Some("ada"), &LIMITS);
    assert_eq!(made.limited, ["memory", "pids"]);
}

#[test]
fn a_group_that_is_not_delegated_stays_as_it_is() {
    let machine = Machine::new("cpu memory pids");
    let made = Cgroups::create_in(&machine.seen("user.slice"), "labora-1", Some("ada"), &LIMITS);
    assert!(made.limited.is_empty() && made.folders.is_empty(), "{made:?}");
    let left: Vec<_> = fs::read_dir(machine.mount().join("user.slice")).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    // Without the controller of memory, nor is anything made.
    let machine = Machine::new("cpu");
    let made = Cgroups::create_in(&machine.seen(SCOPE), "labora-1", None, &LIMITS);
    assert!(made.folders.is_empty(), "{made:?}");
}

#[test]
fn groups_of_servers_that_were_killed_are_found() {
    let machine = Machine::new("cpu memory pids");
    let dead = format!("labora-{}-1-0123456789abcdef", std::process::id());
    let own = group_name("0123456789abcdef");
    let busy = format!("{dead}busy");
    for group in [&dead, &own, &format!("labora-of-ada/{dead}"), &format!("labora-of-bob/{own}"), "other", &busy] {
        fs::create_dir_all(machine.group(group)).unwrap();
    }
    // A folder that is not empty stands for a group with processes.
    fs::create_dir(machine.group(&busy).join("process")).unwrap();
    let mut found = abandoned(&machine.seen(SCOPE));
    found.sort();
    let mut expected = [machine.group(&dead), machine.group(&busy), machine.group("labora-of-ada").join(&dead)];
    expected.sort();
    assert_eq!(found, expected);
    found.iter().for_each(|group| _ = remove_one(group));
    let mut left = [&busy, &own, "labora-of-bob", "other"].map(ToString::to_string);
    left.sort();
    assert_eq!(machine.groups(), left, "that of ada went with the last of hers");
}
