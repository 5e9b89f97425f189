//! Suggestions for programs on TPUs.

use super::text::mebibytes;
use crate::machine::Generation;
use crate::report::Report;
use crate::tensors::{Scope, Tensor};

/// Lanes and sublanes of a TPU's vector registers: the sizes to which the two minor-most dimensions are
/// padded.
const LANES: usize = 128;
const SUBLANES: u64 = 8;

/// The share of a core's memory from which on the padding of a tensor is mentioned.
const MIN_PADDING_SHARE: f64 = 0.005;

/// The share of the values' memory from which on idle lanes of the batch are mentioned.
const MIN_BATCH_IN_LANES_SHARE: f64 = 0.2;

/// The utilization of the matrix units up to which the bound is mentioned.
const MAX_LOW_UTILIZATION: f64 = 0.3;

/// Returns the suggestions for a program on TPUs.
pub(super) fn advice(report: &Report, generation: &Generation) -> Vec<String> {
    let all = [batch(report), utilization(report, generation), unestimated(report)];
    let padding = worst_padding(report).into_iter().map(|tensor| padding(report, tensor));
    all.into_iter().flatten().chain(padding).collect()
}

fn batch(report: &Report) -> Option<String> {
    let rows = report.workload.rows_per_core.filter(|rows| !rows.is_multiple_of(LANES))?;
    // The compiler puts features instead of the batch into the lanes if they fill them better.
    let values = report.tensors.iter().filter(|t| t.scope == Scope::Step);
    let bytes =
        |tensors: &mut dyn Iterator<Item = &Tensor>| tensors.map(|t| t.array.padded_bytes() as f64).sum::<f64>();
    let has_batch_in_lanes = |tensor: &&Tensor| minor_dim(tensor, 0) == Some((0, rows as u64));
    let share = bytes(&mut values.clone().filter(has_batch_in_lanes)) / bytes(&mut values.clone()).max(1.0);
    if share < MIN_BATCH_IN_LANES_SHARE {
        return None;
    }
    let (full, replicas) = (rows.next_multiple_of(LANES), report.workload.replicas);
    let idle = 100.0 * (1.0 - rows as f64 / full as f64);
    Some(format!(
        "{rows} examples per core leave {idle:.0}% of the {LANES} lanes idle in {:.0}% of a step's values: use a \
         batch that is a multiple of {LANES} per core, such as {}.",
        share * 100.0,
        full * replicas
    ))
}

/// Returns the number and the size of a dimension of a tensor: 0 is the minor-most one (lanes), 1 the next
/// (sublanes).
fn minor_dim(tensor: &Tensor, at: usize) -> Option<(usize, u64)> {
    let dim = *tensor.array.layout.as_ref()?.minor_to_major.get(at)?;
    Some((dim, *tensor.array.dims.get(dim)?))
}

fn utilization(report: &Report, generation: &Generation) -> Option<String> {
    let utilization = report.peak_share(&report.step);
    if utilization > MAX_LOW_UTILIZATION || report.step.flops == 0 {
        return None;
    }
    let memory_share = report.step.bytes as f64 / generation.hbm_bytes_per_s / report.step_seconds();
    let bound = if memory_share > 0.5 {
        format!(
            "HBM traffic of {} alone takes {:.0}% of the step, and mixed_bfloat16 halves it",
            mebibytes(report.step.bytes),
            memory_share * 100.0
        )
    } else {
        let columns = if generation.name == "v6e" { 256 } else { 128 };
        format!(
            "HBM bandwidth is not the limit (it accounts for {:.0}% of the step), so the contractions are too small for the \
             matrix units: a layer of 32 features fills {} of their {columns} columns",
            memory_share * 100.0,
            if columns == 128 { "a quarter" } else { "an eighth" },
        )
    };
    Some(format!("Contractions run at {:.1}% of the core's peak; {bound}.", utilization * 100.0))
}

fn unestimated(report: &Report) -> Option<String> {
    if report.step.unestimated.is_empty() {
        return None;
    }
    let counts: Vec<String> = report.step.unestimated.iter().map(|(name, count)| format!("{count} {name}")).collect();
    Some(format!(
        "The compiler gives no estimate for {} of a step, so the step takes longer than estimated.",
        counts.join(", ")
    ))
}

/// Returns the tensors with the most padding, one of each name.
fn worst_padding(report: &Report) -> Vec<&Tensor> {
    let least = MIN_PADDING_SHARE * report.memory.limit as f64;
    let is_large = |t: &&Tensor| t.padding_share() > 0.25 && t.padding_bytes() as f64 > least;
    let mut worst: Vec<&Tensor> = report.tensors.iter().filter(is_large).collect();
    worst.sort_by_key(|tensor| std::cmp::Reverse(tensor.padding_bytes()));
    let mut names: Vec<&str> = Vec::new();
    worst.retain(|tensor| {
        let is_new = !names.contains(&tensor.name.as_str());
        names.push(&tensor.name);
        is_new
    });
    worst.truncate(3);
    worst
}

fn padding(report: &Report, tensor: &Tensor) -> String {
    let lanes = minor_dim(tensor, 0).filter(|(_, size)| !size.is_multiple_of(LANES as u64));
    let sublanes = minor_dim(tensor, 1).filter(|(_, size)| !size.is_multiple_of(SUBLANES));
    let reason = match (lanes, sublanes) {
        (Some((dim, size)), _) if size < LANES as u64 => format!("dimension {dim} of {size} occupies {LANES} lanes"),
        (_, Some((dim, size))) => {
            let padded = size.next_multiple_of(SUBLANES);
            format!(
                "dimension {dim} of {size} occupies {padded} sublanes; a multiple of {SUBLANES} features has no padding"
            )
        }
        (Some((dim, size)), None) => {
            format!("dimension {dim} of {size} occupies {} lanes", size.next_multiple_of(LANES as u64))
        }
        (None, None) => "its tiles are padded".to_string(),
    };
    let share = 100.0 * tensor.array.padded_bytes() as f64 / report.memory.limit.max(1) as f64;
    let instead = match tensor.scope {
        Scope::Call if tensor.array.dims.len() > 2 => {
            " Passed as flat rows and reshaped after slicing, it needs no such layout."
        }
        _ => "",
    };
    format!(
        "{} {} ({}) takes {} for {} of data, {share:.1}% of the memory: {reason}.{instead}",
        tensor.name,
        tensor.array,
        tensor.scope.name(),
        mebibytes(tensor.array.padded_bytes()),
        mebibytes(tensor.array.bytes()),
    )
}
