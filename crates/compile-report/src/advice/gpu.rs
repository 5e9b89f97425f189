//! Suggestions for programs on GPUs.

use super::text::mebibytes;
use crate::cost::{Cost, Hotspot};
use crate::hlo::ElementType;
use crate::machine::Card;
use crate::report::Report;

/// Tensor cores multiply operands of 16 bits in groups of so many channels.
const CHANNELS: u64 = 8;

/// The share of a step from which on something is mentioned.
const MIN_SHARE: f64 = 0.05;

/// The time that starting a kernel takes, in seconds. Source: Nsight Systems' traces show 2 to 5 us; launches
/// captured in a CUDA graph take about 1 us.
const LAUNCH_SECONDS: f64 = 4e-6;

/// Returns the suggestions for a program on GPUs.
pub(super) fn advice(report: &Report, card: &Card) -> Vec<String> {
    let all = [
        types(report, card),
        channels(report),
        memory_bound(report),
        cache(report, card),
        transposes(report),
        scatters(report),
        launches(report),
        collectives(report),
        host(report),
    ];
    all.into_iter().flatten().collect()
}

/// Sums the cost of all runs of some kernels of a step.
fn total<'a>(hotspots: impl Iterator<Item = &'a Hotspot>) -> Cost {
    hotspots.fold(Cost::default(), |mut sum, hot| {
        sum.add(&hot.cost, hot.runs);
        sum
    })
}

/// Contractions in types that tensor cores multiply slowly, or not at all.
fn types(report: &Report, card: &Card) -> Option<String> {
    let in_types = |types: &[ElementType]| {
        let is_one = |hot: &&Hotspot| {
            let element = hot.contraction.as_ref().and_then(|contraction| contraction.element);
            element.is_some_and(|element| types.contains(&element))
        };
        total(report.hotspots.iter().filter(is_one)).flops as f64 / report.step.flops.max(1) as f64
    };
    let (f32s, bf16s) = (in_types(&[ElementType::F32]), in_types(&[ElementType::BF16]));
    let peaks = &card.peaks;
    let times = |rate: f64| peaks.f16 / rate;
    match (peaks.bf16, peaks.tf32) {
        (None, _) if f32s + bf16s > MIN_SHARE => Some(format!(
            "{:.0}% of the contractions are outside of tensor cores: those of {} multiply f16, which is {:.0} times as \
             fast, and lack bf16, which the compiler converts to f32. --float16 compiles mixed_bfloat16 with f16.",
            (f32s + bf16s) * 100.0,
            card.product,
            times(peaks.f32)
        )),
        (_, Some(tf32)) if f32s > MIN_SHARE => Some(format!(
            "{:.0}% of the contractions are in f32, rounded to TF32: mixed_bfloat16 has {:.0} times the peak, and half \
             the traffic.",
            f32s * 100.0,
            times(tf32)
        )),
        _ => None,
    }
}

/// Convolutions whose channels do not fill the tensor cores.
fn channels(report: &Report) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for hot in &report.hotspots {
        let Some(contraction) = hot.contraction.as_ref().filter(|contraction| !contraction.window.is_empty()) else {
            continue;
        };
        let name = hot.origins.first().unwrap_or(&hot.name);
        let text = format!("{name} ({})", contraction.contracted);
        if !contraction.contracted.is_multiple_of(CHANNELS) && !found.contains(&text) {
            found.push(text);
        }
    }
    (!found.is_empty()).then(|| {
        format!(
            "Tensor cores multiply {CHANNELS} channels at a time; the input channels of {} are no multiple of that, so \
             they are padded, or the convolution runs outside of tensor cores.",
            found.join(", ")
        )
    })
}

fn memory_bound(report: &Report) -> Option<String> {
    let share = report.memory_bound_share();
    let others = report.hotspots.iter().filter(|hot| hot.contraction.is_none() && hot.cost.seconds > 0.0);
    let between = report.share_of_step(total(others).seconds);
    (share > 0.5).then(|| {
        format!(
            "{:.0}% of a step's bound is in kernels bound by memory, {:.0}% in kernels without contractions, which \
             normalize, activate, pool and sum between them: fewer bytes help more than faster arithmetic.",
            share * 100.0,
            between * 100.0
        )
    })
}

