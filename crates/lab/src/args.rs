//! The arguments of the command.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Parser, Subcommand};
use lab::{Allowed, Error, Gpus, Lifetimes, Limits, Network, Rates, Result, Rules};
use security::Tls;
use service::LogArgs;

use crate::cluster::ClusterArgs;
use crate::user::UserArgs;

/// Serves JupyterLab and runs its notebooks on this machine.
///
/// Notebooks are files of the drive, a plain folder. The first start makes the runtime image: a Python
/// environment with JupyterLab's pages, ipykernel, NumPy, Keras and JAX.
#[derive(Debug, Parser)]
#[command(name = "labora-lab", bin_name = "labora lab", version)]
#[command(after_help = "Examples:
  labora lab                                  this folder's notebooks at http://127.0.0.1:8888
  labora lab --drive notebooks --listen 127.0.0.1:9000 --memory 4096
  labora lab --image list.txt                 a runtime image from one's own list of packages
  labora lab --rust                           a kernel for notebooks in Rust, too
  labora lab doctor                           whether notebooks can run in sandboxes here
  labora lab --kubernetes doctor              whether they can run in pods of the cluster
  labora lab --accounts class.json user add ada --role teacher
  labora lab --accounts class.json --drive class --listen 0.0.0.0:443 --tls-cert c.pem --tls-key k.pem

Exit codes: 0 ended by SIGTERM or SIGINT, 1 failure, 2 invalid arguments.")]
pub struct Args {
    /// Another task than to serve.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// Address: HOST:PORT; port 0 lets the system choose.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8888", value_parser = address)]
    pub listen: SocketAddr,
    /// Folder of the notebooks.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub drive: PathBuf,
    /// The runtime image: a list of packages, as pip reads it, or a folder with a Python environment
    /// [default: a list of Labora's own].
    #[arg(long, value_name = "FILE|DIR")]
    pub image: Option<PathBuf>,
    /// A wheel that is installed in the image besides the list, such as Labora's package for Python, with
    /// which JAX and Keras compute on Labora's processor [default: with Labora's own list the wheel
    /// labora-VERSION-*.whl beside this program, if it is there].
    #[arg(long, value_name = "FILE")]
    wheel: Option<PathBuf>,
    /// Adds a kernel for notebooks in Rust, with Labora's library. It is made once, which takes some minutes
    /// and this machine's Rust toolchain. CHECKOUT is a folder with Labora's sources [default: the one in
    /// which this program was built].
    #[arg(long, value_name = "CHECKOUT", num_args = 0..=1, require_equals = true)]
    pub rust: Option<Option<PathBuf>>,
    /// Folder of data sets, in which Keras finds them without a network [default: ~/.keras].
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Path that all addresses begin with, for a proxy that serves this at a path of its own.
    #[arg(long, value_name = "PATH", default_value = "/")]
    base_url: String,
    /// Folder of the server's own files: settings, workspaces, signatures [default: the user's state folder].
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Does not open a browser.
    #[arg(long)]
    pub no_browser: bool,
    /// Prints the address and the tokens as one line of JSON.
    #[arg(long)]
    pub json: bool,

