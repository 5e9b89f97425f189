//! `cargo xtask bench --gpu`: the article's training on an NVIDIA GPU, by us through JAX's CUDA plugin, and
//! by our peers.
//!
//! Everyone is started twice a round: to its first step, and for the whole training. A dry run does the same
//! with a few images of noise on the CPU, ours by XLA's plugin for CPUs: whoever changes a script sees that
//! it still runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::{Map, Value, json};

use super::contestant::number_in;
use super::outcome::median;
use super::report;
use super::setting::{Setting, ran};

/// Someone who takes part.
struct Racer {
    name: &'static str,
    how: How,
    /// What the command or script is told besides the race.
    args: &'static [&'static str],
}

enum How {
    /// `labora train`.
    Ours,
    /// A script of `bench/gpu` in the environments of `bench/requirements`: on a GPU, and in a dry run.
    Script { script: &'static str, environment: [&'static str; 2] },
}

const KERAS: How = How::Script { script: "keras_fit.py", environment: ["gpu", "jax"] };
const TORCH: How = How::Script { script: "torch_fit.py", environment: ["torch", "torch"] };

const RACERS: &[Racer] = &[
    Racer { name: "labora, mixed_bfloat16", how: How::Ours, args: &["--dtype", "mixed_bfloat16"] },
    Racer { name: "labora, float32", how: How::Ours, args: &["--dtype", "float32"] },
    Racer { name: "Keras on JAX, fit, bf16", how: KERAS, args: &["--dtype", "bfloat16"] },
    Racer { name: "Keras on JAX, fit, f32", how: KERAS, args: &["--dtype", "float32"] },
    Racer { name: "PyTorch compiled, bf16", how: TORCH, args: &[] },
    Racer { name: "PyTorch CUDA graphs, bf16", how: TORCH, args: &["--mode", "reduce-overhead"] },
];

/// Whom we are to beat, by the beginnings of their names: ours, the peer, and by how much.
const GOAL: (&str, &str, f64) = ("labora, mixed", "Keras on JAX, fit, bf16", 3.0);

/// Seconds that the training may take on an H200.
const SECONDS: f64 = 3.0;

/// The race: what everyone trains.
struct Race {
    /// On the CPU, to see that everything runs.
    is_dry: bool,
    epochs: u32,
    batch: u32,
    /// The folder of the images.
    data: PathBuf,
    /// The environment that has the plugin by which we run.
    plugins: PathBuf,
}

/// What was measured of a racer, a value a round.
#[derive(Default)]
struct Measured {
    /// From the start of the process to its end after the first step.
    first_s: Vec<f64>,
    training_s: Vec<f64>,
    /// What was printed on each turn.
    lines: Vec<Map<String, Value>>,
    failure: Option<String>,
}

/// Runs the race with so many rounds.
///
/// # Errors
/// There is no GPU and it is no dry run; what everyone needs cannot be made; or, in a dry run, somebody
/// failed.
pub fn run(root: &Path, rounds: usize, is_dry: bool) -> Result<(), String> {
    let machine = if is_dry { "a dry run on the CPU".to_string() } else { gpu()? };
    let mut setting = Setting::new(root)?;
    let race = Race::new(&mut setting, is_dry)?;
    println!("== {} epochs of {} on {machine}", race.epochs, race.data.display());
    let mut all: Vec<Measured> = RACERS.iter().map(|_| Measured::default()).collect();
    for round in 1..=rounds {
        for (racer, measured) in RACERS.iter().zip(&mut all) {
            println!("  round {round}: {}", racer.name);
            measured.turn(racer, &race, &mut setting);
        }
    }
    print(&all, &race);
    let file = write(&setting, &race, &machine, rounds, &all)?;
    println!("\nwritten: {}", file.display());
    let failed = all.iter().filter(|measured| measured.failure.is_some()).count();
    if is_dry && failed > 0 {
        return Err(format!("{failed} of {} did not run", RACERS.len()));
    }
    Ok(())
}

/// The GPUs with their driver, as `nvidia-smi` names them.
fn gpu() -> Result<String, String> {
    let query = ["--query-gpu=name,driver_version", "--format=csv,noheader"];
    let listed = ran(Command::new("nvidia-smi").args(query)).map(|text| text.trim().replace('\n', "; "));
    listed.ok().filter(|text| !text.is_empty()).ok_or_else(|| {
        "there is no NVIDIA GPU on this machine: nvidia-smi lists none. `cargo xtask bench --gpu --dry-run` runs the same \
         commands and scripts on the CPU, with a few images"
            .to_string()
    })
}

