//! The arguments of the command.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Parser, Subcommand};
use ifrt_proxy::{Code, Error, Result};
use pjrt::{Client, Device, NamedValue, Plugin};
use security::Protection;
use service::LogArgs;
use worker::{Address, Backend, Limits, Tls, Token, Tunnel};

/// Bytes of a session on devices that do not say how much memory they have.
const DEFAULT_MAX_BYTES: u64 = 16 << 30;

/// Serves a device over gRPC, so that unmodified JAX and Keras on this machine or another use it.
///
/// It speaks the protocol of XLA's IFRT proxy, whose client is in every jaxlib since 0.7.2. The lines that it
/// prints set up a client.
#[derive(Debug, Parser)]
#[command(name = "labora-worker", bin_name = "labora worker", version)]
#[command(after_help = "Examples:
  labora worker                                        the built-in tensor processor at 127.0.0.1:8470
  labora worker --listen unix:/run/user/1000/w.sock    for users of this machine with the rights of its owner
  labora worker --listen 0.0.0.0:8470 --token-file token --tls-cert c.pem --tls-key k.pem
  labora worker --device ./libtpu.so

Exit codes: 0 ended by SIGTERM or SIGINT, 1 failure, 2 invalid arguments.")]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Address: HOST, HOST:PORT or unix:PATH. LISTEN_FDS of a service manager has precedence.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8470", value_parser = address::<Address>)]
    pub listen: Address,
    /// Device: tpu (eight software cores, bf16 multiplies), cpu (one core, f32), or a plugin's path.
    #[arg(long, value_name = "tpu|cpu|PATH", default_value = "tpu")]
    pub device: DeviceName,
    /// Number of cores of tpu and cpu [default: 8 on tpu, 1 on cpu].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1024))]
    cores: Option<i64>,
    /// Threads that run the cores of tpu and cpu [default: LABORA_THREADS, else one per processor].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(i64).range(1..=1024))]
    threads: Option<i64>,
    /// Option of the plugin's client, such as `numerics=float32`. May be repeated.
    #[arg(long = "plugin-option", value_name = "NAME=VALUE", value_parser = plugin_option)]
    plugin_options: Vec<(String, NamedValue)>,
    /// Name of the platform for clients: JAX chooses by it how it lowers functions [default: tpu for tpu and
    /// cpu, the plugin's own for others].
    #[arg(long, value_name = "NAME")]
    platform: Option<String>,

    #[command(flatten)]
    protection: Protection,

    /// Bytes that a session may hold, such as 8GiB [default: the memory of the devices, or 16GiB].
    #[arg(help_heading = "Limits", long, value_name = "SIZE", value_parser = size)]
    max_bytes: Option<u64>,
    /// Sessions at a time.
    #[arg(help_heading = "Limits", long, value_name = "N", default_value_t = 128)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    max_sessions: u16,
    /// Seconds that open sessions get to end after SIGTERM.
    #[arg(help_heading = "Limits", long, value_name = "SECONDS", default_value_t = 30)]
    drain: u64,

    /// Address of Prometheus's page /metrics, such as 127.0.0.1:9470 [default: none].
    #[arg(help_heading = "Observation", long, value_name = "HOST:PORT", value_parser = host_and_port)]
    pub metrics: Option<SocketAddr>,
    #[command(flatten)]
    pub log: LogArgs,
}

/// The device that is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceName {
    /// The built-in processor: default number of cores, and numerics.
    BuiltIn { cores: i64, numerics: &'static str },
    /// A shared library.
    Plugin(PathBuf),
}

impl FromStr for DeviceName {
    type Err = String;

    fn from_str(text: &str) -> Result<DeviceName, String> {
        match text {
            "tpu" => Ok(DeviceName::BuiltIn { cores: 8, numerics: "tpu" }),
            "cpu" => Ok(DeviceName::BuiltIn { cores: 1, numerics: "float32" }),
            path if path.contains(['/', '.']) => Ok(DeviceName::Plugin(path.into())),
            _ => Err("tpu, cpu, or the path of a plugin such as ./libtpu.so".into()),
        }
    }
}

