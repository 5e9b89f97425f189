//! Translation validation: the program before each graph pass and the program after it give the same results
//! in the interpreter.
//!
//! Passes keep results to the bit, except batch tiling, which sums a batch block by block, and complex
//! expansion, after which the parts of complex numbers are rounded by each real operation. Later passes keep
//! the results of these. Every file test of `stablehlo` and random programs are checked, the latter with a
//! tile of one row. `LABORA_ROUNDS` is the number of random programs (default 1,000).

use processor::{CompileOptions, explain};
use stablehlo::filetest::{Case, Tolerance, difference, split};
use stablehlo::interpret::evaluate_replicas;
use stablehlo::{ElementType, Literal, Minifloat, Module};
use testkit::{FILE_TESTS, mlir_files};

use super::common::{self, Random, assert_close};
use super::{complex, program};

/// The passes whose results differ by rounding.
const ROUNDS: &[&str] = &["batch_tiling", "complex_expander"];

/// Runs the program of every pass that changed it; returns how many passes changed it.
fn validate(module: &Module, inputs: &[Vec<Literal>], what: &str) -> usize {
    // With next to no cache every program that can be tiled is.
    let options = CompileOptions { cache_bytes: Some(1), ..CompileOptions::default() };
    let Ok(explanation) = explain(module, &options) else { return 0 };
    let Ok(mut expected) = evaluate_replicas(module, inputs) else { return 0 };
    let (mut inputs, mut changed) = (inputs.to_vec(), 0);
    for pass in explanation.passes.iter().filter(|pass| pass.is_graph && pass.changed) {
        let what = format!("{what}, after {}", pass.name);
        let after = Module::parse(&pass.text).unwrap_or_else(|e| panic!("{what}: {e}\n{}", pass.text));
        if pass.text.contains("labora.manual_computation") {
            // The call stands for a program of its own, which only the processor has.
            return changed;
        }
        let mut formats = Vec::new();
        if pass.name == "element_type_converter" {
            formats = expected.iter().flatten().map(|literal| literal.ty().element.minifloat()).collect();
            // Parameters and results of narrow types are bytes from here on.
            [&mut inputs, &mut expected].into_iter().flatten().flatten().for_each(as_bytes);
        }
        let results = evaluate_replicas(&after, &inputs).unwrap_or_else(|e| panic!("{what}: {e}\n{}", pass.text));
        let mut got = results.clone();
        for literals in [&mut got, &mut expected] {
            let pairs = literals.iter_mut().flatten().zip(&formats);
            pairs.for_each(|(literal, format)| with_one_nan(literal, *format));
        }
        let pairs = got.iter().flatten().zip(expected.iter().flatten());
        for (i, (result, expected)) in pairs.enumerate() {
            let what = format!("{what}, result {i}");
            match ROUNDS.contains(&pass.name) {
                true => assert_close(result, expected, common::Tolerance { units: 64.0 }, &what),
                false => assert_eq!(difference(result, expected, Tolerance::Exact), None, "{what}\n{}", pass.text),
            }
        }
        changed += 1;
        expected = results;
    }
    changed
}

/// Makes all NaN of a format, of which a program may give any, the same byte.
fn with_one_nan(literal: &mut Literal, format: Option<Minifloat>) {
    let Some(format) = format else { return };
    let byte = |code: &u8| if format.decode(*code).is_nan() { format.nan_bits() } else { *code };
    let bytes = literal.bytes().iter().map(byte).collect();
    *literal = Literal::from_bytes(literal.ty().clone(), bytes).unwrap();
}

/// The bytes of a literal of a narrow type; any other literal itself.
fn as_bytes(literal: &mut Literal) {
    let ty = literal.ty();
    if ty.element.is_narrow() {
        let byte = if ty.element.is_signed() { ElementType::I8 } else { ElementType::Ui8 };
        *literal = Literal::from_bytes(ty.with_element(byte), literal.bytes().to_vec()).unwrap();
    }
}

#[test]
fn passes_keep_the_results_of_file_tests() {
    let (mut cases, mut changed) = (0, 0);
    for (path, text) in mlir_files(FILE_TESTS) {
        for case in split(&text) {
            let case = Case::parse(case).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            for run in &case.runs {
                changed += validate(&case.module, &run.inputs, &format!("{}: {}", path.display(), case.name));
                cases += 1;
            }
        }
    }
    assert!(cases >= 200 && changed > cases, "{cases} cases, which passes changed {changed} times");
}

#[test]
fn passes_keep_the_results_of_random_programs() {
    let rounds = std::env::var("LABORA_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1000);
    let mut random = Random(11);
    let mut changed = 0;
    for i in 0..rounds {
        let steps = 4 + random.below(24);
        let (module, inputs) = match i % 10 {
            0 => complex::program(&mut random, ElementType::Complex64, steps),
            _ => program(&mut random, ElementType::F32, steps),
        };
        changed += validate(&module, &[inputs], &format!("program {i}\n{module}"));
    }
    assert!(changed > rounds, "{rounds} programs, which passes changed {changed} times");
}
