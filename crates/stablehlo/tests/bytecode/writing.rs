//! Artifacts that this crate writes: they are read as the module that was written.

use stablehlo::bytecode::{Version, WriteOptions};
use stablehlo::{ErrorKind, Module, bytecode, filetest};
use testkit::{FILE_TESTS, mlir_files};

fn write(module: &Module) -> Result<Vec<u8>, stablehlo::Error> {
    bytecode::write(module, WriteOptions::default())
}

/// Writes a module and reads it back; the error says how the two differ.
fn round_trip(module: &Module) -> Result<(), String> {
    let artifact = match write(module) {
        Err(e) if is_shardy(&e) => return Ok(()),
        artifact => artifact.map_err(|e| format!("is not written: {e}"))?,
    };
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

/// Returns true for the refusal of Shardy's operations, which are not written.
fn is_shardy(error: &stablehlo::Error) -> bool {
    error.kind() == ErrorKind::Unsupported && error.message().contains("sdy.")
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
fn splats_count_as_one_element_each() {
    // As `jax.random.normal` of 5000 x 5000 has them: 3 GB, if each had all its elements.
    let constants = (0..30).map(|i| format!("%{i} = stablehlo.constant dense<{i}> : tensor<5000x5000xi32>\n"));
    let constants: String = constants.collect();
    let text =
        format!("func.func @main() -> tensor<5000x5000xi32> {{\n{constants}return %0 : tensor<5000x5000xi32>\n}}");
    round_trip(&Module::parse(&text).unwrap()).unwrap();
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

/// jaxlib reads what is written as the module of the same text.
#[test]
fn jaxlib_reads_artifacts_as_their_texts() {
    let pins = testkit::workspace_root().join("tests/python/jax-0.12.0.txt");
    let python = match testkit::virtual_environment_from(&pins, 12) {
        Ok(python) => python,
        Err(reason) => return testkit::skip_without(testkit::Need::Jax, &reason),
    };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("written");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("a writable folder");
    }
    std::fs::create_dir_all(&folder).expect("a writable folder");
    let mut pairs = 0;
    for (path, text) in mlir_files(FILE_TESTS) {
        for (i, case) in filetest::split(&text).iter().enumerate() {
            let module = Module::parse(case).unwrap();
            let artifact = match write(&module) {
                Err(e) if is_shardy(&e) => continue,
                artifact => artifact.unwrap(),
            };
            let stem = folder.join(format!("{}-{i}", path.file_stem().unwrap_or_default().display()));
            std::fs::write(stem.with_extension("mlirbc"), artifact).expect("a writable folder");
            std::fs::write(stem.with_extension("mlir"), module.to_string()).expect("a writable folder");
            pairs += 1;
        }
    }
    let script = testkit::workspace_root().join("crates/stablehlo/tests/bytecode/compare.py");
    let report = testkit::run_python(&python, &script, &[&folder]);
    assert_eq!(report.trim(), format!("{pairs} pairs"));
}

#[test]
fn older_versions_are_written_with_older_operations_or_refused_by_name() {
    let parse = |body: &str| {
        Module::parse(&format!("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{\n{body}\n}}")).unwrap()
    };
    let write = |module: &Module, version: &str| {
        bytecode::write(module, WriteOptions { version: version.parse::<Version>().unwrap() })
    };
    let module = parse("%y = stablehlo.tanh %x : tensor<2xf32>\nreturn %y : tensor<2xf32>");
    for (version, name) in [("1.0.0", "tanh_v1"), ("1.13", "tanh_v2")] {
        let artifact = write(&module, version).unwrap();
        assert!(String::from_utf8_lossy(&artifact).contains(name), "{version}");
        assert_eq!(bytecode::read(&artifact).unwrap(), module, "{version}");
    }
    let tan = parse("%y = stablehlo.tan %x : tensor<2xf32>\nreturn %y : tensor<2xf32>");
    let error = write(&tan, "1.3.0").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("stablehlo.tan") && error.message().contains("1.4.0"), "{error}");
    for version in ["1.14.0", "0.9.0", "2.0.0", "1", "1.-1.0", ""] {
        assert!(version.parse::<Version>().is_err(), "{version}");
    }
}
