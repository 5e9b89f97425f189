//! HLO text: XLA's parser reads it, and the program that XLA's converter makes of it computes the same.

use std::fs;
use std::path::{Path, PathBuf};

use stablehlo::filetest::Tolerance;
use stablehlo::hlo::{PrintOptions, text, text_with};
use stablehlo::interpret::Interpreter;
use stablehlo::suite::{SuiteProgram, programs};
use stablehlo::{ErrorKind, Module, filetest};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

/// The texts of the `.mlir` files of a folder, with the files' names.
fn mlir_files(folder: &Path) -> Vec<(String, String)> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().display().to_string();
    let files = testkit::mlir_files(&folder.display().to_string());
    files.into_iter().map(|(path, text)| (stem(&path), text)).collect()
}

/// Writes the modules as HLO into a new folder of that name, and has XLA read them. Returns the folder and what
/// XLA could not read; `None` without a Python for JAX.
fn read_by_xla(name: &str, modules: &[(String, &Module)]) -> Option<(PathBuf, Vec<String>)> {
    let pins = testkit::workspace_root().join("tests/python/jax-0.12.0.txt");
    let python = match testkit::virtual_environment_from(&pins, 12) {
        Ok(python) => python,
        Err(reason) => {
            testkit::skip_without(testkit::Need::Jax, &reason);
            return None;
        }
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("a writable folder");
    }
    fs::create_dir_all(&folder).expect("a writable folder");
    for (name, module) in modules {
        let text = text_with(module, PrintOptions { print_large_constants: true })
            .unwrap_or_else(|e| panic!("{name}: {e}\n{module}"));
        fs::write(folder.join(name).with_extension("hlo"), text).expect("a writable folder");
    }
    let script = testkit::workspace_root().join("crates/stablehlo/tests/hlo/read.py");
    let report = testkit::run_python(&python, &script, &[&folder]);
    let mut lines = report.lines();
    assert_eq!(lines.next(), Some(format!("{} files", modules.len()).as_str()));
    Some((folder, lines.map(str::to_string).collect()))
}

/// Runs the programs of a suite as they are and as XLA read them, and demands the same bits.
fn check_suite(name: &str, suite: &[(String, SuiteProgram)]) {
    let modules: Vec<(String, &Module)> = suite.iter().map(|(name, program)| (name.clone(), &program.module)).collect();
    let Some((folder, mut failures)) = read_by_xla(name, &modules) else { return };
    for (name, program) in suite {
        let Ok(text) = fs::read_to_string(folder.join(name).with_extension("mlir")) else { continue };
        let run = |module: &Module| Interpreter::new(module).run(&program.inputs[0]);
        let expected = run(&program.module).unwrap_or_else(|e| panic!("{name}: {e}"));
        match Module::parse(&text).and_then(|module| run(&module)) {
            Err(e) => failures.push(format!("{name}: {e}")),
            // Every second result is a constant, the one that the suite expects. XLA's parser reads the complex
            // number (nan, 0) as (nan, nan).
            Ok(results) => {
                failures.extend(results.iter().zip(&expected).step_by(2).filter_map(|(result, expected)| {
                    filetest::difference(result, expected, Tolerance::Exact)
                        .map(|difference| format!("{name}: {difference}"))
                }))
            }
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), suite.len(), failures.join("\n"));
}

/// Every `step`-th program of StableHLO's suite that runs here and has a form in HLO.
fn suite(step: usize) -> Option<Vec<(String, SuiteProgram)>> {
    let folder = testkit::suite("stablehlo.tar.xz")?;
    let folder = folder.join("stablehlo/testdata");
    let mut found = Vec::new();
    for (name, text) in mlir_files(&folder).into_iter().step_by(step) {
        for (i, program) in programs(&text).into_iter().flatten().enumerate() {
            match stablehlo::hlo::text(&program.module) {
                Ok(_) => found.push((format!("{name}-{i}"), program)),
                Err(e) => assert_eq!(e.kind(), ErrorKind::Unsupported, "{name}: {e}"),
            }
        }
    }
    Some(found)
}

#[test]
fn programs_of_the_suite_compute_the_same_after_xla_read_them() {
    let Some(programs) = suite(12) else { return };
    assert!(programs.len() > 100, "only {} programs", programs.len());
    check_suite("hlo-sample", &programs);
}

#[test]
#[ignore = "minutes: all programs of StableHLO's suite; --test hlo -- --ignored"]
fn all_programs_of_the_suite_compute_the_same_after_xla_read_them() {
    let Some(programs) = suite(1) else { return };
    println!("{} programs", programs.len());
    check_suite("hlo-suite", &programs);
}

/// Programs of JAX, and the file tests: loops, branches and calls that capture values, collectives, composites.
#[test]
fn xla_reads_the_texts_of_programs() {
    let mut modules = Vec::new();
    for folder in ["jax", "files"] {
        for (name, text) in mlir_files(&Path::new(FILES).join(folder)) {
            for (i, case) in filetest::split(&text).iter().enumerate() {
                let module = Module::parse(case).unwrap_or_else(|e| panic!("{name}-{i}: {e}"));
                match text_of(&module) {
                    Ok(()) => modules.push((format!("{folder}-{name}-{i}"), module)),
                    Err(e) => assert_eq!(e.kind(), ErrorKind::Unsupported, "{name}-{i}: {e}"),
                }
            }
        }
    }
    let modules: Vec<(String, &Module)> = modules.iter().map(|(name, module)| (name.clone(), module)).collect();
    let Some((_, failures)) = read_by_xla("hlo-programs", &modules) else { return };
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), modules.len(), failures.join("\n"));
}

fn text_of(module: &Module) -> stablehlo::Result<()> {
    text(module).map(drop)
}

#[test]
fn long_constants_are_elided_unless_asked_for() {
    let module = Module::parse(
        "func.func @main() -> tensor<11xi32> {
           %x = stablehlo.constant dense<[1,2,3,4,5,6,7,8,9,10,11]> : tensor<11xi32>
           return %x : tensor<11xi32>
         }",
    )
    .unwrap();
    assert!(text(&module).unwrap().contains("ROOT %constant.1 = s32[11]{0} constant({...})\n"));
    let whole = text_with(&module, PrintOptions { print_large_constants: true }).unwrap();
    assert!(whole.contains("constant({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})\n"), "{whole}");
}

#[test]
fn what_hlo_lacks_is_an_error() {
    let module = Module::parse(
        "sdy.mesh @mesh = <[\"x\"=2]>
         func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
           %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"x\"}]>] out_shardings=[<@mesh, [{\"x\"}]>]
             manual_axes={\"x\"} (%a: tensor<2xf32>) {
             %b = stablehlo.negate %a : tensor<2xf32>
             sdy.return %b : tensor<2xf32>
           } : (tensor<4xf32>) -> tensor<4xf32>
           return %y : tensor<4xf32>
         }",
    )
    .unwrap();
    let error = text(&module).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("sdy.manual_computation"), "{error}");
}
