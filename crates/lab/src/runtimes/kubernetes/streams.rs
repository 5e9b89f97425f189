//! Connections to the programs of a pod, by `exec` of the API server.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::SinkExt;
use futures_util::future::BoxFuture;
use k8s_openapi::api::core::v1::Pod;
use kube::Api;
use kube::api::{AttachParams, AttachedProcess, TerminalSize};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};
use tokio::sync::mpsc;

use super::names::{RUNTIME, SOCKET};
use crate::runtimes::remote::{Done, RELAY, Shell, Stream};

/// Bytes that wait in each direction.
const BUFFER: usize = 1 << 20;
/// Bytes that are kept of what a program writes to its standard output and to its standard error.
const MAX_OUTPUT: u64 = 256 << 20;
const MAX_ERRORS: u64 = 64 << 10;

/// What a program writes. The connection ends when this is dropped.
struct Reader {
    output: Box<dyn AsyncRead + Send + Unpin>,
    /// Ready when the connection is over. A client whose connection broke does not end the output.
    over: BoxFuture<'static, ()>,
    is_over: bool,
    _process: AttachedProcess,
}

impl AsyncRead for Reader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // What came before the end is read first.
        if let Poll::Ready(read) = Pin::new(&mut self.output).poll_read(context, buffer) {
            return Poll::Ready(read);
        }
        self.is_over = self.is_over || self.over.as_mut().poll(context).is_ready();
        if self.is_over { Poll::Ready(Ok(())) } else { Poll::Pending }
    }
}

fn parameters() -> AttachParams {
    let parameters = AttachParams::default().container(RUNTIME).stdin(true).stdout(true).stderr(false);
    parameters.max_stdin_buf_size(BUFFER).max_stdout_buf_size(BUFFER)
}

fn stream(mut process: AttachedProcess) -> kube::Result<Stream> {
    let (Some(output), Some(input)) = (process.stdout(), process.stdin()) else {
        return Err(kube::Error::Service("exec has no standard streams".into()));
    };
    let status = process.take_status();
    let over = async move {
        if let Some(status) = status {
            status.await;
        }
    };
    let reader = Reader { output: Box::new(output), over: Box::pin(over), is_over: false, _process: process };
    Ok(Stream { reader: Box::new(reader), writer: Box::new(input) })
}

/// Connects to the supervisor of a pod by a relay of the program.
///
/// # Errors
/// The pod cannot be reached.
pub async fn supervisor(pods: &Api<Pod>, name: &str, program: &Path) -> kube::Result<Stream> {
    let command = [program.display().to_string(), RELAY.into(), SOCKET.into()];
    stream(pods.exec(name, command, &parameters()).await?)
}

/// Runs a program in a pod to its end.
///
/// # Errors
/// The pod cannot be reached, or the program writes too much.
pub async fn run(pods: &Api<Pod>, name: &str, argv: Vec<String>, input: Vec<u8>) -> kube::Result<Done> {
    let mut process = pods.exec(name, argv, &parameters().stderr(true)).await?;
    let (status, output, errors) = (process.take_status(), process.stdout(), process.stderr());
    let mut writer = process.stdin();
    let write = async {
        if let Some(writer) = &mut writer {
            // A program that reads nothing says why, or ends well nevertheless.
            let _ = writer.write_all(&input).await;
            let _ = writer.shutdown().await;
        }
    };
    let ((), output, errors) = tokio::join!(write, read(output, MAX_OUTPUT), read(errors, MAX_ERRORS));
    if output.len() as u64 > MAX_OUTPUT {
        return Err(kube::Error::Service(format!("its output has more than {MAX_OUTPUT} bytes").into()));
    }
    let status = match status {
        Some(status) => status.await.and_then(|status| status.status),
        None => None,
    };
    let is_well = status.as_deref() == Some("Success");
    Ok(Done { is_well, output, errors: String::from_utf8_lossy(&errors).into_owned() })
}

/// Reads a stream to its end, and keeps one byte more than `most` of it at most.
async fn read(stream: Option<impl AsyncRead + Unpin>, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // An error is an end, too.
        let _ = (&mut stream).take(most + 1).read_to_end(&mut bytes).await;
        let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
    }
    bytes
}

/// Starts a shell in a pod.
///
/// # Errors
/// The pod cannot be reached.
pub async fn shell(pods: &Api<Pod>, name: &str, program: &str) -> kube::Result<Shell> {
    let command = ["env", "TERM=xterm-256color", program];
    let mut process = pods.exec(name, command, &parameters().tty(true)).await?;
    let (size, mut sizes) = mpsc::unbounded_channel();
    if let Some(mut sink) = process.terminal_size() {
        tokio::spawn(async move {
            while let Some((height, width)) = sizes.recv().await {
                if sink.send(TerminalSize { width, height }).await.is_err() {
                    return;
                }
            }
        });
    }
    Ok(Shell { stream: stream(process)?, size })
}
