//! The device of a model: the cores of a PJRT client.

use std::collections::BTreeSet;
use std::fmt;

use pjrt::{DeviceMemoryStats, OptionValue};

use crate::error::{Error, ErrorKind, Result};

/// The cores that a model runs on. Clones refer to the same cores.
///
/// If the client has several processes, these are the cores of all of them: all processes do the same at the
/// same time, with the same data, and each computes the share of its own cores. Process 0 writes files and
/// shows progress.
///
/// ```no_run
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let plugin = pjrt::Plugin::load("libtpu.so")?;
/// let device = keras::Device::new(pjrt::Client::new(&plugin, &[])?, 8)?;
/// println!("{device}");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Device {
    client: pjrt::Client,
    cores: usize,
    quiet: bool,
    compile_options: Vec<(String, OptionValue)>,
}

impl Device {
    /// The first `cores` cores of a client.
    ///
    /// # Errors
    /// [`ErrorKind::Device`] if `cores` is 0 or the client has fewer cores; if the client has several
    /// processes and `cores` is not the number of all their cores.
    pub fn new(client: pjrt::Client, cores: usize) -> Result<Self> {
        let found = client.devices().len();
        if client.addressable_devices().len() < found {
            check_processes(&client, cores)?;
        }
        if cores == 0 || cores > found {
            return Err(Error::new(
                ErrorKind::Device,
                format!("{cores} cores were requested, the device '{}' has {found}", client.platform_name()),
            ));
        }
        Ok(Self { client, cores, quiet: false, compile_options: Vec::new() })
    }

    /// All cores of a client.
    ///
    /// # Errors
    /// [`ErrorKind::Device`] if the client has no cores.
    pub fn all_cores(client: pjrt::Client) -> Result<Self> {
        let cores = client.devices().len();
        Self::new(client, cores)
    }

    /// The device with its first core alone.
    pub(crate) fn one_core(&self) -> Result<Self> {
        if self.has_several_processes() {
            return Err(Error::argument(
                "a model with stateful layers runs on one core: give it a device of one process, or make its layers \
                 stateless with stateful(false)",
            ));
        }
        Ok(Self { cores: 1, ..self.clone() })
    }

    /// Disables the description of the device that [`Model::to_device`](crate::Model::to_device) prints.
    #[must_use]
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// Makes programs reproducible from run to run on plugins that have a choice: XLA's plugin for NVIDIA
    /// GPUs then avoids kernels whose sums depend on the order of threads, at some cost of speed. The
    /// built-in processor and TPUs are always reproducible. A plugin that does not know the option fails to
    /// compile.
    #[must_use]
    pub fn deterministic(self) -> Self {
        self.with_compile_option("xla_gpu_deterministic_ops", OptionValue::Bool(true))
    }

    /// Adds a compile option of the plugin, such as XLA's `xla_gpu_cuda_data_dir`. The built-in processor
    /// ignores all options.
    #[must_use]
    pub fn with_compile_option(mut self, name: impl Into<String>, value: OptionValue) -> Self {
        self.compile_options.push((name.into(), value));
        self
    }

    /// The compile options of the plugin, for programs that are compiled without a [`DeviceModel`].
    ///
    /// [`DeviceModel`]: crate::DeviceModel
    pub fn compile_options(&self) -> &[(String, OptionValue)] {
        &self.compile_options
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The client of the cores.
    pub fn client(&self) -> &pjrt::Client {
        &self.client
    }

    /// The number of cores, which is the number of replicas of a training program.
    pub fn cores(&self) -> usize {
        self.cores
    }

    /// The cores of this process.
    pub fn devices(&self) -> &[pjrt::Device] {
        let own = self.client.addressable_devices();
        &own[..self.cores.min(own.len())]
    }

    /// The cores of all processes, in the order of the replicas.
    pub(crate) fn all_devices(&self) -> &[pjrt::Device] {
        if self.has_several_processes() { self.client.devices() } else { self.devices() }
    }

    /// The cores of this process with their numbers among all.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &pjrt::Device)> {
        let first = self.first_core();
        self.devices().iter().enumerate().map(move |(i, device)| (first + i, device))
    }

