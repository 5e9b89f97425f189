//! Runs programs of StableHLO's own test suites on the interpreter and on the processor:
//! `cargo run -p labora-processor --example run_suite -- [--refused] FILE...`.
//!
//! With `--refused`, files have no expected values, and are read only: what is not refused is wrong. Prints a
//! line per program and engine: the file, the engine, `passed`, `refused` or `wrong`, and the reason,
//! separated by tabs. Results in f32 are computed with [`Numerics::Highest`].

use std::panic::catch_unwind;

use processor::{Argument, Buffer, CompileOptions, Cores, ErrorKind, Numerics, compile};
use stablehlo::interpret::Interpreter;
use stablehlo::suite::{SuiteProgram, programs};
use stablehlo::{Literal, Module};

/// Runs a program, and returns its results for each replica, or `refused` or `wrong` and the reason.
type Engine = fn(&SuiteProgram) -> Result<Vec<Vec<Literal>>, (&'static str, String)>;

const ENGINES: [(&str, Engine); 2] = [("interpreter", interpret), ("processor", process)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = std::env::args().skip(1).peekable();
    let is_refused = files.next_if_eq("--refused").is_some();
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        if is_refused {
            let outcome = match catch_unwind(|| Module::parse(&text)) {
                Err(_) => ("wrong", "it panicked".to_owned()),
                Ok(Ok(_)) => ("wrong", "it is not refused".to_owned()),
                Ok(Err(e)) => ("refused", e.to_string()),
            };
            ENGINES.iter().for_each(|(engine, _)| print(&file, engine, &outcome));
            continue;
        }
        for program in programs(&text) {
            for (name, engine) in ENGINES {
                let outcome = match &program {
                    Err(e) => ("refused", e.to_string()),
                    Ok(program) => outcome(program, engine),
                };
                print(&file, name, &outcome);
            }
        }
    }
    Ok(())
}

fn print(file: &str, engine: &str, (outcome, reason): &(&str, String)) {
    let reason = reason.lines().next().unwrap_or_default().replace('\t', " ");
    println!("{file}\t{engine}\t{outcome}\t{reason}");
}

fn outcome(program: &SuiteProgram, engine: Engine) -> (&'static str, String) {
    match catch_unwind(|| engine(program)) {
        Err(_) => ("wrong", "it panicked".to_owned()),
        Ok(Err(refusal)) => refusal,
        Ok(Ok(results)) => program.check(&results).map_or_else(|e| ("wrong", e), |()| ("passed", String::new())),
    }
}

fn interpret(program: &SuiteProgram) -> Result<Vec<Vec<Literal>>, (&'static str, String)> {
    Interpreter::new(&program.module).run_replicas(&program.inputs).map_err(|e| ("refused", e.to_string()))
}

fn process(program: &SuiteProgram) -> Result<Vec<Vec<Literal>>, (&'static str, String)> {
    let failure = |e: processor::Error| {
        let outcome = if e.kind() == ErrorKind::Internal { "wrong" } else { "refused" };
        (outcome, e.to_string())
    };
    let options = CompileOptions { numerics: Numerics::Highest, ..CompileOptions::default() };
    let executable = compile(&program.module, &options).map_err(failure)?;
    let arguments = |inputs: &Vec<Literal>| inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
    let arguments = program.inputs.iter().map(arguments).collect();
    let results = executable.run(&Cores::new(2), arguments).map_err(failure)?;
    Ok(results.iter().map(|results| results.iter().map(Buffer::to_literal).collect()).collect())
}
