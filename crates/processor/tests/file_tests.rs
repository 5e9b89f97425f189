//! The file tests of `stablehlo`, run by the processor on every instruction set.

mod common;

use kernels::Isa;
use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, compile};
use stablehlo::filetest::run_file;
use stablehlo::{Literal, Module};
use testkit::{FILE_TESTS, mlir_files};

fn run(options: &CompileOptions, module: &Module, inputs: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>, String> {
    let executable = compile(module, options).map_err(|e| e.to_string())?;
    let borrow = |l: &Literal| Argument::Borrow(Buffer::from_literal(l));
    let arguments = inputs.iter().map(|list| list.iter().map(borrow).collect()).collect();
    let results = executable.run(&Cores::new(2), arguments).map_err(|e| e.to_string())?;
    Ok(results.iter().map(|list| list.iter().map(Buffer::to_literal).collect()).collect())
}

#[test]
fn every_file_passes() {
    let (mut cases, mut failures) = (0, Vec::new());
    for (file, text) in mlir_files(FILE_TESTS) {
        // With next to no cache every program that can be cut into blocks of rows is.
        for (isa, cache_bytes) in Isa::available().flat_map(|isa| [(isa, None), (isa, Some(1))]) {
            let options = CompileOptions {
                numerics: Numerics::Float32,
                isa: Some(isa),
                cache_bytes,
                ..CompileOptions::default()
            };
            match run_file(&text, &|module, inputs| run(&options, module, inputs)) {
                Ok(n) => cases += n,
                Err(message) => failures.push(format!("{} on {isa}, {cache_bytes:?}:\n{message}", file.display())),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(cases >= 200, "{cases} cases ran from {FILE_TESTS}");
}
