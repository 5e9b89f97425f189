//! The command on the devices of a worker, a process that is killed in the middle of trainings.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use worker::{Address, Backend, Config, Limits, Listener};

/// The variables that make this program a worker: the addresses of gRPC and of metrics.
const SERVE: &str = "LABORA_TEST_WORKER";
const METRICS: &str = "LABORA_TEST_METRICS";

/// How long a test waits for something that must happen.
const PATIENCE: Duration = Duration::from_secs(120);

/// The process of a worker, which the other tests start and kill. Does nothing otherwise.
#[test]
fn serve() {
    let Ok(address) = std::env::var(SERVE) else { return };
    let cores = pjrt::NamedValue::Int64(8);
    let client = pjrt::Client::new(&plugin::linked().unwrap(), &[("cores", cores)]).unwrap();
    let config = Config {
        listener: Listener::bind(&address.parse::<Address>().unwrap()).unwrap(),
        tls: None,
        token: None,
        limits: Limits { max_bytes: 1 << 34, max_sessions: 8 },
        metrics: Some(std::env::var(METRICS).unwrap().parse().unwrap()),
        drain_time: Duration::ZERO,
    };
    let backend = Arc::new(Backend::new(client, Some("tpu".into())).unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(worker::serve(config, backend, || (), std::future::pending())).unwrap();
}

/// A worker that is killed when it is dropped.
struct Worker {
    process: Child,
    address: String,
    metrics: String,
}

impl Worker {
    fn start() -> Worker {
        Worker::start_at(free_port(), free_port())
    }

    fn start_at(address: String, metrics: String) -> Worker {
        let process = Command::new(std::env::current_exe().unwrap())
            .args(["serve", "--exact", "--nocapture"])
            .envs([(SERVE, &address), (METRICS, &metrics)])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Its page of metrics comes after its own listener.
        wait_until("the worker listens", || [&address, &metrics].iter().all(|to| TcpStream::connect(to).is_ok()));
        Worker { process, address, metrics }
    }

    /// Kills the process, as `kill -9` does, and starts another one at the same address.
    fn restart(mut self) -> Worker {
        let (address, metrics) = (self.address.clone(), self.metrics.clone());
        self.kill();
        Worker::start_at(address, metrics)
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// The value of a metric.
    fn metric(&self, name: &str) -> u64 {
        let mut stream = TcpStream::connect(&self.metrics).unwrap();
        write!(stream, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        let line = page.lines().find(|line| line.split(' ').next() == Some(name));
        line.and_then(|line| line.split(' ').nth(1)).unwrap_or_else(|| panic!("no {name} in {page}")).parse().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The command, without a worker of the environment.
fn labora(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_labora"));
    for variable in ["LABORA_WORKER", "COLAB_TPU_ADDR", "TPU_NAME", "JAX_BACKEND_TARGET"] {
        command.env_remove(variable);
    }
    command.args(arguments).env("LABORA_THREADS", "2").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Writes a CIFAR-10 of few images, and returns the arguments that name it.
fn data(folder: &Path) -> [String; 3] {
    let inside = folder.join("cifar-10-batches-bin");
    std::fs::create_dir_all(&inside).unwrap();
    let record = |label: usize| {
        let stripe = 3 * label..3 * label + 3;
        let pixel = move |i: usize| if stripe.contains(&(i % 1024 / 32)) { 230 } else { (i * 37 % 61) as u8 };
        std::iter::once(label as u8).chain((0..3072).map(pixel))
    };
    let records = |count: usize| (0..count).flat_map(|i| record(i % 10)).collect::<Vec<u8>>();
    for batch in 1..=5 {
        std::fs::write(inside.join(format!("data_batch_{batch}.bin")), records(64)).unwrap();
    }
    std::fs::write(inside.join("test_batch.bin"), records(24)).unwrap();
    let names = "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n";
    std::fs::write(inside.join("batches.meta.txt"), names).unwrap();
    ["cifar10".into(), "--data".into(), inside.to_str().unwrap().into()]
}

/// A training of a few epochs; the weights are written to a file beside its data.
fn train(weights: &Path, more: &[&str]) -> Command {
    let mut command = labora(&["train", "--batch-size", "64", "--verbose", "2", "--seed", "5"]);
    command.args(data(weights.parent().unwrap())).arg("--save").arg(weights).args(more);
    command
}

fn succeeded(output: Output) -> (String, String) {
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{out}{err}");
    (out, err)
}

/// A file of weights. Equal weights have equal files.
fn weights(file: &Path) -> Vec<u8> {
    std::fs::read(file).unwrap()
}

#[test]
fn the_command_runs_on_a_worker_as_on_its_own_devices() {
    let worker = Worker::start();
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["here", "there"].map(|name| folder.path().join(name).with_extension("weights.h5"));
    succeeded(train(&here, &["--epochs", "1"]).output().unwrap());
    let remote = ["--worker", &worker.address, "--epochs", "1"];
    let (_, log) = succeeded(train(&there, &remote).output().unwrap());
    assert_eq!(weights(&here), weights(&there));
    let lines = [
        format!("Querying worker (grpc://{}) for TPU system metadata.", worker.address),
        "Found TPU system:".into(),
        "*** Num TPU Cores: 8".into(),
        "*** Num TPU Workers: 1".into(),
        "*** Num TPU Cores Per Worker: 8".into(),
    ];
    for line in lines {
        assert!(log.lines().any(|logged| logged == line), "{line}: {log}");
    }

    // The environment names a worker, too, unless a device is asked for.
    let mut evaluate = labora(&["evaluate", "--weights"]);
    evaluate.arg(&there).args(data(folder.path())).env("COLAB_TPU_ADDR", &worker.address);
    let (remote, log) = succeeded(evaluate.output().unwrap());
    assert!(log.contains("Found TPU system:"), "{log}");
    let (local, log) = succeeded(evaluate.args(["--device", "tpu"]).output().unwrap());
    assert!(!log.contains("Querying"), "{log}");
    // Behind the time of a step, which differs.
    let results = |line: &str| Some(line.split_once("/step - ")?.1.to_owned());
    let accuracy = |text: &str| text.lines().filter(|line| line.contains("accuracy")).find_map(results);
    assert!(accuracy(&local).is_some(), "{local}");
    assert_eq!(accuracy(&remote), accuracy(&local));

    let predict = |device: [&str; 2]| {
        let mut predict = labora(&["predict", "--index", "0-9", "--json", "--weights"]);
        succeeded(predict.arg(&there).args(data(folder.path())).args(device).output().unwrap()).0
    };
    let predicted = predict(["--worker", &worker.address]);
    assert_eq!(predicted.lines().count(), 10, "{predicted}");
    assert_eq!(predicted, predict(["--device", "tpu"]));

    let (devices, _) = succeeded(labora(&["devices", "--worker", &worker.address]).output().unwrap());
    assert!(devices.contains("worker: ") && devices.contains("8 device(s)"), "{devices}");
    let error = labora(&["devices", "--worker", "a b"]).output().unwrap();
    assert_eq!(error.status.code(), Some(2));
}

/// Starts a training, kills the worker `delay` after a line of the output, and goes on.
fn interrupted(weights: &Path, after: &str, delay: Duration) -> String {
    let worker = Worker::start();
    let arguments = ["--worker", &worker.address, "--reconnect", "100", "--epochs", "3"];
    let mut training = train(weights, &arguments).spawn().unwrap();
    let mut lines = BufReader::new(training.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains(after)), "there is no line with {after}");
    std::thread::sleep(delay);
    let _worker = worker.restart();
    // The pipe must not fill up.
    let rest = std::thread::spawn(move || lines.count());
    let (_, log) = succeeded(training.wait_with_output().unwrap());
    rest.join().unwrap();
    log
}

/// Moments at random, in milliseconds after the first line, within the time of a training. `LABORA_TEST_KILLS`
/// says how many; without it there are none.
fn random_moments(training: Duration) -> Vec<(&'static str, u64)> {
    let count = std::env::var("LABORA_TEST_KILLS").map_or(0, |text| text.parse().unwrap());
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let mut rng = keras::utils::Rng::seeded(seed);
    (0..count).map(|_| ("Layer (type)", rng.below(training.as_millis() as u64))).collect()
}

#[test]
fn a_training_goes_on_after_its_worker_was_killed_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).with_extension("weights.h5");
    let start = Instant::now();
    succeeded(train(&file("undisturbed"), &["--epochs", "3"]).output().unwrap());
    let time = start.elapsed();
    let undisturbed = weights(&file("undisturbed"));
    // Before the first step, in the middle of an epoch, and between epochs.
    let mut moments = vec![("Layer (type)", 0), ("Epoch 1/3", 300), ("Epoch 3/3", 0), ("Epoch 3/3", 700)];
    moments.extend(random_moments(time));
    let mut reconnected = 0;
    for (number, (after, delay)) in moments.iter().enumerate() {
        let file = file(&number.to_string());
        let log = interrupted(&file, after, Duration::from_millis(*delay));
        // After a delay a fast machine may be done.
        assert!(*delay > 0 || log.contains("Connecting again"), "{after}: {log}");
        reconnected += usize::from(log.contains("Connecting again"));
        assert_eq!(weights(&file), undisturbed, "{after}, {delay} ms");
    }
    println!("{reconnected} of {} trainings lost their worker; all have the same bits", moments.len());
}

#[test]
fn without_reconnection_the_weights_of_the_last_epoch_are_kept() {
    let mut worker = Worker::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.weights.h5");
    let mut training = train(&file, &["--worker", &worker.address, "--epochs", "4"]).spawn().unwrap();
    let mut lines = BufReader::new(training.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("Epoch 3/4")));
    worker.kill();
    let rest = std::thread::spawn(move || lines.count());
    let output = training.wait_with_output().unwrap();
    rest.join().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{log}");
    assert!(log.contains("the connection is lost") || log.contains("session with the worker has ended"), "{log}");
    assert!(log.contains("The model has the weights after epoch 2"), "{log}");

    // They are those of a training of two epochs.
    let two = folder.path().join("two.weights.h5");
    succeeded(train(&two, &["--epochs", "2"]).output().unwrap());
    assert_eq!(weights(&file), weights(&two));
}

#[test]
fn a_client_that_vanishes_leaves_nothing_behind() {
    let worker = Worker::start();
    let folder = tempfile::tempdir().unwrap();
    let held = || worker.metric("labora_worker_held_bytes");
    assert_eq!(held(), 0);
    let arguments = ["--worker", &worker.address, "--epochs", "50"];
    let mut training = train(&folder.path().join("w.weights.h5"), &arguments).spawn().unwrap();
    let mut lines = BufReader::new(training.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("Epoch 2/")));
    assert!(held() > 0);
    training.kill().unwrap();
    training.wait().unwrap();
    wait_until("the session has ended", || worker.metric("labora_worker_open_sessions") == 0);
    wait_until("all bytes are free", || held() == 0);
}
