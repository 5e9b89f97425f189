//! What starts kernels: the folder of a runtime, its connection file and its environment.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use tokio::sync::mpsc;

use super::accelerator::{Accelerator, TOKEN_FILE, gpu_environment, prepare_tpu};
use super::lifetimes::Lifetimes;
use super::modules;
use super::process::{self, Process};
use super::record::{Record, Records};
use super::remote;
use super::spec::Spec;
use super::supervisor::Task;
use super::supervisor::rate::Rates;
use super::supervisor::wire::Order;
use super::usage::Observed;
use crate::clock::Since;
use crate::error::{Error, Result};
use crate::random;
use crate::runtimes::{self, Companion, Connection, Earlier, Guard, Lease, Program, Remains, Remote, Runtimes};

/// The folder of modules in what a remote runtime shares with its supervisor.
const MODULES: &str = "python";

/// What starts kernels.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The Python of the image.
    pub python: PathBuf,
    /// The folder of the modules that runtimes on this host have.
    pub modules: PathBuf,
    /// Where kernels run.
    pub runtimes: Arc<dyn Runtimes>,
    /// The program that serves a TPU.
    pub worker: Option<PathBuf>,
    /// A file with secrets that runtimes get, as JSON.
    pub secrets: Option<PathBuf>,
    /// What lets kernels outlive a server that is killed; without it they end with the server.
    pub keeper: Option<Keeper>,
    /// What kernels may publish in a second.
    pub rates: Rates,
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
    pub born: Since,
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

impl Launched {
    /// A process in a remote runtime.
    fn remote(process: Process, lease: Lease, remains: Remains) -> Launched {
        let observed = Observed { is_private: true, is_remote: true, ..Observed::default() };
        Launched { process, observed, guard: Guard::remote(lease), remains }
    }
}

