//! Reading files: only through `stablehlo::budget`, which bounds what a file may take.

use super::Findings;
use super::source::{Source, without_tests, words};

/// The crates that read files of others.
const CRATES: [&str; 7] = ["compile-report", "datasets", "keras", "labora", "onnx", "serve", "stablehlo"];

/// Calls that read without a bound, each with what it follows (nothing: whatever), and what to call instead.
const CALLS: &[(&str, &str, &str)] = &[
    ("read_to_end", "", "Budget::read"),
    ("read_to_string", "", "budget::read_text"),
    ("read", "fs::", "budget::read_file"),
    ("from_slice", "serde_json::", "keras::json::read"),
    ("from_str", "serde_json::", "keras::json::read"),
    ("from_reader", "serde_json::", "keras::json::read"),
    ("from_slice", "Deserializer::", "keras::json::read"),
    ("from_str", "Deserializer::", "keras::json::read"),
];

/// Folders and files of readers, where a list is as long as a file says: its room comes from the budget.
const READERS: [&str; 5] = [
    "crates/datasets/src/",
    "crates/keras/src/json/",
    "crates/keras/src/saving/",
    "crates/stablehlo/src/bytecode/",
    "crates/stablehlo/src/text/",
];
const ROOM: &str = "with_capacity";

/// Files that may have a call, with the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("stablehlo/src/budget.rs", "read_to_end", "it is the bound"),
    ("datasets/src/csv_file/encoding.rs", "read_to_end", "64 KiB at a time"),
    ("datasets/src/directory/texts.rs", "read_to_end", "as many bytes as the user asks for"),
    ("keras/src/callbacks/tensorboard/event_file.rs", "read_to_string", "a file of the kernel"),
    ("keras/src/utils/folder_lock.rs", "read_to_string", "the number of a process"),
    ("serve/src/trial.rs", "read_to_string", "files of the kernel"),
    ("labora/src/key_value_store.rs", "read_to_end", "16 bits of length"),
    ("labora/src/cli/child_process.rs", "read_to_end", "what this program prints itself"),
    ("labora/src/cli/devices/probe.rs", "from_str", "what this program prints itself"),
    ("labora/src/cli/compile/compare.rs", "from_str", "what this program prints itself"),
    ("compile-report/src/hlo/module.rs", "from_slice", "what a compiler in this process returns"),
    ("compile-report/src/hlo/read_contraction.rs", "from_slice", "what a compiler in this process returns"),
    ("serve/src/protocol/kserve.rs", "from_slice", "a request, whose bytes are taken from the server's budget"),
    ("serve/src/protocol/tensorflow.rs", "from_slice", "a request, whose bytes are taken from the server's budget"),
    ("serve/src/tensor.rs", "from_slice", "a request, whose bytes are taken from the server's budget"),
    ("datasets/src/csv_file/encoding.rs", ROOM, "a buffer of 256 KiB"),
    ("datasets/src/files.rs", ROOM, "a buffer of 64 KiB"),
    ("datasets/src/columns.rs", ROOM, "the rows of a batch"),
    ("datasets/src/image_file/resize.rs", ROOM, "the size of the user's images"),
    ("stablehlo/src/text/print/dense.rs", ROOM, "what is written"),
    ("stablehlo/src/text/lexer.rs", ROOM, "the length of a string that is there"),
];

/// Checks the sources of the crates that read files.
pub fn check(sources: &[Source], findings: &mut Findings) {
    const GROUP: &str = "files that are read without a budget";
    for source in sources {
        let Some(path) = source.path.strip_prefix("crates/") else { continue };
        let is_reader = source.crate_folder().is_some_and(|name| CRATES.contains(&name));
        if !is_reader || source.below_src().is_none() {
            continue;
        }
        let (code, _) = without_tests(&source.code);
        let reads = READERS.iter().any(|folder| source.path.starts_with(folder));
        for (at, word) in words(&code) {
            let before = code[..at].trim_end();
            let call = CALLS.iter().find(|(call, after, _)| *call == word && before.ends_with(after));
            let call = call.filter(|_| code[at + word.len()..].starts_with(['(', ':']));
            let instead = match call {
                Some((.., instead)) => *instead,
                None if word == ROOM && reads => "Budget::list, or a list that grows",
                None => continue,
            };
            if !ALLOWED.iter().any(|(file, call, _)| *file == path && *call == word) {
                findings.add(GROUP, format!("{}:{}: {word}; call {instead}", source.path, source.line(at)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Findings, Source, check};

    #[test]
    fn calls_without_a_bound_are_found() {
        let file = |path: &str, text: &str| Source::new(format!("crates/{path}"), text);
        let sources = [
            file("keras/src/saving/a.rs", "fn f() { std::fs::read(p); fs::read_dir(p); Vec::with_capacity(n) }"),
            file("keras/src/b.rs", "fn g() { Vec::with_capacity(n); serde_json::from_str::<Json>(s); from_str(s) }"),
            file("serve/src/c.rs", "// fs::read(p)\n#[cfg(test)]\nmod tests { fn h() { x.read_to_end(b) } }"),
            file("lab/src/d.rs", "fn i() { fs::read(p) }"),
            file("stablehlo/src/budget.rs", "fn j() { x.read_to_end(b); x.read_to_string(s) }"),
        ];
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        let expected = [
            "crates/keras/src/saving/a.rs:1: read; call budget::read_file",
            "crates/keras/src/saving/a.rs:1: with_capacity; call Budget::list, or a list that grows",
            "crates/keras/src/b.rs:1: from_str; call keras::json::read",
            "crates/stablehlo/src/budget.rs:1: read_to_string; call budget::read_text",
        ];
        assert_eq!(findings.of("files that are read without a budget"), expected);
    }
}
