//! The command `labora-lab`, which `labora lab` calls.
#![forbid(unsafe_code)]

mod args;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use clap::Parser;
use lab::{Access, Drive, Error, Hosts, Image, Kernels, Lab, Launcher, Logins, Progress, Result, Specs, Token};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use args::{Args, LogFormat};

fn main() -> ExitCode {
    let args = Args::parse();
    start_log(&args);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|e| Error::internal(format!("asynchronous runtime: {e}")));
    match runtime.and_then(|runtime| runtime.block_on(run(args))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", error.message());
            // As `labora`: 2 for invalid arguments.
            ExitCode::from(if error.status() == 400 { 2 } else { 1 })
        }
    }
}

fn start_log(args: &Args) {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(args.log_level);
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
    let failed = |e: std::io::Error| Error::internal(format!("cannot listen at {}: {e}", args.listen));
    let listener = TcpListener::bind(args.listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let hosts = Hosts { address, names: args.allowed_hosts.clone() };
    let logins = Logins::new(token, address.port())?;
    let access = Access { hosts, logins, base_url: args.base_url() };
    let kernels = Kernels::new(specs(&image), launcher(&args, &image), args.no_sandbox);
    let lab = Arc::new(Lab::new(access, drive, image, kernels, &state));
    if !args.no_sandbox {
        tracing::warn!("notebooks are shown, not run: --no-sandbox allows programs to run with your rights");
    }
    let (culled, lifetimes) = (lab.clone(), args.lifetimes());
    tokio::spawn(async move { culled.kernels.cull(lifetimes).await });
    announce(&args, &lab, address)?;
    lab::serve(listener, lab, end()).await.map_err(|e| Error::internal(format!("server: {e}")))
}

/// The kernels of the image, and of the folders in `JUPYTER_PATH`, which come first.
fn specs(image: &Image) -> Specs {
    let path = std::env::var_os("JUPYTER_PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    folders.iter_mut().for_each(|folder| folder.push("kernels"));
    folders.push(image.kernels());
    Specs::new(folders)
}

/// What runtimes get: the image's Python, and where Keras looks for data.
fn launcher(args: &Args, image: &Image) -> Launcher {
    let mut environment = vec![("KERAS_BACKEND".to_string(), "jax".to_string())];
    if let Some(data) = &args.data {
        environment.push(("KERAS_HOME".into(), data.display().to_string()));
    }
    Launcher { python: image.python(), environment }
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
