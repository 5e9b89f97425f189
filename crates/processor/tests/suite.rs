//! A sample of StableHLO's own test suite, on the interpreter and on the processor. `cargo xtask suite
//! stablehlo` runs all of it.

use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, compile};
use stablehlo::Literal;
use stablehlo::interpret::evaluate;
use stablehlo::suite::{SuiteProgram, programs};

/// One file in so many runs.
const SAMPLE: usize = 20;

/// Programs of the sample whose terms cancel: a sum in another order than the one of the expected values is not
/// within 3 units in the last place.
const CANCELLING: [&str; 1] = ["dot_general_float16_4_3_complex64_3_6.mlir"];

fn process(program: &SuiteProgram) -> Result<Vec<Literal>, String> {
    let options = CompileOptions { numerics: Numerics::Highest, ..CompileOptions::default() };
    let executable = compile(&program.module, &options).map_err(|e| e.to_string())?;
    let arguments = program.inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
    let results = executable.run(&Cores::new(2), vec![arguments]).map_err(|e| e.to_string())?;
    Ok(results.iter().flatten().map(Buffer::to_literal).collect())
}

#[test]
fn a_sample_of_stablehlos_programs_passes() {
    let Some(suite) = testkit::suite("stablehlo.tar.xz") else { return };
    let entries = std::fs::read_dir(suite.join("stablehlo/testdata")).unwrap().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "mlir")).collect();
    files.sort();
    assert!(files.len() > 2000, "{} files", files.len());
    let mut failures = Vec::new();
    for file in files.iter().step_by(SAMPLE) {
        for program in programs(&std::fs::read_to_string(file).unwrap()) {
            let check = |results: Result<Vec<Literal>, String>, program: &SuiteProgram| program.check(&results?);
            let outcome = program.map_err(|e| e.to_string()).and_then(|program| {
                check(evaluate(&program.module, &program.inputs).map_err(|e| e.to_string()), &program)
                    .map_err(|e| format!("interpreter: {e}"))?;
                check(process(&program), &program).map_err(|e| format!("processor: {e}"))
            });
            let is_known = CANCELLING.iter().any(|name| file.ends_with(name));
            if let (Err(e), false) = (outcome, is_known) {
                failures.push(format!("{}: {e}", file.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
