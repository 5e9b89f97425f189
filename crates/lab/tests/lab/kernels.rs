//! Stock ipykernel behind the server.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Server, TOKEN};
use crate::sockets::{Socket, text};

/// Starts a kernel; returns its number.
fn start(server: &Server) -> String {
    let answer = server.call("POST", "api/kernels", json!({"name": "python3"}));
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().to_string()
}

fn channels(server: &Server, kernel: &str) -> Socket {
    Socket::open(server, &format!("api/kernels/{kernel}/channels?session_id=test"))
}

#[test]
fn code_runs_asks_is_interrupted_and_restarted() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let kernel = start(&server);
    let mut socket = channels(&server, &kernel);
    socket.execute("one", "import os; x = 6 * 7; print(x, os.environ.get('LABORA_LAB_TOKEN'))");
    assert_eq!(text(&socket.done("one")), "42 None\n", "and no secret in the environment");
    socket.execute("ask", "print('got', input('name? '))");
    assert_eq!(socket.until("ask", "input_request").last().unwrap()["content"]["prompt"], "name? ");
    socket.request("answer", "stdin", "input_reply", json!({"value": "Ada"}));
    assert!(text(&socket.done("ask")).contains("got Ada"));
    socket.execute("long", "import time\nprint('begun', flush=True)\ntime.sleep(600)");
    socket.until("long", "stream");
    // The page asks for this of a notebook that comes to the front.
    socket.request("info", "control", "kernel_info_request", json!({}));
    while socket.until("info", "status").last().unwrap()["content"]["execution_state"] != "idle" {}
    assert_eq!(server.get(&format!("api/kernels/{kernel}"))["execution_state"], "busy", "the code runs on");
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/interrupt"), Value::Null).status, 204);
    assert_eq!(socket.until("long", "execute_reply").last().unwrap()["content"]["ename"], "KeyboardInterrupt");
    let restarted = server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null);
    assert_eq!((restarted.status, restarted.json()["id"].as_str()), (200, Some(kernel.as_str())));
    socket.execute("gone", "x");
    assert_eq!(socket.until("gone", "execute_reply").last().unwrap()["content"]["ename"], "NameError");
    assert_eq!(server.call("DELETE", &format!("api/kernels/{kernel}"), Value::Null).status, 204);
    assert_eq!(server.get("api/kernels"), json!([]));
}

#[test]
fn outputs_of_a_closed_tab_are_there_when_it_opens_again() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let kernel = start(&server);
    let mut tab = channels(&server, &kernel);
    tab.execute("run", "import time\nprint('first', flush=True)\ntime.sleep(1)\nprint('second')");
    tab.until("run", "stream");
    drop(tab);
    let start = Instant::now();
    while server.get(&format!("api/kernels/{kernel}"))["execution_state"] != "idle" {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut again = channels(&server, &kernel);
    assert_eq!(text(&again.done("run")), "second\n");
}

#[test]
fn what_is_printed_without_end_is_limited_as_jupyter_limits_it() {
    let Some(server) = Server::with_kernels(&["--iopub-data-rate-limit", "100000"]) else { return };
    let kernel = start(&server);
    let mut socket = channels(&server, &kernel);
    socket.execute("run", "while True: print('OK' * 100)");
    let mut printed = 0;
    let note = loop {
        let message = socket.until("run", "stream").pop().unwrap();
        if message["content"]["name"] == "stderr" {
            break message["content"]["text"].as_str().unwrap().to_string();
        }
        printed += message["content"]["text"].as_str().unwrap().len();
    };
    assert!(note.starts_with("IOPub data rate exceeded.\n") && printed <= 300_000, "{printed}: {note}");
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/interrupt"), Value::Null).status, 204);
    assert_eq!(socket.until("run", "error").last().unwrap()["content"]["ename"], "KeyboardInterrupt");
    socket.done("run");
    socket.execute("next", "print('again')");
    assert!(text(&socket.done("next")).contains("again"), "an idle kernel begins again");
}

