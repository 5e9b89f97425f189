//! The page in Chromium, by the walks in `python/tools/jupyter`.

use std::path::Path;
use std::process::Command;

use crate::common::{LAB, has_namespaces, image};
use crate::notebook::default_image;
use crate::tensorflow::{article_cells, few_pictures};

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
    if let Some(image) = image() {
        walk_with(image, script, &[]);
    }
}

/// The same with an image, and arguments of the walk.
fn walk_with(image: &Path, script: &str, arguments: &[&Path]) {
    let Some(chromium) = chromium() else {
        let reason = "no Chromium is in the search path; LABORA_CHROMIUM names one";
        return testkit::skip_without(testkit::Need::Browser, reason);
    };
    let pins = testkit::workspace_root().join("tests/python/lesson.txt");
    let python = match testkit::virtual_environment_from(&pins, 11) {
        Ok(python) => python,
        Err(reason) => return testkit::skip_without(testkit::Need::Python, &reason),
    };
    if !has_namespaces() {
        return;
    }
    let script = testkit::workspace_root().join("python/tools/jupyter").join(script);
    let mut command = Command::new(python);
    command
        .arg(script)
        .args(arguments)
        .env("LABORA_LAB", LAB)
        .env("LABORA_LAB_IMAGE", image)
        .env("LABORA_CHROMIUM", chromium);
    assert!(command.status().unwrap().success());
}

#[test]
fn a_notebook_of_colabs_is_filled_in_and_run() {
    walk("colab.py");
}

#[test]
fn the_cells_of_the_article_run_and_their_weights_are_downloaded() {
    let (Some(_), Some(data), Some(image)) = (article_cells(), few_pictures(128), default_image()) else { return };
    walk_with(&image, "article.py", &["--data".as_ref(), data.path()]);
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