    /// Returns true if cores belong to other processes.
    pub fn has_several_processes(&self) -> bool {
        self.client.addressable_devices().len() < self.client.devices().len()
    }

    /// Returns true if this process writes files and shows progress: it has core 0.
    pub fn is_first_process(&self) -> bool {
        self.first_core() == 0
    }

    /// The number of this process's first core among all.
    pub(crate) fn first_core(&self) -> usize {
        let first = self.client.addressable_devices().first();
        let of_own = |first: &pjrt::Device| self.client.devices().iter().position(|device| device == first);
        if self.has_several_processes() { first.and_then(of_own).unwrap_or(0) } else { 0 }
    }

    /// The index of the process that a core belongs to.
    pub(crate) fn process_of(&self, core: usize) -> i32 {
        self.all_devices().get(core).map_or(0, |device| device.description().process_index)
    }

    /// The number of processes that the cores belong to.
    pub fn workers(&self) -> usize {
        self.all_devices().iter().map(|d| d.description().process_index).collect::<BTreeSet<i32>>().len()
    }

    /// The memory of each core in bytes, if the device reports it.
    pub fn memory_per_core(&self) -> Option<u64> {
        let stats = self.devices().first()?.memory_stats().ok()??;
        stats.bytes_limit.and_then(|bytes| u64::try_from(bytes).ok())
    }

    /// The minimum over the cores of the free memory, in bytes; `None` if the device does not report it.
    pub(crate) fn free_memory_per_core(&self) -> Option<u64> {
        self.devices().iter().map(|core| free_memory(&core.memory_stats().ok()??)).min()?
    }
}

/// Checks the cores of a client of several processes: all of them are used, and those of a process are
/// neighbors.
fn check_processes(client: &pjrt::Client, cores: usize) -> Result<()> {
    let (all, own) = (client.devices(), client.addressable_devices());
    let first = all.iter().position(|device| Some(device) == own.first()).unwrap_or(0);
    let message = if own.is_empty() {
        format!("process {} has no cores of the device '{}'", client.process_index(), client.platform_name())
    } else if cores != all.len() {
        format!("{cores} cores were requested, but on several processes all {} are used", all.len())
    } else if all.get(first..first + own.len()) != Some(own) {
        format!("the cores of process {} are not neighbors among those of all processes", client.process_index())
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::Device, message))
}

/// The free memory in bytes; 0 if more is in use than the device's limit.
fn free_memory(stats: &DeviceMemoryStats) -> Option<u64> {
    let free = stats.bytes_limit?.saturating_sub(stats.bytes_in_use);
    Some(u64::try_from(free).unwrap_or(0))
}

/// A description with one line each for platform, cores, workers, cores per worker, and memory.
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.devices().first().map_or("", |d| d.kind());
        writeln!(f, "Found {}: {kind}", self.client.platform_name())?;
        writeln!(f, "  cores:            {}", self.cores)?;
        writeln!(f, "  workers:          {}", self.workers())?;
        write!(f, "  cores per worker: {}", self.cores / self.workers().max(1))?;
        if let Some(bytes) = self.memory_per_core() {
            write!(f, "\n  memory per core:  {:.1} GiB", bytes as f64 / f64::from(1 << 30))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_device_has_no_memory_left() {
        let free = |limit, in_use| {
            let mut stats = DeviceMemoryStats::default();
            (stats.bytes_limit, stats.bytes_in_use) = (limit, in_use);
            free_memory(&stats)
        };
        assert_eq!(free(Some(100), 30), Some(70));
        assert_eq!(free(Some(100), 130), Some(0), "shared memory may be counted on every core");
        assert_eq!(free(Some(i64::MIN), 1), Some(0));
        assert_eq!(free(None, 30), None, "nothing is known");
    }
}