#[test]
fn the_server_runs_code_itself_and_a_kernel_that_dies_is_dead_until_somebody_restarts_it() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let kernel = start(&server);
    let run = |code: &str| server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code}));
    let done = run("print('a')\n1 + 1").json();
    assert_eq!((done["status"].as_str(), done["execution_count"].as_i64()), (Some("ok"), Some(1)));
    assert_eq!(done["outputs"][0], json!({"output_type": "stream", "name": "stdout", "text": "a\n"}));
    assert_eq!(done["outputs"][1]["data"]["text/plain"], "2");
    assert_eq!(run("1 / 0").json()["outputs"][0]["ename"], "ZeroDivisionError");
    let printed = run("print('caf\\udce9')").json();
    assert_eq!(printed["outputs"][0]["text"], "caf\u{fffd}\n", "a byte that is not UTF-8");
    let state = || server.get(&format!("api/kernels/{kernel}"));
    let restart = || server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null);
    for (code, reason) in [("os._exit(3)", "exit status: 3"), ("os.kill(os.getpid(), 11)", "a segmentation fault")] {
        let mut page = channels(&server, &kernel);
        let died = run(&format!("import os; {code}"));
        assert_eq!(died.status, 500, "{}", died.text);
        assert!(died.text.contains("the kernel ended before the code did") && died.text.contains(reason));
        assert!(state()["execution_state"] == "dead" && state()["reason"].as_str().unwrap().contains(reason));
        let mut late = Socket::open(&server, &format!("api/kernels/{kernel}/channels?session_id=late"));
        for socket in [&mut page, &mut late] {
            let said = loop {
                let message = socket.next();
                if message["content"]["execution_state"] == "dead" {
                    break message;
                }
            };
            assert!(said["content"]["reason"].as_str().unwrap().contains(reason), "{said}");
        }
        assert_eq!(run("1").status, 409, "nothing runs in it");
        assert_eq!(restart().status, 200);
        assert_eq!(run("print('alive')").json()["outputs"][0]["text"], "alive\n");
        assert_ne!(state()["execution_state"], "dead");
    }
}

#[test]
fn a_session_is_that_of_its_notebook_and_runs_in_its_folder() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    server.write("sub/data.txt", "data");
    let request = json!({"path": "sub/n.ipynb", "name": "n.ipynb", "type": "notebook", "kernel": {"name": "python3"}});
    let session = server.call("POST", "api/sessions", request.clone()).json();
    let again = server.call("POST", "api/sessions", request).json();
    assert_eq!(session["id"], again["id"]);
    let kernel = session["kernel"]["id"].as_str().unwrap();
    let code = json!({"code": "print(open('data.txt').read())"});
    let done = server.call("POST", &format!("api/kernels/{kernel}/execute"), code).json();
    assert_eq!(done["outputs"][0]["text"], "data\n");
    let path = format!("api/sessions/{}", session["id"].as_str().unwrap());
    let moved = server.call("PATCH", &path, json!({"path": "other.ipynb"})).json();
    assert_eq!((moved["path"].as_str(), &moved["kernel"]["id"]), (Some("other.ipynb"), &session["kernel"]["id"]));
    assert_eq!(server.call("DELETE", &path, Value::Null).status, 204);
    assert_eq!(server.get("api/sessions"), json!([]));
    // Whose gateway this server is, names the folder of the system.
    let folder = json!({"KERNEL_WORKING_DIR": server.drive().join("sub").display().to_string()});
    let started = server.call("POST", "api/kernels", json!({"name": "python3", "env": folder})).json();
    let code = json!({"code": "print(open('data.txt').read())"});
    let kernel = format!("api/kernels/{}", started["id"].as_str().unwrap());
    let done = server.call("POST", &format!("{kernel}/execute"), code).json();
    assert_eq!(done["outputs"][0]["text"], "data\n");
    // A kernel that restarts when its folder is gone runs in the next one above.
    std::fs::rename(server.drive().join("sub"), server.drive().join("moved")).unwrap();
    assert_eq!(server.call("POST", &format!("{kernel}/restart"), Value::Null).status, 200);
    let code = json!({"code": "print(open('moved/data.txt').read())"});
    let done = server.call("POST", &format!("{kernel}/execute"), code).json();
    assert_eq!(done["outputs"][0]["text"], "data\n");
}

#[test]
fn a_kernel_of_no_name_is_refused() {
    let server = Server::start(&["--no-sandbox"]);
    assert_eq!(server.call("POST", "api/kernels", json!({"name": "../x"})).status, 501);
}

#[test]
fn a_kernel_that_ends_again_and_again_is_dead_and_runs_no_code() {
    let server = Server::start(&["--no-sandbox"]);
    server.add_kernel("python3", &json!({"argv": ["false"], "display_name": "x", "language": "x"}));
    let kernel = start(&server);
    let begin = Instant::now();
    while server.get(&format!("api/kernels/{kernel}"))["execution_state"] != "dead" {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(50));
    }
    let answer = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": "1"}));
    assert_eq!(answer.status, 409, "{}", answer.text);
    assert!(answer.text.contains("restart it"), "{}", answer.text);
}

