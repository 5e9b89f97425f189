//! `--device` and its settings.

use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Args, value_parser};
use keras::Device;
use pjrt::Attributes;

use super::failure::Failure;
use super::hosts::{self, Hosts};
use super::worker_address;
use crate::devices::{self, BuiltIn, BuiltInOptions, WorkerOptions};
use crate::plugins::{self, Found};

/// A device by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceName {
    /// A device that is built into this program.
    BuiltIn(BuiltIn),
    /// A plugin: its name or its path.
    Plugin(String),
    /// The devices of a worker at an address.
    Worker(String),
}

/// The heading of these flags in help.
const HEADING: &str = "Device options";

/// A device and its settings. The default device is `cpu` if `CPU` is true, and `tpu` otherwise.
#[derive(Args, Clone, Debug)]
pub struct DeviceArgs<const CPU: bool> {
    /// The help names the default, which depends on the verb.
    #[arg(help_heading = HEADING, long = "device", value_name = "tpu|cpu|PLUGIN")]
    #[arg(value_parser = DeviceNameParser, hide_possible_values = true, help = device_help(CPU))]
    name: Option<DeviceName>,
    /// Use the devices of a worker: grpc://HOST:PORT, HOST:PORT or unix:PATH [default: LABORA_WORKER,
    /// COLAB_TPU_ADDR, TPU_NAME or JAX_BACKEND_TARGET].
    #[arg(help_heading = HEADING, long, value_name = "ADDRESS", conflicts_with = "name")]
    pub worker: Option<String>,
    #[command(flatten)]
    protection: WorkerProtection,
    /// Number of cores of the device [default: 8 on tpu, 1 on cpu, all of a plugin; the replicas of a program
    /// file].
    #[arg(help_heading = HEADING, long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub cores: Option<u32>,
    /// Threads that run the cores of tpu and cpu [default: one per processor].
    #[arg(help_heading = HEADING, long, value_name = "N", env = "LABORA_THREADS", hide_env_values = true)]
    #[arg(value_parser = value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Instruction set of the kernels of tpu and cpu, such as avx2 [default: the best of the processor].
    #[arg(help_heading = HEADING, long, value_name = "NAME", env = "LABORA_ISA", hide_env_values = true)]
    pub isa: Option<OsString>,
    /// Bit-identical results in every run, even where a plugin is faster without; tpu and cpu always are.
    #[arg(help_heading = HEADING, long)]
    pub deterministic: bool,
}

/// The settings of a verb that runs on `tpu` by default.
pub type TpuArgs = DeviceArgs<false>;
/// The settings of a verb that runs on `cpu` by default.
pub type CpuArgs = DeviceArgs<true>;

/// How this client and a worker trust each other.
#[derive(Args, Clone, Debug)]
pub struct WorkerProtection {
    /// A file with the token that the worker asks for [default: the variable LABORA_WORKER_TOKEN].
    #[arg(help_heading = HEADING, long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Encrypt the connection; a PEM file with the authority of the worker's certificate.
    #[arg(help_heading = HEADING, long, value_name = "FILE", env = "LABORA_WORKER_CA", hide_env_values = true)]
    tls_ca: Option<PathBuf>,
    /// A PEM file with this client's certificate, if the worker asks for one.
    #[arg(help_heading = HEADING, long, value_name = "FILE", env = "LABORA_WORKER_CERT", hide_env_values = true)]
    #[arg(requires = "tls_key", requires = "tls_ca")]
    tls_cert: Option<PathBuf>,
    /// A PEM file with the key of that certificate.
    #[arg(help_heading = HEADING, long, value_name = "FILE", env = "LABORA_WORKER_KEY", hide_env_values = true)]
    #[arg(requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl WorkerProtection {
    /// Reads the token's file.
    pub fn options(&self) -> Result<WorkerOptions, Failure> {
        let token = match &self.token_file {
            Some(file) => {
                let text = stablehlo::budget::read_text(file).map_err(|e| Failure::new(e).about(file.display()))?;
                Some(text.trim().to_string())
            }
            None => std::env::var("LABORA_WORKER_TOKEN").ok().filter(|token| !token.is_empty()),
        };
        let identity = self.tls_cert.clone().zip(self.tls_key.clone());
        Ok(WorkerOptions { token, authorities: self.tls_ca.clone(), identity })
    }
}