impl Race {
    fn new(setting: &mut Setting, is_dry: bool) -> Result<Self, String> {
        let script = setting.root.join("bench/gpu/cifar.py");
        // A remainder batch is part of it, as it is of CIFAR-10 in batches of 1024.
        let (epochs, batch) = if is_dry { (2, 64) } else { (50, 1024) };
        let plugins = match is_dry {
            true => testkit::virtual_environment(&setting.root.join("tests/python/xla-cpu.txt"))?,
            false => setting.python("gpu")?,
        };
        let folder = setting.root.join("target/bench/cifar-10");
        let data = match testkit::cifar10_dir().filter(|_| !is_dry) {
            Some(data) => data,
            None => {
                let mut make = Command::new(setting.python(if is_dry { "jax" } else { "gpu" })?);
                make.arg(script).arg(&folder).env("KERAS_BACKEND", "jax").env("JAX_PLATFORMS", "cpu");
                ran(make.args(if is_dry { &["--noise", "40"][..] } else { &[] }))?;
                folder.join("cifar-10-batches-bin")
            }
        };
        let plugins = plugins.ancestors().nth(2).unwrap_or(&plugins).to_path_buf();
        Ok(Self { is_dry, epochs, batch, data, plugins })
    }

    /// The device, as we and as scripts call it.
    fn device(&self) -> [&'static str; 2] {
        if self.is_dry { ["xla_cpu", "cpu"] } else { ["cuda13", "gpu"] }
    }

    /// The command of a racer: to the first step only, or for the whole training.
    fn command(&self, racer: &Racer, first_only: bool, setting: &mut Setting) -> Result<Command, String> {
        let [ours, scripts] = self.device();
        let (epochs, batch) = (self.epochs.to_string(), self.batch.to_string());
        let mut command = match racer.how {
            How::Ours => {
                let mut command = Command::new(setting.labora());
                command.env("VIRTUAL_ENV", &self.plugins);
                match first_only {
                    true => command.args(["bench", "train-step", "--first-only", "--json"]),
                    false => command
                        .args(["train", "cifar10", "--verbose", "0", "--epochs", &epochs, "--data"])
                        .arg(&self.data)
                        .arg("--history")
                        .arg(history(setting)),
                };
                command.args(["--device", ours, "--cores", "1", "--batch-size", &batch]);
                command
            }
            How::Script { script, environment: [gpu, dry] } => {
                let mut command = Command::new(setting.python(if self.is_dry { dry } else { gpu })?);
                command.arg(setting.root.join("bench/gpu").join(script)).arg("--data").arg(&self.data);
                command.args(["--device", scripts, "--epochs", &epochs, "--batch", &batch]);
                command.args(first_only.then_some("--first-only"));
                command.env("PYTHONDONTWRITEBYTECODE", "1");
                command
            }
        };
        command.args(racer.args);
        Ok(command)
    }
}

/// Where our training writes what it came to.
fn history(setting: &Setting) -> PathBuf {
    setting.root.join("target/bench/gpu-history.json")
}

impl Measured {
    /// Measures once more.
    fn turn(&mut self, racer: &Racer, race: &Race, setting: &mut Setting) {
        if self.failure.is_some() {
            return;
        }
        if let Err(reason) = self.measure(racer, race, setting) {
            println!("    {reason}");
            self.failure = Some(reason);
        }
    }

    fn measure(&mut self, racer: &Racer, race: &Race, setting: &mut Setting) -> Result<(), String> {
        let mut command = race.command(racer, true, setting)?;
        let start = Instant::now();
        ran(&mut command)?;
        self.first_s.push(start.elapsed().as_secs_f64());
        let printed = ran(&mut race.command(racer, false, setting)?)?;
        let line = match racer.how {
            How::Ours => ours(setting)?,
            How::Script { .. } => {
                let last = printed.lines().rev().find_map(|line| serde_json::from_str(line).ok());
                last.ok_or("it printed no result")?
            }
        };
        self.training_s.push(number_in(&line, "training_s").ok_or("it did not say how long it trained")?);
        self.lines.push(line);
        Ok(())
    }

