//! The signals that end a server.

use std::future::Future;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Waits for SIGTERM or SIGINT, which are received from the call on. A second one ends the process at once,
/// with exit code 130.
///
/// # Panics
/// Outside of a Tokio runtime.
pub fn end_signal() -> impl Future<Output = ()> {
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async move {
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else {
            tracing::warn!("signals cannot be received: end the server with SIGKILL");
            return std::future::pending().await;
        };
        either(&mut terminate, &mut interrupt).await;
        tokio::spawn(async move {
            either(&mut terminate, &mut interrupt).await;
            std::process::exit(130);
        });
    }
}

async fn either(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
