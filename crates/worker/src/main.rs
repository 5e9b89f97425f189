//! The command `labora-worker`, which `labora worker` calls.
#![forbid(unsafe_code)]

mod args;
mod service_manager;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use ifrt_proxy::{Code, Result};
use worker::{Address, Backend, Config, Listener};

use args::{Args, Command, TunnelArgs};

#[global_allocator]
static ALLOCATOR: process::Allocator = process::Allocator;

fn main() -> ExitCode {
    process::start();
    let args: Args = process::parse();
    args.log.start();
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            process::say(format_args!("error: {}", error.message()));
            // As `labora`: 2 for invalid arguments, and for files that they name.
            ExitCode::from(if error.code() == Code::InvalidArgument { 2 } else { 1 })
        }
    }
}

fn run(args: Args) -> Result<()> {
    if let Some(Command::Tunnel(tunnel)) = &args.command {
        return run_tunnel(tunnel);
    }
    args.check()?;
    let token = args.token()?;
    let (listener, address) = match service_manager::listener()? {
        Some(listener) => {
            let address = listener.address()?;
            (listener, address)
        }
        None => {
            let listener = Listener::bind(&args.listen)?;
            // A unix socket was moved after it was bound; the port of TCP may be the choice of the system.
            let address = match &args.listen {
                Address::Unix(_) => args.listen.clone(),
                Address::Tcp(_) => listener.address()?,
            };
            (listener, address)
        }
    };
    args.check_protection(&address)?;
    let client = args.device.open(&args)?;
    let backend = Arc::new(Backend::new(client, args.platform_name())?);
    let host = backend.clone();
    plugin::set_callback(Arc::new(move |function, arguments, results| {
        let arguments: Vec<&[u8]> = arguments.iter().map(|argument| argument.bytes).collect();
        let mut results: Vec<&mut [u8]> = results.iter_mut().map(|result| &mut *result.bytes).collect();
        host.call_back(function, &arguments, &mut results)
    }));
    let config = Config {
        listener,
        tls: args.tls(),
        token,
        limits: args.limits(&backend),
        metrics: args.metrics,
        drain_time: args.drain_time(),
    };
    let started = || {
        tracing::info!(%address, platform = backend.platform_name, devices = backend.client.devices().len(), "serving");
        say(&address);
        service_manager::ready();
    };
    runtime()?.block_on(async {
        service_manager::start_watchdog();
        worker::serve(config, backend.clone(), started, end()).await
    })
}

/// Carries connections to a worker until a signal ends it.
fn run_tunnel(args: &TunnelArgs) -> Result<()> {
    let tunnel = args.tunnel()?;
    let listener = Listener::bind(&args.listen)?;
    let address = match &args.listen {
        Address::Unix(_) => args.listen.clone(),
        Address::Tcp(_) => listener.address()?,
    };
    runtime()?.block_on(async {
        tokio::select! {
            ended = tunnel.run(listener, || say(&address)) => ended,
            () = end() => Ok(()),
        }
    })
}

/// Prints how to use the worker.
fn say(address: &Address) {
    let mut out = std::io::stdout().lock();
    // Nobody may read it: the worker runs nevertheless.
    let _ = write!(out, "{}", args::exports(address)).and_then(|()| out.flush());
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    service::runtime().map_err(|e| ifrt_proxy::Error::internal(e.to_string()))
}

/// Waits for a signal that ends the worker, and tells the service manager.
fn end() -> impl Future<Output = ()> {
    let signal = service::end_signal();
    async move {
        signal.await;
        service_manager::stopping();
    }
}