fn default_device(cpu: bool) -> BuiltIn {
    if cpu { BuiltIn::Cpu } else { BuiltIn::Tpu }
}

/// The help of `--device`, with its default.
fn device_help(cpu: bool) -> String {
    format!(
        "Device: tpu (eight software cores, bf16 multiplies), cpu (one core, f32), a plugin's name or path, or a worker's \
         address [default: the worker that the environment names, else {}]",
        default_device(cpu).name()
    )
}

impl<const CPU: bool> DeviceArgs<CPU> {
    /// Opens the device.
    pub fn open(&self) -> Result<Device, Failure> {
        self.open_with_cores(self.cores.map(|n| n as usize))
    }

    /// Opens the device with a number of cores that the caller determines; none for its default.
    pub fn open_with_cores(&self, cores: Option<usize>) -> Result<Device, Failure> {
        let device = match &self.chosen()? {
            DeviceName::BuiltIn(device) => device.open(&BuiltInOptions { cores, ..self.options() })?,
            DeviceName::Plugin(name) => plugin(name, cores)?,
            DeviceName::Worker(address) => open_worker(address, cores, &self.protection.options()?)?,
        };
        Ok(if self.deterministic { device.deterministic() } else { device })
    }

    /// Joins the other processes of a training.
    pub fn join(&self, asked: Option<u32>, coordinator: Option<&str>) -> Result<Hosts, Failure> {
        match self.chosen()? {
            DeviceName::BuiltIn(_) => hosts::join(asked),
            DeviceName::Plugin(_) => hosts::join_by_coordinator(asked, coordinator),
            DeviceName::Worker(_) => hosts::refuse(asked, "the devices of a worker"),
        }
    }

    /// Opens the device in one of the processes of a training. Each process has the cores of `--cores`, else
    /// its part of the default, so that the training is that of one process; or all cores of its plugin.
    pub fn open_among(&self, hosts: &Hosts) -> Result<Device, Failure> {
        let device = match (hosts, self.chosen()?) {
            (Hosts::Mpi(world), DeviceName::BuiltIn(device)) => {
                let part = (device.default_cores() / world.size()).max(1);
                let cores = Some(self.cores.map_or(part, |n| n as usize));
                device.open(&BuiltInOptions { cores, mpi: true, ..self.options() })?
            }
            (Hosts::Plugin(process), DeviceName::Plugin(name)) => {
                devices::found_of_processes(&found_plugin(&name)?, process)?
            }
            _ => return self.open(),
        };
        Ok(if self.deterministic { device.deterministic() } else { device })
    }

    /// The device: that of `--worker` or `--device`, else a worker that the environment names, else the
    /// default.
    ///
    /// # Errors
    /// What the environment names is no address.
    fn chosen(&self) -> Result<DeviceName, Failure> {
        if let Some(address) = &self.worker {
            return Ok(DeviceName::Worker(address.clone()));
        }
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        let built_in = DeviceName::BuiltIn(default_device(CPU));
        Ok(worker_address::locate(None)?.map_or(built_in, DeviceName::Worker))
    }

    /// The device's name, for messages.
    pub fn name(&self) -> DeviceName {
        self.chosen().unwrap_or(DeviceName::BuiltIn(default_device(CPU)))
    }

    /// Returns true if the device is the built-in tensor processor, which multiplies f32 in bf16.
    pub fn is_tpu(&self) -> bool {
        self.name() == DeviceName::BuiltIn(BuiltIn::Tpu)
    }

    /// Returns the client options of a built-in device, to measure the machine's peak with.
    pub fn client_options(&self) -> Attributes {
        self.options().client_options(BuiltIn::Tpu)
    }

