//! Figures and phrases that the text and the HTML report share.

use tpu_report::{MEASURED_OVER_ESTIMATED, PublishedRate, Report, Tensor};

/// The label of every estimate.
pub const LABEL: &str = "the TPU compiler's estimate";

/// Instructions in a report.
pub const MAX_HOTSPOTS: usize = 10;

/// Layers and tensors in a report.
pub const MAX_ROWS: usize = 10;

/// Returns the accuracy of the estimates.
pub fn accuracy() -> String {
    let [least, most] = MEASURED_OVER_ESTIMATED;
    format!("networks that were measured on TPUs took {least} to {most} times as long")
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
    let ratio = report.estimated_over_published(published);
    let ratio = ratio.map_or(String::new(), |ratio| format!("; the estimate is {ratio:.1} times that"));
    format!("{:.0} a second by {}{ratio}", published.examples_per_s, published.source)
}

/// Returns the tensors with the most padding.
pub fn most_padded(report: &Report) -> Vec<&Tensor> {
    let mut worst: Vec<&Tensor> = report.tensors.iter().filter(|t| t.padding_bytes() > 0).collect();
    worst.sort_by_key(|tensor| std::cmp::Reverse(tensor.padding_bytes()));
    worst.dedup_by(|a, b| a == b);
    worst.truncate(MAX_ROWS);
    worst
}
