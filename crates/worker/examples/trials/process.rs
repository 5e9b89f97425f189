//! A worker as a process of its own, and what it says of itself.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::metrics::{free_port, metric};

/// How often one looks for something that must happen, and the pause between: a minute. Looks are counted,
/// not the time, which goes on while the machine stands still.
const LOOKS: usize = 3000;
const PAUSE: Duration = Duration::from_millis(20);

/// A running worker, which is killed when it is dropped.
pub struct Worker {
    child: Child,
    log: tempfile::TempDir,
    /// The address of gRPC, such as `127.0.0.1:40001`.
    pub target: String,
    metrics: String,
}

/// A program beside this one's folder: `cargo build` puts them there.
pub fn program(name: &str) -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let found = here.ancestors().skip(1).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.ok_or_else(|| format!("there is no {name} above {}: build it first", here.display()))
}

impl Worker {
    /// Starts a worker of this build at a free port.
    ///
    /// # Errors
    /// It is not built, or does not start.
    pub fn start(arguments: &[&str]) -> Result<Worker, String> {
        let (log, metrics) = (tempfile::tempdir().map_err(|e| e.to_string())?, free_port());
        let file = File::create(log.path().join("log")).map_err(|e| e.to_string())?;
        let mut command = Command::new(program("labora-worker")?);
        command.args(["--listen", "127.0.0.1:0", "--log-level", "warn", "--metrics", &metrics]).args(arguments);
        let child = command.stdout(Stdio::piped()).stderr(file).spawn();
        let mut child = child.map_err(|e| format!("the worker does not start: {e}"))?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let target = lines.find_map(|line| Some(line.strip_prefix("export COLAB_TPU_ADDR=")?.to_string()));
        let mut worker = Worker { child, log, target: String::new(), metrics };
        worker.target = target.ok_or_else(|| format!("the worker ended: {}", worker.log()))?;
        Ok(worker)
    }

    /// What it logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log.path().join("log")).unwrap_or_default()
    }

    /// A line of `/proc/PID/status` in bytes, such as `VmRSS`.
    pub fn memory(&self, line: &str) -> u64 {
        let path = Path::new("/proc").join(self.child.id().to_string()).join("status");
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let value = status.lines().find_map(|text| text.strip_prefix(line)?.strip_prefix(':'));
        let kilobytes = value.and_then(|value| value.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        1024 * kilobytes.unwrap_or_default()
    }

    /// A metric, by its name after `labora_worker_`.
    pub fn metric(&self, name: &str) -> Option<u64> {
        metric(&self.metrics, &format!("labora_worker_{name}"))
    }

    /// Threads of sessions, which end with them.
    fn session_threads(&self) -> Option<u64> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let names = tasks.flatten().map(|task| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default());
        Some(names.filter(|name| name.trim_end() == "session").count() as u64)
    }

    /// What must be 0 when no client is there.
    fn left(&self) -> [(&'static str, Option<u64>); 4] {
        let [sessions, bytes, programs] =
            ["open_sessions", "held_bytes", "running_programs"].map(|name| (name, self.metric(name)));
        [sessions, bytes, programs, ("threads of sessions", self.session_threads())]
    }

    /// Waits until no session is open, and checks that nothing is left and nothing has panicked.
    ///
    /// # Errors
    /// Something is left, a thread has panicked, or the worker has ended.
    pub fn check_idle(&mut self) -> Result<(), String> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the worker ended with {status}: {}", self.log()));
        }
        if let Some(line) = self.log().lines().find(|line| line.contains("panicked")) {
            return Err(format!("a thread of the worker panicked: {line}"));
        }
        for _ in 0..LOOKS {
            if self.left().iter().all(|(_, value)| *value == Some(0)) {
                return Ok(());
            }
            std::thread::sleep(PAUSE);
        }
        Err(format!("left behind: {:?}", self.left()))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
