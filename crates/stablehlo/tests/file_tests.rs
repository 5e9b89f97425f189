//! The interpreter on the programs of `tests/files`, whose expected values are from other implementations.

use stablehlo::Module;
use stablehlo::filetest::{run_file, split};
use stablehlo::interpret::evaluate_replicas;
use testkit::{FILE_TESTS, mlir_files};

#[test]
fn the_interpreter_agrees_with_every_file() {
    let (mut runs, mut failures) = (0, Vec::new());
    for (path, text) in mlir_files(FILE_TESTS) {
        match run_file(&text, &|module, inputs| evaluate_replicas(module, inputs).map_err(|e| e.to_string())) {
            Ok(n) => runs += n,
            Err(report) => failures.push(format!("{}:\n{report}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(runs >= 200, "only {runs} runs: are the files there?");
}

#[test]
fn printed_programs_are_read_back_unchanged() {
    for (path, text) in mlir_files(FILE_TESTS) {
        for case in split(&text) {
            let module = Module::parse(case).unwrap();
            let printed = module.to_string();
            let again = Module::parse(&printed).unwrap_or_else(|e| panic!("{}: {e}\n{printed}", path.display()));
            assert_eq!(module.to_string(), again.to_string(), "{}", path.display());
            assert_eq!(module.funcs, again.funcs, "{}", path.display());
        }
    }
}

#[test]
fn a_wrong_result_is_reported_with_its_position() {
    let text = "//! name: identity\n//! input: dense<[1, 2]> : tensor<2xi32>\n//! expect: dense<[1, 3]> : tensor<2xi32>\n\
                func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {\n return %x : tensor<2xi32>\n}";
    let report = run_file(text, &|_, inputs| Ok(inputs.to_vec())).unwrap_err();
    assert_eq!(report, "identity: replica 0, result 0: element 1 of tensor<2xi32> is 2.0, but 3.0 was expected");
    let nonsense = run_file("//! nonsense\nfunc.func @main() {\n return\n}", &|_, _| Ok(Vec::new())).unwrap_err();
    assert!(nonsense.contains("nonsense"), "{nonsense}");
}
