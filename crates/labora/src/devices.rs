//! The devices at hand: the tensor processor and the CPU that are built in, and plugins by their path.

use std::path::Path;

use keras::{Device, Error, ErrorKind, Result};
use pjrt::{Client, NamedValue, OptionValue};

use crate::plugins::Found;

/// Cores of the built-in tensor processor, as in a TPU v2-8.
const TPU_CORES: usize = 8;

/// The built-in tensor processor with its eight cores: products of f32 multiply in bf16 and add up in f32.
///
/// ```
/// let device = labora::tpu()?;
/// assert_eq!(device.cores(), 8);
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// Where an environment variable (`LABORA_THREADS`, `LABORA_ISA`) asks for what there is not.
pub fn tpu() -> Result<Device> {
    tpu_with_cores(TPU_CORES)
}

/// The built-in tensor processor with so many cores.
///
/// # Errors
/// As [`tpu`], and where the number is not 1 to 1024.
pub fn tpu_with_cores(cores: usize) -> Result<Device> {
    built_in("tpu", cores)
}

/// The CPU: one core that computes in f32.
///
/// # Errors
/// As [`tpu`].
pub fn cpu() -> Result<Device> {
    cpu_with_cores(1)
}

/// The CPU as so many cores that compute in f32.
///
/// # Errors
/// As [`tpu_with_cores`].
pub fn cpu_with_cores(cores: usize) -> Result<Device> {
    built_in("float32", cores)
}

/// The devices of a PJRT plugin, a shared library such as `libtpu.so`: its first `cores` ones, or all.
///
/// # Errors
/// Where the file is no plugin, or the plugin finds no device.
pub fn plugin(path: &Path, cores: Option<usize>) -> Result<Device> {
    found(&Found::at(path), cores)
}

/// The devices of a plugin that was [found](crate::plugins::find): its first `cores` ones, or all.
///
/// # Errors
/// Where it cannot be loaded, or finds no device.
pub fn found(plugin: &Found, cores: Option<usize>) -> Result<Device> {
    if plugin.has_no_device() && plugin.path.exists() {
        let message =
            format!("{}: there is no TPU on this machine; it can compile for TPUs only", plugin.path.display());
        return Err(Error::new(ErrorKind::Device, message));
    }
    let loaded = plugin.load()?;
    let client = Client::new(&loaded, &[]).map_err(|error| {
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
    // What JAX tells its compiler too: where `ptxas` and `libdevice` are.
    Ok(match plugin.cuda_folder() {
        Some(folder) => device.with_compile_option("xla_gpu_cuda_data_dir", OptionValue::String(folder)),
        None => device,
    })
}

fn built_in(numerics: &str, cores: usize) -> Result<Device> {
    let options = [
        ("cores", NamedValue::Int64(i64::try_from(cores).unwrap_or(i64::MAX))),
        ("numerics", NamedValue::String(numerics.to_string())),
    ];
    Device::all_cores(Client::new(&plugin::linked()?, &options)?)
}