/// Tensors that may stay in the L2 cache, so that the bound can be undercut.
fn cache(report: &Report, card: &Card) -> Option<String> {
    let traffic = |hot: &Hotspot| hot.cost.bytes.saturating_mul(hot.runs) as f64;
    let small = report.hotspots.iter().filter(|hot| hot.cost.bytes <= card.l2_bytes).map(traffic).sum::<f64>();
    let share = small / (report.step.bytes.max(1) as f64);
    (share > MIN_SHARE).then(|| {
        format!(
            "{:.0}% of the traffic is that of kernels whose operands and results together fit into the L2 cache of \
             {}: where they stay there, a step can undercut the bound.",
            share * 100.0,
            mebibytes(card.l2_bytes)
        )
    })
}

fn transposes(report: &Report) -> Option<String> {
    let found = report.hotspots.iter().filter(|hot| hot.kernel.contains("transpose"));
    let count: u64 = found.clone().map(|hot| hot.runs).sum();
    let cost = total(found.clone());
    let largest = found.max_by(|a, b| a.seconds().total_cmp(&b.seconds()))?;
    let share = report.share_of_step(cost.seconds);
    (share > MIN_SHARE).then(|| {
        format!(
            "The compiler put in {count} transposes a step, {} of traffic and {:.0}% of the bound; the largest makes {} \
             for {}.",
            mebibytes(cost.bytes),
            share * 100.0,
            largest.shape,
            largest.origins.first().unwrap_or(&largest.name)
        )
    })
}

/// Gradients of max-pooling, and other sums at computed positions.
fn scatters(report: &Report) -> Option<String> {
    let found = report.hotspots.iter().filter(|hot| hot.kernel == "scatter fusion");
    let cost = total(found.clone());
    let share = report.share_of_step(cost.seconds);
    let name = found.max_by(|a, b| a.seconds().total_cmp(&b.seconds()))?.origins.first()?.clone();
    (share > MIN_SHARE).then(|| {
        format!(
            "{} scatters, {:.0}% of the bound, such as that of {name}, add at computed positions by atomic operations, \
             which are slower than their bytes, and whose order of sums differs from run to run.",
            cost.kernels,
            share * 100.0
        )
    })
}

/// Kernels that take less time than starting them.
fn launches(report: &Report) -> Option<String> {
    let launch = report.step.kernels as f64 * LAUNCH_SECONDS;
    let rows = report.workload.rows_per_core.map_or(String::new(), |rows| format!(" of {rows} examples"));
    (launch > report.step_seconds()).then(|| {
        format!(
            "A step{rows} launches {} kernels, {:.1} us of the bound each: launching one takes about {:.0} us, so the \
             launches limit the step, {:.2} ms, unless CUDA graphs or a larger batch per GPU hide them.",
            report.step.kernels,
            report.step_seconds() / report.step.kernels as f64 * 1e6,
            LAUNCH_SECONDS * 1e6,
            launch * 1e3
        )
    })
}

fn collectives(report: &Report) -> Option<String> {
    let seconds = report.link_seconds(&report.step);
    let share = seconds / report.step.seconds.max(f64::MIN_POSITIVE);
    (share > MIN_SHARE).then(|| {
        format!(
            "Collectives send {} a step, {:.3} ms at the full bandwidth to the other GPUs: {:.0}% of the other kernels' \
             bound, hidden only where they overlap.",
            mebibytes(report.step.link_bytes),
            seconds * 1e3,
            share * 100.0
        )
    })
}

/// Loops whose condition the host reads after each iteration.
fn host(report: &Report) -> Option<String> {
    report.loop_of_unknown_length.then(|| {
        "The main loop's trip count is an argument: outside of CUDA graphs, the host reads the loop's condition after \
         each step, and waits for it."
            .to_string()
    })
}
