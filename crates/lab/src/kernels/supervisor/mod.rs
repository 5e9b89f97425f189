//! The supervisor of a kernel: a process between server and kernel, which outlives the server. It starts the
//! kernel, carries its messages, keeps them while no server is there, ends the kernel when its time is over,
//! and removes what is left of its runtime.
//!
//! The server starts its own program again, with a listening unix socket as the standard input. In a
//! container of another host the supervisor is the first program, makes the socket itself, and is reached by
//! a [`relay`]. One server at a time is connected; the next one waits until the connection of the one before
//! it ends.

mod backlog;
mod memory;
mod program;
pub mod rate;
mod relay;
mod sockets;
pub mod wire;

use std::os::fd::AsFd;
use std::os::unix::net::UnixListener as StdListener;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use nix::unistd::setsid;
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::net::unix::OwnedReadHalf;
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use super::activity::Activity;
use super::lifetimes::Lifetimes;
use super::message::{Channel, Message};
use super::usage::Observed;
use crate::clock::Since;
use crate::drive::{DrivePath, Folder};
use crate::error::{Error, Result};
use crate::runtimes::{RELAY, SUPERVISOR};
use backlog::Backlog;
use program::Program;
pub use program::Task;
use rate::{Passage, RateLimit};
use wire::{Attached, Frame, Order, Report};

/// How long the server may take to say what is to start.
const FIRST_WORD: Duration = Duration::from_secs(60);
/// How long a server may take to read the last words.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// How long a kernel may take to end when its time is over.
const END_TIME: Duration = Duration::from_secs(5);
/// The control group of a container, as its programs see it.
const OWN_GROUP: &str = "/sys/fs/cgroup";
/// Messages of the kernel, each of up to 256 MiB, that wait for this program.
const WAITING: usize = 2;

/// Runs a supervisor or a relay if the arguments of this process ask for one.
pub fn helper() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let role = arguments.next()?;
    let socket = arguments.next().map(PathBuf::from);
    let ended = if role == RELAY {
        relay::run(&socket.unwrap_or_default())
    } else if role == SUPERVISOR {
        // Signals of the server's terminal are none of it.
        let _ = setsid();
        let listener = match socket {
            Some(socket) => StdListener::bind(socket),
            None => std::io::stdin().as_fd().try_clone_to_owned().map(StdListener::from),
        };
        listener.and_then(run)
    } else {
        return None;
    };
    Some(ended.map_or_else(
        |error| {
            process::say(format_args!("error: the supervisor of a kernel: {error}"));
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    ))
}

/// Runs a supervisor until its kernel has ended.
///
/// # Errors
/// The system has no means for it.
pub fn run(listener: StdListener) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { supervise(UnixListener::from_std(listener)?).await })
}

/// The connection to a server.
#[derive(Debug)]
struct Server {
    number: u64,
    /// Until it said its first word.
    writer: Option<OwnedWriteHalf>,
    tasks: JoinSet<()>,
}

/// What a server said, with the number of its connection; none when it is gone.
type Said = (u64, Option<Frame<Order>>);

struct Supervisor {
    session: String,
    born: Since,
    lifetimes: Lifetimes,
    program: Program,
    to_kernel: mpsc::UnboundedSender<Message>,
    backlog: Arc<Backlog>,
    activity: Activity,
    rate: RateLimit,
    /// The folder that server and runtime share.
    shared: PathBuf,
    note: Value,
    server: Option<Server>,
    orders: mpsc::UnboundedSender<Said>,
    /// When a kernel that was asked to end is killed.
    deadline: Option<Instant>,
}

