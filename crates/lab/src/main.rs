//! The command `labora-lab`, which `labora lab` calls.
#![forbid(unsafe_code)]

mod args;
// Without the feature the options are read to say so.
#[cfg_attr(not(feature = "kubernetes"), allow(dead_code))]
mod cluster;
mod user;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use lab::accounts::Accounts;
use lab::{
    Access, Audit, Class, ClassOptions, Direct, Drive, Error, Gpus, Hosts, Image, Keeper, Kernels, Lab, Launcher,
    Listener, Logins, Progress, Records, Refused, Result, Runtimes, RustImage, Sandbox, SandboxOptions, Site, Specs,
    Token, Toolchain,
};
use serde_json::json;
use tokio::net::TcpListener;

use args::{Args, Task};
use cluster::Common;

/// What notebooks run in.
struct Images {
    python: Image,
    /// The modules that all runtimes of Python have.
    modules: PathBuf,
    rust: Option<RustImage>,
    gpus: Arc<Gpus>,
}

fn main() -> ExitCode {
    // Before any thread exists.
    if let Some(ended) = lab::helper() {
        return ended;
    }
    let args: Args = process::parse();
    args.log.start();
    let runtime = service::runtime().map_err(|e| Error::internal(e.to_string()));
    match runtime.and_then(|runtime| runtime.block_on(run(args))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            process::say(format_args!("error: {}", error.message()));
            // As `labora`: 2 for invalid arguments, and for what they name.
            ExitCode::from(if error.status().is_client_error() { 2 } else { 1 })
        }
    }
}

async fn run(args: Args) -> Result<()> {
    if let Some(Task::User(task)) = &args.task {
        return user::run(args.accounts.as_deref(), task);
    }
    // What is wrong is said before the image is made, which takes minutes.
    args.check()?;
    let is_doctor = matches!(args.task, Some(Task::Doctor));
    if is_doctor && args.cluster.kubernetes {
        return say(args.cluster.report().await?, "notebooks cannot run in pods there");
    }
    let state = args.state()?;
    let given = args.token.as_deref().map(Token::new).transpose()?;
    let accounts = args.accounts.as_deref().map(Accounts::open).transpose()?;
    std::fs::read_dir(&args.drive).map_err(|e| Error::io(args.drive.display(), e))?;
    let tls = args.tls().map(|tls| tls.acceptor("http/1.1")).transpose();
    let tls = tls.map_err(|e| Error::invalid(e.message()))?;
    let gpus = args.gpus();
    let packages = gpu_packages(&gpus);
    if is_doctor {
        return say(doctor(&args, packages, gpus)?, "notebooks cannot run in sandboxes here");
    }
    let python = Image::open(args.image.as_deref(), packages, args.wheel().as_deref(), &args.cache()?, show_progress)?;
    let open_rust = |checkout: &Option<PathBuf>| RustImage::open(checkout.as_deref(), &args.cache()?, show_progress);
    let rust = args.rust.as_ref().map(open_rust).transpose()?;
    let images = Images { modules: python.modules(&args.cache()?)?, python, rust, gpus };
    end_progress();
    let runtimes = runtimes(&args, &images).await?;
    let failed = |e: std::io::Error| Error::internal(format!("cannot listen at {}: {e}", args.listen));
    let listener = TcpListener::bind(args.listen).await.map_err(failed)?;
    let listener = Listener::new(listener, tls).map_err(failed)?;
    let address = listener.address();
    let mut logins = match accounts {
        Some(accounts) => Logins::with_accounts(accounts, address.port())?,
        None => Logins::new(given.map_or_else(Token::random, Ok)?, address.port())?,
    };
    // Cookies have the port, too.
    logins.keep(state.join(format!("logins/{}.json", address.port())), args.token.as_deref());
    let access = Arc::new(Access {
        hosts: Hosts { address, names: args.allowed_hosts.clone() },
        logins,
        base_url: args.base_url(),
        is_encrypted: args.tls().is_some(),
        proxies: args.proxies.clone(),
        audit: Audit::open(&args.audit_log(&state))?,
    });
    let site = match args.accounts {
        Some(_) => Site::Class(Arc::new(class(&args, access, images, state, runtimes)?)),
        None => Site::One(Arc::new(one(&args, access, images, &state, runtimes)?)),
    };
    announce(&args, site.access(), address)?;
    let (end, hurry) = service::end_signals();
    lab::serve(listener, site, end, hurry).await.map_err(|e| Error::internal(format!("server: {e}")))
}

