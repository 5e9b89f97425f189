//! The arguments of the command.

use std::ffi::OsString;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::{Parser, value_parser};
use keras::Device;
use labora::devices::{self, BuiltIn, BuiltInOptions, WorkerOptions};
use security::Protection;
use serve::{BatchOptions, Error, Result, ServerOptions, SizeLimits, Trial};
use service::LogArgs;

/// Serves Keras models over HTTP.
///
/// Clients of TensorFlow Serving's REST (/v1/models/NAME:predict) and of the Open Inference Protocol,
/// KServe's v2 (/v2/models/NAME/infer), use it unchanged. Requests that wait are run together.
#[derive(Debug, Parser)]
#[command(name = "labora-serve", bin_name = "labora serve", version)]
#[command(after_help = "Examples:
  labora serve flowers.keras                           http://127.0.0.1:8501/v1/models/flowers:predict
  labora serve --model flowers=models/flowers --watch 10
                                                       the newest of models/flowers/1/model.keras, .../2/...
  labora serve a.keras b.h5 --device tpu --max-batch-size 128 --batch-timeout 2000
  labora serve a.keras --listen 0.0.0.0:8501 --token-file token --tls-cert c.pem --tls-key k.pem

SIGHUP loads files that changed. Exit codes: 0 ended by SIGTERM or SIGINT, 1 failure, 2 invalid arguments.")]
pub struct Args {
    /// Models: .keras or .h5 files, or folders with a folder for each version. Their names are those of the
    /// files without extension.
    #[arg(value_name = "MODEL")]
    paths: Vec<PathBuf>,
    /// A model by a name of its own. May be repeated.
    #[arg(long = "model", value_name = "NAME=PATH")]
    named: Vec<NamedModel>,
    /// Address: HOST:PORT; port 0 lets the system choose.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8501", value_parser = address)]
    pub listen: SocketAddr,
    /// Versions of a model that are served at a time, the newest ones.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..))]
    versions: u16,
    /// Seconds after which files are looked at again, for new versions.
    #[arg(long, value_name = "SECONDS", value_parser = value_parser!(u32).range(1..))]
    watch: Option<u32>,
    /// Prints the address as one line of JSON when models are loaded.
    #[arg(long)]
    pub json: bool,

    /// Device: tpu (bf16 multiplies), cpu (f32), or a plugin's name or path.
    #[arg(help_heading = "Device options", long, value_name = "tpu|cpu|PLUGIN", default_value = "cpu")]
    device: String,
    /// Use the devices of a worker: grpc://HOST:PORT, HOST:PORT or unix:PATH. The variable
    /// LABORA_WORKER_TOKEN has its token.
    #[arg(help_heading = "Device options", long, value_name = "ADDRESS", conflicts_with = "device")]
    worker: Option<String>,
    /// Threads of tpu and cpu [default: LABORA_THREADS, else one per processor].
    #[arg(help_heading = "Device options", long, value_name = "N")]
    #[arg(value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Instruction set of the kernels of tpu and cpu, such as avx2 [default: LABORA_ISA, else the best of the
    /// processor].
    #[arg(help_heading = "Device options", long, value_name = "NAME")]
    isa: Option<OsString>,

    /// Rows of the largest batch. A model is compiled for each power of two up to it.
    #[arg(help_heading = "Batches", long, value_name = "ROWS", default_value_t = 32)]
    #[arg(value_parser = value_parser!(u32).range(1..=65536))]
    max_batch_size: u32,
    /// Microseconds for which the first request of a batch that is not full waits for others.
    #[arg(help_heading = "Batches", long, value_name = "MICROSECONDS", default_value_t = 500)]
    batch_timeout: u32,
    /// Requests of a model that may wait; more are answered with 503.
    #[arg(help_heading = "Batches", long, value_name = "N", default_value_t = 1024)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    max_queue: u32,

