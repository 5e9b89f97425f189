//! People with accounts: logins, sessions, quotas, and the folder that they share.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Person, Server, form_text, password_of};

/// A kernel that does nothing.
pub fn sleeping_kernel(server: &Server) {
    server.add_kernel("python3", &json!({"argv": ["sleep", "600"], "display_name": "x", "language": "x"}));
}

/// Opens a session; returns the number of its kernel.
pub fn open(person: &Person, path: &str) -> String {
    let request = json!({"path": path, "type": "notebook", "kernel": {"name": "python3"}});
    person.done("POST", "api/sessions", request)["kernel"]["id"].as_str().unwrap().to_string()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
#[ignore = "half a minute: cargo test --workspace --features labora/worker --test lab writes_too_much -- --ignored"]
fn runtimes_of_whoever_writes_too_much_end_after_a_warning() {
    let Some(server) = Server::class(&[("ada", "student"), ("bob", "student")], &[]) else { return };
    sleeping_kernel(&server);
    server.user(&["limit", "--role", "student", "--home", "1"], "");
    let (ada, bob) = (server.person("ada"), server.person("bob"));
    open(&ada, "n.ipynb");
    open(&bob, "n.ipynb");
    let mut events = ada.socket("api/events/subscribe").unwrap();
    std::fs::write(server.drive().join("home/ada/large"), vec![1; 2 << 20]).unwrap();
    let warning = events.next()["text"].as_str().unwrap_or_default().to_string();
    assert!(warning.contains("of at most 1 MiB") && warning.contains("half a minute"), "{warning}");
    assert_eq!(ada.get("api/kernels").as_array().unwrap().len(), 1);
    let end = events.next()["text"].as_str().unwrap_or_default().to_string();
    assert!(end.contains("runtimes were ended"), "{end}");
    assert_eq!(ada.get("api/kernels"), json!([]));
    assert_eq!(bob.get("api/kernels").as_array().unwrap().len(), 1);
    let noted = server.audit().into_iter().filter(|line| line["limit"] == "home" && line["who"] == "ada").count();
    assert_eq!(noted, 2);
}

#[test]
fn people_log_in_with_their_names_and_passwords_and_nothing_else() {
    let Some(server) = Server::class(&[("ada", "student"), ("tess", "teacher")], &[]) else { return };
    let page = server.send("GET", "login", &[], "");
    assert!(page.text.contains("name=\"name\"") && page.text.contains("name=\"password\""), "{}", page.text);
    let wrong = server.log_in("ada", "wrong");
    let unknown = server.log_in("eve", &password_of("ada"));
    assert_eq!((wrong.status, unknown.status), (401, 401));
    assert_eq!(wrong.text, unknown.text, "nothing says which names there are");
    let ada = server.log_in("ada", &password_of("ada"));
    let set = format!("{:?}", ada.headers.get_all("set-cookie").iter().collect::<Vec<_>>());
    assert_eq!((set.matches("SameSite=Strict").count(), set.matches("HttpOnly").count()), (2, 1), "{set}");
    assert!(!set.contains("Secure"), "the connection is not encrypted: {set}");
    let (ada, again) = (server.person("ada"), server.person("ada"));
    assert_ne!(ada.cookies, again.cookies, "each login makes a new cookie");
    assert_eq!(ada.get("api/me")["identity"]["username"], "ada");
    let planted = ada.cookies.split("; _xsrf").next().unwrap();
    assert_eq!(server.send("POST", "api/contents", &[("cookie", planted)], "{}").status, 403, "no XSRF token");
    let token = format!("token {}", crate::common::TOKEN);
    assert_eq!(server.send("GET", "api/status", &[("authorization", &token)], "").status, 403, "there is no token");
    assert_eq!(ada.call("POST", "logout", Value::Null).status, 303);
    assert_eq!(ada.call("GET", "api/status", Value::Null).status, 403, "the session ended");
    assert_eq!(again.call("GET", "api/status", Value::Null).status, 200);
    let audit = server.audit();
    let lines = |what: &str, who: Value| audit.iter().filter(|l| l["what"] == what && l["who"] == who).count();
    assert_eq!((lines("login failed", "ada".into()), lines("login failed", Value::Null)), (1, 1), "{audit:?}");
    assert_eq!((lines("login", "ada".into()), lines("logout", "ada".into())), (3, 1), "{audit:?}");
    assert!(audit.iter().all(|line| line["address"] == "127.0.0.1" && line["time"].is_string()), "{audit:?}");
    let text = format!("{audit:?}");
    assert!(!text.contains("eve") && !text.contains("wrong") && !text.contains("password of"), "{text}");
}

#[test]
fn guesses_have_to_wait() {
    let Some(server) = Server::class(&[("ada", "student"), ("bob", "student")], &[]) else { return };
    for _ in 0..10 {
        assert_eq!(server.log_in("ada", "guess").status, 401);
    }
    let refused = server.log_in("ada", &password_of("ada"));
    assert_eq!(refused.status, 429, "the right one, too: else guessing would go on");
    assert!(refused.text.contains("Too many failed logins: wait 5 min"), "{}", refused.text);
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=300).contains(&wait), "{wait}");
    server.person("bob");
}

