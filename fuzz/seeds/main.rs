//! Fills `corpus/` with the samples of the crates' own tests: `cargo run --example seeds --features seeds`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use fuzz::{pack_files, small_model};
use pjrt::{CompileOptions, DeviceAssignment};
use stablehlo::filetest;

#[allow(dead_code)]
#[path = "../../crates/datasets/tests/loading/fixtures.rs"]
mod data_files;

/// Folders of programs below the workspace; a file may hold several.
const PROGRAMS: [&str; 3] =
    ["crates/stablehlo/tests/ops", "crates/stablehlo/tests/jax", "crates/stablehlo/tests/files"];

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seeds = |target: &str| -> std::io::Result<PathBuf> {
        let folder = here.join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    };
    let (text, compile) = (seeds("text")?, seeds("compile")?);
    for folder in PROGRAMS {
        for entry in fs::read_dir(here.join("..").join(folder))? {
            let path = entry?.path();
            if path.extension().is_none_or(|e| e != "mlir") {
                continue;
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for (i, program) in filetest::split(&fs::read_to_string(&path)?).into_iter().enumerate() {
                // The lines of comments are the test's, and the reader passes over them.
                let lines: Vec<&str> = program.lines().filter(|l| !l.starts_with("//")).collect();
                for folder in [&text, &compile] {
                    fs::write(folder.join(format!("{stem}_{i}")), lines.join("\n"))?;
                }
            }
        }
    }

    let bytecode = seeds("bytecode")?;
    for entry in fs::read_dir(here.join("../crates/stablehlo/tests/bytecode"))? {
        let path = entry?.path();
        if let (true, Some(name)) = (path.extension().is_some_and(|e| e == "bc"), path.file_name()) {
            fs::copy(&path, bytecode.join(name))?;
        }
    }

    let data_seeds = seeds("datasets")?;
    let (idx, npz) = (data_files::idx_files(), data_files::npz_files());
    let files = [
        (data_files::cifar_binary(1, false), Vec::new()),
        (data_files::cifar_pickle(1, &["labels"]), Vec::new()),
        (idx[0].1.clone(), idx[1].1.clone()),
        (npz[1].1.clone(), npz[2].1.clone()),
    ];
    for (format, (bytes, labels)) in files.into_iter().enumerate() {
        fs::write(data_seeds.join(format!("format_{format}")), pack_files(format, &bytes, &labels))?;
    }

    let weights = seeds("weights")?;
    for name in ["keras3.weights.h5", "legacy.h5"] {
        keras::saving::save_weights(&weights.join(name), &small_model())?;
    }

    let optimized = here.join("../crates/compile-report/tests/data/small.hlo_with_config");
    fs::copy(optimized, seeds("hlo")?.join("small"))?;

    let options = seeds("options")?;
    let assignment = DeviceAssignment::new(vec![vec![0, 1], vec![2, 300], vec![4, -1]])?;
    let full = CompileOptions {
        num_replicas: 2,
        num_partitions: 3,
        device_assignment: Some(assignment.clone()),
        use_spmd_partitioning: true,
        use_shardy_partitioner: true,
        compile_portable_executable: true,
    };
    fs::write(options.join("default"), CompileOptions::default().encode())?;
    fs::write(options.join("full"), full.encode())?;
    fs::write(options.join("assignment"), assignment.encode())?;
    Ok(())
}
