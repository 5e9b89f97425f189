//! A profile as a table.

use std::fmt::Write;

use super::report::{Figures, Report};

/// Widths of the columns of steps and origins, in characters; longer texts are truncated.
const STEP_WIDTH: usize = 64;
const FROM_WIDTH: usize = 40;
/// Steps below this share of the time of all steps are merged into one line.
const MIN_SHARE: f64 = 0.0005;

/// Formats a profile: a line for the whole, a line per step, and the rest of the threads' time. Times and
/// counts are of one run, rates of one thread.
pub fn table(report: &Report<'_>) -> String {
    let runs = report.runs.max(1) as f64;
    let ms = |seconds: f64| seconds * 1e3 / runs;
    let (gflops, fraction) = report.overall();
    let mut out = format!(
        "{}\n{} run(s) of {:.1} ms on {} thread(s): {gflops:.1} GFLOP/s, {:.0}% of this machine's measured {:.0}\n\n",
        report.subject,
        report.runs,
        ms(report.wall.as_secs_f64()),
        report.threads,
        fraction * 100.0,
        report.peak_gflops,
    );
    let _ = writeln!(
        out,
        "{:>9} {:>6} {:>7} {:>9} {:>7} {:>6}  {:STEP_WIDTH$}  from",
        "ms", "share", "times", "GFLOP/s", "GB/s", "peak", "step"
    );
    let mut line = |figures: &Figures, times: &str, name: &str, from: &str| {
        let Figures { seconds, share, gflops, gbytes_per_s, peak_fraction, .. } = figures;
        let (ms, share, peak) = (ms(*seconds), share * 100.0, peak_fraction * 100.0);
        let text = format!(
            "{ms:9.3} {share:5.1}% {times:>7} {gflops:9.1} {gbytes_per_s:7.1} {peak:5.1}%  {:STEP_WIDTH$}  {}",
            truncated(name, STEP_WIDTH),
            truncated(from, FROM_WIDTH)
        );
        let _ = writeln!(out, "{}", text.trim_end());
    };
    let least = report.total().seconds * MIN_SHARE;
    let (shown, small): (Vec<_>, Vec<_>) = report.steps.iter().partition(|s| report.of(s).seconds >= least);
    for step in shown {
        let times = step.count as f64 / runs;
        let times = if times.fract() == 0.0 { format!("{times:.0}") } else { format!("{times:.1}") };
        line(&report.of(step), &times, &step.name, &step.locations.join(", "));
    }
    if !small.is_empty() {
        line(&report.together(&small), "", &format!("{} smaller steps", small.len()), "");
    }
    line(&report.total(), "", "total", "");
    for (name, (seconds, share)) in [("preempted", report.preempted()), ("waiting", report.waiting())] {
        let _ = writeln!(out, "{:9.3} {:5.1}% {:>34} {name}", ms(seconds), share * 100.0, "");
    }
    out.truncate(out.trim_end().len());
    out
}

/// Truncates a text to a number of characters.
fn truncated(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::truncated;

    #[test]
    fn long_texts_are_truncated() {
        assert_eq!(truncated("größer", 6), "größer");
        assert_eq!(truncated("größer", 5), "größ…");
    }
}