    /// Runs notebooks and terminals with all rights of this user. Without it each has a private machine, and
    /// nothing is run where the system allows none.
    #[arg(help_heading = "Protection", long)]
    pub no_sandbox: bool,
    /// What a private machine reaches: internet, public addresses by a proxy of the server; host, the host's
    /// network, its local services included; none, nothing.
    #[arg(
        help_heading = "Protection",
        long,
        value_name = "NETWORK",
        default_value = "internet",
        hide_possible_values = true
    )]
    pub network: Network,
    /// What it reaches besides public addresses, such as a mirror of packages: HOST, HOST:PORT, an address,
    /// or ADDRESS/BITS. May be repeated.
    #[arg(help_heading = "Protection", long = "network-allow", value_name = "HOST[:PORT]|CIDR")]
    network_allow: Vec<Allowed>,
    /// MiB of memory of a private machine.
    #[arg(help_heading = "Limits", long, value_name = "MIB", default_value_t = 8192,
          value_parser = clap::value_parser!(u32).range(64..))]
    memory: u32,
    /// MiB of files that a private machine writes outside of the drive. They are in memory, and gone when it
    /// ends.
    #[arg(help_heading = "Limits", long, value_name = "MIB", default_value_t = 4096,
          value_parser = clap::value_parser!(u32).range(16..))]
    disk: u32,
    /// Processes and threads of a private machine.
    #[arg(help_heading = "Limits", long, value_name = "NUMBER", default_value_t = 4096,
          value_parser = clap::value_parser!(u32).range(16..))]
    processes: u32,
    /// Processors' worth of time of a private machine [default: all].
    #[arg(help_heading = "Limits", long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    cpus: Option<u32>,
    /// Notebooks that share a GPU of this machine. A private machine sees one GPU; with 2 or more JAX takes
    /// its share of the memory at its start. 0: no notebook has one.
    #[arg(help_heading = "Limits", long, value_name = "NUMBER", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(0..=64))]
    notebooks_per_gpu: u8,
    /// For tests: a folder with the parts of dev, proc and sys that a driver shows.
    #[arg(long, value_name = "DIR", default_value = "/", hide = true)]
    gpu_root: PathBuf,
    /// Minutes after which a kernel that runs nothing ends, or a time with its unit: 45s, 90m, 3h.
    #[arg(help_heading = "Limits", long, value_name = "MINUTES", default_value = "90", value_parser = minutes)]
    idle_timeout: Duration,
    /// Hours after which a kernel ends, or a time with its unit.
    #[arg(help_heading = "Limits", long, value_name = "HOURS", default_value = "12", value_parser = hours)]
    max_age: Duration,
    /// Messages that a kernel publishes in a second, as the mean of three. More are dropped, and the cell
    /// says so. 0: no limit.
    #[arg(help_heading = "Limits", long = "iopub-msg-rate-limit", value_name = "NUMBER", default_value_t = 1000)]
    message_rate: u64,
    /// Bytes that a kernel prints in a second, as the mean of three. More are dropped, and the cell says so.
    /// 0: no limit.
    #[arg(help_heading = "Limits", long = "iopub-data-rate-limit", value_name = "BYTES", default_value_t = 100_000)]
    data_rate: u64,
    /// Name by which browsers reach the server, besides localhost. May be repeated.
    #[arg(help_heading = "Protection", long = "allow-host", value_name = "NAME")]
    pub allowed_hosts: Vec<String>,
    /// The token that lets in [default: a random one].
    #[arg(help_heading = "Protection", long, value_name = "TOKEN", env = "LABORA_LAB_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// A file of accounts, which `labora lab user` writes: people log in with names and passwords, and each
    /// has a folder, kernels and settings of their own. There is no token then.
    #[arg(help_heading = "Protection", long, value_name = "FILE", global = true)]
    pub accounts: Option<PathBuf>,
    /// File to which logins, refusals of runtimes and limits that they hit are appended as lines of JSON,
    /// and where people have accounts starts and ends of runtimes [default: audit.jsonl in the folder of
    /// --state].
    #[arg(help_heading = "Protection", long, value_name = "FILE")]
    audit_log: Option<PathBuf>,
    /// The server's certificate chain, in PEM format: connections are encrypted.
    #[arg(help_heading = "Protection", long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Its private key.
    #[arg(help_heading = "Protection", long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Address of a proxy with TLS, whose X-Forwarded-For and X-Forwarded-Proto are believed. Others of the
    /// network are refused. May be repeated.
    #[arg(help_heading = "Protection", long = "proxy", value_name = "ADDRESS")]
    pub proxies: Vec<IpAddr>,
    /// Allows an address that others reach, though the connections are not encrypted.
    #[arg(help_heading = "Protection", long)]
    insecure: bool,

    #[command(flatten)]
    pub log: LogArgs,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

/// What the command does instead of serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Says what this machine has for sandboxes, or the cluster of --kubernetes for pods, and what is lost
    /// without.
    Doctor,
    /// Changes the file of --accounts. A server that runs sees it at once.
    User(UserArgs),
}

