//! Signals during a training, kills, and two trainings that want the same checkpoints.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use keras::models::load_model;
use keras::objects::Registry;
use keras::utils::Rng;

use crate::fixtures::*;

/// More epochs than a test waits for.
const FOREVER: [&str; 2] = ["--epochs", "1000000"];

/// Starts a training that goes on and on, and waits until it has ended an epoch.
fn start(folder: &Path, through: &[&str], more: &[&str]) -> Child {
    let labora = env!("CARGO_BIN_EXE_labora");
    let words = through.iter().chain(&[labora]).copied().collect::<Vec<_>>();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(["fit", "m.keras", "--input", "rows.csv", "--target", "y", "--device", "cpu"]);
    command.args(["--verbose", "2", "--save", "o.keras"]).args(FOREVER).args(more).current_dir(folder);
    let log = |name: &str| fs::File::create(folder.join(name)).unwrap();
    let child = command.stdin(Stdio::null()).stdout(log("out")).stderr(log("err")).spawn().unwrap();
    while !fs::read_to_string(folder.join("out")).unwrap().contains("Epoch 3/") {
        sleep(Duration::from_millis(10));
    }
    child
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

fn said(folder: &Path) -> String {
    fs::read_to_string(folder.join("err")).unwrap()
}

fn loads(file: &Path) -> bool {
    load_model(file, &Registry::new()).is_ok()
}

#[test]
fn each_signal_saves_and_has_its_code() {
    let folder = folder();
    tiny(folder.path());
    for (name, word, code) in [("-INT", "Ctrl-C", 130), ("-TERM", "SIGTERM", 143), ("-HUP", "SIGHUP", 129)] {
        // Whoever started the tests may ignore hangups.
        let mut training = start(folder.path(), &["env", "--default-signal=HUP"], &[]);
        signal(&training, name);
        assert_eq!(training.wait().unwrap().code(), Some(code), "{}", said(folder.path()));
        assert!(said(folder.path()).contains(&format!("stopped by {word} after")), "{}", said(folder.path()));
        assert!(loads(&folder.path().join("o.keras")));
        fs::remove_file(folder.path().join("o.keras")).unwrap();
    }
}

#[test]
fn a_hangup_that_was_ignored_stays_ignored() {
    let folder = folder();
    tiny(folder.path());
    let mut training = start(folder.path(), &["nohup"], &[]);
    signal(&training, "-HUP");
    let epochs = || fs::read_to_string(folder.path().join("out")).unwrap().matches("Epoch ").count();
    let before = epochs();
    while epochs() < before + 3 {
        assert!(training.try_wait().unwrap().is_none(), "{}", said(folder.path()));
        sleep(Duration::from_millis(10));
    }
    signal(&training, "-TERM");
    assert_eq!(training.wait().unwrap().code(), Some(143));
}

#[test]
fn a_second_training_is_refused_while_the_first_one_lives() {
    let folder = folder();
    tiny(folder.path());
    let second = |more: &[&str]| fit(folder.path(), &[&["--save", "p.keras", "--checkpoint", "c"][..], more].concat());
    let mut first = start(folder.path(), &["env"], &["--checkpoint", "c"]);
    for more in [&[] as &[&str], &["--resume"]] {
        let error = second(more).fails(1);
        assert!(error.contains(&format!("process {}", first.id())) && error.contains('c'), "{error}");
    }
    assert!(first.try_wait().unwrap().is_none(), "the first one goes on");
    // A lock ends with its process, however that ends.
    first.kill().unwrap();
    first.wait().unwrap();
    let said = second(&["--resume", "--verbose", "2", "--epochs", "2"]).succeeds();
    assert!(said.contains("Going on after epoch"), "{said}");
    assert!(!folder.path().join("c").exists(), "a complete training leaves no checkpoints");
}

#[test]
fn a_killed_process_leaves_the_file_before_or_the_new_one() {
    let kills: u64 = std::env::var("LABORA_TEST_KILLS").map_or(5, |kills| kills.parse().unwrap());
    let folder = folder();
    tiny(folder.path());
    let path = |name: &str| folder.path().join(name);
    fs::copy(path("m.keras"), path("o.keras")).unwrap();
    let mut rng = Rng::seeded(u64::from(std::process::id()));
    let mut killed = 0;
    for _ in 0..kills {
        let arguments = ["--save", "o.keras", "--resume", "--epochs", "3000", "--verbose", "0"];
        let fixed = ["fit", "m.keras", "--input", "rows.csv", "--target", "y", "--device", "cpu"];
        let mut training = command(folder.path(), fixed.iter().chain(&arguments)).spawn().unwrap();
        sleep(Duration::from_millis(rng.below(800) as u64));
        training.kill().unwrap();
        killed += usize::from(!training.wait().unwrap().success());
        assert!(loads(&path("o.keras")));
        let checkpoints = fs::read_dir(path("o.checkpoint")).into_iter().flatten().flatten().map(|entry| entry.path());
        let whole = |file: &Path| {
            let name = file.file_name().unwrap().to_str().unwrap();
            name.starts_with("epoch-") && name.ends_with(".keras")
        };
        checkpoints.filter(|file| whole(file)).for_each(|file| assert!(loads(&file), "{}", file.display()));
    }
    let arguments = ["--save", "o.keras", "--resume", "--epochs", "1"];
    fit(folder.path(), &arguments).succeeds();
    assert!(loads(&path("o.keras")) && !path("o.checkpoint").exists());
    println!("{killed} of {kills} were killed");
}
