//! Figures and phrases that the text and the HTML report share.

use compile_report::{Accelerator, Cost, MEASURED_OVER_BOUND, MEASURED_OVER_ESTIMATED, PublishedRate, Report, Tensor};

/// Returns the label of every time.
pub fn label(report: &Report) -> &'static str {
    match report.machine.accelerator {
        Accelerator::Tpu(_) => "the TPU compiler's estimate",
        Accelerator::Gpu(_) => "a roofline bound",
    }
}

/// Instructions in a report.
pub const MAX_HOTSPOTS: usize = 10;

/// Layers and tensors in a report.
pub const MAX_ROWS: usize = 10;

/// Returns the accuracy of the estimates or bounds.
pub fn accuracy(report: &Report) -> String {
    match report.machine.accelerator {
        Accelerator::Tpu(_) => {
            let [least, most] = MEASURED_OVER_ESTIMATED;
            format!("networks that were measured on TPUs took {least} to {most} times as long")
        }
        Accelerator::Gpu(_) => {
            let [least, most] = MEASURED_OVER_BOUND;
            format!(
                "the sum of what each kernel takes at the peak rate and bandwidth of the card; networks that were \
                 measured on V100 and A100 took {least} to {most} times as long"
            )
        }
    }
}

/// Formats the time of instructions: cycles on TPUs, microseconds on GPUs.
pub fn duration(report: &Report, cost: &Cost) -> String {
    match report.machine.accelerator {
        Accelerator::Tpu(_) => thousands(cost.cycles),
        Accelerator::Gpu(_) => format!("{:.1} us", cost.seconds * 1e6),
    }
}

/// Returns the unit of [`duration`] as a heading.
pub fn duration_heading(report: &Report) -> &'static str {
    match report.machine.accelerator {
        Accelerator::Tpu(_) => "cycles",
        Accelerator::Gpu(_) => "bound",
    }
}

/// Describes the core or the GPU.
pub fn unit_description(report: &Report) -> String {
    let gib = |bytes: u64| mib(bytes) / 1024.0;
    match report.machine.accelerator {
        Accelerator::Tpu(core) => format!(
            "A core: {:.0} MHz, {:.1} TFLOP/s in bf16, {:.0} GiB of HBM at {:.0} GB/s, {:.0} MiB of vector memory",
            core.clock_hz / 1e6,
            core.peak_flops() / 1e12,
            gib(core.hbm_bytes),
            core.hbm_bytes_per_s / 1e9,
            mib(core.vmem_bytes),
        ),
        Accelerator::Gpu(card) => {
            let tera = |rate: Option<f64>| rate.map_or("no".to_string(), |rate| format!("{:.1} TFLOP/s", rate / 1e12));
            format!(
                "{}: {} SMs, {} in f16, {} in bf16, {} in TF32, {} in f32, {:.0} GiB at {:.0} GB/s, {:.0} MiB of L2 cache, \
                 {:.0} GB/s to the other GPUs",
                card.product,
                card.sms,
                tera(Some(card.peaks.f16)),
                tera(card.peaks.bf16),
                tera(card.peaks.tf32),
                tera(Some(card.peaks.f32)),
                gib(card.memory_bytes),
                card.memory_bytes_per_s / 1e9,
                mib(card.l2_bytes),
                card.link_bytes_per_s / 1e9,
            )
        }
    }
}

/// Converts bytes to mebibytes.
pub fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Formats cycles in thousands.
pub fn thousands(cycles: u64) -> String {
    format!("{:.1} k", cycles as f64 / 1e3)
}

/// Formats a published rate, and the estimate in relation to it.
pub fn published_rate(report: &Report, published: &PublishedRate) -> String {
    let what = match report.machine.accelerator {
        Accelerator::Tpu(_) => "estimate",
        Accelerator::Gpu(_) => "bound",
    };
    let each = if published.devices == report.workload.replicas { "" } else { " per GPU" };
    let ratio = report.rate_over_published(published);
    let ratio = ratio.map_or(String::new(), |ratio| format!("; the {what} is {ratio:.1} times that{each}"));
    let PublishedRate { devices, precision, examples_per_s, source, .. } = published;
    format!("{examples_per_s:.0} a second on {devices} in {precision} by {source}{ratio}")
}

/// Returns the tensors with the most padding.
pub fn most_padded(report: &Report) -> Vec<&Tensor> {
    let mut worst: Vec<&Tensor> = report.tensors.iter().filter(|t| t.padding_bytes() > 0).collect();
    worst.sort_by_key(|tensor| std::cmp::Reverse(tensor.padding_bytes()));
    worst.dedup_by(|a, b| a == b);
    worst.truncate(MAX_ROWS);
    worst
}
