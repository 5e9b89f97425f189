//! A program compiled, and what is to be said of it.

use std::time::Instant;

use hlo::Module;
use keras::{Error, ErrorKind, Result};
use pjrt::{CompileOptions, NamedValue, Plugin, Topology};

use super::advice;
use super::calibration::{Published, published_of};
use super::cost::{Cost, Costs, Hot};
use super::machine::Machine;
use super::tensors::{self, Tensor};

/// What is compiled.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// What it is called in the report.
    pub name: String,
    /// The network that it trains, by the name under which measurements are [published](super::PUBLISHED). Default none.
    pub network: Option<&'static str>,
    /// The program: StableHLO text.
    pub program: String,
    /// Cores that it runs on at once, each with data of its own. Default 1.
    pub replicas: usize,
    /// Steps that a call does, where the program's loop is told how many when it runs. Default 1.
    pub steps: u64,
    /// Steps of an epoch, where it has epochs. Default none.
    pub steps_per_epoch: Option<u64>,
    /// Examples that a core takes at each step, where it takes examples. Default none.
    pub rows_per_core: Option<usize>,
    /// Names of its arguments, as far as they have any. Default none.
    pub arguments: Vec<String>,
}

impl Workload {
    /// A program for one core.
    pub fn new(name: impl Into<String>, program: impl Into<String>) -> Self {
        let (name, program) = (name.into(), program.into());
        Self {
            name,
            network: None,
            program,
            replicas: 1,
            steps: 1,
            steps_per_epoch: None,
            rows_per_core: None,
            arguments: Vec::new(),
        }
    }

    /// The name of an argument.
    pub(super) fn argument(&self, index: usize) -> String {
        self.arguments.get(index).cloned().unwrap_or_else(|| format!("argument {index}"))
    }
}

/// The compiler's plan for a core's large memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Arguments.
    pub arguments: u64,
    /// Outputs, those in donated arguments with them.
    pub outputs: u64,
    /// Outputs that reuse donated arguments.
    pub donated: u64,
    /// Intermediate values.
    pub temporaries: u64,
    /// Machine code.
    pub code: u64,
    /// The most that is in use at any time.
    pub peak: u64,
    /// What a core has.
    pub limit: u64,
}

impl Memory {
    /// Whether the program fits.
    pub fn fits(&self) -> bool {
        self.peak <= self.limit
    }
}

/// What the TPU compiler says of a program on a machine. All times are its estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The machine.
    pub machine: Machine,
    /// What was compiled, without its text.
    pub workload: Workload,
    /// The plugin that compiled it.
    pub compiler: String,
    /// How long the compilation took.
    pub compile_seconds: f64,
    /// Memory.
    pub memory: Memory,
    /// The compiler's own count of operations, all kinds, and of bytes; loops of unknown length count once.
    pub counted: [Option<f64>; 2],
    /// Steps that a call does.
    pub steps: u64,
    /// A step: a round of the program's main loop, or the whole program where it has none.
    pub step: Cost,
    /// What a call costs beside its steps.
    pub around: Cost,
    /// A whole call.
    pub call: Cost,
    /// Instructions of a step that take time, the dearest first.
    pub hot: Vec<Hot>,
    /// Those beside the steps.
    pub hot_around: Vec<Hot>,
    /// Tensors in the large memory: arguments, then values, the largest first.
    pub tensors: Vec<Tensor>,
    /// What others measured of this network on this generation.
    pub published: Vec<Published>,
    /// What to think about.
    pub advice: Vec<String>,
}