impl DeviceName {
    /// Opens the device.
    pub fn open(&self, args: &Args) -> Result<Client> {
        let failed = |e: pjrt::Error| Error::new(Code::FailedPrecondition, e.to_string());
        let mut options: Vec<(&str, NamedValue)> = Vec::new();
        let plugin = match self {
            DeviceName::BuiltIn { cores, numerics } => {
                options.push(("cores", NamedValue::Int64(args.cores.unwrap_or(*cores))));
                options.push(("numerics", NamedValue::String((*numerics).into())));
                // Host buffers are the worker's own once they have arrived.
                options.push(("zero_copy", NamedValue::Bool(true)));
                options.extend(args.threads.map(|threads| ("threads", NamedValue::Int64(threads))));
                plugin::linked()
            }
            DeviceName::Plugin(path) => Plugin::load(path),
        };
        for (name, value) in &args.plugin_options {
            options.retain(|(other, _)| other != name);
            options.push((name, value.clone()));
        }
        Client::new(&plugin.map_err(failed)?, &options).map_err(failed)
    }
}

impl Args {
    /// Checks what the parser does not: the address as it was given.
    pub fn check(&self) -> Result<()> {
        self.check_protection(&self.listen)
    }

    /// Refuses an address that others reach unless something protects it.
    pub fn check_protection(&self, address: &Address) -> Result<()> {
        let protection = &self.protection;
        if address.is_local() || protection.tls().is_some() || protection.has_token() || protection.is_waived() {
            return Ok(());
        }
        Err(Error::invalid(format!(
            "{address} is reached by others, who could run programs and fill memory: use --tls-cert and --tls-key \
             (with --client-ca), --token-file, or --insecure"
        )))
    }

    /// The token of the file.
    pub fn token(&self) -> Result<Option<Token>> {
        self.protection.token().map_err(Error::invalid)
    }

    /// The files of TLS.
    pub fn tls(&self) -> Option<Tls> {
        self.protection.tls()
    }

    /// What clients may use.
    pub fn limits(&self, backend: &Backend) -> Limits {
        let of_device = |device: &Device| device.memory_stats().ok().flatten().and_then(|stats| stats.bytes_limit);
        let memory = || backend.client.addressable_devices().iter().map(|device| Some(of_device(device)? as u64)).sum();
        let max_bytes = self.max_bytes.or_else(memory).unwrap_or(DEFAULT_MAX_BYTES);
        Limits { max_bytes, max_sessions: self.max_sessions.into() }
    }

    /// The name of the platform, unless it is the plugin's.
    pub fn platform_name(&self) -> Option<String> {
        let built_in = matches!(self.device, DeviceName::BuiltIn { .. });
        self.platform.clone().or_else(|| built_in.then(|| "tpu".to_string()))
    }

    /// The time that sessions get to end.
    pub fn drain_time(&self) -> Duration {
        Duration::from_secs(self.drain)
    }
}

/// What the program does instead of serving.
#[derive(Debug, Subcommand)]
pub enum Command {
    Tunnel(TunnelArgs),
}

/// Gives stock JAX, which has no TLS, an encrypted connection to a worker: a socket of this machine whose
/// bytes go on with TLS. The lines that it prints set up a client.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  labora tunnel worker.example:8470 --tls-ca ca.pem --tls-cert client.pem --tls-key client-key.pem")]
pub struct TunnelArgs {
    /// The worker: HOST or HOST:PORT, as its certificate names it.
    #[arg(value_name = "ADDRESS", value_parser = address::<ifrt_proxy::Address>)]
    to: ifrt_proxy::Address,
    /// Where clients of this machine connect: HOST:PORT of a loopback address, or unix:PATH.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8470", value_parser = address::<Address>)]
    pub listen: Address,
    /// A PEM file with the authority of the worker's certificate.
    #[arg(long, value_name = "FILE")]
    tls_ca: PathBuf,
    /// A PEM file with this client's certificate, if the worker asks for one.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// A PEM file with the key of that certificate.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl TunnelArgs {
    /// The tunnel that is asked for.
    ///
    /// # Errors
    /// The worker is a socket of this machine, or others could reach this end of the tunnel.
    pub fn tunnel(&self) -> Result<Tunnel> {
        if !self.listen.is_local() {
            let text = format!("{}: whoever reaches this end of the tunnel uses the worker", self.listen);
            return Err(Error::invalid(format!("{text}: listen at a loopback address, or at unix:PATH")));
        }
        match &self.to {
            ifrt_proxy::Address::Tcp { host, port } => Ok(Tunnel {
                host: host.clone(),
                port: *port,
                authorities: self.tls_ca.clone(),
                identity: self.tls_cert.clone().zip(self.tls_key.clone()),
            }),
            ifrt_proxy::Address::Unix(_) => Err(Error::invalid("a socket of this machine needs no tunnel")),
        }
    }
}

