//! The page in Chromium, by the walks in `python/tools/jupyter`.

use std::process::Command;

use crate::common::{LAB, has_namespaces, image};

/// Names of Chromium in the search path.
const CHROMIUMS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Chromium: the one of `LABORA_CHROMIUM`, or of the search path.
fn chromium() -> Option<String> {
    let starts =
        |program: &&str| Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success());
    let found = || CHROMIUMS.iter().find(|program| starts(program)).map(ToString::to_string);
    std::env::var("LABORA_CHROMIUM").ok().filter(|path| !path.is_empty()).or_else(found)
}

/// Runs a walk in sandboxes; skips it, and says why, without Chromium, Python or sandboxes.
pub fn walk(script: &str) {
    let Some(chromium) = chromium() else {
        let reason = "no Chromium is in the search path; LABORA_CHROMIUM names one";
        return testkit::skip_without(testkit::Need::Browser, reason);
    };
    let pins = testkit::workspace_root().join("tests/python/lesson.txt");
    let python = match testkit::virtual_environment_from(&pins, 11) {
        Ok(python) => python,
        Err(reason) => return testkit::skip_without(testkit::Need::Python, &reason),
    };
    let Some(image) = image().filter(|_| has_namespaces()) else { return };
    let script = testkit::workspace_root().join("python/tools/jupyter").join(script);
    let mut command = Command::new(python);
    command.arg(script).env("LABORA_LAB", LAB).env("LABORA_LAB_IMAGE", image).env("LABORA_CHROMIUM", chromium);
    assert!(command.status().unwrap().success());
}

#[test]
fn a_notebook_of_colabs_is_filled_in_and_run() {
    walk("colab.py");
}

#[test]
#[ignore = "minutes: cargo test --workspace --features labora/worker --test lab whatever_fails_in_a -- --ignored"]
fn nothing_is_lost_or_silent_whatever_fails_in_a_browser() {
    walk("reliability.py");
}

#[test]
#[ignore = "half a minute: cargo test --workspace --features labora/worker --test lab lesson -- --ignored"]
fn a_lesson_in_three_browsers() {
    walk("class.py");
}
