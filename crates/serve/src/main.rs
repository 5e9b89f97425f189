//! The command `labora-serve`, which `labora serve` calls.
#![forbid(unsafe_code)]

mod args;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use serve::{Error, ErrorKind, LoadOptions, Repository, Result, Server};
use tokio::signal::unix::{Signal, SignalKind, signal};

use args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    args.log.start();
    raise_file_limit();
    let runtime = service::runtime().map_err(|e| Error::internal(e.to_string()));
    match runtime.and_then(|runtime| runtime.block_on(run(args))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", error.message());
            // As `labora`: 2 for invalid arguments, and for files that they name.
            ExitCode::from(if error.kind() == ErrorKind::Invalid { 2 } else { 1 })
        }
    }
}

/// Every connection is an open file, of which systems allow a process 1024 unless it asks for more.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::debug!(%error, "the limit of open files stays");
    }
}

async fn run(args: Args) -> Result<()> {
    let (models, options) = (args.models()?, args.server()?);
    let device = args.open_device()?;
    let (batches, sizes, versions) = (args.batches(), args.sizes(), args.versions());
    let load = LoadOptions { batches, sizes, versions, progress: Arc::new(show_progress) };
    let repository = Arc::new(Repository::new(device, load));
    let scheme = if options.tls.is_some() { "https" } else { "http" };
    // An address that is in use is told before minutes of compilation.
    let server = Server::bind(args.listen, repository.clone(), options).await?;
    // Before the address is told: a signal that nobody receives ends the process.
    let (ending, hangup) = (service::end_signal(), signal(SignalKind::hangup()));
    for (name, path) in models {
        let repository = repository.clone();
        let added = tokio::task::spawn_blocking(move || repository.add(&name, path)).await;
        added.map_err(|_| Error::internal("a model could not be loaded: see the log"))??;
    }
    announce(&args, scheme, &server, &repository)?;
    tokio::spawn(reload(repository, hangup, args.watch()));
    server.run(ending).await;
    Ok(())
}

/// Shows how far the compilation of a model is.
fn show_progress(model: &str, version: u64, done: usize, all: usize) {
    const WIDTH: usize = 24;
    let filled = WIDTH * done / all.max(1);
    let bar = format!("{}{}", "=".repeat(filled), " ".repeat(WIDTH - filled));
    let end = if std::io::stderr().is_terminal() && done < all { '\r' } else { '\n' };
    eprint!("{model} version {version}: compiled [{bar}] {done}/{all} batch sizes{end}");
}

/// Prints where the models are.
fn announce(args: &Args, scheme: &str, server: &Server, repository: &Repository) -> Result<()> {
    let url = format!("{scheme}://{}/", server.address()?);
    let mut out = std::io::stdout().lock();
    let written = if args.json {
        writeln!(out, "{}", serde_json::json!({ "url": url, "models": repository.names() }))
    } else {
        repository
            .names()
            .iter()
            .try_for_each(|name| writeln!(out, "{url}v1/models/{name}:predict  {url}v2/models/{name}/infer"))
    };
    // Nobody reads the output: the server runs nevertheless.
    let _ = written.and_then(|()| out.flush());
    Ok(())
}

/// Loads what is new at SIGHUP, and every so often.
async fn reload(repository: Arc<Repository>, hangup: std::io::Result<Signal>, every: Option<Duration>) {
    let Ok(mut hangup) = hangup else {
        return tracing::warn!("signals cannot be received: files are not loaded again");
    };
    loop {
        let later = async {
            match every {
                Some(every) => tokio::time::sleep(every).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = hangup.recv() => {}
            () = later => {}
        }
        let repository = repository.clone();
        if tokio::task::spawn_blocking(move || repository.reload()).await.is_err() {
            tracing::error!("models could not be loaded again");
        }
    }
}