#[test]
fn sessions_and_sockets_end_with_the_password_or_the_account() {
    let people = [("ada", "student"), ("bob", "student"), ("tess", "teacher")];
    let Some(server) = Server::class(&people, &[]) else { return };
    sleeping_kernel(&server);
    let (ada, bob, tess) = (server.person("ada"), server.person("bob"), server.person("tess"));
    let mut sockets = [ada.socket("api/events/subscribe").unwrap(), bob.socket("api/events/subscribe").unwrap()];
    open(&bob, "n.ipynb");
    server.user(&["password", "ada"], "another password");
    server.user(&["remove", "bob"], "");
    // Each would wait for ever if its connection stayed open.
    sockets.iter_mut().for_each(|socket| socket.read_to_end());
    for person in [&ada, &bob] {
        assert_eq!(person.call("GET", "api/status", Value::Null).status, 403);
    }
    assert_eq!(server.log_in("ada", &password_of("ada")).status, 401);
    assert_eq!(server.log_in("ada", "another password").status, 303);
    assert_eq!(server.log_in("bob", &password_of("bob")).status, 401);
    let stops = || server.audit().iter().filter(|line| line["what"] == "stop" && line["who"] == "bob").count();
    until("the kernel of an account that is gone ends", || stops() == 1);
    assert_eq!(tess.call("GET", "api/status", Value::Null).status, 200);
}

#[test]
fn somebody_changes_their_own_password_and_all_of_their_sessions_end() {
    let Some(server) = Server::class(&[("ada", "student"), ("bob", "student")], &[]) else { return };
    let (ada, again, bob) = (server.person("ada"), server.person("ada"), server.person("bob"));
    let page = ada.call("GET", "password", Value::Null);
    let action = page.text.split("action=\"/").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(action, format!("password?_xsrf={}", ada.xsrf), "{}", page.text);
    // As a browser sends the form: the XSRF token is in its address alone.
    let send = |address: &str, present: &str, new: &str, second: &str| {
        let form = format!("password={}&new={}&again={}", form_text(present), form_text(new), form_text(second));
        server.send("POST", address, &[("cookie", &ada.cookies)], &form)
    };
    let own = password_of("ada");
    for (address, present, new, second, status, said) in [
        ("password", &*own, "a new password", "a new password", 403, "_xsrf"),
        (action, &own, "a new password", "another one", 400, "differ"),
        (action, &own, "short", "short", 400, "8 characters"),
        (action, "wrong", "a new password", "a new password", 403, "The present password is another."),
    ] {
        let refused = send(address, present, new, second);
        assert!(refused.status == status && refused.text.contains(said), "{}: {}", refused.status, refused.text);
    }
    let mut socket = again.socket("api/events/subscribe").unwrap();
    let changed = send(action, &own, "a new password & +50%", "a new password & +50%");
    assert!(changed.status == 200 && changed.text.contains("was changed"), "{}", changed.text);
    socket.read_to_end();
    for session in [&ada, &again] {
        assert_eq!(session.call("GET", "api/status", Value::Null).status, 403);
    }
    assert_eq!(bob.call("GET", "api/status", Value::Null).status, 200);
    assert_eq!(server.log_in("ada", &own).status, 401);
    assert_eq!(server.log_in("ada", "a new password & +50%").status, 303);
    let audit = server.audit();
    let of_ada: Vec<&str> = audit.iter().filter(|l| l["who"] == "ada").filter_map(|l| l["what"].as_str()).collect();
    assert_eq!(of_ada, ["login", "login", "password failed", "password", "login failed", "login"]);
    assert!(!format!("{audit:?}").contains("new password"), "{audit:?}");
    assert_eq!(Server::start(&[]).call("GET", "password", Value::Null).status, 404, "a token is no password");
}

