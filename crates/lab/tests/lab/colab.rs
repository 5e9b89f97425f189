//! Colab's module for notebooks, and its commands in cells.

use std::process::Command;

use serde_json::{Value, json};

use crate::common::Server;
use crate::sockets::Socket;

/// What a cell printed.
fn printed(done: &Value) -> String {
    done["outputs"].as_array().unwrap().iter().filter_map(|output| output["text"].as_str()).collect()
}

#[test]
fn colabs_commands_run_and_what_is_not_here_says_so() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let kernel = server.call("POST", "api/kernels", json!({})).json()["id"].as_str().unwrap().to_string();
    let run = |code: &str| server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code})).json();
    for (code, said) in [
        ("%tensorflow_version 2.x", "No module named 'tensorflow': choose Runtime"),
        ("%%shell\nfor n in 1 2; do echo line $n; done", "line 1\nline 2\n"),
        ("%shell echo $((6 * 7))", "42\n"),
        ("%%shell --ignore-errors\necho before; exit 3", "before\n"),
        ("from google.colab import auth; auth.authenticate_user()", "No account of Google was asked for"),
        ("from google.colab import output; output.register_callback('f', print)", "f is registered, but"),
        ("print('gone'); output.clear(); print('left')", "left\n"),
        ("print('stays'); output.clear(output_tags='x')", "stays\n"),
        ("with output.use_tags('x'), output.temporary(): print('in')", "in\n"),
        ("output.enable_custom_widget_manager()", ""),
        ("from google.colab import drive; drive.flush_and_unmount()", ""),
        ("drive.mount('drive'); open('drive/My Drive/a.txt', 'w').close()", "Mounted at drive\n"),
        ("import os; print(os.listdir('drive/MyDrive'))", "['a.txt']\n"),
        ("print(open('sample_data/README.md').readline())", "Anscombe's quartet"),
        ("import json; print(len(json.load(open('sample_data/anscombe.json'))))", "44\n"),
        ("!ls sample_data/california_housing_test.csv", "fetch_california_housing() downloads the census"),
    ] {
        let done = run(code);
        let text = printed(&done);
        assert!(done["status"] == "ok" && text.contains(said), "{code}: {done}");
        assert!(!text.contains("gone"), "{text}");
    }
    for (code, name, said) in [
        ("%%shell\nexit 3", "CalledProcessError", "exit status 3"),
        ("output.eval_js('1 + 1')", "NotImplementedError", "files.upload()"),
        ("output.serve_kernel_port_as_iframe(8000)", "NotImplementedError", "port 8000"),
        ("from google.colab import sheets", "ImportError", "a service of Google"),
        ("import google.colab.ai", "ImportError", "google.colab.ai is not here: it is a service of Google"),
        ("from google.colab import widgets", "ImportError", "use ipywidgets"),
        ("from google.colab import nothing", "ImportError", "nothing"),
        ("from google.colab import files; files.view('none.txt')", "FileNotFoundError", "none.txt"),
        ("files.view('/')", "ValueError", "is not in the drive"),
    ] {
        let done = run(code);
        let error = done["outputs"].as_array().unwrap().last().unwrap().clone();
        assert!(error["ename"] == name && error["evalue"].as_str().unwrap().contains(said), "{code}: {done}");
    }
    if Command::new("nvidia-smi").output().is_err() {
        assert!(printed(&run("!nvidia-smi")).contains("This runtime has no NVIDIA GPU."));
    }
}

#[test]
fn what_colabs_module_asks_of_the_page() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    server.write("data/a b.csv", "1,2\n");
    let kernel = server.call("POST", "api/kernels", json!({})).json()["id"].as_str().unwrap().to_string();
    let mut page = Socket::open(&server, &format!("api/kernels/{kernel}/channels?session_id=test"));
    let mut asked = |id: &str, code: &str| -> Value {
        page.execute(id, code);
        page.until(id, "comm_open").last().unwrap()["content"]["data"].clone()
    };
    let view = asked("view", "import os\nos.chdir('data')\nfrom google.colab import files\nfiles.view('a b.csv')");
    assert_eq!(view, json!({"action": "view", "path": "data/a b.csv", "is_whole": false}));
    let end = asked("end", "from google.colab import runtime\nruntime.unassign()");
    assert_eq!(end, json!({"action": "unassign"}));
}
