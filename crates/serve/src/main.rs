//! The command `labora-serve`, which `labora serve` calls.
#![forbid(unsafe_code)]

mod args;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use serve::{Error, ErrorKind, LoadOptions, Repository, Result, Server};
use tokio::signal::unix::{Signal, SignalKind, signal};

use args::Args;

#[global_allocator]
static ALLOCATOR: process::Allocator = process::Allocator;

fn main() -> ExitCode {
    process::start();
    let args: Args = process::parse();
    if let Some(file) = &args.trial {
        return ended(try_version(&args, file));
    }
    args.log.start();
    raise_file_limit();
    let runtime = match service::runtime() {
        Ok(runtime) => runtime,
        Err(error) => return ended(Err(Error::internal(error.to_string()))),
    };
    let result = runtime.block_on(run(args));
    // A model that is being compiled is not waited for.
    runtime.shutdown_background();
    ended(result)
}

/// The exit code, as that of `labora`: 2 for invalid arguments, and for files that they name.
fn ended(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            process::say(format_args!("error: {}", error.message()));
            ExitCode::from(if error.kind() == ErrorKind::Invalid { 2 } else { 1 })
        }
    }
}

/// What the process of a trial does.
fn try_version(args: &Args, file: &Path) -> Result<()> {
    let device = args.open_device_of_trial()?;
    serve::try_model(file, &device, args.batches().max_batch_size, args.trial_memory)
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
    let trial = Some(args.trials());
    let load = LoadOptions { batches, sizes, versions, progress: Arc::new(show_progress), trial };
    let repository = Arc::new(Repository::new(device, load));
    let scheme = if options.tls.is_some() { "https" } else { "http" };
    // An address that is in use is told before minutes of compilation.
    let server = Server::bind(args.listen, repository.clone(), options).await?;
    // Before the address is told: a signal that nobody receives ends the process.
    let mut ending = pin!(service::end_signal());
    let hangup = signal(SignalKind::hangup());
    for (name, path) in models {
        let of_thread = repository.clone();
        let adding = tokio::task::spawn_blocking(move || of_thread.add(&name, path));
        let added = tokio::select! {
            added = adding => added,
            () = ending.as_mut() => {
                repository.stop_loading();
                return Ok(());
            }
        };
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
    // Nobody may read it.
    let _ = write!(std::io::stderr(), "{model} version {version}: compiled [{bar}] {done}/{all} batch sizes{end}");
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
