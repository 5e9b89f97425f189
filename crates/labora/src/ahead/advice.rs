//! What a report suggests, in words.

use super::report::Report;
use super::tensors::{Place, Tensor};

/// Elements side by side in a TPU's vector registers, and rows of them.
const LANES: usize = 128;
const SUBLANES: u64 = 8;

/// A tensor whose padding takes a smaller share of the memory is not worth a word.
const WORTH_SAYING: f64 = 0.005;

/// A share of the time from which on something is worth a word.
const MUCH: f64 = 0.05;

pub fn advice(report: &Report) -> Vec<String> {
    let all = [memory(report), batch(report), around(report), low_share(report), silence(report)];
    let padding = worst_padding(report).into_iter().map(|tensor| padding(report, tensor));
    all.into_iter().flatten().chain(padding).collect()
}

/// Bytes as people read them.
pub fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

fn memory(report: &Report) -> Option<String> {
    let memory = &report.memory;
    let (peak, limit) = (mebibytes(memory.peak), mebibytes(memory.limit));
    let advice = "a smaller batch a core or mixed_bfloat16 takes less";
    if !memory.fits() {
        return Some(format!("It does not fit: {peak} of a core's {limit}; {advice}."));
    }
    (memory.peak as f64 > 0.9 * memory.limit as f64).then(|| format!("It fits barely, {peak} of {limit}; {advice}."))
}

fn batch(report: &Report) -> Option<String> {
    let rows = report.workload.rows_per_core.filter(|rows| !rows.is_multiple_of(LANES))?;
    // The compiler puts features into the lanes where they fill them better.
    let values = report.tensors.iter().filter(|t| t.place == Place::Step);
    let bytes =
        |tensors: &mut dyn Iterator<Item = &Tensor>| tensors.map(|t| t.array.padded_bytes() as f64).sum::<f64>();
    let in_lanes = |tensor: &&Tensor| minor(tensor, 0) == Some((0, rows as u64));
    let share = bytes(&mut values.clone().filter(in_lanes)) / bytes(&mut values.clone()).max(1.0);
    if share < 0.2 {
        return None;
    }
    let (full, replicas) = (rows.next_multiple_of(LANES), report.workload.replicas);
    let idle = 100.0 * (1.0 - rows as f64 / full as f64);
    let near = full * replicas;
    Some(format!(
        "A core's {rows} examples leave {idle:.0}% of the {LANES} lanes idle in {:.0}% of a step's values: take a batch that is a \
         multiple of {LANES} for each core, such as {near}.",
        share * 100.0
    ))
}

/// The number and size of a dimension of a tensor, 0 being the one in the lanes, 1 that in the rows above each other.
fn minor(tensor: &Tensor, at: usize) -> Option<(usize, u64)> {
    let dim = *tensor.array.layout.as_ref()?.minor_to_major.get(at)?;
    Some((dim, *tensor.array.dims.get(dim)?))
}

fn around(report: &Report) -> Option<String> {
    let share = report.around.cycles as f64 / report.call.cycles.max(1) as f64;
    let dearest = report.hot_around.first()?;
    let name = report.tensors.iter().find(|t| t.place == Place::Call && dearest.shape == t.array.to_string());
    let name = name.map_or(dearest.name.as_str(), |tensor| tensor.name.as_str());
    (share > MUCH).then(|| {
        format!(
            "{:.0}% of a call is spent beside its {} step(s), most of it on {name} {}: more steps in a call make it rarer.",
            share * 100.0,
            report.steps,
            dearest.shape
        )
    })
}

fn low_share(report: &Report) -> Option<String> {
    let share = report.peak_share(&report.step);
    if share > 0.3 || report.step.flops == 0 {
        return None;
    }
    let generation = report.machine.generation;
    let moving = report.step.bytes as f64 / generation.hbm_bytes_per_s / report.step_seconds();
    let bound = if moving > 0.5 {
        format!(
            "moving {} from and to HBM takes {:.0}% of the step by itself: mixed_bfloat16 halves it",
            mebibytes(report.step.bytes),
            moving * 100.0
        )
    } else {
        let columns = if generation.name == "v6e" { 256 } else { 128 };
        format!(
            "memory is not the limit (it would take {:.0}% of the step), so the matrix units are fed with too little at a time: \
             a layer of 32 features fills {} of their {columns} columns",
            moving * 100.0,
            if columns == 128 { "a quarter" } else { "an eighth" },
        )
    };
    Some(format!("Products run at {:.1}% of the core's peak; {bound}.", share * 100.0))
}

fn silence(report: &Report) -> Option<String> {
    if report.step.unestimated.is_empty() {
        return None;
    }
    let counts: Vec<String> = report.step.unestimated.iter().map(|(name, count)| format!("{count} {name}")).collect();
    Some(format!(
        "The compiler estimates nothing for {} of a step: the step takes longer than its estimate by what they take.",
        counts.join(", ")
    ))
}

/// The tensors whose tiles waste most, one of each name.
fn worst_padding(report: &Report) -> Vec<&Tensor> {
    let least = WORTH_SAYING * report.memory.limit as f64;
    let mut worst: Vec<&Tensor> =
        report.tensors.iter().filter(|t| t.waste() > 0.25 && t.wasted_bytes() as f64 > least).collect();
    worst.sort_by_key(|tensor| std::cmp::Reverse(tensor.wasted_bytes()));
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
    let lanes = minor(tensor, 0).filter(|(_, size)| !size.is_multiple_of(LANES as u64));
    let rows = minor(tensor, 1).filter(|(_, size)| !size.is_multiple_of(SUBLANES));
    let why = match (lanes, rows) {
        (Some((dim, size)), _) if size < LANES as u64 => format!("dimension {dim} of {size} takes {LANES} lanes"),
        (_, Some((dim, size))) => {
            format!(
                "dimension {dim} of {size} takes {} rows; features of a multiple of {SUBLANES} waste nothing",
                size.next_multiple_of(SUBLANES)
            )
        }
        (Some((dim, size)), None) => {
            format!("dimension {dim} of {size} takes {} lanes", size.next_multiple_of(LANES as u64))
        }
        (None, None) => "its tiles are filled up".to_string(),
    };
    let share = 100.0 * tensor.array.padded_bytes() as f64 / report.memory.limit.max(1) as f64;
    let instead = match tensor.place {
        Place::Call if tensor.array.dims.len() > 2 => {
            " As an argument of flat rows, each reshaped once it is taken, it needs no such layout."
        }
        _ => "",
    };
    format!(
        "{} {} ({}) takes {} for {} of numbers, {share:.1}% of the memory: {why}.{instead}",
        tensor.name,
        tensor.array,
        tensor.place.name(),
        mebibytes(tensor.array.padded_bytes()),
        mebibytes(tensor.array.bytes()),
    )
}
