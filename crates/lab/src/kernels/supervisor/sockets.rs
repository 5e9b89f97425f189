//! The sockets of a kernel.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::program::Task;
use crate::error::{Error, Result};
use crate::kernels::message::{Channel, Message};
use crate::kernels::zmtp::{self, Reader, SocketType, Writer};
use crate::random;

/// How long a kernel may take to answer its first request.
const START_TIME: Duration = Duration::from_secs(120);

/// The socket of a channel.
fn path(stem: &Path, channel: Channel) -> PathBuf {
    let number = match channel {
        Channel::Shell => 1,
        Channel::Iopub => 2,
        Channel::Stdin => 3,
        Channel::Control => 4,
    };
    PathBuf::from(format!("{}-{number}", stem.display()))
}

/// Connects to the sockets, and carries messages to the kernel from `input`, and from it to `output`.
///
/// # Errors
/// The kernel does not start, or takes no more messages.
pub async fn carry(
    task: Task,
    mut input: mpsc::UnboundedReceiver<Message>,
    output: mpsc::Sender<Message>,
) -> Result<()> {
    let identity = random::uuid()?;
    let mut tasks = JoinSet::new();
    let mut writers: Vec<(Channel, Writer)> = Vec::new();
    let mut readers: Vec<(Channel, Reader)> = Vec::new();
    for channel in Channel::ALL {
        let kind = if channel == Channel::Iopub { SocketType::Sub } else { SocketType::Dealer };
        let deadline = Instant::now() + START_TIME;
        // The kernel makes its sockets when it is ready for them.
        let (reader, writer) = loop {
            match timeout_at(deadline, zmtp::connect(&path(&task.stem, channel), kind, &identity)).await {
                Ok(Ok(socket)) => break socket,
                Ok(Err(_)) if Instant::now() < deadline => sleep(Duration::from_millis(20)).await,
                Ok(Err(error)) => return Err(Error::internal(format!("the kernel does not start: {error}"))),
                Err(_) => return Err(Error::internal("the kernel does not start: it accepts and says nothing")),
            }
        };
        readers.push((channel, reader));
        writers.push((channel, writer));
    }
    let (alive, mut is_alive) = mpsc::channel(1);
    for (channel, reader) in readers {
        tasks.spawn(receive(channel, reader, task.key.clone(), alive.clone(), output.clone()));
    }
    wake(&task, &mut writers, &mut is_alive).await?;
    drop(alive);
    while let Some(message) = input.recv().await {
        let found = writers.iter_mut().find(|(channel, _)| *channel == message.channel);
        if let Some((_, writer)) = found {
            let sent = writer.write(&message.to_frames(&task.key)).await;
            sent.map_err(|e| Error::internal(format!("a message to the kernel: {e}")))?;
        }
    }
    tasks.shutdown().await;
    Ok(())
}

/// Asks the kernel for its version until something is published: then the subscription has arrived, and no
/// output is lost.
async fn wake(task: &Task, writers: &mut [(Channel, Writer)], is_alive: &mut mpsc::Receiver<()>) -> Result<()> {
    let deadline = Instant::now() + START_TIME;
    let Some((_, shell)) = writers.iter_mut().find(|(channel, _)| *channel == Channel::Shell) else {
        return Ok(());
    };
    while Instant::now() < deadline {
        let request = Message::new(Channel::Shell, "kernel_info_request", &task.session, &json!({}))?;
        let sent = shell.write(&request.to_frames(&task.key)).await;
        sent.map_err(|e| Error::internal(format!("the first message to the kernel: {e}")))?;
        if let Ok(Some(())) = timeout(Duration::from_millis(500), is_alive.recv()).await {
            return Ok(());
        }
    }
    Err(Error::internal(format!("the kernel did not answer in {} s", START_TIME.as_secs())))
}

/// Receives the messages of a channel until it ends. What is none is dropped.
async fn receive(
    channel: Channel,
    mut reader: Reader,
    key: String,
    alive: mpsc::Sender<()>,
    output: mpsc::Sender<Message>,
) {
    while let Ok(frames) = reader.read().await {
        let Ok(message) = Message::from_frames(channel, &frames, &key) else { continue };
        if channel == Channel::Iopub {
            let _ = alive.try_send(());
        }
        if output.send(message).await.is_err() {
            return;
        }
    }
}