#[test]
fn a_folder_has_as_many_bytes_as_the_quota_says() {
    let Some(server) = Server::class(&[("ada", "student")], &[]) else { return };
    sleeping_kernel(&server);
    server.user(&["limit", "ada", "--home", "1"], "");
    let ada = server.person("ada");
    let text = |kib: usize| "x".repeat(kib << 10);
    let save = |name: &str, kib: usize, chunk: Value| {
        let mut model = json!({"type": "file", "format": "text", "content": text(kib)});
        model["chunk"] = chunk;
        ada.call("PUT", &format!("api/contents/{name}"), model)
    };
    assert_eq!(save("a.txt", 700, Value::Null).status, 201);
    let refused = save("b.txt", 700, Value::Null);
    assert_eq!(refused.status, 507, "{}", refused.text);
    assert!(refused.text.contains("at most 1 MiB") && refused.text.contains("delete files"), "{}", refused.text);
    for (kib, chunk, status) in [(100, 1, 201), (100, 2, 201), (700, 3, 507), (1, -1, 404)] {
        assert_eq!(save("c.txt", kib, chunk.into()).status, status, "chunk {chunk} of a large file");
    }
    let mut left: Vec<_> =
        std::fs::read_dir(server.drive().join("home/ada")).unwrap().map(|e| e.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.txt", "shared"], "nothing is left of the upload");
    assert_eq!(ada.call("POST", "api/contents", json!({"copy_from": "a.txt"})).status, 507);
    open(&ada, "n.ipynb");
    std::fs::write(server.drive().join("home/ada/of_a_program"), vec![1; 2 << 20]).unwrap();
    assert_eq!(save("d.txt", 400, Value::Null).status, 507, "what runtimes write counts");
    assert_eq!(ada.call("POST", "api/kernels", json!({})).status, 507, "and keeps others from starting");
    for name in ["a.txt", "of_a_program"] {
        assert_eq!(ada.call("DELETE", &format!("api/contents/{name}"), Value::Null).status, 204);
    }
    assert_eq!(save("b.txt", 700, Value::Null).status, 201);
}

#[test]
fn a_folder_that_somebody_removed_is_made_again() {
    let people = [("ada", "student"), ("tess", "teacher")];
    let Some(server) = Server::class(&people, &[]) else { return };
    sleeping_kernel(&server);
    let (ada, tess) = (server.person("ada"), server.person("tess"));
    let file = json!({"type": "file", "format": "text", "content": "text"});
    for folder in ["home/ada", "shared", "home/ada"] {
        ada.done("PUT", "api/contents/a.txt", file.clone());
        std::fs::remove_dir_all(server.drive().join(folder)).unwrap();
        open(&ada, "n.ipynb");
        ada.done("PUT", "api/contents/b.txt", file.clone());
        assert_eq!(std::fs::read_to_string(server.drive().join("home/ada/b.txt")).unwrap(), "text");
        tess.done("PUT", "api/contents/shared/task.txt", file.clone());
        assert_eq!(ada.get("api/contents/shared/task.txt")["content"], "text", "{folder}");
    }
}

#[test]
fn a_person_has_as_many_runtimes_as_the_quota_says() {
    let Some(server) = Server::class(&[("ada", "student"), ("bob", "student")], &[]) else { return };
    sleeping_kernel(&server);
    server.user(&["limit", "--role", "student", "--runtimes", "2"], "");
    server.user(&["limit", "bob", "--runtimes", "1"], "");
    let (ada, bob) = (server.person("ada"), server.person("bob"));
    for (person, max) in [(&ada, 2), (&bob, 1)] {
        let kernel = open(person, "n.ipynb");
        if max == 2 {
            person.done("POST", "api/terminals", json!({}));
        }
        let refused = person.call("POST", "api/kernels", json!({}));
        assert_eq!(refused.status, 429, "{}", refused.text);
        assert!(refused.text.contains(&format!("{max} runtimes are in use")), "{}", refused.text);
        person.done("DELETE", &format!("api/kernels/{kernel}"), Value::Null);
        open(person, "n.ipynb");
    }
}

#[test]
fn the_shared_folder_is_read_by_all_and_written_by_teachers() {
    let people = [("ada", "student"), ("tess", "teacher")];
    let Some(server) = Server::class_with_kernels(&people, &["--network", "none"]) else { return };
    server.user(&["limit", "ada", "--memory", "1024", "--disk", "64"], "");
    let (ada, tess) = (server.person("ada"), server.person("tess"));
    let task = json!({"type": "file", "format": "text", "content": "task"});
    tess.done("PUT", "api/contents/shared/task.txt", task.clone());
    tess.done("PUT", "api/contents/mine.txt", task.clone());
    assert_eq!(ada.get("api/contents/shared/task.txt")["content"], "task");
    assert_eq!(ada.get("api/contents/shared")["writable"], false);
    assert_eq!(ada.call("GET", "api/contents/mine.txt", Value::Null).status, 404);
    for (method, path, body) in [
        ("PUT", "api/contents/shared/task.txt", task.clone()),
        ("DELETE", "api/contents/shared/task.txt", Value::Null),
        ("DELETE", "api/contents/shared", Value::Null),
        ("PATCH", "api/contents/shared/task.txt", json!({"path": "task.txt"})),
        ("POST", "api/contents/shared", json!({"type": "file"})),
        ("POST", "api/contents/shared/task.txt/checkpoints", Value::Null),
    ] {
        let refused = ada.call(method, path, body);
        assert_eq!(refused.status, 403, "{method} {path}: {}", refused.text);
    }
    ada.done("POST", "api/contents", json!({"copy_from": "shared/task.txt"}));
    let kernel = open(&ada, "shared/n.ipynb");
    let run = |code: &str| {
        let done = ada.done("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code}));
        done["outputs"][0]["text"].as_str().or(done["outputs"][0]["ename"].as_str()).unwrap().trim().to_string()
    };
    assert_eq!(run("import os\nprint(os.getcwd(), open('task.txt').read())"), "/content/shared task");
    assert_eq!(run("print(sorted(n for n in os.listdir('/content') if n[0] != '.'))"), "['shared', 'task.txt']");
    assert_eq!(run("open('new.txt', 'w')"), "OSError");
    assert_eq!(run("os.rename('/content/shared', '/content/other')"), "OSError", "it is a mount");
    let home = server.drive().join("home/tess/mine.txt").display().to_string();
    assert_eq!(run(&format!("open({home:?})")), "FileNotFoundError");
    let usage = ada.get(&format!("api/labora/runtimes/{kernel}"));
    assert_eq!(usage["disk"]["limit"], 64 << 20, "{usage}");
}

/// An update of Yjs: the client `number` inserts a text of two letters into the document's empty root
/// `source`.
pub fn insertion(number: u8, text: &str) -> Vec<u8> {
    let head = [1, 1, number, 0, 4, 1, 6];
    let update = [&head[..], b"source", &[2], text.as_bytes(), &[0]].concat();
    [&[0, 2, update.len() as u8][..], &update].concat()
}

/// Asks a room to save; returns what it says, after all that was sent before was read.
pub fn saved(socket: &mut crate::sockets::Socket) -> Value {
    socket.send_bytes(&[2, 4, b's', b'a', b'v', b'e', 5]);
    loop {
        let bytes = socket.next_bytes().unwrap();
        if bytes[0] == 2 {
            return serde_json::from_slice::<Value>(&bytes[2..]).unwrap()["status"].clone();
        }
    }
}

/// Enters a room: once the server asks what this client has, changes of others reach it.
pub fn enter(person: &Person, room: &str) -> crate::sockets::Socket {
    let mut socket = person.socket(room).unwrap();
    assert_eq!(socket.next_bytes().unwrap()[..2], [0, 0]);
    socket
}

#[test]
fn people_meet_in_the_shared_folder_where_teachers_write() {
    let people = [("ada", "student"), ("tess", "teacher"), ("tom", "teacher")];
    let Some(server) = Server::class(&people, &[]) else { return };
    let [ada, tess, tom] = ["ada", "tess", "tom"].map(|name| server.person(name));
    let file = json!({"type": "file", "format": "text", "content": ""});
    for path in ["shared/n.txt", "own.txt"] {
        tess.done("PUT", &format!("api/contents/{path}"), file.clone());
    }
    ada.done("PUT", "api/contents/own.txt", file);
    let session = |person: &Person, path: &str| {
        let asked = json!({"format": "text", "type": "file"});
        let session = person.done("PUT", &format!("api/collaboration/session/{path}"), asked);
        let text = |name: &str| session[name].as_str().unwrap().to_string();
        format!("api/collaboration/room/text:file:{}?sessionId={}", text("fileId"), text("sessionId"))
    };
    let room = session(&tess, "shared/n.txt");
    assert!(session(&ada, "shared/n.txt") == room && session(&tom, "shared/n.txt") == room);
    assert_ne!(session(&ada, "own.txt"), session(&tess, "own.txt"));
    let [mut of_ada, mut of_tess, mut of_tom] = [&ada, &tess, &tom].map(|person| enter(person, &room));
    let sees = |socket: &mut crate::sockets::Socket, text: &str| {
        while !String::from_utf8_lossy(&socket.next_bytes().unwrap()).contains(text) {}
    };
    of_tess.send_bytes(&insertion(7, "hi"));
    sees(&mut of_ada, "hi");
    sees(&mut of_tom, "hi");
    of_ada.send_bytes(&insertion(8, "no"));
    assert_eq!(saved(&mut of_ada), "failed");
    of_tom.send_bytes(&insertion(9, "ok"));
    sees(&mut of_tess, "ok");
    assert_eq!(saved(&mut of_tess), "success");
    let text = std::fs::read_to_string(server.drive().join("shared/n.txt")).unwrap();
    assert!(text.len() == 4 && text.contains("hi") && text.contains("ok"), "{text}");
    // A student who may not delete it closes no room.
    assert_eq!(ada.call("DELETE", "api/contents/shared/n.txt", Value::Null).status, 403);
    assert_eq!(saved(&mut of_tess), "success");
    tess.done("PATCH", "api/contents/shared/n.txt", json!({"path": "shared/m.txt"}));
    sees(&mut of_ada, "shared/m.txt");
    tess.done("DELETE", "api/contents/shared/m.txt", Value::Null);
    let end = loop {
        if let Err((code, _)) = of_ada.next_bytes() {
            break code;
        }
    };
    assert_eq!(end, 1003);
}
