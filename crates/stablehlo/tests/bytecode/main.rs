//! Portable artifacts: the module read from one equals the module read from the text that other readers give
//! for it.

mod hostile;
mod writing;

use std::path::{Path, PathBuf};

use stablehlo::{Block, ErrorKind, Func, Module, bytecode};

/// The artifacts of a folder, with the names of the files.
fn artifacts(folder: &Path, extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    let read = |path: &PathBuf| std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// The module without locations, which the texts to compare with do not have.
fn without_locations(mut module: Module) -> Module {
    fn clear(block: &mut Block) {
        for op in &mut block.ops {
            op.location = None;
            op.regions.iter_mut().for_each(clear);
        }
    }
    module.funcs.iter_mut().for_each(|func: &mut Func| clear(&mut func.body));
    module
}

/// Compares one artifact with its text; the error says how they differ.
fn compare(bytes: &[u8], text: &str) -> Result<(), String> {
    let expected = match Module::parse(text) {
        Ok(module) => module,
        // Both refuse what this crate does not know.
        Err(e) => {
            return match bytecode::read(bytes) {
                Err(other) if other.kind() == e.kind() => Ok(()),
                Err(other) => Err(format!("the text is refused ({e}), the artifact fails: {other}")),
                Ok(_) => Err(format!("the text is refused ({e}), the artifact is read")),
            };
        }
    };
    let module = bytecode::read(bytes).map_err(|e| e.to_string())?;
    let (module, expected) = (without_locations(module).to_string(), without_locations(expected).to_string());
    let difference = module.lines().zip(expected.lines()).find(|(a, b)| a != b);
    match difference {
        Some((a, b)) => Err(format!("from the artifact {a}\nfrom the text     {b}")),
        None if module.len() != expected.len() => Err("one module is longer".into()),
        None => Ok(()),
    }
}

/// Compares artifacts with their texts; `text` is the path of the text of an artifact.
fn compare_all(artifacts: Vec<(PathBuf, Vec<u8>)>, text: impl Fn(&Path) -> PathBuf) {
    let (compared, mut failures) = (artifacts.len(), Vec::new());
    for (path, bytes) in artifacts {
        let text = std::fs::read_to_string(text(&path)).expect("the artifact's text");
        if let Err(message) = compare(&bytes, &text) {
            failures.push(format!("{}: {message}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{} of {compared}\n{}", failures.len(), failures.join("\n"));
}

/// Artifacts of the programs in `tests/jax`, for several releases.
fn small() -> Vec<(PathBuf, Vec<u8>)> {
    let found = artifacts(&testkit::workspace_root().join("crates/stablehlo/tests/bytecode"), "bc");
    assert!(found.len() > 20, "only {} artifacts", found.len());
    found
}

#[test]
fn artifacts_equal_the_texts_that_they_are_from() {
    let folder = testkit::workspace_root().join("crates/stablehlo/tests/jax");
    compare_all(small(), |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folder.join(format!("{}.mlir", name.split('.').next().unwrap_or_default()))
    });
}

/// Programs as JAX and Keras hand them to plugins, with the text that jaxlib reads.
#[test]
fn programs_captured_from_jax_equal_their_texts() {
    let Some(folder) = testkit::suite("jax-captured.tar.gz") else { return };
    let found = artifacts(&folder.join("corpus"), "bc");
    assert!(found.len() > 100, "only {} artifacts", found.len());
    compare_all(found, |path| path.with_extension("stablehlo.mlir"));
}

#[test]
fn names_of_locations_are_kept() {
    let folder = testkit::workspace_root().join("crates/stablehlo/tests");
    let bytes = std::fs::read(folder.join("bytecode/locations.bc")).expect("an artifact");
    let text = std::fs::read_to_string(folder.join("jax/locations.mlir")).expect("its text");
    let module = bytecode::read(&bytes).unwrap().to_string();
    assert_eq!(module, Module::parse(&text).unwrap().to_string());
    assert!(module.contains("loc(\"jit(<lambda>)/dense/tanh\")"), "{module}");
}

/// The artifacts that StableHLO keeps of each of its releases contain every operation, attribute and type of
/// the release, a function each. None is malformed to the reader; what is not supported is refused.
#[test]
fn artifacts_of_releases_of_stablehlo_are_read_function_by_function() {
    let Some(folder) = testkit::suite("stablehlo.tar.xz") else { return };
    let releases = artifacts(&folder.join("stablehlo/tests/vhlo"), "bc");
    assert!(releases.len() > 30, "only {} artifacts", releases.len());
    for (path, bytes) in releases {
        let name = path.file_name().unwrap_or_default().display().to_string();
        if name.starts_with("invalid") {
            let error = bytecode::read(&bytes).expect_err("an operation of the future");
            assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
            continue;
        }
        let functions = bytecode::read_functions(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        let read = functions.iter().filter(|func| func.is_ok()).count();
        for error in functions.iter().filter_map(|func| func.as_ref().err()) {
            assert_ne!(error.kind(), ErrorKind::Syntax, "{name}: {error}");
        }
        assert!(read * 2 > functions.len(), "{name}: only {read} of {} functions are read", functions.len());
    }
}
