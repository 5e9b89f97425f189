//! Models by name and version, loaded from files.

mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::sleep;
use std::time::Duration;

use keras::Device;
use keras::models::load_model_without_compile;
use keras::objects::Registry;

use crate::batcher::{BatchOptions, Batcher};
use crate::error::{Error, ErrorKind, Result};
use crate::metrics::Metrics;
use crate::program::{CompiledModel, batch_sizes};
use crate::program_cache::{ProgramCache, SizeLimits};
use crate::trial::Trial;
use files::{File, Stamp};

/// Called with a model, its version, and how many of its programs are compiled: done, and all.
pub type Progress = Arc<dyn Fn(&str, u64, usize, usize) + Send + Sync>;

/// How models are loaded.
#[derive(Clone)]
pub struct LoadOptions {
    /// Batches of every model.
    pub batches: BatchOptions,
    /// Sizes of models that leave them open.
    pub sizes: SizeLimits,
    /// Versions of a model that are served at a time, the newest ones.
    pub versions: usize,
    /// What is told how far the compilation is.
    pub progress: Progress,
    /// How a version is tried before it is loaded beside others. None loads it without a trial.
    pub trial: Option<Trial>,
}

impl Default for LoadOptions {
    /// Batches of up to 32 rows, gathered for half a millisecond; 1024 requests may wait; one version; no
    /// trials.
    fn default() -> Self {
        let batch_timeout = Duration::from_micros(500);
        let batches = BatchOptions { max_batch_size: 32, batch_timeout, max_queue: 1024 };
        Self { batches, sizes: SizeLimits::default(), versions: 1, progress: Arc::new(|_, _, _, _| {}), trial: None }
    }
}

/// A version of a model that is served.
pub struct Version {
    /// Its number.
    pub number: u64,
    /// The file that it was loaded from.
    pub file: PathBuf,
    /// Its queue.
    pub batcher: Batcher,
    stamp: Stamp,
}

/// A model.
struct Entry {
    /// A file, or a folder with a folder for each version, whose names are numbers.
    source: PathBuf,
    versions: BTreeMap<u64, Arc<Version>>,
    /// Versions that could not be loaded, and why. They are tried again when their file changes.
    failed: BTreeMap<u64, (Stamp, Error)>,
    /// Why the source could not be read, which is told once.
    unreadable: Option<Error>,
}

impl Entry {
    /// Of the files that are there now, those to be served, the newest first, and whether they are. Versions
    /// that failed and did not change since, or were tried just now, are left out.
    fn wanted(&self, found: BTreeMap<u64, File>, tried: &BTreeSet<u64>, count: usize) -> Vec<(u64, File, bool)> {
        let state = |(number, file): (u64, File)| {
            let served = self.versions.get(&number);
            let is_current = served.is_some_and(|version| version.stamp.has_content_of(&file.stamp));
            let is_failed = self.failed.get(&number).is_some_and(|(stamp, _)| *stamp == file.stamp);
            let is_over = is_failed || tried.contains(&number);
            // What is served of a changed file that cannot be loaded goes on.
            let is_served = is_current || is_over && served.is_some();
            (is_served || !is_over).then_some((number, file, is_served))
        };
        found.into_iter().rev().filter_map(state).take(count).collect()
    }
}

/// What came of an attempt to load a version.
enum Attempt {
    Loaded(Batcher),
    Failed(Error),
    /// The file changed, or a newer one came.
    GivenUp,
}

/// All models.
pub struct Repository {
    device: Device,
    options: LoadOptions,
    models: RwLock<BTreeMap<String, Entry>>,
    /// Held while models are loaded.
    loading: Mutex<()>,
    /// True if the server ends: nothing is loaded any more.
    is_ending: AtomicBool,
    metrics: Arc<Metrics>,
}

impl Repository {
    /// Without models.
    pub fn new(device: Device, options: LoadOptions) -> Self {
        let (models, loading, is_ending) = (RwLock::default(), Mutex::default(), AtomicBool::new(false));
        Self { device: device.quiet(), options, models, loading, is_ending, metrics: Arc::default() }
    }

