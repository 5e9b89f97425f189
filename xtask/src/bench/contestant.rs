//! One who takes part in a row: started, and measured when it is its turn.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Map, Value};

use super::rows::{How, Measure, Row, Who};
use super::setting::{Setting, ran};

/// The keys that hold the time that is looked at, in what we and the peers print: the first that is there.
const SECONDS: [&str; 5] = ["epoch_s", "step_s", "run_s", "call_s", "seconds"];

/// What was measured of someone.
pub struct Measured {
    pub name: &'static str,
    /// Versions and the like, as the peer says it itself.
    pub says: Option<String>,
    /// A value a turn, in seconds or bytes.
    pub values: Vec<f64>,
    /// What was printed on each turn.
    pub lines: Vec<Map<String, Value>>,
    /// Why there are no values, or no more of them.
    pub failure: Option<String>,
}

pub struct Contestant {
    who: &'static Who,
    measure: Measure,
    command: CommandLine,
    /// The process of a peer that stays alive between its turns.
    alive: Option<Alive>,
    result: Measured,
}

/// A command line that can be started again and again.
struct CommandLine {
    words: Vec<String>,
    variables: Vec<(&'static str, &'static str)>,
}

struct Alive {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Contestant {
    /// Prepares, and where it stays alive starts, one of a row. A peer that is not to be had on this machine
    /// takes no part, and that is reported; without us there is nothing to report.
    pub fn new(who: &'static Who, row: &Row, setting: &mut Setting) -> Result<Self, String> {
        let mut result = Measured { name: who.name, says: None, values: Vec::new(), lines: Vec::new(), failure: None };
        let command = match CommandLine::new(who, row.measure, setting) {
            Ok(command) => command,
            Err(reason) if matches!(who.how, How::Labora) => return Err(reason),
            Err(reason) => {
                result.failure = Some(reason);
                CommandLine { words: Vec::new(), variables: Vec::new() }
            }
        };
        Ok(Self { who, measure: row.measure, command, alive: None, result })
    }

    /// Measures once more.
    pub fn turn(&mut self) {
        if self.result.failure.is_some() {
            return;
        }
        match self.measured() {
            Ok((value, line)) => {
                self.result.says = line.get("peer").and_then(Value::as_str).map(str::to_string);
                self.result.values.push(value);
                self.result.lines.push(line);
            }
            Err(reason) => self.result.failure = Some(reason),
        }
    }

    /// Ends it, and gives what was measured.
    pub fn end(self) -> Measured {
        if let Some(Alive { mut child, input, output }) = self.alive {
            // At the end of its input it ends by itself.
            drop((input, output));
            child.wait().ok();
        }
        self.result
    }

    fn measured(&mut self) -> Result<(f64, Map<String, Value>), String> {
        let stays = self.measure == Measure::Seconds && !matches!(self.who.how, How::Labora);
        if stays {
            let line = self.ask()?;
            return Ok((seconds_in(&line)?, line));
        }
        let start = Instant::now();
        let printed = ran(&mut self.command.build())?;
        let process_s = start.elapsed().as_secs_f64();
        // The last line may be of memory alone; everything that was said is looked at together.
        let objects = printed.lines().filter_map(|l| serde_json::from_str::<Map<String, Value>>(l).ok());
        let plan = |mut line: Map<String, Value>| {
            // What a program plans to use is not what the process uses.
            line.remove("peak_bytes").map(|bytes| line.insert("planned_bytes".into(), bytes));
            line
        };
        let mut objects: Vec<_> = objects.collect();
        let memory = if self.measure == Measure::PeakMemory { objects.pop() } else { None };
        let mut line: Map<String, Value> = objects.into_iter().next_back().map(plan).unwrap_or_default();
        line.extend(memory.unwrap_or_default());
        line.insert("process_s".into(), process_s.into());
        let value = match self.measure {
            Measure::Seconds | Measure::SecondsAlone => seconds_in(&line)?,
            Measure::Process => process_s,
            Measure::PeakMemory => number_in(&line, "peak_bytes").ok_or("it did not say its memory")?,
        };
        Ok((value, line))
    }

    /// Asks the process that stays alive to measure; the first time it is started, and warms up.
    fn ask(&mut self) -> Result<Map<String, Value>, String> {
        if self.alive.is_none() {
            let mut command = self.command.build();
            command.arg("--serve").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut child = command.spawn().map_err(|e| format!("{} cannot be started: {e}", self.who.name))?;
            let (input, output) = (child.stdin.take(), child.stdout.take());
            let (input, output) = input.zip(output).ok_or("a process without input and output")?;
            self.alive = Some(Alive { child, input, output: BufReader::new(output) });
        }
        let alive = self.alive.as_mut().ok_or("a process that did not start")?;
        let ended = |e: std::io::Error| format!("{} ended: {e}", self.command.words.join(" "));
        alive.input.write_all(b"\n").and_then(|()| alive.input.flush()).map_err(ended)?;
        let mut line = String::new();
        while serde_json::from_str::<Value>(&line).is_err() {
            line.clear();
            if alive.output.read_line(&mut line).map_err(ended)? == 0 {
                return Err(format!("{} ended without a result", self.command.words.join(" ")));
            }
        }
        serde_json::from_str(&line).map_err(|e| format!("{line}: {e}"))
    }
}

impl CommandLine {
    fn new(who: &Who, measure: Measure, setting: &mut Setting) -> Result<Self, String> {
        let script = |setting: &Setting, name: &str| setting.root.join("bench/peers").join(name);
        let (program, script, mut variables): (PathBuf, Option<PathBuf>, _) = match who.how {
            How::Labora => (setting.labora().to_path_buf(), None, vec![]),
            How::Script { environment, script: name } => {
                (setting.python(environment)?, Some(script(setting, name)), vec![("JAX_PLATFORMS", "cpu")])
            }
            How::Keras { environment, backend } => (
                setting.python(environment)?,
                Some(script(setting, "keras_peer.py")),
                vec![("KERAS_BACKEND", backend), ("JAX_PLATFORMS", "cpu")],
            ),
        };
        // Large pages, which our own memory asks for by itself: with them PyTorch's ResNet-50 takes a fifth
        // less.
        let is_timed = matches!(measure, Measure::Seconds | Measure::SecondsAlone);
        if is_timed && script.is_some() && setting.gives_large_pages {
            variables.push(("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"));
        }
        let mut words = Vec::new();
        if measure == Measure::PeakMemory {
            words.push(setting.python("jax")?.display().to_string());
            words.push(setting.root.join("bench/peak_memory.py").display().to_string());
        }
        words.push(program.display().to_string());
        words.extend(script.map(|path| path.display().to_string()));
        words.extend(setting.arguments(who.args)?);
        if matches!(who.how, How::Labora) {
            words.push("--json".into());
        }
        Ok(Self { words, variables })
    }

    fn build(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).envs(self.variables.iter().copied()).env("PYTHONDONTWRITEBYTECODE", "1");
        command.stdin(Stdio::null());
        command
    }
}

/// A number of a line of JSON.
pub fn number_in(line: &Map<String, Value>, key: &str) -> Option<f64> {
    line.get(key)?.as_f64()
}

fn seconds_in(line: &Map<String, Value>) -> Result<f64, String> {
    let found = SECONDS.iter().find_map(|key| number_in(line, key));
    found.ok_or_else(|| format!("no time is in what was printed: {}", Value::Object(line.clone())))
}
