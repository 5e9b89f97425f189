//! Runs the Python examples in real Keras.

use std::process::Command;

use crate::blocks::blocks;
use crate::run::{compare, settle, shown_after};
use crate::{chapters, folder, root};

/// Separates what the examples print.
const END: &str = "-- end of an example --";

#[test]
fn python_examples_print_what_the_chapters_show() {
    let Some(python) = testkit::python() else { return };
    let chapters = chapters();
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let script = root().join("crates/book/tests/book/examples.py");
    let output = Command::new(python)
        .arg(script)
        .arg(folder())
        .arg(END)
        .current_dir(scratch.path())
        .env("KERAS_BACKEND", "jax")
        .env("JAX_PLATFORMS", "cpu")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python starts");
    let (printed, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed}\n{error}");
    let (end, mut findings) = (format!("{END}\n"), Vec::new());
    let mut outputs = printed.split(&end).map(|text| text.lines().map(|line| line.trim_end().to_owned()));
    for (name, text) in &chapters {
        let (blocks, mut corrections) = (blocks(text), Vec::new());
        for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.language() == "python") {
            let printed: Vec<String> = outputs.next().map_or(Vec::new(), Iterator::collect);
            compare(&printed, shown_after(&blocks, index), block.line, name, &mut corrections, &mut findings);
        }
        if !corrections.is_empty() {
            settle(name, text, corrections, &mut findings);
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
