//! `labora train` under `mpiexec`: the article's network, on a small CIFAR-10 of its own.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::launch::{Ended, Mpi, Program};

/// How long a test waits for something that must happen.
const PATIENCE: Duration = Duration::from_secs(120);

/// Writes `cifar-10-batches-bin` with a few images: class `k` is bright in a stripe of its own.
fn small_cifar10(inside: &Path) -> String {
    let folder = inside.join("cifar-10-batches-bin");
    fs::create_dir_all(&folder).unwrap();
    let record = |label: u8| -> Vec<u8> {
        let stripe = usize::from(label) * 3;
        let pixel = |i: usize| if (stripe..stripe + 3).contains(&(i % 1024 / 32)) { 230 } else { (i * 37 % 61) as u8 };
        std::iter::once(label).chain((0..3072).map(pixel)).collect()
    };
    let records =
        |count: usize, shift: usize| -> Vec<u8> { (0..count).flat_map(|i| record(((i + shift) % 10) as u8)).collect() };
    for batch in 0..5 {
        fs::write(folder.join(format!("data_batch_{}.bin", batch + 1)), records(14, batch)).unwrap();
    }
    fs::write(folder.join("test_batch.bin"), records(24, 7)).unwrap();
    let names = "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n";
    fs::write(folder.join("batches.meta.txt"), names).unwrap();
    folder.to_str().unwrap().to_string()
}

/// A folder with data, and the arguments of trainings on it: two steps and a remainder, whose rows have to be
/// padded, in each epoch.
struct Fixture {
    folder: TempDir,
    data: String,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = small_cifar10(folder.path());
        Self { folder, data }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_string()
    }

    fn train(&self, more: &[&str]) -> Program {
        Program::labora(&[&["train", "--data", &self.data, "--batch-size", "32"], more].concat())
    }

    /// The weights and the history that a training of two epochs writes.
    fn results(&self, name: &str, run: impl FnOnce(Program) -> Ended, more: &[&str]) -> (Vec<u8>, Value) {
        let (weights, history) = (self.path(&format!("{name}.weights.h5")), self.path(&format!("{name}.json")));
        let files = ["--epochs", "2", "--save", &weights, "--history", &history];
        run(self.train(&[&files, more].concat())).succeeds();
        (fs::read(weights).unwrap(), self.history(&history))
    }

    /// The values of a history that do not depend on the speed.
    fn history(&self, path: &str) -> Value {
        let mut all: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let map = all.as_object_mut().unwrap();
        ["seconds", "compile_seconds", "images_per_s"].iter().for_each(|name| drop(map.remove(*name)));
        all
    }
}

#[test]
fn two_and_four_processes_have_the_digits_of_one() {
    let Some(mpi) = Mpi::mpich() else { return };
    let fixture = Fixture::new();
    let one = fixture.results("one", |train| Ended::of(mpi.alone(&train)), &["--cores", "4"]);
    for count in [2, 4] {
        let cores = (4 / count).to_string();
        let run = |train| Ended::of(mpi.job(&[(count, train)]));
        let several = fixture.results(&format!("of-{count}"), run, &["--cores", &cores]);
        assert_eq!(several.1, one.1, "{count} processes: loss and accuracy of the epochs and of the test");
        assert!(several.0 == one.0, "{count} processes: the weights are equal to the bit");
    }
}

#[test]
fn process_0_prints_and_the_cores_are_divided() {
    let Some(mpi) = Mpi::mpich() else { return };
    let fixture = Fixture::new();
    let train = fixture.train(&["--epochs", "1", "--verbose", "2"]);
    let ended = Ended::of(mpi.job(&[(2, train)]));
    assert_eq!(ended.err.matches("cores:            8").count(), 1, "{}", ended.err);
    assert!(ended.err.contains("workers:          2"), "{}", ended.err);
    let out = ended.succeeds();
    assert_eq!(out.matches("Test loss").count(), 1, "{out}");
}

#[test]
fn processes_that_differ_are_refused_by_name() {
    let Some(mpi) = Mpi::mpich() else { return };
    let fixture = Fixture::new();
    let job = |first: &[&str], second: &[&str]| {
        let train = |more: &[&str]| fixture.train(&[&["--epochs", "1"], more].concat());
        Ended::of(mpi.job(&[(1, train(first)), (1, train(second))]))
    };
    let cores = ["--cores", "1"];
    job(&cores, &["--cores", "2"]).fails_with("process 1 has another device than process 0: 2 cores");
    job(&cores, &["--cores", "1", "--seed", "1"]).fails_with("process 1 differs from process 0 in the settings");
    job(&cores, &["--cores", "1", "--optimizer", "sgd"]).fails_with("process 1 differs from process 0 in the program");
    let weights = fixture.path("other.weights.h5");
    let train = fixture.train(&["--cores", "1", "--epochs", "1", "--seed", "3", "--save", &weights]);
    Ended::of(mpi.alone(&train)).succeeds();
    job(&cores, &["--cores", "1", "--weights", &weights]).fails_with("process 1 differs from process 0 in the weights");
}

