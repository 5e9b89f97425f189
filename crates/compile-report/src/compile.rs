//! Compilation of a workload for a machine that is not attached, and the report on it.

use std::path::Path;
use std::time::Instant;

use pjrt::{CompileOptions, Executable, NamedValue, Plugin, Topology};

use crate::advice::advice;
use crate::cost::{Cost, Costs, Hotspot};
use crate::error::{Error, Result};
use crate::hlo::Module;
use crate::machine::{Accelerator, Machine};
use crate::memory::Memory;
use crate::published::published_for;
use crate::report::{CostAnalysis, Report};
use crate::tensors::{self, Tensor};
use crate::workload::Workload;

/// Compiles a workload ahead of time for a machine, and reports the compiler's estimates, or bounds where it
/// has none.
///
/// # Errors
/// The plugin does not know the topology, the program has more replicas than the machine has cores or GPUs,
/// the compiler refuses the program (see [`Error::is_out_of_memory`]), or the compiled program cannot be
/// read.
pub fn compile(plugin: &Plugin, machine: &Machine, workload: &Workload) -> Result<Report> {
    let (name, description) = machine.description();
    let topology = Topology::new(plugin, &name, &description)?;
    let cores = topology.devices().len();
    if workload.replicas > cores {
        return Err(Error::TooManyReplicas {
            program: workload.name.clone(),
            replicas: workload.replicas,
            machine: machine.topology.clone(),
            cores,
        });
    }
    let options = CompileOptions {
        num_replicas: workload.replicas,
        overrides: workload.options.clone(),
        ..CompileOptions::default()
    };
    let start = Instant::now();
    let executable = topology.compile(&workload.program, &options)?;
    let compile_seconds = start.elapsed().as_secs_f64();
    let memory = Memory::of(&executable.compiled_memory_stats()?, &topology, machine.accelerator);
    let cost_analysis = cost_analysis(&executable)?;
    let optimized = executable.optimized_program()?;
    let module = Module::read(&optimized.format, &optimized.code)
        .map_err(|source| Error::Optimized { program: workload.name.clone(), source })?;
    let estimates = Estimates::of(&module, machine.accelerator, workload);
    let mut report = Report {
        machine: machine.clone(),
        workload: Workload { program: String::new(), ..workload.clone() },
        compiler: compiler(plugin),
        compile_seconds,
        memory,
        cost_analysis,
        steps: estimates.steps,
        step: estimates.step,
        outside: estimates.outside,
        call: estimates.call,
        hotspots: estimates.hotspots,
        hotspots_outside: estimates.hotspots_outside,
        tensors: estimates.tensors,
        loop_of_unknown_length: estimates.loop_of_unknown_length,
        published: workload.network.map_or_else(Vec::new, |name| published_for(name, machine.accelerator.name())),
        advice: Vec::new(),
    };
    report.advice = advice(&report);
    Ok(report)
}

/// Returns the file of a plugin and the version of its API.
fn compiler(plugin: &Plugin) -> String {
    let (major, minor) = plugin.api_version();
    let file = plugin.path().and_then(Path::file_name).unwrap_or("linked in".as_ref());
    format!("{}, PJRT C API {major}.{minor}", file.display())
}

fn cost_analysis(executable: &Executable) -> Result<CostAnalysis> {
    let analysis = match executable.cost_analysis() {
        // The plugin for GPUs has none.
        Err(error) if error.kind() == pjrt::ErrorKind::Unimplemented => return Ok(CostAnalysis::default()),
        analysis => analysis?,
    };
    let value = |name: &str| match analysis.get(name) {
        Some(NamedValue::Float(value)) => Some(f64::from(*value)),
        _ => None,
    };
    Ok(CostAnalysis { flops: value("flops"), bytes_accessed: value("bytes accessed") })
}

/// The compiler's estimates, or bounds, summed over the main loop and the rest of the program.
struct Estimates {
    steps: u64,
    step: Cost,
    outside: Cost,
    call: Cost,
    hotspots: Vec<Hotspot>,
    hotspots_outside: Vec<Hotspot>,
    tensors: Vec<Tensor>,
    loop_of_unknown_length: bool,
}

impl Estimates {
    fn of(module: &Module, accelerator: Accelerator, workload: &Workload) -> Self {
        let costs = Costs::new(module, accelerator, workload.replicas);
        let main_loop = costs.main_loop();
        let body = main_loop.as_ref().map(|main_loop| main_loop.body);
        let mut estimates = Self {
            steps: 1,
            step: costs.total().clone(),
            outside: Cost::default(),
            call: Cost::default(),
            hotspots: costs.hotspots(body.unwrap_or(module.entry())),
            hotspots_outside: Vec::new(),
            tensors: tensors::in_main_memory(module, body, workload),
            loop_of_unknown_length: false,
        };
        if let Some(main_loop) = main_loop {
            (estimates.step, estimates.outside) = costs.split(&main_loop);
            estimates.steps = main_loop.trip_count.unwrap_or(workload.steps);
            estimates.loop_of_unknown_length = main_loop.trip_count.is_none();
            estimates.hotspots_outside = costs.hotspots(module.entry());
            let inside: Vec<&str> = estimates.hotspots.iter().map(|hotspot| hotspot.name.as_str()).collect();
            estimates.hotspots_outside.retain(|hotspot| !inside.contains(&hotspot.name.as_str()));
        }
        estimates.call = estimates.outside.clone();
        estimates.call.add(&estimates.step, estimates.steps);
        estimates
    }
}
