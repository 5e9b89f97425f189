//! Kernels: stock ones, such as ipykernel, as processes behind ZeroMQ sockets.

mod accelerator;
mod activity;
mod clients;
mod collect;
mod execute;
mod kernel;
mod launcher;
mod lifetimes;
mod message;
mod modules;
mod outputs;
mod process;
mod record;
mod remote;
mod spec;
mod supervisor;
mod usage;
mod zmtp;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::http::StatusCode;
use serde_json::Value;

pub use accelerator::{Accelerator, environment_without_gpu, has_cuda_plugin, worker};
pub use activity::UNTRACKED;
pub use collect::{Collected, write_into};
pub use kernel::Kernel;
pub use launcher::{Keeper, Launcher};
pub use lifetimes::Lifetimes;
pub use message::Message;
pub(crate) use modules::MODULES;
pub use record::{Record, Records};
pub use spec::{DEFAULT as DEFAULT_KERNEL, Spec, Specs};
pub use supervisor::helper;
pub use supervisor::rate::Rates;

use crate::clock::Since;
use crate::error::{Error, Result};
use crate::random;
use crate::runtimes::{Connection, Runtimes};
use launcher::Identity;

/// Kernels at a time.
const MAX_KERNELS: usize = 256;

/// All kernels.
#[derive(Debug)]
pub struct Kernels {
    /// Which there are.
    pub specs: Specs,
    /// How long they may run.
    pub lifetimes: Lifetimes,
    launcher: Launcher,
    running: Mutex<Running>,
    /// True when all were ended: from then on none starts.
    is_over: AtomicBool,
}

/// By their numbers.
type Running = BTreeMap<String, Arc<Kernel>>;

impl Kernels {
    /// Kernels that a launcher starts, with the usual lifetimes.
    pub fn new(specs: Specs, launcher: Launcher) -> Kernels {
        Kernels {
            specs,
            lifetimes: Lifetimes::default(),
            launcher,
            running: Mutex::default(),
            is_over: AtomicBool::new(false),
        }
    }

    /// Where kernels run, and terminals.
    pub fn runtimes(&self) -> &dyn Runtimes {
        &*self.launcher.runtimes
    }

    /// An error unless runtimes can have this accelerator.
    ///
    /// # Errors
    /// There is no program that is it.
    pub fn check(&self, accelerator: Accelerator) -> Result<()> {
        self.launcher.check(accelerator)
    }

    /// The accelerators, for a dialog.
    pub fn accelerators(&self) -> Value {
        Accelerator::models(self.launcher.worker.as_deref(), self.runtimes())
    }