#[test]
fn a_launcher_that_is_not_the_librarys_is_refused_by_name() {
    let Some(mpi) = Mpi::mpich() else { return };
    let fixture = Fixture::new();
    let train = |more: &[&str]| mpi.alone(&fixture.train(&[&["--epochs", "1", "--cores", "1"], more].concat()));
    let mut other = train(&[]);
    other.envs([("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "2")]);
    Ended::of(other).fails_with("mpiexec (Open MPI) says that this is process 1 of 2, but MPI says 0 of 1");
    let mut torchrun = train(&[]);
    torchrun.envs([("RANK", "0"), ("WORLD_SIZE", "2")]);
    Ended::of(torchrun).fails_with("this launcher does not start MPI programs");
    Ended::of(train(&["--hosts", "2"])).fails_with("--hosts 2, but 1 process(es) were started");
    let mut missing = train(&["--hosts", "2"]);
    missing.env("LABORA_MPI", "/nowhere/libmpi_abi.so");
    Ended::of(missing).fails_with("LABORA_MPI names /nowhere/libmpi_abi.so, which cannot be loaded");
}

#[test]
fn a_killed_process_ends_all_and_the_training_goes_on_from_the_last_epoch() {
    let Some(mpi) = Mpi::mpich() else { return };
    let fixture = Fixture::new();
    let (weights, pid) = (fixture.path("kept.weights.h5"), fixture.path("pid"));
    let train = fixture.train(&["--cores", "1", "--epochs", "100000", "--save", &weights]);
    // The second process says which one it is.
    let script = format!("echo $$ > {pid}.new && mv {pid}.new {pid} && exec \"$0\" \"$@\"");
    let mut second = Program::new("/bin/sh", &["-c", &script]);
    second.arguments.push(train.path.clone().into());
    second.arguments.extend(train.arguments.iter().cloned());
    let mut job = mpi.job(&[(1, train), (1, second)]).spawn().unwrap();
    let start = Instant::now();
    while !(Path::new(&weights).is_file() && Path::new(&pid).is_file()) {
        assert!(job.try_wait().unwrap().is_none(), "the job has ended by itself");
        assert!(start.elapsed() < PATIENCE, "no epoch within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = fs::read_to_string(pid).unwrap();
    assert!(std::process::Command::new("kill").args(["-9", pid.trim()]).status().unwrap().success());
    let output = job.wait_with_output().unwrap();
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));

    let history = |name: &str, more: &[&str]| {
        let path = fixture.path(name);
        let train = fixture.train(&[&["--cores", "1", "--epochs", "1", "--history", &path], more].concat());
        Ended::of(mpi.job(&[(2, train)])).succeeds();
        fixture.history(&path)["loss"][0].as_f64().unwrap()
    };
    let (anew, going_on) = (history("anew.json", &[]), history("on.json", &["--weights", &weights]));
    assert!(going_on < anew, "a training that goes on has loss {going_on}, a new one {anew}");
}

/// As the first test, with Intel MPI.
#[test]
#[ignore = "downloads Intel MPI, 129 MB with a license of its own"]
fn intel_mpi_has_the_digits_of_one_process() {
    let Some(mpi) = Mpi::intel() else { return };
    let fixture = Fixture::new();
    let one = fixture.results("one", |train| Ended::of(mpi.alone(&train)), &["--cores", "2"]);
    let two = fixture.results("two", |train| Ended::of(mpi.job(&[(2, train)])), &["--cores", "1"]);
    assert_eq!(two.1, one.1);
    assert!(two.0 == one.0, "the weights are equal to the bit");
}

#[test]
fn the_cost_of_an_all_reduce_is_measured_and_predicted() {
    let Some(mpi) = Mpi::mpich() else { return };
    let arguments = ["bench", "all-reduce", "--values", "100000", "--calls", "3", "--json"];
    let bench = Program::labora(&arguments);
    let out = Ended::of(mpi.job(&[(2, bench.clone())])).succeeds();
    let report: Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(report["processes"], 2);
    assert!(report["latency_us"].as_f64().unwrap() > 0.0 && report["gigabytes_per_s"].as_f64().unwrap() > 0.0);
    let predicted = report["predicted"].as_array().unwrap();
    assert_eq!(predicted.iter().map(|row| row["hosts"].as_u64().unwrap()).collect::<Vec<_>>()[..3], [2, 4, 8]);
    Ended::of(mpi.alone(&bench)).fails_with("there is one process");
}
