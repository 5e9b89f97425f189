//! A small CIFAR-10 in the official binary format, and runs of the command.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use keras::optimizers::Adam;
use keras::{Activation, Compile, Input, Model};
use tempfile::TempDir;

/// Images in each of the five training files, and in the test file.
pub const TRAIN: usize = 16;
pub const TEST: usize = 24;

/// Creates a temporary folder.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Writes `cifar-10-batches-bin` with a few images: class `k` is bright in a stripe of its own.
pub fn small_cifar10(inside: &Path) -> PathBuf {
    let folder = inside.join("cifar-10-batches-bin");
    fs::create_dir_all(&folder).unwrap();
    for batch in 0..5 {
        fs::write(folder.join(format!("data_batch_{}.bin", batch + 1)), records(TRAIN, batch)).unwrap();
    }
    fs::write(folder.join("test_batch.bin"), records(TEST, 7)).unwrap();
    let names = "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n";
    fs::write(folder.join("batches.meta.txt"), names).unwrap();
    folder
}

/// So many records: a label byte and 3072 bytes of image.
pub fn records(count: usize, shift: usize) -> Vec<u8> {
    (0..count).flat_map(|i| record(((i + shift) % 10) as u8)).collect()
}

/// One record of that label.
pub fn record(label: u8) -> Vec<u8> {
    let stripe = usize::from(label) * 3;
    let pixel = |i: usize| if (stripe..stripe + 3).contains(&(i % 1024 / 32)) { 230 } else { (i * 37 % 61) as u8 };
    std::iter::once(label).chain((0..3072).map(pixel)).collect()
}

/// The end of a run of the command.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs `labora` with these arguments. Data sets and plugins are found only if the arguments name them.
pub fn labora<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Ended {
    run_with(args, &[])
}

/// Runs `labora` with further environment variables.
pub fn run_with<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>, environment: &[(&str, &OsStr)]) -> Ended {
    // Trainings that fail leave their weights where they run.
    ended(command(&std::env::temp_dir(), args).envs(environment.iter().copied()))
}

/// The end of a command that runs.
pub fn ended(command: &mut Command) -> Ended {
    let output = command.output().expect("the command starts");
    Ended {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// `labora` with these arguments in a folder, to be started.
pub fn command<S: AsRef<std::ffi::OsStr>>(folder: &Path, args: impl IntoIterator<Item = S>) -> Command {
    let empty = std::env::temp_dir().join("labora-test-without-data");
    let mut command = Command::new(env!("CARGO_BIN_EXE_labora"));
    // Help is as wide as a terminal.
    for name in [
        "COLUMNS",
        "LABORA_DATA",
        "LABORA_PJRT_PLUGINS",
        "PJRT_NAMES_AND_LIBRARY_PATHS",
        "VIRTUAL_ENV",
        "CONDA_PREFIX",
        "LABORA_WORKER",
        "COLAB_TPU_ADDR",
        "TPU_NAME",
        "JAX_BACKEND_TARGET",
    ] {
        command.env_remove(name);
    }
    command.args(args).current_dir(folder).env("KERAS_HOME", &empty).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

impl Ended {
    /// Asserts success. Returns standard output.
    #[track_caller]
    pub fn succeeds(self) -> String {
        assert_eq!(self.code, Some(0), "{}\n{}", self.out, self.err);
        self.out
    }

    /// Asserts a failure with that exit code. Returns standard error.
    #[track_caller]
    pub fn fails(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// A compiled model of a few weights, `m.keras`, and 40 rows for it, `rows.csv`, whose column `y` is its target.
pub fn tiny(folder: &Path) {
    use keras::layers::Dense;
    let input = Input::new([2]);
    let mut model = Model::new(&input, &Dense::new(1).call(&input).unwrap()).unwrap();
    model.compile(Compile::new(Adam::new(), "mse")).unwrap();
    model.save(folder.join("m.keras")).unwrap();
    let row = |i: usize| format!("{},{},{}\n", i % 7, i % 5, (i % 7) * 2 + i % 5);
    let inputs = |i: usize| format!("{},{}\n", i % 7, i % 5);
    fs::write(folder.join("x.csv"), "a,b\n".to_owned() + &(0..40).map(inputs).collect::<String>()).unwrap();
    fs::write(folder.join("rows.csv"), "a,b,y\n".to_owned() + &(0..40).map(row).collect::<String>()).unwrap();
}

/// Trains the model of [`tiny`] for an epoch, silently, unless the arguments say otherwise.
pub fn fit(folder: &Path, more: &[&str]) -> Ended {
    let fixed = ["fit", "m.keras", "--input", "rows.csv", "--target", "y", "--device", "cpu"];
    let quiet: &[&str] = if more.contains(&"--verbose") { &[] } else { &["--verbose", "0"] };
    ended(&mut command(folder, fixed.iter().chain(quiet).chain(more)))
}

/// Replaces the paths of temporary files by `[FOLDER]`, for snapshots.
pub fn without_folder(text: &str, folder: &TempDir) -> String {
    text.replace(folder.path().to_str().unwrap(), "[FOLDER]")
}

/// Runs `train` on a small CIFAR-10: two epochs of two steps and a remainder, on two cores.
pub fn train(data: &Path, more: &[&str]) -> Ended {
    let data = data.to_str().unwrap();
    let fixed = ["train", "--data", data, "--cores", "2", "--batch-size", "32", "--epochs", "2"];
    labora(fixed.iter().chain(more))
}

/// Files of a model with two outputs, compiled and not.
pub fn model_files(folder: &TempDir) -> [String; 2] {
    use keras::layers::{Dense, LSTM};
    let build = || {
        let input = Input::new([5, 3]);
        let x = LSTM::new(4).name("memory").call(&input)?;
        let classes = Dense::new(3).name("classes").activation(Activation::Softmax).call(&x)?;
        Model::new(&input, [&classes, &Dense::new(1).name("value").call(&x)?])
    };
    ["compiled.keras", "plain.keras"].map(|name| {
        let mut model = build().unwrap();
        if name == "compiled.keras" {
            model.compile(Compile::new(Adam::new(), ["sparse_categorical_crossentropy", "mse"])).unwrap();
        }
        let path = folder.path().join(name);
        model.save(&path).unwrap();
        path.display().to_string()
    })
}
