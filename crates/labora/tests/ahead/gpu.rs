//! XLA's compiler for NVIDIA GPUs.

use std::path::Path;

use keras::DTypePolicy;
use serde_json::Value;

use crate::programs::{self, CORES, Named};
use crate::{Target, compile};

/// Eight GPUs are one replica each, as are the eight cores of a v2-8.
const MACHINE: &str = "h200:8";

/// The other cards that the compiler of CUDA 13 supports.
const OTHER_CARDS: [&str; 8] = ["t4", "a100", "a100-80", "rtx4090", "l4", "h100", "b200", "rtx6000pro"];

fn has_kernels(program: &Named, report: &Value) {
    let (kernels, seconds) = (report["step"]["kernels"].as_u64(), report["step"]["seconds"].as_f64());
    assert!(kernels.is_some_and(|kernels| kernels > 0), "{}: {report}", program.name);
    assert!(seconds.is_some_and(|seconds| seconds > 0.0), "{}: {report}", program.name);
    if program.name.starts_with("training") {
        let sent = report["step"]["link_bytes"].as_u64();
        assert!(sent.is_some_and(|bytes| bytes > 0), "{}: gradients are averaged over the GPUs", program.name);
    }
}

fn deterministically(environment: &Path, programs: &[Named]) {
    let target = Target { environment, machine: MACHINE, devices: CORES, options: &["--deterministic"] };
    compile(&target, programs, has_kernels);
}

#[test]
fn every_program_compiles_for_eight_gpus() {
    let Some(environment) = testkit::cuda() else { return };
    let target = Target { environment: &environment, machine: MACHINE, devices: CORES, options: &[] };
    compile(&target, &programs::all().unwrap(), has_kernels);
}

#[test]
fn the_articles_programs_compile_with_deterministic_kernels() {
    let Some(environment) = testkit::cuda() else { return };
    deterministically(&environment, &programs::article(DTypePolicy::MixedBfloat16, CORES).unwrap());
}

/// `cargo test -p labora --test ahead -- --ignored`
#[test]
#[ignore = "takes a minute: the same programs as above with one more option"]
fn every_program_compiles_with_deterministic_kernels() {
    let Some(environment) = testkit::cuda() else { return };
    deterministically(&environment, &programs::all().unwrap());
}

/// `cargo test -p labora --test ahead -- --ignored`
#[test]
#[ignore = "takes minutes, and depends on the installed compiler"]
fn the_articles_programs_compile_for_other_cards() {
    let Some(environment) = testkit::cuda() else { return };
    for card in OTHER_CARDS {
        for dtype in DTypePolicy::ALL {
            let target = Target { environment: &environment, machine: card, devices: 1, options: &[] };
            compile(&target, &programs::article(dtype, 1).unwrap(), |_, _| {});
        }
    }
}