impl Args {
    /// Checks what the parser does not.
    ///
    /// # Errors
    /// The address is reached by others without encryption, or accounts are not kept apart.
    pub fn check(&self) -> Result<()> {
        if self.accounts.is_some() && self.no_sandbox {
            let why = "without a sandbox the programs of one read the files of all";
            return Err(Error::invalid(format!("--accounts and --no-sandbox: {why}: leave one out")));
        }
        if self.accounts.is_some() && self.token.is_some() {
            let why = "people log in with passwords";
            return Err(Error::invalid(format!(
                "--accounts and a token: {why}: leave out --token and LABORA_LAB_TOKEN"
            )));
        }
        if self.network != Network::Internet && !self.network_allow.is_empty() {
            let network = self.network.name();
            let why = "there is no proxy that would allow it: leave one out";
            return Err(Error::invalid(format!("--network-allow and --network {network}: {why}")));
        }
        let is_encrypted = self.tls_cert.is_some() || !self.proxies.is_empty();
        if self.listen.ip().to_canonical().is_loopback() || is_encrypted || self.insecure {
            return Ok(());
        }
        Err(Error::invalid(format!(
            "{} is reached by others, who could read passwords and tokens on their way: encrypt connections with \
             --tls-cert and --tls-key, name a proxy with TLS by --proxy, or say --insecure",
            self.listen
        )))
    }

    /// The files of TLS; none without a certificate.
    pub fn tls(&self) -> Option<Tls> {
        let (certificate, key) = self.tls_cert.clone().zip(self.tls_key.clone())?;
        Some(Tls { certificate, key, client_authority: None })
    }

    /// The audit log, beside the server's own files.
    pub fn audit_log(&self, state: &Path) -> PathBuf {
        let file = self.audit_log.clone().unwrap_or_else(|| state.join("audit.jsonl"));
        // Helpers, which write it, too, have another folder.
        std::path::absolute(&file).unwrap_or(file)
    }

    /// The base address, with a slash at both ends.
    pub fn base_url(&self) -> String {
        match self.base_url.trim_matches('/') {
            "" => "/".into(),
            path => format!("/{path}/"),
        }
    }

    /// The wheel of the image: the one that is named, or with Labora's own list the one beside this program.
    pub fn wheel(&self) -> Option<PathBuf> {
        let own = || if self.image.is_none() { lab::wheel() } else { None };
        self.wheel.clone().or_else(own)
    }

    /// How long kernels may run.
    pub fn lifetimes(&self) -> Lifetimes {
        Lifetimes { idle: self.idle_timeout, total: self.max_age }
    }

    /// What kernels may publish in a second.
    pub fn rates(&self) -> Rates {
        Rates { messages: self.message_rate, bytes: self.data_rate }
    }

    /// What a private machine reaches besides public addresses.
    pub fn rules(&self) -> Rules {
        Rules(self.network_allow.clone())
    }

    /// Limits of a private machine.
    pub fn limits(&self) -> Limits {
        Limits {
            memory: u64::from(self.memory) << 20,
            disk: u64::from(self.disk) << 20,
            processes: u64::from(self.processes),
            cpus: self.cpus,
        }
    }

    /// The GPUs of this machine for notebooks; those of a cluster are its own matter.
    pub fn gpus(&self) -> Arc<Gpus> {
        let places = if self.cluster.kubernetes { 0 } else { self.notebooks_per_gpu };
        Gpus::find(&self.gpu_root, usize::from(places))
    }

    /// The folder in which Keras finds data: the one of `--data`, or `~/.keras` if it is there.
    pub fn keras_home(&self) -> Option<PathBuf> {
        let own = || std::env::home_dir().map(|home| home.join(".keras")).filter(|folder| folder.is_dir());
        self.data.clone().or_else(own)
    }

