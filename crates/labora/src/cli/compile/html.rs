//! A report as a self-contained HTML page.

use compile_report::{Accelerator, Cost, Report};

use super::escape::escape;
use super::figures::{
    MAX_HOTSPOTS, accuracy, duration, duration_heading, label, mib, most_padded, published_rate, thousands,
    unit_description,
};
use super::roofline;
use super::table::chosen;

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1c2733; --paper: #fff; --line: #d5dbe1; --mark: #1f6feb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ee; --paper: #14191f; --line: #39424c; --mark: #6cb0ff; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } code { font-size: .8rem; overflow-wrap: anywhere; }
.label { border-left: 4px solid var(--mark); padding: .3rem .8rem; } .wide { overflow-x: auto; }
svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .grid { stroke: var(--line); } svg .roof { fill: none; stroke: var(--ink); stroke-width: 2; } svg circle { fill: var(--mark); fill-opacity: .45; stroke: var(--mark); }";

/// Renders the page.
pub fn page(report: &Report) -> String {
    let title = format!("{} on {}", report.workload.name, report.machine.topology);
    let title = escape(&title);
    let accelerator = report.machine.accelerator;
    let advice: String = report.advice.iter().map(|advice| format!("<li>{}</li>\n", escape(advice))).collect();
    let time = duration_heading(report);
    let sections = [
        ("Kernels of a step by kind".to_string(), kernels(report)),
        (format!("{}{} of a step by layer", time[..1].to_uppercase(), &time[1..]), layers(report)),
        ("Most expensive instructions".to_string(), hotspots(report)),
        ("Padding of tiles".to_string(), padding(report)),
    ];
    let sections = sections.into_iter().filter(|(_, section)| !section.is_empty());
    let sections: String = sections.map(|(heading, section)| format!("<h2>{heading}</h2>\n{section}")).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p class=\"label\">Every time here is <b>{}</b>, not a measurement: {}. {}.</p>\n\
         {}\n<h2>Advice</h2>\n<ul>\n{advice}</ul>\n\
         <h2>Roofline of a {}</h2>\n<p>The line is the bound of {:.1} TFLOP/s and {:.0} GB/s; a circle is an instruction \
         with contractions, its area its share of a step.</p>\n{}{sections}\
         <p>{}. Source: {}.</p>\n</body>\n</html>\n",
        label(report),
        accuracy(report),
        escape(&report.compiler),
        summary(report),
        accelerator.unit(),
        accelerator.peak_flops() / 1e12,
        accelerator.memory_bytes_per_s() / 1e9,
        roofline::svg(report),
        escape(&unit_description(report)),
        escape(accelerator.source()),
    )
}

