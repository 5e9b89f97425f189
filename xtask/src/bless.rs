//! `cargo xtask bless`: regenerates the golden files of the tests. Review the changes before they are
//! committed.

use std::path::Path;

use crate::command::{output, run};

/// Golden files, and how they are generated.
struct Golden {
    name: &'static str,
    how: How,
    /// The folder or file below the workspace.
    path: &'static str,
}

enum How {
    /// A Python script in the environment with real Keras and JAX, and its arguments; paths are below the
    /// workspace.
    Script(&'static str, &'static [&'static str]),
    /// The same in the environment with real Keras and TensorFlow.
    OnTensorFlow(&'static str, &'static [&'static str]),
    /// Tests whose snapshots `expect-test` rewrites: the arguments of `cargo test`.
    Snapshots(&'static [&'static str]),
}

const GOLDEN: &[Golden] = &[
    Golden {
        name: "keras-functions",
        how: How::Script("crates/keras/tests/python/golden_functions.py", &[]),
        path: "crates/keras/tests/functions/golden",
    },
    Golden {
        name: "keras-objects",
        how: How::Script("crates/keras/tests/python/golden_objects.py", &[]),
        path: "crates/keras/tests/objects/golden",
    },
    Golden {
        name: "keras-layers",
        how: How::Script("crates/keras/tests/python/golden_layers.py", &[]),
        path: "crates/keras/tests/layers/golden",
    },
    Golden {
        name: "keras-applications",
        how: How::Script("crates/keras/tests/python/applications.py", &["golden"]),
        path: "crates/keras/tests/applications/golden",
    },
    Golden {
        name: "keras-masks",
        how: How::Script("crates/keras/tests/python/golden_masks.py", &[]),
        path: "crates/keras/tests/layers/golden/masks.json",
    },
    Golden {
        name: "keras-dropout",
        how: How::Script("crates/keras/tests/python/golden_dropout.py", &[]),
        path: "crates/keras/tests/layers/golden/dropout.json",
    },
    Golden {
        name: "keras-drawn",
        how: How::Script(
            "crates/keras/tests/python/fuzz_layers.py",
            &["crates/keras/tests/layers/golden/drawn.jsonl", "-", "0", "150"],
        ),
        path: "crates/keras/tests/layers/golden/drawn.jsonl",
    },
    Golden {
        name: "keras-shapes",
        how: How::Script("crates/keras/tests/python/golden_shapes.py", &[]),
        path: "crates/keras/tests/layers/golden/shapes.json",
    },
    Golden {
        name: "keras-ops",
        how: How::Script("crates/keras/tests/python/golden_ops.py", &[]),
        path: "crates/keras/tests/ops/golden",
    },
    Golden {
        name: "keras-boxes",
        how: How::Script("crates/keras/tests/python/golden_boxes.py", &[]),
        path: "crates/keras/tests/ops/golden/boxes.json",
    },
    Golden {
        name: "keras-progbar",
        how: How::Script("crates/keras/tests/python/golden_progbar.py", &[]),
        path: "crates/keras/tests/callbacks/golden",
    },
    Golden {
        name: "keras-models",
        how: How::Script("crates/keras/tests/python/models.py", &["crates/keras/tests/fixtures/models"]),
        path: "crates/keras/tests/fixtures/models",
    },
    Golden {
        name: "keras-plots",
        how: How::Script("crates/keras/tests/python/plots.py", &["crates/keras/tests/fixtures/plots"]),
        path: "crates/keras/tests/fixtures/plots",
    },
    Golden {
        name: "keras-outputs",
        how: How::Script("crates/keras/tests/python/outputs.py", &["crates/keras/tests/fixtures/outputs.json"]),
        path: "crates/keras/tests/fixtures/outputs.json",
    },
    Golden {
        name: "keras-steps",
        how: How::Script("crates/keras/tests/python/steps.py", &["crates/keras/tests/fixtures/steps"]),
        path: "crates/keras/tests/fixtures/steps",
    },
    Golden {
        name: "keras-stateful",
        how: How::OnTensorFlow(
            "crates/labora/tests/training/stateful.py",
            &["crates/labora/tests/training/stateful.json"],
        ),
        path: "crates/labora/tests/training/stateful.json",
    },
    Golden {
        name: "keras-sizes",
        how: How::OnTensorFlow("crates/labora/tests/training/sizes.py", &["crates/labora/tests/training/sizes.json"]),
        path: "crates/labora/tests/training/sizes.json",
    },
    Golden {
        name: "stablehlo-files",
        how: How::Script("crates/stablehlo/tests/files/generate.py", &[]),
        path: "crates/stablehlo/tests/files",
    },
    Golden {
        name: "stablehlo-bytecode",
        how: How::Script("crates/stablehlo/tests/bytecode/generate.py", &[]),
        path: "crates/stablehlo/tests/bytecode",
    },
    Golden {
        name: "stablehlo-jax",
        how: How::Script("crates/stablehlo/tests/jax/generate.py", &[]),
        path: "crates/stablehlo/tests/jax",
    },
    Golden { name: "book", how: How::Snapshots(&["-p", "labora-book", "--", "--test-threads=1"]), path: "book/src" },
    Golden {
        name: "command",
        how: How::Snapshots(&["-p", "labora", "--test", "command"]),
        path: "crates/labora/tests/command",
    },
];

/// Regenerates the golden files of these names, or all, and lists those that differ from the last commit.
///
/// # Errors
/// A name is unknown, there is no Python with Keras, or a script or a test fails.
pub fn bless(root: &Path, names: &[String]) -> Result<(), String> {
    if let Some(unknown) = names.iter().find(|name| !GOLDEN.iter().any(|golden| golden.name == **name)) {
        let known: Vec<&str> = GOLDEN.iter().map(|golden| golden.name).collect();
        return Err(format!("there are no golden files {unknown:?}: there are {}", known.join(", ")));
    }
    for golden in GOLDEN.iter().filter(|golden| names.is_empty() || names.iter().any(|name| name == golden.name)) {
        println!("== bless {}", golden.name);
        generate(root, &golden.how)?;
        let changed = output(root, "git", &["status", "--short", "--", golden.path], &[])?;
        print!("{}", if changed.is_empty() { "   unchanged\n" } else { &changed });
    }
    Ok(())
}

fn generate(root: &Path, how: &How) -> Result<(), String> {
    match how {
        How::Script(script, arguments) => {
            run_script(root, &testkit::requirements(), "jax", &[&[*script], *arguments].concat())
        }
        How::OnTensorFlow(script, arguments) => {
            let pins = root.join("tests/python/data.txt");
            run_script(root, &pins, "tensorflow", &[&[*script], *arguments].concat())
        }
        How::Snapshots(arguments) => {
            let arguments = [&["test", "--quiet"], *arguments].concat();
            run(root, "cargo", &arguments, &[("UPDATE_EXPECT", "1")])
        }
    }
}

/// Runs a Python script and its arguments in the environment of these requirements.
fn run_script(root: &Path, requirements: &Path, backend: &str, script: &[&str]) -> Result<(), String> {
    let python = testkit::virtual_environment(requirements)?;
    let environment = [("KERAS_BACKEND", backend), ("JAX_PLATFORMS", "cpu"), ("PYTHONDONTWRITEBYTECODE", "1")];
    run(root, &python.to_string_lossy(), script, &environment)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{GOLDEN, How, bless};

    #[test]
    fn the_scripts_and_the_golden_files_exist() {
        let root = testkit::workspace_root();
        for golden in GOLDEN {
            assert!(root.join(golden.path).exists(), "{}", golden.path);
            if let How::Script(script, _) | How::OnTensorFlow(script, _) = golden.how {
                assert!(root.join(script).is_file(), "{script}");
            }
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let message = bless(Path::new("."), &["keras".to_string()]).unwrap_err();
        assert!(message.starts_with("there are no golden files \"keras\": there are keras-functions, "), "{message}");
    }
}