    /// What is counted.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Loads a model from a `.keras` or `.h5` file, which is version 1, or from a folder with a folder for
    /// each version, named by its number, with one such file. If the newest version cannot be loaded, that is
    /// logged, and an older one is.
    ///
    /// # Errors
    /// The name is taken or has other characters than letters, digits, `_`, `-` and `.`; there is no file, or
    /// none that can be loaded.
    pub fn add(&self, name: &str, source: impl Into<PathBuf>) -> Result<()> {
        let source = source.into();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        if name.is_empty() || !name.chars().all(is_part) {
            return Err(Error::invalid(format!("{name:?} names no model: use letters, digits, '_', '-' and '.'")));
        }
        let (versions, failed) = (BTreeMap::new(), BTreeMap::new());
        let entry = Entry { source: source.clone(), versions, failed, unreadable: None };
        let mut models = self.models.write().unwrap_or_else(PoisonError::into_inner);
        if models.insert(name.to_string(), entry).is_some() {
            return Err(Error::invalid(format!("two models have the name {name}: give names with --model NAME=PATH")));
        }
        drop(models);
        // It is there, with zeros, before the first request.
        self.metrics.model(name);
        let found = files::find(&source)?;
        if found.is_empty() {
            return Err(Error::invalid(format!(
                "{}: a folder of a model has a folder for each version, such as {}",
                source.display(),
                source.join("1/model.keras").display()
            )));
        }
        // A single version that hangs keeps nothing else from being served.
        self.load_new(name, found.len() > 1);
        self.version(name, None).map(|_| ()).map_err(|_| self.failure(name).unwrap_or_else(|| not_loaded(name)))
    }

    /// The error of the newest version that could not be loaded.
    fn failure(&self, name: &str) -> Option<Error> {
        let models = self.models.read().unwrap_or_else(PoisonError::into_inner);
        models.get(name)?.failed.values().next_back().map(|(_, error)| error.clone())
    }

    /// Loads versions that are new or changed, of all models, and ends those that are too many or whose files
    /// were deleted. What fails is logged and counted once, and the versions from before go on.
    pub fn reload(&self) {
        for name in self.names() {
            self.load_new(&name, true);
        }
    }

