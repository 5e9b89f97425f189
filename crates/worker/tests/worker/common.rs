//! A worker that ends with the test.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, Stdio};

pub use crate::metrics::{free_port, metric};

/// A running worker.
pub struct Worker {
    child: Child,
    log: Option<ChildStderr>,
    /// The address of gRPC, such as `127.0.0.1:40001`.
    pub target: String,
}

impl Worker {
    /// Starts a worker at a free port of this machine.
    pub fn start(arguments: &[&str]) -> Worker {
        Worker::start_at("127.0.0.1:0", arguments)
    }

    /// Starts a worker at a free port of this machine, with further environment variables.
    pub fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> Worker {
        let mut command = Command::new(env!("CARGO_BIN_EXE_labora-worker"));
        Worker::run(command.args(["--listen", "127.0.0.1:0"]).args(arguments).envs(environment.iter().copied()))
    }

    /// Starts a worker at an address.
    pub fn start_at(address: &str, arguments: &[&str]) -> Worker {
        Worker::spawn(&[&["--listen", address, "--log", "json"], arguments].concat())
    }

    /// Starts the program, a worker or a tunnel, with these arguments.
    pub fn spawn(arguments: &[&str]) -> Worker {
        Worker::run(Command::new(env!("CARGO_BIN_EXE_labora-worker")).args(arguments))
    }

    /// Starts a command that becomes the program.
    pub fn run(command: &mut Command) -> Worker {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let target = lines.filter_map(|line| Some(line.strip_prefix("export COLAB_TPU_ADDR=")?.to_string())).next();
        let mut log = child.stderr.take();
        let target = target.unwrap_or_else(|| panic!("the worker ended: {}", read(&mut log)));
        Worker { child, log, target }
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    /// Waits for the end, and returns whether it was a success and what was logged.
    pub fn wait(mut self) -> (bool, String) {
        let status = self.child.wait().unwrap();
        (status.success(), read(&mut self.log))
    }

    /// As [`Worker::wait`], on another thread: tasks of this one close the connections that were dropped.
    pub async fn ended(self) -> (bool, String) {
        tokio::task::spawn_blocking(move || self.wait()).await.unwrap()
    }

    /// The most memory that the process had, in bytes.
    pub fn peak_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        1024 * line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap()
    }

    /// True while the process runs.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

fn read(log: &mut Option<ChildStderr>) -> String {
    let mut text = String::new();
    log.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