async fn supervise(listener: UnixListener) -> std::io::Result<()> {
    let (mut stream, _) = timeout(FIRST_WORD, listener.accept()).await??;
    let Frame::Word(Order::Start(task)) = timeout(FIRST_WORD, wire::read(&mut stream)).await?? else {
        return Err(std::io::Error::other("the server names no kernel"));
    };
    let (said, mut texts) = mpsc::unbounded_channel();
    let shared = task.stem.parent().unwrap_or(Path::new("/")).to_path_buf();
    let kills = memory::kills(&task.remains.cgroups);
    let program = match task.write_files(&shared).and_then(|()| Program::start(&task, &said)) {
        Ok(program) => program,
        Err(message) => {
            task.remains.remove();
            return wire::write(&mut stream, &Frame::Word(Report::Failed(message))).await;
        }
    };
    let (to_kernel, input) = mpsc::unbounded_channel();
    let (output, mut messages) = mpsc::channel(WAITING);
    let mut carrier = tokio::spawn(sockets::carry((*task).clone(), input, output));
    let (orders, mut said_by_server) = mpsc::unbounded_channel();
    let mut this = Supervisor {
        session: task.session.clone(),
        born: task.born,
        lifetimes: task.lifetimes,
        program,
        to_kernel,
        backlog: Arc::default(),
        activity: Activity::starting(),
        rate: RateLimit::new(task.rates),
        shared,
        note: Value::Null,
        server: None,
        orders,
        deadline: None,
    };
    this.accept(stream, 0);
    this.attach();
    let mut connections = 0;
    let (mut is_carried, mut is_heard) = (true, true);
    let end = loop {
        let is_full = this.server.is_some() && this.backlog.is_full();
        let (deadline, backlog) = (this.deadline.or_else(|| this.time_is_over()), this.backlog.clone());
        tokio::select! {
            accepted = listener.accept(), if this.server.is_none() => {
                connections += 1;
                accepted.into_iter().for_each(|(stream, _)| this.accept(stream, connections));
            }
            said = said_by_server.recv() => said.into_iter().for_each(|said| this.hear(said)),
            message = messages.recv(), if is_heard && !is_full => match message {
                Some(message) => this.publish(message),
                None => is_heard = false,
            },
            () = backlog.written(), if is_full => {}
            text = texts.recv() => text.into_iter().for_each(|text| this.report(Report::Said(text))),
            carried = &mut carrier, if is_carried => {
                is_carried = false;
                if let Ok(Err(error)) = carried {
                    this.report(Report::Failed(error.message().to_string()));
                }
            }
            status = this.program.wait() => break status.map_or_else(|e| e.to_string(), |status| {
                let kills = memory::kills(&task.remains.cgroups).saturating_sub(kills);
                memory::end(status, task.is_private, kills)
            }),
            () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => this.end_late(),
        }
    };
    carrier.abort();
    this.program.end_others().await;
    task.remains.remove();
    if this.server.is_some() {
        this.backlog.push(Frame::Word(Report::Ended(end)), false);
        let _ = timeout(LAST_WORDS, this.backlog.all_written()).await;
    }
    Ok(())
}

impl Supervisor {
    /// Listens to a server, which has to say its first word.
    fn accept(&mut self, stream: UnixStream, number: u64) {
        let (reader, writer) = stream.into_split();
        let mut tasks = JoinSet::new();
        tasks.spawn(listen(reader, number, self.orders.clone()));
        self.server = Some(Server { number, writer: Some(writer), tasks });
    }

    /// Answers the first word of a server, and sends what waits for it.
    fn attach(&mut self) {
        let attached = Attached {
            process: self.program.id(),
            born: self.born,
            activity: self.activity.clone(),
            note: self.note.clone(),
        };
        let Some(server) = &mut self.server else { return };
        let Some(mut writer) = server.writer.take() else { return };
        let (backlog, orders, number) = (self.backlog.clone(), self.orders.clone(), server.number);
        let cells = backlog.cells.entries().into_iter().map(|(request, cell)| Report::Cell(request, Box::new(cell)));
        let recent = backlog.recent();
        let words = std::iter::once(Report::Attached(attached)).chain(cells).chain([Report::Recent(recent.len())]);
        let first: Vec<Frame<Report>> = words.map(Frame::Word).chain(recent.into_iter().map(Frame::Message)).collect();
        server.tasks.spawn(async move {
            // An error means that the server is gone.
            let _ = tell(&mut writer, first, &backlog).await;
            // An error means that the kernel has ended.
            let _ = orders.send((number, None));
        });
    }

