//! `cargo xtask suite stablehlo`: the test suites of openxla/stablehlo, on the interpreter and the processor.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::command::output;

/// The suites: a name, the folder in a checkout, and arguments for the runner. Programs with dynamic shapes
/// have no expected values.
const FOLDERS: [(&str, &str, &[&str]); 4] = [
    ("testdata, static shapes", "stablehlo/testdata", &[]),
    ("testdata, quantized", "stablehlo/testdata/quantized", &[]),
    ("testdata, dynamic shapes", "stablehlo/testdata/dynamic", &["--refused"]),
    ("tests/interpret", "stablehlo/tests/interpret", &[]),
];
const ENGINES: [&str; 2] = ["interpreter", "processor"];
/// The table, if all programs run.
const PAGE: &str = "docs/results/suites/stablehlo.md";
/// Files per call of the runner.
const CHUNK: usize = 200;

/// What one engine did with one program.
struct Outcome {
    suite: usize,
    file: String,
    engine: String,
    outcome: String,
    reason: String,
}

/// Runs the suites of a checkout, or of the archive in the folder that `LABORA_SUITES` names, and prints a
/// table.
/// Without a filter it also writes the table to the results.
///
/// # Errors
/// An unknown suite, a folder that cannot be read, or a program whose results are wrong.
pub fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let (checkout, filter) = match arguments {
        [path, filter @ ..] if filter.len() <= 1 && Path::new(path).is_dir() => {
            (Some(PathBuf::from(path)), filter.first())
        }
        [] | [_] => (testkit::suite("stablehlo.tar.xz"), arguments.first()),
        [path, _] => return Err(format!("{path} is no folder")),
        _ => return Err("usage: cargo xtask suite stablehlo [PATH] [FILTER]".to_owned()),
    };
    // The reason was printed.
    let Some(checkout) = checkout else { return Ok(()) };
    let mut outcomes = Vec::new();
    for (suite, (_, folder, arguments)) in FOLDERS.iter().enumerate() {
        let files = files(&checkout.join(folder), filter.map(String::as_str))?;
        for chunk in files.chunks(CHUNK) {
            let mut command = vec!["run", "--quiet", "-p", "labora-processor", "--example", "run_suite", "--"];
            command.extend(arguments.iter());
            command.extend(chunk.iter().map(String::as_str));
            outcomes.extend(output(root, "cargo", &command, &[])?.lines().filter_map(|line| parse(suite, line)));
        }
    }
    let table = table(&outcomes);
    println!("{table}");
    if filter.is_none() {
        std::fs::write(root.join(PAGE), &table).map_err(|e| format!("{PAGE}: {e}"))?;
    }
    match outcomes.iter().filter(|o| o.outcome == "wrong").count() {
        0 => Ok(()),
        wrong => Err(format!("{wrong} results are wrong")),
    }
}

/// The programs of a folder, sorted; none if there is no such folder.
fn files(folder: &Path, filter: Option<&str>) -> Result<Vec<String>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path()).filter(|p| p.extension().is_some_and(|e| e == "mlir"));
    let mut files: Vec<String> = paths.map(|path| path.to_string_lossy().into_owned()).collect();
    files.retain(|file| filter.is_none_or(|filter| file.rsplit('/').next().is_some_and(|name| name.contains(filter))));
    files.sort();
    Ok(files)
}

/// A line of the runner: file, engine, outcome and reason, separated by tabs.
fn parse(suite: usize, line: &str) -> Option<Outcome> {
    let mut parts = line.split('\t').map(str::to_owned);
    let file = parts.next()?.rsplit('/').next()?.to_owned();
    Some(Outcome { suite, file, engine: parts.next()?, outcome: parts.next()?, reason: parts.next()? })
}

