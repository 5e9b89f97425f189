//! The signals that end a server.

use std::future::{Future, pending};

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// The exit code of a process that a signal ends.
const INTERRUPTED: i32 = 130;

/// Waits for SIGTERM or SIGINT, which are received from the call on. A second one ends the process at once,
/// with exit code 130.
///
/// # Panics
/// Outside of a Tokio runtime.
pub fn end_signal() -> impl Future<Output = ()> {
    let (end, again) = end_signals();
    async move {
        end.await;
        tokio::spawn(async move {
            again.await;
            std::process::exit(INTERRUPTED);
        });
    }
}

/// Waits for the first and for the second SIGTERM or SIGINT, which are received from the call on: for a
/// server that owns processes, which have to end before it does, in time or at once. A third one ends the
/// process at once, with exit code 130.
///
/// # Panics
/// Outside of a Tokio runtime.
pub fn end_signals() -> (impl Future<Output = ()> + Send, impl Future<Output = ()> + Send) {
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    let (counter, count) = watch::channel(0);
    tokio::spawn(async move {
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else {
            tracing::warn!("signals cannot be received: end the server with SIGKILL");
            return pending().await;
        };
        for number in 1..=2 {
            either(&mut terminate, &mut interrupt).await;
            counter.send_replace(number);
        }
        either(&mut terminate, &mut interrupt).await;
        std::process::exit(INTERRUPTED);
    });
    (reached(count.clone(), 1), reached(count, 2))
}

async fn reached(mut count: watch::Receiver<u32>, least: u32) {
    if count.wait_for(|count| *count >= least).await.is_err() {
        // The runtime ends.
        pending::<()>().await;
    }
}

async fn either(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
