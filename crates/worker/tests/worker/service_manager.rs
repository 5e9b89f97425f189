//! What a service manager does with the worker: sockets that it opened, readiness, the watchdog; and the files
//! of `deploy`.

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::common::Worker;
use crate::training::remote;

const PROGRAM: &str = env!("CARGO_BIN_EXE_labora-worker");
/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn systemd_is_told_of_readiness_life_and_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(["--listen", "127.0.0.1:0"]).env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "200000");
    let worker = Worker::run(&mut command);
    let mut told = Vec::new();
    let mut wait_for = |message: &str| {
        while told.last().map(String::as_str) != Some(message) {
            let mut bytes = [0; 256];
            let size =
                socket.recv(&mut bytes).unwrap_or_else(|e| panic!("{message} does not come after {told:?}: {e}"));
            told.push(String::from_utf8_lossy(&bytes[..size]).trim().to_string());
        }
    };
    wait_for("READY=1");
    for _ in 0..3 {
        wait_for("WATCHDOG=1");
    }
    assert_eq!(remote(&worker.target, &[]).unwrap().devices().len(), 8);
    worker.terminate();
    wait_for("STOPPING=1");
    assert!(worker.wait().0);
}

#[test]
fn a_socket_that_systemd_opened_is_served() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    // The first socket is number 3. A shell puts it there, and becomes the worker: the variable names its process.
    let script = "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" --listen 127.0.0.1:1";
    let mut command = Command::new("sh");
    command.args(["-c", script, PROGRAM]).stdin(OwnedFd::from(listener));
    let worker = Worker::run(&mut command);
    assert_eq!(worker.target, address, "not the port of --listen");
    assert_eq!(remote(&address, &[]).unwrap().devices().len(), 8);
    worker.terminate();
    assert!(worker.wait().0);
}

fn deploy(file: &str) -> (PathBuf, String) {
    let path = testkit::workspace_root().join("deploy").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

/// The arguments for the worker in each file of `deploy`.
fn arguments() -> [(&'static str, Vec<String>); 3] {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let (_, unit) = deploy("systemd/labora-worker.service");
    let unit = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/labora-worker ")).unwrap();
    let (_, container) = deploy("container/Containerfile");
    let list = |name: &str| {
        let text = container.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let quoted = text.split('"').skip(1).step_by(2);
        quoted.map(str::to_string).collect::<Vec<_>>()
    };
    let container = [&list("ENTRYPOINT ")[1..], &list("CMD ")].concat();
    let (_, pod) = deploy("kubernetes/worker.yaml");
    let pod = pod.lines().filter_map(|line| line.trim().strip_prefix("- --")).map(|option| format!("--{option}"));
    [("systemd", words(unit)), ("container", container), ("kubernetes", pod.collect())]
}

#[test]
fn the_files_of_deploy_have_arguments_that_the_worker_takes() {
    let status = |arguments: &[String]| {
        // The options before it are read first.
        Command::new(PROGRAM).args(arguments).arg("--help").output().unwrap()
    };
    for (file, arguments) in arguments() {
        assert!(arguments.len() >= 4, "{file}: {arguments:?}");
        let output = status(&arguments);
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        let wrong = [&arguments[..], &["--max-byte=1".to_string()]].concat();
        assert_eq!(status(&wrong).status.code(), Some(2), "{file}");
    }
}

#[test]
fn systemd_finds_nothing_wrong_with_the_units() {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        return testkit::skip("no systemd-analyze");
    }
    let folder = tempfile::tempdir().unwrap();
    let copies = ["labora-worker.service", "labora-worker.socket"].map(|name| {
        let (_, text) = deploy(&format!("systemd/{name}"));
        let copy = folder.path().join(name);
        // The program has to exist.
        std::fs::write(&copy, text.replace("/usr/local/bin/labora-worker", PROGRAM)).unwrap();
        copy
    });
    let verify = |files: &[PathBuf]| {
        let output = Command::new("systemd-analyze").args(["verify", "--man=no"]).args(files).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(verify(&copies), (true, String::new()));
    let with_error = |path: &Path| std::fs::read_to_string(path).unwrap().replace("Type=notify", "Type=notified");
    std::fs::write(&copies[0], with_error(&copies[0])).unwrap();
    assert!(verify(&copies).1.contains("notified"));
}
