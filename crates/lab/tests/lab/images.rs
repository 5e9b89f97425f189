//! How the runtime image is made, with a program in the place of Python that says what it was asked.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::LAB;

/// Makes an environment that has JupyterLab's page and itself; what its pip is told is in the file `pip.log`.
const PYTHON: &str = r#"#!/bin/sh
case "$2" in
venv) mkdir -p "$4/bin" "$4/share/jupyter/lab/static"; cp "$0" "$4/bin/python"; : > "$4/share/jupyter/lab/static/index.html" ;;
pip) echo "$@" >> pip.log ;;
esac
"#;

/// A command of the program for the image of the list.
fn lab(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(LAB);
    command.args(["--drive", ".", "--state", "state", "--image", "list.txt"]).args(arguments);
    command.current_dir(folder).env("LABORA_PYTHON", folder.join("python")).env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

/// What pip was told until now, when a server was started with these arguments.
fn told(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let mut server = lab(folder, arguments);
    server.args(["--no-sandbox", "--json", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped());
    let mut server = server.spawn().unwrap();
    // The line of a server that has started, or nothing of one that has failed.
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    fs::read_to_string(folder.join("pip.log")).unwrap_or_default().lines().map(String::from).collect()
}

/// Makes a folder with a list of packages, and a program in the place of Python.
fn prepare() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.txt"), "jupyterlab\n").unwrap();
    // By another program: one that this process writes may not be started while another thread forks.
    let write = "printf %s \"$1\" > python; chmod 755 python";
    let mut shell = Command::new("sh");
    assert!(shell.args(["-c", write, "sh", PYTHON]).current_dir(folder.path()).status().unwrap().success());
    folder
}

#[test]
fn a_wheel_is_installed_with_the_list_and_another_one_makes_another_image() {
    let folder = prepare();
    let folder = folder.path();
    let wheel = |content: &str| fs::write(folder.join("labora.whl"), content).unwrap();
    assert_eq!(told(folder, &[]).len(), 1);
    wheel("one");
    let with_wheel = told(folder, &["--wheel", "labora.whl"]);
    assert!(with_wheel[1].contains("--requirement") && with_wheel[1].ends_with(" labora.whl"), "{with_wheel:?}");
    assert!(!with_wheel[0].contains(".whl"), "{with_wheel:?}");
    assert_eq!(told(folder, &["--wheel", "labora.whl"]).len(), 2, "it is there already");
    wheel("two");
    assert_eq!(told(folder, &["--wheel", "labora.whl"]).len(), 3, "another wheel of the same name");
    assert_eq!(told(folder, &["--wheel", "none.whl"]).len(), 3);
    let entries = fs::read_dir(folder.join("cache/labora")).unwrap().flatten().filter(|one| one.path().is_dir());
    let names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    let count = |begin: &str| names.iter().filter(|name| name.starts_with(begin)).count();
    assert_eq!((count("lab-"), count("modules-")), (3, 1), "{names:?}");
}

#[test]
fn the_doctor_says_how_the_image_is_made_and_makes_none() {
    let folder = prepare();
    let said = |folder: &Path| {
        let output = lab(folder, &["doctor"]).output().unwrap();
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
    };
    let (text, _) = said(folder.path());
    assert!(text.contains("yes  ") && text.contains("with which the first start makes the runtime image"), "{text}");
    assert!(text.contains("a TPU of eight software cores"), "all lines are there: {text}");
    assert!(!folder.path().join("cache").exists() && !folder.path().join("pip.log").exists());
    told(folder.path(), &[]);
    assert!(said(folder.path()).0.contains("yes  the runtime image\n"));
}
