//! Runtimes as their users see them: meters, times, files, and outputs of closed pages.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::Server;
use crate::sockets::{Socket, text};

/// Waits until something is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn open(server: &Server, path: &str) -> String {
    let request = json!({"path": path, "type": "notebook", "kernel": {"name": "python3"}});
    server.call("POST", "api/sessions", request).json()["kernel"]["id"].as_str().unwrap().to_string()
}

fn channels(server: &Server, kernel: &str, session: &str) -> Socket {
    Socket::open(server, &format!("api/kernels/{kernel}/channels?session_id={session}"))
}

/// A server whose kernel does nothing, and never says so.
fn sleeping(arguments: &[&str]) -> Server {
    let all: Vec<&str> = ["--no-sandbox"].iter().chain(arguments).copied().collect();
    let server = Server::start(&all);
    server.add_kernel("python3", &json!({"argv": ["sleep", "600"], "display_name": "x", "language": "x"}));
    server
}

#[test]
fn runtimes_end_when_nothing_is_run_and_when_they_are_old() {
    for limit in [["--idle-timeout", "2s"], ["--max-age", "2s"]] {
        let server = sleeping(&limit);
        let kernel = open(&server, "n.ipynb");
        // A page that is open does not keep it.
        let _page = channels(&server, &kernel, "page");
        let path = format!("api/labora/runtimes/{kernel}");
        until("the runtime ends", || server.call("GET", &path, Value::Null).status == 404);
        assert_eq!(server.get("api/labora/runtimes"), json!([]));
    }
}

#[test]
fn a_page_can_warn_of_the_end_and_keep_an_idle_runtime() {
    let server = sleeping(&["--idle-timeout", "100s"]);
    let kernel = open(&server, "n.ipynb");
    let path = format!("api/labora/runtimes/{kernel}");
    let left = || server.get(&path)["ends_in"].as_f64().unwrap();
    assert_eq!(server.get(&path)["warning"], 10.0, "a tenth of the time before the end");
    until("time passes", || left() < 95.0);
    let before = left();
    assert_eq!(server.call("POST", &format!("{path}/keep"), Value::Null).status, 204);
    assert!(left() > before, "it has its whole time again");
}

#[test]
fn memory_and_disk_of_a_runtime_are_metered() {
    let limits = ["--disk", "64", "--memory", "1024"];
    let Some(server) = Server::sandboxed(&limits) else { return };
    let kernel = open(&server, "n.ipynb");
    let run = |code: &str| server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code})).json();
    run("1");
    let usage = |what: &str| server.get(&format!("api/labora/runtimes/{kernel}"))[what].clone();
    let (memory, disk) = (usage("memory"), usage("disk"));
    assert!(memory["used"].as_u64().unwrap() > 8 << 20, "{memory}");
    assert_eq!(disk["limit"], 64 << 20, "{disk}");
    run("open('/tmp/x', 'wb').write(bytes(32 << 20))");
    let grown = usage("disk")["used"].as_u64().unwrap() - disk["used"].as_u64().unwrap();
    assert!((32 << 20..40 << 20).contains(&grown), "{grown}");
    assert_eq!(server.get("api/labora/runtimes")[0]["path"], "n.ipynb");
}

/// Checks a notebook with nbformat.
pub fn validate(file: &std::path::Path) {
    let check = "import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], 4))";
    let mut python = std::process::Command::new(crate::common::image().unwrap().join("bin/python"));
    assert!(python.args(["-W", "ignore", "-c", check]).arg(file).status().unwrap().success(), "{}", file.display());
}

