//! A kernel: its process, the sockets to it, and its clients.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::accelerator::Accelerator;
use super::clients::{Clients, Receiver};
use super::collect::{Collected, Collector};
use super::message::{Channel, Message};
use super::process::{Launcher, Process};
use super::spec::Spec;
use super::usage::Observed;
use super::zmtp::{self, Reader, SocketType, Writer};
use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::random;

/// How long a kernel may take to answer its first request.
const START_TIME: Duration = Duration::from_secs(120);
/// How long it may take to end when it is asked to.
const END_TIME: Duration = Duration::from_secs(5);
/// Restarts in a row of a kernel that ends by itself.
const MAX_RESTARTS: u32 = 5;
/// A kernel that ran so long did not fail at its start.
const STABLE_TIME: Duration = Duration::from_secs(10);

/// The type of the message that tells clients of this server of a restart that was asked for. Pages do not
/// know it: a status `restarting` would be a kernel that died to them.
pub const RESTART: &str = "labora_restart";

/// A kernel.
#[derive(Debug)]
pub struct Kernel {
    /// Its number.
    pub id: String,
    /// How it is started.
    pub spec: Spec,
    /// Its clients.
    pub clients: Clients,
    /// The folder in which it runs.
    pub folder: PathBuf,
    collector: Collector,
    variables: Vec<(String, String)>,
    launcher: Launcher,
    /// The session of messages of the server itself.
    session: String,
    state: Mutex<State>,
    /// Held while a process starts or ends.
    lifecycle: tokio::sync::Mutex<Lifecycle>,
}

#[derive(Debug)]
struct State {
    accelerator: Accelerator,
    execution: String,
    last_activity: SystemTime,
    /// Where messages wait for the sockets; none if no process runs.
    outgoing: Option<mpsc::UnboundedSender<Message>>,
    /// The number of the process, counted from 1.
    generation: u64,
    restarts: u32,
    started: Instant,
    observed: Observed,
}

#[derive(Debug, Default)]
struct Lifecycle {
    process: Option<Arc<Mutex<Option<Process>>>>,
    tasks: JoinSet<()>,
    is_deleted: bool,
}

impl Kernel {
    /// Starts a kernel.
    ///
    /// # Errors
    /// The program cannot be started.
    pub async fn start(
        id: String,
        spec: Spec,
        launcher: Launcher,
        folder: PathBuf,
        variables: Vec<(String, String)>,
        accelerator: Accelerator,
    ) -> Result<Arc<Kernel>> {
        let state = State {
            accelerator,
            execution: "starting".into(),
            last_activity: SystemTime::now(),
            outgoing: None,
            generation: 0,
            restarts: 0,
            started: Instant::now(),
            observed: Observed::default(),
        };
        let kernel = Arc::new(Kernel {
            id,
            spec,
            clients: Clients::default(),
            folder,
            collector: Collector::default(),
            variables,
            launcher,
            session: random::uuid()?,
            state: Mutex::new(state),
            lifecycle: tokio::sync::Mutex::default(),
        });
        let mut lifecycle = kernel.lifecycle.lock().await;
        kernel.launch(&mut lifecycle)?;
        drop(lifecycle);
        Ok(kernel)
    }

