//! The command `labora-lab`, which `labora lab` calls.
#![forbid(unsafe_code)]

mod args;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use clap::Parser;
use lab::{
    Access, Direct, Drive, Error, Hosts, Image, Kernels, Lab, Launcher, Logins, Progress, Refused, Result, Runtimes,
    Sandbox, SandboxOptions, Specs, Token,
};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use args::{Args, LogFormat, Network, Task};

fn main() -> ExitCode {
    // Before any thread exists.
    if let Some(ended) = lab::helper() {
        return ended;
    }
    let args = Args::parse();
    start_log(&args);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|e| Error::internal(format!("asynchronous runtime: {e}")));
    match runtime.and_then(|runtime| runtime.block_on(run(args))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", error.message());
            // As `labora`: 2 for invalid arguments, and for what they name.
            ExitCode::from(if error.status().is_client_error() { 2 } else { 1 })
        }
    }
}

fn start_log(args: &Args) {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(args.log_level);
    // Files and services get no colors.
    let log = log.with_ansi(std::io::stderr().is_terminal());
    match args.log {
        LogFormat::Text => log.with_target(false).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}

async fn run(args: Args) -> Result<()> {
    args.check()?;
    let token = args.token.as_deref().map_or_else(Token::random, Token::new)?;
    let state = args.state()?;
    let drive = Drive::open(&args.drive, &state)?;
    let image = Image::open(args.image.as_deref(), &args.cache()?, show_progress)?;
    if matches!(args.task, Some(Task::Doctor)) {
        let (report, is_well) = lab::report(&sandbox(&args, &image));
        println!("{report}");
        return if is_well { Ok(()) } else { Err(Error::internal("notebooks cannot run in sandboxes here")) };
    }
    let failed = |e: std::io::Error| Error::internal(format!("cannot listen at {}: {e}", args.listen));
    let listener = TcpListener::bind(args.listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let hosts = Hosts { address, names: args.allowed_hosts.clone() };
    let logins = Logins::new(token, address.port())?;
    let access = Access { hosts, logins, base_url: args.base_url() };
    let secrets = Some(state.join("config/secrets.json"));
    let launcher =
        Launcher { python: image.python(), runtimes: runtimes(&args, &image)?, worker: lab::worker(), secrets };
    let mut kernels = Kernels::new(specs(&image), launcher);
    kernels.lifetimes = args.lifetimes();
    let lab = Arc::new(Lab::new(access, drive, image, kernels, &state));
    announce(&args, &lab, address)?;
    lab::serve(listener, lab, end()).await.map_err(|e| Error::internal(format!("server: {e}")))
}

/// The kernels of the image, and of the folders in `JUPYTER_PATH`, which come first.
fn specs(image: &Image) -> Specs {
    let mut folders = kernel_folders();
    folders.push(image.kernels());
    Specs::new(folders)
}

fn kernel_folders() -> Vec<PathBuf> {
    let path = std::env::var_os("JUPYTER_PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join("kernels")).collect()
}

/// Where programs run.
fn runtimes(args: &Args, image: &Image) -> Result<Arc<dyn Runtimes>> {
    if args.no_sandbox {
        let mut environment = environment();
        if let Some(data) = &args.data {
            environment.push(("KERAS_HOME".into(), data.display().to_string()));
        }
        return Ok(Arc::new(Direct { python: image.python(), environment }));
    }
    match sandbox(args, image) {
        Ok(sandbox) => Ok(Arc::new(sandbox)),
        Err(error) => {
            tracing::warn!("notebooks are shown, not run: {}", error.message());
            Ok(Arc::new(Refused(error.message().to_string())))
        }
    }
}

/// Variables of all runtimes.
fn environment() -> Vec<(String, String)> {
    vec![("KERAS_BACKEND".into(), "jax".into())]
}

/// The sandboxes of these arguments.
fn sandbox(args: &Args, image: &Image) -> Result<Sandbox> {
    let canonical = |folder: &PathBuf| folder.canonicalize().map_err(|e| Error::io(folder.display(), e));
    Sandbox::new(SandboxOptions {
        drive: canonical(&args.drive)?,
        image: image.folder().to_path_buf(),
        read: kernel_folders().into_iter().chain(lab::worker()).collect(),
        data: args.keras_home().as_ref().map(canonical).transpose()?,
        environment: environment(),
        has_network: args.network == Network::Host,
        limits: args.limits(),
    })
}

/// Shows how far the image is, in one line of a terminal.
fn show_progress(progress: Progress) {
    const WIDTH: usize = 24;
    let filled = WIDTH * progress.done / progress.total.max(1);
    let bar = format!("{}{}", "=".repeat(filled), " ".repeat(WIDTH - filled));
    let line = format!("image [{bar}] {}/{} {:<60}", progress.done, progress.total, progress.step);
    let end = if std::io::stderr().is_terminal() { '\r' } else { '\n' };
    eprint!("{line}{end}");
}

/// Prints where the server is, and opens a browser there.
fn announce(args: &Args, lab: &Lab, address: std::net::SocketAddr) -> Result<()> {
    let server = format!("http://{address}");
    let ticket = lab.access.logins.ticket()?;
    let login = |ticket: &str| format!("{server}{}", lab.access.address("lab", &format!("token={ticket}")));
    let base = format!("{server}{}", lab.access.base_url);
    let token = lab.access.logins.token.reveal();
    let mut out = std::io::stdout().lock();
    let written = if args.json {
        let line = json!({"url": base, "token": token, "login_url": login(&ticket)});
        writeln!(out, "{line}")
    } else {
        writeln!(
            out,
            "{}\n\nThe address lets one browser in. Others, and scripts, use the token {token}",
            login(&ticket)
        )
    };
    // Nobody reads the output: the server runs nevertheless.
    let _ = written.and_then(|()| out.flush());
    if !args.no_browser && !args.json {
        open_browser(&login(&lab.access.logins.ticket()?));
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

/// Waits for SIGTERM or SIGINT; a second one ends the process at once.
async fn end() {
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        tracing::warn!("signals cannot be received: end the server with SIGKILL");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        std::process::exit(130);
    });
}
