//! Ahead-of-time compilation by the compilers of TPUs and GPUs, and the report.

use std::time::Duration;

use compile_report::{Accelerator, Machine, Report};
use keras::utils;
use pjrt::OptionValue;

use super::args::CompileArgs;
use super::{float16, html, json, table, workload};
use crate::cli::child_process;
use crate::cli::device::looks_like_a_path;
use crate::cli::failure::Failure;
use crate::cli::print;
use crate::plugins::{self, Found};

/// The environment variable with the least severity of messages that XLA logs; 2 are errors.
const LOG_LEVEL: &str = "TF_CPP_MIN_LOG_LEVEL";

/// The time that a compilation may take.
pub const TIMEOUT: Duration = Duration::from_secs(3600);

/// Compiles for a machine and writes the report.
pub fn run(args: &CompileArgs, machine: &Machine) -> Result<(), Failure> {
    let plugin = plugin(args.plugin.as_deref(), machine)?;
    if let Some(path) = &args.html {
        utils::check_writable(path)?;
    }
    let mut missing = plugin.missing_environment();
    // XLA's plugin writes notes and ptxas's warnings to standard error; a child's is shown if it fails.
    if plugin.is_cuda() && std::env::var_os(LOG_LEVEL).is_none() {
        missing.push((LOG_LEVEL, "2"));
    }
    if !missing.is_empty() {
        return in_child_process(&missing);
    }
    write(args, &report(args, machine, &plugin)?)
}

/// Compiles for a machine.
fn report(args: &CompileArgs, machine: &Machine, plugin: &Found) -> Result<Report, Failure> {
    let mut workload = workload::workload(args, machine.devices)?;
    if let Accelerator::Gpu(card) = machine.accelerator {
        workload.options = gpu_options(args, plugin);
        if args.float16 && card.peaks.bf16.is_none() && float16::contains_bf16(&workload.program) {
            workload.program = float16::in_place_of_bf16(&workload.program);
            workload.name = format!("{}, f16 in the place of bf16", workload.name);
        }
    }
    let mut report = compile_report::compile(&plugin.load()?, machine, &workload).map_err(|error| {
        let failure = Failure::new(&error);
        let hint = "the program does not fit into memory: a smaller --batch-size needs less";
        if error.is_out_of_memory() { failure.hint(hint) } else { failure }
    })?;
    if let Some(version) = plugin.version() {
        report.compiler = format!("{} {version}: {}", plugin.name, report.compiler);
    }
    Ok(report)
}

/// Returns the options of XLA's compiler for GPUs.
fn gpu_options(args: &CompileArgs, plugin: &Found) -> Vec<(String, OptionValue)> {
    let mut options = Vec::new();
    if let Some(folder) = plugin.cuda_folder() {
        options.push(("xla_gpu_cuda_data_dir".to_string(), OptionValue::String(folder)));
    }
    if args.deterministic {
        options.push(("xla_gpu_deterministic_ops".to_string(), OptionValue::Bool(true)));
        // Without a device, the compiler finds no deterministic configuration for products by Triton
        // ("No supported config found", 0.12.0.1); cuBLAS needs none.
        options.push(("xla_gpu_enable_triton_gemm".to_string(), OptionValue::Bool(false)));
    }
    options
}

/// Writes the report in the requested formats.
fn write(args: &CompileArgs, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &args.html {
        utils::write_atomically(path, html::page(report).as_bytes())?;
    }
    if args.output.json {
        return print::line(serde_json::to_string_pretty(&json::json(report)).map_err(Failure::new)?);
    }
    print::line(table::table(report))?;
    match &args.html {
        Some(path) => print::line(format!("\n{}: open it in a browser", path.display())),
        None => Ok(()),
    }
}

/// Finds the plugin that compiles for a machine.
fn plugin(name: Option<&str>, machine: &Machine) -> Result<Found, Failure> {
    if let Some(path) = name.filter(|name| looks_like_a_path(name)) {
        return Ok(Found::at(path));
    }
    let names = name.map_or(machine.plugins().to_vec(), |name| vec![name]);
    names.iter().find_map(|name| plugins::named(name)).ok_or_else(|| {
        let wanted = names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" or ");
        let hint = match machine.plugins() {
            ["libtpu"] => {
                "`pip install libtpu` in the active Python environment, or name its library: --plugin path/to/libtpu.so, \
                 or LABORA_PJRT_PLUGINS=libtpu=path/to/libtpu.so"
            }
            ["cuda12"] => {
                "this card needs the compiler of CUDA 12: `pip install jax-cuda12-pjrt nvidia-cuda-nvcc-cu12` in the active \
                 Python environment, or name its library: --plugin path/to/xla_cuda_plugin.so"
            }
            _ => {
                "`pip install jax-cuda13-pjrt nvidia-cuda-nvcc` in the active Python environment, or name its library: \
                 --plugin path/to/xla_cuda_plugin.so, or LABORA_PJRT_PLUGINS=cuda13=path/to/xla_cuda_plugin.so"
            }
        };
        Failure::usage(format!("there is no plugin {wanted} to compile with for {}", machine.topology)).hint(hint)
    })
}

/// Runs the same command in a child process with the environment variables of the plugin, which have to be
/// set before the process starts.
fn in_child_process(environment: &[(&str, &str)]) -> Result<(), Failure> {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let ended = child_process::run(&args, environment, TIMEOUT)?;
    if let Some(crash) = ended.crash() {
        return Err(Failure::new(crash));
    }
    if !ended.status.success() {
        process::say(ended.err.trim_end());
        return Err(Failure::reported(ended.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
    }
    print::line(ended.out.trim_end())
}
