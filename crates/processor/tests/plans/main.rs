//! File tests of the compiler's passes: each names a pass, and checks the program that is printed after it.
//!
//! `LABORA_DISABLE_PASSES` names passes and strategies that are left out, separated by commas: `cargo xtask
//! mutate` leaves out one after the other, and expects a test to fail each time.

mod filecheck;

use std::path::PathBuf;

use kernels::Isa;
use processor::{CompileOptions, Numerics, explain};
use stablehlo::Module;
use testkit::mlir_files;

/// The folder of these files below the root of the workspace.
const FOLDER: &str = "crates/processor/tests/plans";

/// The environment variable with the passes to leave out.
const DISABLED: &str = "LABORA_DISABLE_PASSES";

#[test]
fn every_file_passes() {
    let mut failures = Vec::new();
    let mut cases = 0;
    for (file, text) in mlir_files(FOLDER) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for case in stablehlo::filetest::split(&text) {
            cases += 1;
            if let Err(message) = run(case) {
                let case = directive(case, "name").unwrap_or("a case without a name");
                failures.push(format!("{name}: {case}\n{message}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {cases} cases failed\n{}", failures.len(), failures.join("\n\n"));
    assert!(cases > 20, "only {cases} cases were found");
}

/// Every pass and every strategy has a file test that names it.
#[test]
fn every_pass_has_a_file() {
    let stem = |(file, _): &(PathBuf, String)| Some(file.file_stem()?.to_string_lossy().into_owned());
    let named: Vec<String> = mlir_files(FOLDER).iter().filter_map(stem).collect();
    let missing: Vec<&str> =
        processor::pass_names().into_iter().filter(|pass| !named.iter().any(|name| name == pass)).collect();
    assert!(missing.is_empty(), "no file in tests/plans for {}", missing.join(", "));
}

fn run(case: &str) -> Result<(), String> {
    let pass = directive(case, "pass").ok_or("no `//! pass:`")?;
    let module = Module::parse(case).map_err(|e| e.to_string())?;
    let options = options(directive(case, "options").unwrap_or_default())?;
    let explanation = explain(&module, &options).map_err(|e| e.to_string())?;
    let text = match explanation.pass(pass) {
        Some(report) => &report.text,
        // The pass is left out: its test looks at the program that it would have changed.
        None => {
            let all = explain(&module, &CompileOptions { disabled_passes: Vec::new(), ..options })
                .map_err(|e| e.to_string())?;
            let at =
                all.passes.iter().position(|report| report.name == pass).ok_or(format!("there is no pass {pass}"))?;
            let before = all.passes[..at].iter().rev().find_map(|report| explanation.pass(report.name));
            &before.ok_or("no pass ran before")?.text
        }
    };
    filecheck::check(case, text).map_err(|e| format!("{e}\n--- after {pass}:\n{text}"))
}

/// The words after `//! NAME: `.
fn directive<'c>(case: &'c str, name: &str) -> Option<&'c str> {
    let prefix = format!("//! {name}: ");
    case.lines().find_map(|line| line.trim().strip_prefix(&prefix))
}

/// Options as `numerics=tpu cache_bytes=1`. Without `isa`, the portable one, which every machine has.
fn options(words: &str) -> Result<CompileOptions, String> {
    let mut options =
        CompileOptions { isa: Some(Isa::parse("portable").map_err(|e| e.to_string())?), ..CompileOptions::default() };
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').ok_or(format!("an option without a value: {word}"))?;
        match name {
            "numerics" => options.numerics = Numerics::parse(value).ok_or(format!("no numerics {value}"))?,
            "cache_bytes" => options.cache_bytes = Some(value.parse().map_err(|_| format!("no number: {value}"))?),
            _ => return Err(format!("there is no option {name}")),
        }
    }
    let disabled = std::env::var(DISABLED).unwrap_or_default();
    options.disabled_passes = disabled.split(',').filter(|name| !name.is_empty()).map(String::from).collect();
    Ok(options)
}
