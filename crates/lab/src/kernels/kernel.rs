//! A kernel: its process, the supervisor of that, and its clients.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::net::unix::OwnedReadHalf;
use tokio::process::Child;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::accelerator::Accelerator;
use super::activity::Activity;
use super::clients::{Clients, Receiver};
use super::collect::{Collected, Collector, Taken};
use super::launcher::{Identity, Launched, Launcher};
use super::lifetimes::TimeLeft;
use super::message::{Channel, Message};
use super::process::Process;
use super::supervisor::wire::{self, Frame, Order, Report};
use super::usage::Observed;
use crate::clock::rfc3339;
use crate::drive::{DrivePath, Folder};
use crate::error::{Error, Result};
use crate::runtimes::{Guard, Remains};

/// How long a kernel may take to end when it is asked to.
const END_TIME: Duration = Duration::from_secs(5);
/// How long its supervisor may take to remove its runtime.
const REMOVE_TIME: Duration = Duration::from_secs(15);

/// The type of the message that tells clients of this server of a restart that was asked for. Pages do not
/// know it: a status `restarting` would be a kernel that died to them.
pub const RESTART: &str = "labora_restart";

/// What waits for the supervisor.
type Orders = mpsc::UnboundedReceiver<Outgoing>;

/// A frame on its way to the supervisor.
#[derive(Debug)]
struct Outgoing {
    frame: Frame<Order>,
    /// Told when it is written: the supervisor reads it even if the server is killed then.
    written: Option<oneshot::Sender<()>>,
}

impl Outgoing {
    fn new(frame: Frame<Order>) -> Outgoing {
        Outgoing { frame, written: None }
    }
}

/// A kernel.
#[derive(Debug)]
pub struct Kernel {
    /// What it is, whichever process it has.
    pub identity: Identity,
    /// Its clients.
    pub clients: Clients,
    collector: Collector,
    launcher: Launcher,
    state: Mutex<State>,
    /// Held while a process starts or ends.
    lifecycle: tokio::sync::Mutex<Lifecycle>,
}

#[derive(Debug)]
struct State {
    accelerator: Accelerator,
    activity: Activity,
    /// Where orders wait for the supervisor; none if no process runs.
    outgoing: Option<mpsc::UnboundedSender<Outgoing>>,
    /// The number of the process, counted from 1.
    generation: u64,
    /// Why it ended by itself; none while it runs.
    end: Option<String>,
    observed: Observed,
    /// What the next server has to know of its sessions, if this one is killed.
    sessions: Value,
}

#[derive(Debug, Default)]
struct Lifecycle {
    running: Option<Running>,
    tasks: JoinSet<()>,
    is_deleted: bool,
}

/// What there is while a process runs.
#[derive(Debug)]
struct Running {
    /// Ready when the process has ended.
    ended: oneshot::Receiver<()>,
    /// The supervisor, if this server started it.
    supervisor: Option<Child>,
    guard: Guard,
    /// What is left if the supervisor failed.
    remains: Remains,
}

impl Running {
    /// Lets go of a process that has ended.
    async fn let_go(self) {
        let Running { supervisor, mut guard, remains, .. } = self;
        // It is killed, if it failed to end.
        drop(supervisor);
        if let Some(lease) = guard.lease.take() {
            lease.end().await;
        }
        // A failure leaves them to the next server.
        let _ = tokio::task::spawn_blocking(move || remains.remove()).await;
        drop(guard);
    }
}

impl Kernel {
    /// Starts a kernel.
    ///
    /// # Errors
    /// The program cannot be started.
    pub async fn start(identity: Identity, launcher: Launcher, accelerator: Accelerator) -> Result<Arc<Kernel>> {
        let kernel = Kernel::new(identity, launcher, accelerator);
        let mut lifecycle = kernel.lifecycle.lock().await;
        kernel.launch(&mut lifecycle, kernel.queue()).await?;
        drop(lifecycle);
        Ok(kernel)
    }

    /// Goes on with a kernel that an earlier server started. Returns it with the sessions that it had.
    pub async fn resume(
        identity: Identity,
        launcher: Launcher,
        accelerator: Accelerator,
        launched: Launched,
    ) -> (Arc<Kernel>, Value) {
        let kernel = Kernel::new(identity, launcher, accelerator);
        let Note { clients, sessions, owned } =
            serde_json::from_value(launched.process.attached.note.clone()).unwrap_or_default();
        kernel.clients.expect(&clients);
        kernel.clients.restore_owned(&owned);
        kernel.lock().sessions = sessions.clone();
        kernel.adopt(&mut *kernel.lifecycle.lock().await, launched, kernel.queue());
        (kernel, sessions)
    }

