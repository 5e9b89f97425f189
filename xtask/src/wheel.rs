//! `cargo xtask wheel`: the Python package as a wheel, and its tests on releases of JAX and Python:
//! `python/tools/wheels` in a virtual environment with what builds a wheel.

use std::path::Path;

use crate::command::run as run_program;

/// The folder of the package that does it.
const TOOLS: &str = "python/tools";
/// The minor version of Python 3 that it needs.
const PYTHON_MINOR: u32 = 11;

/// Builds and tests the wheel. The options are those of `python -m wheels`.
///
/// # Errors
/// There is no virtual environment, the wheel cannot be built, or a test fails.
pub fn run(root: &Path, options: &[String]) -> Result<(), String> {
    let tools = root.join(TOOLS);
    let python = testkit::virtual_environment_from(&tools.join("wheels/build.txt"), PYTHON_MINOR)?;
    let mut arguments = vec!["-m", "wheels"];
    arguments.extend(options.iter().map(String::as_str));
    let (python, tools) = (python.to_string_lossy(), tools.to_string_lossy());
    run_program(root, &python, &arguments, &[("PYTHONPATH", &tools)])
}
