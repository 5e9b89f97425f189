//! Kernels that outlive a server that is killed.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Server, TOKEN, image, password_of};
use crate::sockets::{Socket, text};

/// Waits until something is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn open(server: &Server, path: &str) -> Value {
    let request = json!({"path": path, "type": "notebook", "kernel": {"name": "python3"}});
    server.call("POST", "api/sessions", request).json()
}

fn channels(server: &Server, kernel: &str) -> Socket {
    Socket::open(server, &format!("api/kernels/{kernel}/channels?session_id=page"))
}

/// What code prints that jupyter-kernel-client runs.
fn printed(server: &Server, kernel: &str, code: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/kernel_client.py");
    let mut command = Command::new(image().unwrap().join("bin/python"));
    let output = command.arg(script).args([&server.url, TOKEN, kernel, code]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The files in which kernels are recorded.
fn records(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Kills servers while a cell runs, whose outputs come before, while no server is there, and after.
fn kill_while_a_cell_runs(kills: usize) {
    let Some(mut server) = Server::sandboxed(&[]) else { return };
    let accelerator = if crate::accelerators::has_worker() { "TPU" } else { "NONE" };
    let request =
        json!({"path": "n.ipynb", "type": "notebook", "kernel": {"name": "python3"}, "accelerator": accelerator});
    let session = server.call("POST", "api/sessions", request).json();
    let kernel = session["kernel"]["id"].as_str().unwrap().to_string();
    let mut page = channels(&server, &kernel);
    page.execute("set", "import os, time\nx = 0\nopen('/tmp/private', 'w').write('kept')");
    page.done("set");
    let runtime = |server: &Server| server.get(&format!("api/labora/runtimes/{kernel}"));
    let before = runtime(&server);
    for kill in 0..kills {
        let wait = |name: &str| format!("while not os.path.exists('{name}{kill}'): time.sleep(0.01)\n");
        let code = format!(
            "x += 1\nprint('before', flush=True)\n{}print('meanwhile', flush=True)\nopen('said{kill}', 'w').close()\n{}\
             print('after')",
            wait("killed"),
            wait("started")
        );
        let run = format!("run{kill}");
        page.execute(&run, &code);
        assert_eq!(text(&page.until(&run, "stream")), "before\n");
        server.kill();
        server.write(format!("killed{kill}"), "");
        until("the cell goes on without a server", || server.drive().join(format!("said{kill}")).exists());
        server.start_again();
        let found = server.get("api/sessions");
        assert_eq!(found.as_array().unwrap().len(), 1);
        assert_eq!((&found[0]["id"], &found[0]["path"]), (&session["id"], &session["path"]));
        assert_eq!(
            (&found[0]["kernel"]["id"], found[0]["kernel"]["execution_state"].as_str()),
            (&session["kernel"]["id"], Some("busy"))
        );
        page = channels(&server, &kernel);
        assert_eq!(text(&page.until(&run, "stream")), "meanwhile\n");
        server.write(format!("started{kill}"), "");
        assert_eq!(text(&page.done(&run)), "after\n");
        let count = printed(&server, &kernel, "print(x, open('/tmp/private').read())");
        assert_eq!(count, format!("{} kept\n", kill + 1));
        if accelerator == "TPU" {
            assert_eq!(printed(&server, &kernel, crate::accelerators::REACH), "reached True\n");
        }
        let now = runtime(&server);
        assert_eq!(now["accelerator"], accelerator);
        assert!(now["age"].as_f64() > before["age"].as_f64() && now["memory"]["limit"] == before["memory"]["limit"]);
        assert_eq!(now["disk"]["limit"], before["disk"]["limit"]);
    }
    page.execute("long", "print('begun', flush=True)\ntime.sleep(600)");
    page.until("long", "stream");
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/interrupt"), Value::Null).status, 204);
    assert_eq!(page.until("long", "execute_reply").last().unwrap()["content"]["ename"], "KeyboardInterrupt");
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null).status, 200);
    page.execute("gone", "x");
    assert_eq!(page.until("gone", "execute_reply").last().unwrap()["content"]["ename"], "NameError");
    server.end();
    assert_eq!((server.left(), records(&server.state().join("runtimes"))), (vec![], vec![]));
}

#[test]
fn a_kernel_goes_on_when_its_server_is_killed() {
    kill_while_a_cell_runs(3);
}

#[test]
#[ignore = "minutes: cargo test --workspace --features labora/worker --test lab twenty_servers -- --ignored"]
fn a_kernel_outlives_twenty_servers() {
    kill_while_a_cell_runs(20);
}

#[test]
fn outputs_of_a_page_that_was_closed_outlive_their_server() {
    let Some(mut server) = Server::with_kernels(&[]) else { return };
    let cell =
        json!({"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [], "source": ""});
    let empty = json!({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    server.write("n.ipynb", &empty.to_string());
    let kernel = open(&server, "n.ipynb")["kernel"]["id"].as_str().unwrap().to_string();
    let mut page = channels(&server, &kernel);
    let code = "import os, time\nprint('before', flush=True)\nwhile not os.path.exists('killed'): time.sleep(0.01)\n\
                print('meanwhile', flush=True)\nopen('said', 'w').close()";
    page.execute_cell("run", "a", code);
    assert_eq!(text(&page.until("run", "stream")), "before\n");
    drop(page);
    server.kill();
    server.write("killed", "");
    until("the cell ends without a server", || server.drive().join("said").exists());
    server.start_again();
    // What the kernel said before comes before the answer.
    let done = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": "1"})).json();
    assert_eq!(done["status"], "ok", "{done}");
    server.end();
    let notebook: Value = serde_json::from_str(&fs::read_to_string(server.drive().join("n.ipynb")).unwrap()).unwrap();
    let cell = &notebook["cells"][0];
    let lines: Vec<&str> = cell["outputs"][0]["text"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!((lines, &cell["execution_count"]), (vec!["before\n", "meanwhile\n"], &json!(1)));
    assert_eq!(cell["outputs"].as_array().unwrap().len(), 1);
}

#[test]
fn a_server_that_is_interrupted_twice_leaves_nothing_that_it_started() {
    let Some(mut server) = Server::with_kernels(&[]) else { return };
    let kernel = open(&server, "n.ipynb")["kernel"]["id"].as_str().unwrap().to_string();
    let mut page = channels(&server, &kernel);
    // It does not end when it is asked to.
    page.execute("run", "import os\nprint(os.getpid(), flush=True)\nwhile True: pass");
    let process: u32 = text(&page.until("run", "stream")).trim().parse().unwrap();
    server.signal_twice("INT");
    let is_there = |process: u32| Path::new(&format!("/proc/{process}")).exists();
    assert!(!is_there(process), "the kernel has ended before its server");
    assert_eq!(records(&server.state().join("runtimes")), Vec::<PathBuf>::new());
    until("nothing of it is left", || server.left().is_empty());
}

/// A server whose kernel does nothing, and never says so.
fn sleeping(arguments: &[&str]) -> Server {
    let all: Vec<&str> = ["--no-sandbox"].iter().chain(arguments).copied().collect();
    let server = Server::start(&all);
    server.add_kernel("python3", &json!({"argv": ["sleep", "600"], "display_name": "x", "language": "x"}));
    server
}

#[test]
fn limits_of_time_hold_without_a_server_and_nothing_is_left() {
    for limit in [["--idle-timeout", "3s"], ["--max-age", "3s"]] {
        let mut server = sleeping(&limit);
        open(&server, "n.ipynb");
        server.kill();
        assert_eq!((server.left().len(), records(&server.state().join("runtimes")).len()), (1, 1));
        until("the supervisor ends the kernel", || server.left().is_empty());
        until("its record is gone", || records(&server.state().join("runtimes")).is_empty());
        server.start_again();
        assert_eq!(server.get("api/sessions"), json!([]));
    }
}

#[test]
fn a_kernel_of_another_drive_or_of_a_record_that_others_read_is_not_taken_over() {
    let mut server = sleeping(&[]);
    let session = open(&server, "n.ipynb");
    let record = records(&server.state().join("runtimes")).remove(0);
    let text = fs::read_to_string(&record).unwrap();
    let own: Value = serde_json::from_str(&text).unwrap();
    let change = |field: &str, value: Value| {
        let mut changed = own.clone();
        changed[field] = value;
        (changed.to_string(), 0o600)
    };
    let kernels = |server: &mut Server, (text, mode): (String, u32)| {
        server.kill();
        fs::write(&record, text).unwrap();
        fs::set_permissions(&record, Permissions::from_mode(mode)).unwrap();
        server.start_again();
        server.get("api/sessions")
    };
    assert_eq!(kernels(&mut server, change("drive", "/elsewhere".into())), json!([]));
    assert_eq!(kernels(&mut server, change("is_private", true.into())), json!([]));
    assert_eq!(kernels(&mut server, (text.clone(), 0o640)), json!([]));
    let found = kernels(&mut server, (text.clone(), 0o600));
    assert_eq!((&found[0]["id"], &found[0]["kernel"]["id"]), (&session["id"], &session["kernel"]["id"]));
}

/// The supervisors that have these temporary files.
fn supervisors(server: &Server) -> Vec<String> {
    let folder = server.temporary().display().to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let is_one = |process: &PathBuf| {
        let read = |name: &str| fs::read_to_string(process.join(name)).unwrap_or_default();
        read("cmdline").contains("--labora-supervisor") && read("environ").contains(&folder)
    };
    processes.filter(is_one).map(|process| process.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

#[test]
fn what_a_dead_supervisor_leaves_is_removed_at_the_next_start() {
    let Some(mut server) = Server::sandboxed(&[]) else { return };
    let kernel = open(&server, "n.ipynb")["kernel"]["id"].as_str().unwrap().to_string();
    let leave = json!({"code": "import subprocess\nleft = subprocess.Popen(['sleep', '86397'])"});
    let left = server.call("POST", &format!("api/kernels/{kernel}/execute"), leave).json();
    assert_eq!(left["status"], "ok", "{left}");
    server.kill();
    let all = supervisors(&server);
    assert_eq!(all.len(), 1);
    assert!(Command::new("kill").args(["-KILL", &all[0]]).status().unwrap().success());
    until("its programs end with it", || !crate::sandbox::is_running("86397"));
    assert_eq!(server.left().len(), 2, "a folder, and the root of the machine");
    server.start_again();
    assert_eq!(server.get("api/kernels"), json!([]));
    assert_eq!((server.left(), records(&server.state().join("runtimes"))), (vec![], vec![]));
}

/// The control groups that a server has made, in all hierarchies.
fn groups(server: &Server) -> Vec<PathBuf> {
    fn below(folder: &Path, prefix: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(prefix) {
                found.push(entry.path());
            } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                below(&entry.path(), prefix, found);
            }
        }
    }
    let mut found = Vec::new();
    below(Path::new("/sys/fs/cgroup"), &format!("labora-{}-", server.process()), &mut found);
    found
}

#[test]
fn control_groups_of_a_terminal_of_a_killed_server_are_removed_at_the_next_start() {
    let Some(mut server) = Server::sandboxed(&[]) else { return };
    server.call("POST", "api/terminals", json!({}));
    let groups = groups(&server);
    if groups.is_empty() {
        return testkit::skip("no control group can be made");
    }
    let are_empty = || {
        let processes = groups.iter().map(|group| fs::read_to_string(group.join("cgroup.procs")).unwrap());
        processes.into_iter().all(|processes| processes.is_empty())
    };
    until("the terminal has begun", || !are_empty());
    server.kill();
    until("the terminal ends with its server", are_empty);
    server.start_again();
    let left: Vec<&PathBuf> = groups.iter().filter(|group| group.is_dir()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn kernels_of_people_go_on_unless_their_account_is_gone() {
    let people = [("ada", "student"), ("bob", "student")];
    let Some(mut server) = Server::class_with_kernels(&people, &["--network", "none"]) else { return };
    let start = |name: &str| {
        let request = json!({"path": "n.ipynb", "type": "notebook", "kernel": {"name": "python3"}});
        let person = server.person(name);
        let kernel = person.done("POST", "api/sessions", request)["kernel"]["id"].as_str().unwrap().to_string();
        person.done("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": "x = 6 * 7"}));
        kernel
    };
    let (of_ada, of_bob) = (start("ada"), start("bob"));
    let cookies = ["ada", "bob"].map(|name| {
        let person = server.person(name);
        (person.cookies.clone(), person.xsrf.clone())
    });
    server.kill();
    server.user(&["remove", "bob"], "");
    let address = server.host().to_string();
    server.start_again_at(&address);
    // Pages of before are still logged in.
    let [ada, bob] = cookies.map(|(cookies, xsrf)| {
        let server = &server;
        move |method: &str, path: &str, body: &str| {
            server.send(method, path, &[("cookie", &cookies), ("x-xsrftoken", &xsrf)], body)
        }
    });
    let done = ada("POST", &format!("api/kernels/{of_ada}/execute"), r#"{"code": "print(x)"}"#);
    assert_eq!(done.json()["outputs"][0]["text"], "42\n");
    assert_eq!(ada("GET", &format!("api/kernels/{of_bob}"), "").status, 404);
    assert_eq!(bob("GET", "api/kernels", "").status, 403);
    until("the kernel of a removed account ends", || records(&server.state().join("people/bob/runtimes")).is_empty());
    server.user(&["add", "bob"], &password_of("bob"));
    assert_eq!(server.person("bob").get("api/kernels"), json!([]));
    // It counts among those that she may have.
    let started = server.audit().iter().filter(|line| line["what"] == "start" && line["who"] == "ada").count();
    assert_eq!(started, 2, "once by each server");
}
