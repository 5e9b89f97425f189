//! A report as text.

use std::fmt::Write;

use tpu_report::Report;

use super::figures::{LABEL, MAX_HOTSPOTS, MAX_ROWS, accuracy, mib, most_padded, published_rate, thousands};

/// Formats all parts of a report.
pub fn table(report: &Report) -> String {
    let parts =
        [head(report), memory(report), time(report), layers(report), hotspots(report), padding(report), advice(report)];
    parts.join("\n").trim_end().to_string()
}

fn head(report: &Report) -> String {
    let generation = report.machine.generation;
    format!(
        "{} for {} of {} core(s): {LABEL}, not a measurement\n({}; see docs/tpu.md)\n{} ({:.1} s to compile)\n\
         A core: {:.0} MHz, {:.1} TFLOP/s in bf16, {:.0} GiB of HBM at {:.0} GB/s, {:.0} MiB of vector memory\n",
        report.workload.name,
        report.machine.topology,
        report.workload.replicas,
        accuracy(),
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
        "Memory of a core: {}, {:.1} of {:.0} MiB at the peak\n  arguments {:.1}, outputs {:.1} (aliasing donated arguments: {:.1}), \
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
        "its contractions",
        format!(
            "{:.2} GFLOP on a core, {:.1}% of the peak",
            step.flops as f64 / 1e9,
            report.mxu_utilization(step) * 100.0
        ),
    );
    line("HBM traffic", format!("{:.1} MiB, including padding", mib(step.bytes)));
    line("outside the steps", format!("{:.3} ms a call", report.seconds(&report.outside) * 1e3));
    line("a call", format!("{:.3} ms: {} step(s)", report.seconds(&report.call) * 1e3, report.steps));
    if let Some((seconds, steps)) = report.epoch_seconds().zip(report.workload.steps_per_epoch) {
        line("an epoch", format!("{seconds:.3} s: {steps} steps"));
    }
    if let Some(rate) = report.examples_per_second() {
        line("examples", format!("{rate:.0} per second on all cores"));
    }
    for published in &report.published {
        line("measured", published_rate(report, published));
    }
    out
}

fn layers(report: &Report) -> String {
    let mut out = "Cycles of a step by layer\n".to_string();
    let layers = report.layers();
    for (name, cycles) in layers.iter().take(MAX_ROWS) {
        let share = 100.0 * report.share_of_step(*cycles);
        let _ = writeln!(out, "  {share:5.1}% {:>10}  {name}", thousands(*cycles));
    }
    let rest: u64 = layers.iter().skip(MAX_ROWS).map(|(_, cycles)| cycles).sum();
    if rest > 0 {
        let share = 100.0 * report.share_of_step(rest);
        let _ = writeln!(out, "  {share:5.1}% {:>10}  {} others", thousands(rest), layers.len() - MAX_ROWS);
    }
    out
}

fn hotspots(report: &Report) -> String {
    let mut out =
        format!("Most expensive instructions of a step\n  {:>10} {:>6} {:>6}  from\n", "cycles", "share", "peak");
    for hot in report.hotspots.iter().take(MAX_HOTSPOTS) {
        let share = 100.0 * report.share_of_step(hot.cycles());
        let peak = report.mxu_utilization(&hot.cost) * 100.0;
        let peak = if hot.cost.flops > 0 { format!("{peak:.1}%") } else { "-".to_string() };
        let from = if hot.origins.is_empty() { hot.name.clone() } else { hot.origins.join(", ") };
        let (cycles, shape) = (thousands(hot.cost.cycles), &hot.shape);
        let _ = writeln!(out, "  {cycles:>10} {share:5.1}% {peak:>6}  {from}\n  {:27}{shape}", "");
    }
    out
}

fn padding(report: &Report) -> String {
    let mut out = "Padding of tiles\n".to_string();
    for tensor in most_padded(report) {
        let _ = writeln!(
            out,
            "  {:9.1} MiB of {:9.1}, {:4.0}%  {} ({})  {}",
            mib(tensor.padding_bytes()),
            mib(tensor.array.padded_bytes()),
            tensor.padding_share() * 100.0,
            tensor.name,
            tensor.scope.name(),
            tensor.array,
        );
    }
    out
}

fn advice(report: &Report) -> String {
    let lines: Vec<String> = report.advice.iter().map(|advice| format!("- {advice}")).collect();
    if lines.is_empty() { String::new() } else { format!("Advice\n{}\n", lines.join("\n")) }
}
