//! A node that runs the containers of pods as programs of this host, each with a file system that has the
//! pod's volumes.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use k8s_openapi::api::core::v1::{Container, Pod};
use tempfile::TempDir;

/// What makes the file system of a container.
const CONTAINER: &str = include_str!("container.sh");

/// The containers of a pod.
pub struct Containers {
    /// The volumes that end with the pod, and empty folders.
    folder: TempDir,
    claim: PathBuf,
    running: Vec<Child>,
}

impl Containers {
    /// Starts the containers of a pod; the folder `claim` is its claim.
    pub fn start(pod: &Pod, claim: &Path) -> Containers {
        let mut this = Containers { folder: tempfile::tempdir().unwrap(), claim: claim.into(), running: Vec::new() };
        let spec = pod.spec.as_ref().unwrap();
        for container in spec.init_containers.iter().flatten().chain(&spec.containers) {
            // Its programs end with it.
            let own = ["-Urmpf", "--mount-proc", "--kill-child"];
            let mut argv = this.argv_with(&own, container, container.command.as_deref().unwrap());
            let program = argv.remove(0);
            let mut command = Command::new(program);
            command.args(argv).env_clear().envs(variables(container)).stdin(Stdio::null());
            this.running.push(command.spawn().unwrap());
        }
        this
    }

    /// The arguments that run a command in the file system of a container.
    pub fn argv(&self, container: &Container, command: &[String]) -> Vec<String> {
        self.argv_with(&["-Urm"], container, command)
    }

    fn argv_with(&self, options: &[&str], container: &Container, command: &[String]) -> Vec<String> {
        let root = self.folder.path().join("root");
        std::fs::create_dir_all(&root).unwrap();
        let mounts = container.volume_mounts.iter().flatten();
        // Programs of this host are in its folder for temporary files.
        let mounts: Vec<_> = mounts.filter(|mount| mount.mount_path != "/tmp").collect();
        let script = ["/bin/sh", "-c", CONTAINER, "container"];
        let mut argv: Vec<String> =
            ["unshare"].iter().chain(options).chain(&script).map(|text| text.to_string()).collect();
        argv.extend([root.display().to_string(), mounts.len().to_string()]);
        for mount in mounts {
            let volume = if mount.name == "drive" { self.claim.clone() } else { self.folder.path().join(&mount.name) };
            let source = volume.join(mount.sub_path.as_deref().unwrap_or_default());
            std::fs::create_dir_all(&source).unwrap();
            argv.extend([source.display().to_string(), mount.mount_path.clone()]);
        }
        argv.push(container.working_dir.clone().unwrap_or("/".into()));
        argv.extend_from_slice(command);
        argv
    }

    /// True if the last container, the pod's own, has ended.
    pub fn have_ended(&mut self) -> bool {
        self.running.last_mut().is_none_or(|child| child.try_wait().unwrap().is_some())
    }
}

/// The variables of a container.
pub fn variables(container: &Container) -> Vec<(String, String)> {
    let variables = container.env.iter().flatten();
    variables.map(|variable| (variable.name.clone(), variable.value.clone().unwrap_or_default())).collect()
}

impl Drop for Containers {
    fn drop(&mut self) {
        for child in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