    fn new(identity: Identity, launcher: Launcher, accelerator: Accelerator) -> Arc<Kernel> {
        let state = State {
            accelerator,
            activity: Activity::starting(),
            outgoing: None,
            generation: 0,
            end: None,
            observed: Observed::default(),
            sessions: Value::Null,
        };
        Arc::new(Kernel {
            identity,
            clients: Clients::default(),
            collector: Collector::default(),
            launcher,
            state: Mutex::new(state),
            lifecycle: tokio::sync::Mutex::default(),
        })
    }

    /// Its number.
    pub fn id(&self) -> &str {
        &self.identity.id
    }

    /// What clients read about it.
    pub fn model(&self) -> Value {
        let state = self.lock();
        json!({
            "id": self.id(),
            "name": self.identity.spec.name,
            "last_activity": rfc3339(state.activity.last),
            "execution_state": state.activity.execution,
            "connections": self.clients.count(),
            // Of a dead one, as Jupyter Server has it.
            "reason": state.end.as_deref().unwrap_or_default(),
        })
    }

    /// What it computes with.
    pub fn accelerator(&self) -> Accelerator {
        self.lock().accelerator
    }

    /// Changes what it computes with: starts a new runtime, if it is another accelerator.
    ///
    /// # Errors
    /// There is no such accelerator, or the runtime cannot be started.
    pub async fn set_accelerator(self: &Arc<Kernel>, accelerator: Accelerator) -> Result<()> {
        if self.accelerator() == accelerator {
            return Ok(());
        }
        self.launcher.check(accelerator)?;
        self.lock().accelerator = accelerator;
        self.restart().await
    }

    /// Where its runtime can be observed.
    pub fn observed(&self) -> Observed {
        self.lock().observed.clone()
    }

    /// Cells that run though their page is gone.
    pub fn orphans(&self) -> Vec<String> {
        self.collector.orphans()
    }

    /// Takes the outputs of cells whose pages are gone, if they can be written; with `is_last` without
    /// waiting for pages that connect again.
    pub fn collect(&self, can_write: bool, is_last: bool) -> Vec<Collected> {
        let take_over = |session: &str, request: &str| {
            let is_owned = can_write && self.clients.take_over(session, request);
            if is_owned {
                self.note(None);
            }
            is_owned
        };
        let Taken { outputs, settled } = self.collector.take(|session| self.clients.has(session), take_over, is_last);
        if !settled.is_empty() {
            self.clients.release(&settled);
            self.order(Order::Settled(settled));
        }
        outputs
    }

    /// True if outputs of cells may wait for [`Kernel::collect`].
    pub fn has_outputs(&self) -> bool {
        self.collector.has_work()
    }

    /// These could not be written, and are collected again later.
    pub fn collect_again(&self, cells: &[String]) {
        self.collector.retry(cells);
    }

    /// Outputs of cells that the server writes, as they are now.
    pub fn collected(&self) -> Vec<Collected> {
        self.collector.owned()
    }

    /// Counts as activity: what is idle has its whole time again.
    pub fn keep(&self) {
        self.lock().activity.touch();
        self.order(Order::Keep);
    }

    /// When something last happened.
    pub fn last_activity(&self) -> SystemTime {
        self.lock().activity.last
    }

    /// What is left of its time.
    pub fn time_left(&self) -> TimeLeft {
        self.identity.lifetimes.left(self.identity.born, &self.lock().activity)
    }

    /// Connects a client, which may say which message reached it last.
    pub fn connect(&self, session: &str, last: Option<&str>) -> (u64, Receiver) {
        let added = self.clients.add(session, last);
        self.note(None);
        if let Some(message) = self.end_message() {
            self.clients.tell(Some(session), message);
        }
        added
    }

    /// A client is gone. Messages are kept for it.
    pub fn disconnect(&self, session: &str, number: u64, connection: Receiver) {
        self.clients.leave(session, number, connection);
        self.note(None);
    }

    /// What the next server has to know of its sessions, if this one is killed. Returns when the supervisor
    /// has it, or no process runs.
    pub async fn note_sessions(&self, sessions: Value) {
        self.lock().sessions = sessions;
        let (written, is_written) = oneshot::channel();
        self.note(Some(written));
        // An error means that the process has ended.
        let _ = is_written.await;
    }

    /// Tells the supervisor what the next server has to know, and `written` when it was told.
    fn note(&self, written: Option<oneshot::Sender<()>>) {
        // Of two notes the later one comes last.
        let state = self.lock();
        let (clients, owned) = (self.clients.sessions(), self.clients.owned());
        let note = Note { clients, sessions: state.sessions.clone(), owned };
        let order = Order::Note(serde_json::to_value(note).unwrap_or_default());
        if let Some(outgoing) = &state.outgoing {
            // An error means that the process has ended.
            let _ = outgoing.send(Outgoing { frame: Frame::Word(order), written });
        }
    }

