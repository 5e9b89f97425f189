//! What starts kernels: the folder of a runtime, its connection file and its environment.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::json;

use super::accelerator::{Accelerator, check_worker, prepare_tpu};
use super::lifetimes::Lifetimes;
use super::modules;
use super::process::{self, Process};
use super::record::{Record, Records};
use super::spec::Spec;
use super::supervisor::Task;
use super::usage::Observed;
use crate::error::{Error, Result};
use crate::random;
use crate::runtimes::{Guard, Program, Remains, Runtimes};

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
    /// What lets kernels outlive a server that is killed; without it they end with the server.
    pub keeper: Option<Keeper>,
}

/// What lets kernels outlive a server that is killed.
#[derive(Clone, Debug)]
pub struct Keeper {
    /// A program whose `main` begins with [`crate::helper`]; it supervises kernels.
    pub helper: PathBuf,
    /// The records by which the next server finds them.
    pub records: Records,
}

/// What a kernel is, whichever process it has.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Its number.
    pub id: String,
    /// How it is started.
    pub spec: Spec,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// Its variables, besides those of all runtimes.
    pub variables: Vec<(String, String)>,
    /// The session of messages of the server itself.
    pub session: String,
    /// When it was started first.
    pub born: SystemTime,
    /// How long it may run.
    pub lifetimes: Lifetimes,
}

/// A kernel's process with its runtime.
#[derive(Debug)]
pub struct Launched {
    /// The connection to it.
    pub process: Process,
    /// Where the runtime can be observed.
    pub observed: Observed,
    /// What the server has as long as the runtime is.
    pub guard: Guard,
    /// What is left of the runtime if its supervisor fails.
    pub remains: Remains,
}

impl Launcher {
    /// An error unless runtimes can have this accelerator.
    ///
    /// # Errors
    /// There is no program that is it.
    pub fn check(&self, accelerator: Accelerator) -> Result<()> {
        if accelerator == Accelerator::Tpu { check_worker(self.worker.as_deref()).map(|_| ()) } else { Ok(()) }
    }

    /// Starts the process of a kernel.
    ///
    /// # Errors
    /// The program cannot be started.
    pub async fn start(&self, kernel: &Identity, accelerator: Accelerator) -> Result<Launched> {
        let only_owner = Permissions::from_mode(0o700);
        let private = tempfile::Builder::new().prefix("labora-k").permissions(only_owner).tempdir();
        let private = private.map_err(|e| Error::io("the folder of a kernel", e))?;
        // Programs see this one alone, not the socket beside it.
        let shared = private.path().join("shared");
        fs::create_dir(&shared).map_err(|e| Error::io("the folder of a kernel", e))?;
        let key = random::secret()?;
        let (program, stem) = self.program(kernel, accelerator, &shared, &key)?;
        let mut started = self.runtimes.start(program)?;
        let mut remains = started.guard.take_remains();
        remains.folders.push(private.keep());
        let folder = remains.folders.last().cloned().unwrap_or_default();
        let record = self.keeper.as_ref().map(|keeper| Ok((keeper, keeper.records.file(&random::uuid()?))));
        let record = record.transpose()?;
        remains.record = record.as_ref().map(|(_, file)| file.clone());
        let task = Task {
            name: kernel.spec.name.clone(),
            argv: started.argv,
            folder: started.folder,
            environment: started.environment,
            is_private: started.is_private,
            companion: started.companion,
            stem,
            key,
            session: kernel.session.clone(),
            born: kernel.born,
            lifetimes: kernel.lifetimes,
            remains: remains.clone(),
        };
        let socket = process::socket(&folder);
        let helper = self.keeper.as_ref().map(|keeper| keeper.helper.as_path());
        let process = Process::start(helper, &socket, task).await.inspect_err(|_| remains.remove())?;
        let launched = Launched {
            observed: observed(&process, &shared, &remains, started.is_private),
            process,
            guard: started.guard,
            remains: remains.clone(),
        };
        if let Some((keeper, file)) = record {
            let record = kernel.record(accelerator, &keeper.records.drive, started.is_private, shared, socket, remains);
            if let Err(error) = keeper.records.write(&file, &record) {
                tracing::warn!("a kernel will not outlive the server: {}", error.message());
            }
        }
        Ok(launched)
    }

    /// Takes over the process of a record from a server that has ended.
    ///
    /// # Errors
    /// It is of another drive or kind, another server has it, or there are as many as may be.
    pub async fn take_over(&self, record: &Record, lifetimes: Lifetimes) -> Result<Launched> {
        if self.keeper.as_ref().is_none_or(|keeper| keeper.records.drive != record.drive) {
            return Err(Error::conflict(format!("it is of the drive {}", record.drive.display())));
        }
        let seen = self.runtimes.drive_file(&record.folder);
        let guard = self.runtimes.adopt(record.is_private, &record.name, &seen)?;
        let process = Process::attach(&record.socket, lifetimes).await?;
        let observed = observed(&process, &record.shared, &record.remains, record.is_private);
        Ok(Launched { process, observed, guard, remains: record.remains.clone() })
    }

