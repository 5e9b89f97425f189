//! The way between a server and the supervisor of a remote runtime. A connection that breaks is opened again,
//! as the next server would: the supervisor keeps what comes meanwhile.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::lifetimes::Lifetimes;
use super::supervisor::wire::{Order, Raw, Report};
use crate::error::{Error, Result};
use crate::runtimes::{Connection, Remote, Stream};

/// The pause between two questions to a supervisor, which keep the connection alive.
const PERIOD: Duration = Duration::from_secs(10);
/// How long nothing may come from a supervisor.
const SILENCE: Duration = Duration::from_secs(120);
/// How long a runtime may be out of reach.
const RECONNECT_TIME: Duration = Duration::from_secs(600);
/// The longest pause between two tries.
const MAX_PAUSE: Duration = Duration::from_secs(10);

/// Connects a kernel to the supervisor of a runtime; returns the kernel's end, which speaks as the first
/// server does.
///
/// # Errors
/// The system has no sockets left.
pub fn join(remote: Arc<dyn Remote>, name: &str, first: Stream, lifetimes: Lifetimes) -> io::Result<UnixStream> {
    let (here, there) = UnixStream::pair()?;
    let (mut from_server, to_server) = there.into_split();
    let (orders, waiting) = mpsc::channel(1);
    tokio::spawn(async move {
        while let Ok(order) = Raw::read(&mut from_server).await {
            if orders.send(order).await.is_err() {
                return;
            }
        }
    });
    let link = Link { remote, name: name.to_string(), lifetimes, waiting, unsent: None, to_server };
    tokio::spawn(link.carry(first));
    Ok(here)
}

/// What is between a server and a supervisor.
struct Link {
    remote: Arc<dyn Remote>,
    name: String,
    lifetimes: Lifetimes,
    /// Orders of the server.
    waiting: mpsc::Receiver<Raw>,
    /// The order that is written now.
    unsent: Option<Raw>,
    to_server: OwnedWriteHalf,
}

/// Why a connection is over.
enum Over {
    /// The server is gone, or the kernel has ended.
    Done,
    /// It broke.
    Broken(io::Error),
}

impl Link {
    /// Carries frames until the kernel has ended, or the server is gone.
    async fn carry(mut self, first: Stream) {
        let mut stream = first;
        loop {
            let error = match self.carry_one(stream).await {
                Over::Done => return,
                Over::Broken(error) => error,
            };
            tracing::warn!(runtime = self.name, %error, "the connection to a runtime broke");
            match self.reconnect().await {
                Ok(Connection::Open(next)) => stream = next,
                Ok(Connection::Ended(why)) => return self.end(why).await,
                Err(error) => return self.end(error.message().to_string()).await,
            }
        }
    }

    /// Carries frames over one connection.
    async fn carry_one(&mut self, stream: Stream) -> Over {
        let Stream { mut reader, mut writer } = stream;
        let Link { waiting, unsent, to_server, .. } = self;
        let up = async {
            let mut questions = interval(PERIOD);
            questions.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The first word is the server's.
            questions.reset();
            loop {
                if unsent.is_none() {
                    *unsent = tokio::select! {
                        order = waiting.recv() => match order {
                            Some(order) => Some(order),
                            None => return,
                        },
                        _ = questions.tick() => Raw::word(&Order::Ask).ok(),
                    };
                }
                if let Some(order) = unsent.as_ref() {
                    if order.write(&mut writer).await.is_err() {
                        // The other direction notices, too, and is not cut in the middle of a frame.
                        return std::future::pending().await;
                    }
                    *unsent = None;
                }
            }
        };
        let down = async {
            loop {
                let frame = match timeout(SILENCE, Raw::read(&mut reader)).await {
                    Ok(Ok(frame)) => frame,
                    Ok(Err(error)) => return Over::Broken(error),
                    Err(_) => return Over::Broken(io::ErrorKind::TimedOut.into()),
                };
                let is_last = matches!(frame.as_word(), Some(Report::Ended(_)));
                if frame.write(to_server).await.is_err() || is_last {
                    return Over::Done;
                }
            }
        };
        tokio::select! {
            () = up => Over::Done,
            over = down => over,
        }
    }

    /// Connects again, and says the first word of a later server.
    async fn reconnect(&mut self) -> Result<Connection> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(100);
        loop {
            match self.remote.connect(&self.name).await {
                Err(error) if start.elapsed() < RECONNECT_TIME => {
                    tracing::info!(runtime = self.name, "a runtime is out of reach: {}", error.message());
                }
                Ok(Connection::Open(mut stream)) => {
                    let first = Raw::word(&Order::Attach(self.lifetimes))
                        .map_err(|e| Error::io("a word to a supervisor", e))?;
                    if first.write(&mut stream.writer).await.is_ok() {
                        return Ok(Connection::Open(stream));
                    }
                }
                found => return found,
            }
            sleep(pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
    }

    /// Tells the server how the kernel ended.
    async fn end(mut self, why: String) {
        if let Ok(last) = Raw::word(&Report::Ended(why)) {
            // An error means that it is gone.
            let _ = last.write(&mut self.to_server).await;
        }
    }
}
