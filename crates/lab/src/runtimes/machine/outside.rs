//! What the outer helper does for a machine outside of it, on a thread that keeps the host's network and
//! file system: the proxy by which the machine reaches the network, and a look at the limits that it hits.
//! Both are noted in the audit log.
//!
//! Namespaces of mounts and networks are those of a thread. The helper makes the machine's after this thread
//! has begun, and gives it a socket that listens in the machine: so the thread accepts connections there and
//! makes them here, and no file or socket of the host is in the machine.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::description::Description;
use crate::audit::Audit;
use crate::network::{ForwardProxy, Network, Rules, Upstream};

/// The variable of the outer helper that says what is outside, as JSON. Programs of the machine do not have
/// it.
pub const VARIABLE: &str = "LABORA_MACHINE_OUTSIDE";
/// The port of the proxy in the machine.
pub const PROXY_PORT: u16 = 3128;
/// The pause between two looks at the limits.
const PERIOD: Duration = Duration::from_secs(1);
/// Looks after which a limit that is hit again is noted again.
const QUIET: u32 = 60;
/// Hosts and ports that are noted for a machine, each once, so that none fills the disk by its attempts.
const MAX_REFUSALS: usize = 100;
/// Files of control groups of both versions, what counts in them, and the limit.
const COUNTERS: [(&str, &str, &str); 3] = [
    ("memory.events", "oom_kill", "memory"),
    ("memory.oom_control", "oom_kill", "memory"),
    ("pids.events", "max", "processes"),
];

/// What is outside of a machine.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Outside {
    /// Whose machine it is.
    pub who: Option<String>,
    /// By which the audit log knows it.
    pub runtime: String,
    /// The audit log.
    pub audit: Option<PathBuf>,
    /// What it reaches besides public addresses.
    pub rules: Rules,
    /// The proxy of the host.
    pub upstream: Option<Upstream>,
}

/// The thread, as the helper has it.
pub struct Thread {
    inside: Option<oneshot::Sender<Inside>>,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread is told of the machine.
struct Inside {
    process: u32,
    listener: Option<TcpListener>,
}

impl Outside {
    /// What the environment says.
    ///
    /// # Errors
    /// It says something else.
    pub fn of_environment() -> Result<Outside, String> {
        let text = std::env::var(VARIABLE).unwrap_or_else(|_| "{}".into());
        serde_json::from_str(&text).map_err(|e| format!("{VARIABLE}: {e}"))
    }

    /// Starts the thread. The caller makes the machine's namespaces afterwards.
    ///
    /// # Errors
    /// The system has no thread for it, or the audit log cannot be written.
    pub fn start(self, machine: &Description) -> Result<Thread, String> {
        let audit = self.audit.as_deref().map(Audit::open).transpose();
        let notes = Notes {
            audit: audit.map_err(|e| e.message().to_string())?.unwrap_or_default(),
            who: self.who,
            runtime: self.runtime,
            folder: machine.folder.clone(),
            refused: Mutex::default(),
        };
        let watch = Watch::new(&machine.cgroups, machine.limits.disk);
        let (rules, upstream) = (self.rules, self.upstream);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(2)
            // The first one looks names up as long as the machine is, also when its processes are used up.
            .thread_keep_alive(Duration::from_secs(u64::from(u32::MAX)))
            .build();
        let runtime = runtime.map_err(|e| format!("the thread outside: {e}"))?;
        let (to_inside, inside) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let run = move || {
            runtime.block_on(run(inside, ended, watch, notes, rules, upstream));
            // A name may still be looked up.
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new().name("outside".into()).spawn(run);
        let thread = thread.map_err(|e| format!("the thread outside: {e}"))?;
        Ok(Thread { inside: Some(to_inside), end: Some(end), thread: Some(thread) })
    }
}

impl Thread {
    /// Says that the machine's first process runs, and where its proxy listens.
    pub fn tell(&mut self, process: u32, listener: Option<TcpListener>) {
        if let Some(inside) = self.inside.take() {
            // An error means that the thread has failed, and there is neither.
            let _ = inside.send(Inside { process, listener });
        }
    }

    /// Ends the thread after a last look at the limits.
    pub fn end(mut self) {
        // Without its sender the thread ends.
        drop(self.end.take());
        self.thread.take().into_iter().for_each(|thread| _ = thread.join());
    }
}

/// The socket at which the proxy listens, in the network of the calling thread, if the machine has one.
///
/// # Errors
/// The system refuses it.
pub fn listener(machine: &Description) -> Result<Option<TcpListener>, String> {
    if machine.network != Network::Internet {
        return Ok(None);
    }
    let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, PROXY_PORT));
    let listener = bound.and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    listener.map(Some).map_err(|e| format!("the proxy at port {PROXY_PORT}: {e}"))
}