    fn json(&self, racer: &Racer) -> Value {
        let figure = |key: &str| median(self.lines.iter().filter_map(|line| number_in(line, key)).collect());
        json!({
            "name": racer.name, "says": self.lines.last(), "first_step_process_s": median(self.first_s.clone()),
            "first_step_process_s_values": self.first_s, "training_s": median(self.training_s.clone()),
            "training_s_values": self.training_s, "compile_s": figure("compile_s"),
            "test_accuracy": figure("test_accuracy"), "failure": self.failure,
        })
    }
}

/// What our last training came to, in the words of the scripts.
fn ours(setting: &Setting) -> Result<Map<String, Value>, String> {
    let file = history(setting);
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let said: Map<String, Value> = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
    let number = |key: &str| number_in(&said, key).ok_or_else(|| format!("{}: there is no {key}", file.display()));
    let compile_s = number("compile_seconds")?;
    let line = json!({
        "peer": "labora", "training_s": number("seconds")? - compile_s, "compile_s": compile_s,
        "images_per_s": number("images_per_s")?, "test_accuracy": number("test_accuracy")?,
    });
    line.as_object().cloned().ok_or_else(|| "no object".to_string())
}

fn print(all: &[Measured], race: &Race) {
    println!("\n| who | training after compilation, s | to the first step, s | test accuracy |");
    println!("|---|---|---|---|");
    for (racer, measured) in RACERS.iter().zip(all) {
        let shown = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.2}"));
        let accuracy = median(measured.lines.iter().filter_map(|line| number_in(line, "test_accuracy")).collect());
        let [training, first] = [&measured.training_s, &measured.first_s].map(|values| shown(median(values.clone())));
        let accuracy = accuracy.map_or("-".into(), |value| format!("{:.1}%", value * 100.0));
        println!("| {} | {training} | {first} | {accuracy} |", racer.name);
        if let Some(reason) = &measured.failure {
            println!("    {}: {reason}", racer.name);
        }
    }
    if race.is_dry {
        println!("These figures say nothing but that everything ran.");
        return;
    }
    for (goal, figure, is_met) in goals(all) {
        let met = if is_met { "met" } else { "not met" };
        println!("  {met}: {goal} ({})", figure.map_or("not measured".into(), |f| format!("{f:.2}")));
    }
}

/// What is aimed at, with the figures, and whether they are met.
fn goals(all: &[Measured]) -> [(String, Option<f64>, bool); 2] {
    let of = |name: &str| {
        let place = RACERS.iter().position(|racer| racer.name.starts_with(name))?;
        median(all.get(place)?.training_s.clone())
    };
    let (ours, peer, times) = GOAL;
    let seconds = of(ours);
    let ratio = of(peer).zip(seconds).map(|(peer, ours)| peer / ours);
    [
        (format!("at most {SECONDS} s on an H200"), seconds, seconds.is_some_and(|s| s <= SECONDS)),
        (format!("{times} x as fast as Keras's fit"), ratio, ratio.is_some_and(|r| r >= times)),
    ]
}

/// Writes `gpu.json`: among the results, or for a dry run below `target`.
fn write(setting: &Setting, race: &Race, gpu: &str, rounds: usize, all: &[Measured]) -> Result<PathBuf, String> {
    let goal =
        |(goal, figure, met): &(String, Option<f64>, bool)| json!({ "goal": goal, "figure": figure, "met": met });
    let goals: Vec<Value> = if race.is_dry { Vec::new() } else { goals(all).iter().map(goal).collect() };
    let racers: Vec<Value> = RACERS.iter().zip(all).map(|(racer, measured)| measured.json(racer)).collect();
    let results = json!({
        "gpu": gpu, "epochs": race.epochs, "batch": race.batch, "rounds": rounds, "racers": racers, "goals": goals,
    });
    report::write_results(setting, "gpu.json", !race.is_dry, results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_of_racers_that_there_are() {
        let measured = |seconds: f64| Measured { training_s: vec![seconds], ..Measured::default() };
        let mut all: Vec<Measured> = RACERS.iter().map(|_| measured(8.0)).collect();
        all[0] = measured(2.0);
        let [seconds, ratio] = goals(&all);
        assert_eq!((seconds.1, seconds.2), (Some(2.0), true));
        assert_eq!((ratio.1, ratio.2), (Some(4.0), true));
        all[0] = Measured::default();
        assert!(goals(&all).iter().all(|(_, figure, met)| figure.is_none() && !met));
    }
}
