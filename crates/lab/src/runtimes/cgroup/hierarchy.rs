//! Where groups are made: version 2 below this process's own group, version 1 in each controller.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The mount of version 2, or the folder of version 1's controllers.
const MOUNT: &str = "/sys/fs/cgroup";
/// The group of this process below its first one, in version 2.
const SERVER: &str = "labora-server";

/// The control groups that a process sees.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    /// The mount of version 2, or the folder of version 1's controllers.
    pub mount: PathBuf,
    /// The groups of this process, as `/proc/self/cgroup` has them.
    pub own: String,
    /// Writes a file of a group. Tests have the kernel's rules there.
    pub write: fn(&Path, &str) -> io::Result<()>,
}

impl Hierarchy {
    /// That of this process.
    pub fn of_this_process() -> Hierarchy {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        Hierarchy { mount: MOUNT.into(), own, write: |file, text| fs::write(file, text) }
    }

    /// The folder below which groups of a controller of version 1 are made.
    pub fn version_1(&self, controller: &str) -> Option<PathBuf> {
        let line = self.own.lines().find_map(|line| {
            let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
            controllers.split(',').any(|name| name == controller).then_some(path)
        })?;
        let mount = self.mount.join(controller);
        // In a container the path may be one of the host.
        let folder = Some(mount.join(line.trim_start_matches('/'))).filter(|folder| folder.is_dir()).unwrap_or(mount);
        Some(folder).filter(|folder| folder.join("cgroup.procs").is_file())
    }

    /// The folder below which groups of version 2 are made, whether this process may or not.
    pub fn version_2(&self) -> Option<PathBuf> {
        let path = self.own.lines().find_map(|line| line.strip_prefix("0::"))?;
        let path = path.trim_start_matches('/').trim_end_matches(SERVER).trim_end_matches('/');
        self.mount.join("cgroup.controllers").is_file().then(|| self.mount.join(path))
    }

    /// Lets groups below a folder of [`Hierarchy::version_2`] have limits. Only groups without processes may
    /// have such, so this process moves into a group of its own there.
    ///
    /// # Errors
    /// This process may not: the folder is not delegated to its user, or others are in it.
    pub fn open(&self, folder: &Path) -> io::Result<()> {
        self.enable(folder).or_else(|_| {
            let server = folder.join(SERVER);
            let is_new = !server.is_dir();
            fs::create_dir_all(&server)?;
            let moved = (self.write)(&server.join("cgroup.procs"), &std::process::id().to_string());
            moved.inspect_err(|_| _ = is_new.then(|| fs::remove_dir(&server)))?;
            self.enable(folder)
        })
    }

    /// Lets groups below a group of version 2 have limits.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn enable(&self, folder: &Path) -> io::Result<()> {
        let file = folder.join("cgroup.subtree_control");
        (self.write)(&file, "+memory +pids")?;
        // Users have it less often; without it the limits of memory and processes hold nevertheless.
        let _ = (self.write)(&file, "+cpu");
        Ok(())
    }
}
