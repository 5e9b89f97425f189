//! The text: programs read, printed and read again; what is wrong with wrong ones.

mod chlo;
mod errors;
mod literals;
mod mlir;
mod mutations;
mod programs;
mod syntax;

use std::path::PathBuf;

use stablehlo::Module;

/// The `.mlir` files of a folder beside this one, by name: `ops` has a small program an operation, `jax` what JAX
/// prints.
pub fn files(folder: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "mlir"));
    paths.sort();
    let name = |p: &PathBuf| p.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|p| (name(p), std::fs::read_to_string(p).unwrap())).collect()
}

/// Every program of the fixtures.
pub fn programs() -> Vec<(String, String)> {
    let of = |folder: &str| files(folder).into_iter().map(move |(n, t)| (format!("{folder}_{n}"), t)).collect();
    let all: [Vec<_>; 2] = [of("ops"), of("jax")];
    all.concat()
}

/// Reads it, or fails with the program's name.
pub fn read(name: &str, text: &str) -> Module {
    Module::parse(text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"))
}

/// A module's body around these lines of a function that takes `%x` and `%y`, two `tensor<2xf32>`, and `%i`, a
/// `tensor<i32>`, and returns nothing.
pub fn body(lines: &str) -> String {
    format!("func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %i: tensor<i32>) {{\n{lines}\n  return\n}}\n")
}
