//! Versions in folders, loaded again while requests come.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Server, line};

/// Puts a version into the folder in one step, as a deployment does.
fn deploy(server: &Server, number: u64, bias: f32) {
    let temporary = server.path("new.keras");
    line(&temporary, bias);
    let folder = server.path(&format!("m/{number}"));
    fs::create_dir_all(&folder).unwrap();
    fs::rename(temporary, folder.join("model.keras")).unwrap();
}

fn start(arguments: &[&str]) -> Server {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("m/3")).unwrap();
    line(&folder.path().join("m/3/model.keras"), 3.0);
    Server::start_in(folder, &["--model", "line=m"], arguments)
}

fn states(server: &Server) -> Vec<(String, String)> {
    let status = server.get("v1/models/line");
    let state =
        |version: &Value| (version["version"].as_str().unwrap().into(), version["state"].as_str().unwrap().into());
    status["model_version_status"].as_array().unwrap().iter().map(state).collect()
}

fn wait_for(server: &Server, expected: &[(&str, &str)]) {
    let expected: Vec<(String, String)> = expected.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    while states(server) != expected {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_new_version_takes_over_without_a_lost_request() {
    let server = start(&["--watch", "1"]);
    let (ended, body) = (AtomicBool::new(false), r#"{"instances": [[0, 0]]}"#);
    thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut last = 0.0;
                    while !ended.load(Ordering::Relaxed) {
                        let answer = server.post("v1/models/line:predict", body);
                        assert_eq!(answer.status, 200, "{}", answer.text());
                        let value = answer.json()["predictions"][0][0].as_f64().unwrap();
                        assert!(value >= last, "the old version answered after the new one");
                        last = value;
                    }
                    last
                })
            })
            .collect();
        deploy(&server, 10, 10.0);
        wait_for(&server, &[("10", "AVAILABLE")]);
        assert_eq!(server.post("v1/models/line:predict", body).json(), json!({"predictions": [[10.0]]}));
        ended.store(true, Ordering::Relaxed);
        clients.into_iter().for_each(|client| assert!(client.join().unwrap() >= 3.0));
    });
    assert_eq!(server.send("POST", "v1/models/line/versions/3:predict", &[], body).status, 404);
}

#[test]
fn a_damaged_version_is_told_and_the_old_one_goes_on() {
    let server = start(&["--versions", "2"]);
    fs::create_dir_all(server.path("m/4")).unwrap();
    fs::write(server.path("m/4/model.keras"), "damaged").unwrap();
    server.signal("-HUP");
    wait_for(&server, &[("4", "END"), ("3", "AVAILABLE")]);
    let status = server.get("v1/models/line/versions/4")["model_version_status"][0].clone();
    assert_eq!(status["state"], "END");
    assert!(server.get("v1/models/line").to_string().contains("m/4/model.keras"));
    assert_eq!(server.post("v1/models/line:predict", r#"{"inputs": [[0, 0]]}"#).json(), json!({"outputs": [[3.0]]}));
    assert_eq!(server.metric("failed_loads_total", "line"), 1.0);
    deploy(&server, 5, 5.0);
    server.signal("-HUP");
    wait_for(&server, &[("5", "AVAILABLE"), ("4", "END"), ("3", "AVAILABLE")]);
    let of =
        |version: u64| server.post(&format!("v1/models/line/versions/{version}:predict"), r#"{"inputs": [[0, 0]]}"#);
    assert_eq!((of(5).json(), of(3).json()), (json!({"outputs": [[5.0]]}), json!({"outputs": [[3.0]]})));
    assert_eq!(server.get("v2/models/line")["versions"], json!(["3", "5"]));
}

#[test]
fn without_the_newest_version_the_one_before_is_served_and_compiled_once() {
    let server = start(&[]);
    deploy(&server, 4, 4.0);
    server.signal("-HUP");
    wait_for(&server, &[("4", "AVAILABLE")]);
    fs::remove_dir_all(server.path("m/4")).unwrap();
    server.signal("-HUP");
    wait_for(&server, &[("3", "AVAILABLE")]);
    assert_eq!(value(&server), 3.0);
    let compiled = server.metric("compiled_programs_total", "line");
    // The folder of the next version is there before its file, and a version that changes is loaded again.
    fs::create_dir(server.path("m/7")).unwrap();
    deploy(&server, 5, 5.0);
    server.signal("-HUP");
    wait_for(&server, &[("5", "AVAILABLE")]);
    deploy(&server, 5, 6.0);
    server.signal("-HUP");
    while value(&server) != 6.0 {
        thread::sleep(Duration::from_millis(20));
    }
    let of_a_version = compiled / 3.0;
    assert_eq!(server.metric("compiled_programs_total", "line"), compiled + 2.0 * of_a_version);
    assert_eq!(server.metric("failed_loads_total", "line"), 0.0);
}

#[test]
fn what_is_served_goes_on_without_its_files() {
    let server = start(&["--watch", "1"]);
    fs::rename(server.path("m"), server.path("away")).unwrap();
    thread::sleep(Duration::from_millis(1500));
    assert_eq!((value(&server), states(&server)), (3.0, vec![("3".into(), "AVAILABLE".into())]));
    fs::create_dir(server.path("m")).unwrap();
    thread::sleep(Duration::from_millis(1500));
    assert_eq!(value(&server), 3.0);
    deploy(&server, 2, 2.0);
    wait_for(&server, &[("2", "AVAILABLE")]);
}

#[test]
fn a_file_that_is_half_written_is_served_when_it_is_whole() {
    let server = start(&["--watch", "1"]);
    line(&server.path("new.keras"), 4.0);
    let whole = fs::read(server.path("new.keras")).unwrap();
    fs::create_dir(server.path("m/4")).unwrap();
    let file = server.path("m/4/model.keras");
    for part in 1..=4 {
        fs::write(&file, &whole[..whole.len() * part / 4]).unwrap();
        thread::sleep(Duration::from_millis(400));
        assert!(value(&server) == 3.0 || part == 4);
    }
    wait_for(&server, &[("4", "AVAILABLE")]);
    assert_eq!(value(&server), 4.0);
}

/// What the newest version computes of zeros: its bias.
fn value(server: &Server) -> f64 {
    let answer = server.post("v1/models/line:predict", r#"{"instances": [[0, 0]]}"#);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["predictions"][0][0].as_f64().unwrap()
}