    /// The program of a kernel, and what the names of its sockets begin with.
    fn program(
        &self,
        kernel: &Identity,
        accelerator: Accelerator,
        shared: &Path,
        key: &str,
    ) -> Result<(Program, PathBuf)> {
        let seen = self.runtimes.shared_folder(shared);
        let spec = &kernel.spec;
        // With unix sockets the numbers of ports are ends of their names.
        let connection = json!({
            "transport": "ipc", "ip": socket_stem(&seen), "shell_port": 1, "iopub_port": 2,
            "stdin_port": 3, "control_port": 4, "hb_port": 5, "key": key, "signature_scheme": "hmac-sha256",
            "kernel_name": spec.name,
        });
        let file = shared.join("kernel.json");
        fs::write(&file, connection.to_string()).map_err(|e| Error::io(file.display(), e))?;
        let argv = spec.command(&seen.join("kernel.json"), &self.python);
        if argv.is_empty() {
            let message = format!("{}/kernel.json names no program: argv is empty", spec.folder.display());
            return Err(Error::invalid(message));
        }
        let mut environment = kernel.variables.clone();
        environment.extend(self.python_of_runtime(shared, &seen)?);
        environment.extend(spec.environment().map(|(name, value)| (name.to_string(), value.to_string())));
        let mut companion = None;
        if accelerator == Accelerator::Tpu {
            let tpu = prepare_tpu(self.worker.as_deref(), shared, &seen)?;
            environment.extend(tpu.environment);
            companion = Some(tpu.companion);
        }
        let (folder, own) = (kernel.folder.clone(), Some(shared.to_path_buf()));
        Ok((Program { argv, folder, shared: own, environment, companion }, socket_stem(shared)))
    }

    /// Writes modules and secrets into the folder that server and runtime share, which programs see as
    /// `seen`; returns the variables by which they are found.
    fn python_of_runtime(&self, shared: &Path, seen: &Path) -> Result<Vec<(String, String)>> {
        let io = |e: std::io::Error| Error::io("the modules of a runtime", e);
        modules::write(&shared.join("python")).map_err(io)?;
        if let Some(secrets) = self.secrets.as_ref().filter(|file| file.is_file()) {
            fs::copy(secrets, shared.join("secrets.json")).map_err(io)?;
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

impl Identity {
    fn record(
        &self,
        accelerator: Accelerator,
        drive: &Path,
        is_private: bool,
        shared: PathBuf,
        socket: PathBuf,
        remains: Remains,
    ) -> Record {
        Record {
            id: self.id.clone(),
            name: self.spec.name.clone(),
            drive: drive.to_path_buf(),
            folder: self.folder.clone(),
            variables: self.variables.clone(),
            accelerator,
            session: self.session.clone(),
            born: self.born,
            is_private,
            shared,
            socket,
            remains,
        }
    }
}

fn observed(process: &Process, shared: &Path, remains: &Remains, is_private: bool) -> Observed {
    Observed {
        process: process.attached.process,
        shared: shared.to_path_buf(),
        cgroups: remains.cgroups.clone(),
        is_private,
    }
}

fn socket_stem(folder: &Path) -> PathBuf {
    folder.join("k")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::kernels::supervisor::wire::{Frame, Order, Report, read, write};
    use crate::runtimes::Direct;

    #[tokio::test]
    async fn nobody_else_enters_the_folder_with_the_key_and_the_sockets_and_nothing_of_it_is_left() {
        let json = json!({"argv": ["sleep", "60"]}).as_object().unwrap().clone();
        let spec = Spec { name: "x".into(), folder: PathBuf::new(), json };
        let runtimes = Arc::new(Direct { python: PathBuf::new(), environment: Vec::new() });
        let launcher = Launcher { python: PathBuf::new(), runtimes, worker: None, secrets: None, keeper: None };
        let kernel = Identity {
            id: "k".into(),
            spec,
            folder: "/".into(),
            variables: Vec::new(),
            session: "s".into(),
            born: SystemTime::now(),
            lifetimes: Lifetimes::default(),
        };
        let mut launched = launcher.start(&kernel, Accelerator::None).await.unwrap();
        let folder = launched.observed.shared.parent().unwrap().to_path_buf();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        let end = Frame::Word(Order::End { restart: false, patience: Duration::ZERO });
        write(&mut launched.process.writer, &end).await.unwrap();
        loop {
            if let Frame::Word(Report::Ended(end)) = read(&mut launched.process.reader).await.unwrap() {
                assert!(end.contains("signal: 9"), "{end}");
                break;
            }
        }
        assert!(!folder.exists());
    }
}
