//! Which crates of the project may depend on which, as ARCHITECTURE.md says.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::Findings;

/// The packages, each with those of the project that it may depend on. Tests and benches may use any.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("labora-stablehlo", &[]),
    ("labora-mpi", &[]),
    ("labora-pjrt", &[]),
    ("labora-kernels", &[]),
    ("labora-ifrt-proxy", &[]),
    ("labora-remote", &["labora-ifrt-proxy"]),
    ("labora-remote-plugin", &["labora-pjrt", "labora-remote", "labora-stablehlo"]),
    ("labora-processor", &["labora-kernels", "labora-stablehlo"]),
    ("labora-plugin", &["labora-kernels", "labora-mpi", "labora-pjrt", "labora-processor", "labora-stablehlo"]),
    ("labora-onnx", &["labora-stablehlo"]),
    ("labora-keras", &["labora-onnx", "labora-pjrt", "labora-stablehlo"]),
    ("labora-datasets", &["labora-keras"]),
    ("labora-compile-report", &["labora-pjrt"]),
    ("labora-security", &[]),
    ("labora-process", &[]),
    ("labora-service", &[]),
    (
        "labora-worker",
        &[
            "labora-ifrt-proxy",
            "labora-pjrt",
            "labora-plugin",
            "labora-process",
            "labora-security",
            "labora-service",
            "labora-stablehlo",
        ],
    ),
    ("labora-lab", &["labora-process", "labora-security", "labora-service"]),
    (
        "labora-serve",
        &[
            "labora",
            "labora-keras",
            "labora-pjrt",
            "labora-process",
            "labora-security",
            "labora-service",
            "labora-stablehlo",
        ],
    ),
    (
        "labora",
        &[
            "labora-datasets",
            "labora-keras",
            "labora-mpi",
            "labora-pjrt",
            "labora-plugin",
            "labora-process",
            "labora-processor",
            "labora-remote",
            "labora-remote-plugin",
            "labora-stablehlo",
            "labora-compile-report",
        ],
    ),
    ("labora-book", &["labora"]),
    ("testkit", &[]),
    ("xtask", &["testkit"]),
    (
        "fuzz",
        &[
            "labora-datasets",
            "labora-kernels",
            "labora-keras",
            "labora-pjrt",
            "labora-processor",
            "labora-stablehlo",
            "labora-compile-report",
        ],
    ),
];

/// Checks the dependencies of all packages, in all tables of their manifests.
///
/// # Errors
/// `cargo metadata` fails.
pub fn check(root: &Path, findings: &mut Findings) -> Result<(), String> {
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        for problem in problems(&metadata(&root.join(manifest))?) {
            findings.add("dependencies between crates", problem);
        }
    }
    Ok(())
}

/// What Cargo says about the packages of a workspace, without resolving foreign ones.
fn metadata(manifest: &Path) -> Result<Value, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"]).arg(manifest);
    let output = command.output().map_err(|e| format!("cargo metadata could not be run: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("the output of cargo metadata is no JSON: {e}"))
}

fn problems(metadata: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        let Some((_, allowed)) = MAY_DEPEND_ON.iter().find(|(package, _)| *package == name) else {
            found.push(format!("{name} is not listed in xtask/src/tidy/crates.rs"));
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            // Dependencies of the project are those with a path.
            let (other, is_ours) = (dependency["name"].as_str().unwrap_or_default(), dependency["path"].is_string());
            if is_ours && dependency["kind"] != "dev" && !allowed.contains(&other) {
                let target = dependency["target"].as_str().map_or(String::new(), |target| format!(" on {target}"));
                found.push(format!("{name} may not depend on {other}{target}"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::problems;

    #[test]
    fn dependencies_of_all_tables_count_but_those_of_tests_do_not() {
        let metadata = json!({"packages": [
            {"name": "labora-keras", "dependencies": [
                {"name": "serde_json", "kind": null},
                {"name": "labora-pjrt", "kind": null, "path": "/p"},
                {"name": "testkit", "kind": "dev", "path": "/t"},
                {"name": "labora-processor", "kind": null, "target": "cfg(unix)", "path": "/q"},
                {"name": "labora-kernels", "kind": "build", "path": "/k"},
            ]},
            {"name": "newcomer", "dependencies": []},
        ]});
        let expected = [
            "labora-keras may not depend on labora-processor on cfg(unix)",
            "labora-keras may not depend on labora-kernels",
            "newcomer is not listed in xtask/src/tidy/crates.rs",
        ];
        assert_eq!(problems(&metadata), expected);
    }
}