    /// Tells the supervisor something; false if no process runs.
    fn order(&self, order: Order) -> bool {
        self.lock().outgoing.as_ref().is_some_and(|outgoing| outgoing.send(Outgoing::new(Frame::Word(order))).is_ok())
    }

    /// Sends a message of a client; false if no process takes it.
    pub fn send(&self, session: &str, message: Message) -> bool {
        self.clients.remember(message.header().msg_id, session);
        self.collector.follow(session, &message);
        let mut state = self.lock();
        state.activity.touch();
        state.outgoing.as_ref().is_some_and(|outgoing| outgoing.send(Outgoing::new(Frame::Message(message))).is_ok())
    }

    /// Writes a file for the runtime into the folder that it shares with the server. The runtime may put
    /// links there, which lead nowhere.
    ///
    /// # Errors
    /// The folder cannot be written, or no process runs.
    pub async fn write(&self, path: DrivePath, bytes: Bytes) -> Result<()> {
        let observed = self.observed();
        if observed.is_remote {
            let order = Order::Write { path: path.as_str().into(), bytes: STANDARD.encode(&bytes) };
            return if self.order(order) { Ok(()) } else { Err(not_running()) };
        }
        let written = tokio::task::spawn_blocking(move || Folder::open(&observed.shared)?.write(&path, &bytes));
        written.await.map_err(|e| Error::internal(format!("a file for a runtime: {e}")))?
    }

    /// Interrupts what runs.
    ///
    /// # Errors
    /// No process runs.
    pub fn interrupt(&self) -> Result<()> {
        let session = &self.identity.session;
        let is_sent = match self.identity.spec.is_interrupted_by_message() {
            true => self.send(session, Message::new(Channel::Control, "interrupt_request", session, &json!({}))?),
            false => self.order(Order::Interrupt),
        };
        if is_sent { Ok(()) } else { Err(not_running()) }
    }

    /// Ends the process and starts another.
    ///
    /// # Errors
    /// It cannot be started.
    pub async fn restart(self: &Arc<Kernel>) -> Result<()> {
        let mut lifecycle = self.lifecycle.lock().await;
        if lifecycle.is_deleted {
            return Err(Error::not_found(format!("Kernel does not exist: {}", self.id())));
        }
        {
            let mut state = self.lock();
            state.activity.execution = "restarting".into();
            state.end = None;
        }
        if let Ok(message) = Message::new(Channel::Iopub, RESTART, &self.identity.session, &json!({})) {
            self.clients.deliver(message);
        }
        self.end_process(&mut lifecycle, true).await;
        self.launch(&mut lifecycle, self.queue()).await
    }

    /// Ends the process and all connections for good.
    pub async fn shut_down(&self) {
        let mut lifecycle = self.lifecycle.lock().await;
        lifecycle.is_deleted = true;
        self.end_process(&mut lifecycle, false).await;
        self.clients.close();
    }

    async fn end_process(&self, lifecycle: &mut Lifecycle, restart: bool) {
        if let Some(mut running) = lifecycle.running.take() {
            self.order(Order::End { restart, patience: END_TIME });
            if timeout(END_TIME + REMOVE_TIME, &mut running.ended).await.is_err() {
                tracing::warn!(kernel = self.id(), "a supervisor does not end: it is killed if it is this server's");
            }
            running.let_go().await;
        }
        lifecycle.tasks.shutdown().await;
        self.collector.finish();
        let mut state = self.lock();
        state.outgoing = None;
        state.generation += 1;
    }

    /// From now on orders wait for the next process.
    fn queue(&self) -> Orders {
        let (outgoing, orders) = mpsc::unbounded_channel();
        self.lock().outgoing = Some(outgoing);
        orders
    }

    /// Starts a process, which gets what waits for it.
    async fn launch(self: &Arc<Kernel>, lifecycle: &mut Lifecycle, orders: Orders) -> Result<()> {
        match self.launcher.start(&self.identity, self.accelerator()).await {
            Ok(launched) => {
                self.adopt(lifecycle, launched, orders);
                Ok(())
            }
            Err(error) => {
                self.lock().outgoing = None;
                self.announce_end(error.message());
                Err(error)
            }
        }
    }

    /// Ends the process without waiting for it.
    pub fn kill(&self) {
        self.order(Order::End { restart: false, patience: Duration::ZERO });
    }

