//! A report as text.

use std::fmt::Write;

use compile_report::{Accelerator, Cost, Report};

use super::figures::{
    MAX_HOTSPOTS, MAX_ROWS, accuracy, duration, duration_heading, label, mib, most_padded, published_rate, thousands,
    unit_description,
};

/// Formats all parts of a report.
pub fn table(report: &Report) -> String {
    let parts = [
        head(report),
        memory(report),
        time(report),
        kernels(report),
        layers(report),
        hotspots(report),
        padding(report),
        advice(report),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n").trim_end().to_string()
}

fn head(report: &Report) -> String {
    format!(
        "{} for {} of {} {}(s): {}, not a measurement\n({}; see docs/compile-reports.md)\n{} ({:.1} s to compile)\n{}\n",
        report.workload.name,
        report.machine.topology,
        report.workload.replicas,
        report.machine.accelerator.unit(),
        label(report),
        accuracy(report),
        report.compiler,
        report.compile_seconds,
        unit_description(report),
    )
}

fn memory(report: &Report) -> String {
    let memory = &report.memory;
    format!(
        "Memory of a {}: {}, {:.1} of {:.0} MiB at the peak\n  arguments {:.1}, outputs {:.1} (aliasing donated arguments: {:.1}), \
         temporaries {:.1}, code {:.1} MiB\n",
        report.machine.accelerator.unit(),
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
    let mut out = format!("Time: {}\n", label(report));
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "  {name:18} {text}");
    };
    let step = &report.step;
    let (unit, milliseconds) = (report.machine.accelerator.unit(), report.step_seconds() * 1e3);
    let work = match report.machine.accelerator {
        Accelerator::Tpu(_) => format!("{} cycles", thousands(step.cycles)),
        Accelerator::Gpu(_) => {
            format!("{} kernels, {:.0}% of it bound by memory", step.kernels, report.memory_bound_share() * 100.0)
        }
    };
    line("a step", format!("{milliseconds:.3} ms, {work}"));
    line(
        "its contractions",
        format!(
            "{:.2} GFLOP on a {unit}, {:.1}% of the peak",
            step.flops as f64 / 1e9,
            report.peak_share(step) * 100.0
        ),
    );
    match report.machine.accelerator {
        Accelerator::Tpu(_) => line("HBM traffic", format!("{:.1} MiB, including padding", mib(step.bytes))),
        Accelerator::Gpu(_) => {
            let (arithmetic, memory) = (step.arithmetic_seconds * 1e3, step.memory_seconds * 1e3);
            line("arithmetic alone", format!("{arithmetic:.3} ms at the peak of its types"));
            line("memory alone", format!("{memory:.3} ms for {:.1} MiB", mib(step.bytes)));
            let link = report.link_seconds(step) * 1e3;
            line("collectives", format!("{link:.3} ms for {:.1} MiB, may overlap", mib(step.link_bytes)));
        }
    }
    line("outside the steps", format!("{:.3} ms a call", report.seconds(&report.outside) * 1e3));
    line("a call", format!("{:.3} ms: {} step(s)", report.seconds(&report.call) * 1e3, report.steps));
    if let Some((seconds, steps)) = report.epoch_seconds().zip(report.workload.steps_per_epoch) {
        line("an epoch", format!("{seconds:.3} s: {steps} steps"));
    }
    if let Some(rate) = report.examples_per_second() {
        line("examples", format!("{rate:.0} per second on all {unit}s"));
    }
    for published in &report.published {
        line("measured", published_rate(report, published));
    }
    out
}

/// Formats the kinds of kernels of a step; nothing for TPUs.
fn kernels(report: &Report) -> String {
    if let Accelerator::Tpu(_) = report.machine.accelerator {
        return String::new();
    }
    let mut out = format!(
        "Kernels of a step by kind\n  {:>10} {:>6} {:>5} {:>10} {:>10}  kind\n",
        "bound", "share", "runs", "MiB", "GFLOP"
    );
    for (kind, cost) in report.kernels() {
        let share = 100.0 * report.share_of_step(cost.seconds);
        let _ = writeln!(
            out,
            "  {:>10} {share:5.1}% {:>5} {:>10.1} {:>10.2}  {kind}",
            duration(report, &cost),
            cost.kernels,
            mib(cost.bytes + cost.link_bytes),
            cost.flops as f64 / 1e9
        );
    }
    out
}

/// Formats the kernels that were chosen for a layer; nothing for TPUs.
pub fn chosen(report: &Report, kernels: &[(String, u64)]) -> String {
    if let Accelerator::Tpu(_) = report.machine.accelerator {
        return String::new();
    }
    let names =
        kernels.iter().map(|(kernel, runs)| if *runs == 1 { kernel.clone() } else { format!("{runs} x {kernel}") });
    names.collect::<Vec<_>>().join(", ")
}

fn layers(report: &Report) -> String {
    let what = duration_heading(report);
    let mut out = format!("{}{} of a step by layer\n", what[..1].to_uppercase(), &what[1..]);
    let layers = report.layers();
    // On GPUs, all layers are listed, with the kernels that were chosen for them.
    let listed = if let Accelerator::Tpu(_) = report.machine.accelerator { MAX_ROWS } else { layers.len() };
    for layer in layers.iter().take(listed) {
        let share = 100.0 * report.share_of_step(layer.cost.seconds);
        let chosen = chosen(report, &layer.kernels);
        let chosen = if chosen.is_empty() { chosen } else { format!(": {chosen}") };
        let _ = writeln!(out, "  {share:5.1}% {:>10}  {}{chosen}", duration(report, &layer.cost), layer.name);
    }
    let mut rest = Cost::default();
    layers.iter().skip(listed).for_each(|layer| rest.add(&layer.cost, 1));
    if layers.len() > listed {
        let share = 100.0 * report.share_of_step(rest.seconds);
        let _ = writeln!(out, "  {share:5.1}% {:>10}  {} others", duration(report, &rest), layers.len() - listed);
    }
    out
}

fn hotspots(report: &Report) -> String {
    let mut out = format!(
        "Most expensive instructions of a step\n  {:>10} {:>6} {:>6}  from\n",
        duration_heading(report),
        "share",
        "peak"
    );
    for hot in report.hotspots.iter().take(MAX_HOTSPOTS) {
        let share = 100.0 * report.share_of_step(hot.seconds());
        let peak = report.peak_share(&hot.cost) * 100.0;
        let peak = if hot.cost.flops > 0 { format!("{peak:.1}%") } else { "-".to_string() };
        let from = if hot.origins.is_empty() { hot.name.clone() } else { hot.origins.join(", ") };
        let (time, shape) = (duration(report, &hot.cost), &hot.shape);
        let bound = match report.machine.accelerator {
            Accelerator::Tpu(_) => String::new(),
            Accelerator::Gpu(_) => {
                let by = if hot.cost.is_compute_bound() { "arithmetic" } else { "memory" };
                format!("{}, bound by {by}: ", hot.kernel)
            }
        };
        let _ = writeln!(out, "  {time:>10} {share:5.1}% {peak:>6}  {from}\n  {:27}{bound}{shape}", "");
    }
    out
}

fn padding(report: &Report) -> String {
    let padded = most_padded(report);
    if padded.is_empty() {
        return String::new();
    }
    let mut out = "Padding of tiles\n".to_string();
    for tensor in padded {
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
