//! Trials of new versions: another process loads a model and runs it before the server does, within limits of
//! time and memory, so that a file that hangs or needs too much ends that process and not the server.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use keras::Device;
use keras::models::load_model_without_compile;
use keras::objects::Registry;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::error::{Error, Result};
use crate::program::{CompiledModel, batch_sizes};
use crate::signature::Rows;

/// How often the process is looked at.
const STEP: Duration = Duration::from_millis(10);
/// Bytes that are kept of what it says.
const KEPT_BYTES: usize = 16 << 10;

/// The program that tries the model of a file by [`try_model`], and the bytes of memory that it may take if
/// they are known.
pub type TrialCommand = dyn Fn(&Path, Option<u64>) -> Command + Send + Sync;

/// How versions are tried.
#[derive(Clone)]
pub struct Trial {
    /// Makes the process of a trial.
    pub command: Arc<TrialCommand>,
    /// The time that it may take.
    pub time: Duration,
    /// Bytes of memory that it may take, if not all that is free.
    pub memory: Option<u64>,
}

impl Trial {
    /// Runs the program. Returns false if `is_wanted` became false meanwhile, which is asked again and again.
    ///
    /// # Errors
    /// The model cannot be served: the message of the program, or what ended it.
    pub fn run(&self, file: &Path, is_wanted: impl Fn() -> bool) -> Result<bool> {
        let memory = self.memory.into_iter().chain(free_memory()).min();
        let mut command = (self.command)(file, memory);
        // It ends when its standard input is closed, be it because this process was killed.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn();
        let mut child = child.map_err(|e| Error::internal(format!("no process to try {}: {e}", file.display())))?;
        let errors = child.stderr.take();
        thread::scope(|scope| {
            let reader = thread::Builder::new().spawn_scoped(scope, || errors.map(last_bytes));
            let ended = self.wait(&mut child, is_wanted);
            if !matches!(ended, Ok(Some(_))) {
                // It may have ended by itself just now.
                let _ = child.kill();
                let _ = child.wait();
            }
            let said = reader.ok().and_then(|reader| reader.join().ok().flatten()).unwrap_or_default();
            match ended? {
                None => Ok(false),
                Some(status) if status.success() => Ok(true),
                Some(status) => Err(Error::invalid(reason(&said, status, file))),
            }
        })
    }

    /// Waits for the end of the process; none if it is not wanted any more.
    fn wait(&self, child: &mut Child, is_wanted: impl Fn() -> bool) -> Result<Option<ExitStatus>> {
        let start = Instant::now();
        let mut step = 0_u32;
        loop {
            if let Some(status) = child.try_wait().map_err(|e| Error::internal(format!("a trial: {e}")))? {
                return Ok(Some(status));
            }
            if start.elapsed() > self.time {
                return Err(Error::invalid(format!(
                    "the model could not be loaded and run within {} s (--load-time)",
                    self.time.as_secs()
                )));
            }
            if step.is_multiple_of(20) && !is_wanted() {
                return Ok(None);
            }
            step += 1;
            thread::sleep(STEP);
        }
    }
}

/// Loads a model and runs it once, with zeros, as the largest batch if its sizes are known: what the process
/// of a trial does. It takes no more memory than `memory` bytes, and ends with the standard input.
///
/// # Errors
/// The model cannot be served.
pub fn try_model(file: &Path, device: &Device, max_batch_size: usize, memory: Option<u64>) -> Result<()> {
    let watch = thread::Builder::new().spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        std::process::exit(1);
    });
    watch.map_err(|e| Error::internal(format!("a thread for the trial: {e}")))?;
    // Should the system run out of memory, it ends this process and not the server.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    if let Some(bytes) = memory {
        let maximum = getrlimit(Resource::As).maximum;
        let current = Some(maximum.map_or(bytes, |maximum| maximum.min(bytes)));
        setrlimit(Resource::As, Rlimit { current, maximum }).map_err(|e| Error::internal(format!("a limit: {e}")))?;
    }
    let model = load_model_without_compile(file, &Registry::new()).map_err(|e| Error::invalid(e.message()))?;
    let compiled = CompiledModel::new(&model, device, batch_sizes(max_batch_size))?;
    if !model.has_known_shapes() {
        return Ok(());
    }
    let known = |input: &keras::KerasTensor| Ok(input.shape().known()?.dims().to_vec());
    let row_dims = model.inputs().iter().map(known).collect::<Result<Vec<Vec<usize>>>>()?;
    let programs = compiled.compile(&model, &row_dims, max_batch_size, usize::MAX)?;
    let program = programs.of(max_batch_size).ok_or_else(|| Error::internal("the model has no program"))?;
    let tensors = row_dims.iter().map(|dims| vec![0.0; dims.iter().product()]).collect();
    compiled.run(&program, Rows { count: 1, row_dims, tensors }).map(drop)
}

