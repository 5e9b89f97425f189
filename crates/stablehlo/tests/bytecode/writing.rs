//! Artifacts that this crate writes: they are read as the module that was written.

use stablehlo::bytecode::{Version, WriteOptions};
use stablehlo::{ErrorKind, Module, bytecode, filetest};
use testkit::{FILE_TESTS, mlir_files};

fn write(module: &Module) -> Result<Vec<u8>, stablehlo::Error> {
    bytecode::write(module, WriteOptions::default())
}

/// Writes a module and reads it back; the error says how the two differ.
fn round_trip(module: &Module) -> Result<(), String> {
    let artifact = write(module).map_err(|e| format!("is not written: {e}"))?;
    let mut again = bytecode::read(&artifact).map_err(|e| format!("is not read: {e}"))?;
    let mut module = module.clone();
    module.renumber();
    again.renumber();
    if again == module {
        return Ok(());
    }
    let (again, module) = (again.to_string(), module.to_string());
    let difference = again.lines().zip(module.lines()).find(|(a, b)| a != b);
    Err(difference.map_or("differs in what is not printed".into(), |(a, b)| format!("read {a}\nwritten {b}")))
}

fn assert_none(failures: &[String]) {
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn programs_of_the_file_tests_are_read_back_unchanged() {
    let (mut programs, mut failures) = (0, Vec::new());
    for (path, text) in mlir_files(FILE_TESTS) {
        for case in filetest::split(&text) {
            programs += 1;
            let module = Module::parse(case).unwrap();
            failures.extend(round_trip(&module).err().map(|e| format!("{}: {e}", path.display())));
        }
    }
    assert_none(&failures);
    assert!(programs > 200, "only {programs} programs");
}

#[test]
fn artifacts_of_other_writers_are_read_back_unchanged() {
    let mut failures = Vec::new();
    for (path, bytes) in super::small() {
        let Ok(module) = bytecode::read(&bytes) else { continue };
        failures.extend(round_trip(&module).err().map(|e| format!("{}: {e}", path.display())));
    }
    assert_none(&failures);
}

/// Programs as JAX and Keras hand them to plugins.
#[test]
fn programs_captured_from_jax_are_read_back_unchanged() {
    let Some(folder) = testkit::suite("jax-captured.tar.gz") else { return };
    let (mut programs, mut failures) = (0, Vec::new());
    for (path, bytes) in super::artifacts(&folder.join("corpus"), "bc") {
        let Ok(module) = bytecode::read(&bytes) else { continue };
        programs += 1;
        failures.extend(round_trip(&module).err().map(|e| format!("{}: {e}", path.display())));
    }
    assert_none(&failures);
    assert!(programs > 80, "only {programs} programs");
}
