//! Devices: the built-in tensor processor and CPU, and plugins.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use keras::{Device, Error, ErrorKind, Result};
use pjrt::{Attributes, Client, KeyValueStore, NamedValue, OptionValue, Plugin};

use crate::plugins::Found;

/// A device that is built into this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// The tensor processor: f32 products multiply in bf16 and accumulate in f32. By default with eight
    /// cores, as in a TPU v2-8.
    Tpu,
    /// The CPU: f32 products multiply in f32. By default with one core.
    Cpu,
}

/// Settings of a built-in device. The default leaves all of them to the device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuiltInOptions {
    /// Cores, from 1 to 1024. Default: 8 for [`BuiltIn::Tpu`], 1 for [`BuiltIn::Cpu`].
    pub cores: Option<usize>,
    /// Threads that run the cores, from 1 to 1024. Default: `LABORA_THREADS`, else one per processor.
    pub threads: Option<usize>,
    /// The instruction set of the kernels, such as `avx2`. Default: `LABORA_ISA`, else the best of the
    /// processor.
    pub isa: Option<String>,
    /// True if MPI's launcher has started several processes, each with `cores` cores, that train together.
    /// Default: false.
    pub mpi: bool,
}

impl BuiltIn {
    /// All built-in devices.
    pub const ALL: [Self; 2] = [Self::Tpu, Self::Cpu];

    /// Returns the name on the command line: `tpu` or `cpu`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tpu => "tpu",
            Self::Cpu => "cpu",
        }
    }

    /// The number of cores by default.
    pub(crate) fn default_cores(self) -> usize {
        match self {
            Self::Tpu => 8,
            Self::Cpu => 1,
        }
    }

    /// Opens the device.
    ///
    /// ```
    /// use labora::devices::{BuiltIn, BuiltInOptions};
    /// let device = BuiltIn::Tpu.open(&BuiltInOptions { cores: Some(2), ..BuiltInOptions::default() })?;
    /// assert_eq!(device.cores(), 2);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// An option, or an environment variable (`LABORA_THREADS`, `LABORA_ISA`), is out of range or unknown.
    pub fn open(self, options: &BuiltInOptions) -> Result<Device> {
        let options = options.client_options(self);
        let options: Vec<(&str, NamedValue)> = options.iter().map(|(name, value)| (name, value.clone())).collect();
        Device::all_cores(Client::new(&plugin::linked()?, &options)?)
    }
}

impl BuiltInOptions {
    /// Returns the options in the form in which a client of the plugin takes them.
    pub fn client_options(&self, device: BuiltIn) -> Attributes {
        let numerics = match device {
            BuiltIn::Tpu => "tpu",
            BuiltIn::Cpu => "float32",
        };
        let integer = |n: usize| NamedValue::Int64(i64::try_from(n).unwrap_or(i64::MAX));
        let cores = integer(self.cores.unwrap_or(device.default_cores()));
        let options = [
            ("cores", Some(cores)),
            ("numerics", Some(NamedValue::String(numerics.to_string()))),
            ("threads", self.threads.map(integer)),
            ("isa", self.isa.clone().map(NamedValue::String)),
            // Rust's references keep what is shared with a device unchanged.
            ("zero_copy", Some(NamedValue::Bool(true))),
            ("collectives", self.mpi.then(|| NamedValue::String("mpi".to_string()))),
        ];
        options.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))).collect()
    }
}

/// Opens the built-in tensor processor with its eight cores: f32 products multiply in bf16 and accumulate in
/// f32.
///
/// ```
/// let device = labora::tpu()?;
/// assert_eq!(device.cores(), 8);
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// An environment variable (`LABORA_THREADS`, `LABORA_ISA`) is out of range or unknown.
pub fn tpu() -> Result<Device> {
    BuiltIn::Tpu.open(&BuiltInOptions::default())
}

/// Opens the built-in tensor processor with a number of cores.
///
/// # Errors
/// Those of [`tpu`], and a number of cores that is not 1 to 1024.
pub fn tpu_with_cores(cores: usize) -> Result<Device> {
    BuiltIn::Tpu.open(&BuiltInOptions { cores: Some(cores), ..BuiltInOptions::default() })
}

/// Opens the CPU as one core that computes in f32.
///
/// # Errors
/// Those of [`tpu`].
pub fn cpu() -> Result<Device> {
    BuiltIn::Cpu.open(&BuiltInOptions::default())
}

/// Opens the CPU as a number of cores that compute in f32.
///
/// # Errors
/// Those of [`tpu_with_cores`].
pub fn cpu_with_cores(cores: usize) -> Result<Device> {
    BuiltIn::Cpu.open(&BuiltInOptions { cores: Some(cores), ..BuiltInOptions::default() })
}

/// Opens the devices of a PJRT plugin, a shared library such as `libtpu.so`: the first `cores` ones, or all.
///
/// # Errors
/// The file is no plugin, or the plugin finds no device.
pub fn plugin(path: &Path, cores: Option<usize>) -> Result<Device> {
    found(&Found::at(path), cores)
}

