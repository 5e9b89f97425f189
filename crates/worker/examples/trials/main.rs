//! Trials of a worker that take longer than a test: `cargo xtask worker NAME [SECONDS] [OPTION...]`.

mod costs;
mod cut;
mod fuzz;
mod fuzz_requests;
mod load;
mod metrics;
mod process;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use process::Worker;

/// A trial: its name, its default time in seconds, and what it does.
struct Trial {
    name: &'static str,
    seconds: u64,
    about: &'static str,
    run: fn(&Options) -> Result<(), String>,
}

const TRIALS: &[Trial] = &[
    Trial {
        name: "fuzz",
        seconds: 60,
        about: "random and damaged requests; a seed may follow the seconds",
        run: run_fuzz,
    },
    Trial { name: "load", seconds: 60, about: "many clients at once; their number may follow", run: run_load },
    Trial { name: "costs", seconds: 0, about: "a table: this process, a worker, and gRPC alone", run: run_costs },
    Trial { name: "cut", seconds: 0, about: "a network that dies: both sides notice", run: |_| cut::run() },
];

/// What the command line says.
struct Options {
    time: Duration,
    more: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let found = arguments.first().and_then(|name| TRIALS.iter().find(|trial| trial.name == name));
    let Some(trial) = found else {
        for trial in TRIALS {
            eprintln!("  {:<8} {} (default: {} s)", trial.name, trial.about, trial.seconds);
        }
        return ExitCode::from(2);
    };
    let seconds = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(trial.seconds);
    let options = Options { time: Duration::from_secs(seconds), more: arguments.into_iter().skip(2).collect() };
    match (trial.run)(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{}: {problem}", trial.name);
            ExitCode::FAILURE
        }
    }
}

/// How often the fuzzing tells the worker's memory.
const TELL_MINUTES: u64 = 5;

/// Sessions of random requests until the time is over. Two are open at a time.
fn run_fuzz(options: &Options) -> Result<(), String> {
    let seed = options.more.first().and_then(|text| text.parse().ok()).unwrap_or(1);
    let first = options.more.get(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut worker = Worker::start(&["--max-bytes", "1GiB"])?;
    // A thread of its own closes the connections of ended sessions while this one waits for the worker. Without
    // it they stay open until the worker's keepalive ends them, 30 s later.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|e| e.to_string())?;
    let (start, mut counts, mut number) = (Instant::now(), fuzz::Counts::default(), first);
    let (mut settled, mut told) = (0, 0);
    println!("at the start: {} MiB", worker.memory("VmRSS") >> 20);
    while start.elapsed() < options.time {
        let mut other = fuzz::Counts::default();
        let both = async {
            tokio::join!(
                fuzz::session(&worker.target, seed, number, &mut counts),
                fuzz::session(&worker.target, seed, number + 1, &mut other)
            )
        };
        let (one, two) = runtime.block_on(both);
        let found = one.and(two).and_then(|()| if number.is_multiple_of(32) { worker.check_idle() } else { Ok(()) });
        found.map_err(|problem| format!("sessions {number} and {} of seed {seed}: {problem}", number + 1))?;
        counts.add(&other);
        number += 2;
        if number == first + 200 {
            settled = worker.memory("VmRSS");
        }
        let minutes = start.elapsed().as_secs() / 60;
        if minutes >= told + TELL_MINUTES {
            told = minutes - minutes % TELL_MINUTES;
            println!("after {minutes} min, {} sessions: {} MiB", number - first, worker.memory("VmRSS") >> 20);
        }
    }
    worker.check_idle()?;
    let (end, peak) = (worker.memory("VmRSS") >> 20, worker.memory("VmHWM") >> 20);
    let seconds = start.elapsed().as_secs();
    println!("{seconds} s, seed {seed}: {counts:?}");
    println!("memory of the worker: {} MiB after 200 sessions, {end} MiB at the end, peak {peak} MiB", settled >> 20);
    Ok(())
}

/// The most that a client may get above another, and that the worker's memory may grow.
const FAIR: f64 = 0.2;
const GROWTH: f64 = 0.1;

fn run_load(options: &Options) -> Result<(), String> {
    let clients = options.more.first().and_then(|text| text.parse().ok()).unwrap_or(64);
    let mut worker = Worker::start(&[])?;
    let mut before = 0;
    let done = load::run(&worker.target, clients, options.time, || before = worker.memory("VmRSS"))?;
    let after = worker.memory("VmRSS");
    let pieces: Vec<u64> = done.iter().map(|done| done.pieces).collect();
    let sessions: u64 = done.iter().map(|done| done.sessions).sum();
    let metrics = ["requests_total", "failed_requests_total", "executions_total", "refused_total"];
    println!(
        "{clients} clients, {} s, {sessions} sessions, {} pieces",
        options.time.as_secs(),
        pieces.iter().sum::<u64>()
    );
    for name in metrics {
        println!("  {name}: {}", worker.metric(name).unwrap_or_default());
    }
    let (least, most) = (pieces.iter().min().unwrap_or(&0), pieces.iter().max().unwrap_or(&0));
    let unfairness = load::unfairness(&done);
    println!("  pieces of a client: {least} to {most} ({:.1}% apart)", 100.0 * unfairness);
    println!("  memory: {} MiB after a tenth of the time, {} MiB at the end", before >> 20, after >> 20);
    worker.check_idle()?;
    if worker.metric("failed_requests_total") != Some(0) {
        return Err("requests failed".into());
    }
    if unfairness > FAIR {
        return Err(format!("a client got {:.0}% more than another", 100.0 * unfairness));
    }
    match after as f64 <= before as f64 * (1.0 + GROWTH) {
        true => Ok(()),
        false => Err("the worker's memory grows".into()),
    }
}

fn run_costs(_: &Options) -> Result<(), String> {
    let mut worker = Worker::start(&[])?;
    costs::run(&worker.target).map_err(|e| e.to_string())?;
    worker.check_idle()
}
