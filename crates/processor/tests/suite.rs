//! A sample of StableHLO's own test suite, on the interpreter and on the processor. `cargo xtask suite
//! stablehlo` runs all of it.

use std::path::PathBuf;

use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, compile};
use stablehlo::interpret::evaluate_replicas;
use stablehlo::suite::{SuiteProgram, programs};
use stablehlo::{ErrorKind, Literal, Module};

/// One file in so many runs.
const SAMPLE: usize = 20;

/// Programs of the sample whose terms cancel: a sum in another order than the one of the expected values is not
/// within 3 units in the last place.
const CANCELLING: [&str; 1] = ["dot_general_float16_4_3_complex64_3_6.mlir"];

/// Results, a list for each replica.
type Results = Result<Vec<Vec<Literal>>, String>;

fn process(program: &SuiteProgram) -> Results {
    let options = CompileOptions { numerics: Numerics::Highest, ..CompileOptions::default() };
    let executable = compile(&program.module, &options).map_err(|e| e.to_string())?;
    let arguments = |inputs: &Vec<Literal>| inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
    let arguments = program.inputs.iter().map(arguments).collect();
    let results = executable.run(&Cores::new(2), arguments).map_err(|e| e.to_string())?;
    Ok(results.iter().map(|results| results.iter().map(Buffer::to_literal).collect()).collect())
}

/// Runs a program on both engines.
fn outcome(program: &SuiteProgram) -> Result<(), String> {
    let check = |results: Results| program.check(&results?);
    check(evaluate_replicas(&program.module, &program.inputs).map_err(|e| e.to_string()))
        .map_err(|e| format!("interpreter: {e}"))?;
    check(process(program)).map_err(|e| format!("processor: {e}"))
}

/// The programs of a folder of the suite; `None`, after saying why, without it.
fn files(folder: &str) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(testkit::suite("stablehlo.tar.xz")?.join(folder)).unwrap();
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "mlir"));
    files.sort();
    Some(files)
}

#[test]
fn a_sample_of_stablehlos_programs_passes() {
    let Some(files) = files("stablehlo/testdata") else { return };
    assert!(files.len() > 2000, "{} files", files.len());
    let mut failures = Vec::new();
    for file in files.iter().step_by(SAMPLE) {
        for program in programs(&std::fs::read_to_string(file).unwrap()) {
            let outcome = program.map_err(|e| e.to_string()).and_then(|program| outcome(&program));
            let is_known = CANCELLING.iter().any(|name| file.ends_with(name));
            if let (Err(e), false) = (outcome, is_known) {
                failures.push(format!("{}: {e}", file.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The programs of `stablehlo/tests/interpret` in which replicas exchange values.
#[test]
fn stablehlos_programs_of_several_replicas_pass() {
    let Some(files) = files("stablehlo/tests/interpret") else { return };
    let programs = files.iter().flat_map(|file| programs(&std::fs::read_to_string(file).unwrap())).flatten();
    let (mut count, mut failures) = (0, Vec::new());
    for program in programs.filter(|program| program.inputs.len() > 1) {
        count += 1;
        failures.extend(outcome(&program).err().map(|e| format!("{e}\n{}", program.module)));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 15, "only {count} programs");
}

/// Programs with dynamic shapes, which compute nothing here: each is refused with the place and the type.
#[test]
fn stablehlos_programs_of_dynamic_shapes_are_refused_by_name() {
    let Some(files) = files("stablehlo/testdata/dynamic") else { return };
    assert!(files.len() > 350, "{} files", files.len());
    for file in files {
        let error = Module::parse(&std::fs::read_to_string(&file).unwrap()).expect_err("a dynamic shape");
        let text = error.to_string();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{}: {text}", file.display());
        assert!(text.starts_with("line ") && text.contains("tensor<") && text.contains("dynamic dimension"), "{text}");
    }
}
