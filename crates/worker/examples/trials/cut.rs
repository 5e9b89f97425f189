//! A network that dies without a word: worker and client are in network namespaces of their own, connected by a pair
//! of virtual Ethernet devices, one of which is taken down in the middle of a session.
//!
//! It needs Linux, `unshare`, `nsenter` and `ip`, and either root or namespaces of users.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use remote::{Client, ConnectOptions};

use super::process::program;

/// Within this time both sides have to notice.
const LIMIT: Duration = Duration::from_secs(40);
/// Set in the process that is in a namespace of its own.
const INSIDE: &str = "LABORA_TRIAL_INSIDE";

/// Runs the trial.
///
/// # Errors
/// A program is missing, or one side does not notice in time.
pub fn run() -> Result<(), String> {
    if std::env::var_os(INSIDE).is_some() {
        return inside();
    }
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new("unshare");
    command.args(["--net", "--map-root-user"]).arg(here).arg("cut").env(INSIDE, "1");
    let status = command.status().map_err(|e| format!("unshare: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("in a network namespace: {status}")) }
}

fn shell(line: &str) -> Result<(), String> {
    let status = Command::new("sh").args(["-c", line]).status().map_err(|e| format!("sh: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line}: {status}")) }
}

fn inside() -> Result<(), String> {
    let mut command = Command::new("unshare");
    command.arg("--net").arg(program("labora-worker")?).args([
        "--listen",
        "0.0.0.0:8470",
        "--insecure",
        "--log",
        "json",
    ]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut worker = command.spawn().map_err(|e| format!("unshare: {e}"))?;
    let result = watch(&mut worker);
    // It may have ended already.
    let _ = worker.kill();
    let _ = worker.wait();
    result
}

fn watch(worker: &mut std::process::Child) -> Result<(), String> {
    let (out, log) = (worker.stdout.take().ok_or("no output")?, worker.stderr.take().ok_or("no log")?);
    if !BufReader::new(out).lines().map_while(Result::ok).any(|line| line.contains("COLAB_TPU_ADDR")) {
        return Err("the worker ended".into());
    }
    let pid = worker.id();
    shell(&format!(
        "ip link add here type veth peer name there && ip link set there netns {pid} && \
         ip addr add 10.99.0.1/24 dev here && ip link set here up && \
         nsenter -t {pid} -n sh -c 'ip addr add 10.99.0.2/24 dev there && ip link set there up'"
    ))?;
    let address = "10.99.0.2:8470".parse().map_err(|e| format!("{e}"))?;
    let client = Client::connect(&address, ConnectOptions::default()).map_err(|e| format!("before the cut: {e}"))?;
    client.current_devices().map_err(|e| format!("before the cut: {e}"))?;
    let (ended, end) = mpsc::channel();
    std::thread::spawn(move || {
        let mut lines = BufReader::new(log).lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains("session ended"));
        // Nobody listens after the limit.
        let _ = ended.send((line, Instant::now()));
    });
    shell("ip link set here down")?;
    let cut = Instant::now();
    println!("the network is cut");
    let error = client.current_devices().err().ok_or("the client does not notice at all")?;
    let of_client = cut.elapsed();
    println!("client: {:.1} s: {error}", of_client.as_secs_f64());
    let (line, at) = end.recv_timeout(2 * LIMIT).map_err(|_| "the worker does not notice")?;
    let of_worker = at - cut;
    println!("worker: {:.1} s: {}", of_worker.as_secs_f64(), line.as_deref().unwrap_or("it ended"));
    match of_client.max(of_worker) <= LIMIT && line.is_some() {
        true => Ok(()),
        false => Err(format!("it was not noticed within {} s", LIMIT.as_secs())),
    }
}