impl Launcher {
    /// An error unless runtimes can have this accelerator.
    ///
    /// # Errors
    /// There is none here, and why.
    pub fn check(&self, accelerator: Accelerator) -> Result<()> {
        accelerator.check(self.worker.as_deref(), &*self.runtimes)
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
        let program = self.program(kernel, accelerator, &shared, &key)?;
        let stem = socket_stem(&shared);
        if let Some(remote) = self.runtimes.remote() {
            return self.start_remote(remote, kernel, accelerator, program, key).await;
        }
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
            files: Vec::new(),
            key,
            session: kernel.session.clone(),
            born: kernel.born,
            lifetimes: kernel.lifetimes,
            rates: self.rates,
            remains: remains.clone(),
        };
        let socket = process::socket(&folder);
        let helper = self.keeper.as_ref().map(|keeper| keeper.helper.as_path());
        let process = Process::start(helper, &socket, task).await.inspect_err(|_| remains.remove())?;
        let launched = Launched {
            observed: observed(&process, &shared, &remains, &started.guard, started.is_private),
            process,
            guard: started.guard,
            remains: remains.clone(),
        };
        if let Some((keeper, file)) = record {
            let record = Record {
                is_private: started.is_private,
                shared,
                socket,
                gpu: launched.guard.gpu(),
                remains,
                ..kernel.record(accelerator, keeper)
            };
            keeper.keep(&file, &record);
        }
        Ok(launched)
    }

    /// Starts a remote runtime, and the process of a kernel there. The program's shared folder on this host
    /// has the files that the runtime gets.
    async fn start_remote(
        &self,
        remote: Arc<dyn Remote>,
        kernel: &Identity,
        accelerator: Accelerator,
        program: Program,
        key: String,
    ) -> Result<Launched> {
        let here = program.shared.unwrap_or_default();
        let seen = self.runtimes.shared_folder(&here);
        let folder = self.runtimes.drive_file(&program.folder);
        let companion = program.companion.map(|argv| Companion { argv, ready: seen.join(TOKEN_FILE) });
        let order = runtimes::Order {
            purpose: kernel.id.clone(),
            folder: folder.clone(),
            is_supervised: true,
            companion,
            has_gpu: accelerator == Accelerator::Gpu,
            time: kernel.lifetimes.total,
        };
        let (progress, mut said) = mpsc::unbounded_channel::<String>();
        let id = kernel.id.clone();
        tokio::spawn(async move {
            while let Some(text) = said.recv().await {
                tracing::info!(kernel = id, text, "a runtime starts");
            }
        });
        let lease = remote.start(order, progress).await?;
        let task = Task {
            name: kernel.spec.name.clone(),
            argv: program.argv,
            folder,
            environment: program.environment,
            // What it shares with the supervisor is the runtime's own.
            is_private: false,
            companion: None,
            stem: socket_stem(&seen),
            files: files_below(&here)?.into_iter().chain(modules::files(MODULES)).collect(),
            key,
            session: kernel.session.clone(),
            born: kernel.born,
            lifetimes: kernel.lifetimes,
            rates: self.rates,
            remains: Remains::default(),
        };
        let name = lease.name.clone();
        let process = self.greet(remote, &name, Order::Start(Box::new(task)), kernel.lifetimes).await?;
        let mut remains = Remains::default();
        if let Some(keeper) = &self.keeper {
            let file = keeper.records.file(&name);
            remains.record = Some(file.clone());
            let record = Record { remote: Some(name), remains: remains.clone(), ..kernel.record(accelerator, keeper) };
            keeper.keep(&file, &record);
        }
        Ok(Launched::remote(process, lease, remains))
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
        if let (Some(remote), Some(name)) = (self.runtimes.remote(), &record.remote) {
            // A runtime that is out of reach is not taken over, since it would be removed then.
            let process = self.greet(remote.clone(), name, Order::Attach(lifetimes), lifetimes).await?;
            let lease = remote.adopt(name, &record.name, &seen)?;
            return Ok(Launched::remote(process, lease, record.remains.clone()));
        }
        let earlier = Earlier { is_private: record.is_private, program: &record.name, folder: &seen, gpu: record.gpu };
        let guard = self.runtimes.adopt(earlier)?;
        let process = Process::attach(&record.socket, lifetimes).await?;
        let observed = observed(&process, &record.shared, &record.remains, &guard, record.is_private);
        Ok(Launched { process, observed, guard, remains: record.remains.clone() })
    }

    /// Says the first word to the supervisor of a remote runtime.
    async fn greet(&self, remote: Arc<dyn Remote>, name: &str, first: Order, lifetimes: Lifetimes) -> Result<Process> {
        let stream = match remote.connect(name).await? {
            Connection::Open(stream) => stream,
            Connection::Ended(why) => return Err(Error::internal(format!("the runtime has ended: {why}"))),
        };
        let stream = remote::join(remote, name, stream, lifetimes);
        Process::greet(stream.map_err(|e| Error::io("the connection to a runtime", e))?, first).await
    }

    /// The program of a kernel.
    fn program(&self, kernel: &Identity, accelerator: Accelerator, shared: &Path, key: &str) -> Result<Program> {
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
        let mut argv = spec.command(&seen.join("kernel.json"), &self.python);
        argv.extend(modules::extension(&argv));
        if argv.is_empty() {
            let message = format!("{}/kernel.json names no program: argv is empty", spec.folder.display());
            return Err(Error::invalid(message));
        }
        let mut environment = kernel.variables.clone();
        environment.extend(self.python_of_runtime(shared, &seen)?);
        environment.extend(spec.environment().map(|(name, value)| (name.to_string(), value.to_string())));
        let mut companion = None;
        match accelerator {
            Accelerator::None => {}
            Accelerator::Gpu => environment.extend(gpu_environment(&self.python)),
            Accelerator::Tpu => {
                let tpu = prepare_tpu(self.worker.as_deref(), shared, &seen)?;
                environment.extend(tpu.environment);
                companion = Some(tpu.companion);
            }
        }
        // The folder may be gone, or have another name, when a kernel restarts.
        let folder = kernel.folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(&kernel.folder).to_path_buf();
        let has_gpu = accelerator == Accelerator::Gpu;
        Ok(Program { argv, folder, shared: Some(shared.to_path_buf()), environment, companion, has_gpu })
    }

    /// Copies secrets into the folder that server and runtime share, which programs see as `seen`; returns
    /// the variables by which they and the modules are found.
    fn python_of_runtime(&self, shared: &Path, seen: &Path) -> Result<Vec<(String, String)>> {
        if let Some(secrets) = self.secrets.as_ref().filter(|file| file.is_file()) {
            fs::copy(secrets, shared.join("secrets.json")).map_err(|e| Error::io("the secrets of a runtime", e))?;
        }
        let is_private = seen != shared;
        // Without a sandbox the variable that the server has is meant for its kernels, too.
        let inherited = std::env::var("PYTHONPATH").ok().filter(|path| !is_private && !path.is_empty());
        let own = if self.runtimes.remote().is_some() { seen.join(MODULES) } else { self.modules.clone() };
        let own = own.display().to_string();
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
    /// The record of a kernel, without where it is.
    fn record(&self, accelerator: Accelerator, keeper: &Keeper) -> Record {
        Record {
            id: self.id.clone(),
            name: self.spec.name.clone(),
            drive: keeper.records.drive.clone(),
            folder: self.folder.clone(),
            variables: self.variables.clone(),
            accelerator,
            session: self.session.clone(),
            is_private: true,
            shared: PathBuf::new(),
            socket: PathBuf::new(),
            remote: None,
            gpu: None,
            remains: Remains::default(),
        }
    }
}

impl Keeper {
    /// Writes a record. Without it the kernel ends with the server.
    fn keep(&self, file: &Path, record: &Record) {
        if let Err(error) = self.records.write(file, record) {
            tracing::warn!("a kernel will not outlive the server: {}", error.message());
        }
    }
}

/// The texts of the files in a folder and those below it, by their paths.
fn files_below(folder: &Path) -> Result<Vec<(String, String)>> {
    let io = |e: std::io::Error| Error::io("the files of a runtime", e);
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
            files.push((name, fs::read_to_string(&path).map_err(io)?));
        }
    }
    Ok(files)
}

fn observed(process: &Process, shared: &Path, remains: &Remains, guard: &Guard, is_private: bool) -> Observed {
    Observed {
        process: process.attached.process,
        shared: shared.to_path_buf(),
        cgroups: remains.cgroups.clone(),
        gpu: guard.gpu_meter(),
        is_private,
        ..Observed::default()
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
        let (python, rates) = (PathBuf::new(), Rates::default());
        let modules = PathBuf::new();
        let launcher = Launcher { python, modules, runtimes, worker: None, secrets: None, keeper: None, rates };
        let kernel = Identity {
            id: "k".into(),
            spec,
            folder: "/".into(),
            variables: Vec::new(),
            session: "s".into(),
            born: Since::now(),
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