    /// Starts a kernel in a folder; `id` is a number that the client chose.
    ///
    /// # Errors
    /// There is no such kernel, it cannot be started, or the number is in use.
    pub async fn start(
        &self,
        name: Option<&str>,
        folder: PathBuf,
        id: Option<&str>,
        variables: Vec<(String, String)>,
        accelerator: Accelerator,
    ) -> Result<Arc<Kernel>> {
        let spec = self.specs.find(name)?;
        self.runtimes().check()?;
        self.check(accelerator)?;
        let id = match id.filter(|id| !id.is_empty()) {
            Some(id) if id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') => {
                id.to_string()
            }
            Some(id) => return Err(Error::invalid(format!("{id:?} is no number of a kernel"))),
            None => random::uuid()?,
        };
        self.check_free(&self.lock(), &id)?;
        let session = random::uuid()?;
        let (born, lifetimes) = (Since::now(), self.lifetimes);
        let identity = Identity { id, spec, folder, variables, session, born, lifetimes };
        let kernel = Kernel::start(identity, self.launcher.clone(), accelerator).await?;
        let added = self.add(&kernel);
        if added.is_err() {
            kernel.shut_down().await;
        }
        added.map(|()| kernel)
    }

    /// Adds a kernel that was started, unless another request took its place meanwhile.
    fn add(&self, kernel: &Arc<Kernel>) -> Result<()> {
        let mut running = self.lock();
        self.check_free(&running, kernel.id())?;
        running.insert(kernel.id().to_string(), kernel.clone());
        Ok(())
    }

    /// Goes on with the kernels of an earlier server that was killed, and removes what is left of those that
    /// have ended. Returns the sessions that they had, as `Kernel::note_sessions` got them.
    pub async fn resume(&self) -> Vec<Value> {
        let records = self.launcher.keeper.as_ref().map(|keeper| keeper.records.all()).unwrap_or_default();
        let resumed = futures_util::future::join_all(records.iter().map(|record| self.resume_one(record))).await;
        let mut sessions = Vec::new();
        for (record, resumed) in records.iter().zip(resumed) {
            match resumed {
                Ok(Some(of_kernel)) => {
                    tracing::info!(kernel = record.id, "a kernel of an earlier server goes on");
                    sessions.push(of_kernel);
                }
                Ok(None) => {
                    tracing::info!(kernel = record.id, "a kernel has ended with an earlier server");
                    let remains = record.remains.clone();
                    // A failure leaves them to the next server.
                    let _ = tokio::task::spawn_blocking(move || remains.remove()).await;
                }
                Err(error) => {
                    tracing::warn!(kernel = record.id, "a kernel is left to its supervisor: {}", error.message());
                }
            }
        }
        sessions
    }

    /// Goes on with a kernel; none if it has ended.
    async fn resume_one(&self, record: &Record) -> Result<Option<Value>> {
        let is_alive = match &record.remote {
            Some(name) => self.is_alive(name).await?,
            None => process::is_alive(&record.socket).await?,
        };
        if !is_alive {
            return Ok(None);
        }
        let spec = self.specs.find(Some(&record.name))?;
        let launched = self.launcher.take_over(record, self.lifetimes).await?;
        let identity = Identity {
            id: record.id.clone(),
            spec,
            folder: record.folder.clone(),
            variables: record.variables.clone(),
            session: record.session.clone(),
            born: launched.process.attached.born,
            lifetimes: self.lifetimes,
        };
        let resumed = Kernel::resume(identity, self.launcher.clone(), record.accelerator, launched);
        let (kernel, sessions) = resumed.await;
        self.add(&kernel)?;
        Ok(Some(sessions))
    }

    /// True if a remote runtime can be reached.
    async fn is_alive(&self, name: &str) -> Result<bool> {
        let remote = self.runtimes().remote();
        let remote =
            remote.ok_or_else(|| Error::conflict("its runtime is remote, and those of this server are not"))?;
        Ok(matches!(remote.connect(name).await?, Connection::Open(_)))
    }

    fn check_free(&self, running: &Running, id: &str) -> Result<()> {
        if self.is_over.load(Ordering::Relaxed) {
            return Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, "the server ends"));
        }
        if running.contains_key(id) {
            return Err(Error::conflict(format!("Kernel already exists: {id}")));
        }
        if running.len() >= MAX_KERNELS {
            let message = format!("{MAX_KERNELS} kernels are running: shut some down");
            return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, message));
        }
        Ok(())
    }

    /// A running kernel.
    ///
    /// # Errors
    /// There is none with that number.
    pub fn get(&self, id: &str) -> Result<Arc<Kernel>> {
        let running = self.lock();
        let found = running.get(id).cloned();
        found.ok_or_else(|| Error::not_found(format!("Kernel does not exist: {id}")))
    }

    /// True if a kernel with that number runs.
    pub fn contains(&self, id: &str) -> bool {
        self.lock().contains_key(id)
    }

    /// Ends a kernel.
    ///
    /// # Errors
    /// There is none with that number.
    pub async fn shut_down(&self, id: &str) -> Result<()> {
        let kernel = self.get(id)?;
        self.lock().remove(id);
        kernel.shut_down().await;
        Ok(())
    }

    /// Ends all kernels, all at once, for good.
    pub async fn shut_down_all(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        let all = self.all();
        let ends = all.iter().map(|kernel| kernel.shut_down());
        futures_util::future::join_all(ends).await;
        self.lock().clear();
    }

    /// Lets kernels no time to end; none starts any more.
    pub fn kill_all(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.all().iter().for_each(|kernel| kernel.kill());
    }

    /// The models of all kernels, in the order of their starts.
    pub fn models(&self) -> Vec<Value> {
        let running = self.lock();
        let mut kernels: Vec<&Arc<Kernel>> = running.values().collect();
        kernels.sort_by_key(|kernel| kernel.identity.born);
        kernels.iter().map(|kernel| kernel.model()).collect()
    }

    /// The names of their remote runtimes, by the records.
    pub fn remotes(&self) -> Vec<String> {
        self.launcher.keeper.as_ref().map(|keeper| keeper.records.remotes()).unwrap_or_default()
    }

    /// Connections of clients, kernels, and when something last happened.
    pub fn totals(&self) -> (usize, usize, Option<SystemTime>) {
        let running = self.lock();
        let connections = running.values().map(|kernel| kernel.clients.count()).sum();
        (connections, running.len(), running.values().map(|kernel| kernel.last_activity()).max())
    }

    /// Ends kernels whose time is over, until the server ends.
    pub async fn cull(&self) {
        let period = (self.lifetimes.idle / 10).clamp(Duration::from_millis(200), Duration::from_secs(10));
        let mut beats = tokio::time::interval(period);
        loop {
            beats.tick().await;
            let is_over = |kernel: &Kernel| kernel.time_left().least().is_zero();
            let over: Vec<String> =
                self.lock().iter().filter(|(_, kernel)| is_over(kernel)).map(|(id, _)| id.clone()).collect();
            for id in over {
                tracing::info!(kernel = id, "a kernel's time is over");
                // Somebody else may have ended it.
                let _ = self.shut_down(&id).await;
            }
        }
    }

    /// All that run.
    pub fn all(&self) -> Vec<Arc<Kernel>> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::runtimes::{Direct, Refused};

    fn kernels(specs: &Path, runtimes: impl Runtimes + 'static) -> Kernels {
        let runtimes = Arc::new(runtimes);
        let (python, rates) = (PathBuf::new(), Rates::default());
        let modules = PathBuf::new();
        let launcher = Launcher { python, modules, runtimes, worker: None, secrets: None, keeper: None, rates };
        Kernels::new(Specs::new(vec![specs.into()]), launcher)
    }

    #[tokio::test]
    async fn nothing_runs_where_there_is_no_sandbox() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("true")).unwrap();
        std::fs::write(folder.path().join("true/kernel.json"), json!({"argv": ["true"]}).to_string()).unwrap();
        let kernels = kernels(folder.path(), Refused("no namespaces".into()));
        let error = kernels.start(Some("true"), "/".into(), None, Vec::new(), Accelerator::None).await.unwrap_err();
        assert_eq!(error.status(), 503, "{error}");
        assert!(error.message().contains("no namespaces") && error.message().contains("--no-sandbox"), "{error}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn requests_at_once_for_one_number_start_one_kernel_and_none_starts_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("sleep")).unwrap();
        let spec = json!({"argv": ["sleep", "60"]}).to_string();
        std::fs::write(folder.path().join("sleep/kernel.json"), spec).unwrap();
        let kernels = Arc::new(kernels(folder.path(), Direct { python: PathBuf::new(), environment: Vec::new() }));
        let start = |id: &'static str| {
            let kernels = kernels.clone();
            tokio::spawn(async move {
                kernels.start(Some("sleep"), "/".into(), Some(id), Vec::new(), Accelerator::None).await
            })
        };
        let requests: Vec<_> = (0..8).map(|_| start("same")).collect();
        let mut started = 0;
        for request in requests {
            match request.await.unwrap() {
                Ok(_) => started += 1,
                Err(error) => assert_eq!(error.status(), 409, "{error}"),
            }
        }
        assert_eq!(started, 1);
        kernels.shut_down_all().await;
        assert_eq!(start("late").await.unwrap().unwrap_err().status(), 503);
    }
}
