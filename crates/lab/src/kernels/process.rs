//! A kernel's process: its connection file, its environment, its end.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, ChildStdin, Command};

use super::accelerator::{Accelerator, check_worker, prepare_tpu};
use super::message::Channel;
use super::modules;
use super::spec::Spec;
use super::usage::Observed;
use crate::error::{Error, Result};
use crate::random;
use crate::runtimes::{Guard, Program, Runtimes, SECRET_VARIABLES, Started};

/// Bytes of a kernel's own output that the log has.
const MAX_LOG_BYTES: usize = 64 << 10;

/// What starts kernels.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The Python of the image.
    pub python: PathBuf,
    /// Where kernels run.
    pub runtimes: Arc<dyn Runtimes>,
    /// The program that serves a TPU.
    pub worker: Option<PathBuf>,
    /// A file with secrets that runtimes get, as JSON.
    pub secrets: Option<PathBuf>,
}

/// A running kernel.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Option<Pid>,
    /// The folder of the connection file and of the sockets, which this user alone may enter.
    folder: TempDir,
    /// The key of signatures.
    pub key: String,
    /// A private runtime ends when this is closed.
    _input: Option<ChildStdin>,
    /// It is killed when this is dropped.
    _companion: Option<Child>,
    is_private: bool,
    guard: Guard,
}

impl Launcher {
    /// An error unless runtimes can have this accelerator.
    ///
    /// # Errors
    /// There is no program that is it.
    pub fn check(&self, accelerator: Accelerator) -> Result<()> {
        if accelerator == Accelerator::Tpu { check_worker(self.worker.as_deref()).map(|_| ()) } else { Ok(()) }
    }

    /// Starts a kernel in a folder.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(
        &self,
        spec: &Spec,
        folder: &Path,
        variables: &[(String, String)],
        accelerator: Accelerator,
    ) -> Result<Process> {
        let only_owner = Permissions::from_mode(0o700);
        let private = tempfile::Builder::new().prefix("labora-k").permissions(only_owner).tempdir();
        let private = private.map_err(|e| Error::io("the folder of a kernel", e))?;
        let key = random::secret()?;
        let seen = self.runtimes.shared_folder(private.path());
        // With unix sockets the numbers of ports are ends of their names.
        let connection = json!({
            "transport": "ipc", "ip": socket_stem(&seen), "shell_port": 1, "iopub_port": 2,
            "stdin_port": 3, "control_port": 4, "hb_port": 5, "key": key, "signature_scheme": "hmac-sha256",
            "kernel_name": spec.name,
        });
        let file = private.path().join("kernel.json");
        std::fs::write(&file, connection.to_string()).map_err(|e| Error::io(file.display(), e))?;
        let argv = spec.command(&seen.join("kernel.json"), &self.python);
        if argv.is_empty() {
            let message = format!("{}/kernel.json names no program: argv is empty", spec.folder.display());
            return Err(Error::invalid(message));
        }
        let mut environment = variables.to_vec();
        environment.extend(self.python_of_runtime(private.path(), &seen)?);
        environment.extend(spec.environment().map(|(name, value)| (name.to_string(), value.to_string())));
        let mut companion = None;
        if accelerator == Accelerator::Tpu {
            let tpu = prepare_tpu(self.worker.as_deref(), private.path(), &seen)?;
            environment.extend(tpu.environment);
            companion = Some(tpu.companion);
        }
        let shared = Some(private.path().to_path_buf());
        let program = Program { argv, folder: folder.to_path_buf(), shared, environment, companion };
        spawn(&spec.name, self.runtimes.start(program)?, private, key)
    }
}