    /// Sizes of inputs for which programs are kept, of a model that leaves sizes open. Those used least
    /// recently give way; as many may wait to be compiled, and more are answered with 503.
    #[arg(help_heading = "Limits", long, value_name = "N", default_value_t = 32)]
    #[arg(value_parser = value_parser!(u32).range(1..=65536))]
    max_sizes: u32,
    /// Elements of the largest tensor in the programs of such a model; larger inputs are answered with 400.
    #[arg(help_heading = "Limits", long, value_name = "N", default_value_t = 1 << 26)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    max_elements: u32,
    /// Milliseconds in which a request is answered; those that take longer get 504.
    #[arg(help_heading = "Limits", long, value_name = "MILLISECONDS", default_value_t = 30_000)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    deadline: u32,
    /// MiB of a request's body.
    #[arg(help_heading = "Limits", long, value_name = "MIB", default_value_t = 32)]
    #[arg(value_parser = value_parser!(u32).range(1..=1024))]
    max_body: u32,
    /// MiB that all requests together may hold.
    #[arg(help_heading = "Limits", long, value_name = "MIB", default_value_t = 2048)]
    #[arg(value_parser = value_parser!(u32).range(1..=1_048_576))]
    max_memory: u32,
    /// Connections at a time.
    #[arg(help_heading = "Limits", long, value_name = "N", default_value_t = 4096)]
    #[arg(value_parser = value_parser!(u32).range(1..=1_048_576))]
    max_connections: u32,
    /// Seconds in which the head of a request arrives, and of silence between requests.
    #[arg(help_heading = "Limits", long, value_name = "SECONDS", default_value_t = 30)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    header_time: u32,
    /// Seconds in which a body arrives.
    #[arg(help_heading = "Limits", long, value_name = "SECONDS", default_value_t = 30)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    body_time: u32,
    /// Seconds in which a new version is loaded and run, on trial: a process of its own does that before the
    /// server takes the version.
    #[arg(help_heading = "Limits", long, value_name = "SECONDS", default_value_t = 300)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    load_time: u32,
    /// MiB of memory that it may take for that [default: all that is free].
    #[arg(help_heading = "Limits", long, value_name = "MIB", value_parser = value_parser!(u32).range(1..))]
    load_memory: Option<u32>,
    /// Seconds that requests have when the server ends.
    #[arg(help_heading = "Limits", long, value_name = "SECONDS", default_value_t = 60)]
    drain_time: u32,

    #[command(flatten)]
    protection: Protection,

    #[command(flatten)]
    pub log: LogArgs,

    /// Loads and runs the model of this file, and ends: what the server has another process do with new
    /// versions.
    #[arg(long, hide = true, value_name = "FILE")]
    pub trial: Option<PathBuf>,
    /// Bytes of memory that this may take.
    #[arg(long, hide = true, value_name = "BYTES", requires = "trial")]
    pub trial_memory: Option<u64>,
}

/// `NAME=PATH`.
#[derive(Clone, Debug)]
struct NamedModel(String, PathBuf);

impl FromStr for NamedModel {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (name, path) = text.split_once('=').ok_or("NAME=PATH, such as flowers=models/flowers.keras")?;
        Ok(NamedModel(name.to_string(), path.into()))
    }
}

impl Args {
    /// The models: names and paths.
    ///
    /// # Errors
    /// There is none, or a path has no name.
    pub fn models(&self) -> Result<Vec<(String, PathBuf)>> {
        let mut models = Vec::new();
        for path in &self.paths {
            let name = path.file_stem().and_then(|name| name.to_str());
            let name =
                name.ok_or_else(|| Error::invalid(format!("{}: give a name: --model NAME=PATH", path.display())))?;
            models.push((name.to_string(), path.clone()));
        }
        models.extend(self.named.iter().map(|NamedModel(name, path)| (name.clone(), path.clone())));
        match models.is_empty() {
            true => Err(Error::invalid("there is no model to serve: labora serve MODEL.keras")),
            false => Ok(models),
        }
    }

    /// Opens the device.
    ///
    /// # Errors
    /// There is none by this name.
    pub fn open_device(&self) -> Result<Device> {
        if let Some(address) = &self.worker {
            let token = std::env::var("LABORA_WORKER_TOKEN").ok().filter(|token| !token.is_empty());
            return Ok(devices::worker(address, None, &WorkerOptions { token, ..WorkerOptions::default() })?);
        }
        if let Some(built_in) = self.built_in() {
            return Ok(built_in.open(&self.built_in_options())?);
        }
        if self.device.contains(['/', '\\']) || [".so", ".dylib", ".dll"].iter().any(|end| self.device.ends_with(end)) {
            return Ok(devices::plugin(Path::new(&self.device), None)?);
        }
        let found = labora::plugins::named(&self.device).ok_or_else(|| {
            Error::invalid(format!(
                "there is no device {:?}: they are tpu, cpu, and the plugins that `labora devices` lists",
                self.device
            ))
        })?;
        Ok(devices::found(&found, None)?)
    }

