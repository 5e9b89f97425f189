//! How the runtime image is made, with a program in the place of Python that says what it was asked.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::LAB;

/// Makes an environment that has JupyterLab's page and itself; what its pip is told is in the file `pip.log`.
const PYTHON: &str = r#"#!/bin/sh
case "$2" in
venv) mkdir -p "$4/bin" "$4/share/jupyter/lab/static"; cp "$0" "$4/bin/python"; : > "$4/share/jupyter/lab/static/index.html" ;;
pip) echo "$@" >> pip.log ;;
esac
"#;

/// What pip was told until now, when an image was made of these arguments.
fn told(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new(LAB);
    command.args(["--drive", ".", "--state", "state", "--image", "list.txt"]).args(arguments).arg("doctor");
    command.current_dir(folder).env("LABORA_PYTHON", folder.join("python")).env("XDG_CACHE_HOME", folder.join("cache"));
    command.output().unwrap();
    fs::read_to_string(folder.join("pip.log")).unwrap_or_default().lines().map(String::from).collect()
}

#[test]
fn a_wheel_is_installed_with_the_list_and_another_one_makes_another_image() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("list.txt"), "jupyterlab\n").unwrap();
    // By another program: one that this process writes may not be started while another thread forks.
    let write = "printf %s \"$1\" > python; chmod 755 python";
    assert!(Command::new("sh").args(["-c", write, "sh", PYTHON]).current_dir(folder).status().unwrap().success());
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
    let images = fs::read_dir(folder.join("cache/labora")).unwrap().flatten().filter(|one| one.path().is_dir());
    assert_eq!(images.count(), 3);
}