    /// What clients read about it.
    pub fn model(&self) -> Value {
        let state = self.lock();
        json!({
            "id": self.id,
            "name": self.spec.name,
            "last_activity": rfc3339(state.last_activity),
            "execution_state": state.execution,
            "connections": self.clients.count(),
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
        self.launcher.check(accelerator)?;
        let before = std::mem::replace(&mut self.lock().accelerator, accelerator);
        if before == accelerator { Ok(()) } else { self.restart().await }
    }

    /// Where its runtime can be observed.
    pub fn observed(&self) -> Observed {
        self.lock().observed.clone()
    }

    /// Cells that run though their page is gone.
    pub fn orphans(&self) -> Vec<String> {
        self.collector.orphans()
    }

    /// Takes the outputs of cells whose pages are gone; with `is_last` without waiting for pages that connect
    /// again.
    pub fn collect(&self, is_last: bool) -> Vec<Collected> {
        self.collector.take(|session| self.clients.has(session), is_last)
    }

    /// Counts as activity: what is idle has its whole time again.
    pub fn keep(&self) {
        self.lock().last_activity = SystemTime::now();
    }

    /// When something last happened.
    pub fn last_activity(&self) -> SystemTime {
        self.lock().last_activity
    }

    /// True while it runs code.
    pub fn is_busy(&self) -> bool {
        self.lock().execution == "busy"
    }

    /// Connects a client.
    pub fn connect(&self, session: &str) -> (u64, Receiver) {
        self.clients.add(session)
    }

    /// Sends a message of a client; false if no process takes it.
    pub fn send(&self, session: &str, message: Message) -> bool {
        self.clients.remember(message.header().msg_id, session);
        self.collector.follow(session, &message);
        let mut state = self.lock();
        state.last_activity = SystemTime::now();
        state.outgoing.as_ref().is_some_and(|outgoing| outgoing.send(message).is_ok())
    }

    /// Interrupts what runs.
    ///
    /// # Errors
    /// No process runs.
    pub async fn interrupt(&self) -> Result<()> {
        if self.spec.is_interrupted_by_message() {
            let message = Message::new(Channel::Control, "interrupt_request", &self.session, &json!({}))?;
            return if self.send(&self.session, message) { Ok(()) } else { Err(not_running()) };
        }
        let lifecycle = self.lifecycle.lock().await;
        let process = lifecycle.process.as_ref().map(|process| process.lock().unwrap_or_else(PoisonError::into_inner));
        match process.as_ref().and_then(|process| process.as_ref()) {
            Some(process) => process.interrupt(),
            None => return Err(not_running()),
        }
        Ok(())
    }

    /// Ends the process and starts another.
    ///
    /// # Errors
    /// It cannot be started.
    pub async fn restart(self: &Arc<Kernel>) -> Result<()> {
        let mut lifecycle = self.lifecycle.lock().await;
        if lifecycle.is_deleted {
            return Err(Error::not_found(format!("Kernel does not exist: {}", self.id)));
        }
        {
            let mut state = self.lock();
            state.execution = "restarting".into();
            state.restarts = 0;
        }
        if let Ok(message) = Message::new(Channel::Iopub, RESTART, &self.session, &json!({})) {
            self.clients.deliver(message);
        }
        self.end_process(&mut lifecycle, true).await;
        self.launch(&mut lifecycle)
    }

    /// Ends the process and all connections for good.
    pub async fn shut_down(&self) {
        let mut lifecycle = self.lifecycle.lock().await;
        lifecycle.is_deleted = true;
        self.end_process(&mut lifecycle, false).await;
        self.clients.close();
    }

    async fn end_process(&self, lifecycle: &mut Lifecycle, restart: bool) {
        let content = json!({"restart": restart});
        if let Ok(message) = Message::new(Channel::Control, "shutdown_request", &self.session, &content)
            && let Some(outgoing) = &self.lock().outgoing
        {
            let _ = outgoing.send(message);
        }
        let process = lifecycle.process.take();
        let process = process.and_then(|process| process.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(process) = process {
            process.end(END_TIME).await;
        }
        lifecycle.tasks.shutdown().await;
        self.collector.finish();
        let mut state = self.lock();
        state.outgoing = None;
        state.generation += 1;
    }

    /// Starts a process and the tasks that carry its messages.
    fn launch(self: &Arc<Kernel>, lifecycle: &mut Lifecycle) -> Result<()> {
        let process = self.launcher.start(&self.spec, &self.folder, &self.variables, self.accelerator())?;
        let (outgoing, messages) = mpsc::unbounded_channel();
        let generation = {
            let mut state = self.lock();
            state.outgoing = Some(outgoing);
            state.execution = "starting".into();
            state.generation += 1;
            state.started = Instant::now();
            state.observed = process.observed();
            state.generation
        };
        let key = process.key.clone();
        let sockets = Channel::ALL.map(|channel| (channel, process.socket(channel)));
        let process = Arc::new(Mutex::new(Some(process)));
        lifecycle.process = Some(process.clone());
        let kernel = self.clone();
        lifecycle.tasks.spawn(async move {
            if let Err(error) = kernel.carry(sockets, key, messages).await {
                tracing::warn!(kernel = kernel.id, "{}", error.message());
            }
        });
        // The watch outlives the tasks, since it may start others.
        tokio::spawn(watch(Arc::downgrade(self), process, generation));
        Ok(())
    }

    /// Connects to the sockets and carries messages until the process ends.
    async fn carry(
        self: &Arc<Kernel>,
        sockets: [(Channel, PathBuf); 4],
        key: String,
        mut messages: mpsc::UnboundedReceiver<Message>,
    ) -> Result<()> {
        let identity = random::uuid()?;
        let mut tasks = JoinSet::new();
        let mut writers: Vec<(Channel, Writer)> = Vec::new();
        let mut readers: Vec<(Channel, Reader)> = Vec::new();
        for (channel, path) in sockets {
            let kind = if channel == Channel::Iopub { SocketType::Sub } else { SocketType::Dealer };
            let deadline = Instant::now() + START_TIME;
            // The kernel makes its sockets when it is ready for them.
            let (reader, writer) = loop {
                match timeout_at(deadline, zmtp::connect(&path, kind, &identity)).await {
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
            tasks.spawn(self.clone().receive(channel, reader, key.clone(), alive.clone()));
        }
        self.wake(&mut writers, &key, &mut is_alive).await?;
        drop(alive);
        while let Some(message) = messages.recv().await {
            let found = writers.iter_mut().find(|(channel, _)| *channel == message.channel);
            if let Some((_, writer)) = found {
                let sent = writer.write(&message.to_frames(&key)).await;
                sent.map_err(|e| Error::internal(format!("a message to the kernel: {e}")))?;
            }
        }
        tasks.shutdown().await;
        Ok(())
    }

    /// Asks the kernel for its version until something is published: then the subscription has arrived, and
    /// no output is lost.
    async fn wake(
        &self,
        writers: &mut [(Channel, Writer)],
        key: &str,
        is_alive: &mut mpsc::Receiver<()>,
    ) -> Result<()> {
        let deadline = Instant::now() + START_TIME;
        let Some((_, shell)) = writers.iter_mut().find(|(channel, _)| *channel == Channel::Shell) else {
            return Ok(());
        };
        while Instant::now() < deadline {
            let request = Message::new(Channel::Shell, "kernel_info_request", &self.session, &json!({}))?;
            let sent = shell.write(&request.to_frames(key)).await;
            sent.map_err(|e| Error::internal(format!("the first message to the kernel: {e}")))?;
            if let Ok(Some(())) = timeout(Duration::from_millis(500), is_alive.recv()).await {
                return Ok(());
            }
        }
        Err(Error::internal(format!("the kernel did not answer in {} s", START_TIME.as_secs())))
    }

    /// Receives the messages of a channel until it ends.
    async fn receive(self: Arc<Kernel>, channel: Channel, mut reader: Reader, key: String, alive: mpsc::Sender<()>) {
        loop {
            let frames = match reader.read().await {
                Ok(frames) => frames,
                Err(error) => {
                    tracing::debug!(kernel = self.id, channel = channel.name(), %error, "a channel ended");
                    return;
                }
            };
            match Message::from_frames(channel, &frames, &key) {
                Ok(message) => {
                    if channel == Channel::Iopub {
                        let _ = alive.try_send(());
                        self.note(&message);
                        self.collector.note(&message);
                    }
                    self.clients.deliver(message);
                }
                Err(error) => tracing::warn!(kernel = self.id, "{}", error.message()),
            }
        }
    }

    /// Takes notice of what a kernel publishes.
    fn note(&self, message: &Message) {
        let is_status = message.header().msg_type == "status";
        let execution = is_status.then(|| message.content()["execution_state"].as_str().map(String::from)).flatten();
        let is_own = message.parent().session == self.session;
        let mut state = self.lock();
        if is_own {
            // What the server asks of a kernel is no activity of a user; its first answer ends the start.
            if state.execution == "starting" && execution.as_deref() == Some("idle") {
                state.execution = "idle".into();
            }
            return;
        }
        state.last_activity = SystemTime::now();
        if let Some(execution) = execution {
            state.execution = execution;
        }
    }

    /// Tells the clients a state that the kernel cannot tell itself.
    fn announce(&self, execution: &str) {
        self.lock().execution = execution.to_string();
        let content = json!({"execution_state": execution});
        if let Ok(message) = Message::new(Channel::Iopub, "status", &self.session, &content) {
            self.clients.deliver(message);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of a request to a kernel that ended again and again, or did not start.
pub fn not_running() -> Error {
    Error::conflict("the kernel is not running: restart it")
}

/// Waits for the end of a process. One that ended by itself is replaced, unless it fails again and again.
async fn watch(kernel: Weak<Kernel>, process: Arc<Mutex<Option<Process>>>, generation: u64) {
    let end = loop {
        sleep(Duration::from_millis(200)).await;
        let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a process somebody else ends it.
        let Some(running) = process.as_mut() else { return };
        if let Some(end) = running.ended() {
            break end;
        }
    };
    let Some(kernel) = kernel.upgrade() else { return };
    let mut lifecycle = kernel.lifecycle.lock().await;
    let restarts = {
        let mut state = kernel.lock();
        if state.generation != generation || lifecycle.is_deleted {
            return;
        }
        state.restarts = if state.started.elapsed() > STABLE_TIME { 1 } else { state.restarts + 1 };
        state.outgoing = None;
        state.restarts
    };
    tracing::warn!(kernel = kernel.id, end, "a kernel ended by itself");
    lifecycle.tasks.shutdown().await;
    kernel.collector.finish();
    let ended = process.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(ended) = ended {
        // Its place among the runtimes of its owner is free before another takes it.
        ended.end(Duration::ZERO).await;
    }
    if restarts > MAX_RESTARTS {
        kernel.announce("dead");
        return;
    }
    kernel.announce("autorestarting");
    if let Err(error) = kernel.launch(&mut lifecycle) {
        tracing::error!(kernel = kernel.id, "{}", error.message());
        kernel.announce("dead");
    }
}
