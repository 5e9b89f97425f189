//! `cargo xtask wheel`: the Python package as a wheel, and its tests on releases of JAX and Python:
//! `python/tools/wheel.py` in a virtual environment with what builds a wheel.

use std::path::Path;

use crate::command::run as run_program;

/// The folder of the script.
const TOOLS: &str = "python/tools";
/// The minor version of Python 3 that the script needs.
const PYTHON_MINOR: u32 = 11;

/// Builds and tests the wheel. The options are those of the script.
///
/// # Errors
/// There is no virtual environment, the wheel cannot be built, or a test fails.
pub fn run(root: &Path, options: &[String]) -> Result<(), String> {
    let tools = root.join(TOOLS);
    let python = testkit::virtual_environment_from(&tools.join("wheel.txt"), PYTHON_MINOR)?;
    let script = tools.join("wheel.py");
    let (python, script) = (python.to_string_lossy(), script.to_string_lossy());
    let arguments: Vec<&str> = std::iter::once(&*script).chain(options.iter().map(String::as_str)).collect();
    run_program(root, &python, &arguments, &[])
}