    fn options(&self) -> BuiltInOptions {
        let isa = self.isa.as_ref().filter(|isa| !isa.is_empty());
        BuiltInOptions {
            cores: self.cores.map(|n| n as usize),
            threads: self.threads.map(|n| n as usize),
            isa: isa.map(|isa| isa.to_string_lossy().into_owned()),
            mpi: false,
        }
    }
}

/// Opens the devices of a worker, and says what was found there.
fn open_worker(address: &str, cores: Option<usize>, options: &WorkerOptions) -> Result<Device, Failure> {
    let address = worker_address::locate(Some(address))?.unwrap_or_default();
    process::say(format_args!("Querying worker ({address}) for TPU system metadata."));
    let device = devices::worker(&address, cores, options).map_err(|error| {
        Failure::new(error).hint("is `labora worker` running there? It prints its address when it starts")
    })?;
    let (platform, workers) = (device.client().platform_name().to_uppercase(), device.workers());
    process::say(format_args!("Found {platform} system:"));
    process::say(format_args!("*** Num {platform} Cores: {}", device.cores()));
    process::say(format_args!("*** Num {platform} Workers: {workers}"));
    process::say(format_args!("*** Num {platform} Cores Per Worker: {}", device.cores() / workers.max(1)));
    Ok(device)
}

/// Opens a plugin by its name or its path.
fn plugin(name: &str, cores: Option<usize>) -> Result<Device, Failure> {
    Ok(devices::found(&found_plugin(name)?, cores)?)
}

/// Finds a plugin by its name or its path.
fn found_plugin(name: &str) -> Result<Found, Failure> {
    if looks_like_a_path(name) {
        return Ok(Found::at(Path::new(name)));
    }
    if name.starts_with("tpu:") {
        return Err(Failure::usage(format!("{name} is a machine to compile for"))
            .hint(format!("labora compile --device {name}")));
    }
    plugins::named(name).ok_or_else(|| {
        Failure::usage(format!("there is no device {name:?}")).hint(
            "the devices are tpu and cpu, and the plugins that `labora devices` lists; others are given by their path, \
             such as ./libtpu.so",
        )
    })
}

/// Returns true if the name of a plugin is meant as a path.
pub fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\']) || [".so", ".dylib", ".dll"].iter().any(|end| name.ends_with(end))
}

impl FromStr for DeviceName {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        if name.starts_with("grpc://") || name.starts_with("unix:") {
            return Ok(Self::Worker(name.to_string()));
        }
        let built_in = BuiltIn::ALL.into_iter().find(|device| device.name() == name);
        Ok(built_in.map_or_else(|| Self::Plugin(name.to_string()), Self::BuiltIn))
    }
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BuiltIn(device) => device.name(),
            Self::Plugin(name) | Self::Worker(name) => name,
        })
    }
}

/// Parses device names. The built-in ones are offered by completions, and any other text names a plugin.
#[derive(Clone)]
struct DeviceNameParser;

impl TypedValueParser for DeviceNameParser {
    type Value = DeviceName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let name = StringValueParser::new().parse_ref(command, arg, value)?;
        let Ok(name) = name.parse();
        Ok(name)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(BuiltIn::ALL.map(|device| PossibleValue::new(device.name())).into_iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_are_parsed_and_shown() {
        for (text, name) in [
            ("tpu", DeviceName::BuiltIn(BuiltIn::Tpu)),
            ("cpu", DeviceName::BuiltIn(BuiltIn::Cpu)),
            ("cuda13", DeviceName::Plugin("cuda13".into())),
            ("./libtpu.so", DeviceName::Plugin("./libtpu.so".into())),
            ("grpc://host:1", DeviceName::Worker("grpc://host:1".into())),
            ("unix:w.sock", DeviceName::Worker("unix:w.sock".into())),
        ] {
            assert_eq!(text.parse(), Ok(name.clone()));
            assert_eq!(name.to_string(), text);
        }
    }
}