impl Launcher {
    /// Writes modules and secrets into the folder that server and runtime share, which programs see as
    /// `seen`; returns the variables by which they are found.
    fn python_of_runtime(&self, shared: &Path, seen: &Path) -> Result<Vec<(String, String)>> {
        let io = |e: std::io::Error| Error::io("the modules of a runtime", e);
        modules::write(&shared.join("python")).map_err(io)?;
        if let Some(secrets) = self.secrets.as_ref().filter(|file| file.is_file()) {
            std::fs::copy(secrets, shared.join("secrets.json")).map_err(io)?;
        }
        let is_private = seen != shared;
        // Without a sandbox the variable that the server has is meant for its kernels, too.
        let inherited = std::env::var("PYTHONPATH").ok().filter(|path| !is_private && !path.is_empty());
        let own = seen.join("python").display().to_string();
        let path = inherited.map_or(own.clone(), |more| format!("{own}:{more}"));
        let mut variables =
            vec![("PYTHONPATH".to_string(), path), ("LABORA_RUNTIME_FOLDER".to_string(), seen.display().to_string())];
        if is_private {
            variables.push(("LABORA_SANDBOX".into(), "1".into()));
        }
        Ok(variables)
    }
}

/// Starts what a runtime prepared.
fn spawn(name: &str, started: Started, folder: TempDir, key: String) -> Result<Process> {
    let failed = |program: &str, e: std::io::Error| Error::internal(format!("kernel {name}: {program}: {e}"));
    let companion = started.companion.as_deref().and_then(<[String]>::split_first).map(|(program, arguments)| {
        let mut command = Command::new(program);
        SECRET_VARIABLES.iter().for_each(|name| _ = command.env_remove(name));
        command.args(arguments).kill_on_drop(true).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.spawn().map_err(|e| failed(program, e))
    });
    let mut command = Command::new(&started.argv[0]);
    command.args(&started.argv[1..]).current_dir(&started.folder).kill_on_drop(true);
    if started.is_private {
        // It makes a session of its own. Its standard input tells it that the server lives.
        command.env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    } else {
        SECRET_VARIABLES.iter().for_each(|name| _ = command.env_remove(name));
        // What a kernel writes before it captures its outputs belongs into the log, not into the line
        // that scripts read.
        command.process_group(0).stdin(Stdio::null()).stdout(std::io::stderr());
    }
    command.envs(started.environment);
    let mut child = command.spawn().map_err(|e| failed(&started.argv[0], e))?;
    child.stdout.take().into_iter().for_each(|output| log(name, output));
    child.stderr.take().into_iter().for_each(|output| log(name, output));
    let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let input = child.stdin.take();
    let companion = companion.transpose()?;
    Ok(Process {
        child,
        group,
        folder,
        key,
        _input: input,
        _companion: companion,
        is_private: started.is_private,
        guard: started.guard,
    })
}

/// Writes the first of what a kernel says into the log, escaped: it may be anything.
fn log(kernel: &str, mut output: impl AsyncRead + Send + Unpin + 'static) {
    let kernel = kernel.to_string();
    tokio::spawn(async move {
        let (mut bytes, mut left) = ([0; 2048], MAX_LOG_BYTES);
        while let Ok(count @ 1..) = output.read(&mut bytes).await {
            if left > 0 {
                let text = String::from_utf8_lossy(&bytes[..count]);
                tracing::info!(kernel, text = ?text.trim_end(), "a kernel says");
            }
            left = left.saturating_sub(count);
        }
    });
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

    /// Where it can be observed.
    pub fn observed(&self) -> Observed {
        Observed {
            process: self.child.id(),
            shared: self.folder.path().to_path_buf(),
            cgroups: self.guard.cgroups(),
            is_private: self.is_private,
        }
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
    use crate::runtimes::Direct;

    #[tokio::test]
    async fn nobody_else_enters_the_folder_with_the_key_and_the_sockets() {
        let json = json!({"argv": ["sleep", "60"]}).as_object().unwrap().clone();
        let spec = Spec { name: "x".into(), folder: PathBuf::new(), json };
        let runtimes = Arc::new(Direct { python: PathBuf::new(), environment: Vec::new() });
        let launcher = Launcher { python: PathBuf::new(), runtimes, worker: None, secrets: None };
        let process = launcher.start(&spec, Path::new("/"), &[], Accelerator::None).unwrap();
        let mode = std::fs::metadata(process.folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        process.end(Duration::ZERO).await;
    }
}
