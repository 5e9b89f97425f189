//! Runs programs of StableHLO's own test suites on the interpreter and on the processor:
//! `cargo run -p labora-processor --example run_suite -- FILE...`.
//!
//! Prints a line per program and engine: the file, the engine, `passed`, `refused` or `wrong`, and the reason,
//! separated by tabs. Results in f32 are computed with [`Numerics::Highest`].

use std::panic::catch_unwind;

use processor::{Argument, Buffer, CompileOptions, Cores, ErrorKind, Numerics, compile};
use stablehlo::Literal;
use stablehlo::interpret::Interpreter;
use stablehlo::suite::{SuiteProgram, programs};

/// Runs a program, and returns its results, or `refused` or `wrong` and the reason.
type Engine = fn(&SuiteProgram) -> Result<Vec<Literal>, (&'static str, String)>;

const ENGINES: [(&str, Engine); 2] = [("interpreter", interpret), ("processor", process)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file)?;
        for program in programs(&text) {
            for (name, engine) in ENGINES {
                let (outcome, reason) = match &program {
                    Err(e) => ("refused", e.to_string()),
                    Ok(program) => outcome(program, engine),
                };
                let reason = reason.lines().next().unwrap_or_default().replace('\t', " ");
                println!("{file}\t{name}\t{outcome}\t{reason}");
            }
        }
    }
    Ok(())
}

fn outcome(program: &SuiteProgram, engine: Engine) -> (&'static str, String) {
    match catch_unwind(|| engine(program)) {
        Err(_) => ("wrong", "it panicked".to_owned()),
        Ok(Err(refusal)) => refusal,
        Ok(Ok(results)) => program.check(&results).map_or_else(|e| ("wrong", e), |()| ("passed", String::new())),
    }
}

fn interpret(program: &SuiteProgram) -> Result<Vec<Literal>, (&'static str, String)> {
    Interpreter::new(&program.module).run(&program.inputs).map_err(|e| ("refused", e.to_string()))
}

fn process(program: &SuiteProgram) -> Result<Vec<Literal>, (&'static str, String)> {
    let failure = |e: processor::Error| {
        let outcome = if e.kind() == ErrorKind::Internal { "wrong" } else { "refused" };
        (outcome, e.to_string())
    };
    let options = CompileOptions { numerics: Numerics::Highest, ..CompileOptions::default() };
    let executable = compile(&program.module, &options).map_err(failure)?;
    let arguments = program.inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
    let results = executable.run(&Cores::new(2), vec![arguments]).map_err(failure)?;
    Ok(results.iter().flatten().map(Buffer::to_literal).collect())
}
