//! Models by name and version, loaded from files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use keras::Device;
use keras::models::load_model_without_compile;
use keras::objects::Registry;

use crate::batcher::{BatchOptions, Batcher};
use crate::error::{Error, ErrorKind, Result};
use crate::metrics::Metrics;
use crate::program::{CompiledModel, batch_sizes};
use crate::program_cache::{ProgramCache, SizeLimits};

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
}

impl Default for LoadOptions {
    /// Batches of up to 32 rows, gathered for half a millisecond; 1024 requests may wait; one version.
    fn default() -> Self {
        let batch_timeout = Duration::from_micros(500);
        let batches = BatchOptions { max_batch_size: 32, batch_timeout, max_queue: 1024 };
        Self { batches, sizes: SizeLimits::default(), versions: 1, progress: Arc::new(|_, _, _, _| {}) }
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

/// By which a changed file is recognized: its length and the time of its last change.
type Stamp = (u64, SystemTime);

/// A model.
struct Entry {
    /// A file, or a folder with a folder for each version, whose names are numbers.
    source: PathBuf,
    versions: BTreeMap<u64, Arc<Version>>,
    /// Versions that could not be loaded, and why. They are tried again when their file changes.
    failed: BTreeMap<u64, (Stamp, Error)>,
}

/// All models.
pub struct Repository {
    device: Device,
    options: LoadOptions,
    models: RwLock<BTreeMap<String, Entry>>,
    /// Held while models are loaded.
    loading: Mutex<()>,
    metrics: Arc<Metrics>,
}

impl Repository {
    /// Without models.
    pub fn new(device: Device, options: LoadOptions) -> Self {
        let (models, loading) = (RwLock::default(), Mutex::default());
        Self { device: device.quiet(), options, models, loading, metrics: Arc::default() }
    }

    /// What is counted.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Loads a model from a `.keras` or `.h5` file, which is version 1, or from a folder with a folder for
    /// each version, named by its number, with one such file.
    ///
    /// # Errors
    /// The name is taken or has other characters than letters, digits, `_`, `-` and `.`; there is no file, or
    /// the newest one cannot be loaded.
    pub fn add(&self, name: &str, source: impl Into<PathBuf>) -> Result<()> {
        let source = source.into();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        if name.is_empty() || !name.chars().all(is_part) {
            return Err(Error::invalid(format!("{name:?} names no model: use letters, digits, '_', '-' and '.'")));
        }
        let entry = Entry { source: source.clone(), versions: BTreeMap::new(), failed: BTreeMap::new() };
        let mut models = self.models.write().unwrap_or_else(PoisonError::into_inner);
        if models.insert(name.to_string(), entry).is_some() {
            return Err(Error::invalid(format!("two models have the name {name}: give names with --model NAME=PATH")));
        }
        drop(models);
        // It is there, with zeros, before the first request.
        self.metrics.model(name);
        if find_versions(&source)?.is_empty() {
            return Err(Error::invalid(format!(
                "{}: a folder of a model has a folder for each version, such as {}",
                source.display(),
                source.join("1/model.keras").display()
            )));
        }
        self.load_new(name);
        self.version(name, None).map(|_| ()).map_err(|_| self.failure(name).unwrap_or_else(|| not_loaded(name)))
    }

    /// The error of the newest version that could not be loaded.
    fn failure(&self, name: &str) -> Option<Error> {
        let models = self.models.read().unwrap_or_else(PoisonError::into_inner);
        models.get(name)?.failed.values().next_back().map(|(_, error)| error.clone())
    }

    /// Loads versions that are new or changed, of all models, and ends those that are too many. What fails is
    /// logged and counted, and the versions from before go on.
    pub fn reload(&self) {
        for name in self.names() {
            self.load_new(&name);
        }
    }

    fn load_new(&self, name: &str) {
        let _only = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(source) = self.with(name, |entry| entry.source.clone()) else { return };
        let found = match find_versions(&source) {
            Ok(found) => found,
            Err(error) => return tracing::error!(model = name, %error, "versions are not read: the old ones go on"),
        };
        let newest: Vec<_> = found.into_iter().rev().take(self.options.versions.max(1)).collect();
        for (number, (file, stamp)) in &newest {
            let known = self.with(name, |entry| {
                let served = entry.versions.get(number).map(|version| version.stamp);
                served.or(entry.failed.get(number).map(|(stamp, _)| *stamp))
            });
            if known.flatten() != Some(*stamp) {
                self.load_version(name, *number, file, *stamp);
            }
        }
        // An old version goes on if the newer ones failed.
        let mut models = self.models.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = models.get_mut(name) {
            while entry.versions.len() > self.options.versions.max(1) {
                // It ends with the last request that has it.
                if let Some((number, _)) = entry.versions.pop_first() {
                    tracing::info!(model = name, version = number, "version ends");
                }
            }
        }
    }

    fn load_version(&self, name: &str, number: u64, file: &Path, stamp: Stamp) {
        let loaded = self
            .compile(name, number, file)
            .and_then(|programs| Batcher::start(programs, self.options.batches.clone(), self.metrics.model(name)));
        let mut models = self.models.write().unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = models.get_mut(name) else { return };
        match loaded {
            Ok(batcher) => {
                tracing::info!(model = name, version = number, file = %file.display(), "version is served");
                entry.failed.remove(&number);
                let version = Arc::new(Version { number, file: file.into(), batcher, stamp });
                entry.versions.insert(number, version);
            }
            Err(error) => {
                tracing::error!(model = name, version = number, %error, "version is not served");
                self.metrics.model(name).failed_loads.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                entry.failed.insert(number, (stamp, error));
            }
        }
    }

    fn compile(&self, name: &str, number: u64, file: &Path) -> Result<ProgramCache> {
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

/// The versions in a folder, or the file as version 1.
fn find_versions(source: &Path) -> Result<BTreeMap<u64, (PathBuf, Stamp)>> {
    let failed = |path: &Path, e: std::io::Error| Error::invalid(format!("cannot read {}: {e}", path.display()));
    let metadata = std::fs::metadata(source).map_err(|e| failed(source, e))?;
    if !metadata.is_dir() {
        let changed = metadata.modified().map_err(|e| failed(source, e))?;
        return Ok(BTreeMap::from([(1, (source.to_path_buf(), (metadata.len(), changed)))]));
    }
    let mut versions = BTreeMap::new();
    for folder in std::fs::read_dir(source).map_err(|e| failed(source, e))? {
        let folder = folder.map_err(|e| failed(source, e))?.path();
        let number = folder.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse::<u64>().ok());
        let Some(number) = number.filter(|_| folder.is_dir()) else { continue };
        // A folder that is being filled has no file yet.
        let Some(file) = model_file(&folder).map_err(|e| failed(&folder, e))? else { continue };
        let metadata = std::fs::metadata(&file).map_err(|e| failed(&file, e))?;
        let changed = metadata.modified().map_err(|e| failed(&file, e))?;
        versions.insert(number, (file, (metadata.len(), changed)));
    }
    Ok(versions)
}

/// The first file of a model in a folder, by its name.
fn model_file(folder: &Path) -> std::io::Result<Option<PathBuf>> {
    let mut files = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let path = file?.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if ["keras", "h5", "hdf5"].contains(&extension) && path.is_file() {
            files.push(path);
        }
    }
    Ok(files.into_iter().min())
}