/// Renders a table. A column is a name, and true if it contains numbers.
fn table(columns: &[(&str, bool)], rows: impl Iterator<Item = Vec<String>>) -> String {
    let class = |is_number: bool| if is_number { " class=\"n\"" } else { "" };
    let head: String = columns.iter().map(|(name, n)| format!("<th{}>{}</th>", class(*n), escape(name))).collect();
    let row = |cells: Vec<String>| -> String {
        let cells = cells.iter().zip(columns).map(|(cell, (_, n))| format!("<td{}>{cell}</td>", class(*n)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    format!("<div class=\"wide\"><table>\n<tr>{head}</tr>\n{}</table></div>\n", rows.map(row).collect::<String>())
}

fn summary(report: &Report) -> String {
    let (memory, step) = (&report.memory, &report.step);
    let unit = report.machine.accelerator.unit();
    let work = match report.machine.accelerator {
        Accelerator::Tpu(_) => format!("{} cycles", thousands(step.cycles)),
        Accelerator::Gpu(_) => format!(
            "{} kernels; arithmetic alone {:.3} ms, memory alone {:.3} ms, collectives {:.3} ms",
            step.kernels,
            step.arithmetic_seconds * 1e3,
            step.memory_seconds * 1e3,
            report.link_seconds(step) * 1e3
        ),
    };
    let mut rows = vec![
        (
            format!("Memory of a {unit}"),
            format!(
                "{}: {:.1} of {:.0} MiB at the peak; arguments {:.1}, temporaries {:.1}, code {:.1} MiB",
                if memory.fits() { "fits" } else { "<b>does not fit</b>" },
                mib(memory.peak),
                mib(memory.limit),
                mib(memory.arguments),
                mib(memory.temporaries),
                mib(memory.code)
            ),
        ),
        ("A step".into(), format!("{:.3} ms, {work}", report.step_seconds() * 1e3)),
        (
            "Its contractions".into(),
            format!(
                "{:.2} GFLOP on a {unit}, {:.1}% of its peak",
                step.flops as f64 / 1e9,
                report.peak_share(step) * 100.0
            ),
        ),
        (
            "A call".into(),
            format!(
                "{:.3} ms: {} step(s), and {:.3} ms outside them",
                report.seconds(&report.call) * 1e3,
                report.steps,
                report.seconds(&report.outside) * 1e3
            ),
        ),
    ];
    if let Some((seconds, steps)) = report.epoch_seconds().zip(report.workload.steps_per_epoch) {
        rows.push(("An epoch".into(), format!("{seconds:.3} s: {steps} steps")));
    }
    if let Some(rate) = report.examples_per_second() {
        rows.push(("Examples".into(), format!("{rate:.0} per second on {} {unit}(s)", report.workload.replicas)));
    }
    rows.extend(
        report.published.iter().map(|published| ("Measured".into(), escape(&published_rate(report, published)))),
    );
    table(&[("", false), ("", false)], rows.into_iter().map(|(name, text)| vec![name, text]))
}

fn share(report: &Report, cost: &Cost) -> String {
    format!("{:.1}%", 100.0 * report.share_of_step(cost.seconds))
}

/// Renders the kinds of kernels; nothing for TPUs.
fn kernels(report: &Report) -> String {
    if let Accelerator::Tpu(_) = report.machine.accelerator {
        return String::new();
    }
    let rows = report.kernels().into_iter().map(|(kind, cost)| {
        vec![
            share(report, &cost),
            duration(report, &cost),
            cost.kernels.to_string(),
            format!("{:.1}", mib(cost.bytes + cost.link_bytes)),
            format!("{:.2}", cost.flops as f64 / 1e9),
            escape(&kind),
        ]
    });
    let columns = [("share", true), ("bound", true), ("runs", true), ("MiB", true), ("GFLOP", true), ("kind", false)];
    table(&columns, rows)
}

fn layers(report: &Report) -> String {
    let rows = report.layers().into_iter().map(|layer| {
        let chosen = escape(&chosen(report, &layer.kernels));
        vec![share(report, &layer.cost), duration(report, &layer.cost), escape(&layer.name), chosen]
    });
    let kernels = match report.machine.accelerator {
        Accelerator::Tpu(_) => "",
        Accelerator::Gpu(_) => "kernels",
    };
    table(&[("share", true), (duration_heading(report), true), ("from", false), (kernels, false)], rows)
}

fn hotspots(report: &Report) -> String {
    let rows = report.hotspots.iter().take(MAX_HOTSPOTS).map(|hot| {
        let mut all = Cost::default();
        all.add(&hot.cost, hot.runs);
        let peak = format!("{:.1}%", report.peak_share(&hot.cost) * 100.0);
        vec![
            share(report, &all),
            duration(report, &all),
            if hot.cost.flops > 0 { peak } else { String::new() },
            escape(&hot.origins.join(", ")),
            escape(&hot.kernel),
            format!("<code>{}</code>", escape(&hot.shape)),
        ]
    });
    let columns = [
        ("share", true),
        (duration_heading(report), true),
        ("of the peak", true),
        ("from", false),
        ("kernel", false),
        ("result", false),
    ];
    table(&columns, rows)
}

fn padding(report: &Report) -> String {
    let padded = most_padded(report);
    if padded.is_empty() {
        return String::new();
    }
    let rows = padded.into_iter().map(|tensor| {
        vec![
            format!("{:.1}", mib(tensor.padding_bytes())),
            format!("{:.1}", mib(tensor.array.padded_bytes())),
            format!("{:.0}%", tensor.padding_share() * 100.0),
            escape(&tensor.name),
            tensor.scope.name().to_string(),
            format!("<code>{}</code>", escape(&tensor.array.to_string())),
        ]
    });
    let columns =
        [("MiB of padding", true), ("of", true), ("", true), ("tensor", false), ("scope", false), ("layout", false)];
    table(&columns, rows)
}
