//! The suggestions of a report, in words.

mod gpu;
mod text;
mod tpu;

use self::text::mebibytes;
use crate::machine::Accelerator;
use crate::report::Report;
use crate::tensors::Scope;

/// The share of a call from which on time outside the main loop is mentioned.
const MIN_OUTSIDE_SHARE: f64 = 0.05;

/// Returns the suggestions for a report.
pub(crate) fn advice(report: &Report) -> Vec<String> {
    let special = match report.machine.accelerator {
        Accelerator::Tpu(generation) => tpu::advice(report, generation),
        Accelerator::Gpu(card) => gpu::advice(report, card),
    };
    [memory(report), outside(report)].into_iter().flatten().chain(special).collect()
}

fn memory(report: &Report) -> Option<String> {
    let (memory, unit) = (&report.memory, report.machine.accelerator.unit());
    let (peak, limit) = (mebibytes(memory.peak), mebibytes(memory.limit));
    let advice = format!("a smaller batch per {unit} or mixed_bfloat16 needs less");
    if !memory.fits() {
        return Some(format!("The program does not fit into memory: {peak} of a {unit}'s {limit}; {advice}."));
    }
    let is_tight = memory.peak as f64 > 0.9 * memory.limit as f64;
    is_tight.then(|| format!("The program barely fits into memory, {peak} of {limit}; {advice}."))
}

fn outside(report: &Report) -> Option<String> {
    let share = report.seconds(&report.outside) / report.seconds(&report.call).max(f64::MIN_POSITIVE);
    let first = report.hotspots_outside.first()?;
    let tensor = report.tensors.iter().find(|t| t.scope == Scope::Call && first.shape == t.array.to_string());
    let name = tensor.map_or(first.name.as_str(), |tensor| tensor.name.as_str());
    (share > MIN_OUTSIDE_SHARE).then(|| {
        format!(
            "{:.0}% of a call is spent outside its {} step(s), most of it on {name} {}: more steps per call amortize it.",
            share * 100.0,
            report.steps,
            first.shape
        )
    })
}
