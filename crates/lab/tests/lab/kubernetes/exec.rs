//! `exec`: programs behind the WebSocket of the API server, whose messages begin with the number of a
//! channel.

use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use k8s_openapi::api::core::v1::Container;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::mpsc;

use super::cluster::Shared;
use super::kubelet::variables;

/// Channels of the protocol.
const INPUT: u8 = 0;
const OUTPUT: u8 = 1;
const ERRORS: u8 = 2;
const STATUS: u8 = 3;
const SIZE: u8 = 4;
const CLOSE: u8 = 255;

/// A value of a query.
pub fn decode(value: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).unwrap()
}

/// What a program reads, and what it writes.
struct Program {
    /// None when it was closed.
    input: Option<mpsc::UnboundedSender<Vec<u8>>>,
    /// The channel and the bytes of each piece; the last one is the status.
    output: mpsc::Receiver<(u8, Vec<u8>)>,
    size: Box<dyn Fn(u16, u16) + Send + Sync>,
    end: Box<dyn FnOnce() + Send>,
}

/// Runs a program until it has ended, or the connection.
pub async fn run(shared: Arc<Shared>, argv: Vec<String>, container: Container, has_terminal: bool, socket: WebSocket) {
    let mut program = if has_terminal { on_terminal(&argv, &container) } else { on_pipes(&argv, &container) };
    let (mut sink, mut messages) = socket.split();
    let channel = |number: u8, bytes: &[u8]| Message::Binary([&[number], bytes].concat().into());
    loop {
        tokio::select! {
            () = shared.cut.notified() => break,
            output = program.output.recv() => {
                let Some((number, bytes)) = output else { break };
                if sink.send(channel(number, &bytes)).await.is_err() || number == STATUS {
                    break;
                }
            }
            message = messages.next() => match message {
                Some(Ok(Message::Binary(bytes))) if bytes[0] == INPUT => {
                    program.input.iter().for_each(|input| _ = input.send(bytes[1..].to_vec()));
                }
                Some(Ok(Message::Binary(bytes))) if bytes[0] == CLOSE => program.input = None,
                Some(Ok(Message::Binary(bytes))) if bytes[0] == SIZE => {
                    let size: Value = serde_json::from_slice(&bytes[1..]).unwrap();
                    let number = |name: &str| u16::try_from(size[name].as_u64().unwrap()).unwrap();
                    (program.size)(number("Height"), number("Width"));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
        }
    }
    (program.end)();
}

fn on_pipes(argv: &[String], container: &Container) -> Program {
    let mut command = Command::new(&argv[0]);
    command.args(&argv[1..]).env_clear().envs(variables(container)).kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (input, mut texts) = mpsc::unbounded_channel::<Vec<u8>>();
    let (written, output) = mpsc::channel(4);
    let mut writer = child.stdin.take().unwrap();
    let (outputs, errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    tokio::spawn(async move {
        while let Some(bytes) = texts.recv().await {
            if writer.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    let reading = tokio::spawn(async move {
        tokio::join!(pass_on(outputs, OUTPUT, &written), pass_on(errors, ERRORS, &written));
        let is_well = child.wait().await.unwrap().success();
        let _ = written.send((STATUS, status(is_well))).await;
    });
    Program { input: Some(input), output, size: Box::new(|_, _| ()), end: Box::new(move || reading.abort()) }
}

/// Passes on what a program writes until it is closed.
async fn pass_on(mut reader: impl AsyncRead + Unpin, channel: u8, written: &mpsc::Sender<(u8, Vec<u8>)>) {
    let mut bytes = vec![0; 4096];
    while let Ok(count @ 1..) = reader.read(&mut bytes).await {
        if written.send((channel, bytes[..count].to_vec())).await.is_err() {
            return;
        }
    }
}

/// How a program ended.
fn status(is_well: bool) -> Vec<u8> {
    let status = if is_well { "Success" } else { "Failure" };
    json!({"metadata": {}, "status": status}).to_string().into_bytes()
}

fn on_terminal(argv: &[String], container: &Container) -> Program {
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(&argv[0]);
    command.args(&argv[1..]);
    // The home of its variables is not on this host.
    command.cwd("/");
    command.env_clear();
    variables(container).iter().for_each(|(name, value)| command.env(name, value));
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let (mut reader, mut writer) = (pair.master.try_clone_reader().unwrap(), pair.master.take_writer().unwrap());
    let (input, mut texts) = mpsc::unbounded_channel::<Vec<u8>>();
    let (written, output) = mpsc::channel(4);
    std::thread::spawn(move || {
        while let Some(bytes) = texts.blocking_recv() {
            if writer.write_all(&bytes).is_err() {
                return;
            }
        }
    });
    std::thread::spawn(move || {
        let mut bytes = vec![0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            if written.blocking_send((OUTPUT, bytes[..count].to_vec())).is_err() {
                return;
            }
        }
        let _ = written.blocking_send((STATUS, status(true)));
    });
    let master = std::sync::Mutex::new(pair.master);
    let size = move |rows, cols| {
        master.lock().unwrap().resize(PtySize { rows, cols, ..PtySize::default() }).unwrap();
    };
    Program { input: Some(input), output, size: Box::new(size), end: Box::new(move || _ = child.kill()) }
}