#[test]
fn a_kernel_that_still_starts_is_restarted_and_ended() {
    let server = Server::start(&["--no-sandbox"]);
    // It never answers, so that it starts for all of the test.
    server.add_kernel("python3", &json!({"argv": ["sleep", "60"], "display_name": "x", "language": "x"}));
    let kernel = start(&server);
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null).status, 200);
    assert_eq!(server.call("DELETE", &format!("api/kernels/{kernel}"), Value::Null).status, 204);
}

#[test]
fn a_session_whose_kernel_ended_gives_way_to_one() {
    let server = Server::start(&["--no-sandbox"]);
    server.add_kernel("python3", &json!({"argv": ["sleep", "60"], "display_name": "x", "language": "x"}));
    let request = json!({"path": "n.ipynb", "type": "notebook", "kernel": {"name": "python3"}});
    let open = || server.call("POST", "api/sessions", request.clone()).json();
    let first = open();
    let kernel = first["kernel"]["id"].as_str().unwrap();
    assert_eq!(server.call("DELETE", &format!("api/kernels/{kernel}"), Value::Null).status, 204);
    let (second, third) = (open(), open());
    assert_ne!(first["id"], second["id"]);
    assert_eq!(second["id"], third["id"], "one kernel for one path");
}

#[test]
fn sockets_of_strangers_and_foreign_pages_are_refused() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let kernel = start(&server);
    server.call("POST", "api/terminals", json!({"name": "1"}));
    let path = server.login_url.strip_prefix(&server.url).unwrap();
    let (cookies, _) = server.send("GET", path, &[], "").cookies();
    let own = format!("http://{}", server.host());
    let cookie = ("cookie", cookies.as_str());
    let token = format!("token {TOKEN}");
    for path in
        [format!("api/kernels/{kernel}/channels"), "terminals/websocket/1".into(), "api/events/subscribe".into()]
    {
        let status = |headers: &[(&str, &str)]| Socket::open_with(&server, &path, headers).err().unwrap_or(101);
        assert_eq!(status(&[]), 403, "{path}");
        assert_eq!(status(&[cookie]), 403, "a cookie without Origin");
        assert_eq!(status(&[cookie, ("origin", "http://evil.example")]), 403);
        assert_eq!(status(&[("authorization", &token), ("origin", "http://evil.example")]), 403);
        assert_eq!(status(&[cookie, ("origin", &own)]), 101);
    }
}

#[test]
fn a_terminal_runs_a_shell() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let name = server.call("POST", "api/terminals", json!({})).json()["name"].as_str().unwrap().to_string();
    let path = format!("terminals/websocket/{name}");
    let mut socket = Socket::open(&server, &path);
    assert_eq!(socket.next(), json!(["setup", {}]));
    socket.send(&json!(["set_size", 30, 100]));
    socket.send(&json!(["stdin", "echo $((6 * 7)) token:$LABORA_LAB_TOKEN; stty size\r"]));
    let mut shown = String::new();
    while !shown.contains("30 100") {
        let message = socket.next();
        assert_eq!(message[0], "stdout");
        shown += message[1].as_str().unwrap();
    }
    assert!(shown.contains("42 token:\r\n"), "{shown}");
    assert_eq!(server.call("DELETE", &format!("api/terminals/{name}"), Value::Null).status, 204);
    // A page that connects again does not bring it back.
    let token = format!("token {TOKEN}");
    assert_eq!(Socket::open_with(&server, &path, &[("authorization", &token)]).err(), Some(404));
    assert_eq!(server.get("api/terminals"), json!([]));
}

#[test]
fn a_terminal_starts_in_a_folder_of_the_drive_or_without_a_sandbox_of_the_system() {
    let server = Server::start(&["--no-sandbox"]);
    std::fs::create_dir(server.drive().join("inner")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    let outside = outside.path().canonicalize().unwrap();
    let started_in = |cwd: &str| {
        let terminal = server.call("POST", "api/terminals", json!({"cwd": cwd})).json();
        let mut socket = Socket::open(&server, &format!("terminals/websocket/{}", terminal["name"].as_str().unwrap()));
        socket.next();
        socket.send(&json!(["stdin", "echo in=$(pwd)=\r"]));
        let mut shown = String::new();
        // The shell shows what was typed, too, in which no path is.
        loop {
            shown += socket.next()[1].as_str().unwrap();
            if let Some((folder, _)) = shown.split("in=/").nth(1).and_then(|rest| rest.split_once('=')) {
                return format!("/{folder}");
            }
        }
    };
    assert_eq!(started_in(outside.to_str().unwrap()), outside.to_str().unwrap());
    assert!(started_in("inner").ends_with("/drive/inner"));
    assert!(started_in("/no/such/folder").ends_with("/drive"));
}
