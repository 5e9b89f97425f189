//! Google's TPU compiler.

use keras::DTypePolicy;
use serde_json::Value;

use crate::programs::{self, CORES, Named};
use crate::{Target, compile};

/// Topologies of the other generations, and their cores.
const OTHER_TOPOLOGIES: [(&str, usize); 5] =
    [("v3:2x2", 8), ("v4:2x2x1", 8), ("v5e:2x2", 4), ("v5p:2x2x1", 4), ("v6e:2x4", 8)];

fn has_cycles(program: &Named, report: &Value) {
    let cycles = report["step"]["cycles"].as_u64();
    assert!(cycles.is_some_and(|cycles| cycles > 0), "{}: {report}", program.name);
}

#[test]
fn every_program_compiles_for_eight_cores() {
    let Some(environment) = testkit::libtpu() else { return };
    let target = Target { environment: &environment, machine: "v2:2x2", devices: CORES, options: &[] };
    compile(&target, &programs::all().unwrap(), has_cycles);
}

/// `cargo test -p labora --test ahead -- --ignored`
#[test]
#[ignore = "takes minutes, and depends on the installed TPU compiler"]
fn the_articles_programs_compile_for_other_generations() {
    let Some(environment) = testkit::libtpu() else { return };
    for (machine, devices) in OTHER_TOPOLOGIES {
        for dtype in DTypePolicy::ALL {
            let target = Target { environment: &environment, machine, devices, options: &[] };
            compile(&target, &programs::article(dtype, devices).unwrap(), has_cycles);
        }
    }
}