/// The last bytes that a process says.
fn last_bytes(mut stream: ChildStderr) -> String {
    let (mut kept, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(read @ 1..) = stream.read(&mut part) {
        kept.extend_from_slice(&part[..read]);
        kept.drain(..kept.len().saturating_sub(KEPT_BYTES));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Why a process failed: what it said, or what ended it.
fn reason(said: &str, status: ExitStatus, file: &Path) -> String {
    if let (Some(_), Some((_, message))) = (status.code(), said.rsplit_once("error: ")) {
        // Its hint is for those who run a command.
        let message = message.split("\nhint: ").next().unwrap_or_default().trim_end();
        let name = file.display().to_string();
        return if message.contains(&name) { message.to_string() } else { format!("{name}: {message}") };
    }
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    let last = last.map_or(String::new(), |line| format!(": {}", line.trim()));
    format!("{}: the process that tried to load it ended ({status}){last}", file.display())
}

/// Bytes of memory that this process could take still, as far as the system tells: of the machine, of its
/// group, and of its own limit.
fn free_memory() -> Option<u64> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = || Some(number("/sys/fs/cgroup/memory.max")?.saturating_sub(number("/sys/fs/cgroup/memory.current")?));
    let own = || Some(getrlimit(Resource::As).current?.saturating_sub(kilobytes("/proc/self/status", "VmSize:")?));
    [kilobytes("/proc/meminfo", "MemAvailable:"), group(), own()].into_iter().flatten().min()
}

/// A number of kB in a file of the system, as bytes.
fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A trial whose program is a line of a shell, which has the file as `$0` and the memory as `$1`.
    fn trial(line: &str, time: Duration) -> Trial {
        let line = line.to_owned();
        let command = move |file: &Path, memory: Option<u64>| {
            let mut shell = Command::new("sh");
            shell.args(["-c", &line]).arg(file).arg(memory.unwrap_or(0).to_string());
            shell
        };
        Trial { command: Arc::new(command), time, memory: Some(1 << 20) }
    }

    fn run(line: &str) -> Result<bool> {
        trial(line, Duration::from_secs(600)).run(Path::new("2/model.keras"), || true)
    }

    #[test]
    fn the_end_of_the_process_is_told() {
        assert_eq!(run(r#"[ "$0 $1" = "2/model.keras 1048576" ]"#), Ok(true));
        let says = |line: &str, words: &str| {
            let error = run(line).unwrap_err();
            assert!(error.message().contains(words), "{error}");
        };
        says("echo 'note: x' >&2; echo 'error: units is wrong' >&2; exit 2", "2/model.keras: units is wrong");
        says("echo 'thread panicked' >&2; kill -6 $$", "signal: 6");
        says("exit 3", "2/model.keras: the process that tried to load it ended (exit status: 3)");
        says("yes error: long | head -c 10000000 >&2; exit 1", "long");
    }

    #[test]
    fn a_process_that_hangs_is_ended() {
        let start = Instant::now();
        let error = trial("exec sleep 600", Duration::ZERO).run(Path::new("f"), || true).unwrap_err();
        assert!(error.message().contains("--load-time"), "{error}");
        let asked = Cell::new(0);
        let is_wanted = || asked.replace(asked.get() + 1) < 2;
        assert_eq!(trial("exec sleep 600", Duration::from_secs(600)).run(Path::new("f"), is_wanted), Ok(false));
        assert!(start.elapsed() < Duration::from_secs(300));
    }

    #[test]
    fn the_memory_of_this_machine_is_known() {
        assert!(free_memory().is_some_and(|bytes| bytes > 1 << 20));
        assert!(kilobytes("/proc/self/status", "VmSize:").is_some_and(|bytes| bytes > 1 << 20));
    }
}