    /// Starts the tasks that carry the messages of a process.
    fn adopt(self: &Arc<Kernel>, lifecycle: &mut Lifecycle, launched: Launched, mut orders: Orders) {
        let Launched { process, observed, guard, remains } = launched;
        let Process { reader, mut writer, attached, child } = process;
        let generation = {
            let mut state = self.lock();
            state.activity = attached.activity;
            state.generation += 1;
            state.end = None;
            state.observed = observed;
            state.generation
        };
        let (is_over, ended) = oneshot::channel();
        lifecycle.running = Some(Running { ended, supervisor: child, guard, remains });
        lifecycle.tasks.spawn(async move {
            while let Some(Outgoing { frame, written }) = orders.recv().await {
                if wire::write(&mut writer, &frame).await.is_err() {
                    return;
                }
                // Whoever asked may be gone.
                written.into_iter().for_each(|written| _ = written.send(()));
            }
        });
        // It outlives the tasks, since it may start others.
        tokio::spawn(follow(Arc::downgrade(self), reader, is_over, generation));
        self.note(None);
    }

    /// Takes a message of the process.
    fn receive(&self, message: Message) {
        if message.channel == Channel::Iopub {
            self.lock().activity.note(&message, &self.identity.session);
            self.collector.note(&message);
        } else if message.parent().session == self.identity.session {
            // A reply to the server itself.
            return;
        }
        self.clients.deliver(message);
    }

    /// Tells the clients that the kernel has ended, and why.
    fn announce_end(&self, why: &str) {
        {
            let mut state = self.lock();
            state.activity.execution = "dead".into();
            state.end = Some(why.to_string());
        }
        self.end_message().into_iter().for_each(|message| self.clients.tell(None, message));
    }

    /// What tells clients that it has ended; none while it runs.
    fn end_message(&self) -> Option<Message> {
        let why = self.lock().end.clone()?;
        let content = json!({"execution_state": "dead", "reason": why});
        Message::new(Channel::Iopub, "status", &self.identity.session, &content).ok()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of a request to a kernel that ended again and again, or did not start.
pub fn not_running() -> Error {
    Error::conflict("the kernel is not running: restart it")
}

/// What a server notes for the next one.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Note {
    /// Sessions of clients that will connect again.
    clients: Vec<String>,
    /// Sessions of notebooks.
    sessions: Value,
    /// Requests whose outputs the server writes, each with its session.
    owned: Vec<(String, String)>,
}

/// Takes what comes from a process until it ends. One that ended by itself is dead until somebody restarts
/// it: another one would have nothing of what its user has computed.
async fn follow(kernel: Weak<Kernel>, mut reader: OwnedReadHalf, is_over: oneshot::Sender<()>, generation: u64) {
    // How many messages come that were on their way before, and whether it was to this server.
    let (mut recent, mut is_again) = (0, false);
    let end = loop {
        let frame = wire::read(&mut reader).await;
        let Some(kernel) = kernel.upgrade() else { return };
        match frame {
            Ok(Frame::Message(message)) if recent > 0 => {
                recent -= 1;
                match is_again {
                    true if kernel.clients.has_delivered(&message) => {}
                    true => kernel.clients.deliver(message),
                    false => kernel.clients.remember_recent(message),
                }
            }
            Ok(Frame::Message(message)) => kernel.receive(message),
            // Escaped: it may be anything.
            Ok(Frame::Word(Report::Said(text))) => tracing::info!(kernel = kernel.id(), ?text, "a kernel says"),
            Ok(Frame::Word(Report::Failed(why))) => tracing::warn!(kernel = kernel.id(), "{why}"),
            Ok(Frame::Word(Report::Cell(request, cell))) => {
                let is_owned = kernel.clients.is_owned(&request);
                kernel.collector.resume(request, *cell, is_owned);
            }
            Ok(Frame::Word(Report::Recent(count))) => recent = count,
            // Of a connection that broke and was created again.
            Ok(Frame::Word(Report::Attached(_))) => is_again = true,
            Ok(Frame::Word(Report::Uses(memory))) => kernel.lock().observed.said = memory,
            Ok(Frame::Word(Report::Ended(end))) => break end,
            Err(error) => break format!("its supervisor is gone: {error}"),
        }
    };
    // Whoever ends it waits for this.
    let _ = is_over.send(());
    let Some(kernel) = kernel.upgrade() else { return };
    let mut lifecycle = kernel.lifecycle.lock().await;
    {
        let mut state = kernel.lock();
        if state.generation != generation || lifecycle.is_deleted {
            return;
        }
        state.outgoing = None;
    }
    tracing::warn!(kernel = kernel.id(), end, "a kernel ended by itself");
    lifecycle.tasks.shutdown().await;
    kernel.collector.finish();
    // Its place among the runtimes of its owner is free before another takes it.
    if let Some(running) = lifecycle.running.take() {
        running.let_go().await;
    }
    kernel.announce_end(&end);
}