    /// Opens the device on which new versions are tried: one that is built in, since others may serve one
    /// process alone.
    ///
    /// # Errors
    /// The instruction set is unknown.
    pub fn open_device_of_trial(&self) -> Result<Device> {
        let device = self.built_in().filter(|_| self.worker.is_none()).unwrap_or(BuiltIn::Cpu);
        Ok(device.open(&self.built_in_options())?.quiet())
    }

    fn built_in(&self) -> Option<BuiltIn> {
        BuiltIn::ALL.into_iter().find(|device| device.name() == self.device)
    }

    /// The built-in devices run the program of one core on all threads.
    fn built_in_options(&self) -> BuiltInOptions {
        let isa = self.isa.as_ref().filter(|isa| !isa.is_empty()).map(|isa| isa.to_string_lossy().into_owned());
        BuiltInOptions { cores: Some(1), threads: self.threads.map(|n| n as usize), isa, mpi: false }
    }

    /// How new versions are tried: by this program with its arguments.
    pub fn trials(&self) -> Trial {
        // It is this program also if its file was replaced meanwhile.
        let this = PathBuf::from("/proc/self/exe");
        let program = if this.exists() { this } else { std::env::current_exe().unwrap_or(this) };
        let command = move |file: &Path, memory: Option<u64>| {
            let mut trial = OsString::from("--trial=");
            trial.push(file);
            let mut command = Command::new(&program);
            command.arg(trial).args(memory.map(|bytes| format!("--trial-memory={bytes}")));
            command.args(std::env::args_os().skip(1));
            command
        };
        let time = Duration::from_secs(self.load_time.into());
        let memory = self.load_memory.map(|mebibytes| u64::from(mebibytes) << 20);
        Trial { command: Arc::new(command), time, memory }
    }

    /// How requests are gathered.
    pub fn batches(&self) -> BatchOptions {
        BatchOptions {
            max_batch_size: self.max_batch_size as usize,
            batch_timeout: Duration::from_micros(self.batch_timeout.into()),
            max_queue: self.max_queue as usize,
        }
    }

    /// Sizes of models that leave them open.
    pub fn sizes(&self) -> SizeLimits {
        SizeLimits { max_sizes: self.max_sizes as usize, max_elements: self.max_elements as usize }
    }

    /// Versions of a model that are served at a time.
    pub fn versions(&self) -> usize {
        self.versions.into()
    }

    /// How often files are looked at again.
    pub fn watch(&self) -> Option<Duration> {
        self.watch.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// Limits and protection.
    ///
    /// # Errors
    /// The address is reached by others, and nothing protects it; the token cannot be read.
    pub fn server(&self) -> Result<ServerOptions> {
        let (token, tls) = (self.protection.token().map_err(Error::invalid)?, self.protection.tls());
        let is_protected = token.is_some() && tls.is_some() || self.protection.has_client_authority();
        if !(self.listen.ip().to_canonical().is_loopback() || is_protected || self.protection.is_waived()) {
            return Err(Error::invalid(format!(
                "{} is reached by others: protect it with --token-file and --tls-cert, or --client-ca, or say --insecure",
                self.listen
            )));
        }
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Ok(ServerOptions {
            max_connections: self.max_connections as usize,
            max_body_bytes: (self.max_body as usize) << 20,
            max_memory_bytes: (self.max_memory as usize) << 20,
            header_time: seconds(self.header_time),
            body_time: seconds(self.body_time),
            deadline: Duration::from_millis(self.deadline.into()),
            drain_time: seconds(self.drain_time),
            token,
            tls,
            ..ServerOptions::default()
        })
    }
}

fn address(text: &str) -> std::result::Result<SocketAddr, String> {
    let found = text.to_socket_addrs().map_err(|e| format!("HOST:PORT, such as 127.0.0.1:8501: {e}"))?.next();
    found.ok_or_else(|| "the name has no address".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_network_needs_protection_or_consent() {
        let parse = |arguments: &[&str]| Args::parse_from(["labora-serve", "m.keras"].iter().chain(arguments));
        assert!(parse(&[]).server().is_ok() && parse(&["--listen", "[::1]:1"]).server().is_ok());
        assert!(parse(&["--listen", "0.0.0.0:1"]).server().unwrap_err().message().contains("--insecure"));
        assert!(parse(&["--listen", "0.0.0.0:1", "--insecure"]).server().is_ok());
        assert_eq!(parse(&["--model", "n=a/b"]).models().unwrap()[1], ("n".into(), "a/b".into()));
        assert_eq!(parse(&[]).models().unwrap()[0].0, "m");
    }
}
