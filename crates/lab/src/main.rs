//! The command `labora-lab`, which `labora lab` calls.
#![forbid(unsafe_code)]

mod args;

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::SystemTime;

use clap::Parser;
use lab::{Access, Drive, Error, Hosts, Lab, Logins, Result, Token};
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
    let drive = Arc::new(Drive::open(&args.drive, &args.state()?)?);
    let failed = |e: std::io::Error| Error::internal(format!("cannot listen at {}: {e}", args.listen));
    let listener = TcpListener::bind(args.listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let hosts = Hosts { address, names: args.allowed_hosts.clone() };
    let logins = Logins::new(token, address.port())?;
    let access = Arc::new(Access { hosts, logins, base_url: args.base_url() });
    let lab = Arc::new(Lab { access, drive, started: SystemTime::now() });
    announce(&args, &lab, address)?;
    lab::serve(listener, lab, end()).await.map_err(|e| Error::internal(format!("server: {e}")))
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
