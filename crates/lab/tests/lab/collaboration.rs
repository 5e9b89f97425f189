//! Rooms of shared documents, with the real clients: pycrdt and JupyterLab's schema of documents.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Server, TOKEN};
use crate::sockets::Socket;

/// The time that everything gets.
const PATIENCE: Duration = Duration::from_secs(60);

/// A Python with pycrdt; `None`, after saying why, without one.
pub fn python() -> Option<PathBuf> {
    let pins = testkit::workspace_root().join("tests/python/collaboration.txt");
    let python = testkit::virtual_environment_from(&pins, 12);
    python.map_err(|reason| testkit::skip_without(testkit::Need::Jax, &reason)).ok()
}

/// A client program that obeys lines and answers with lines of JSON.
pub struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    pub fn start(python: &Path, arguments: &[&str]) -> Client {
        let script = testkit::workspace_root().join("crates/lab/tests/python/collaboration.py");
        let mut command = Command::new(python);
        let command = command.arg(script).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Client { child, input, output: BufReader::new(output) }
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"))
    }

    pub fn ask(&mut self, line: &str) -> Value {
        self.tell(line);
        self.answer()
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A notebook as jupyter_ydoc has it: texts are joined, and nothing is said about trust.
fn plain(mut notebook: Value) -> Value {
    for cell in notebook["cells"].as_array_mut().unwrap() {
        let join = |value: &mut Value| {
            if let Some(lines) = value.as_array() {
                *value = lines.iter().map(|line| line.as_str().unwrap()).collect::<String>().into();
            }
        };
        join(&mut cell["source"]);
        cell["metadata"].as_object_mut().unwrap().shift_remove("trusted");
        for output in cell["outputs"].as_array_mut().into_iter().flatten() {
            join(&mut output["text"]);
        }
    }
    notebook
}

fn on_disk(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// Waits until something holds.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub fn cell(id: &str, source: &str) -> Value {
    json!({"cell_type": "code", "execution_count": null, "id": id, "metadata": {}, "outputs": [], "source": source})
}

pub fn notebook(cells: &[Value]) -> Value {
    json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
}

/// The session of a notebook: its room and its session's id.
fn session(server: &Server, path: &str) -> (String, String) {
    let answer =
        server.call("PUT", &format!("api/collaboration/session/{path}"), json!({"format": "json", "type": "notebook"}));
    assert!(matches!(answer.status, 200 | 201), "{}", answer.text);
    let answer = answer.json();
    let text = |name: &str| answer[name].as_str().unwrap().to_string();
    (format!("{}:{}:{}", text("format"), text("type"), text("fileId")), text("sessionId"))
}

fn enter(server: &Server, path: &str) -> Socket {
    let (room, session) = session(server, path);
    Socket::open(server, &format!("api/collaboration/room/{room}?sessionId={session}"))
}

#[test]
fn two_clients_edit_one_notebook_a_thousand_times_each() {
    let Some(python) = python() else { return };
    let server = Server::start(&[]);
    let cells: Vec<Value> = (0..8).map(|number| cell(&format!("first-{number}"), "x = 'é'\n")).collect();
    server.write("shared/a b.ipynb", &notebook(&cells).to_string());
    let mut client = Client::start(&python, &["edit", &server.url, TOKEN, "shared/a b.ipynb", "1000", "1"]);
    let agreed = client.answer();
    let content = plain(agreed["content"].clone());
    let mut ids: Vec<&str> =
        content["cells"].as_array().unwrap().iter().map(|cell| cell["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(json!(ids), agreed["ids"], "no cell is lost or doubled");
    let file = server.drive().join("shared/a b.ipynb");
    wait_until("the file is what jupyter_ydoc has", || plain(on_disk(&file)) == content);
    client.tell("");
    // The notebook that others read is the same one.
    assert_eq!(plain(server.get("api/contents/shared/a%20b.ipynb")["content"].clone()), content);
}

/// Kills a server while a client types, and starts it again, some times.
fn kill_while_typing(kills: usize) {
    let Some(python) = python() else { return };
    let mut server = Server::start(&[]);
    server.write("a.ipynb", &notebook(&[cell("one", "")]).to_string());
    let file = server.drive().join("a.ipynb");
    let mut client = Client::start(&python, &["type", TOKEN, "a.ipynb"]);
    client.ask(&format!("connect {}", server.url));
    let numbers = |source: &str| source.lines().map(|line| line.parse::<usize>().unwrap()).collect::<Vec<_>>();
    let source_on_disk = || numbers(plain(on_disk(&file))["cells"][0]["source"].as_str().unwrap());
    for kill in 0..kills {
        let before = source_on_disk().len();
        client.tell("type 500");
        wait_until("something is saved", || source_on_disk().len() > before);
        // At another moment of saving each time.
        std::thread::sleep(Duration::from_millis(137 * kill as u64 % 700));
        server.kill();
        let saved = source_on_disk();
        assert_eq!(saved, (0..saved.len()).collect::<Vec<_>>(), "what is saved is whole");
        let typed = client.answer()["typed"].as_u64().unwrap() as usize;
        server.start_again();
        // A page that was not there before sees what was saved; the one that typed still has all.
        let mut other = Client::start(&python, &["type", TOKEN, "a.ipynb"]);
        other.ask(&format!("connect {}", server.url));
        let seen = numbers(other.ask("content")["source"].as_str().unwrap());
        assert!(seen.len() >= saved.len() && seen == (0..seen.len()).collect::<Vec<_>>(), "{seen:?}");
        client.ask(&format!("connect {}", server.url));
        wait_until("all is there once", || {
            numbers(other.ask("content")["source"].as_str().unwrap()) == (0..typed).collect::<Vec<_>>()
        });
        wait_until("all is saved", || source_on_disk().len() == typed);
    }
}

#[test]
fn a_killed_server_loses_nothing_that_a_page_still_has() {
    kill_while_typing(3);
}

#[test]
#[ignore = "minutes: cargo test -p labora-lab --test lab twenty_kills -- --ignored"]
fn twenty_kills_lose_nothing_that_a_page_still_has() {
    kill_while_typing(20);
}

#[test]
fn changes_by_others_are_merged_with_what_is_not_saved_yet() {
    let Some(python) = python() else { return };
    let server = Server::start(&[]);
    // An order of keys and an indent of its own.
    let text = "{\n    \"nbformat\": 4, \"nbformat_minor\": 5,\n    \"metadata\": {},\n    \"cells\": [\n        \
                {\"source\": \"a\\n\", \"id\": \"one\", \"cell_type\": \"raw\", \"metadata\": {}},\n        \
                {\"source\": \"b\", \"id\": \"two\", \"cell_type\": \"raw\", \"metadata\": {}}\n    ]\n}";
    server.write("a.ipynb", text);
    let file = server.drive().join("a.ipynb");
    let mut client = Client::start(&python, &["type", TOKEN, "a.ipynb"]);
    client.ask(&format!("connect {}", server.url));
    client.ask("type 2");
    wait_until("it is saved", || plain(on_disk(&file))["cells"][0]["source"] == "a\n0\n1\n");
    let saved = std::fs::read_to_string(&file).unwrap();
    let untouched = "{\"source\": \"b\", \"id\": \"two\", \"cell_type\": \"raw\", \"metadata\": {}}";
    assert!(saved.contains(untouched), "a cell that nobody touched keeps its bytes: {saved}");
    // Somebody else adds a line at the beginning while the client adds some at the end.
    let mut changed = on_disk(&file);
    changed["cells"][0]["source"] = "new\na\n0\n1\n".into();
    client.tell("type 200");
    std::fs::write(&file, changed.to_string()).unwrap();
    client.answer();
    let all: String = (0..202).map(|number| format!("{number}\n")).collect();
    let expected = format!("new\na\n{all}");
    wait_until("both are there", || client.ask("content")["source"] == expected.as_str());
    wait_until("both are saved", || plain(on_disk(&file))["cells"][0]["source"] == expected.as_str());
}

#[test]
fn a_renamed_file_keeps_its_room_and_a_deleted_one_closes_it() {
    let server = Server::start(&[]);
    server.write("d/a.ipynb", &notebook(&[cell("one", "")]).to_string());
    let (room, _) = session(&server, "d%2Fa.ipynb");
    let mut socket = enter(&server, "d/a.ipynb");
    assert_eq!(socket.next_bytes().unwrap()[..2], [0, 0], "the server asks what the client has");
    assert_eq!(server.call("PATCH", "api/contents/d", json!({"path": "e"})).status, 200);
    assert_eq!(session(&server, "e/a.ipynb").0, room);
    let told = socket.next_bytes().unwrap();
    assert!(String::from_utf8_lossy(&told).contains("e/a.ipynb"), "pages hear of the new path");
    socket.send_bytes(&[2, 4, b's', b'a', b'v', b'e', 5]);
    let answer = loop {
        let bytes = socket.next_bytes().unwrap();
        if bytes[0] == 2 {
            break serde_json::from_slice::<Value>(&bytes[2..]).unwrap();
        }
    };
    assert_eq!(answer, json!({"type": "save", "responseTo": 5, "status": "success"}));
    assert!(!server.drive().join("d").exists());
    assert_eq!(server.call("DELETE", "api/contents/e/a.ipynb", Value::Null).status, 204);
    let (code, reason) = loop {
        if let Err(closed) = socket.next_bytes() {
            break closed;
        }
    };
    assert!(code == 1003 && reason.contains("was deleted"), "{code} {reason}");
    assert!(!server.drive().join("e/a.ipynb").exists());
    let gone = server.call("PUT", "api/collaboration/session/e/a.ipynb", json!({"format": "json", "type": "notebook"}));
    assert_eq!(gone.status, 404);
}

#[test]
fn who_does_not_fit_is_refused_with_the_codes_of_jupyter() {
    let server = Server::start(&[]);
    server.write("a.ipynb", &notebook(&[cell("one", "")]).to_string());
    server.write("b.bin", "no notebook");
    let (room, id) = session(&server, "a.ipynb");
    let path = |room: &str, id: &str| format!("api/collaboration/room/{room}?sessionId={id}");
    let refused = |room: &str, id: &str| Socket::open(&server, &path(room, id)).next_bytes().expect_err(room);
    let (code, reason) = refused(&room, "0");
    let reason: Value = serde_json::from_str(&reason).unwrap();
    assert_eq!(reason, json!({"reason": "unknown_session", "sessionId": "0", "reloadable": true}));
    assert_eq!(code, 1003);
    assert_eq!(refused("json:notebook:none", &id).0, 1003);
    assert_eq!(refused("base64:file:none", &id).0, 4400);
    assert_eq!(refused("none", &id).0, 4400);
    let (binary, _) = session(&server, "b.bin");
    assert_eq!(refused(&binary, &id).0, 4400);
    // As for all WebSockets: no token, or another page's.
    assert_eq!(Socket::open_with(&server, &path(&room, &id), &[]).err(), Some(403));
    let foreign = [("authorization", &*format!("token {TOKEN}")), ("origin", "http://evil.example")];
    assert_eq!(Socket::open_with(&server, &path(&room, &id), &foreign).err(), Some(403));
    let unnamed = server.call("PUT", "api/collaboration/session/a.ipynb", json!({}));
    assert_eq!(unnamed.status, 400);
    assert_eq!(
        server.call("PUT", "api/collaboration/session/.x", json!({"format": "text", "type": "file"})).status,
        404
    );
    assert_eq!(server.get("api/status")["kernels"], 0, "the server goes on");
}

#[test]
fn malformed_messages_end_their_connection_and_no_other() {
    let server = Server::start(&[]);
    server.write("a.ipynb", &notebook(&[cell("one", "")]).to_string());
    let mut good = enter(&server, "a.ipynb");
    good.next_bytes().unwrap();
    for bad in [&[][..], &[0], &[0, 2, 3, 9, 9, 9], &[0, 0, 5, 1, 2, 3, 4, 5], &[1, 3, 200, 200, 200], &[0, 9, 0]] {
        let mut socket = enter(&server, "a.ipynb");
        socket.next_bytes().unwrap();
        socket.send_bytes(bad);
        let (code, reason) = socket.next_bytes().unwrap_err();
        assert!(code == 1003 && reason.contains("malformed"), "{bad:?}: {code} {reason}");
    }
    // What is a chat's elsewhere is not passed on, and not refused.
    good.send_bytes(&[125, 1, 2]);
    good.send_bytes(&[0, 0, 1, 0]);
    let content = good.next_bytes().unwrap();
    assert_eq!(content[..2], [0, 1]);
    assert!(String::from_utf8_lossy(&content).contains("execution_count"));
}

#[test]
fn users_see_each_other_until_they_go() {
    let server = Server::start(&[]);
    let room = "api/collaboration/room/JupyterLab:globalAwareness";
    let (mut first, mut second) = (Socket::open(&server, room), Socket::open(&server, room));
    let state =
        |clock: u8, json: &str| [&[1, json.len() as u8 + 4, 1, 7, clock, json.len() as u8], json.as_bytes()].concat();
    for socket in [&mut first, &mut second] {
        assert_eq!(socket.next_bytes().unwrap(), [0, 0, 1, 0]);
    }
    first.send_bytes(&state(1, r#"{"user":"a"}"#));
    for socket in [&mut first, &mut second] {
        assert_eq!(socket.next_bytes().unwrap(), state(1, r#"{"user":"a"}"#), "its own page hears it, too");
    }
    let mut third = Socket::open(&server, room);
    assert_eq!(third.next_bytes().unwrap(), [0, 0, 1, 0]);
    assert_eq!(third.next_bytes().unwrap(), state(1, r#"{"user":"a"}"#), "who comes later sees who is there");
    drop(first);
    assert_eq!(second.next_bytes().unwrap(), state(2, "null"), "who goes is gone at once");
}

/// A notebook with a cell, open in a client that is connected.
fn opened(server: &Server, python: &Path) -> (PathBuf, Client) {
    server.write("a.ipynb", &notebook(&[cell("one", "first\n")]).to_string());
    let mut client = Client::start(python, &["type", TOKEN, "a.ipynb"]);
    client.ask(&format!("connect {}", server.url));
    (server.drive().join("a.ipynb"), client)
}

#[test]
fn a_page_whose_file_was_deleted_saves_it_with_each_text_once() {
    let Some(python) = python() else { return };
    let server = Server::start(&[]);
    let (file, mut client) = opened(&server, &python);
    std::fs::remove_file(&file).unwrap();
    client.ask("type 2");
    let source = client.ask("content")["source"].as_str().unwrap().to_string();
    assert_eq!(source, "first\n0\n1\n");
    // JupyterLab sends the content, if there is no file, not only its wish to save.
    let model = json!({"type": "notebook", "format": "json", "content": notebook(&[cell("one", &source)])});
    let token = format!("token {TOKEN}");
    let headers = [("authorization", token.as_str()), ("x-xsrftoken", "of a page")];
    let saved = server.send("PUT", "api/contents/a.ipynb", &headers, &model.to_string());
    assert!(matches!(saved.status, 200 | 201), "{}", saved.text);
    client.ask("type 1");
    wait_until("it is saved", || plain(on_disk(&file))["cells"][0]["source"] == "first\n0\n1\n2\n");
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(client.ask("content")["source"], "first\n0\n1\n2\n");
    assert_eq!(plain(on_disk(&file))["cells"][0]["source"], "first\n0\n1\n2\n");
}

#[test]
fn what_is_typed_is_saved_though_another_program_broke_the_file_and_pages_hear_of_it() {
    let Some(python) = python() else { return };
    let server = Server::start(&[]);
    let (file, mut client) = opened(&server, &python);
    let mut page = enter(&server, "a.ipynb");
    let broken = "{\"cells\": [";
    std::fs::write(&file, broken).unwrap();
    client.ask("type 2");
    while !String::from_utf8_lossy(&page.next_bytes().unwrap()).contains("Unreadable Notebook: a.ipynb") {}
    let is_saved = || {
        let content = std::fs::read(&file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        content.is_some_and(|content| plain(content)["cells"][0]["source"] == "first\n0\n1\n")
    };
    wait_until("it is saved", is_saved);
    assert_eq!(std::fs::read_to_string(server.drive().join("a-unreadable.ipynb")).unwrap(), broken);
}

/// Lets pages, a server and a kernel go through `steps` by chance.
fn walk(steps: u32, seed: u32) {
    let (Some(python), Some(image)) = (python(), crate::common::image()) else { return };
    let script = testkit::workspace_root().join("crates/lab/tests/python/truth.py");
    let mut command = Command::new(python);
    let command = command.arg(script).arg(crate::common::LAB).arg(image).args([steps.to_string(), seed.to_string()]);
    assert!(command.status().unwrap().success(), "{steps} steps of seed {seed}");
}

#[test]
fn pages_file_and_kernel_have_one_truth_whatever_fails() {
    walk(120, 1);
}

#[test]
#[ignore = "minutes: cargo test --workspace --features labora/worker --test lab thousands -- --ignored"]
fn the_same_for_thousands_of_steps() {
    (2..6).for_each(|seed| walk(1000, seed));
}