    /// The folder of images: `$XDG_CACHE_HOME/labora` or `~/.cache/labora`.
    ///
    /// # Errors
    /// There is no home.
    pub fn cache(&self) -> Result<PathBuf> {
        let cache = std::env::var_os("XDG_CACHE_HOME").filter(|value| !value.is_empty()).map(PathBuf::from);
        let found = cache.or_else(|| std::env::home_dir().map(|home| home.join(".cache")));
        found.map(|folder| folder.join("labora")).ok_or_else(|| Error::invalid("no home folder: set XDG_CACHE_HOME"))
    }

    /// The folder of the server's own files: `$XDG_STATE_HOME/labora/lab` or `~/.local/state/labora/lab`.
    ///
    /// # Errors
    /// There is no home.
    pub fn state(&self) -> Result<PathBuf> {
        let given = self.state.clone();
        let state = || std::env::var_os("XDG_STATE_HOME").filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = || std::env::home_dir().map(|home| home.join(".local/state"));
        let found = given.or_else(|| state().or_else(home).map(|folder| folder.join("labora/lab")));
        found.ok_or_else(|| Error::invalid("no home folder: name a folder with --state"))
    }
}

fn minutes(text: &str) -> std::result::Result<Duration, String> {
    time(text, 60)
}

fn hours(text: &str) -> std::result::Result<Duration, String> {
    time(text, 3600)
}

/// A whole number with a unit, or of `unit` seconds.
fn time(text: &str, unit: u64) -> std::result::Result<Duration, String> {
    let digits = text.trim_end_matches(['s', 'm', 'h']);
    let seconds = match &text[digits.len()..] {
        "" => unit,
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => 0,
    };
    let found = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(seconds)).filter(|all| *all > 0);
    found.map(Duration::from_secs).ok_or_else(|| "a number, or one with a unit, such as 45s, 90m or 3h".into())
}

fn address(text: &str) -> std::result::Result<SocketAddr, String> {
    let found = text.to_socket_addrs().map_err(|e| format!("HOST:PORT, such as 127.0.0.1:8888: {e}"))?.next();
    found.ok_or_else(|| "the name has no address".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let times = |arguments: &[&str]| Args::parse_from(["labora-lab"].iter().chain(arguments)).lifetimes();
        assert_eq!(times(&[]).idle, Duration::from_secs(90 * 60));
        assert_eq!(times(&["--max-age", "24"]).total, Duration::from_secs(24 * 3600));
        assert_eq!(times(&["--idle-timeout", "45s", "--max-age", "90m"]).total, Duration::from_secs(90 * 60));
        for bad in ["0", "s", "1ss", "-1", "x", "99999999999999999999h"] {
            assert!(Args::try_parse_from(["labora-lab", "--max-age", bad]).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_address_of_the_network_needs_consent() {
        let parse = |arguments: &[&str]| Args::parse_from(["labora-lab"].iter().chain(arguments));
        assert!(parse(&[]).check().is_ok() && parse(&["--listen", "[::1]:1"]).check().is_ok());
        assert!(parse(&["--listen", "0.0.0.0:1"]).check().unwrap_err().message().contains("--insecure"));
        for good in [&["--insecure"][..], &["--proxy", "10.0.0.1"], &["--tls-cert", "c", "--tls-key", "k"]] {
            assert!(parse(&[&["--listen", "0.0.0.0:1"][..], good].concat()).check().is_ok(), "{good:?}");
        }
        assert!(Args::try_parse_from(["labora-lab", "--tls-cert", "c"]).is_err());
        for network in ["host", "none"] {
            let both = parse(&["--network", network, "--network-allow", "mirror.school:8080"]).check();
            assert!(both.unwrap_err().message().contains("--network-allow"), "{network}");
        }
        assert!(Args::try_parse_from(["labora-lab", "--network-allow", "a b"]).is_err());
        for bad in [&["--no-sandbox"][..], &["--token", "0123456789abcdef"]] {
            assert_eq!(parse(&[&["--accounts", "f"][..], bad].concat()).check().unwrap_err().status(), 400, "{bad:?}");
        }
        assert_eq!(parse(&["--base-url", "a/b"]).base_url(), "/a/b/");
        assert_eq!(parse(&[]).base_url(), "/");
    }
}
