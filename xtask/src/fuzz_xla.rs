//! `cargo xtask fuzz-xla`: random StableHLO programs on XLA's CPU client and on the plugin of this workspace.

use std::path::Path;

use crate::command::run as run_program;

/// The folder of the Python package `fuzz`.
const TOOLS: &str = "python/tools";
/// The minor version of Python 3 that the releases of JAX need.
const PYTHON_MINOR: u32 = 12;

/// Builds the plugin with debug assertions, and runs programs. The options are those of `python -m fuzz`.
///
/// # Errors
/// There is no virtual environment with JAX, the plugin does not build, or a result differs.
pub fn run(root: &Path, options: &[String]) -> Result<(), String> {
    run_program(root, "cargo", &["build", "--quiet", "--package", "labora-plugin"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let name = format!("{}labora_plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = target.join("debug").join(name);
    let pins = root.join("python/tests/requirements.txt");
    let python = testkit::virtual_environment_from(&pins, PYTHON_MINOR)?;
    let (python, library) = (python.to_string_lossy(), library.to_string_lossy());
    let mut arguments = vec!["-m", "fuzz", "--library", &library];
    arguments.extend(options.iter().map(String::as_str));
    let tools = root.join(TOOLS);
    run_program(root, &python, &arguments, &[("PYTHONPATH", &tools.to_string_lossy())])
}
