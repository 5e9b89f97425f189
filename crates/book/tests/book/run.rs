//! Runs the examples and compares what they print.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use crate::blocks::{Block, blocks};
use crate::output::matches;
use crate::{chapters, folder};

/// Lines of a chapter, counted from 0, that are to be replaced by others.
pub type Correction = (std::ops::Range<usize>, Vec<String>);

/// The lines of a block in its chapter.
pub fn lines_of(block: &Block<'_>) -> std::ops::Range<usize> {
    block.line - 1..block.line - 1 + block.code.len()
}

#[test]
fn examples_print_what_the_chapters_show() {
    let chapters = chapters();
    let (next, findings) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((name, text)) = chapters.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut corrections = Vec::new();
            let scratch = tempfile::tempdir().expect("a temporary folder");
            let mut found = rust(name, text, scratch.path(), &mut corrections);
            found.extend(console(name, text, scratch.path(), &mut corrections));
            settle(name, text, corrections, &mut found);
            findings.lock().expect("no thread panics").extend(found);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let findings = findings.into_inner().expect("no thread panics");
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// Writes the corrections into the chapter if `UPDATE_EXPECT` is set; otherwise they are findings.
pub fn settle(name: &str, text: &str, mut corrections: Vec<Correction>, findings: &mut Vec<String>) {
    if env::var_os("UPDATE_EXPECT").is_none() {
        findings.extend(corrections.into_iter().map(|(lines, printed)| {
            let (line, printed) = (lines.start + 1, printed.join("\n"));
            format!("book/src/{name}.md:{line}: this is printed, not what is shown:\n{printed}\n")
        }));
        return;
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    corrections.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, printed) in corrections {
        lines.splice(range, printed);
    }
    let path = folder().join(name).with_extension("md");
    fs::write(&path, lines.join("\n") + "\n").unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}

/// The book's program, which is also the command `labora`, in this folder and without a user's settings. The book shows
/// the digits of AVX2, which every tested x86 machine has.
fn program(folder: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_labora-book"));
    program.current_dir(folder);
    if cfg!(target_arch = "x86_64") {
        program.env("LABORA_ISA", "avx2");
    }
    for name in ["LABORA_DATA", "LABORA_WORKER", "COLAB_TPU_ADDR", "TPU_NAME", "JAX_BACKEND_TARGET"] {
        program.env_remove(name);
    }
    program
}

fn started(mut program: Command) -> Output {
    program.output().unwrap_or_else(|e| panic!("{program:?}: {e}"))
}

/// The lines that were printed to standard output, without blanks at their ends.
fn printed(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Runs the Rust examples of a chapter in a folder, in which their files stay for the ones that follow.
fn rust(name: &str, text: &str, folder: &Path, corrections: &mut Vec<Correction>) -> Vec<String> {
    let (blocks, mut findings) = (blocks(text), Vec::new());
    let examples = blocks.iter().enumerate().filter(|(_, block)| block.language() == "rust");
    for (number, (index, block)) in (1..).zip(examples) {
        if block.info.contains("no_run") {
            continue;
        }
        let mut example = program(folder);
        example.args([name, &number.to_string()]);
        let output = started(example);
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            findings.push(format!("book/src/{name}.md:{}: the example failed:\n{error}", block.line));
            continue;
        }
        compare(&printed(&output), shown_after(&blocks, index), block.line, name, corrections, &mut findings);
    }
    findings
}

/// The block with the output of the block of this index.
pub fn shown_after<'b, 'a>(blocks: &'b [Block<'a>], index: usize) -> Option<&'b Block<'a>> {
    blocks.get(index + 1).filter(|next| next.follows && next.language() == "text")
}

/// Adds a correction if the output of the example in this line is not what is shown.
pub fn compare(
    printed: &[String],
    shown: Option<&Block<'_>>,
    line: usize,
    name: &str,
    corrections: &mut Vec<Correction>,
    findings: &mut Vec<String>,
) {
    let lines: Vec<&str> = printed.iter().map(String::as_str).collect();
    match shown {
        Some(shown) if matches(&shown.code, &lines) => {}
        Some(shown) => corrections.push((lines_of(shown), printed.to_vec())),
        None if lines.is_empty() => {}
        None => findings.push(format!(
            "book/src/{name}.md:{line}: it prints this, and no block `text` follows:\n{}",
            lines.join("\n")
        )),
    }
}

/// Runs the commands of a chapter, in the folder with the files of its Rust examples.
fn console(name: &str, text: &str, folder: &Path, corrections: &mut Vec<Correction>) -> Vec<String> {
    let mut findings = Vec::new();
    for block in blocks(text).iter().filter(|block| block.language() == "console") {
        let mut lines = Vec::new();
        for command in block.code.iter().filter_map(|line| line.strip_prefix("$ ")) {
            lines.push(format!("$ {command}"));
            let Some(arguments) = command.strip_prefix("labora ") else {
                findings.push(format!("book/src/{name}.md:{}: not a command of labora: {command}", block.line));
                continue;
            };
            let mut labora = program(folder);
            as_labora(&mut labora);
            labora.args(arguments.split_whitespace());
            let output = started(labora);
            lines.extend(printed(&output));
            // Messages of failures are shown, too.
            if !output.status.success() {
                lines.extend(String::from_utf8_lossy(&output.stderr).lines().map(|line| line.trim_end().to_owned()));
            }
        }
        let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
        if !matches(&block.code, &texts) {
            corrections.push((lines_of(block), lines));
        }
    }
    findings
}

#[cfg(unix)]
fn as_labora(program: &mut Command) {
    std::os::unix::process::CommandExt::arg0(program, "labora");
}

#[cfg(not(unix))]
fn as_labora(_program: &mut Command) {}