/// The page of results.
fn table(outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "# StableHLO's own test suites\n\n\
         `cargo xtask suite stablehlo`: the programs of openxla/stablehlo that compare their results\n\
         with expected values, with the comparisons that they state. What they compute on is passed as\n\
         arguments. The processor runs with `numerics = highest`. `wrong` is a result outside of the\n\
         stated tolerance, which is 3 units in the last place for `expect_close`. Another order of a sum\n\
         whose terms cancel exceeds it. Programs with dynamic shapes state no results: a row of theirs\n\
         that is not refused would be wrong. Those of `tests/interpret` that run a function on replicas\n\
         (`interpreter.run_parallel`) run so here; those with partitions are refused.\n\
         `interpreter.probe` writes a value to a file, and the check reads it from there: there is no\n\
         other value to compare with. `reduce_precision` of NaN to a format without mantissa bits is NaN\n\
         here, as on XLA's CPU backend; StableHLO's own interpreter, which the suite is of, makes it\n\
         infinity.\n\n\
         | suite | engine | programs | passed | refused | wrong |\n|---|---|---|---|---|---|\n",
    );
    for (suite, (name, _, _)) in FOLDERS.iter().enumerate() {
        for engine in ENGINES {
            let count = |kind: &str| {
                let of_suite = outcomes.iter().filter(|o| o.suite == suite && o.engine == engine);
                of_suite.filter(|o| kind.is_empty() || o.outcome == kind).count()
            };
            let (all, passed, refused, wrong) = (count(""), count("passed"), count("refused"), count("wrong"));
            let _ = writeln!(text, "| {name} | {engine} | {all} | {passed} | {refused} | {wrong} |");
        }
    }
    for (kind, heading) in [("wrong", "Results outside of the stated tolerance"), ("refused", "Refused programs")] {
        let mut reasons: BTreeMap<(usize, String), Vec<&str>> = BTreeMap::new();
        for outcome in outcomes.iter().filter(|o| o.outcome == kind) {
            // What is wrong is listed one by one.
            let reason = if kind == "wrong" { outcome.reason.clone() } else { general(&outcome.reason) };
            let key = (outcome.suite, format!("{}: {reason}", outcome.engine));
            reasons.entry(key).or_default().push(&outcome.file);
        }
        if reasons.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {heading}\n\n");
        text.push_str("| suite | engine and reason | programs | for example |\n|---|---|---|---|\n");
        for ((suite, reason), files) in reasons {
            let _ = writeln!(text, "| {} | {reason} | {} | {} |", FOLDERS[suite].0, files.len(), files[0]);
        }
    }
    text
}

/// A reason without what differs from program to program: names of values, places, numbers and dynamic types.
fn general(reason: &str) -> String {
    let reason = match (reason.find("tensor<"), reason.find("> has a dynamic dimension")) {
        (Some(start), Some(end)) if start < end => [&reason[..start], "tensor<?", &reason[end..]].concat(),
        _ => reason.to_owned(),
    };
    let mut text = String::new();
    for c in reason.chars() {
        let c = if c.is_ascii_digit() { '0' } else { c };
        if !(c == '0' && text.ends_with('0')) {
            text.push(if c == '|' { '/' } else { c });
        }
    }
    text.chars().take(140).collect()
}

#[cfg(test)]
mod tests {
    use super::{general, parse, table};

    #[test]
    fn outcomes_are_counted_and_reasons_grouped() {
        let lines = [
            "/a/abs.mlir\tprocessor\tpassed\t",
            "/a/add.mlir\tprocessor\trefused\tat 12:3: no tuples",
            "/a/sub.mlir\tprocessor\trefused\tat 4:17: no tuples",
        ];
        let outcomes: Vec<_> = lines.iter().filter_map(|line| parse(0, line)).collect();
        let table = table(&outcomes);
        assert!(table.contains("| testdata, static shapes | processor | 3 | 1 | 2 | 0 |"), "{table}");
        assert!(table.contains("processor: at 0:0: no tuples | 2 | add.mlir |"), "{table}");
        assert!(table.contains("\n## Refused programs\n\n|"), "{table}");
    }

    #[test]
    fn a_reason_keeps_its_words() {
        assert_eq!(general("dim 12 | of 3"), "dim 0 / of 0");
        let dynamic = general("line 7: tensor<?x3xcomplex<f32>> has a dynamic dimension");
        assert_eq!(dynamic, "line 0: tensor<?> has a dynamic dimension");
    }
}
