//! The text format: programs that are read, printed and read again, and the errors of malformed ones.

mod bounded;
mod chlo;
mod errors;
mod literals;
mod mlir;
mod mutations;
mod programs;
mod syntax;

use std::path::PathBuf;

use stablehlo::Module;

/// The `.mlir` files of a folder beside this one, by name: `ops` has a small program per operation, `jax` has
/// programs that JAX printed.
pub fn files(folder: &str) -> Vec<(String, String)> {
    let files = testkit::mlir_files(&format!("crates/stablehlo/tests/{folder}"));
    let name = |path: PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    files.into_iter().map(|(path, text)| (name(path), text)).collect()
}

/// All programs of `ops` and `jax`.
pub fn programs() -> Vec<(String, String)> {
    let of = |folder: &str| files(folder).into_iter().map(move |(n, t)| (format!("{folder}_{n}"), t)).collect();
    let all: [Vec<_>; 2] = [of("ops"), of("jax")];
    all.concat()
}

/// Reads a program, or panics with its name.
pub fn read(name: &str, text: &str) -> Module {
    Module::parse(text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"))
}

/// A function with these lines as its body. Its parameters are `%x` and `%y`, two `tensor<2xf32>`, and `%i`,
/// a `tensor<i32>`; it returns nothing.
pub fn body(lines: &str) -> String {
    format!("func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %i: tensor<i32>) {{\n{lines}\n  return\n}}\n")
}
