//! A kernel's process: its connection file, its environment, its end.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::message::Channel;
use super::spec::Spec;
use crate::error::{Error, Result};
use crate::random;

/// What starts kernels.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The Python of the image.
    pub python: PathBuf,
    /// Variables that runtimes get besides those of the server.
    pub environment: Vec<(String, String)>,
}

/// Variables of the server that are no runtime's business.
pub const SECRET_VARIABLES: [&str; 2] = ["LABORA_LAB_TOKEN", "JPY_API_TOKEN"];

/// A running kernel.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Option<Pid>,
    /// The folder of the connection file and of the sockets, which this user alone may enter.
    folder: TempDir,
    /// The key of signatures.
    pub key: String,
}

impl Launcher {
    /// Starts a kernel in a folder.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(&self, spec: &Spec, folder: &Path, variables: &[(String, String)]) -> Result<Process> {
        let only_owner = Permissions::from_mode(0o700);
        let private = tempfile::Builder::new().prefix("labora-k").permissions(only_owner).tempdir();
        let private = private.map_err(|e| Error::io("the folder of a kernel", e))?;
        let key = random::secret()?;
        // With unix sockets the numbers of ports are ends of their names.
        let connection = json!({
            "transport": "ipc", "ip": socket_stem(private.path()), "shell_port": 1, "iopub_port": 2,
            "stdin_port": 3, "control_port": 4, "hb_port": 5, "key": key, "signature_scheme": "hmac-sha256",
            "kernel_name": spec.name,
        });
        let file = private.path().join("kernel.json");
        std::fs::write(&file, connection.to_string()).map_err(|e| Error::io(file.display(), e))?;
        let command = spec.command(&file, &self.python);
        let (program, arguments) = command.split_first().ok_or_else(|| {
            Error::invalid(format!("{}/kernel.json names no program: argv is empty", spec.folder.display()))
        })?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder).stdin(Stdio::null()).process_group(0).kill_on_drop(true);
        // What a kernel writes before it captures its outputs belongs into the log, not into the line that
        // scripts read.
        command.stdout(std::io::stderr());
        self.set_environment(&mut command);
        command.env("JPY_PARENT_PID", std::process::id().to_string()).envs(variables.iter().cloned());
        command.envs(spec.environment());
        let child = command.spawn().map_err(|e| Error::internal(format!("kernel {}: {program}: {e}", spec.name)))?;
        let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        Ok(Process { child, group, folder: private, key })
    }

    /// The environment of everything that runs for a user: the image's programs first, no secrets.
    fn set_environment(&self, command: &mut Command) {
        for name in SECRET_VARIABLES {
            command.env_remove(name);
        }
        command.envs(self.variables());
    }

    /// The variables of everything that runs for a user.
    pub fn variables(&self) -> Vec<(String, String)> {
        let mut variables = self.environment.clone();
        let folder = self.python.parent().unwrap_or(Path::new(""));
        let path = std::env::var("PATH").unwrap_or_default();
        variables.push(("PATH".into(), format!("{}:{path}", folder.display())));
        variables.push(("PYTHONUNBUFFERED".into(), "1".into()));
        variables
    }
}

impl Process {
    /// The socket of a channel.
    pub fn socket(&self, channel: Channel) -> PathBuf {
        let number = match channel {
            Channel::Shell => 1,
            Channel::Iopub => 2,
            Channel::Stdin => 3,
            Channel::Control => 4,
        };
        PathBuf::from(format!("{}-{number}", socket_stem(self.folder.path())))
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(|status| status.to_string())
    }

    /// Interrupts it and the programs that it runs.
    pub fn interrupt(&self) {
        self.signal(Signal::INT);
    }

    /// Waits for its end; kills it and the programs that it runs after a time.
    pub async fn end(mut self, patience: Duration) {
        let ended = tokio::time::timeout(patience, self.child.wait()).await;
        if ended.is_err() {
            tracing::info!("a kernel that does not end is killed");
        }
        // Programs that it left run in its group.
        self.signal(Signal::KILL);
        let _ = self.child.wait().await;
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // An error means that it ended.
            let _ = kill_process_group(group, signal);
        }
    }
}

fn socket_stem(folder: &Path) -> String {
    folder.join("k").display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_else_enters_the_folder_with_the_key_and_the_sockets() {
        let json = json!({"argv": ["sleep", "60"]}).as_object().unwrap().clone();
        let spec = Spec { name: "x".into(), folder: PathBuf::new(), json };
        let launcher = Launcher { python: PathBuf::new(), environment: Vec::new() };
        let process = launcher.start(&spec, Path::new("/"), &[]).unwrap();
        let mode = std::fs::metadata(process.folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        process.end(Duration::ZERO).await;
    }
}