/// Runs a cell of `lines` seconds in a page that is closed when its first output has come.
fn run_in_a_closed_page(lines: u32) {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let cell = |id: &str| json!({"cell_type": "code", "execution_count": null, "id": id, "metadata": {}, "outputs": [], "source": "old"});
    let notebook = json!({"cells": [cell("a"), cell("b")], "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    server.write("n.ipynb", &notebook.to_string());
    let kernel = open(&server, "n.ipynb");
    let mut page = channels(&server, &kernel, "page");
    // Half of a pair, which is sent as a byte that is not UTF-8.
    let code =
        format!("import time\nfor i in range({lines}):\n    print(i, 'caf\\udce9', flush=True)\n    time.sleep(1)");
    page.execute_cell("run", "b", &code);
    page.until("run", "stream");
    // One whose page was closed before it was saved.
    page.execute_cell("next", "c", "6 * 7");
    drop(page);
    let saved =
        || -> Value { serde_json::from_slice(&std::fs::read(server.drive().join("n.ipynb")).unwrap()).unwrap() };
    let text = |cell: &Value, field: &str| -> String {
        let lines = cell["outputs"][0][field].as_array().cloned().unwrap_or_default();
        lines.iter().filter_map(Value::as_str).collect()
    };
    until("the outputs are in the notebook", || saved()["cells"][2]["outputs"][0].is_object());
    let saved = saved();
    let expected: String = (0..lines).map(|line| format!("{line} caf\u{fffd}\n")).collect();
    assert_eq!(text(&saved["cells"][1], "text"), expected);
    assert_eq!((&saved["cells"][1]["execution_count"], &saved["cells"][1]["source"]), (&json!(1), &json!(["old"])));
    assert_eq!(saved["cells"][2]["outputs"][0]["data"]["text/plain"], json!(["42"]));
    assert_eq!(saved["cells"][2]["source"], json!(["6 * 7"]));
    assert_eq!(saved["cells"][0], notebook["cells"][0], "others are as they were");
    validate(&server.drive().join("n.ipynb"));
    until("nothing waits", || server.get(&format!("api/labora/runtimes/{kernel}"))["orphans"] == json!([]));
}

#[test]
fn outputs_of_a_closed_page_are_written_into_the_notebook() {
    run_in_a_closed_page(10);
}

#[test]
#[ignore = "a minute: cargo test --workspace --features labora/worker --test lab closed_for_a_minute -- --ignored"]
fn outputs_of_a_page_that_was_closed_for_a_minute_are_written_into_the_notebook() {
    run_in_a_closed_page(60);
}

#[test]
fn colabs_modules_upload_mount_and_read_secrets() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    assert_eq!(server.call("PATCH", "api/config/secrets", json!({"KEY": "s3"})).status, 200);
    let kernel = open(&server, "n.ipynb");
    let mut page = channels(&server, &kernel, "test");
    page.execute("secrets", "from google.colab import userdata\nprint(userdata.get('KEY'))\nuserdata.get('other')");
    let shown = page.done("secrets");
    assert_eq!(text(&shown), "s3\n");
    assert!(shown.iter().any(|message| message["content"]["ename"] == "SecretNotFoundError"));
    page.execute("mount", "from google.colab import drive\ndrive.mount('drive')\nopen('drive/MyDrive/x', 'w').close()");
    assert_eq!(text(&page.done("mount")), "Mounted at drive\n");
    assert!(server.drive().join("drive/MyDrive/x").is_file());
    page.execute("upload", "from google.colab import files\nprint(files.upload())");
    let asked = page.until("upload", "comm_open").last().unwrap()["content"]["data"]["request"].clone();
    let uploads = format!("api/labora/runtimes/{kernel}/uploads/{}", asked.as_str().unwrap());
    assert_eq!(server.call("PUT", &format!("{uploads}/a%20b.txt"), json!(7)).status, 201);
    assert_eq!(server.call("PUT", &format!("{uploads}/..%2Fx"), json!(7)).status, 400);
    assert_eq!(server.call("POST", &uploads, json!(["a b.txt"])).status, 201);
    assert_eq!(text(&page.done("upload")), "Saving a b.txt to a b.txt\n{'a b.txt': b'7'}\n");
}

#[test]
fn an_upload_follows_no_link_of_a_runtime() {
    let Some(server) = Server::sandboxed(&[]) else { return };
    let kernel = open(&server, "n.ipynb");
    std::fs::create_dir(server.drive().join("target")).unwrap();
    let target = server.drive().join("target").display().to_string();
    let code = format!(
        "import os\nshared = os.environ['LABORA_RUNTIME_FOLDER']\nos.mkdir(shared + '/uploads')\n\
         os.symlink({target:?}, shared + '/uploads/link')\nos.mkdir(shared + '/uploads/good')"
    );
    let done = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code})).json();
    assert_eq!(done["status"], "ok", "{done}");
    let put = |request: &str| {
        server.call("PUT", &format!("api/labora/runtimes/{kernel}/uploads/{request}/x"), json!(7)).status
    };
    assert_eq!((put("good"), put("link")), (201, 404));
    assert_eq!(std::fs::read_dir(server.drive().join("target")).unwrap().count(), 0);
}

#[test]
fn notebooks_are_exported_by_nbconvert_in_a_runtime() {
    let Some(server) = Server::sandboxed(&["--network", "none"]) else { return };
    let script = json!({"output_type": "display_data", "metadata": {}, "data": {"text/html": "<script>1</script>"}});
    let cell = json!({"cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "outputs": [script],
                      "source": "print(2 * 6)"});
    let notebook = json!({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    server.write("a b.ipynb", &notebook.to_string());
    let html = server.call("GET", "nbconvert/html/a%20b.ipynb", Value::Null);
    assert_eq!((html.status, html.header("content-type")), (200, "text/html; charset=utf-8"), "{}", html.text);
    assert!(html.text.contains("print") && html.text.contains("<script>1</script>"));
    assert!(html.header("content-security-policy").contains("sandbox allow-scripts"));
    let python = server.call("GET", "nbconvert/python/a%20b.ipynb?download=true", Value::Null);
    assert!(python.text.contains("print(2 * 6)"), "{}", python.text);
    assert_eq!(python.header("content-disposition"), "attachment; filename*=utf-8''a%20b.py");
    let sent = server.call("POST", "nbconvert/markdown", json!({"name": "n.ipynb", "content": notebook}));
    assert!(sent.text.contains("print(2 * 6)"), "{}", sent.text);
    let mut with_language = notebook.clone();
    with_language["metadata"]["language_info"] = json!({"name": "python", "file_extension": ".py"});
    let request = json!({"name": "n.ipynb", "content": with_language});
    let script = server.call("POST", "nbconvert/script?download=true", request);
    assert!(script.header("content-disposition").ends_with("n.py"), "{}", script.text);
    let pdf = server.call("GET", "nbconvert/pdf/a%20b.ipynb", Value::Null);
    assert!(pdf.status == 404 && pdf.text.contains("html, markdown"), "{}", pdf.text);
    assert_eq!(server.call("GET", "nbconvert/html/none.ipynb", Value::Null).status, 404);
    assert!(server.get("api/nbconvert")["python"]["output_mimetype"] == "text/x-python");
}
