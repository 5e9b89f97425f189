//! Programs as JAX prints them are read, and read back the same from our own text.

use std::path::PathBuf;

use stablehlo::Module;

fn files(folder: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "mlir"));
    paths.sort();
    paths
        .iter()
        .map(|p| (p.file_stem().unwrap().to_string_lossy().into(), std::fs::read_to_string(p).unwrap()))
        .collect()
}

#[test]
fn what_jax_prints_is_read_and_printed_and_read_again() {
    for (name, text) in files("jax") {
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let printed = module.to_string();
        let again = Module::parse(&printed).unwrap_or_else(|e| panic!("{name} as printed: {e}\n{printed}"));
        let mut renumbered = module.clone();
        renumbered.renumber();
        assert_eq!(again, renumbered, "{name}");
        assert_eq!(again.to_string(), printed, "{name}");
    }
}