    /// Gives up loading, now and from now on.
    pub fn stop_loading(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    /// Loads what is new of a model. `beside_others` says that there is something to lose by a bad file.
    fn load_new(&self, name: &str, beside_others: bool) {
        let _only = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        // A version is tried once in a round, also if its file changes again and again.
        let mut tried = BTreeSet::new();
        while let Some((number, file)) = self.next(name, &tried) {
            let is_wanted = || self.next(name, &tried).is_some_and(|(n, f)| (n, f.stamp) == (number, file.stamp));
            let attempt = self.attempt(name, number, &file, beside_others, is_wanted);
            self.keep(name, number, file, attempt);
            tried.insert(number);
        }
        self.retire(name);
    }

    /// The newest version that has to be loaded, but for those that were tried.
    fn next(&self, name: &str, tried: &BTreeSet<u64>) -> Option<(u64, File)> {
        if self.is_ending.load(Ordering::Relaxed) {
            return None;
        }
        let found = self.find(name)?;
        let wanted = self.with(name, |entry| entry.wanted(found, tried, self.options.versions.max(1)))?;
        wanted.into_iter().find_map(|(number, file, is_served)| (!is_served).then_some((number, file)))
    }

    /// The files of a model; none if they cannot be read, which is logged once.
    fn find(&self, name: &str) -> Option<BTreeMap<u64, File>> {
        let found = files::find(&self.with(name, |entry| entry.source.clone())?);
        let error = found.as_ref().err();
        if self.with(name, |entry| entry.unreadable.as_ref() != error)? {
            if let Some(error) = error {
                tracing::error!(model = name, %error, "versions are not read: those that are served go on");
            }
            let mut models = self.models.write().unwrap_or_else(PoisonError::into_inner);
            models.get_mut(name)?.unreadable = error.cloned();
        }
        found.ok()
    }

    fn attempt(&self, name: &str, number: u64, file: &File, try_it: bool, is_wanted: impl Fn() -> bool) -> Attempt {
        if let Some(error) = &file.error {
            return Attempt::Failed(error.clone());
        }
        if try_it {
            sleep(file.stamp.settles_in());
            let tried = match &self.options.trial {
                _ if !is_wanted() => Ok(false),
                Some(trial) => trial.run(&file.path, &is_wanted),
                None => Ok(true),
            };
            match tried {
                // It may have been half a file.
                Err(error) if is_wanted() => return Attempt::Failed(error),
                Ok(true) if is_wanted() => {}
                _ => return Attempt::GivenUp,
            }
        }
        let start = |programs| Batcher::start(programs, self.options.batches.clone(), self.metrics.model(name));
        match self.compile(name, number, &file.path).and_then(start) {
            Ok(batcher) => Attempt::Loaded(batcher),
            Err(error) => Attempt::Failed(error),
        }
    }

    fn keep(&self, name: &str, number: u64, file: File, attempt: Attempt) {
        let mut models = self.models.write().unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = models.get_mut(name) else { return };
        let File { path, stamp, .. } = file;
        match attempt {
            Attempt::Loaded(batcher) => {
                tracing::info!(model = name, version = number, file = %path.display(), "version is served");
                entry.failed.remove(&number);
                entry.versions.insert(number, Arc::new(Version { number, file: path, batcher, stamp }));
            }
            Attempt::Failed(error) => {
                tracing::error!(model = name, version = number, %error, "version is not served");
                self.metrics.model(name).failed_loads.fetch_add(1, Ordering::Relaxed);
                entry.failed.insert(number, (stamp, error));
            }
            Attempt::GivenUp => {
                let why = "version is not loaded: its file changed meanwhile, or a newer one came";
                tracing::info!(model = name, version = number, file = %path.display(), "{why}");
            }
        }
    }

    /// Ends versions that are too many, and those whose files are gone, if there are others.
    fn retire(&self, name: &str) {
        let Some(found) = self.find(name) else { return };
        let mut models = self.models.write().unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = models.get_mut(name) else { return };
        entry.failed.retain(|number, _| found.contains_key(number));
        let is_found = |number: &&u64| found.contains_key(number);
        let count = self.options.versions.max(1);
        let mut kept: BTreeSet<u64> = entry.versions.keys().rev().filter(is_found).take(count).copied().collect();
        if kept.is_empty() {
            kept = entry.versions.keys().rev().take(count).copied().collect();
        }
        entry.versions.retain(|number, _| {
            let is_kept = kept.contains(number);
            if !is_kept {
                // It ends with the last request that has it.
                tracing::info!(model = name, version = number, "version ends");
            }
            is_kept
        });
    }

    fn compile(&self, name: &str, number: u64, file: &std::path::Path) -> Result<ProgramCache> {
        let model = load_model_without_compile(file, &Registry::new()).map_err(|e| Error::invalid(e.message()))?;
        let sizes = batch_sizes(self.options.batches.max_batch_size);
        let all = sizes.len();
        let progress = |done: usize| (self.options.progress)(name, number, done, all);
        let compiled = CompiledModel::new(&model, &self.device, sizes).map_err(|e| e.at(file.display()))?;
        let (limits, metrics) = (self.options.sizes.clone(), self.metrics.model(name));
        ProgramCache::start(model, compiled, limits, metrics, progress).map_err(|e| e.at(file.display()))
    }

    fn with<T>(&self, name: &str, read: impl FnOnce(&Entry) -> T) -> Option<T> {
        self.models.read().unwrap_or_else(PoisonError::into_inner).get(name).map(read)
    }

    /// The names of all models.
    pub fn names(&self) -> Vec<String> {
        self.models.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// A version of a model, or its newest.
    ///
    /// # Errors
    /// There is none.
    pub fn version(&self, name: &str, number: Option<u64>) -> Result<Arc<Version>> {
        let found = self.with(name, |entry| match number {
            Some(number) => entry.versions.get(&number).cloned(),
            None => entry.versions.values().next_back().cloned(),
        });
        let missing = |message: String| Err(Error::new(ErrorKind::NotFound, message));
        match (found, number) {
            (None, _) => {
                let names = self.names().join(", ");
                missing(format!("there is no model {name:?}; the models are: {names}"))
            }
            (Some(None), Some(number)) => {
                let numbers = self.versions(name).iter().map(|v| v.number.to_string()).collect::<Vec<_>>().join(", ");
                missing(format!("model {name} has no version {number}; its versions are: {numbers}"))
            }
            (Some(None), None) => Err(not_loaded(name)),
            (Some(Some(version)), _) => Ok(version),
        }
    }

    /// The versions of a model that are served, the oldest first; none if there is no such model.
    pub fn versions(&self, name: &str) -> Vec<Arc<Version>> {
        self.with(name, |entry| entry.versions.values().cloned().collect()).unwrap_or_default()
    }

    /// The versions of a model that could not be loaded, and why.
    pub fn failed_versions(&self, name: &str) -> Vec<(u64, Error)> {
        let failed = |entry: &Entry| entry.failed.iter().map(|(number, (_, error))| (*number, error.clone())).collect();
        self.with(name, failed).unwrap_or_default()
    }

    /// True if every model has a version.
    pub fn is_ready(&self) -> bool {
        let models = self.models.read().unwrap_or_else(PoisonError::into_inner);
        models.values().all(|entry| !entry.versions.is_empty())
    }

    /// Runs requests without a wait for full batches, from now on.
    pub fn hurry(&self) {
        for name in self.names() {
            self.versions(&name).iter().for_each(|version| version.batcher.hurry());
        }
    }

    /// Runs all requests that wait, and ends all models.
    pub fn finish(&self) {
        for name in self.names() {
            self.versions(&name).iter().for_each(|version| version.batcher.finish());
        }
    }
}

fn not_loaded(name: &str) -> Error {
    Error::new(ErrorKind::Unavailable, format!("model {name} has no version that could be loaded: see the log"))
}
