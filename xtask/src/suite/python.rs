//! The test suites of Python projects, on JAX's CPU backend and on Labora: `python/tools/suites` runs them in
//! a virtual environment with pinned packages.

use std::path::Path;

use crate::command::run as run_program;

/// The suites, which `python/tools/suites/table.py` describes.
pub const NAMES: [&str; 6] = ["keras", "array-api", "flax", "optax", "equinox", "jax"];
/// The minor version of Python 3 that the releases of JAX need.
const PYTHON_MINOR: u32 = 12;
/// The folder of the package that runs suites.
const TOOLS: &str = "python/tools";

/// The file with the packages that a suite runs with.
fn requirements(suite: &str) -> &str {
    match suite {
        "keras" | "equinox" | "jax" => suite,
        _ => "libraries",
    }
}

/// Runs a suite twice, and writes the page of what differs. The options are those of `python -m suites`.
///
/// # Errors
/// There is no virtual environment, the suite is not found, or more tests fail than its rule allows.
pub fn run(root: &Path, suite: &str, options: &[String]) -> Result<(), String> {
    let tools = root.join(TOOLS);
    let pins = tools.join(format!("suites/{}.txt", requirements(suite)));
    let python = testkit::virtual_environment_from(&pins, PYTHON_MINOR)?;
    let mut arguments = vec!["-m", "suites", suite];
    arguments.extend(options.iter().map(String::as_str));
    let (python, tools) = (python.to_string_lossy(), tools.to_string_lossy());
    run_program(root, &python, &arguments, &[("PYTHONPATH", &tools)])
}

#[cfg(test)]
mod tests {
    use super::{NAMES, TOOLS, requirements};

    /// The table in Python has the same suites, and the same files of packages.
    #[test]
    fn the_suites_are_those_of_the_table() {
        let folder = testkit::workspace_root().join(TOOLS).join("suites");
        let table = std::fs::read_to_string(folder.join("table.py")).unwrap();
        let values = |key: &str| -> Vec<String> {
            let lines = table.lines().filter_map(|line| line.strip_prefix(&format!("        {key}=\"")));
            lines.filter_map(|line| line.split('"').next()).map(str::to_owned).collect()
        };
        assert_eq!(values("name"), NAMES);
        assert_eq!(values("requirements"), NAMES.map(|name| format!("{}.txt", requirements(name))));
        for name in NAMES {
            assert!(folder.join(format!("{}.txt", requirements(name))).is_file(), "{name}");
        }
    }
}
