//! MLIR's parser, from the JAX package, reads printed programs, and its output, pretty and generic, is read
//! here.

use std::path::Path;

use stablehlo::{Block, Module};

use crate::{programs, read};

/// Removes the locations of operations that `reduce` applies: in MLIR they have the location of the `reduce`,
/// here none.
fn without_applied_locations(block: &mut Block) {
    for op in &mut block.ops {
        let applied = op.regions.iter_mut().filter(|r| r.as_binary().is_some());
        applied.flat_map(|r| &mut r.ops).for_each(|op| op.location = None);
        op.regions.iter_mut().for_each(without_applied_locations);
    }
}

/// The part of a module that generic text represents.
fn generic_part(mut module: Module) -> Module {
    module.num_replicas = 1;
    module.meshes.clear();
    for func in &mut module.funcs {
        func.visibility = Default::default();
        func.result_attributes.clear();
        without_applied_locations(&mut func.body);
        for param in &mut func.params {
            param.aliasing_output = None;
            param.attributes.clear();
        }
    }
    module.renumber();
    module
}

fn assert_same(name: &str, actual: Module, expected: Module) {
    let (a, e) = (actual.to_string(), expected.to_string());
    let differ = a.lines().zip(e.lines()).find(|(a, e)| a != e);
    assert!(differ.is_none() && actual == expected, "{name}: {differ:#?}");
}

#[test]
fn mlir_reads_what_is_printed() {
    let Some(python) = testkit::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in programs() {
        std::fs::write(folder.path().join(format!("{name}.mlir")), read(&name, &text).to_string()).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text/reprint.py");
    testkit::run_python(&python, &script, &[folder.path()]);
    for (name, text) in programs() {
        let printed = |form: &str| std::fs::read_to_string(folder.path().join(format!("{name}.{form}"))).unwrap();
        let mut expected = read(&name, &text);
        expected.renumber();
        assert_same(&name, read(&name, &printed("pretty")), expected.clone());
        // Shardy's attributes are read from its pretty forms alone.
        if !text.contains("sdy.manual_computation") {
            assert_same(&name, generic_part(read(&name, &printed("generic"))), generic_part(expected));
        }
    }
}
