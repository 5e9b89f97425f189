//! A report as text.

use std::fmt::Write;

use super::{LABEL, trust};
use crate::ahead::{Hot, Published, Report, Tensor};

/// Instructions that are shown.
pub const DEAREST: usize = 10;
/// Layers and tensors that are shown.
const SHOWN: usize = 10;

/// All parts, one below the other.
pub fn table(report: &Report) -> String {
    let parts =
        [head(report), memory(report), time(report), layers(report), dearest(report), padding(report), advice(report)];
    parts.join("\n").trim_end().to_string()
}

/// Bytes in mebibytes.
pub fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Cycles in thousands.
pub fn thousands(cycles: u64) -> String {
    format!("{:.1} k", cycles as f64 / 1e3)
}

fn head(report: &Report) -> String {
    let generation = report.machine.generation;
    format!(
        "{} for {} of {} core(s): {LABEL}, not a measurement\n({}; docs/tpu.md says which)\n{} ({:.1} s to compile)\n\
         A core: {:.0} MHz, {:.1} TFLOP/s in bf16, {:.0} GiB of HBM at {:.0} GB/s, {:.0} MiB of vector memory\n",
        report.workload.name,
        report.machine.topology,
        report.workload.replicas,
        trust(),
        report.compiler,
        report.compile_seconds,
        generation.clock_hz / 1e6,
        generation.peak_flops() / 1e12,
        mib(generation.hbm_bytes) / 1024.0,
        generation.hbm_bytes_per_s / 1e9,
        mib(generation.vmem_bytes),
    )
}

fn memory(report: &Report) -> String {
    let memory = &report.memory;
    format!(
        "Memory of a core: {}, {:.1} of {:.0} MiB at the peak\n  arguments {:.1}, outputs {:.1} (in donated arguments: {:.1}), \
         temporaries {:.1}, code {:.1} MiB\n",
        if memory.fits() { "fits" } else { "DOES NOT FIT" },
        mib(memory.peak),
        mib(memory.limit),
        mib(memory.arguments),
        mib(memory.outputs),
        mib(memory.donated),
        mib(memory.temporaries),
        mib(memory.code),
    )
}

fn time(report: &Report) -> String {
    let mut out = format!("Time, by {LABEL}\n");
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "  {name:18} {text}");
    };
    let step = &report.step;
    line("a step", format!("{:.3} ms, {} cycles", report.step_seconds() * 1e3, thousands(step.cycles)));
    line(
        "its products",
        format!("{:.2} GFLOP on a core, {:.1}% of the peak", step.flops as f64 / 1e9, report.peak_share(step) * 100.0),
    );
    line("it moves", format!("{:.1} MiB, tiles filled up", mib(step.bytes)));
    line("beside the steps", format!("{:.3} ms a call", report.seconds(&report.around) * 1e3));
    line("a call", format!("{:.3} ms: {} step(s)", report.seconds(&report.call) * 1e3, report.steps));
    if let Some((seconds, steps)) = report.epoch_seconds().zip(report.workload.steps_per_epoch) {
        line("an epoch", format!("{seconds:.3} s: {steps} steps"));
    }
    if let Some(rate) = report.examples_per_second() {
        line("examples", format!("{rate:.0} a second on all cores"));
    }
    for published in &report.published {
        line("measured", calibration(report, published));
    }
    out
}

/// A published measurement, and what the estimate is of it.
pub fn calibration(report: &Report, published: &Published) -> String {
    let times = report
        .times_published(published)
        .map_or(String::new(), |times| format!("; the estimate is {times:.1} times that"));
    format!("{:.0} a second by {}{times}", published.examples_per_s, published.source)
}

fn layers(report: &Report) -> String {
    let mut out = "Where a step's cycles go\n".to_string();
    let layers = report.layers();
    for (name, cycles) in layers.iter().take(SHOWN) {
        let share = 100.0 * *cycles as f64 / report.step.cycles.max(1) as f64;
        let _ = writeln!(out, "  {share:5.1}% {:>10}  {name}", thousands(*cycles));
    }
    let rest: u64 = layers.iter().skip(SHOWN).map(|(_, cycles)| cycles).sum();
    if rest > 0 {
        let share = 100.0 * rest as f64 / report.step.cycles.max(1) as f64;
        let _ = writeln!(out, "  {share:5.1}% {:>10}  {} others", thousands(rest), layers.len() - SHOWN);
    }
    out
}

fn dearest(report: &Report) -> String {
    let mut out =
        format!("The dearest instructions of a step\n  {:>10} {:>6} {:>6}  from\n", "cycles", "share", "peak");
    for hot in report.hot.iter().take(DEAREST) {
        let Hot { from, shape, cost, times, .. } = hot;
        let share = 100.0 * (cost.cycles * times) as f64 / report.step.cycles.max(1) as f64;
        let peak = report.peak_share(cost) * 100.0;
        let peak = if cost.flops > 0 { format!("{peak:.1}%") } else { "-".to_string() };
        let from = if from.is_empty() { hot.name.clone() } else { from.join(", ") };
        let _ = writeln!(out, "  {:>10} {share:5.1}% {peak:>6}  {from}\n  {:27}{shape}", thousands(cost.cycles), "");
    }
    out
}

/// Arguments and values whose tiles waste most.
pub fn wasteful(report: &Report) -> Vec<&Tensor> {
    let mut worst: Vec<&Tensor> = report.tensors.iter().filter(|t| t.wasted_bytes() > 0).collect();
    worst.sort_by_key(|tensor| std::cmp::Reverse(tensor.wasted_bytes()));
    worst.dedup_by(|a, b| a == b);
    worst.truncate(SHOWN);
    worst
}

fn padding(report: &Report) -> String {
    let mut out = "What fills up tiles\n".to_string();
    for tensor in wasteful(report) {
        let _ = writeln!(
            out,
            "  {:9.1} MiB of {:9.1}, {:4.0}%  {} ({})  {}",
            mib(tensor.wasted_bytes()),
            mib(tensor.array.padded_bytes()),
            tensor.waste() * 100.0,
            tensor.name,
            tensor.place.name(),
            tensor.array,
        );
    }
    out
}

fn advice(report: &Report) -> String {
    let lines: Vec<String> = report.advice.iter().map(|advice| format!("- {advice}")).collect();
    if lines.is_empty() { String::new() } else { format!("Advice\n{}\n", lines.join("\n")) }
}