/// The packages by which JAX of Labora's own list computes on these GPUs.
fn gpu_packages(gpus: &Gpus) -> &'static str {
    match gpus.driver().map(lab::Driver::packages) {
        Some(Ok(packages)) => packages,
        Some(Err(why)) => {
            tracing::warn!("JAX of notebooks does not see the GPU: {why}");
            ""
        }
        None => "",
    }
}

/// What this machine has for notebooks. The image is looked at, not made.
fn doctor(args: &Args, packages: &str, gpus: Arc<Gpus>) -> Result<(String, bool)> {
    let found = Image::find(args.image.as_deref(), packages, args.wheel().as_deref(), &args.cache()?)?;
    let has_plugin = found.as_ref().is_some_and(|image| lab::has_cuda_plugin(&image.python()));
    let maker = match found {
        Some(_) => Ok(None),
        None => Image::maker(args.image.as_deref()).map(Some),
    };
    // Without an image a sandbox shows an empty folder in its place.
    let empty = tempfile::tempdir().map_err(|e| Error::io("a temporary folder", e))?;
    let python = found.unwrap_or_else(|| Image::of(empty.path()));
    let images = Images { python, modules: empty.path().join("modules"), rust: None, gpus };
    let (report, is_well) = lab::report(&sandbox(args, &images), &args.drive, lab::worker().is_some());
    let image = lab::report_image(&maker);
    let gpus = lab::report_gpus(&images.gpus, has_plugin);
    Ok((format!("{report}\n{image}\n{gpus}\n{}", Toolchain::report()), is_well && maker.is_ok()))
}

/// Prints a report; an error if it is not well.
fn say((report, is_well): (String, bool), otherwise: &str) -> Result<()> {
    let printed = writeln!(std::io::stdout(), "{report}");
    printed.map_err(|e| Error::io("the standard output", e))?;
    if is_well { Ok(()) } else { Err(Error::internal(otherwise)) }
}

/// The laboratory of whoever has the token.
fn one(args: &Args, access: Arc<Access>, images: Images, state: &Path, runtimes: Arc<dyn Runtimes>) -> Result<Lab> {
    let drive = Drive::open(&args.drive, state)?;
    let folder = args.drive.canonicalize().map_err(|e| Error::io(args.drive.display(), e))?;
    let launcher = Launcher {
        python: images.python.python(),
        modules: images.modules.clone(),
        runtimes,
        worker: lab::worker(),
        secrets: Some(state.join("config/secrets.json")),
        keeper: Some(Keeper { helper: this_program()?, records: Records::new(state.join("runtimes"), &folder) }),
        rates: args.rates(),
    };
    let mut kernels = Kernels::new(specs(&images), launcher);
    kernels.lifetimes = args.lifetimes();
    Ok(Lab::new(access, drive, images.python, kernels, state))
}

/// The laboratories of people with accounts.
fn class(
    args: &Args,
    access: Arc<Access>,
    images: Images,
    state: PathBuf,
    runtimes: Arc<dyn Runtimes>,
) -> Result<Class> {
    Class::new(ClassOptions {
        access,
        drive: args.drive.clone(),
        state,
        specs: specs(&images),
        image: images.python,
        modules: images.modules.clone(),
        lifetimes: args.lifetimes(),
        rates: args.rates(),
        worker: lab::worker(),
        helper: this_program()?,
        runtimes,
    })
}

fn this_program() -> Result<PathBuf> {
    std::env::current_exe().map_err(|e| Error::io("this program's file", e))
}

/// The kernels of the images, and of the folders in `JUPYTER_PATH`, which come first.
fn specs(images: &Images) -> Specs {
    let mut folders = kernel_folders();
    folders.push(images.python.kernels());
    folders.extend(images.rust.as_ref().map(RustImage::kernels));
    Specs::new(folders)
}

