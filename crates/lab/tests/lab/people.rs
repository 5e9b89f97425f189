//! People with accounts: logins, sessions, quotas, and the folder that they share.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Person, Server, password_of};

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