/// How to reach a worker. The default is a worker without protection.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct WorkerOptions {
    /// The token that the worker asks for.
    pub token: Option<String>,
    /// A PEM file with the certificates of authorities, one of which has signed the worker's. With it the
    /// connection is encrypted.
    pub authorities: Option<PathBuf>,
    /// PEM files with a certificate of this client and its key, if the worker asks for one.
    pub identity: Option<(PathBuf, PathBuf)>,
}

impl std::fmt::Debug for WorkerOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { token, authorities, identity } = self;
        // Not the token.
        let token = token.as_ref().map(|_| "...");
        let mut debug = f.debug_struct("WorkerOptions");
        debug.field("token", &token).field("authorities", authorities).field("identity", identity).finish()
    }
}

/// Opens the devices of a worker (`labora worker`) on another machine: the first `cores` ones, or all. The
/// address is `grpc://HOST:PORT`, `HOST:PORT` or `unix:PATH`.
///
/// ```no_run
/// let device = labora::devices::worker("grpc://worker:8470", None, &Default::default())?;
/// println!("{device}");
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// The address is malformed, nobody answers there, the worker refuses this client, or this crate was built
/// without its feature `worker`.
pub fn worker(address: &str, cores: Option<usize>, options: &WorkerOptions) -> Result<Device> {
    let path = |path: &Path| NamedValue::String(path.to_string_lossy().into_owned());
    let mut named = vec![("address", NamedValue::String(address.to_string()))];
    named.extend(options.token.clone().map(|token| ("token", NamedValue::String(token))));
    named.extend(options.authorities.as_deref().map(|file| ("authorities", path(file))));
    if let Some((certificate, key)) = &options.identity {
        named.extend([("certificate", path(certificate)), ("key", path(key))]);
    }
    let client = Client::new(&worker_client()?, &named)
        .map_err(|error| Error::new(ErrorKind::Device, error.message().to_string()).with_source(error))?;
    match cores {
        Some(cores) => Device::new(client, cores),
        None => Device::all_cores(client),
    }
}

/// The client of workers, which is a plugin.
#[cfg(feature = "worker")]
fn worker_client() -> Result<Plugin> {
    Ok(remote_plugin::linked()?)
}

#[cfg(not(feature = "worker"))]
fn worker_client() -> Result<Plugin> {
    Err(Error::new(ErrorKind::Device, "the crate labora was built without its feature `worker`: add it in Cargo.toml"))
}

/// Opens the devices of a plugin that was [found](crate::plugins::find): the first `cores` ones, or all.
///
/// # Errors
/// The plugin cannot be loaded, or finds no device.
pub fn found(plugin: &Found, cores: Option<usize>) -> Result<Device> {
    open_found(plugin, cores, None)
}

/// A process among those of a training on plugins.
#[derive(Clone)]
pub struct Process {
    /// The number of this process, from 0.
    pub id: usize,
    /// The number of processes.
    pub count: usize,
    /// The store that the processes share, such as a [`TcpStore`](crate::key_value_store::TcpStore).
    pub store: Arc<dyn KeyValueStore>,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Process({} of {})", self.id, self.count)
    }
}

/// Opens all devices of a plugin in one of several processes, as XLA's plugin for GPUs does by its options
/// `node_id` and `num_nodes`: NCCL connects them. libtpu takes its environment instead.
///
/// # Errors
/// As [`found`]; the other processes did not come in time.
pub fn found_of_processes(plugin: &Found, process: &Process) -> Result<Device> {
    open_found(plugin, None, Some(process))
}

fn open_found(plugin: &Found, cores: Option<usize>, process: Option<&Process>) -> Result<Device> {
    if plugin.has_no_device() && plugin.path.exists() {
        let message =
            format!("{}: there is no TPU on this machine; it can compile for TPUs only", plugin.path.display());
        return Err(Error::new(ErrorKind::Device, message));
    }
    let loaded = plugin.load()?;
    let client = match process.filter(|_| !plugin.is_libtpu()) {
        None => Client::new(&loaded, &[]),
        Some(Process { id, count, store }) => {
            let options =
                [("node_id", *id), ("num_nodes", *count)].map(|(name, n)| (name, NamedValue::Int64(n as i64)));
            Client::of_processes(&loaded, &options, store.clone())
        }
    };
    let client = client.map_err(|error| {
        let (name, message) = (&plugin.name, error.message());
        let advice = if plugin.is_cuda() { ": is there an NVIDIA GPU with a driver, and free?" } else { "" };
        Error::new(
            ErrorKind::Device,
            format!("the plugin '{name}' finds no device{advice}: {message} ({})", error.kind()),
        )
    })?;
    let device = match cores {
        Some(cores) => Device::new(client, cores),
        None => Device::all_cores(client),
    }?;
    // The compiler needs the folder of `ptxas` and `libdevice`; JAX passes the same option.
    Ok(match plugin.cuda_folder() {
        Some(folder) => device.with_compile_option("xla_gpu_cuda_data_dir", OptionValue::String(folder)),
        None => device,
    })
}