async fn run(
    inside: oneshot::Receiver<Inside>,
    mut ended: oneshot::Receiver<()>,
    mut watch: Watch,
    notes: Notes,
    rules: Rules,
    upstream: Option<Upstream>,
) {
    // An error means that it is gone.
    let _ = tokio::task::spawn_blocking(|| ()).await;
    let Ok(inside) = inside.await else { return };
    let notes = std::sync::Arc::new(notes);
    let listener = inside.listener.and_then(|listener| tokio::net::TcpListener::from_std(listener).ok());
    if let Some(listener) = listener {
        let notes = notes.clone();
        let proxy = ForwardProxy::new(rules, upstream, move |target, why| notes.refused(target, why));
        tokio::spawn(proxy.serve(listener));
    }
    loop {
        let is_over = tokio::time::timeout(PERIOD, &mut ended).await.is_ok();
        for (limit, count) in watch.look(inside.process) {
            notes.note("limit", json!({"limit": limit, "count": count}));
        }
        if is_over {
            return;
        }
    }
}

/// What goes into the audit log.
struct Notes {
    audit: Audit,
    who: Option<String>,
    runtime: String,
    folder: PathBuf,
    refused: Mutex<BTreeSet<String>>,
}

impl Notes {
    fn note(&self, what: &str, mut more: Value) {
        more["runtime"] = self.runtime.as_str().into();
        more["folder"] = self.folder.display().to_string().into();
        self.audit.note(self.who.as_deref(), what, more);
    }

    fn refused(&self, target: &str, why: &str) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let count = refused.len();
        if count >= MAX_REFUSALS || !refused.insert(target.to_string()) {
            return;
        }
        let is_last = count + 1 == MAX_REFUSALS;
        self.note("refused", json!({"target": target, "why": why, "no_more_are_noted": is_last}));
    }
}

/// The limits of a machine, and what of them was seen.
struct Watch {
    counters: Vec<Counter>,
    disk: u64,
    is_full: bool,
}

/// A counter of a control group.
struct Counter {
    limit: &'static str,
    file: File,
    key: &'static str,
    seen: u64,
    /// Looks until the next note.
    quiet: u32,
}

impl Watch {
    fn new(cgroups: &[PathBuf], disk: u64) -> Watch {
        let files = cgroups.iter().flat_map(|group| COUNTERS.map(|(file, key, limit)| (group.join(file), key, limit)));
        let open = |(file, key, limit): (PathBuf, _, _)| {
            let mut counter = Counter { limit, file: File::open(file).ok()?, key, seen: 0, quiet: 0 };
            counter.seen = counter.read()?;
            Some(counter)
        };
        Watch { counters: files.filter_map(open).collect(), disk, is_full: false }
    }

    /// The limits that were hit since the last look, and how often.
    fn look(&mut self, process: u32) -> Vec<(&'static str, u64)> {
        let mut hits: Vec<_> = self.counters.iter_mut().filter_map(Counter::look).collect();
        // Before it is there, the root is the host's.
        let root = PathBuf::from(format!("/proc/{process}/root"));
        if let Some(used) = used(&root).filter(|_| root.join(".layers").is_dir()) {
            let is_full = used >= self.disk / 100 * if self.is_full { 90 } else { 99 };
            if is_full && !std::mem::replace(&mut self.is_full, is_full) {
                hits.push(("disk", 1));
            }
            self.is_full = is_full;
        }
        hits
    }
}

impl Counter {
    fn read(&mut self) -> Option<u64> {
        let mut text = String::new();
        self.file.rewind().ok()?;
        self.file.read_to_string(&mut text).ok()?;
        text.lines().find_map(|line| line.strip_prefix(self.key)?.trim().parse().ok())
    }

    fn look(&mut self) -> Option<(&'static str, u64)> {
        self.quiet = self.quiet.saturating_sub(1);
        let count = self.read()?.saturating_sub(self.seen);
        if count == 0 || self.quiet > 0 {
            return None;
        }
        self.seen += count;
        self.quiet = QUIET;
        Some((self.limit, count))
    }
}

/// The bytes that a file system has in use.
fn used(root: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(root).ok()?;
    Some((stat.f_blocks - stat.f_bfree) * stat.f_frsize)
}