/// Compiles a program for a machine without having it, and reports on it.
///
/// # Errors
/// The plugin knows no such topology, the program has more replicas than that has cores, the compiler refuses the program
/// (also where it does not fit into memory: the message says so), or its answer cannot be read.
pub fn compile(plugin: &Plugin, machine: &Machine, workload: &Workload) -> Result<Report> {
    let topology = Topology::new(plugin, &machine.topology, &[])?;
    let cores = topology.devices().len();
    if workload.replicas > cores {
        return Err(Error::new(
            ErrorKind::Argument,
            format!("{} is for {} cores, but {} has {cores}", workload.name, workload.replicas, machine.topology),
        ));
    }
    let options = CompileOptions { num_replicas: workload.replicas, ..CompileOptions::default() };
    let start = Instant::now();
    let executable = topology.compile(&workload.program, &options)?;
    let compile_seconds = start.elapsed().as_secs_f64();
    let stats = executable.compiled_memory_stats()?;
    let bytes = |count: i64| u64::try_from(count).unwrap_or(0);
    let planned = stats.arguments + stats.outputs - stats.aliased + stats.temporaries + stats.generated_code;
    let limit =
        topology.devices().first().and_then(|device| match device.attributes.get("device_memory_bytes_limit") {
            Some(NamedValue::Int64(limit)) => u64::try_from(*limit).ok(),
            _ => None,
        });
    let hbm = machine.generation.hbm_bytes;
    let memory = Memory {
        arguments: bytes(stats.arguments),
        outputs: bytes(stats.outputs),
        donated: bytes(stats.aliased),
        temporaries: bytes(stats.temporaries),
        code: bytes(stats.generated_code),
        peak: bytes(stats.peak.unwrap_or(planned)),
        // Where cores share a chip's memory, the plugin names all of it for each.
        limit: limit.map_or(hbm, |limit| limit.min(hbm)),
    };
    let analysis = executable.cost_analysis()?;
    let counted = ["flops", "bytes accessed"].map(|name| match analysis.get(name) {
        Some(NamedValue::Float(value)) => Some(f64::from(*value)),
        _ => None,
    });
    let optimized = executable.optimized_program()?;
    let module = Module::read(&optimized.format, &optimized.code)
        .map_err(|e| Error::new(ErrorKind::Device, format!("what the compiler made of {}: {e}", workload.name)))?;
    let (major, minor) = plugin.api_version();
    let file = plugin.path().and_then(std::path::Path::file_name).unwrap_or("linked in".as_ref());
    let compiler = format!("{}, PJRT C API {major}.{minor}", file.display());
    let mut report = Report {
        machine: machine.clone(),
        workload: Workload { program: String::new(), ..workload.clone() },
        compiler,
        compile_seconds,
        memory,
        counted,
        steps: 1,
        step: Cost::default(),
        around: Cost::default(),
        call: Cost::default(),
        hot: Vec::new(),
        hot_around: Vec::new(),
        tensors: Vec::new(),
        published: workload.network.map_or_else(Vec::new, |name| published_of(name, machine.generation.name)),
        advice: Vec::new(),
    };
    report.count(&module);
    report.advice = advice::advice(&report);
    Ok(report)
}

impl Report {
    /// Adds up the compiler's estimates.
    fn count(&mut self, module: &Module) {
        let costs = Costs::new(module);
        let main = costs.main_loop();
        self.tensors = tensors::all(module, main.as_ref().map(|main| main.body), &self.workload);
        match main {
            Some(main) => {
                (self.step, self.around) = costs.divided(&main);
                self.steps = main.trips.unwrap_or(self.workload.steps);
                self.hot = costs.hot(main.body);
                self.hot_around = costs.hot(module.entry());
                let inner: Vec<&str> = self.hot.iter().map(|hot| hot.name.as_str()).collect();
                self.hot_around.retain(|hot| !inner.contains(&hot.name.as_str()));
            }
            None => {
                self.step = costs.whole().clone();
                self.hot = costs.hot(module.entry());
            }
        }
        self.call = self.around.clone();
        self.call.add(&self.step, self.steps);
    }

    /// How long that many cycles take.
    pub fn seconds(&self, cost: &Cost) -> f64 {
        cost.cycles as f64 / self.machine.generation.clock_hz
    }

    /// Seconds of a step.
    pub fn step_seconds(&self) -> f64 {
        self.seconds(&self.step)
    }

    /// Seconds of an epoch in calls of so many steps; none where there are no epochs.
    pub fn epoch_seconds(&self) -> Option<f64> {
        let steps = self.workload.steps_per_epoch?;
        let calls = steps.div_ceil(self.steps.max(1));
        Some(self.step_seconds() * steps as f64 + self.seconds(&self.around) * calls as f64)
    }

    /// Examples a second on all cores together; none where it takes no examples.
    pub fn examples_per_second(&self) -> Option<f64> {
        let rows = (self.workload.rows_per_core? * self.workload.replicas) as f64;
        let call = self.seconds(&self.call);
        (call > 0.0).then(|| rows * self.steps as f64 / call)
    }

    /// The share of the core's peak at which a part's products run, from 0 to 1.
    pub fn peak_share(&self, cost: &Cost) -> f64 {
        cost.flops as f64 / (cost.cycles.max(1) as f64 * self.machine.generation.flops_per_cycle)
    }

    /// How many times as fast as a published measurement the estimate is; none where it takes no examples.
    pub fn times_published(&self, published: &Published) -> Option<f64> {
        Some(self.examples_per_second()? / published.examples_per_s)
    }

    /// Cycles of a step by layer: of the operation that each instruction mainly is.
    pub fn layers(&self) -> Vec<(String, u64)> {
        let mut layers: Vec<(String, u64)> = Vec::new();
        for hot in &self.hot {
            let name = hot.from.first().map_or("(the compiler's own)", String::as_str);
            let cycles = hot.cost.cycles.saturating_mul(hot.times);
            match layers.iter_mut().find(|(other, _)| other == name) {
                Some((_, sum)) => *sum = sum.saturating_add(cycles),
                None => layers.push((name.to_string(), cycles)),
            }
        }
        layers.sort_by_key(|(_, cycles)| std::cmp::Reverse(*cycles));
        layers
    }
}