/// The lines that set up a client of a worker.
///
/// A unix socket is named relative to its folder: gRPC makes of an absolute path an authority with escaped
/// slashes, which the HTTP/2 server refuses.
pub fn exports(address: &Address) -> String {
    let target = address.target();
    let names = match address {
        Address::Unix(path) => path.parent().zip(path.file_name()),
        Address::Tcp(_) => None,
    };
    let relative = names.filter(|(folder, _)| !folder.as_os_str().is_empty());
    let (folder, backend_target) = match relative {
        Some((folder, name)) => (format!("cd '{}'\n", folder.display()), format!("unix:{}", name.display())),
        None => (String::new(), target.clone()),
    };
    format!(
        "{folder}export JAX_PLATFORMS=proxy\n\
         export JAX_BACKEND_TARGET=grpc://{backend_target}\n\
         export IFRT_PROXY_USE_INSECURE_GRPC_CREDENTIALS=true\n\
         export COLAB_TPU_ADDR={target}\n"
    )
}

fn plugin_option(text: &str) -> Result<(String, NamedValue), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE")?;
    let value = match value.parse() {
        Ok(number) => NamedValue::Int64(number),
        Err(_) if value == "true" || value == "false" => NamedValue::Bool(value == "true"),
        Err(_) => NamedValue::String(value.to_string()),
    };
    Ok((name.to_string(), value))
}

/// An address of either kind; the message without the code that it would have on the wire.
fn address<A: FromStr<Err = Error>>(text: &str) -> Result<A, String> {
    text.parse().map_err(|e: Error| e.message().to_string())
}

fn host_and_port(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().map_err(|e| format!("HOST:PORT, such as 127.0.0.1:9470: {e}"))?.next();
    found.ok_or_else(|| "the name has no address".into())
}

/// A number of bytes, with a unit of 1024 if it has one.
fn size(text: &str) -> Result<u64, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
    let unit = units.iter().find_map(|(name, shift)| Some((text.strip_suffix(name)?, *shift)));
    let (digits, shift) = unit.unwrap_or((text, 0));
    let number: u64 = digits.trim().parse().map_err(|_| "a number of bytes, such as 8GiB")?;
    number.checked_mul(1 << shift).ok_or_else(|| "more than the address space".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Args {
        Args::try_parse_from(["labora-worker"].iter().chain(arguments)).unwrap()
    }

    #[test]
    fn an_open_address_needs_protection() {
        for good in [
            &[][..],
            &["--listen", "[::1]:1"],
            &["--listen", "unix:/tmp/w.sock"],
            &["--listen", "0.0.0.0:1", "--insecure"],
            &["--listen", "0.0.0.0:1", "--token-file", "t"],
            &["--listen", "0.0.0.0:1", "--tls-cert", "c", "--tls-key", "k"],
        ] {
            assert!(parse(good).check().is_ok(), "{good:?}");
        }
        let error = parse(&["--listen", "0.0.0.0:1"]).check().unwrap_err();
        assert!(error.message().starts_with("0.0.0.0:1 is reached by others"), "{error}");
        assert!(Args::try_parse_from(["labora-worker", "--tls-cert", "c"]).is_err());
    }

    #[test]
    fn sizes_and_options() {
        assert_eq!(size("8GiB"), Ok(8 << 30));
        assert_eq!(size("77"), Ok(77));
        assert!(size("x").is_err() && size("99999999999TiB").is_err());
        assert_eq!(plugin_option("cores=2"), Ok(("cores".into(), NamedValue::Int64(2))));
        assert_eq!(plugin_option("a=b=c"), Ok(("a".into(), NamedValue::String("b=c".into()))));
        assert!(plugin_option("a").is_err());
        assert_eq!(host_and_port("localhost:9470").map(|address| address.port()), Ok(9470));
        assert!(host_and_port("9470").is_err());
    }

    #[test]
    fn the_lines_for_clients() {
        let lines = exports(&"127.0.0.1:8470".parse().unwrap());
        assert!(lines.contains("export JAX_BACKEND_TARGET=grpc://127.0.0.1:8470\n"), "{lines}");
        let lines = exports(&"unix:/tmp/w.sock".parse().unwrap());
        assert!(lines.starts_with("cd '/tmp'\n"), "{lines}");
        assert!(lines.contains("export JAX_BACKEND_TARGET=grpc://unix:w.sock\n"), "{lines}");
        assert!(lines.contains("export COLAB_TPU_ADDR=unix:/tmp/w.sock\n"), "{lines}");
    }
}
