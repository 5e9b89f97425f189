//! New versions that hang, need too much or are killed: another process tries them, and the server goes on.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use keras::layers::Dense;
use keras::{Input, Model};
use serde_json::json;

use crate::common::{Server, line};

/// A model that takes a moment to compile, so that its trial can be found.
fn deep(path: &std::path::Path) {
    let input = Input::new([2]).name("x");
    let mut x = input.tensor();
    for layer in 0..150 {
        x = Dense::new(2).name(format!("d{layer}")).call(&x).unwrap();
    }
    Model::new(&input, &Dense::new(1).name("y").call(&x).unwrap()).unwrap().save(path).unwrap();
}

fn start(arguments: &[&str]) -> Server {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("m/3")).unwrap();
    line(&folder.path().join("m/3/model.keras"), 3.0);
    deep(&folder.path().join("deep.keras"));
    Server::start_in(folder, &["--model", "line=m"], arguments)
}

fn deploy(server: &Server, number: u64, file: &str) {
    fs::create_dir_all(server.path(&format!("m/{number}"))).unwrap();
    fs::copy(server.path(file), server.path("new")).unwrap();
    fs::rename(server.path("new"), server.path(&format!("m/{number}/model.keras"))).unwrap();
}

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let numbers = fs::read_dir("/proc").unwrap().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parent = |number: u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        // The name, in parentheses, may have anything in it.
        let rest = stat.rsplit_once(')')?.1.to_string();
        let mut rest = rest.split_whitespace();
        (rest.next()? != "Z").then_some(())?;
        rest.next()?.parse::<u32>().ok()
    };
    numbers.filter(|number| parent(*number) == Some(of)).collect()
}

fn signal(name: &str, process: u32) {
    // It may have ended.
    let _ = Command::new("kill").args([name, &process.to_string()]).stderr(Stdio::null()).status();
}

/// Sends a signal to the trial that a process starts.
fn signal_trial(name: &str, of: u32) -> u32 {
    loop {
        // Before its program runs, it is a copy of the server.
        let is_trial =
            |child: &u32| fs::read_to_string(format!("/proc/{child}/cmdline")).is_ok_and(|c| c.contains("--trial"));
        if let Some(trial) = children(of).into_iter().find(is_trial) {
            signal(name, trial);
            return trial;
        }
    }
}

fn wait_for(what: impl Fn() -> bool) {
    while !what() {
        thread::sleep(Duration::from_millis(20));
    }
}

fn told(server: &Server) -> String {
    server.get("v1/models/line").to_string()
}

fn is_served(server: &Server) {
    let answer = server.post("v1/models/line/versions/3:predict", r#"{"instances": [[0, 0]]}"#);
    assert_eq!(answer.json(), json!({"predictions": [[3.0]]}));
}

#[test]
fn a_trial_that_is_killed_is_told_once() {
    let server = start(&["--watch", "1"]);
    deploy(&server, 4, "deep.keras");
    signal_trial("-KILL", server.process());
    wait_for(|| told(&server).contains("signal: 9"));
    is_served(&server);
    thread::sleep(Duration::from_millis(2500));
    assert_eq!(server.metric("failed_loads_total", "line"), 1.0, "it is tried again only when its file changes");
    deploy(&server, 4, "deep.keras");
    wait_for(|| !told(&server).contains("signal: 9"));
}

#[test]
fn a_trial_that_hangs_gives_way_to_a_newer_version_and_to_the_end() {
    let mut server = start(&["--watch", "1"]);
    deploy(&server, 4, "deep.keras");
    let hanging = signal_trial("-STOP", server.process());
    thread::sleep(Duration::from_millis(500));
    is_served(&server);
    line(&server.path("line5.keras"), 5.0);
    deploy(&server, 5, "line5.keras");
    wait_for(|| server.send("GET", "v1/models/line/versions/5", &[], "").status == 200);
    assert!(!fs::exists(format!("/proc/{hanging}")).unwrap(), "it was ended");
    deploy(&server, 6, "deep.keras");
    let hanging = signal_trial("-STOP", server.process());
    server.signal("-TERM");
    assert!(server.wait().success());
    signal("-KILL", hanging);
}

#[test]
fn a_trial_that_takes_too_long_or_too_much_fails() {
    let server = start(&["--watch", "1", "--load-time", "1"]);
    deploy(&server, 4, "deep.keras");
    signal_trial("-STOP", server.process());
    wait_for(|| told(&server).contains("--load-time"));
    is_served(&server);
    let server = start(&["--watch", "1", "--load-memory", "24"]);
    deploy(&server, 4, "deep.keras");
    wait_for(|| server.metric("failed_loads_total", "line") == 1.0);
    is_served(&server);
    let told = told(&server);
    assert!(told.contains("memory") && !told.contains("panicked"), "{told}");
}

#[test]
fn a_server_ends_while_it_loads_and_without_its_newest_version_it_starts_with_another() {
    let folder = tempfile::tempdir().unwrap();
    for version in ["1", "2"] {
        fs::create_dir_all(folder.path().join("m").join(version)).unwrap();
    }
    line(&folder.path().join("m/1/model.keras"), 1.0);
    deep(&folder.path().join("m/2/model.keras"));
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_labora-serve"));
        command.args(["--listen", "127.0.0.1:0", "--json", "--model", "m=m"]).current_dir(folder.path());
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut loading = start();
    let hanging = signal_trial("-STOP", loading.id());
    signal("-TERM", loading.id());
    assert!(loading.wait().unwrap().success());
    signal("-KILL", hanging);
    let mut server = start();
    signal_trial("-KILL", server.id());
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("\"url\""), "version 1 is served: {said}");
    signal("-TERM", server.id());
    assert!(server.wait().unwrap().success());
}