    fn hear(&mut self, (number, frame): Said) {
        if self.server.as_ref().is_none_or(|server| server.number != number) {
            return;
        }
        let Some(frame) = frame else {
            self.server = None;
            return;
        };
        match frame {
            Frame::Message(message) => {
                self.activity.touch();
                self.backlog.cells.follow(&message.header().session, &message);
                // An error means that it cannot be reached, which was said.
                let _ = self.to_kernel.send(message);
            }
            Frame::Word(Order::Attach(lifetimes)) => {
                self.lifetimes = lifetimes;
                self.attach();
            }
            Frame::Word(Order::Interrupt) => self.program.signal(Signal::INT),
            Frame::Word(Order::Keep) => self.activity.touch(),
            Frame::Word(Order::Note(note)) => self.note = note,
            Frame::Word(Order::Settled(requests)) => self.backlog.cells.settle(&requests),
            Frame::Word(Order::Write { path, bytes }) => {
                if let Err(error) = self.write(&path, &bytes) {
                    self.report(Report::Failed(format!("a file for the runtime: {}", error.message())));
                }
            }
            Frame::Word(Order::Ask) => {
                let own = Observed { cgroups: vec![OWN_GROUP.into()], ..Observed::default() };
                self.report(Report::Uses(own.memory()));
            }
            Frame::Word(Order::End { restart, patience }) => self.end(restart, patience),
            Frame::Word(Order::Start(_)) => {}
        }
    }

    /// Takes a message of the kernel.
    fn publish(&mut self, message: Message) {
        if message.channel == Channel::Iopub {
            self.activity.note(&message, &self.session);
        }
        let message = match self.rate.note(&message, std::time::Instant::now()) {
            Passage::Pass => message,
            Passage::Say(said) => *said,
            Passage::Drop => return,
        };
        self.backlog.push(Frame::Message(message), self.server.is_none());
    }

    /// Tells a server that is there.
    fn report(&self, report: Report) {
        if self.server.is_some() {
            self.backlog.push(Frame::Word(report), false);
        }
    }

    /// Writes a file of the folder that server and runtime share. The runtime may put links there, which lead
    /// nowhere.
    fn write(&self, path: &str, base64: &str) -> Result<()> {
        let bytes = STANDARD.decode(base64).map_err(|e| Error::invalid(e.to_string()))?;
        Folder::open(&self.shared)?.write(&DrivePath::parse(path)?, &bytes)
    }

    /// Asks the kernel to end; it is killed when `patience` is over, or at once if it still starts.
    fn end(&mut self, restart: bool, patience: Duration) {
        if let Ok(message) =
            Message::new(Channel::Control, "shutdown_request", &self.session, &json!({"restart": restart}))
        {
            let _ = self.to_kernel.send(message);
        }
        self.deadline = Some(Instant::now() + self.activity.patience(patience));
    }

    /// When the time of the kernel is over, if no server is there: servers end kernels themselves.
    fn time_is_over(&self) -> Option<Instant> {
        let left = self.lifetimes.left(self.born, &self.activity).least();
        self.server.is_none().then(|| Instant::now() + left)
    }

    /// Ends the kernel whose time is over, or kills it if it was asked before.
    fn end_late(&mut self) {
        match self.deadline {
            None => self.end(false, END_TIME),
            Some(_) => {
                self.program.signal(Signal::KILL);
                // Its end comes next.
                self.deadline = Some(Instant::now() + END_TIME);
            }
        }
    }
}

/// Tells a server the first words, then what comes from the kernel, until it is gone.
async fn tell(writer: &mut OwnedWriteHalf, first: Vec<Frame<Report>>, backlog: &Backlog) -> std::io::Result<()> {
    for frame in &first {
        wire::write(writer, frame).await?;
    }
    backlog.write_to(writer).await;
    Ok(())
}

/// Passes on what a server says until it is gone.
async fn listen(mut reader: OwnedReadHalf, number: u64, orders: mpsc::UnboundedSender<Said>) {
    while let Ok(frame) = wire::read(&mut reader).await {
        if orders.send((number, Some(frame))).is_err() {
            return;
        }
    }
    let _ = orders.send((number, None));
}