fn kernel_folders() -> Vec<PathBuf> {
    let path = std::env::var_os("JUPYTER_PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join("kernels")).collect()
}

/// Where programs run.
async fn runtimes(args: &Args, images: &Images) -> Result<Arc<dyn Runtimes>> {
    if args.cluster.kubernetes {
        let common = Common {
            drive: args.drive.canonicalize().map_err(|e| Error::io(args.drive.display(), e))?,
            python: images.python.folder().to_path_buf(),
            program: this_program()?,
            environment: environment(),
            network: args.network,
            rules: args.rules(),
            limits: args.limits(),
        };
        return args.cluster.runtimes(common).await;
    }
    if args.no_sandbox {
        let mut environment = environment();
        if let Some(data) = &args.data {
            environment.push(("KERAS_HOME".into(), data.display().to_string()));
        }
        return Ok(Arc::new(Direct { python: images.python.python(), environment }));
    }
    match sandbox(args, images) {
        Ok(sandbox) => {
            sandbox.remove_abandoned();
            Ok(Arc::new(sandbox))
        }
        Err(error) => {
            tracing::warn!("notebooks are shown, not run: {}", error.message());
            Ok(Arc::new(Refused(error.message().to_string())))
        }
    }
}

/// Variables of all runtimes.
fn environment() -> Vec<(String, String)> {
    // The image is pinned, and a notebook cannot keep another pip.
    [("KERAS_BACKEND", "jax"), ("PIP_DISABLE_PIP_VERSION_CHECK", "1")]
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .into()
}

/// The sandboxes of these arguments.
fn sandbox(args: &Args, images: &Images) -> Result<Sandbox> {
    let rust = || images.rust.iter();
    let canonical = |folder: &PathBuf| folder.canonicalize().map_err(|e| Error::io(folder.display(), e));
    let read = kernel_folders().into_iter().chain([images.modules.clone()]).chain(lab::worker());
    Sandbox::new(SandboxOptions {
        drive: canonical(&args.drive)?,
        image: images.python.folder().to_path_buf(),
        read: read.chain(rust().flat_map(RustImage::read)).collect(),
        layered: rust().map(|rust| rust.folder().to_path_buf()).collect(),
        data: args.keras_home().as_ref().map(canonical).transpose()?,
        environment: environment().into_iter().chain(lab::environment_without_gpu(&images.python.python())).collect(),
        network: args.network,
        rules: args.rules(),
        // The doctor writes nothing.
        audit: args.task.is_none().then(|| args.state().map(|state| args.audit_log(&state))).transpose()?,
        limits: args.limits(),
        gpus: images.gpus.clone(),
    })
}

/// Shows how far the image is, in one line of a terminal.
fn show_progress(progress: Progress) {
    const WIDTH: usize = 24;
    let filled = WIDTH * progress.done / progress.total.max(1);
    let bar = format!("{}{}", "=".repeat(filled), " ".repeat(WIDTH - filled));
    let line = format!("image [{bar}] {}/{} {:<60}", progress.done, progress.total, progress.step);
    let end = if std::io::stderr().is_terminal() { '\r' } else { '\n' };
    // Nobody may read it.
    let _ = write!(std::io::stderr(), "{line}{end}");
}

/// Erases the line of the progress, in a terminal: what is printed next would leave the end of it.
fn end_progress() {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "\x1b[K");
    }
}

/// Prints where the server is, and opens a browser there.
fn announce(args: &Args, access: &Access, address: std::net::SocketAddr) -> Result<()> {
    let scheme = if access.is_encrypted { "https" } else { "http" };
    let server = format!("{scheme}://{address}");
    let base = format!("{server}{}", access.base_url);
    let page = |query: &str| format!("{server}{}", access.address("lab", query));
    let (line, text, browser) = match access.logins.token() {
        Some(token) => {
            let entrance = |ticket: String| page(&format!("token={ticket}"));
            let (login, token) = (entrance(access.logins.ticket()?), token.reveal());
            let text =
                format!("{login}\n\nThe address lets one browser in. Others, and scripts, use the token {token}");
            let browser = entrance(access.logins.ticket()?);
            (json!({"url": base, "token": token, "login_url": login}), text, browser)
        }
        None => {
            let teachers = format!("{server}{}", access.address("teacher", ""));
            let text = format!(
                "{}\n\nPeople log in with their names and passwords. Teachers have the page {teachers}",
                page("")
            );
            (json!({"url": base}), text, page(""))
        }
    };
    let mut out = std::io::stdout().lock();
    let written = if args.json { writeln!(out, "{line}") } else { writeln!(out, "{text}") };
    // Nobody reads the output: the server runs nevertheless.
    let _ = written.and_then(|()| out.flush());
    if !args.no_browser && !args.json {
        open_browser(&browser);
    }
    Ok(())
}

fn open_browser(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(program);
    let started = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = started {
        tracing::info!(%error, "no browser was opened");
    }
}
